package front

import (
	"fmt"
	"go/ast"
	"go/types"
	"reflect"
	"slices"
	"strings"
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

// unfound says which part of a type package json would leave empty: what a cell's struct embeds without a name of its own in JSON, which
// package json takes for a field. It returns "" when there is none.
func (l *lowerer) unfound(t types.Type, seen map[types.Type]bool) string {
	if seen[t] {
		return ""
	}
	seen[t] = true
	name := "a struct"
	if n, ok := types.Unalias(t).(*types.Named); ok {
		if name = n.Obj().Name(); n.Obj().Pkg() != l.f.pkg {
			return ""
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
		parts = append(parts, t.Elem())
	case *types.Struct:
		for i := range t.NumFields() {
			f := t.Field(i)
			key, _, _ := strings.Cut(reflect.StructTag(t.Tag(i)).Get("json"), ",")
			if f.Embedded() && key == "" && readable(f.Type()) {
				return fmt.Sprintf("package json cannot find the fields of %s, which %s embeds; a field with a name is found", f.Name(), name)
			}
			if key != "-" {
				parts = append(parts, f.Type())
			}
		}
	}
	for _, p := range parts {
		if why := l.unfound(p, seen); why != "" {
			return why
		}
	}
	return ""
}

// readable says whether package json reads something into a struct that is embedded: fields, or all of it by a method.
func readable(t types.Type) bool {
	t = deref(t)
	for _, name := range []string{"UnmarshalJSON", "UnmarshalText"} {
		if m, _, _ := types.LookupFieldOrMethod(types.NewPointer(t), false, nil, name); m != nil {
			return true
		}
	}
	st, ok := t.Underlying().(*types.Struct)
	for i := 0; ok && i < st.NumFields(); i++ {
		if f := st.Field(i); f.Exported() || f.Embedded() && readable(f.Type()) {
			return true
		}
	}
	return false
}
