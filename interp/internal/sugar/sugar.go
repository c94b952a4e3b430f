// Package sugar is the notation that cells have beyond Go: operators, indices with commas and steps, and numbers in the
// place of tensors, and networks that are called as functions. It rewrites syntax trees into method calls.
package sugar

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// PackageName is how rewritten code names package tensor, whatever the user calls tensor.
const PackageName = "tensor" + syntax.Mark

// operators are the methods of *tensor.Tensor behind Go's operators.
var operators = map[token.Token]string{
	token.ADD: "Add", token.SUB: "Sub", token.MUL: "Mul", token.QUO: "Div", token.REM: "Mod",
	token.LSS: "Less", token.LEQ: "LessEqual", token.GTR: "Greater", token.GEQ: "GreaterEqual",
	token.EQL: "Equal", token.NEQ: "NotEqual", token.LAND: "LogicalAnd", token.LOR: "LogicalOr",
	token.AND: "BitwiseAnd", token.OR: "BitwiseOr", token.XOR: "BitwiseXor",
	token.SHL: "LeftShift", token.SHR: "RightShift",
}

var assignOperators = map[token.Token]token.Token{
	token.ADD_ASSIGN: token.ADD, token.SUB_ASSIGN: token.SUB, token.MUL_ASSIGN: token.MUL,
	token.QUO_ASSIGN: token.QUO, token.REM_ASSIGN: token.REM,
	token.AND_ASSIGN: token.AND, token.OR_ASSIGN: token.OR, token.XOR_ASSIGN: token.XOR,
	token.SHL_ASSIGN: token.SHL, token.SHR_ASSIGN: token.SHR,
}

// Language is what the notation of cells is about.
type Language struct {
	Fset    *token.FileSet
	Package *types.Package // of the text; it takes the names of operands that are asked about
	// *tensor.Tensor, nil where the package is not loaded: then only calls are sugar
	Tensor  *types.Pointer
	Text    func(lo, hi token.Pos) string // what the user typed there, "" where nothing is known
	Qualify types.Qualifier               // how types print in messages
	Hint    func(line string)             // takes a line for the one who wrote the cell; may be nil
	// The arguments of an op that follow the given ones, as Go, where all have defaults; may be nil.
	Defaults func(op *types.Func, given int) []string
}

// Rewriter rewrites operators, indices and calls on tensors and layers into method calls, guided by the types of the
// last check. It knows a type only when the checker or its own small typer is certain of it; the next check decides
// whether the result is right.
type Rewriter struct {
	Errors []types.Error // what no check would say

	lang    *Language
	info    *types.Info
	known   map[ast.Expr]types.Type     // types of nodes made here, or typed here
	vars    map[types.Object]types.Type // variables that the checker left without a type
	spans   Spans
	depth   map[ast.Expr]int // how many operations the receivers of a rewritten one hold
	temps   int
	changed bool
	jitted  ast.Stmt // says that Jit, which a statement calls, is not needed
}

// Spans is what the user typed for rewritten nodes. All rounds of one unit share it.
type Spans map[ast.Expr]Span

// Span is an extent of source text.
type Span struct{ Lo, Hi token.Pos }

// New returns a rewriter for files that have been checked with info.
func New(lang *Language, info *types.Info, spans Spans) *Rewriter {
	return &Rewriter{
		lang: lang, info: info, spans: spans, known: map[ast.Expr]types.Type{},
		vars: map[types.Object]types.Type{}, depth: map[ast.Expr]int{},
	}
}

// Rewrite changes what is certain and reports whether it changed anything.
func (g *Rewriter) Rewrite(files []*ast.File) bool {
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
		switch s := s.(type) {
		case *ast.DeclStmt:
			g.bindVars(s)
		case *ast.RangeStmt:
			g.overResult(s)
		}
		if g.jitted != nil {
			said := g.jitted
			g.jitted = nil
			return []ast.Stmt{said, s}
		}
		return []ast.Stmt{s}
	}
	for _, f := range files {
		for _, d := range f.Decls {
			w.Decl(d)
		}
	}
	return g.changed
}

func (g *Rewriter) errorf(at ast.Expr, format string, args ...any) {
	g.Errors = append(g.Errors, types.Error{Fset: g.lang.Fset, Pos: at.Pos(), Msg: fmt.Sprintf(format, args...)})
}

// Tensor returns e as an expression of type *tensor.Tensor, or nil: a tensor itself, something that embeds one, as a
// Parameter does, or the result of a gradient function.
func (g *Rewriter) Tensor(e ast.Expr) ast.Expr {
	t := g.TypeOf(e)
	if t == nil || g.lang.Tensor == nil || g.isType(e) {
		return nil
	}
	if types.Identical(t, g.lang.Tensor) {
		return e
	}
	if _, ok := t.(*types.TypeParam); ok {
		return nil
	}
	if g.isResult(e) {
		return g.resultMethod(e, "Tensor", e)
	}
	o, _, _ := types.LookupFieldOrMethod(t, true, g.lang.Package, "Tensor")
	v, ok := o.(*types.Var)
	if !ok || !v.Embedded() || !types.Identical(v.Type(), g.lang.Tensor) {
		return nil
	}
	n := &ast.SelectorExpr{X: e, Sel: &ast.Ident{NamePos: e.End(), Name: "Tensor"}}
	g.note(n, g.lang.Tensor, g.Span(e))
	return n
}

// scalar reports whether e is a number or a boolean.
func (g *Rewriter) scalar(e ast.Expr) bool {
	t := g.TypeOf(e)
	if t == nil || g.isType(e) {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&(types.IsNumeric|types.IsBoolean) != 0
}

// operand returns e as a tensor: scalars become weak tensors, which is what Python's numbers are.
func (g *Rewriter) operand(e ast.Expr) ast.Expr {
	if t := g.Tensor(e); t != nil {
		return t
	}
	if g.scalar(e) {
		return g.pkgCall("Scalar", e.Pos(), g.Span(e), e)
	}
	return nil
}

// pkgCall builds tensor.name(args...).
func (g *Rewriter) pkgCall(name string, pos token.Pos, sp Span, args ...ast.Expr) *ast.CallExpr {
	c := g.method(&ast.Ident{NamePos: pos, Name: PackageName}, name, pos, sp.Hi, args...)
	if pkg := g.lang.Tensor.Elem().(*types.Named).Obj().Pkg(); pkg.Scope().Lookup(name) != nil {
		g.note(c, result(pkg.Scope().Lookup(name).Type()), sp)
	}
	return c
}

// method builds recv.name(args...) at pos.
func (g *Rewriter) method(recv ast.Expr, name string, pos, end token.Pos, args ...ast.Expr) *ast.CallExpr {
	return &ast.CallExpr{
		Fun:    &ast.SelectorExpr{X: recv, Sel: &ast.Ident{NamePos: pos, Name: name}},
		Lparen: pos, Args: args, Rparen: end - 1,
	}
}

func (g *Rewriter) note(e ast.Expr, t types.Type, s Span) {
	if t != nil {
		g.known[e] = t
	}
	g.spans[e] = s
}

// Span returns what the user typed for e.
func (g *Rewriter) Span(e ast.Expr) Span {
	if s, ok := g.spans[e]; ok {
		return s
	}
	switch e := e.(type) {
	case *ast.BinaryExpr:
		return Span{g.Span(e.X).Lo, g.Span(e.Y).Hi}
	case *ast.CallExpr:
		return Span{g.Span(e.Fun).Lo, e.End()}
	case *ast.SelectorExpr:
		return Span{g.Span(e.X).Lo, e.End()}
	case *ast.UnaryExpr:
		return Span{e.Pos(), g.Span(e.X).Hi}
	}
	return Span{e.Pos(), e.End()}
}

// expr rewrites one expression whose parts are done.
func (g *Rewriter) expr(e ast.Expr) ast.Expr {
	var n ast.Expr
	switch e := e.(type) {
	case *ast.BinaryExpr:
		n = g.binary(e.Op, e.OpPos, e.X, e.Y, g.Span(e))
	case *ast.UnaryExpr:
		n = g.unary(e)
	case *ast.IndexExpr:
		if n = g.resultElement(e); n == nil {
			n = g.elementValue(e)
		}
	case *ast.IndexListExpr, *ast.SliceExpr:
		n = g.elementValue(e)
	case *ast.SelectorExpr:
		n = g.resultMember(e)
	case *ast.CallExpr:
		if n = g.respell(e); n == nil {
			n = g.call(e)
		}
	}
	if n != nil {
		g.changed = true
		return n
	}
	g.infer(e)
	return e
}

// binary returns x op y as a method call, or nil when neither is a tensor or one is something else.
func (g *Rewriter) binary(op token.Token, pos token.Pos, x, y ast.Expr, sp Span) ast.Expr {
	name := operators[op]
	if name == "" || g.Tensor(x) == nil && g.Tensor(y) == nil {
		return nil
	}
	tx, ty := g.operand(x), g.operand(y)
	if tx == nil || ty == nil {
		return nil
	}
	c := g.operation(tx, name, pos, sp.Hi, ty)
	g.note(c, g.resultOf(name), sp)
	return c
}

func (g *Rewriter) unary(e *ast.UnaryExpr) ast.Expr {
	t := g.Tensor(e.X)
	if t == nil {
		return nil
	}
	switch e.Op {
	case token.ADD:
		return t
	case token.SUB, token.NOT, token.XOR:
		name := map[token.Token]string{token.SUB: "Neg", token.NOT: "LogicalNot", token.XOR: "BitwiseNot"}[e.Op]
		sp := g.Span(e)
		c := g.method(t, name, e.OpPos, sp.Hi)
		g.note(c, g.resultOf(name), sp)
		return c
	}
	return nil
}

// resultOf returns the result type of a tensor method.
func (g *Rewriter) resultOf(name string) types.Type {
	o, _, _ := types.LookupFieldOrMethod(g.lang.Tensor, true, g.lang.Package, name)
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

// UserText puts back what the user typed where a message prints rewritten code. A nil Rewriter has rewritten nothing.
func (g *Rewriter) UserText(msg string) string {
	if g == nil {
		return msg
	}
	msg = boundArgument.ReplaceAllString(msg, "a slice bound")
	type rewritten struct{ from, to string }
	var l []rewritten
	for e, sp := range g.spans {
		if to := g.lang.Text(sp.Lo, sp.Hi); to != "" {
			l = append(l, rewritten{types.ExprString(e), to})
		}
	}
	slices.SortFunc(l, func(x, y rewritten) int { return len(y.from) - len(x.from) })
	for _, r := range l {
		msg = strings.ReplaceAll(msg, r.from, r.to)
	}
	return msg
}

// boundArgument is what the checker calls a bound of a slice.
var boundArgument = regexp.MustCompile("argument to " + PackageName + `\.\w+(\(.*\)\.By)?`)
