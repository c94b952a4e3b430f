package front

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"

	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// typeExpr spells a type in the names of an exported program, without the names of parameters. It returns nil for a
// type that has no spelling.
func (l *namer) typeExpr(t types.Type, pos token.Pos) ast.Expr {
	switch t := t.(type) {
	case *types.Alias:
		return l.typeExpr(types.Unalias(t), pos)
	case *types.Basic:
		return syntax.Ident(pos, t.Name())
	case *types.TypeParam:
		return syntax.Ident(pos, t.Obj().Name())
	case *types.Named:
		return l.namedExpr(t, pos)
	case *types.Pointer:
		if x := l.typeExpr(t.Elem(), pos); x != nil {
			return &ast.StarExpr{Star: pos, X: x}
		}
	case *types.Slice:
		if x := l.typeExpr(t.Elem(), pos); x != nil {
			return &ast.ArrayType{Lbrack: pos, Elt: x}
		}
	case *types.Array:
		if x := l.typeExpr(t.Elem(), pos); x != nil {
			return &ast.ArrayType{Lbrack: pos, Len: syntax.IntLit(pos, int(t.Len())), Elt: x}
		}
	case *types.Map:
		if k, v := l.typeExpr(t.Key(), pos), l.typeExpr(t.Elem(), pos); k != nil && v != nil {
			return &ast.MapType{Map: pos, Key: k, Value: v}
		}
	case *types.Chan:
		if x := l.typeExpr(t.Elem(), pos); x != nil {
			return &ast.ChanType{Begin: pos, Dir: chanDirs[t.Dir()], Value: x}
		}
	case *types.Signature:
		return l.signatureExpr(t, pos)
	case *types.Interface:
		return l.interfaceExpr(t, pos)
	case *types.Struct:
		return l.structExpr(t, pos)
	}
	return nil
}

var chanDirs = map[types.ChanDir]ast.ChanDir{
	types.SendRecv: ast.SEND | ast.RECV, types.SendOnly: ast.SEND, types.RecvOnly: ast.RECV,
}

func (l *namer) namedExpr(t *types.Named, pos token.Pos) ast.Expr {
	var x ast.Expr
	switch o := t.Obj(); {
	case o.Pkg() == nil:
		x = syntax.Ident(pos, o.Name())
	case o.Pkg() == l.f.pkg:
		x = syntax.Ident(pos, l.f.name(o))
	case l.f.world.HasMember(o.Pkg().Path(), o.Name()):
		x = &ast.SelectorExpr{X: syntax.Ident(pos, l.importName(o.Pkg().Path())), Sel: syntax.Ident(pos, o.Name())}
	default:
		return nil
	}
	if t.TypeArgs().Len() == 0 {
		return x
	}
	return l.withTypeArgs(x, t.TypeArgs(), pos)
}

// withTypeArgs builds x[args...].
func (l *namer) withTypeArgs(x ast.Expr, list *types.TypeList, pos token.Pos) ast.Expr {
	var args []ast.Expr
	for i := range list.Len() {
		arg := l.typeExpr(list.At(i), pos)
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

func (l *namer) signatureExpr(t *types.Signature, pos token.Pos) ast.Expr {
	params := l.tupleFields(t.Params(), t.Variadic(), pos)
	results := l.tupleFields(t.Results(), false, pos)
	if params == nil || results == nil {
		return nil
	}
	if len(results.List) == 0 {
		results = nil
	}
	return &ast.FuncType{Func: pos, Params: params, Results: results}
}

// tupleFields spells unnamed parameters or results; nil when one has no spelling.
func (l *namer) tupleFields(t *types.Tuple, variadic bool, pos token.Pos) *ast.FieldList {
	fields := &ast.FieldList{Opening: pos, Closing: pos}
	for i := range t.Len() {
		x := l.paramExpr(t.At(i).Type(), variadic && i == t.Len()-1, pos)
		if x == nil {
			return nil
		}
		fields.List = append(fields.List, &ast.Field{Type: x})
	}
	return fields
}

func (l *namer) paramExpr(t types.Type, variadic bool, pos token.Pos) ast.Expr {
	if s, ok := t.(*types.Slice); ok && variadic {
		x := l.typeExpr(s.Elem(), pos)
		if x == nil {
			return nil
		}
		return &ast.Ellipsis{Ellipsis: pos, Elt: x}
	}
	return l.typeExpr(t, pos)
}

func (l *namer) interfaceExpr(t *types.Interface, pos token.Pos) ast.Expr {
	if t.Empty() {
		return syntax.Ident(pos, "any")
	}
	if t.NumEmbeddeds() > 0 && t.IsComparable() && t.NumMethods() == 0 {
		return nil
	}
	it := &ast.InterfaceType{Interface: pos, Methods: &ast.FieldList{Opening: pos, Closing: pos}}
	for i := range t.NumMethods() {
		x := l.typeExpr(t.Method(i).Type(), pos)
		if x == nil {
			return nil
		}
		it.Methods.List = append(it.Methods.List, &ast.Field{Names: []*ast.Ident{syntax.Ident(pos, t.Method(i).Name())}, Type: x})
	}
	return it
}

func (l *namer) structExpr(t *types.Struct, pos token.Pos) ast.Expr {
	st := &ast.StructType{Struct: pos, Fields: &ast.FieldList{Opening: pos, Closing: pos}}
	for i := range t.NumFields() {
		x := l.typeExpr(t.Field(i).Type(), pos)
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

// mustType is typeExpr for types that the checker has accepted in a place where they need a name.
func (l *namer) mustType(t types.Type, pos token.Pos) ast.Expr {
	x := l.typeExpr(t, pos)
	if x == nil {
		return syntax.Ident(pos, "any")
	}
	return x
}
