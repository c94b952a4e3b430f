package advice

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/interp/internal/gotypes"
	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// y // x divides tensors in Python; in Go it is y with a comment. The comment must be an operand made of variables
// that are tensors or numbers, which the words of a real comment seldom are.

// trailing is a comment after a statement.
type trailing struct {
	at   int // offset of the end of the statement
	text string
	expr ast.Expr
}

// comments looks for comments that were meant as divisions.
func (a *adviser) comments() {
	if a.Tensor == nil || !strings.Contains(a.Src, "//") {
		return
	}
	for _, c := range trailingOperands(a.Src) {
		for i := range a.Parts {
			a.comment(&a.Parts[i], c)
		}
	}
}

// trailingOperands returns the comments of a text that follow a statement on its line and read as an operand.
func trailingOperands(src string) (list []trailing) {
	end, last := 0, token.ILLEGAL
	for l := range syntax.Tokens(src, scanner.ScanComments) {
		switch l.Tok {
		case token.SEMICOLON:
			if l.Lit == "\n" {
				continue
			}
		case token.COMMENT:
			text, isLine := strings.CutPrefix(l.Lit, "//")
			if !isLine || !slices.Contains(operandEnds, last) || strings.Contains(src[end:l.Off], "\n") {
				continue
			}
			if e, err := parser.ParseExpr(strings.TrimSpace(text)); err == nil && isOperand(e) {
				list = append(list, trailing{end, strings.TrimSpace(text), e})
			}
			continue
		}
		last, end = l.Tok, l.Off+len(cmp.Or(l.Lit, l.Tok.String()))
	}
	return list
}

// operandEnds are the tokens with which an operand may end. A line that ends with one ends the statement.
var operandEnds = []token.Token{token.IDENT, token.RPAREN, token.RBRACK}

// isOperand reports whether e consists of names, numbers and arithmetic operators.
func isOperand(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return true
	case *ast.BasicLit:
		return e.Kind == token.INT
	case *ast.ParenExpr:
		return isOperand(e.X)
	case *ast.BinaryExpr:
		arithmetic := []token.Token{token.ADD, token.SUB, token.MUL, token.QUO, token.REM}
		return slices.Contains(arithmetic, e.Op) && isOperand(e.X) && isOperand(e.Y)
	}
	return false
}

// comment is for a comment after a statement that ends in a tensor.
func (a *adviser) comment(u *Part, c trailing) {
	line, col := a.LineCol(c.at)
	ends := func(p token.Pos) bool {
		at := syntax.Position(a.Fset, p)
		return at.Filename == a.Name && at.Line == line && at.Column == col
	}
	var operand ast.Expr
	starts := map[token.Pos]bool{}
	assigned := ""
	visit := func(n ast.Node) bool {
		if as, ok := n.(*ast.AssignStmt); ok && len(as.Lhs) == 1 && ends(as.End()) {
			if id, ok := as.Lhs[0].(*ast.Ident); ok {
				assigned = id.Name
			}
		}
		e, ok := n.(ast.Expr)
		if !ok || !ends(e.End()) {
			return true
		}
		if t := u.Info.TypeOf(e); t == nil || u.Info.Types[e].IsType() || !a.computes(t) || gotypes.IsBasic(t) {
			return true
		}
		starts[e.Pos()] = true
		operand = e
		return true
	}
	for _, f := range u.Files {
		ast.Inspect(f, visit)
	}
	if operand == nil || !a.operands(u, c.expr, operand.Pos()) {
		return
	}
	_, inParens := operand.(*ast.ParenExpr)
	isCall, isIndex := a.Src[c.at-1] == ')' && !inParens, a.Src[c.at-1] == ']' // sugar turns the index into a call
	switch e := c.expr.(type) {
	case *ast.BasicLit: // the comment is the value of the expression, unless that is a name
		if isCall || isIndex || len(starts) > 1 {
			return
		}
	case *ast.Ident: // the name of a result
		if isCall || e.Name == assigned {
			return
		}
	}
	a.say("// %s is a comment: floor division is x.FloorDiv(y)", c.text)
}

// operands reports whether the names in e are variables at pos that hold tensors, parameters or numbers.
func (a *adviser) operands(u *Part, e ast.Expr, pos token.Pos) bool {
	all := true
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			v, isVar := a.visible(u, id.Name, pos).(*types.Var)
			all = all && isVar && a.computes(v.Type())
		}
		return all
	})
	return all
}

// visible resolves a name at pos.
func (a *adviser) visible(u *Part, name string, pos token.Pos) types.Object {
	var best *types.Scope
	for _, s := range u.Info.Scopes {
		if s.Contains(pos) && s.Lookup(name) != nil && (best == nil || s.Pos() > best.Pos()) {
			best = s
		}
	}
	if best != nil {
		return best.Lookup(name)
	}
	return a.Lookup(name)
}

// computes reports whether values of type t are operands of arithmetic with tensors.
func (a *adviser) computes(t types.Type) bool {
	if gotypes.IsBasic(t) {
		return t.Underlying().(*types.Basic).Info()&types.IsNumeric != 0
	}
	if types.Identical(t, a.Tensor) {
		return true
	}
	o, _, _ := types.LookupFieldOrMethod(t, true, a.Package, "Tensor")
	v, ok := o.(*types.Var)
	return ok && types.Identical(v.Type(), a.Tensor)
}
