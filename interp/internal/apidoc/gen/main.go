// Gen writes the tables of package apidoc: zz_std.bin from the sources of the standard library, zz_public.bin from
// those of the public packages named as arguments. It runs through go generate; the bytes depend on the sources and
// the Go version alone.
package main

import (
	"bytes"
	"fmt"
	"log"
	"os"
	"slices"

	"github.com/msrepl/msrepl/interp/internal/apidoc/harvest"
	"github.com/msrepl/msrepl/interp/internal/symbolgen"
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
	l := harvest.New()
	standard := append(symbolgen.Standard(), "builtin") // builtin documents what needs no package
	slices.Sort(standard)
	if err := write(l, "zz_std.bin", standard); err != nil {
		return err
	}
	var paths []string
	for _, name := range public {
		paths = append(paths, module+name)
	}
	return write(l, "zz_public.bin", paths)
}

// write generates one table.
func write(l *harvest.Loader, file string, paths []string) error {
	var index, blob bytes.Buffer
	for _, path := range paths {
		p, err := l.Load(path)
		if err != nil {
			return err
		}
		table, err := p.Table(l)
		if err != nil {
			return err
		}
		fmt.Fprintf(&index, "%s %x %x\n", path, blob.Len(), len(table))
		blob.Write(table)
	}
	index.WriteByte('\n')
	index.Write(blob.Bytes())
	return os.WriteFile(file, index.Bytes(), 0o644)
}
