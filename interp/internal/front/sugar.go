package front

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// operators are the methods of *tensor.Tensor behind Go's operators.
var operators = map[token.Token]string{
	token.ADD: "Add", token.SUB: "Sub", token.MUL: "Mul", token.QUO: "Div", token.REM: "Mod",
	token.LSS: "Less", token.LEQ: "LessEqual", token.GTR: "Greater", token.GEQ: "GreaterEqual",
	token.EQL: "Equal", token.NEQ: "NotEqual", token.LAND: "LogicalAnd", token.LOR: "LogicalOr",
	token.AND: "BitwiseAnd", token.OR: "BitwiseOr", token.XOR: "BitwiseXor",
}

var assignOperators = map[token.Token]token.Token{
	token.ADD_ASSIGN: token.ADD, token.SUB_ASSIGN: token.SUB, token.MUL_ASSIGN: token.MUL,
	token.QUO_ASSIGN: token.QUO, token.REM_ASSIGN: token.REM,
	token.AND_ASSIGN: token.AND, token.OR_ASSIGN: token.OR, token.XOR_ASSIGN: token.XOR,
}

// sugar rewrites operators, indices and calls on tensors and layers into method calls, guided by
// the types of the last check. It knows a type only when the checker or its own small typer is
// certain of it; the next check decides whether the result is right.
type sugar struct {
	a       *analysis
	info    *types.Info
	known   map[ast.Expr]types.Type     // types of nodes made here, or typed here
	vars    map[types.Object]types.Type // variables that the checker left without a type
	spans   map[ast.Expr]span           // what the user typed for a rewritten node, over all rounds
	errs    []types.Error
	depth   map[ast.Expr]int // how many operations the receivers of a rewritten one hold
	temps   int
	changed bool
}

// span is an extent of source text.
type span struct{ lo, hi token.Pos }

// run rewrites what is certain and reports whether it changed anything.
func (g *sugar) run(u *unit) bool {
	w := &syntax.Walker{Expr: g.expr}
	w.Before = func(s ast.Stmt) (ast.Stmt, bool) {
		switch s := s.(type) {
		case *ast.AssignStmt:
			return g.visitAssign(w, s), true
		case *ast.IncDecStmt:
			return g.visitIncDec(w, s), true
		}
		return s, false
	}
	w.After = func(s ast.Stmt) []ast.Stmt {
		if d, ok := s.(*ast.DeclStmt); ok {
			g.bindVars(d)
		}
		return []ast.Stmt{s}
	}
	for _, f := range u.files {
		for _, d := range f.Decls {
			w.Decl(d)
		}
	}
	return g.changed
}

func (g *sugar) errorf(at ast.Expr, format string, args ...any) {
	g.errs = append(g.errs, types.Error{Fset: g.a.fset, Pos: at.Pos(), Msg: fmt.Sprintf(format, args...)})
}

// tensor returns e as an expression of type *tensor.Tensor, or nil: a tensor itself, or something
// that embeds one, as a Parameter does.
func (g *sugar) tensor(e ast.Expr) ast.Expr {
	t := g.typ(e)
	if t == nil || g.a.tensor == nil || g.isType(e) {
		return nil
	}
	if types.Identical(t, g.a.tensor) {
		return e
	}
	if _, ok := t.(*types.TypeParam); ok {
		return nil
	}
	o, _, _ := types.LookupFieldOrMethod(t, true, g.a.pkg, "Tensor")
	v, ok := o.(*types.Var)
	if !ok || !v.Embedded() || !types.Identical(v.Type(), g.a.tensor) {
		return nil
	}
	n := &ast.SelectorExpr{X: e, Sel: &ast.Ident{NamePos: e.End(), Name: "Tensor"}}
	g.note(n, g.a.tensor, g.span(e))
	return n
}

// scalar says whether e is a number or a boolean.
func (g *sugar) scalar(e ast.Expr) bool {
	t := g.typ(e)
	if t == nil || g.isType(e) {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&(types.IsNumeric|types.IsBoolean) != 0
}

// operand returns e as a tensor: scalars become weak tensors, which is what Python's numbers are.
func (g *sugar) operand(e ast.Expr) ast.Expr {
	if t := g.tensor(e); t != nil {
		return t
	}
	if g.scalar(e) {
		return g.pkgCall("Scalar", e.Pos(), g.span(e), e)
	}
	return nil
}

// pkgCall builds tensor.name(args...).
func (g *sugar) pkgCall(name string, pos token.Pos, sp span, args ...ast.Expr) *ast.CallExpr {
	c := g.method(&ast.Ident{NamePos: pos, Name: tensorID}, name, pos, sp.hi, args...)
	if pkg := g.a.tensor.Elem().(*types.Named).Obj().Pkg(); pkg.Scope().Lookup(name) != nil {
		g.note(c, result(pkg.Scope().Lookup(name).Type()), sp)
	}
	return c
}

// method builds recv.name(args...) at pos.
func (g *sugar) method(recv ast.Expr, name string, pos, end token.Pos, args ...ast.Expr) *ast.CallExpr {
	return &ast.CallExpr{
		Fun:    &ast.SelectorExpr{X: recv, Sel: &ast.Ident{NamePos: pos, Name: name}},
		Lparen: pos, Args: args, Rparen: end - 1,
	}
}

func (g *sugar) note(e ast.Expr, t types.Type, s span) {
	if t != nil {
		g.known[e] = t
	}
	g.spans[e] = s
}

// span returns what the user typed for e.
func (g *sugar) span(e ast.Expr) span {
	if s, ok := g.spans[e]; ok {
		return s
	}
	switch e := e.(type) {
	case *ast.BinaryExpr:
		return span{g.span(e.X).lo, g.span(e.Y).hi}
	case *ast.CallExpr:
		return span{g.span(e.Fun).lo, e.End()}
	case *ast.SelectorExpr:
		return span{g.span(e.X).lo, e.End()}
	case *ast.UnaryExpr:
		return span{e.Pos(), g.span(e.X).hi}
	}
	return span{e.Pos(), e.End()}
}

// expr rewrites one expression whose parts are done.
func (g *sugar) expr(e ast.Expr) ast.Expr {
	var n ast.Expr
	switch e := e.(type) {
	case *ast.BinaryExpr:
		n = g.binary(e.Op, e.OpPos, e.X, e.Y, g.span(e))
	case *ast.UnaryExpr:
		n = g.unary(e)
	case *ast.IndexExpr, *ast.IndexListExpr, *ast.SliceExpr:
		if t, idx, pos := g.element(e); t != nil {
			n = g.at(t, e, idx, pos)
		}
	case *ast.CallExpr:
		n = g.call(e)
	}
	if n != nil {
		g.changed = true
		return n
	}
	g.infer(e)
	return e
}

// binary returns x op y as a method call, or nil when neither is a tensor or one is something else.
func (g *sugar) binary(op token.Token, pos token.Pos, x, y ast.Expr, sp span) ast.Expr {
	name := operators[op]
	if name == "" || g.tensor(x) == nil && g.tensor(y) == nil {
		return nil
	}
	tx, ty := g.operand(x), g.operand(y)
	if tx == nil || ty == nil {
		return nil
	}
	c := g.operation(tx, name, pos, sp.hi, ty)
	g.note(c, g.resultOf(name), sp)
	return c
}

func (g *sugar) unary(e *ast.UnaryExpr) ast.Expr {
	t := g.tensor(e.X)
	if t == nil {
		return nil
	}
	switch e.Op {
	case token.ADD:
		return t
	case token.SUB, token.NOT, token.XOR:
		name := map[token.Token]string{token.SUB: "Neg", token.NOT: "LogicalNot", token.XOR: "BitwiseNot"}[e.Op]
		sp := g.span(e)
		c := g.method(t, name, e.OpPos, sp.hi)
		g.note(c, g.resultOf(name), sp)
		return c
	}
	return nil
}

// resultOf returns the result type of a tensor method.
func (g *sugar) resultOf(name string) types.Type {
	o, _, _ := types.LookupFieldOrMethod(g.a.tensor, true, g.a.pkg, name)
	if f, ok := o.(*types.Func); ok {
		return result(f.Type())
	}
	return nil
}

// result returns what a call of a function of type t gives: nil, a type, or a tuple.
func result(t types.Type) types.Type {
	sig, ok := t.Underlying().(*types.Signature)
	if !ok || sig.TypeParams().Len() > 0 {
		return nil
	}
	switch sig.Results().Len() {
	case 0:
		return nil
	case 1:
		return sig.Results().At(0).Type()
	}
	return sig.Results()
}

// userText puts back what the user typed where a message prints rewritten code.
func (g *sugar) userText(a *analysis, u *unit, msg string) string {
	type rewritten struct{ from, to string }
	var l []rewritten
	for e, sp := range g.spans {
		if to := a.text(u.cellAt(a, sp.lo), sp.lo, sp.hi); to != "" {
			l = append(l, rewritten{types.ExprString(e), to})
		}
	}
	slices.SortFunc(l, func(x, y rewritten) int { return len(y.from) - len(x.from) })
	for _, r := range l {
		msg = strings.ReplaceAll(msg, r.from, r.to)
	}
	return msg
}

// cellAt returns the cell that holds pos: relinked functions come from older ones.
func (u *unit) cellAt(a *analysis, pos token.Pos) *syntax.Cell {
	for _, p := range u.pieces {
		if p.File.FileStart <= pos && pos <= p.File.FileEnd {
			return p.Cell
		}
	}
	return a.cell
}
