// Package typeexpr converts types to Go expressions.
package typeexpr

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"

	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// Writer converts types to expressions.
type Writer struct {
	Name func(o *types.TypeName, pos token.Pos) ast.Expr // returns the name of a type, nil if it cannot be named
}

// Expr returns a type as an expression, without the names of parameters, or nil if it cannot be expressed.
func (w Writer) Expr(t types.Type, pos token.Pos) ast.Expr {
	switch t := t.(type) {
	case *types.Alias:
		return w.Expr(types.Unalias(t), pos)
	case *types.Basic:
		if t.Kind() == types.UnsafePointer {
			return w.Name(types.Unsafe.Scope().Lookup("Pointer").(*types.TypeName), pos)
		}
		return syntax.Ident(pos, t.Name())
	case *types.TypeParam:
		return syntax.Ident(pos, t.Obj().Name())
	case *types.Named:
		return w.named(t, pos)
	case *types.Pointer:
		if x := w.Expr(t.Elem(), pos); x != nil {
			return &ast.StarExpr{Star: pos, X: x}
		}
	case *types.Slice:
		if x := w.Expr(t.Elem(), pos); x != nil {
			return &ast.ArrayType{Lbrack: pos, Elt: x}
		}
	case *types.Array:
		if x := w.Expr(t.Elem(), pos); x != nil {
			return &ast.ArrayType{Lbrack: pos, Len: syntax.IntLit(pos, int(t.Len())), Elt: x}
		}
	case *types.Map:
		if k, v := w.Expr(t.Key(), pos), w.Expr(t.Elem(), pos); k != nil && v != nil {
			return &ast.MapType{Map: pos, Key: k, Value: v}
		}
	case *types.Chan:
		if x := w.Expr(t.Elem(), pos); x != nil {
			return &ast.ChanType{Begin: pos, Dir: chanDirs[t.Dir()], Value: x}
		}
	case *types.Signature:
		return w.signatureExpr(t, pos)
	case *types.Interface:
		return w.interfaceExpr(t, pos)
	case *types.Struct:
		return w.structExpr(t, pos)
	}
	return nil
}

var chanDirs = map[types.ChanDir]ast.ChanDir{
	types.SendRecv: ast.SEND | ast.RECV, types.SendOnly: ast.SEND, types.RecvOnly: ast.RECV,
}

func (w Writer) named(t *types.Named, pos token.Pos) ast.Expr {
	x := w.Name(t.Obj(), pos)
	if x == nil || t.TypeArgs().Len() == 0 {
		return x
	}
	return w.withTypeArgs(x, t.TypeArgs(), pos)
}

// withTypeArgs builds x[args...].
func (w Writer) withTypeArgs(x ast.Expr, list *types.TypeList, pos token.Pos) ast.Expr {
	var args []ast.Expr
	for i := range list.Len() {
		arg := w.Expr(list.At(i), pos)
		if arg == nil {
			return nil
		}
		args = append(args, arg)
	}
	if len(args) == 1 {
		return &ast.IndexExpr{X: x, Lbrack: pos, Index: args[0], Rbrack: pos}
	}
	return &ast.IndexListExpr{X: x, Lbrack: pos, Indices: args, Rbrack: pos}
}

func (w Writer) signatureExpr(t *types.Signature, pos token.Pos) ast.Expr {
	params := w.tupleFields(t.Params(), t.Variadic(), pos)
	results := w.tupleFields(t.Results(), false, pos)
	if params == nil || results == nil {
		return nil
	}
	if len(results.List) == 0 {
		results = nil
	}
	return &ast.FuncType{Func: pos, Params: params, Results: results}
}

// tupleFields returns unnamed parameters or results, or nil if one cannot be expressed.
func (w Writer) tupleFields(t *types.Tuple, variadic bool, pos token.Pos) *ast.FieldList {
	fields := &ast.FieldList{Opening: pos, Closing: pos}
	for i := range t.Len() {
		x := w.paramExpr(t.At(i).Type(), variadic && i == t.Len()-1, pos)
		if x == nil {
			return nil
		}
		fields.List = append(fields.List, &ast.Field{Type: x})
	}
	return fields
}

func (w Writer) paramExpr(t types.Type, variadic bool, pos token.Pos) ast.Expr {
	if s, ok := t.(*types.Slice); ok && variadic {
		x := w.Expr(s.Elem(), pos)
		if x == nil {
			return nil
		}
		return &ast.Ellipsis{Ellipsis: pos, Elt: x}
	}
	return w.Expr(t, pos)
}

func (w Writer) interfaceExpr(t *types.Interface, pos token.Pos) ast.Expr {
	if t.Empty() {
		return syntax.Ident(pos, "any")
	}
	if t.NumEmbeddeds() > 0 && t.IsComparable() && t.NumMethods() == 0 {
		return nil
	}
	it := &ast.InterfaceType{Interface: pos, Methods: &ast.FieldList{Opening: pos, Closing: pos}}
	for i := range t.NumMethods() {
		x := w.Expr(t.Method(i).Type(), pos)
		if x == nil {
			return nil
		}
		it.Methods.List = append(it.Methods.List, &ast.Field{Names: []*ast.Ident{syntax.Ident(pos, t.Method(i).Name())}, Type: x})
	}
	return it
}

func (w Writer) structExpr(t *types.Struct, pos token.Pos) ast.Expr {
	st := &ast.StructType{Struct: pos, Fields: &ast.FieldList{Opening: pos, Closing: pos}}
	for i := range t.NumFields() {
		x := w.Expr(t.Field(i).Type(), pos)
		if x == nil {
			return nil
		}
		f := &ast.Field{Type: x}
		if !t.Field(i).Embedded() {
			f.Names = []*ast.Ident{syntax.Ident(pos, t.Field(i).Name())}
			if t.Field(i).Name() == "_" {
				f.Names[0].Name += syntax.Mark + strconv.Itoa(i)
			}
		}
		if tag := t.Tag(i); tag != "" {
			f.Tag = &ast.BasicLit{ValuePos: pos, Kind: token.STRING, Value: strconv.Quote(tag)}
		}
		st.Fields.List = append(st.Fields.List, f)
	}
	return st
}
