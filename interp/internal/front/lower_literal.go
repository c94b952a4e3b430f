package front

import (
	"go/ast"
	"go/constant"
	"go/types"
)

// keyedElements spells out the keys of elements that index, or follow a pointer, and go on. The interpreter asks for the types of
// elements without a key before it knows those.
//
//	Tuple{t[0].ReLU()} → Tuple{0: t[0].ReLU()}
func keyedElements(l *lowerer, e ast.Expr) ast.Expr {
	c, ok := e.(*ast.CompositeLit)
	if !ok || len(c.Elts) == 0 {
		return e
	}
	of := l.typeOf(c)
	if p, ok := of.Underlying().(*types.Pointer); ok { // a literal among others, without its type
		of = p.Elem()
	}
	switch t := of.Underlying().(type) {
	case *types.Struct:
		l.keyFields(c, t)
	case *types.Slice, *types.Array:
		l.keyIndices(c)
	}
	return e
}

// keyFields names the fields of a literal if one of its elements needs it: all have names or none has.
func (l *lowerer) keyFields(c *ast.CompositeLit, st *types.Struct) {
	needed := false
	for i, x := range c.Elts {
		if _, keyed := x.(*ast.KeyValueExpr); keyed || st.Field(i).Name() == "_" {
			return
		}
		needed = needed || indexesAndGoesOn(x)
	}
	if !needed {
		return
	}
	for i, x := range c.Elts {
		c.Elts[i] = &ast.KeyValueExpr{Key: ident(x.Pos(), st.Field(i).Name()), Colon: x.Pos(), Value: x}
	}
}

// keyIndices gives elements that need it an index, and has indices be numbers: the interpreter takes conversions for calls.
//
//	[]string{Red: "red"} → []string{0: "red"}
func (l *lowerer) keyIndices(c *ast.CompositeLit) {
	at := 0
	for i, x := range c.Elts {
		if kv, keyed := x.(*ast.KeyValueExpr); keyed {
			k, _ := constant.Int64Val(constant.ToInt(l.value(kv.Key).Value))
			at = int(k)
			if _, plain := kv.Key.(*ast.BasicLit); !plain {
				key := intLit(kv.Key.Pos(), at)
				l.from[key] = kv.Key
				kv.Key = key
			}
		} else if indexesAndGoesOn(x) {
			c.Elts[i] = &ast.KeyValueExpr{Key: intLit(x.Pos(), at), Colon: x.Pos(), Value: x}
		}
		at++
	}
}

// indexesAndGoesOn says whether an element is a call or a field of what an index or a pointer has found.
func indexesAndGoesOn(e ast.Expr) (found bool) {
	switch e.(type) {
	case *ast.CallExpr, *ast.SelectorExpr, *ast.ParenExpr, *ast.StarExpr, *ast.SliceExpr:
	default:
		return false
	}
	ast.Inspect(e, func(n ast.Node) bool {
		_, isIndex := n.(*ast.IndexExpr)
		_, isStar := n.(*ast.StarExpr)
		_, isFunc := n.(*ast.FuncLit)
		found = found || isIndex || isStar
		return !found && !isFunc
	})
	return found
}
