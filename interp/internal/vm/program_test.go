package vm_test

import (
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
