// Package gorun runs whole Go programs: they are type-checked against the packages of sessions, converted to SSA form,
// compiled by package compile and run by package vm. Output and exit status are those of "go run".
package gorun

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"log"
	"maps"
	"os"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"github.com/msrepl/msrepl/interp/internal/compile"
	"github.com/msrepl/msrepl/interp/internal/goabi"
	"github.com/msrepl/msrepl/interp/internal/gotypes"
	"github.com/msrepl/msrepl/interp/internal/realtype"
	"github.com/msrepl/msrepl/interp/internal/registries"
	"github.com/msrepl/msrepl/interp/internal/symbols"
	"github.com/msrepl/msrepl/interp/internal/vm"
)

// Program is a package main.
type Program struct {
	file string
	fset *token.FileSet
	code *compile.Unit
	host *vm.Host

	parts []*vm.Func // run in order
}

var selfTest = sync.OnceValue(func() error {
	if err := goabi.SelfTest(); err != nil {
		return err
	}
	return realtype.SelfTest()
})

// Load compiles a program. It returns an error if the program is invalid or needs something that is not supported.
func Load(file string, src []byte) (*Program, error) { return load(file, src, nil) }

// load is Load; with marked it compiles the program for a debugger, see compile.Compiler.Debug.
func load(file string, src []byte, marked func(*vm.Marks)) (*Program, error) {
	if err := selfTest(); err != nil {
		return nil, err
	}
	world, err := symbols.NewWorld()
	if err != nil {
		return nil, err
	}
	world.KeepBodies()
	p := &Program{file: file, fset: token.NewFileSet()}
	f, err := parser.ParseFile(p.fset, file, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	info := gotypes.NewInfo()
	conf := types.Config{Importer: world, Sizes: types.SizesFor("gc", runtime.GOARCH)}
	pkg, err := conf.Check("main", p.fset, []*ast.File{f}, info)
	if err != nil {
		return nil, err
	}
	main, ok := pkg.Scope().Lookup("main").(*types.Func)
	if !ok {
		return nil, fmt.Errorf("%s: function main is undeclared in the main package", file)
	}
	env := compile.NewWorld(world)
	known := registries.New(func() (string, int) { return file, 0 })
	known.Next(imports{pkg})
	functions := known.Functions()
	maps.Copy(functions, ending)
	env.Replace = func(path, name string) (reflect.Value, bool) {
		f := functions[path+"."+name]
		return reflect.ValueOf(f), f != nil
	}
	p.host = &vm.Host{Uncaught: p.uncaught}
	comp := compile.New(p.host, p.fset, env)
	comp.Debug(marked)
	if p.code, err = comp.Unit(pkg, []*ast.File{f}, info, nil, nil); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	p.code.Declare(nil)
	p.parts = []*vm.Func{p.code.Init(), p.code.Func(main)}
	if err := p.code.CompileAll(); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return p, nil
}

type imports struct{ pkg *types.Package } // the imports of a program

// Uses reports whether the program imports the package with a path.
func (i imports) Uses(path string) bool {
	return slices.ContainsFunc(i.pkg.Imports(), func(p *types.Package) bool { return p.Path() == path })
}

// ending are the functions that end the program; in a session, they end the cell.
var ending = map[string]any{
	"os.Exit": os.Exit, "log.Fatal": log.Fatal, "log.Fatalf": log.Fatalf, "log.Fatalln": log.Fatalln,
}

// Run runs the program and returns its exit status.
func (p *Program) Run() int {
	debug.SetPanicOnFault(true)
	for _, f := range p.parts {
		if r := p.host.Run(f); r != nil {
			p.report(os.Stderr, r)
			return 2
		}
	}
	return 0
}

func (p *Program) uncaught(_ *vm.Machine, r *vm.Panic) {
	p.report(os.Stderr, r)
	os.Exit(2)
}

// report writes the panic that ended the program, as Go does.
func (p *Program) report(w io.Writer, r *vm.Panic) {
	var b strings.Builder
	writePanic(&b, r)
	b.WriteString("\ngoroutine 1 [running]:\n")
	for _, f := range r.Trace {
		fmt.Fprintf(&b, "%s(...)\n", f.Func.Name)
		if f.Pos > 0 {
			pos := p.fset.Position(token.Pos(f.Pos))
			fmt.Fprintf(&b, "\t%s:%d\n", pos.Filename, pos.Line)
		}
	}
	_, _ = io.WriteString(w, b.String())
}

// writePanic writes the values of a panic and of the panics during whose deferred calls it began. A value that was
// recovered and passed to panic again is written once.
func writePanic(b *strings.Builder, r *vm.Panic) { writePanics(b, r, false) }

func writePanics(b *strings.Builder, r *vm.Panic, again bool) {
	if r.Link != nil {
		same := sameWords(r.Link.Value, r.Value)
		writePanics(b, r.Link, same)
		if same {
			return
		}
		b.WriteString("\t")
	}
	b.WriteString("panic: " + strings.ReplaceAll(panicText(r.Value), "\n", "\n\t"))
	switch {
	case r.Recovered && again:
		b.WriteString(" [recovered, repanicked]")
	case r.Recovered:
		b.WriteString(" [recovered]")
	}
	if err, ok := r.Value.(runtime.Error); ok && strings.Contains(err.Error(), "nil pointer dereference") {
		b.WriteString("\n[signal SIGSEGV: segmentation violation]")
	}
	b.WriteString("\n")
}

// sameWords reports whether two interfaces have the same words.
func sameWords(v, w any) bool {
	t, p := goabi.Unpack(v)
	u, q := goabi.Unpack(w)
	return t == u && p == q
}

// panicText returns a panic value as Go's runtime prints it.
func panicText(v any) string {
	switch v := v.(type) {
	case error:
		return v.Error()
	case fmt.Stringer:
		return v.String()
	case string:
		return v
	}
	r := reflect.ValueOf(v)
	switch k := r.Kind(); {
	case r.CanInt(), r.CanUint(), r.CanFloat(), r.CanComplex(), k == reflect.Bool, k == reflect.String:
		if r.Type().PkgPath() == "" {
			return fmt.Sprint(v)
		}
		if k == reflect.String {
			return fmt.Sprintf("%v(%q)", r.Type(), r.String())
		}
		return fmt.Sprintf("%v(%v)", r.Type(), v)
	}
	_, data := goabi.Unpack(v)
	return fmt.Sprintf("(%T) %p", v, data)
}
