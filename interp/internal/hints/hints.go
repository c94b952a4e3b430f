// Package hints holds what reflection cannot tell about the packages of a session: the names of
// parameters and results, the spellings rune and byte, and the documentation. The table is generated
// from the sources and embedded; a package's part is inflated when it is first asked for.
package hints

//go:generate go run ./gen tensor ops grad py nn nn/initializer nn/optim nn/ckpt nn/data nn/train np exchange safetensors display display/frontend

import (
	"bytes"
	"compress/flate"
	_ "embed"
	"io"
	"strconv"
	"strings"
	"sync"
)

// Entry is what is known of one package-level name, method or field.
type Entry struct {
	// In and Out name the parameters and results of a func or method, "" for a nameless one. Where
	// the type is written with rune or byte, its spelling follows: "r rune", "p []byte".
	In, Out []string
	Doc     string // as go/doc gives it, without the final newline
}

// The tables are two files, because one changes with every comment of ours.
var (
	//go:embed zz_std.bin
	stdTable string
	//go:embed zz_public.bin
	publicTable string
)

// A table is an index, one line "path offset length" a package in hexadecimal, an empty line,
// and the deflated packages. A package is a list of records "name\x01in,in\x01out\x01doc\x00".
const (
	recordEnd = "\x00"
	fieldEnd  = "\x01"
	listSep   = ","
)

// pkg is one package of the table; its entries are inflated once.
type pkg struct {
	deflated string
	once     sync.Once
	entries  map[string]Entry
}

var index = sync.OnceValue(func() map[string]*pkg {
	pkgs := map[string]*pkg{}
	for _, table := range []string{stdTable, publicTable} {
		lines, blob, _ := strings.Cut(table, "\n\n")
		for line := range strings.Lines(lines) {
			if f := strings.Fields(line); len(f) == 3 {
				pkgs[f[0]] = &pkg{deflated: slice(blob, f[1], f[2])}
			}
		}
	}
	for path, deflated := range added {
		pkgs[path] = &pkg{deflated: deflated}
	}
	return pkgs
})

// added are the packages of Add.
var added = map[string]string{}

// Add takes what is known of one more package. Call it before the first look-up.
func Add(path, deflated string) { added[path] = deflated }

// slice returns the part of blob that begins at an offset and has a length, both in hexadecimal. The
// generator wrote them, so they are well formed.
func slice(blob, offset, length string) string {
	at, _ := strconv.ParseInt(offset, 16, 64)
	n, _ := strconv.ParseInt(length, 16, 64)
	return blob[at : at+n]
}

// Lookup returns what is known of a name of the package at path: "Println", "Builder",
// "Builder.WriteString", or "" for the package itself.
func Lookup(path, name string) (Entry, bool) {
	p := index()[path]
	if p == nil {
		return Entry{}, false
	}
	p.once.Do(p.inflate)
	e, ok := p.entries[name]
	return e, ok
}

func (p *pkg) inflate() {
	p.entries = map[string]Entry{}
	raw, err := io.ReadAll(flate.NewReader(strings.NewReader(p.deflated)))
	if err != nil {
		return // a damaged table costs names and docs, never a session; a test reads all of it
	}
	for _, record := range bytes.Split(raw, []byte(recordEnd)) {
		f := strings.SplitN(string(record), fieldEnd, 4)
		if len(f) == 4 {
			p.entries[f[0]] = Entry{In: list(f[1]), Out: list(f[2]), Doc: f[3]}
		}
	}
}

func list(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, listSep)
}
