package maker

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/msrepl/msrepl/interp/internal/realtype"
)

var (
	seeds = flag.Int("seeds", 1, "how many programs of random types are compared with compiled ones")
	first = flag.Int64("seed", 1, "the first of them")
	count = flag.Int("types", 40, "how many types each has")
)

// compiledTypes are the types of packages that the tests use.
var compiledTypes = map[string]reflect.Type{}

func init() {
	for _, t := range []reflect.Type{
		reflect.TypeFor[time.Duration](), reflect.TypeFor[time.Time](), reflect.TypeFor[time.Month](), reflect.TypeFor[strings.Builder](), reflect.TypeFor[fmt.Stringer](),
		reflect.TypeFor[sync.Mutex](), reflect.TypeFor[bytes.Buffer](), reflect.TypeFor[ast.Expr](), reflect.TypeFor[ast.Ident](), reflect.TypeFor[testing.TB](), reflect.TypeFor[token.Pos](), reflect.TypeFor[io.Reader](), reflect.TypeFor[io.Writer](),
	} {
		compiledTypes[t.PkgPath()+"."+t.Name()] = t
	}
}

func lookup(n *types.Named) (reflect.Type, error) {
	if n.Obj().Pkg().Name() == "main" {
		return nil, nil
	}
	if t := compiledTypes[n.Obj().Pkg().Path()+"."+n.Obj().Name()]; t != nil {
		return t, nil
	}
	return nil, fmt.Errorf("%v is not in this program", n)
}

// exports are files of export data that are known already.
var exports = map[string]string{}

// imports reads the export data of packages that the go command has built.
var imports = sync.OnceValue(func() types.Importer {
	return importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) {
		if file := exports[path]; file != "" {
			return os.Open(file)
		}
		file, err := exec.Command("go", "list", "-export", "-f", "{{.Export}}", path).Output()
		if err != nil {
			return nil, err
		}
		return os.Open(strings.TrimSpace(string(file)))
	})
})

// load checks a program.
func load(t testing.TB, text string) *types.Package {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", text, 0)
	if err == nil {
		var pkg *types.Package
		pkg, err = (&types.Config{Importer: imports()}).Check("main", fset, []*ast.File{file}, nil)
		if err == nil {
			return pkg
		}
	}
	t.Fatalf("%v\n%s", err, text)
	return nil
}

func typeOf(t testing.TB, m *Maker, pkg *types.Package, name string) reflect.Type {
	t.Helper()
	typ, err := m.Type(pkg.Scope().Lookup(name).Type())
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return typ
}

// setBodies gives the methods of a type the bodies of the random programs.
func setBodies(t testing.TB, m *Maker, n *types.Named) {
	t.Helper()
	typ, err := m.Type(n)
	if err != nil {
		t.Fatal(err)
	}
	for f := range n.Methods() {
		_, ptr := f.Signature().Recv().Type().(*types.Pointer)
		var outs []reflect.Type
		for v := range f.Signature().Results().Variables() {
			out, err := m.Type(v.Type())
			if err != nil {
				t.Fatal(err)
			}
			outs = append(outs, out)
		}
		recv := typ.String()
		if ptr {
			recv = "*" + recv
		}
		body := func(a []reflect.Value) []reflect.Value {
			args := make([]any, len(a)-1)
			for i := range args {
				args[i] = a[i+1].Interface()
			}
			if a[0].Type().String() != recv {
				panic("the receiver is a " + a[0].Type().String())
			}
			vs, ptrs := make([]reflect.Value, len(outs)), make([]any, len(outs))
			for i, o := range outs {
				p := reflect.New(o)
				vs[i], ptrs[i] = p.Elem(), p.Interface()
			}
			results(f.Name(), recv, args, ptrs...)
			return vs
		}
		if err := m.SetBody(n, f, realtype.Body{Func: body}); err != nil {
			t.Fatal(err)
		}
	}
}

// TestRandomTypes compares types that are made with those of a compiled program.
func TestRandomTypes(t *testing.T) {
	for seed := *first; seed < *first+int64(*seeds); seed++ {
		s := generate(seed, *count)
		var list []string
		for i := range s.types {
			list = append(list, s.name(i))
		}
		embedded := slices.IndexFunc(s.types, func(d decl) bool { return d.kind != "pointer" })
		list = append(list, "struct { A int; b string }", "struct { _ int; A int }", "struct { "+s.name(embedded)+" }")
		var roots strings.Builder
		roots.WriteString("var roots = []any{\n")
		var vars strings.Builder
		for i, l := range list {
			fmt.Fprintf(&roots, "\tnew(%s),\n", l)
			fmt.Fprintf(&vars, "var V%d %s\n", i, l)
		}
		roots.WriteString("}\n")
		imports := "import (\n\t\"fmt\"\n\t\"go/ast\"\n\t\"strings\"\n\t\"sync\"\n\t\"time\"\n)\nvar _ ast.Expr\nvar _ strings.Builder\nvar _ sync.Mutex\nvar _ time.Time\nvar _ fmt.Stringer\n"
		decls := "package main\n\n" + imports + s.out.String()
		want := compile(t, decls+roots.String())
		if want == "" {
			continue
		}

		pkg := load(t, decls+"func results(string, string, []any, ...any) {}\n"+vars.String())
		m := New(lookup)
		var ts []reflect.Type
		for i := range list {
			typ := typeOf(t, m, pkg, fmt.Sprint("V", i))
			ts = append(ts, typ)
		}
		for _, e := range m.named {
			if n, ok := e.source.(*types.Named); ok && e.made {
				setBodies(t, m, n)
			}
		}
		compareLines(t, seed, describe(ts), want)
	}
}

// compile runs a program and returns its description of its types.
func compile(t *testing.T, text string) string {
	t.Helper()
	dir := t.TempDir()
	common, err := os.ReadFile("describe_test.go")
	if err != nil {
		t.Fatal(err)
	}
	main := "package main\n\nimport \"reflect\"\n\nfunc main() {\n\tvar l []reflect.Type\n\tfor _, r := range roots {\n\t\tl = append(l, reflect.TypeOf(r).Elem())\n\t}\n\tprint2(describe(l))\n}\n"
	for name, text := range map[string]string{
		"types.go": text, "describe.go": strings.Replace(string(common), "package maker", "package main", 1), "main.go": main,
		"print.go": "package main\n\nimport \"os\"\n\nfunc print2(s string) { os.Stdout.WriteString(s) }\n", "go.mod": "module main\n\ngo 1.26\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "run", ".")
	cmd.Env = append(os.Environ(), "GOARCH=") // also where this test is emulated
	cmd.Dir = dir
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if strings.Contains(errs.String(), "internal compiler error") {
		t.Log("the compiler does not manage this program")
		return ""
	}
	if err != nil {
		t.Fatalf("%v\n%s\n%s", err, errs.String(), text)
	}
	return string(out)
}

func compareLines(t *testing.T, seed int64, got, want string) {
	t.Helper()
	// as the race detector has it
	got = strings.ReplaceAll(got, "panic: hash of unhashable type: ", "panic: runtime error: hash of unhashable type ")
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	head, bad := "", 0
	for i := range max(len(g), len(w)) {
		a, b := "", ""
		if i < len(g) {
			a = g[i]
		}
		if i < len(w) {
			b = w[i]
		}
		if strings.HasPrefix(b, "type ") {
			head = b
		}
		if a != b {
			if bad++; bad < 12 {
				t.Errorf("seed %d, %s\n got %s\nwant %s", seed, head, a, b)
			}
		}
	}
	t.Logf("seed %d: %d lines", seed, len(w))
}
