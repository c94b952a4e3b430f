package symbols

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"path"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
	"github.com/msrepl/msrepl/interp/internal/gotypes"
	"github.com/msrepl/msrepl/interp/internal/symbolgen"
)

// TestAgainstCompiler compares all packages with the compiler's export data: names, types, constants, method sets.
// testdata/differences.txt lists what reflection does not provide, and what is left out.
func TestAgainstCompiler(t *testing.T) {
	if testing.Short() {
		t.Skip("asks the go command for export data")
	}
	world, err := NewWorld()
	if err != nil {
		t.Fatal(err)
	}
	compiled := compiledPackages(t, world.Paths())
	known := readLines(t, "testdata/differences.txt")
	homes := homesOf(t, world, compiled)
	seen := map[string]bool{}
	for _, p := range standardPackages(t) {
		if d := p + ": left out"; !world.Has(p) {
			if seen[d] = true; !slices.Contains(known, d) {
				t.Errorf("new difference: %s", d)
			}
		}
	}
	for _, p := range world.Paths() {
		want, err := compiled.Import(p)
		if err != nil {
			t.Errorf("%s: %v", p, err)
			continue
		}
		got, err := world.Import(p)
		if err != nil {
			t.Errorf("%s: %v", p, err)
			continue
		}
		for _, d := range homes.differences(got, want) {
			if p == "syscall" && strings.HasSuffix(d, ": left out") {
				d = "syscall: in part"
			}
			if seen[d] = true; !slices.Contains(known, d) {
				t.Errorf("new difference: %s", d)
			}
		}
	}
	for _, d := range known {
		if !seen[d] {
			t.Errorf("difference is gone: %s", d)
		}
	}
}

// standardPackages lists the packages of the standard library that programs without C may import.
func standardPackages(t *testing.T) (paths []string) {
	t.Setenv("CGO_ENABLED", "0")
	for p := range strings.Lines(testenv.Go(t, "list", "std")) {
		p = strings.TrimSpace(p)
		if !symbolgen.Internal(p) && !strings.HasPrefix(p, "vendor/") {
			paths = append(paths, p)
		}
	}
	return paths
}

func readLines(t *testing.T, name string) (lines []string) {
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// compiledPackages returns an importer of the compiler's export data.
func compiledPackages(t *testing.T, paths []string) types.Importer {
	args := append([]string{"list", "-export", "-deps", "-f", "{{.ImportPath}}={{.Export}}"}, paths...)
	files := map[string]string{}
	for line := range strings.Lines(testenv.Go(t, args...)) {
		p, file, _ := strings.Cut(strings.TrimSpace(line), "=")
		files[p] = file
	}
	return importer.ForCompiler(token.NewFileSet(), "gc", func(p string) (io.ReadCloser, error) { return os.Open(files[p]) })
}

// homes maps types of packages that users cannot import to the names that they have for users.
type homes map[types.Object]string

func homesOf(t *testing.T, world *gotypes.World, compiled types.Importer) homes {
	h := homes{}
	for _, p := range world.Paths() {
		pkg, err := compiled.Import(p)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range pkg.Scope().Names() {
			named, ok := types.Unalias(pkg.Scope().Lookup(name).Type()).(*types.Named)
			if !ok || !world.HasMember(p, name) || named.Obj().Pkg() == nil || world.Has(named.Obj().Pkg().Path()) {
				continue
			}
			if _, isType := pkg.Scope().Lookup(name).(*types.TypeName); isType && h[named.Obj()] == "" {
				h[named.Obj()] = path.Base(p) + "." + name
			}
		}
	}
	return h
}

// differences lists the differences of got from want, one per line.
func (h homes) differences(got, want *types.Package) (list []string) {
	for _, name := range got.Scope().Names() {
		g, w := got.Scope().Lookup(name), want.Scope().Lookup(name)
		switch {
		case !ast.IsExported(name):
		case w == nil:
			list = append(list, fmt.Sprintf("%s.%s: not exported", got.Path(), name))
		case h.text(g) != h.text(w):
			list = append(list, fmt.Sprintf("%s.%s: %s is %s", got.Path(), name, h.text(w), h.text(g)))
		default:
			for _, m := range h.methodDifferences(g, w) {
				list = append(list, fmt.Sprintf("%s.%s: %s", got.Path(), name, m))
			}
		}
	}
	for _, name := range want.Scope().Names() {
		if ast.IsExported(name) && got.Scope().Lookup(name) == nil {
			list = append(list, fmt.Sprintf("%s.%s: left out", got.Path(), name))
		}
	}
	return list
}

// text describes an object without what is irrelevant to type checking: parameter names, and which name of an alias
// is used.
func (h homes) text(o types.Object) string {
	s := fmt.Sprintf("%s %s", strings.TrimPrefix(reflect.TypeOf(o).String(), "*types."), h.canonical(o.Type()))
	switch o := o.(type) {
	case *types.Const:
		return s + " = " + o.Val().ExactString()
	case *types.TypeName:
		return s + " " + h.canonical(o.Type().Underlying())
	}
	return s
}

func (h homes) canonical(t types.Type) string {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return types.Typ[t.Kind()].String()
	case *types.Pointer:
		return "*" + h.canonical(t.Elem())
	case *types.Slice:
		return "[]" + h.canonical(t.Elem())
	case *types.Array:
		return fmt.Sprintf("[%d]%s", t.Len(), h.canonical(t.Elem()))
	case *types.Map:
		return fmt.Sprintf("map[%s]%s", h.canonical(t.Key()), h.canonical(t.Elem()))
	case *types.Chan:
		return fmt.Sprintf("chan%d %s", t.Dir(), h.canonical(t.Elem()))
	case *types.Signature:
		return fmt.Sprintf("func%s%s variadic=%v", h.tuple(t.Params()), h.tuple(t.Results()), t.Variadic())
	case *types.Struct:
		return h.structure(t)
	case *types.Interface:
		var l []string
		for m := range t.Methods() {
			l = append(l, m.Name()+h.canonical(m.Type()))
		}
		slices.Sort(l)
		return "interface{" + strings.Join(l, "; ") + "}"
	case *types.Named:
		if home := h[t.Obj()]; home != "" {
			return home
		}
		return named(t)
	}
	return t.String()
}

// named writes an instance of a generic type as reflection does.
func named(t *types.Named) string {
	base := func(p *types.Package) string { return path.Base(p.Path()) }
	if t.TypeArgs() == nil {
		return types.TypeString(t, base)
	}
	var args []string
	for arg := range t.TypeArgs().Types() {
		args = append(args, types.TypeString(arg, (*types.Package).Path))
	}
	return base(t.Obj().Pkg()) + "." + t.Obj().Name() + "[" + strings.Join(args, ",") + "]"
}

func (h homes) tuple(t *types.Tuple) string {
	var l []string
	for v := range t.Variables() {
		l = append(l, h.canonical(v.Type()))
	}
	return "(" + strings.Join(l, ", ") + ")"
}

// structure describes a struct, without the types of unexported fields.
func (h homes) structure(t *types.Struct) string {
	var l []string
	for i := range t.NumFields() {
		f := t.Field(i)
		if !f.Exported() && !f.Embedded() {
			l = append(l, f.Name())
			continue
		}
		l = append(l, fmt.Sprintf("%s %s %q embedded=%v", f.Name(), h.canonical(f.Type()), t.Tag(i), f.Embedded()))
	}
	return "struct{" + strings.Join(l, "; ") + "}"
}

func (h homes) methodDifferences(got, want types.Object) (list []string) {
	if _, ok := want.(*types.TypeName); !ok || types.IsInterface(want.Type()) {
		return nil
	}
	g, w := h.methods(got.Type()), h.methods(want.Type())
	for _, m := range w {
		if !slices.Contains(g, m) {
			list = append(list, "lacks "+m)
		}
	}
	for _, m := range g {
		if !slices.Contains(w, m) {
			list = append(list, "has "+m)
		}
	}
	return list
}

// methods lists the exported methods of t and of *t.
func (h homes) methods(t types.Type) (list []string) {
	for _, t := range []types.Type{t, types.NewPointer(t)} {
		set := types.NewMethodSet(t)
		for i := range set.Len() {
			if m := set.At(i).Obj(); m.Exported() {
				_, pointer := t.(*types.Pointer)
				list = append(list, fmt.Sprintf("%s%s pointer=%v", m.Name(), h.canonical(m.Type()), pointer))
			}
		}
	}
	return list
}
