package front

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// asked are the methods by which compiled code makes texts of values.
var asked = []string{"Error", "String", "GoString", "MarshalJSON", "MarshalText", "Format"}

// declare builds rt.Declare("Celsius", "main.Celsius", "float64", map[string]any{methods}, map[string]any{methods of pointers}).
func (l *lowerer) declare(pos token.Pos, n *types.Named) ast.Stmt {
	under := ""
	if _, isStruct := n.Underlying().(*types.Struct); !isStruct && l.declares(n.Underlying()) {
		under = l.spelled(n.Underlying(), pos)
	}
	values := types.NewMethodSet(n)
	return quote(pos, runtimeID+".Declare(Q0, Q1, Q2, Q3, Q4)", quoted(pos, l.typeName(n)), quoted(pos, l.userName(n)), quoted(pos, under),
		l.methodTable(pos, n, func(name string) bool { return values.Lookup(l.f.pkg, name) != nil }),
		l.methodTable(pos, types.NewPointer(n), func(name string) bool { return values.Lookup(l.f.pkg, name) == nil }))[0]
}

// methodTable builds a map of functions that call the methods of a type that compiled code asks for.
func (l *lowerer) methodTable(pos token.Pos, t types.Type, wanted func(name string) bool) ast.Expr {
	table := quoteExpr(pos, "map[string]any{}").(*ast.CompositeLit)
	set := types.NewMethodSet(t)
	for _, name := range asked {
		sel := set.Lookup(l.f.pkg, name)
		if sel == nil || !wanted(name) || l.future[sel.Obj()] || sel.Obj().Pkg() != l.f.pkg {
			continue
		}
		sig := sel.Type().(*types.Signature)
		if name == "Format" && isFormat(sig) {
			table.Elts = append(table.Elts, &ast.KeyValueExpr{Key: quoted(pos, name), Colon: pos, Value: l.formatFunc(pos, t)})
		}
		results := types.TypeString(nameless(sig.Results()), nil)
		if sig.Params().Len() > 0 || results != "(string)" && results != "([]byte, error)" {
			continue
		}
		src := fmt.Sprintf("func(vꞏ Q0) %s { return vꞏ.%s() }", results, name)
		table.Elts = append(table.Elts, &ast.KeyValueExpr{Key: quoted(pos, name), Colon: pos, Value: quoteExpr(pos, src, l.mustType(t, pos))})
	}
	for _, name := range optionalMethods {
		sel := set.Lookup(l.f.pkg, name)
		if sel == nil || slices.Contains(asked, name) || !wanted(name) || l.future[sel.Obj()] || sel.Obj().Pkg() != l.f.pkg || hidden(sel) {
			continue
		}
		lit := l.forward(ident(pos, "v"+mark), name, sel.Type().(*types.Signature), table)
		first := &ast.Field{Names: []*ast.Ident{ident(pos, "v"+mark)}, Type: l.mustType(t, pos)}
		lit.Type.Params.List = append([]*ast.Field{first}, lit.Type.Params.List...)
		table.Elts = append(table.Elts, &ast.KeyValueExpr{Key: quoted(pos, name), Colon: pos, Value: lit})
	}
	return table
}

// declares says whether a type that a cell declares has a part in spelling t.
func (l *lowerer) declares(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		return t.Obj().Pkg() == l.f.pkg && !types.IsInterface(t)
	case *types.Pointer:
		return l.declares(t.Elem())
	case *types.Slice:
		return l.declares(t.Elem())
	case *types.Array:
		return l.declares(t.Elem())
	case *types.Chan:
		return l.declares(t.Elem())
	case *types.Map:
		return l.declares(t.Key()) || l.declares(t.Elem())
	case *types.Struct:
		for i := range t.NumFields() {
			if l.declares(t.Field(i).Type()) {
				return true
			}
		}
	case *types.Signature:
		for _, list := range []*types.Tuple{t.Params(), t.Results()} {
			for i := range list.Len() {
				if l.declares(list.At(i).Type()) {
					return true
				}
			}
		}
	}
	return false
}

// isFormat says whether t is the type of the method of a fmt.Formatter.
func isFormat(t types.Type) bool {
	sig, ok := t.(*types.Signature)
	return ok && sig.Params().Len() == 2 && sig.Results().Len() == 0 && !sig.Variadic() &&
		types.TypeString(sig.Params().At(0).Type(), nil) == "fmt.State" && types.Identical(sig.Params().At(1).Type(), types.Typ[types.Rune])
}

// formatFunc builds a function that calls the Format method of a type.
func (l *lowerer) formatFunc(pos token.Pos, t types.Type) ast.Expr {
	state := &ast.SelectorExpr{X: ident(pos, l.importName("fmt")), Sel: ident(pos, "State")}
	return quoteExpr(pos, "func(vꞏ Q0, fꞏ Q1, cꞏ rune) { vꞏ.Format(fꞏ, cꞏ) }", l.mustType(t, pos), state)
}
