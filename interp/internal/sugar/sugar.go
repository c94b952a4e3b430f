// Package sugar implements the notation of cells beyond Go: operators, indices with commas and steps, numbers instead
// of tensors, and networks called as functions. It rewrites syntax trees to method calls.
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

// PackageName is the name of package tensor in rewritten code, whatever the user calls tensor.
const PackageName = "tensor" + syntax.Mark

// operators maps Go's operators to methods of *tensor.Tensor.
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

// Language describes the types and names that the notation applies to.
type Language struct {
	Fset    *token.FileSet
	Package *types.Package // of the text; used for temporary names of operands
	// *tensor.Tensor, nil if the package is not loaded: then only calls are sugar
	Tensor  *types.Pointer
	Text    func(lo, hi token.Pos) string // returns what the user typed, "" if not known
	Qualify types.Qualifier               // qualifies types in messages
	Hint    func(line string)             // receives a line for the author of the cell; may be nil
	// Defaults returns the arguments of an op after the given ones, as Go text, if all have defaults; may be nil.
	Defaults func(op *types.Func, given int) []string
}

// Rewriter rewrites operators, indices and calls on tensors and layers to method calls, using the types of the last
// check. It uses a type only if the checker or its own simple type inference is certain of it; the next check decides
// whether the result is right.
type Rewriter struct {
	Errors []types.Error // errors that no check would report

	lang    *Language
	info    *types.Info
	known   map[ast.Expr]types.Type     // types of nodes made or inferred here
	vars    map[types.Object]types.Type // variables left without a type by the checker
	spans   Spans
	depth   map[ast.Expr]int // number of operations in the receiver of a rewritten node
	temps   int
	changed bool
	jitted  ast.Stmt // reports that Jit, called by a statement, is not needed
}

// Spans holds the source extents of rewritten nodes. All rounds of one unit share it.
type Spans map[ast.Expr]Span

// Span is a range of source text.
type Span struct{ Lo, Hi token.Pos }

// New returns a rewriter for files that have been checked with info.
func New(lang *Language, info *types.Info, spans Spans) *Rewriter {
	return &Rewriter{
		lang: lang, info: info, spans: spans, known: map[ast.Expr]types.Type{},
		vars: map[types.Object]types.Type{}, depth: map[ast.Expr]int{},
	}
}

// Rewrite rewrites what is certain and reports whether it has changed anything.
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

// Tensor returns e as an expression of type *tensor.Tensor, or nil: for a tensor, something that embeds one, like a
// Parameter, or the result of a gradient function.
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

// operand returns e as a tensor: scalars become weakly typed tensors, like Python's numbers.
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

// Span returns the source range for e.
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

// expr rewrites one expression whose operands have been rewritten.
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

// binary returns x op y as a method call, or nil if neither is a tensor or one has an unsuitable type.
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

// result returns the result type of a function of type t: nil, a type, or a tuple.
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

// UserText replaces rewritten code in a message by what the user typed. A nil Rewriter returns it unchanged.
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

// boundArgument matches the checker's description of a bound of a slice.
var boundArgument = regexp.MustCompile("argument to " + PackageName + `\.\w+(\(.*\)\.By)?`)
