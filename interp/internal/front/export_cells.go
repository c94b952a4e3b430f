package front

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/interp/internal/sugar"
	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// A session gives each new network its own address. A program has to do so itself: where no constructor calls Init,
// its export calls a helper.

const bindHelper = `// %[1]s gives a cell its own address, as Init does in a constructor.
func %[1]s[T %[2]s.Layer](cell T) T {
	cell.CellBase().Init(cell)
	return cell
}

`

// binding is the walker's expression that makes networks of a unit known to themselves, and renames like any other.
func (x *exporter) binding(e *exportUnit) func(ast.Expr) ast.Expr {
	done := e.initialized()
	return func(expr ast.Expr) ast.Expr {
		if made := x.bound(e.namer, expr, done); made != nil {
			return made
		}
		return renameExpr(e.namer, chains(e.namer, expr))
	}
}

// chains turns the functions of long chains back into methods.
func chains(l *namer, e ast.Expr) ast.Expr {
	c, ok := e.(*ast.CallExpr)
	if !ok || len(c.Args) != 2 {
		return e
	}
	id, ok := c.Fun.(*ast.Ident)
	if sel, isSel := c.Fun.(*ast.SelectorExpr); isSel { // with the name of its package already
		id, ok = sel.Sel, true
	}
	if !ok || !slices.ContainsFunc(l.f.chains, func(o types.Object) bool { return o.Name() == id.Name }) {
		return e
	}
	name := strings.TrimSuffix(id.Name, sugar.ChainMark)
	m, _, _ := types.LookupFieldOrMethod(l.f.tensor, true, l.f.pkg, name)
	fun := &ast.SelectorExpr{X: c.Args[0], Sel: syntax.Ident(c.Lparen, name)}
	l.made[fun] = m.Type()
	out := &ast.CallExpr{Fun: fun, Lparen: c.Lparen, Args: c.Args[1:], Rparen: c.Rparen}
	l.made[out] = l.typeOf(c)
	return out
}

// bound wraps a new network, or the variable whose method is called, in a call of the helper; nil for any other
// expression.
func (x *exporter) bound(l *namer, e ast.Expr, done map[ast.Expr]bool) ast.Expr {
	if done[e] {
		return nil
	}
	switch e := e.(type) {
	case *ast.SelectorExpr:
		s, n := l.info.Selections[e], l.f.cellStruct(l.typeOf(e.X))
		if s != nil && s.Kind() == types.MethodVal && n != nil && !done[e.X] && isPointer(s.Obj().(*types.Func).Signature().Recv().Type()) {
			e.X = x.helped(&ast.UnaryExpr{OpPos: e.X.Pos(), Op: token.AND, X: e.X})
			l.made[e.X] = types.NewPointer(n)
			return e
		}
	case *ast.UnaryExpr:
		if e.Op == token.AND && l.f.cellOf(l.typeOf(e)) != nil {
			switch v := ast.Unparen(e.X).(type) {
			case *ast.CompositeLit:
				return x.helped(e)
			case *ast.Ident: // a variable, which may be a copy
				if !done[v] {
					return x.helped(e)
				}
			}
		}
	case *ast.CallExpr:
		if _, name := l.builtin(e); name == "new" && l.f.cellOf(l.typeOf(e)) != nil {
			return x.helped(e)
		}
	case *ast.CompositeLit: // an element {…} of []*Net{…}
		if n := l.f.cellOf(l.typeOf(e)); n != nil {
			e.Type = l.mustType(n, e.Pos())
			return x.helped(&ast.UnaryExpr{OpPos: e.Pos(), Op: token.AND, X: e})
		}
	}
	return nil
}

func (x *exporter) helped(e ast.Expr) ast.Expr {
	if x.bind == "" {
		for x.bind = "bind"; x.f.words[x.bind]; {
			x.bind += "Cell"
		}
	}
	return &ast.CallExpr{Fun: syntax.Ident(e.Pos(), x.bind), Lparen: e.Pos(), Args: []ast.Expr{e}, Rparen: e.Pos()}
}

// initialized finds the networks that need no helper: what is assigned to variables whose Init the unit calls, and
// these variables.
func (e *exportUnit) initialized() map[ast.Expr]bool {
	vars := map[types.Object]bool{}
	e.eachNode(func(n ast.Node) {
		if c, ok := n.(*ast.CallExpr); ok {
			if sel, ok := c.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Init" {
				if id, ok := ast.Unparen(sel.X).(*ast.Ident); ok {
					vars[e.info.ObjectOf(id)] = true
				}
			}
		}
	})
	done := map[ast.Expr]bool{}
	pair := func(name, value ast.Expr) {
		if id, ok := name.(*ast.Ident); ok && vars[e.info.ObjectOf(id)] {
			done[value] = true
		}
	}
	e.eachNode(func(n ast.Node) {
		switch n := n.(type) {
		case *ast.Ident:
			done[n] = vars[e.info.ObjectOf(n)]
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

// eachNode visits what the unit is made of.
func (e *exportUnit) eachNode(visit func(ast.Node)) {
	look := func(n ast.Node) bool {
		if n != nil {
			visit(n)
		}
		return true
	}
	for _, d := range e.u.decls {
		ast.Inspect(d, look)
	}
	if e.u.Body != nil {
		ast.Inspect(e.u.Body, look)
	}
	if e.keeps != nil {
		ast.Inspect(e.keeps, look)
	}
}
