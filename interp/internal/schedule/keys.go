package schedule

import (
	"go/ast"
	"go/types"
)

// The parser cannot distinguish the name of a field from a variable used as a key: T{w: 2}, M{w: 2}. Scheduling,
// which precedes type checking, determines the types of literals from their source text and from the session as far
// as possible.

// keyTypes finds the types of literals.
type keyTypes struct {
	declared map[string]ast.Expr // declared in the cell
	get      func(string) types.Object
	imported func(name string) *types.Package
}

// newKeyTypes collects the types declared in a cell, including those in functions.
func newKeyTypes(decls []*decl, stmts []ast.Stmt, session *Session) *keyTypes {
	k := &keyTypes{declared: map[string]ast.Expr{}, get: session.Lookup, imported: session.Import}
	note := func(n ast.Node) bool {
		if ts, ok := n.(*ast.TypeSpec); ok {
			k.declared[ts.Name.Name] = ts.Type
		}
		return true
	}
	for _, d := range decls {
		ast.Inspect(d.File, note)
	}
	for _, s := range stmts {
		ast.Inspect(s, note)
	}
	return k
}

// literalType is the type of a literal: an expression in the cell, or a type of the session and its packages; neither
// if it is not known.
type literalType struct {
	expr ast.Expr
	typ  types.Type
}

// maxNames bounds the number of names followed to a type, which may refer to itself.
const maxNames = 20

// of follows names to the underlying type.
func (k *keyTypes) of(e ast.Expr) literalType {
	for range maxNames {
		switch x := e.(type) {
		case *ast.ParenExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.IndexListExpr:
			e = x.X
		case *ast.Ident:
			next, ok := k.declared[x.Name]
			if !ok {
				return typeOfName(k.get(x.Name))
			}
			e = next
		case *ast.SelectorExpr:
			id, ok := x.X.(*ast.Ident)
			if !ok {
				return literalType{}
			}
			if pkg := k.imported(id.Name); pkg != nil {
				return typeOfName(pkg.Scope().Lookup(x.Sel.Name))
			}
			return literalType{}
		default:
			return literalType{expr: e}
		}
	}
	return literalType{}
}

func typeOfName(o types.Object) literalType {
	if tn, ok := o.(*types.TypeName); ok {
		return literalType{typ: tn.Type().Underlying()}
	}
	return literalType{}
}

// isStruct reports whether the keys of a literal of this type are field names.
func (t literalType) isStruct() bool {
	if t.typ != nil {
		_, ok := t.typ.(*types.Struct)
		return ok
	}
	_, ok := t.expr.(*ast.StructType)
	return ok
}

// parts returns the types of the keys and the elements of a literal of type t. For pointer elements, &T may be
// omitted.
func (k *keyTypes) parts(t literalType) (key, elem literalType) {
	switch x := t.expr.(type) {
	case *ast.ArrayType:
		return literalType{}, k.pointee(k.of(x.Elt))
	case *ast.MapType:
		return k.pointee(k.of(x.Key)), k.pointee(k.of(x.Value))
	}
	if t.typ == nil {
		return literalType{}, literalType{}
	}
	switch x := t.typ.(type) {
	case *types.Map:
		return pointeeType(x.Key()), pointeeType(x.Elem())
	case *types.Slice:
		return literalType{}, pointeeType(x.Elem())
	case *types.Array:
		return literalType{}, pointeeType(x.Elem())
	}
	return literalType{}, literalType{}
}

func (k *keyTypes) pointee(t literalType) literalType {
	if star, ok := t.expr.(*ast.StarExpr); ok {
		return k.of(star.X)
	}
	if t.typ != nil {
		return pointeeType(t.typ)
	}
	return t
}

func pointeeType(t types.Type) literalType {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	return literalType{typ: t.Underlying()}
}

// fieldOnly reports whether a declaration uses a name only for fields of struct literals, not for a variable.
func (k *keyTypes) fieldOnly(d *decl, name string) bool {
	for _, id := range d.File.Unresolved {
		if id.Name == name {
			return false
		}
	}
	only := true
	ast.Inspect(d.File, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			if n.Type != nil {
				only = only && k.keysAreFields(n, k.of(n.Type), name)
			}
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				_, isName := l.(*ast.Ident)
				only = only && (isName || n.Tok.String() != ":=")
			}
		}
		return only
	})
	return only
}

// keysAreFields reports whether a name is not used as a variable among the keys of a literal, and of those in it that
// omit their types.
func (k *keyTypes) keysAreFields(c *ast.CompositeLit, t literalType, name string) bool {
	key, elem := k.parts(t)
	for _, e := range c.Elts {
		value := e
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if id, isID := kv.Key.(*ast.Ident); isID && id.Name == name && !t.isStruct() {
				return false
			}
			if in, isLit := kv.Key.(*ast.CompositeLit); isLit && in.Type == nil && !k.keysAreFields(in, key, name) {
				return false
			}
			value = kv.Value
		}
		if in, isLit := value.(*ast.CompositeLit); isLit && in.Type == nil && !k.keysAreFields(in, elem, name) {
			return false
		}
	}
	return true
}
