// Command roles lists the interfaces that packages of the standard library check values for, in type assertions and
// type switches of their sources. The tests of package maker make types that implement them.
package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"log"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	log.SetFlags(0)
	out, err := exec.Command("go", "list", "-export", "-f", "{{.ImportPath}}\t{{.Dir}}\t{{.Export}}\t{{join .GoFiles \" \"}}", "std").Output()
	if err != nil {
		log.Fatal(err)
	}
	l := &list{fset: token.NewFileSet(), exports: map[string]string{}, asked: map[string][]string{}, methods: map[string][]string{}, named: map[string]bool{}, imports: map[string]bool{"reflect": true}}
	var packages [][]string
	for line := range strings.Lines(string(out)) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		l.exports[f[0]] = f[2]
		packages = append(packages, f)
	}
	l.importer = importer.ForCompiler(l.fset, "gc", func(path string) (io.ReadCloser, error) {
		if e := l.exports[path]; e != "" {
			return os.Open(e)
		}
		return os.Open(l.exports["vendor/"+path])
	})
	for _, f := range packages {
		if accessible(f[0]) && f[0] != "unsafe" {
			l.read(f[0], f[1], strings.Fields(f[3]))
		}
	}
	if err := os.WriteFile("zz_roles_test.go", l.table(), 0o644); err != nil {
		log.Fatal(err)
	}
}

// accessible reports whether other programs can import a package.
func accessible(path string) bool {
	return !strings.HasPrefix(path, "vendor/") && !slices.Contains(strings.Split(path, "/"), "internal")
}

type list struct {
	fset     *token.FileSet
	exports  map[string]string // files with export data
	importer types.Importer
	asked    map[string][]string // packages, by the interface that they check for
	methods  map[string][]string // of an interface
	named    map[string]bool     // types that signatures mention
	imports  map[string]bool
}

// read records the interfaces that a package checks for.
func (l *list) read(path, dir string, names []string) {
	var files []*ast.File
	for _, name := range names {
		f, err := parser.ParseFile(l.fset, filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			log.Fatal(err)
		}
		files = append(files, f)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	conf := types.Config{Importer: l.importer, FakeImportC: true, Error: func(error) {}}
	_, _ = conf.Check(path, l.fset, files, info)
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.TypeAssertExpr:
				if n.Type != nil {
					l.note(path, info.TypeOf(n.Type))
				}
			case *ast.TypeSwitchStmt:
				for _, c := range n.Body.List {
					for _, e := range c.(*ast.CaseClause).List {
						l.note(path, info.TypeOf(e))
					}
				}
			}
			return true
		})
	}
}

// note adds an interface that a type outside of the library can implement.
func (l *list) note(path string, t types.Type) {
	if t == nil {
		return
	}
	it, ok := t.Underlying().(*types.Interface)
	if _, param := t.(*types.TypeParam); !ok || param || it.NumMethods() == 0 || !it.IsMethodSet() {
		return
	}
	var methods []string
	found := map[*types.Named]bool{}
	for m := range it.Methods() {
		if !m.Exported() || !mentions(m.Type(), found) {
			return
		}
		methods = append(methods, m.Name()+strings.TrimPrefix(types.TypeString(m.Type(), qualifier), "func"))
	}
	for n := range found {
		l.imports[n.Obj().Pkg().Path()] = true
		l.named[types.TypeString(n, qualifier)] = true
	}
	text := strings.Join(methods, "; ")
	l.methods[text] = methods
	if !slices.Contains(l.asked[text], path) {
		l.asked[text] = append(l.asked[text], path)
	}
}

// qualifier returns the name under which the table imports a package.
func qualifier(p *types.Package) string { return strings.ReplaceAll(p.Path(), "/", "_") }

// mentions finds the named types that a type mentions, and reports whether all of them can be named.
func mentions(t types.Type, found map[*types.Named]bool) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return t.Kind() != types.UnsafePointer
	case *types.Named:
		if t.Obj().Pkg() == nil {
			return true
		}
		found[t] = true
		return t.Obj().Exported() && accessible(t.Obj().Pkg().Path()) && t.TypeArgs().Len() == 0
	case *types.Pointer:
		return mentions(t.Elem(), found)
	case *types.Slice:
		return mentions(t.Elem(), found)
	case *types.Array:
		return mentions(t.Elem(), found)
	case *types.Chan:
		return mentions(t.Elem(), found)
	case *types.Map:
		return mentions(t.Key(), found) && mentions(t.Elem(), found)
	case *types.Signature:
		for _, tuple := range []*types.Tuple{t.Params(), t.Results()} {
			for v := range tuple.Variables() {
				if !mentions(v.Type(), found) {
					return false
				}
			}
		}
		return true
	case *types.Interface:
		return t.NumMethods() == 0 && t.IsMethodSet()
	}
	return false
}

// table returns the file with the table.
func (l *list) table() []byte {
	var b bytes.Buffer
	b.WriteString("// Code generated by maker/roles from the standard library's sources; DO NOT EDIT.\n\npackage maker\n\nimport (\n")
	for _, path := range slices.Sorted(maps.Keys(l.imports)) {
		fmt.Fprintf(&b, "\t%s %q\n", strings.ReplaceAll(path, "/", "_"), path)
	}
	b.WriteString(")\n\n// roleTypes are the types that methods of roles mention.\nvar roleTypes = []reflect.Type{\n")
	for _, n := range slices.Sorted(maps.Keys(l.named)) {
		fmt.Fprintf(&b, "\treflect.TypeFor[%s](),\n", n)
	}
	b.WriteString("}\n\n// roles are the interfaces that the standard library asks values for, and its packages that do.\nvar roles = []role{\n")
	for _, text := range slices.Sorted(maps.Keys(l.asked)) {
		fmt.Fprintf(&b, "\tasked[interface{ %s }](%q, %#v),\n", text, strings.Join(l.asked[text], " "), l.methods[text])
	}
	b.WriteString("}\n")
	src, err := format.Source(b.Bytes())
	if err != nil {
		log.Fatalf("%v\n%s", err, b.Bytes())
	}
	return src
}
