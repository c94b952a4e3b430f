// Package apidoc has what reflection does not provide about the packages of a session: the names of parameters and
// results, the spellings rune and byte, and the documentation. The table is generated from the sources and embedded;
// a package's documentation is decompressed at the first look-up.
package apidoc

//go:generate go run ./gen tensor ops grad py nn nn/initializer nn/optim nn/experimental nn/ckpt nn/data nn/data/transforms nn/data/vision nn/train np sparse exchange safetensors display display/frontend display/widget

import (
	"compress/flate"
	_ "embed"
	"io"
	"strconv"
	"strings"
	"sync"
)

// Entry describes a package-level name, method or field.
type Entry struct {
	// In and Out name the parameters and results of a func or method, "" for a nameless one. Where
	// the type is written with rune or byte, its spelling follows: "r rune", "p []byte".
	In, Out []string

	pkg *pkg
	at  int // its index in the package
}

// Doc returns the documentation as in go/doc, without the final newline.
func (e Entry) Doc() string {
	if e.pkg == nil {
		return ""
	}
	e.pkg.inflate.Do(e.pkg.readDocs)
	if e.at >= len(e.pkg.docs) {
		return ""
	}
	return e.pkg.docs[e.at]
}

// The tables are two files, because only one of them changes with msrepl's comments.
var (
	//go:embed zz_std.bin
	stdTable string
	//go:embed zz_public.bin
	publicTable string
)

// A table is an index with a line "path offset length" per package, numbers in hexadecimal, then an empty line and the
// packages. A package is a list of records "name\x01in,in\x01out\x01now\x00", an empty record, and the documentation
// of each, compressed. The names are not compressed, because every import needs them.
const (
	recordEnd = "\x00"
	fieldEnd  = "\x01"
	listSep   = ","
)

// pkg is one package of the table.
type pkg struct {
	table   string
	read    sync.Once
	entries map[string]record
	inflate sync.Once
	docs    []string
}

// record is an entry whose lists have not been split yet.
type record struct {
	in, out, now string
	at           int
}

var index = sync.OnceValue(func() map[string]*pkg {
	pkgs := map[string]*pkg{}
	for _, table := range []string{stdTable, publicTable} {
		lines, blob, _ := strings.Cut(table, "\n\n")
		for line := range strings.Lines(lines) {
			if f := strings.Fields(line); len(f) == 3 {
				pkgs[f[0]] = &pkg{table: slice(blob, f[1], f[2])}
			}
		}
	}
	for path, table := range added {
		pkgs[path] = &pkg{table: table}
	}
	return pkgs
})

// added has the tables passed to Add, by path.
var added = map[string]string{}

// Add adds the table of a package. Call it before the first look-up.
func Add(path, table string) { added[path] = table }

// slice returns the part of blob with the given offset and length, both in hexadecimal. They come from the generator,
// so they are well formed.
func slice(blob, offset, length string) string {
	at, _ := strconv.ParseInt(offset, 16, 64)
	n, _ := strconv.ParseInt(length, 16, 64)
	return blob[at : at+n]
}

// Lookup returns the entry of a name of the package at path: "Println", "Builder", "Builder.WriteString", or "" for
// the package itself.
func Lookup(path, name string) (Entry, bool) {
	p, r := lookup(path, name)
	if p == nil {
		return Entry{}, false
	}
	return Entry{list(r.in), list(r.out), p, r.at}, true
}

// Former returns the replacement of a deprecated name, such as "Eps" or "DropProb or NormDegree", or "" for others.
func Former(path, name string) string {
	_, r := lookup(path, name)
	return r.now
}

func lookup(path, name string) (*pkg, record) {
	p := index()[path]
	if p == nil {
		return nil, record{}
	}
	p.read.Do(p.readNames)
	r, ok := p.entries[name]
	if !ok {
		return nil, record{}
	}
	return p, r
}

// readNames and readDocs read the two parts of a package's table. In a damaged table, names and docs are missing, but
// sessions work; a test reads all of it.
func (p *pkg) readNames() {
	names, _, _ := strings.Cut(p.table, recordEnd+recordEnd)
	p.entries = make(map[string]record, strings.Count(names, recordEnd)+1)
	for text := range strings.SplitSeq(names, recordEnd) {
		name, lists, _ := strings.Cut(text, fieldEnd)
		in, lists, _ := strings.Cut(lists, fieldEnd)
		out, now, _ := strings.Cut(lists, fieldEnd)
		p.entries[name] = record{in, out, now, len(p.entries)}
	}
}

func (p *pkg) readDocs() {
	_, deflated, _ := strings.Cut(p.table, recordEnd+recordEnd)
	if docs, err := io.ReadAll(flate.NewReader(strings.NewReader(deflated))); err == nil {
		p.docs = strings.Split(string(docs), recordEnd)
	}
}

func list(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, listSep)
}
