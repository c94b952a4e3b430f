package export

import (
	"go/ast"
	"go/types"
)

// continued finds functions that are declared anew while values that lead to them are around, closures for example.
// Such values call the newest in a session; in the program the function calls what a variable holds, as methods do.
// Others become functions of their own names, which reads better.
func (x *program) continued() {
	x.again = map[types.Object]types.Object{}
	held := x.held()
	for _, e := range x.units {
		for _, o := range e.Defs {
			fn, ok := o.(*types.Func)
			old, wasFunc := e.Shadow[o].(*types.Func)
			if !ok || !wasFunc || fn.Signature().TypeParams() != nil || !types.Identical(fn.Type(), old.Type()) {
				continue
			}
			first := types.Object(old)
			if f := x.again[old]; f != nil {
				first = f
			}
			if held[old] || first != old {
				x.again[o] = first
				x.of[o] = x.name(first)
			}
		}
	}
}

// held are the functions of the session that values lead to: those that are more than called, or that closures use.
func (x *program) held() map[types.Object]bool {
	set := map[types.Object]bool{}
	for _, e := range x.units {
		note := func(n ast.Node) {
			if n != nil {
				e.heldIn(n, false, set)
			}
		}
		if e.Body != nil {
			note(e.Body)
		}
		for _, d := range e.Decls {
			note(d)
		}
	}
	return set
}

func (e *unit) heldIn(n ast.Node, closure bool, set map[types.Object]bool) {
	called := map[*ast.Ident]bool{}
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			if !closure {
				e.heldIn(n.Body, true, set)
				return false
			}
		case *ast.CallExpr:
			if id, ok := ast.Unparen(n.Fun).(*ast.Ident); ok {
				called[id] = !closure
			}
		case *ast.Ident:
			if o, ok := e.Info.Uses[n].(*types.Func); ok && !called[n] {
				set[o] = true
			}
		}
		return true
	})
}
