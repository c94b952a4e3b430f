package front

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
)

// writesJSON says whether a call is one of package json that writes its first argument.
func (l *lowerer) writesJSON(c *ast.CallExpr) bool {
	sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
	if !ok || l.f.Off["json"] {
		return false
	}
	fn, ok := l.info.Uses[sel.Sel].(*types.Func)
	return ok && fn.Pkg() != nil && fn.Pkg().Path() == "encoding/json" && slices.Contains([]string{"Marshal", "MarshalIndent", "Encode"}, fn.Name())
}

// asJSON hands a value to package json in a form that keeps the methods, tags and embedded fields of types that cells declare.
func (l *lowerer) asJSON(e ast.Expr) ast.Expr {
	t := l.typeOf(e)
	if l.value(e).IsNil() || !types.IsInterface(t) && !l.declares(t) && !l.holdsStruct(t, 0) {
		return e
	}
	arg := e
	if !types.IsInterface(t) && l.boxes(t) {
		arg = l.box(e)
	}
	x := callRT(e.Pos(), "JSON", arg)
	l.made[x] = types.Universe.Lookup("any").Type()
	return x
}

// refuseReading refuses a call of package json that would read into a value of a type for which a cell declares how: package json
// does not find such methods.
func (l *lowerer) refuseReading(c *ast.CallExpr) {
	sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
	if !ok {
		return
	}
	fn, ok := l.info.Uses[sel.Sel].(*types.Func)
	if !ok || fn.Pkg().Path() != "encoding/json" || fn.Name() != "Unmarshal" && fn.Name() != "Decode" {
		return
	}
	into := l.typeOf(c.Args[len(c.Args)-1])
	if n, method := l.readsItself(into, map[types.Type]bool{}); n != nil {
		l.refuse(c.Pos(), fmt.Sprintf("package json cannot find the method %s of %s, which a cell declares", method, n.Obj().Name()))
	}
}

// readsItself returns a type of the session in t that has a method to read itself from JSON.
func (l *lowerer) readsItself(t types.Type, seen map[types.Type]bool) (n *types.Named, method string) {
	if seen[t] {
		return nil, ""
	}
	seen[t] = true
	if n, ok := types.Unalias(t).(*types.Named); ok {
		if n.Obj().Pkg() != l.f.pkg {
			return nil, ""
		}
		for _, name := range []string{"UnmarshalJSON", "UnmarshalText"} {
			if m, _, _ := types.LookupFieldOrMethod(types.NewPointer(n), false, l.f.pkg, name); m != nil {
				return n, name
			}
		}
	}
	var parts []types.Type
	switch t := t.Underlying().(type) {
	case *types.Pointer:
		parts = append(parts, t.Elem())
	case *types.Slice:
		parts = append(parts, t.Elem())
	case *types.Array:
		parts = append(parts, t.Elem())
	case *types.Map:
		parts = append(parts, t.Key(), t.Elem())
	case *types.Struct:
		for f := range t.Fields() {
			parts = append(parts, f.Type())
		}
	}
	for _, p := range parts {
		if n, method = l.readsItself(p, seen); n != nil {
			return n, method
		}
	}
	return nil, ""
}
