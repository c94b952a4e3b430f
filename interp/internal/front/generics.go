package front

import (
	"go/ast"
	"go/parser"
	"go/types"
	"reflect"
	"slices"
	"strconv"

	"github.com/msrepl/msrepl/interp/internal/gotypes"
	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// A method of a generic type of an earlier cell is checked as a generic function with the type parameters of the
// receiver:
//
//	func (s *Stack[E]) Push(x E)    →    func _[E any](s *Stack[E], x E)
//
// Existing instances of the type, in variables, fields and signatures, get the method as later ones do.

// refusal returns why a method cannot be added to a type of an earlier cell, or "".
func (a *analysis) refusal(r syntax.Receiver, tn *types.TypeName) string {
	meant := a.get(r.Name.Name)
	n, _ := types.Unalias(meant.Type()).(*types.Named)
	alias, isAlias := meant.Type().(*types.Alias)
	count := n.TypeParams().Len()
	switch {
	case isAlias && alias.TypeParams().Len() > 0:
		return "cannot define new methods on generic alias type " + types.TypeString(alias, a.Qualify)
	case n.TypeArgs().Len() > 0:
		return "cannot define new methods on instantiated type " + types.TypeString(n, a.Qualify)
	case count == 0 && len(r.Params) > 0:
		return tn.Name() + " is not a generic type"
	case count > 0 && len(r.Params) == 0:
		return "cannot use generic type " + types.TypeString(n, a.Qualify) + " without instantiation"
	case count != len(r.Params):
		got := strconv.Itoa(len(r.Params)) + " type parameter"
		if len(r.Params) != 1 {
			got += "s"
		}
		return "receiver declares " + got + ", but receiver base type declares " + strconv.Itoa(count)
	}
	for _, p := range r.Params {
		if _, ok := ast.Unparen(p).(*ast.Ident); !ok {
			return "receiver type parameter " + types.ExprString(p) + " must be an identifier"
		}
	}
	return ""
}

// asGeneric adds the type parameters of the receiver to the function for a method of a generic type. It reports
// whether the constraints can be written with these names.
func (a *analysis) asGeneric(u *unit, x *extMethod, params []ast.Expr) bool {
	var constraints []constraint
	if d := a.declaration(x.base); d != nil {
		constraints = d.params
	}
	if len(constraints) != len(params) {
		a.errorf(x.decl.Recv.Pos(), "the constraints of %s are not known", x.base.Name())
		return false
	}
	rename := map[string]string{}
	list, args := &ast.FieldList{Opening: x.decl.Recv.Pos()}, make([]ast.Expr, len(params))
	for i, p := range params {
		id := ast.Unparen(p).(*ast.Ident)
		args[i] = id
		if id.Name == "_" {
			id = syntax.Ident(id.Pos(), "_"+syntax.Mark+strconv.Itoa(i))
			args[i] = syntax.Ident(id.Pos(), id.Name)
		}
		rename[constraints[i].name] = id.Name
		typ, err := parser.ParseExpr(constraints[i].text)
		if err != nil {
			panic(err) // it has been parsed before
		}
		syntax.Place(typ, id.Pos())
		list.List = append(list.List, &ast.Field{Names: []*ast.Ident{syntax.Ident(id.Pos(), id.Name)}, Type: typ})
	}
	for i, f := range list.List {
		for _, id := range identsOf(f.Type, u.Free) {
			if own, ok := rename[id.Name]; ok {
				id.Name = own
			} else if j := slices.IndexFunc(list.List, func(f *ast.Field) bool { return f.Names[0].Name == id.Name }); j >= 0 {
				a.errorf(params[j].Pos(), "the constraint of type parameter %s of %s mentions another %s; name the type parameter otherwise (a limit of the session)",
					constraints[i].name, x.base.Name(), id.Name)
				return false
			} else {
				u.Free[id.Name] = true
			}
		}
	}
	x.fake.Type.TypeParams = list
	x.fake.Type.Params.List[0].Type = withArgs(x.decl.Recv.List[0].Type, args)
	return true
}

// identsOf returns the identifiers in an expression. Selectors are added to free with their operand.
func identsOf(e ast.Expr, free map[string]bool) (list []*ast.Ident) {
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			free[types.ExprString(n)] = true
			list = append(list, identsOf(n.X, free)...)
			return false
		case *ast.Ident:
			list = append(list, n)
		}
		return true
	})
	return list
}

// withArgs returns the type of a receiver with the type parameters renamed.
func withArgs(t ast.Expr, args []ast.Expr) ast.Expr {
	switch x := ast.Unparen(t).(type) {
	case *ast.StarExpr:
		return &ast.StarExpr{Star: x.Star, X: withArgs(x.X, args)}
	case *ast.IndexExpr:
		return &ast.IndexListExpr{X: x.X, Lbrack: x.Lbrack, Indices: args, Rbrack: x.Rbrack}
	case *ast.IndexListExpr:
		return &ast.IndexListExpr{X: x.X, Lbrack: x.Lbrack, Indices: args, Rbrack: x.Rbrack}
	}
	return t
}

// constraint is a type parameter of a declaration.
type constraint struct{ name, text string }

// constraintsOf returns the type parameters of a declaration.
func constraintsOf(s *ast.TypeSpec) (list []constraint) {
	if s.TypeParams == nil {
		return nil
	}
	for _, f := range s.TypeParams.List {
		for _, n := range f.Names {
			list = append(list, constraint{n.Name, types.ExprString(f.Type)})
		}
	}
	return list
}

// declaration returns the record of a type of an earlier cell, or of an earlier part of the cell.
func (a *analysis) declaration(tn *types.TypeName) *typeDecl {
	for _, u := range a.units {
		if d := u.types[tn]; d != nil {
			return d
		}
	}
	return a.declared[tn]
}

// genericMethod converts the generic function that a method was checked as to the method.
func (a *analysis) genericMethod(name *ast.Ident, sig *types.Signature) *types.Func {
	var params []*types.TypeParam
	for p := range sig.TypeParams().TypeParams() {
		unbind(p)
		params = append(params, p)
	}
	return types.NewFunc(name.Pos(), a.pkg, name.Name, a.signature(sig, params))
}

// unbind resets p to a type parameter without a signature. It keeps its identity: contexts of go/types identify
// instances by the numbers of their type parameters, even those not yet expanded. If a release of Go stores the index
// differently, a new one is made.
func unbind(p *types.TypeParam) {
	if f := reflect.ValueOf(p).Elem().FieldByName("index"); f.IsValid() && f.Kind() == reflect.Int {
		*(*int)(f.Addr().UnsafePointer()) = -1
		return
	}
	*p = *types.NewTypeParam(p.Obj(), p.Constraint())
}

// settle makes methods of generic types the ones checked last, whose bodies name the type parameters of these. Units
// before this one are compiled with the earlier ones.
func (d *direct) settle(x *extMethod, m *types.Func, fn *types.Func) {
	if len(syntax.ReceiverOf(x.decl).Params) == 0 || m == nil || fn == nil {
		return
	}
	d.out.Code.settle = append(d.out.Code.settle, func() {
		*m = *d.a.genericMethod(x.decl.Name, fn.Signature())
		setScope(m.Signature(), fn.Scope())
	})
}

// Settle is called before a unit is compiled.
func (c *Code) Settle() {
	for _, f := range c.settle {
		f()
	}
	c.settle = nil
}

// setScope sets the scope of the body of a signature, for which go/types has no function. The SSA form of generic
// code uses it to find the types declared in the body.
func setScope(sig *types.Signature, scope *types.Scope) {
	f := reflect.ValueOf(sig).Elem().FieldByName("scope")
	*(**types.Scope)(f.Addr().UnsafePointer()) = scope
}

// refresh updates the methods of the existing instances of generic types.
func (a *analysis) refresh(list ...*types.Named) {
	list = slices.DeleteFunc(list, func(n *types.Named) bool { return n.TypeParams().Len() == 0 })
	if len(list) == 0 {
		return
	}
	r := &refresher{of: list, home: a.pkg, seen: map[types.Type]bool{}}
	for _, o := range a.overlay {
		r.object(o)
	}
	for _, o := range a.env {
		r.object(o)
	}
	if a.hooks.world != nil {
		for _, t := range a.hooks.world.All() {
			r.typ(t)
		}
	}
	for _, n := range list {
		r.typ(n)
	}
	for _, t := range r.found { // each leads to new ones, which are up to date
		again, err := types.Instantiate(nil, t.Origin(), slices.Collect(t.TypeArgs().Types()), false)
		if err != nil {
			panic(err) // it has been instantiated before
		}
		reflect.ValueOf(t).Elem().Set(reflect.ValueOf(again).Elem())
	}
}

// refresher finds the instances of generic types in types of the session. An instance of go/types keeps the methods
// that it had when it was first expanded, and panics if there are more. An instance that only replaced definitions use
// is found as late as a type that is still in use leads to it, so it may be one of a type that grew in an earlier cell.
type refresher struct {
	of    []*types.Named
	home  *types.Package
	seen  map[types.Type]bool
	found []*types.Named
}

func (r *refresher) object(o types.Object) {
	if o.Pkg() == r.home {
		r.typ(o.Type())
	}
}

func (r *refresher) typ(t types.Type) {
	if t == nil || r.seen[t] {
		return
	}
	r.seen[t] = true
	switch t := t.(type) {
	case *types.Named:
		r.named(t)
	case *types.TypeParam:
		r.typ(t.Constraint())
	default:
		if s, ok := t.(*types.Signature); ok && s.Recv() != nil {
			r.typ(s.Recv().Type())
		}
		gotypes.Parts(t, r.typ)
	}
}

func (r *refresher) named(t *types.Named) {
	if t.TypeArgs().Len() == 0 && t.Obj().Pkg() != r.home {
		return
	}
	found := t.TypeArgs().Len() > 0 && (slices.Contains(r.of, t.Origin()) || outdated(t))
	if found {
		r.found = append(r.found, t)
	}
	for arg := range t.TypeArgs().Types() {
		r.typ(arg)
	}
	for p := range t.TypeParams().TypeParams() {
		r.typ(p)
	}
	r.typ(t.Underlying())
	if found {
		return // its methods are the earlier ones
	}
	for m := range t.Methods() {
		r.typ(m.Signature())
	}
}

// outdated reports whether an instance has the methods that its generic type had before it got more: go/types makes
// room for all of them at the first one, and drops the context when there are no more to come.
func outdated(t *types.Named) bool {
	v := reflect.ValueOf(t).Elem()
	methods, inst := v.FieldByName("methods"), v.FieldByName("inst")
	if !methods.IsValid() || !inst.IsValid() || methods.Len() == t.NumMethods() {
		return false
	}
	return methods.Len() > 0 || inst.Elem().FieldByName("ctxt").IsNil()
}
