package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/constant"
	"go/format"
	"go/parser"
	"go/printer"
	"go/scanner"
	"go/token"
	"go/types"
	"os"
	"strconv"
	"strings"
)

type visitor struct {
	depth int
	names map[string]int
	out   *strings.Builder
}

func (v visitor) Visit(n ast.Node) ast.Visitor {
	if n == nil {
		return nil
	}
	if id, ok := n.(*ast.Ident); ok {
		v.names[id.Name]++
	}
	fmt.Fprintf(v.out, "%s%T\n", strings.Repeat(" ", v.depth), n)
	v.depth++
	return v
}

const src = `package p

import "fmt"

// Add adds.
func Add(a, b int) int { return a+b*2 }
type T struct { A int ` + "`json:\"a\"`" + `; b []string }
func (t *T) M() { for i := range t.b { fmt.Println(i) } }
const C = 1 << 4 + len("abc")
`

func eval(e ast.Expr) (v float64, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("eval: %v", r)
		}
	}()
	switch e := e.(type) {
	case *ast.BasicLit:
		return strconv.ParseFloat(e.Value, 64)
	case *ast.ParenExpr:
		return eval(e.X)
	case *ast.UnaryExpr:
		x, err := eval(e.X)
		return -x, err
	case *ast.BinaryExpr:
		x, err := eval(e.X)
		if err != nil {
			return 0, err
		}
		y, err := eval(e.Y)
		if err != nil {
			return 0, err
		}
		return map[token.Token]func(a, b float64) float64{
			token.ADD: func(a, b float64) float64 { return a + b },
			token.MUL: func(a, b float64) float64 { return a * b },
			token.QUO: func(a, b float64) float64 { return a / b },
		}[e.Op](x, y), nil
	}
	return 0, fmt.Errorf("cannot %T", e)
}

type renamer struct{ from, to string }

func (r renamer) apply(f *ast.File) {
	ast.Inspect(f, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Name == r.from {
			id.Name = r.to
		}
		return true
	})
}

type importer map[string]*types.Package

func (m importer) Import(path string) (*types.Package, error) {
	if p, ok := m[path]; ok {
		return p, nil
	}
	return nil, fmt.Errorf("no %s", path)
}

func main() {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", src, parser.ParseComments)
	fmt.Println(err, f.Name)
	var out strings.Builder
	v := visitor{names: map[string]int{}, out: &out}
	ast.Walk(v, f.Decls[1])
	fmt.Print(out.String())
	fmt.Println(v.names)
	renamer{"a", "alpha"}.apply(f)
	printer.Fprint(os.Stdout, fset, f)
	var buf bytes.Buffer
	format.Node(&buf, fset, f.Decls[2])
	fmt.Println(buf.String())
	for _, e := range []string{"1+2*3", "-(4)/2", "a+1", "1-2", "1+"} {
		x, err := parser.ParseExpr(e)
		if err != nil {
			if l, ok := err.(scanner.ErrorList); ok {
				fmt.Println(len(l), l[0].Pos, l[0].Msg)
			}
			continue
		}
		fmt.Println(eval(x))
	}
	var errs []string
	conf := types.Config{Importer: importer{}, Error: func(err error) { errs = append(errs, err.Error()) }}
	info := &types.Info{Defs: map[*ast.Ident]types.Object{}, Types: map[ast.Expr]types.TypeAndValue{}}
	pkg, _ := conf.Check("p", fset, []*ast.File{f}, info)
	fmt.Println(errs, pkg.Scope().Names())
	c := pkg.Scope().Lookup("C").(*types.Const)
	n, exact := constant.Int64Val(c.Val())
	fmt.Println(c, n, exact, types.TypeString(pkg.Scope().Lookup("T").Type().Underlying(), types.RelativeTo(pkg)))
	b, err := format.Source([]byte("package x\nfunc  f( ) {x:=1;_=x}"))
	fmt.Println(string(b), err)
	_, err = format.Source([]byte("package x\nfunc {"))
	fmt.Println(err)
	ast.Print(fset, f.Decls[3].(*ast.FuncDecl).Recv)
}
