// Gen writes the symbol tables, in yaegi's form, of the public packages named as arguments, one
// zz_*.go each, into the current directory, and zz_std.go. It runs through go generate.
package main

import (
	"bytes"
	"fmt"
	"go/build"
	"log"
	"os"
	"strings"

	"github.com/traefik/yaegi/extract"
)

const module = "github.com/msrepl/msrepl/"

func main() {
	log.SetFlags(0)
	log.SetPrefix("symbols/gen: ")
	build.Default.CgoEnabled = false // the plain Go side of net and os/user declares the same names
	failed := false
	for _, name := range os.Args[1:] {
		if err := write(name); err != nil {
			log.Print(err)
			failed = true
		}
	}
	if err := writeStd(); err != nil {
		log.Print(err)
		failed = true
	}
	if failed {
		os.Exit(1)
	}
}

// write generates the table of package module/name. When the package cannot be checked its old
// table stays.
func write(name string) error {
	var buf bytes.Buffer
	extractor := extract.Extractor{Dest: "symbols"}
	if _, err := extractor.Extract(module+name, "", &buf); err != nil {
		return fmt.Errorf("package %s: %w", name, err)
	}
	// Cells may use names that go with the next release.
	const clause = "package symbols"
	text := strings.Replace(buf.String(), clause, "//lint:file-ignore SA1019 names that go\n\n"+clause, 1)
	file := "zz_" + strings.ReplaceAll(name, "/", "_") + ".go"
	return os.WriteFile(file, []byte(text), 0o644)
}
