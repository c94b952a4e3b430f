package vm_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"reflect"
	"runtime"
	"testing"
	"unsafe"

	"github.com/msrepl/msrepl/interp/internal/compile"
	"github.com/msrepl/msrepl/interp/internal/gotypes"
	"github.com/msrepl/msrepl/interp/internal/symbols"
	"github.com/msrepl/msrepl/interp/internal/vm"
)

// program is a package main that has been compiled.
type program struct {
	host *vm.Host
	code *compile.Unit
	pkg  *types.Package
	fset *token.FileSet
}

// load compiles text for a host; native gives other functions than the compiled ones of that name.
func load(t testing.TB, host *vm.Host, text string, native map[string]any) *program {
	t.Helper()
	w, err := symbols.NewWorld() // of its own, as generic functions of libraries become part of a program
	if err != nil {
		t.Fatal(err)
	}
	w.KeepBodies()
	p := &program{host: host, fset: token.NewFileSet()}
	f, err := parser.ParseFile(p.fset, "main.go", "package main\n"+text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	info := gotypes.NewInfo()
	conf := types.Config{Importer: w, Sizes: types.SizesFor("gc", runtime.GOARCH)}
	pkg, err := conf.Check("main", p.fset, []*ast.File{f}, info)
	if err != nil {
		t.Fatal(err)
	}
	env := compile.NewWorld(w)
	env.Replace = func(path, name string) (reflect.Value, bool) {
		v, ok := native[path+"."+name]
		return reflect.ValueOf(v), ok
	}
	p.pkg = pkg
	if p.code, err = compile.New(host, p.fset, env).Unit(pkg, []*ast.File{f}, info, nil, nil); err != nil {
		t.Fatal(err)
	}
	p.code.Declare(nil)
	if r := host.Run(p.code.Init()); r != nil {
		t.Fatal(r.Value)
	}
	return p
}

// function returns a function of the package.
func (p *program) function(name string) *vm.Func {
	return p.code.Func(p.pkg.Scope().Lookup(name).(*types.Func))
}

// run calls a function of the package without parameters.
func (p *program) run(name string) *vm.Panic { return p.host.Run(p.function(name)) }

// value returns a function of the package as a func value of Go's.
func value[F any](p *program, name string) F {
	c := p.function(name).Static()
	return *(*F)(unsafe.Pointer(&c))
}

// line returns the line of a frame, counted from that of the package clause.
func (p *program) line(f vm.Frame) int { return p.fset.Position(token.Pos(f.Pos)).Line }

// TestConstantsAreLoadedWhereNeeded checks that a call loads the constants of the way that it takes through the
// function, and a loop none.
func TestConstantsAreLoadedWhereNeeded(t *testing.T) {
	p := load(t, &vm.Host{}, `func kind(n int) (string, float64) {
	if n < 0 { return "negative", 1.5 }
	if n == 0 { return "none", 2.5 }
	for i, s := 0, 1.5; ; i++ {
		if s *= s; s > 1000*float64(n) { return "many", s }
	}
}`, nil)
	kind := value[func(int) (string, float64)](p, "kind")
	for n, want := range map[int]string{-1: "negative 1.5", 0: "none 2.5", 1: "many 431439.8832739892"} {
		if s, f := kind(n); fmt.Sprint(s, " ", f) != want {
			t.Errorf("kind(%d) is %s %v, want %s", n, s, f, want)
		}
	}
	isLoad := func(in vm.Ins) bool { return in.Op == vm.LDI || in.Op == vm.LDP }
	if code := p.function("kind").Code(); isLoad(code[0]) {
		t.Errorf("the function begins with loads: %v", code[:4])
	}
	loads := 0
	for _, in := range p.function("kind").Code() {
		if isLoad(in) {
			loads++
		}
	}
	if loads > 10 {
		t.Errorf("%d loads of constants", loads)
	}
}
