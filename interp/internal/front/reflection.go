package front

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
)

// What reflection cannot tell of types that cells declare: the interpreter's have neither methods nor a
// package. Code that asks for it all the same is refused, as far as the checker can see.

// reflectMembers are the members of package reflect that ask.
var reflectMembers = []string{"Method", "MethodByName", "NumMethod", "Methods", "PkgPath"}

// reflects refuses a unit that hands values of its types to package reflect and asks there for methods.
func (a *analysis) reflects(u *unit) {
	asks := firstUse(u, func(id *ast.Ident, o types.Object) bool {
		return slices.Contains(reflectMembers, id.Name) && ofReflect(o)
	})
	if asks == nil {
		return
	}
	for _, given := range reflected(u) {
		if t := a.unreflected(given, asks.Name == "PkgPath"); t != nil {
			a.errorf(asks.Pos(), "reflection does not know the methods and the package of %s, which a cell declares (a limit of the interpreter)", t.Obj().Name())
			return
		}
	}
}

// firstUse returns the first identifier of a unit that fits, or nil.
func firstUse(u *unit, fits func(id *ast.Ident, o types.Object) bool) (first *ast.Ident) {
	for id, o := range u.info.Uses {
		if fits(id, o) && (first == nil || id.Pos() < first.Pos()) {
			first = id
		}
	}
	return first
}

// reflected returns the types of the values that a unit hands to package reflect.
func reflected(u *unit) (list []types.Type) {
	for _, f := range u.files {
		ast.Inspect(f, func(n ast.Node) bool {
			c, ok := n.(*ast.CallExpr)
			if !ok || len(c.Args) != 1 {
				return true
			}
			sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
			if ok && (sel.Sel.Name == "TypeOf" || sel.Sel.Name == "ValueOf") && ofReflect(u.info.Uses[sel.Sel]) {
				list = append(list, u.info.TypeOf(c.Args[0]))
			}
			return true
		})
	}
	return list
}

// ofReflect says whether o belongs to package reflect, or is a method that one of its types has.
func ofReflect(o types.Object) bool {
	if o == nil || o.Pkg() == nil {
		return false
	}
	if o.Pkg().Path() == "reflect" {
		return true
	}
	fn, ok := o.(*types.Func)
	if !ok || fn.Signature().Recv() == nil || fn.Signature().Results().Len() == 0 {
		return false
	}
	n, ok := fn.Signature().Results().At(0).Type().(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "reflect"
}

// unreflected returns the session type that t is or points to, if it has methods or whole is set.
func (a *analysis) unreflected(t types.Type, whole bool) *types.Named {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() != a.pkg || types.IsInterface(n) || n.NumMethods() == 0 && !whole {
		return nil
	}
	return n
}

// typeNames answers reflect.TypeOf(x).String() and .Name() by the names that cells give to types.
func typeNames(l *lowerer, e ast.Expr) ast.Expr {
	c, ok := e.(*ast.CallExpr)
	if !ok || len(c.Args) > 0 {
		return e
	}
	sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "String" && sel.Sel.Name != "Name" {
		return e
	}
	of, ok := ast.Unparen(sel.X).(*ast.CallExpr)
	if !ok || !l.isTypeOf(of) {
		return e
	}
	return l.typeString(of, map[string]string{"String": "TypeString", "Name": "TypeBase"}[sel.Sel.Name], e)
}

// typeString is a call of fn for the type that a call of reflect.TypeOf asks for.
func (l *lowerer) typeString(of *ast.CallExpr, fn string, e ast.Expr) ast.Expr {
	arg, static := of.Args[0], ""
	if u, isCall := arg.(*ast.CallExpr); isCall && isRT(u, "Unbox") {
		arg = u.Args[0]
	}
	if t := l.typeOf(arg); !types.IsInterface(t) && (l.sessionType(t) || l.declares(t)) {
		static = l.userName(t)
	}
	x := callRT(e.Pos(), fn, arg, quoted(e.Pos(), static))
	l.from[x] = e
	return x
}

// isTypeOf says whether a call is one of reflect.TypeOf.
func (l *lowerer) isTypeOf(c *ast.CallExpr) bool {
	sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
	return ok && len(c.Args) == 1 && sel.Sel.Name == "TypeOf" && l.info.Uses[sel.Sel] != nil && ofReflect(l.info.Uses[sel.Sel])
}

// isRT says whether a call is one of a function of the hidden package.
func isRT(c *ast.CallExpr, name string) bool {
	sel, ok := c.Fun.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != name {
		return false
	}
	id, ok := sel.X.(*ast.Ident)
	return ok && id.Name == runtimeID
}

// refuseNameless refuses calls whose compiled code would ask for a name that it cannot know: package xml for that of a struct type, and
// comparisons of types for those that generic code is given.
func (l *lowerer) refuseNameless(c *ast.CallExpr) {
	if len(l.u.bound) > 0 && l.isTypeOf(c) && !l.asked[c] && l.boxes(l.typeOf(c.Args[0])) {
		l.refuse(c.Pos(), "reflect.TypeOf of a type parameter that stands for "+l.userName(l.typeOf(c.Args[0])))
		return
	}
	sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
	if !ok || l.info.Uses[sel.Sel].Pkg().Path() != "encoding/xml" || !slices.Contains(xmlWriters, sel.Sel.Name) {
		return
	}
	t := l.typeOf(c.Args[0])
	if p, isPointer := t.Underlying().(*types.Pointer); isPointer {
		t = p.Elem()
	}
	if n := l.f.namedStruct(t); n != nil {
		if o, _, _ := types.LookupFieldOrMethod(n, false, l.f.pkg, "XMLName"); o == nil {
			l.refuse(c.Pos(), fmt.Sprintf("package xml cannot know the name of %s, which a cell declares without a field XMLName", n.Obj().Name()))
		}
	}
}

// xmlWriters are the functions and methods of package xml that ask for the name of a type.
var xmlWriters = []string{"Marshal", "MarshalIndent", "Encode"}

// privateMembers are the members of package reflect that tell of private fields, of which the interpreter's types have none.
var privateMembers = []string{"CanSet", "CanInterface", "IsExported"}

// asksPrivate refuses a unit that hands structs with private fields to package reflect and asks there what they are called or which are
// private.
func (a *analysis) asksPrivate(u *unit) {
	asks := firstUse(u, func(id *ast.Ident, o types.Object) bool {
		field, isField := o.(*types.Var)
		name := isField && field.IsField() && id.Name == "Name"
		return o.Pkg() != nil && o.Pkg().Path() == "reflect" && (name || slices.Contains(privateMembers, id.Name))
	})
	if asks != nil && slices.ContainsFunc(reflected(u), a.hasPrivate) {
		a.errorf(asks.Pos(), "reflection does not know the names of private fields (a limit of the interpreter)")
	}
}

// hasPrivate says whether t is a struct of the session with private fields, or a pointer to one.
func (a *analysis) hasPrivate(t types.Type) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for i := range st.NumFields() {
		if f := st.Field(i); !f.Exported() && f.Pkg() == a.pkg {
			return true
		}
	}
	return false
}
