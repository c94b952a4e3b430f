package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

func writeAtomic(name string, fill func(io.Writer) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(name), ".tmp-*")
	if err != nil {
		return fmt.Errorf("create: %w", err)
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	w := bufio.NewWriter(f)
	if err = fill(w); err != nil {
		return fmt.Errorf("fill %s: %w", filepath.Base(name), err)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}

func copyFile(dst, src string) (n int64, err error) {
	in, err := os.Open(src)
	if err != nil {
		return 0, err
	}
	defer in.Close()
	out, err := os.Create(dst)
	if err != nil {
		return 0, err
	}
	defer func() {
		if cerr := out.Close(); cerr != nil && err == nil {
			err = cerr
		}
	}()
	return io.Copy(out, in)
}

func tail(name string, n int) (lines []string, err error) {
	f, err := os.Open(name)
	if err != nil {
		return
	}
	defer f.Close()
	sc := bufio.NewScanner(f)
	for sc.Scan() {
		lines = append(lines, sc.Text())
		if len(lines) > n {
			lines = lines[1:]
		}
	}
	return lines, sc.Err()
}

var errFill = errors.New("ran out of ideas")

func main() {
	dir, err := os.MkdirTemp("", "atomic")
	if err != nil {
		panic(err)
	}
	defer func() {
		os.RemoveAll(dir)
		_, err := os.Stat(dir)
		fmt.Println("gone:", os.IsNotExist(err))
	}()
	name := filepath.Join(dir, "notes.txt")
	fmt.Println(writeAtomic(name, func(w io.Writer) error {
		for i := 1; i <= 5; i++ {
			fmt.Fprintf(w, "line %d\n", i)
		}
		return nil
	}))
	err = writeAtomic(name, func(w io.Writer) error {
		io.WriteString(w, "half")
		return errFill
	})
	fmt.Println(err, errors.Is(err, errFill))
	lines, err := tail(name, 2)
	fmt.Printf("%q %v\n", lines, err)
	n, err := copyFile(filepath.Join(dir, "copy.txt"), name)
	fmt.Println(n, err)
	_, err = copyFile(filepath.Join(dir, "x", "y"), name)
	fmt.Println(errors.Is(err, os.ErrNotExist))
	_, err = tail(filepath.Join(dir, "none"), 1)
	fmt.Println(err != nil)

	f, _ := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
	fmt.Fprintln(f, "appended")
	f.Close()
	a, _ := os.ReadFile(name)
	b, _ := os.ReadFile(filepath.Join(dir, "copy.txt"))
	fmt.Println(bytes.HasPrefix(a, b), len(a)-len(b), strings.Count(string(a), "\n"))
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		fmt.Println(e.Name(), e.IsDir())
	}
}
