// Package advice finds valid Go in cells that is probably not what the user meant. The cell runs anyway, so there must
// be no advice about code that people write on purpose.
package advice

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/msrepl/msrepl/interp/internal/syntax"
	"github.com/msrepl/msrepl/tensor"
)

// Cell is a checked cell, with sugar rewritten.
type Cell struct {
	*syntax.Cell
	Fset    *token.FileSet
	Package *types.Package                  // of the session
	Tensor  *types.Pointer                  // *tensor.Tensor, nil if the package is not loaded
	Parts   []Part                          // without those of earlier cells that are compiled again
	Lookup  func(name string) types.Object  // resolves a name outside of functions
	Text    func(lo, hi token.Pos) string   // the user's source text
	Network func(t types.Type) *types.Named // t as a type of the session that embeds nn.Cell, otherwise nil

	// Former returns the replacement of a deprecated name in an argument of callee, or "" for other names.
	Former func(path, callee, name string) string
}

// Part is one of the units of a cell.
type Part struct {
	Files []*ast.File
	Decls []ast.Decl
	Body  *ast.BlockStmt // nil for declarations
	Info  *types.Info
	Last  bool                       // its last statement is the last one of the cell
	Start func(e ast.Expr) token.Pos // the start of the user's text of an expression
}

// adviser collects lines of advice.
type adviser struct {
	*Cell
	lines []string
}

// Of returns lines of advice for the author of a cell.
func Of(cell *Cell) []string {
	a := &adviser{Cell: cell}
	for i := range cell.Parts {
		u := &cell.Parts[i]
		for _, d := range u.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok {
				a.method(u, fd)
			}
			a.calls(u, d)
		}
		if u.Body != nil {
			a.calls(u, u.Body)
			a.echo(u)
		}
	}
	a.comments()
	return a.lines
}

func (a *adviser) say(format string, args ...any) {
	if line := "hint: " + fmt.Sprintf(format, args...); !slices.Contains(a.lines, line) {
		a.lines = append(a.lines, line)
	}
}

// calledMethods are the methods of cells that package nn calls.
var calledMethods = []string{"Construct", "Bprop", "ExtendRepr"}

// method is for methods of cells that are never called because they have Python's names.
func (a *adviser) method(u *Part, d *ast.FuncDecl) {
	r := syntax.ReceiverOf(d)
	if r.Name == nil {
		return
	}
	tn, ok := u.Info.ObjectOf(r.Name).(*types.TypeName)
	if !ok {
		return
	}
	n := a.Network(tn.Type())
	if n == nil {
		return
	}
	for _, want := range calledMethods {
		if d.Name.Name == want || !strings.EqualFold(strings.ReplaceAll(d.Name.Name, "_", ""), want) {
			continue
		}
		if !slices.ContainsFunc(slices.Collect(n.Methods()), func(m *types.Func) bool { return m.Name() == want }) {
			a.say("nothing calls the method %s of %s: in Go it is %s, with a capital letter", d.Name.Name, tn.Name(), want)
		}
	}
}

// calls is for methods that are printed instead of called, and indices that are printed instead of elements.
func (a *adviser) calls(u *Part, n ast.Node) {
	callees := map[ast.Expr]string{} // by argument
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			shown := a.shown(u, n)
			f, _ := n.Fun.(*ast.SelectorExpr)
			for _, arg := range n.Args {
				if c, ok := arg.(*ast.CallExpr); ok && f != nil {
					callees[c.Fun] = f.Sel.Name
				}
				if shown {
					a.value(u, arg)
				}
				a.dtype(u, arg)
			}
			a.series(u, n)
		case *ast.SelectorExpr:
			a.former(u, n, callees[n])
		case *ast.BinaryExpr:
			a.item(u, n)
		case *ast.RangeStmt:
			a.rangeLoop(u, n)
		}
		return true
	})
}

const itemMethod = "(*github.com/msrepl/msrepl/tensor.Tensor).Item"

// item is for x.Item() == 1, which is false for every dtype: Item returns an int64, a float32 or the like in an
// interface, and the number is an int.
func (a *adviser) item(u *Part, b *ast.BinaryExpr) {
	if b.Op != token.EQL && b.Op != token.NEQ {
		return
	}
	for _, sides := range [][2]ast.Expr{{b.X, b.Y}, {b.Y, b.X}} {
		call, _ := ast.Unparen(sides[0]).(*ast.CallExpr)
		number := ast.Unparen(sides[1])
		if sign, ok := number.(*ast.UnaryExpr); ok {
			number = sign.X
		}
		if lit, ok := number.(*ast.BasicLit); call == nil || !ok || lit.Kind != token.INT && lit.Kind != token.FLOAT {
			continue
		}
		sel, ok := call.Fun.(*ast.SelectorExpr)
		if f, _ := typeutil.Callee(u.Info, call).(*types.Func); !ok || f == nil || f.FullName() != itemMethod {
			continue
		}
		x := a.Text(u.Start(sel.X), sel.X.End())
		a.say("%s.Item() keeps the type of the element, and %s compares the types, too: %s.Float() is a float64", x, b.Op, x)
	}
}

// shown reports whether a call is to a function of package fmt or py that prints its arguments.
func (a *adviser) shown(u *Part, c *ast.CallExpr) bool {
	fn, ok := typeutil.Callee(u.Info, c).(*types.Func)
	if !ok || fn.Pkg() == nil || !strings.Contains(strings.ToLower(fn.Name()), "print") {
		return false
	}
	path := fn.Pkg().Path()
	return path == "fmt" || path == "github.com/msrepl/msrepl/py"
}

// value is for a method without arguments instead of its result: the address of a function is useless.
func (a *adviser) value(u *Part, e ast.Expr) {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok {
		return
	}
	s := u.Info.Selections[sel]
	if s == nil || s.Kind() != types.MethodVal {
		return
	}
	sig := s.Type().(*types.Signature)
	if needed := sig.Params().Len(); sig.Results().Len() == 0 || needed > 1 || needed == 1 && !sig.Variadic() {
		return
	}
	text := a.Text(u.Start(sel), sel.End())
	a.say("%s is a method: %s() calls it", text, text)
}

// dtype is for a number instead of a dtype, which Go converts to the dtype with that number: tensor.New(list, 3).
func (a *adviser) dtype(u *Part, e ast.Expr) {
	lit, ok := ast.Unparen(e).(*ast.BasicLit)
	if !ok {
		return
	}
	n, ok := types.Unalias(u.Info.TypeOf(lit)).(*types.Named)
	if !ok || n.Obj().Name() != "DType" {
		return
	}
	if pkg := n.Obj().Pkg(); pkg == nil || !strings.HasPrefix(pkg.Path(), "github.com/msrepl/msrepl/") {
		return
	}
	if k, exact := constant.Int64Val(constant.ToInt(u.Info.Types[lit].Value)); exact {
		a.say("%s is read as a dtype, %v: dtypes have names, such as tensor.Float32",
			a.Text(lit.Pos(), lit.End()), tensor.DType(k))
	}
}

// series is for names of series as separate arguments, which are removed in the next release.
func (a *adviser) series(u *Part, c *ast.CallExpr) {
	f, ok := typeutil.Callee(u.Info, c).(*types.Func)
	if !ok || f.Name() != "Plot" && f.Name() != "Scatter" || f.Pkg() == nil || f.Pkg().Path() != display ||
		f.Parent() == nil {
		return
	}
	var args []string
	name, named := "", false
	for _, x := range c.Args {
		text := a.Text(u.Start(x), x.End())
		b, ok := u.Info.TypeOf(x).Underlying().(*types.Basic)
		switch {
		case ok && b.Info()&types.IsString != 0:
			name, named = text, true
			continue
		case name != "":
			text = "display.Series{Name: " + name + ", Y: " + text + "}"
		}
		args, name = append(args, text), ""
	}
	if named {
		a.say("%s is now %s(%s); the next release removes the old spelling", a.Text(u.Start(c), c.End()),
			types.ExprString(c.Fun), strings.Join(args, ", "))
	}
}

const display = "github.com/msrepl/msrepl/display"

// former is for deprecated names of packages, which are removed in the next release, in an argument of callee.
func (a *adviser) former(u *Part, sel *ast.SelectorExpr, callee string) {
	o := u.Info.Uses[sel.Sel]
	if o == nil || o.Pkg() == nil || o.Parent() != o.Pkg().Scope() {
		return
	}
	if now := a.Former(o.Pkg().Path(), callee, o.Name()); now != "" {
		name := o.Pkg().Name() + "."
		a.say("%s%s is now %s%s; the next release removes the old spelling", name, o.Name(), name,
			strings.NewReplacer(", ", ", "+name, " or ", " or "+name).Replace(now))
	}
}

// echo is like value, for the last line of a cell.
func (a *adviser) echo(u *Part) {
	if n := len(u.Body.List); u.Last && n > 0 && !a.Silent() {
		if es, ok := u.Body.List[n-1].(*ast.ExprStmt); ok {
			a.value(u, es.X)
		}
	}
}

// named is for a loop "name, p" over a list of named parameters or cells, whose names are in the elements.
func (a *adviser) named(u *Part, s *ast.RangeStmt) {
	list, ok := u.Info.TypeOf(s.X).Underlying().(*types.Slice)
	if !ok {
		return
	}
	st, ok := list.Elem().Underlying().(*types.Struct)
	if !ok || st.NumFields() < 2 || st.Field(0).Name() != "Name" {
		return
	}
	a.say("name is the index: for _, p := range %s has p.Name and p.%s", a.Text(s.X.Pos(), s.X.End()), st.Field(1).Name())
}

// indexNames are common names of indices.
var indexNames = []string{"i", "j", "k", "l", "m", "n", "idx", "index", "at", "pos", "count", "num", "number", "_"}

// rangeLoop is for a loop over tensors, parameters or cells that prints its only variable as if it were an element.
func (a *adviser) rangeLoop(u *Part, s *ast.RangeStmt) {
	id, ok := s.Key.(*ast.Ident)
	if ok && id.Name == "name" && s.Value != nil && s.Tok == token.DEFINE {
		a.named(u, s)
		return
	}
	if !ok || s.Value != nil || s.Tok != token.DEFINE || slices.Contains(indexNames, id.Name) {
		return
	}
	list, ok := u.Info.TypeOf(s.X).Underlying().(*types.Slice)
	if !ok || !a.ofNetwork(list.Elem()) {
		return
	}
	o, printed, other := u.Info.Defs[id], 0, 0
	ast.Inspect(s.Body, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok && a.shown(u, c) {
			for _, arg := range c.Args {
				if x, ok := ast.Unparen(arg).(*ast.Ident); ok && u.Info.Uses[x] == o {
					printed++
				}
			}
		}
		if x, ok := n.(*ast.Ident); ok && u.Info.Uses[x] == o {
			other++
		}
		return true
	})
	if printed > 0 && printed == other {
		text := a.Text(s.X.Pos(), s.X.End())
		a.say("%s is the index: for _, %s := range %s goes over the elements", id.Name, id.Name, text)
	}
}

// ofNetwork reports whether t is a tensor, a parameter or a cell.
func (a *adviser) ofNetwork(t types.Type) bool {
	if a.Tensor != nil && types.Identical(t, a.Tensor) {
		return true
	}
	for _, name := range []string{"Tensor", "CellBase"} {
		if o, _, _ := types.LookupFieldOrMethod(t, true, a.Package, name); o != nil {
			return true
		}
	}
	return false
}
