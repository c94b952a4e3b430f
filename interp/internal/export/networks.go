package export

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/msrepl/msrepl/interp/internal/sugar"
	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// A session gives each new network its own address. A program has to do so itself: where no constructor calls Init,
// the exported program calls a helper.

const bindHelper = `// %[1]s gives a cell its own address, as Init does in a constructor.
func %[1]s[T %[2]s.Layer](cell T) T {
	cell.CellBase().Init(cell)
	return cell
}

`

// binding returns the function for a walker that gives networks of a unit their own address, and renames expressions.
func (x *program) binding(e *unit) func(ast.Expr) ast.Expr {
	done := e.initialized()
	return func(expr ast.Expr) ast.Expr {
		if made := x.bound(e, expr, done); made != nil {
			return made
		}
		return renameExpr(e, x.chains(e, x.interact(e, expr)))
	}
}

// chains converts the functions of long chains back to methods.
func (x *program) chains(u *unit, e ast.Expr) ast.Expr {
	c, ok := e.(*ast.CallExpr)
	if !ok || len(c.Args) != 2 {
		return e
	}
	id, ok := c.Fun.(*ast.Ident)
	if sel, isSel := c.Fun.(*ast.SelectorExpr); isSel { // it has a package qualifier already
		id, ok = sel.Sel, true
	}
	if !ok || !slices.ContainsFunc(x.f.Chains(), func(o types.Object) bool { return o.Name() == id.Name }) {
		return e
	}
	name := strings.TrimSuffix(id.Name, sugar.ChainMark)
	m, _, _ := types.LookupFieldOrMethod(x.f.Tensor(), true, u.pkg, name)
	fun := &ast.SelectorExpr{X: c.Args[0], Sel: syntax.Ident(c.Lparen, name)}
	u.made[fun] = m.Type()
	out := &ast.CallExpr{Fun: fun, Lparen: c.Lparen, Args: c.Args[1:], Rparen: c.Rparen}
	u.made[out] = u.typeOf(c)
	return out
}

// bound wraps a new network, or the variable whose method is called, in a call of the helper; it returns nil for
// other expressions.
func (x *program) bound(u *unit, e ast.Expr, done map[ast.Expr]bool) ast.Expr {
	if done[e] {
		return nil
	}
	switch e := e.(type) {
	case *ast.SelectorExpr:
		s, n := u.Info.Selections[e], x.f.Network(u.typeOf(e.X))
		if s != nil && s.Kind() == types.MethodVal && n != nil && !done[e.X] && pointerReceiver(s.Obj().(*types.Func)) {
			e.X = x.helped(&ast.UnaryExpr{OpPos: e.X.Pos(), Op: token.AND, X: e.X})
			u.made[e.X] = types.NewPointer(n)
			return e
		}
	case *ast.UnaryExpr:
		if e.Op == token.AND && x.pointee(u.typeOf(e)) != nil {
			switch v := ast.Unparen(e.X).(type) {
			case *ast.CompositeLit:
				return x.helped(e)
			case *ast.Ident: // a variable, possibly a copy
				if !done[v] {
					return x.helped(e)
				}
			}
		}
	case *ast.CallExpr:
		if typeutil.Callee(u.Info, e) == types.Universe.Lookup("new") && x.pointee(u.typeOf(e)) != nil {
			return x.helped(e)
		}
	case *ast.CompositeLit: // an element {…} of []*Net{…}
		if n := x.pointee(u.typeOf(e)); n != nil {
			e.Type = u.mustType(n, e.Pos())
			return x.helped(&ast.UnaryExpr{OpPos: e.Pos(), Op: token.AND, X: e})
		}
	}
	return nil
}

func (x *program) helped(e ast.Expr) ast.Expr {
	if x.bind == "" {
		for x.bind = "bind"; x.words[x.bind]; {
			x.bind += "Cell"
		}
	}
	return &ast.CallExpr{Fun: syntax.Ident(e.Pos(), x.bind), Lparen: e.Pos(), Args: []ast.Expr{e}, Rparen: e.Pos()}
}

// initialized returns the networks that need no helper: values assigned to variables whose Init the unit calls, and
// these variables.
func (e *unit) initialized() map[ast.Expr]bool {
	vars := map[types.Object]bool{}
	e.eachNode(func(n ast.Node) {
		if c, ok := n.(*ast.CallExpr); ok {
			if sel, ok := c.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Init" {
				if id, ok := ast.Unparen(sel.X).(*ast.Ident); ok {
					vars[e.Info.ObjectOf(id)] = true
				}
			}
		}
	})
	done := map[ast.Expr]bool{}
	pair := func(name, value ast.Expr) {
		if id, ok := name.(*ast.Ident); ok && vars[e.Info.ObjectOf(id)] {
			done[value] = true
		}
	}
	e.eachNode(func(n ast.Node) {
		switch n := n.(type) {
		case *ast.Ident:
			done[n] = vars[e.Info.ObjectOf(n)]
		case *ast.AssignStmt:
			for i := range n.Rhs {
				if len(n.Lhs) == len(n.Rhs) {
					pair(n.Lhs[i], ast.Unparen(n.Rhs[i]))
				}
			}
		case *ast.ValueSpec:
			for i := range n.Values {
				if len(n.Names) == len(n.Values) {
					pair(n.Names[i], ast.Unparen(n.Values[i]))
				}
			}
		}
	})
	return done
}

// eachNode visits the nodes of the unit.
func (e *unit) eachNode(visit func(ast.Node)) {
	look := func(n ast.Node) bool {
		if n != nil {
			visit(n)
		}
		return true
	}
	for _, d := range e.Decls {
		ast.Inspect(d, look)
	}
	if e.Body != nil {
		ast.Inspect(e.Body, look)
	}
	if e.Keeps != nil {
		ast.Inspect(e.Keeps, look)
	}
}

// pointee returns the network that t points to, or nil.
func (x *program) pointee(t types.Type) *types.Named {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		return x.f.Network(p.Elem())
	}
	return nil
}

func pointerReceiver(m *types.Func) bool {
	_, ok := m.Signature().Recv().Type().Underlying().(*types.Pointer)
	return ok
}
