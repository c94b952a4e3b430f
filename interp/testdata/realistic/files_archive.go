package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"io/fs"
	"sort"
	"strings"
	"testing/fstest"
	"time"
)

type file struct {
	Name, Body string
	Mode       fs.FileMode
}

var when = time.Date(2024, 2, 29, 12, 0, 0, 0, time.UTC)

func unpackTar(r io.Reader, visit func(h *tar.Header, body string)) error {
	zr, err := gzip.NewReader(r)
	if err != nil {
		return fmt.Errorf("gzip: %w", err)
	}
	defer zr.Close()
	for tr := tar.NewReader(zr); ; {
		h, err := tr.Next()
		if err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		var b strings.Builder
		if _, err := io.Copy(&b, tr); err != nil {
			return err
		}
		visit(h, b.String())
	}
}

func main() {
	files := []file{{"b/readme.txt", "read me\n", 0o644}, {"a.sh", "#!/bin/sh\n", 0o755}, {"empty", "", 0o600}}
	buf := pack(files)
	err := unpackTar(bytes.NewReader(buf), func(h *tar.Header, body string) {
		fmt.Printf("%s %s %d %q %s\n", h.FileInfo().Mode(), h.Name, h.Size, body, h.ModTime.UTC().Format(time.DateOnly))
	})
	fmt.Println(err)
	fmt.Println(unpackTar(strings.NewReader("no archive at all"), nil))

	var zbuf bytes.Buffer
	zw := zip.NewWriter(&zbuf)
	sort.Slice(files, func(i, j int) bool { return files[i].Name < files[j].Name })
	for _, f := range files {
		w, err := zw.Create(f.Name)
		if err != nil {
			fmt.Println(err)
			return
		}
		io.WriteString(w, strings.ToUpper(f.Body))
	}
	zw.Close()
	zr, err := zip.NewReader(bytes.NewReader(zbuf.Bytes()), int64(zbuf.Len()))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range zr.File {
		rc, err := f.Open()
		if err != nil {
			fmt.Println(err)
			continue
		}
		defer rc.Close()
		text, _ := io.ReadAll(rc)
		fmt.Printf("%s %d %q\n", f.Name, f.UncompressedSize64, text)
	}
	data, err := fs.ReadFile(zr, "b/readme.txt")
	fmt.Printf("%q %v\n", data, err)
	mem := fstest.MapFS{}
	for _, f := range files {
		mem[f.Name] = &fstest.MapFile{Data: []byte(f.Body), Mode: f.Mode}
	}
	list, _ := fs.Glob(mem, "*")
	fmt.Println(list)
}

// pack closes everything before it looks at the buffer.
func pack(files []file) []byte {
	buf := new(bytes.Buffer)
	func() {
		zw := gzip.NewWriter(buf)
		defer zw.Close()
		tw := tar.NewWriter(zw)
		defer tw.Close()
		for _, f := range files {
			tw.WriteHeader(&tar.Header{Name: f.Name, Mode: int64(f.Mode), Size: int64(len(f.Body)), ModTime: when})
			io.WriteString(tw, f.Body)
		}
	}()
	return buf.Bytes()
}
