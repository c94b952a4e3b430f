package export

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// interact adds the parameter names to a call of display.Interact; a session finds them itself.
func (x *program) interact(u *unit, e ast.Expr) ast.Expr {
	c, ok := e.(*ast.CallExpr)
	if !ok || len(c.Args) == 0 || c.Ellipsis.IsValid() {
		return e
	}
	called, ok := typeutil.Callee(u.Info, c).(*types.Func)
	if !ok || called.Name() != "Interact" || called.Pkg().Path() != displayPath {
		return e
	}
	f, ok := u.typeOf(c.Args[0]).Underlying().(*types.Signature)
	if !ok || f.Params().Len() == 0 {
		return e
	}
	end := c.Rparen
	names := &ast.CallExpr{Fun: syntax.QuoteExpr(end, x.importName(displayPath)+".Names"), Lparen: end, Rparen: end}
	for v := range f.Params().Variables() {
		name := strconv.Quote(clean(v.Name()))
		names.Args = append(names.Args, &ast.BasicLit{ValuePos: end, Kind: token.STRING, Value: name})
	}
	c.Args = append(c.Args, names)
	return c
}
