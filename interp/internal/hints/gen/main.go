// Gen writes the tables of package hints: zz_std.bin from the sources of the standard library,
// zz_public.bin from those of the public packages named as arguments. It runs through go generate; the bytes depend on
// the sources and the Go version alone.
package main

import (
	"bytes"
	"compress/flate"
	"fmt"
	"log"
	"maps"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/traefik/yaegi/stdlib"
)

const module = "github.com/msrepl/msrepl/"

func main() {
	log.SetFlags(0)
	log.SetPrefix("hints/gen: ")
	if err := run(os.Args[1:]); err != nil {
		log.Fatal(err)
	}
}

func run(public []string) error {
	l := newLoader()
	if err := write(l, "zz_std.bin", standard()); err != nil {
		return err
	}
	var paths []string
	for _, name := range public {
		paths = append(paths, module+name)
	}
	return write(l, "zz_public.bin", paths)
}

// write generates one table.
func write(l *loader, file string, paths []string) error {
	var index, blob bytes.Buffer
	for _, path := range paths {
		p, err := l.load(path)
		if err != nil {
			return err
		}
		deflated, err := deflate(p.entries(l))
		if err != nil {
			return err
		}
		fmt.Fprintf(&index, "%s %x %x\n", path, blob.Len(), len(deflated))
		blob.Write(deflated)
	}
	index.WriteByte('\n')
	index.Write(blob.Bytes())
	return os.WriteFile(file, index.Bytes(), 0o644)
}

// standard lists the packages of the standard library that cells may use, and "builtin", which
// documents what needs no package.
func standard() []string {
	paths := []string{"builtin", "iter", "unique"} // the last two are there as text only
	for key := range stdlib.Symbols {
		if p := path.Dir(key); p != "." && !strings.Contains(p, ".") {
			paths = append(paths, p)
		}
	}
	slices.Sort(paths)
	return paths
}

// deflate writes the entries of one package in the form that package hints reads.
func deflate(entries map[string]entry) ([]byte, error) {
	var raw, out bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(entries)) {
		e := entries[name]
		fmt.Fprintf(&raw, "%s\x01%s\x01%s\x01%s\x00", name, e.in, e.out, strings.TrimSpace(e.doc))
	}
	w, err := flate.NewWriter(&out, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(raw.Bytes()); err != nil {
		return nil, err
	}
	err = w.Close()
	return out.Bytes(), err
}
