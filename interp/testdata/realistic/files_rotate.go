package main

import (
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

type RotatingWriter struct {
	sync.Mutex
	dir, base string
	max       int
	keep      int
	cur       *os.File
	size      int
	rotations int
}

func (w *RotatingWriter) path(n int) string {
	if n == 0 {
		return filepath.Join(w.dir, w.base)
	}
	return filepath.Join(w.dir, fmt.Sprintf("%s.%d", w.base, n))
}

func (w *RotatingWriter) open() (err error) {
	w.cur, err = os.Create(w.path(0))
	w.size = 0
	return err
}

func (w *RotatingWriter) rotate() error {
	if err := w.cur.Close(); err != nil {
		return err
	}
	os.Remove(w.path(w.keep))
	for i := w.keep - 1; i >= 0; i-- {
		if err := os.Rename(w.path(i), w.path(i+1)); err != nil && !os.IsNotExist(err) {
			return err
		}
	}
	w.rotations++
	return w.open()
}

func (w *RotatingWriter) Write(p []byte) (n int, err error) {
	w.Lock()
	defer w.Unlock()
	if w.cur == nil {
		if err = w.open(); err != nil {
			return
		}
	}
	if w.size+len(p) > w.max && w.size > 0 {
		if err := w.rotate(); err != nil {
			return 0, fmt.Errorf("rotate: %w", err)
		}
	}
	n, err = w.cur.Write(p)
	w.size += n
	return n, err
}

func (w *RotatingWriter) Close() error {
	w.Lock()
	defer w.Unlock()
	return w.cur.Close()
}

var _ io.WriteCloser = (*RotatingWriter)(nil)

func main() {
	dir, err := os.MkdirTemp("", "rot")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	w := &RotatingWriter{dir: dir, base: "app.log", max: 60, keep: 2}
	logger := log.New(io.MultiWriter(w), "app: ", log.Lmsgprefix)
	for i := range 9 {
		logger.Printf("message number %d", i)
	}
	logger.SetPrefix("err: ")
	logger.Print(strings.Repeat("long ", 20))
	if err := w.Close(); err != nil {
		fmt.Println(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		fmt.Println(err)
	}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			fmt.Println(err)
			continue
		}
		lines := strings.Split(strings.TrimSpace(string(data)), "\n")
		fmt.Println(e.Name(), len(data), len(lines))
		for _, l := range lines {
			fmt.Printf("   %.30s\n", l)
		}
	}
	fmt.Println("rotations", w.rotations)
	_, err = w.Write(make([]byte, 100))
	fmt.Println(err != nil)
}
