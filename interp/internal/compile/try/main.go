// Command try runs a Go program by compiled code, for experiments.
package main

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"reflect"
	"runtime/debug"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/tools/go/ssa"

	"github.com/msrepl/msrepl/interp/internal/compile"
	"github.com/msrepl/msrepl/interp/internal/goabi"
	"github.com/msrepl/msrepl/interp/internal/gotypes"
	"github.com/msrepl/msrepl/interp/internal/symbols"
	"github.com/msrepl/msrepl/interp/internal/vm"
)

type env struct {
	w     *gotypes.World
	known map[types.Type]reflect.Type
}

func (e *env) Reflect(t types.Type) reflect.Type {
	if r := e.known[t]; r != nil {
		return r
	}
	r := e.make(t)
	e.known[t] = r
	return r
}

func (e *env) make(t types.Type) reflect.Type {
	if n, ok := types.Unalias(t).(*types.Named); ok {
		if r := e.w.Reflect(n); r != nil {
			return r
		}
		if n.Obj().Pkg() == nil {
			return reflect.TypeFor[error]()
		}
		return e.Reflect(n.Underlying())
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		for _, x := range []any{false, 0, int8(0), int16(0), int32(0), int64(0), uint(0), uint8(0), uint16(0), uint32(0), uint64(0), uintptr(0), float32(0), 0.0, "", complex64(0), complex128(0), unsafe.Pointer(nil)} {
			r := reflect.TypeOf(x)
			if types.Identical(e.w.TypeOf(r), types.Default(u)) {
				return r
			}
		}
	case *types.Pointer:
		return reflect.PointerTo(e.Reflect(u.Elem()))
	case *types.Slice:
		return reflect.SliceOf(e.Reflect(u.Elem()))
	case *types.Array:
		return reflect.ArrayOf(int(u.Len()), e.Reflect(u.Elem()))
	case *types.Map:
		return reflect.MapOf(e.Reflect(u.Key()), e.Reflect(u.Elem()))
	case *types.Chan:
		return reflect.ChanOf([]reflect.ChanDir{reflect.BothDir, reflect.SendDir, reflect.RecvDir}[u.Dir()], e.Reflect(u.Elem()))
	case *types.Interface:
		return reflect.TypeFor[any]()
	case *types.Signature:
		var in, out []reflect.Type
		for v := range u.Params().Variables() {
			in = append(in, e.Reflect(v.Type()))
		}
		for v := range u.Results().Variables() {
			out = append(out, e.Reflect(v.Type()))
		}
		return reflect.FuncOf(in, out, u.Variadic())
	case *types.Struct:
		var fs []reflect.StructField
		for i := range u.NumFields() {
			f := u.Field(i)
			sf := reflect.StructField{Name: f.Name(), Type: e.Reflect(f.Type()), Tag: reflect.StructTag(u.Tag(i))}
			if !f.Exported() {
				sf.PkgPath = "main"
			}
			fs = append(fs, sf)
		}
		return reflect.StructOf(fs)
	}
	panic("no reflect type of " + t.String())
}

func (e *env) Session(reflect.Type) types.Type { return nil }

func (e *env) Native(f *types.Func) (reflect.Value, bool) {
	recv := f.Signature().Recv()
	if recv == nil {
		return e.w.Value(f.Pkg().Path(), f.Name())
	}
	m, ok := e.Reflect(recv.Type()).MethodByName(f.Name())
	return m.Func, ok
}

func (e *env) Variable(v types.Object) unsafe.Pointer {
	if r, ok := e.w.Value(v.Pkg().Path(), v.Name()); ok && r.CanAddr() {
		return r.Addr().UnsafePointer()
	}
	return nil
}

func main() {
	debug.SetPanicOnFault(true)
	rounds := flag.Int("n", 1, "times main is run")
	asm := flag.Bool("asm", false, "print the code")
	ssaForm := flag.Bool("ssa", false, "print the SSA form")
	flag.Parse()
	if err := goabi.SelfTest(); err != nil {
		panic(err)
	}
	src, err := os.ReadFile(flag.Arg(0))
	check(err)
	w, err := symbols.NewWorld()
	check(err)
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, flag.Arg(0), src, parser.SkipObjectResolution)
	check(err)
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}, Scopes: map[ast.Node]*types.Scope{},
		Instances: map[*ast.Ident]types.Instance{}, FileVersions: map[*ast.File]string{}}
	conf := types.Config{Importer: w, Sizes: types.SizesFor("gc", "amd64")}
	pkg, err := conf.Check("main", fset, []*ast.File{f}, info)
	check(err)
	prog := ssa.NewProgram(fset, ssa.InstantiateGenerics)
	made := map[*types.Package]bool{}
	var deps func(p *types.Package)
	deps = func(p *types.Package) {
		for _, d := range p.Imports() {
			if !made[d] {
				made[d] = true
				prog.CreatePackage(d, nil, nil, true)
				deps(d)
			}
		}
	}
	deps(pkg)
	sp := prog.CreatePackage(pkg, []*ast.File{f}, info, true)
	sp.Build()
	if *ssaForm {
		for _, m := range sp.Members {
			if fn, ok := m.(*ssa.Function); ok {
				fn.WriteTo(os.Stdout)
			}
		}
	}
	host := &vm.Host{}
	c := compile.New(host, prog, &env{w, map[types.Type]reflect.Type{}})
	run := func(fn *ssa.Function) {
		if p := host.Run(c.Func(fn)); p != nil {
			fmt.Fprintln(os.Stderr, "panic:", p.Value)
			for _, f := range p.Trace {
				fmt.Fprintln(os.Stderr, "\t", f.Func.Name, fset.Position(token.Pos(f.Pos)))
			}
			os.Exit(2)
		}
	}
	run(sp.Func("init"))
	best := time.Hour
	for range *rounds {
		t := cpu()
		run(sp.Func("main"))
		best = min(best, cpu()-t)
	}
	if *asm {
		c.Dump(os.Stdout)
	}
	if *rounds > 1 {
		fmt.Fprintln(os.Stderr, best)
	}
}

func cpu() time.Duration {
	var r syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &r)
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
