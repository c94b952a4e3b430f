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
	"runtime/debug"
	"syscall"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/msrepl/msrepl/interp/internal/compile"
	"github.com/msrepl/msrepl/interp/internal/goabi"
	"github.com/msrepl/msrepl/interp/internal/realtype"
	"github.com/msrepl/msrepl/interp/internal/symbols"
	"github.com/msrepl/msrepl/interp/internal/vm"
)

func main() {
	debug.SetPanicOnFault(true)
	rounds := flag.Int("n", 1, "times main is run")
	asm := flag.Bool("asm", false, "print the code")
	ssaForm := flag.Bool("ssa", false, "print the SSA form")
	flag.Parse()
	check(goabi.SelfTest())
	check(realtype.SelfTest())
	src, err := os.ReadFile(flag.Arg(0))
	check(err)
	w, err := symbols.NewWorld()
	check(err)
	w.KeepBodies()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, flag.Arg(0), src, parser.SkipObjectResolution)
	check(err)
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}, Scopes: map[ast.Node]*types.Scope{},
		Instances: map[*ast.Ident]types.Instance{}, FileVersions: map[*ast.File]string{}}
	conf := types.Config{Importer: w, Sizes: types.SizesFor("gc", "amd64")}
	pkg, err := conf.Check("main", fset, []*ast.File{f}, info)
	check(err)
	prog := compile.NewProgram(fset, w)
	sp := prog.Add(pkg, []*ast.File{f}, info)
	if *ssaForm {
		for _, m := range sp.Members {
			if fn, ok := m.(*ssa.Function); ok {
				fn.WriteTo(os.Stdout)
			}
		}
	}
	host := &vm.Host{}
	env := compile.NewWorld(w)
	c := compile.New(host, prog, env)
	env.Bind(c)
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
