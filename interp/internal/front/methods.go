package front

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// extMethod is a method of a type of an earlier cell. go/types requires methods in the package of their type, so such
// a method is checked as a function with the receiver as first parameter.
type extMethod struct {
	decl   *ast.FuncDecl // as typed
	fake   *ast.FuncDecl // as checked
	base   *types.TypeName
	method *types.Func // what was added to the type, nil if it replaces one of the same signature
}

// adopted returns the method that is checked as fd, or nil.
func (u *unit) adopted(fd *ast.FuncDecl) *extMethod {
	for _, x := range u.ext {
		if x.fake == fd {
			return x
		}
	}
	return nil
}

// adoptMethods prepares methods on types of earlier cells. It reports whether the unit can be checked.
func (a *analysis) adoptMethods(u *unit, declared map[string]bool) bool {
	for _, f := range u.Files {
		for i, d := range f.Decls {
			fd, ok := d.(*ast.FuncDecl)
			if !ok || fd.Recv == nil {
				continue
			}
			r := syntax.ReceiverOf(fd)
			if r.Name == nil || declared[r.Name.Name] {
				continue
			}
			tn := a.methodBase(r.Name.Name)
			if tn == nil {
				continue // the checker will report it
			}
			if why := a.refusal(r, tn); why != "" {
				a.errorf(r.Name.Pos(), "%s", why)
				return false
			}
			u.Free[r.Name.Name] = true
			x := a.asFunction(u, fd, tn)
			if x == nil {
				return false
			}
			u.ext = append(u.ext, x)
			f.Decls[i] = x.fake
		}
	}
	return len(u.ext) == 0 || a.addMethods(u, declared)
}

// ownMember returns the method or field of a type with a name, excluding promoted ones: methods of embedded instances
// of generic types that are getting methods cannot be looked up before they are refreshed.
func (a *analysis) ownMember(t *types.Named, name string) types.Object {
	for m := range t.Methods() {
		if m.Name() == name {
			return m
		}
	}
	if s, ok := t.Underlying().(*types.Struct); ok {
		for f := range s.Fields() {
			if f.Name() == name && (f.Exported() || f.Pkg() == a.pkg) {
				return f
			}
		}
	}
	return nil
}

// methodBase returns the type of an earlier cell that name denotes, following aliases, if it may have methods.
func (a *analysis) methodBase(name string) *types.TypeName {
	tn, ok := a.get(name).(*types.TypeName)
	if !ok || tn.Pkg() != a.pkg {
		return nil
	}
	named, ok := types.Unalias(tn.Type()).(*types.Named)
	if !ok || named.Obj().Pkg() != a.pkg {
		return nil
	}
	switch named.Underlying().(type) {
	case *types.Interface, *types.Pointer:
		return nil
	}
	return named.Obj()
}

// asFunction moves the receiver to the front of the parameters. If that is not possible, it reports the reason and
// returns nil.
func (a *analysis) asFunction(u *unit, fd *ast.FuncDecl, tn *types.TypeName) *extMethod {
	params := &ast.FieldList{Opening: fd.Type.Params.Opening, Closing: fd.Type.Params.Closing}
	params.List = append(params.List, named(fd.Recv.List[0]))
	for _, p := range fd.Type.Params.List {
		params.List = append(params.List, named(p))
	}
	x := &extMethod{decl: fd, base: tn, fake: &ast.FuncDecl{
		Name: &ast.Ident{NamePos: fd.Name.NamePos, Name: "_"},
		Type: &ast.FuncType{Func: fd.Type.Func, Params: params, Results: fd.Type.Results},
		Body: fd.Body,
	}}
	if r := syntax.ReceiverOf(fd); len(r.Params) > 0 && !a.asGeneric(u, x, r.Params) {
		return nil
	}
	return x
}

// named names an unnamed parameter _.
func named(f *ast.Field) *ast.Field {
	if len(f.Names) > 0 {
		return f
	}
	return &ast.Field{Names: []*ast.Ident{{NamePos: f.Pos(), Name: "_"}}, Type: f.Type}
}

// addMethods checks the signatures first: bodies may call any of the methods.
func (a *analysis) addMethods(u *unit, declared map[string]bool) bool {
	a.fill(u, declared)
	info := &types.Info{Defs: map[*ast.Ident]types.Object{}}
	conf := types.Config{Sizes: a.world.Sizes(), GoVersion: goVersion, DisableUnusedImportCheck: true, IgnoreFuncBodies: true, Error: func(error) {}}
	_ = types.NewChecker(&conf, a.fset, a.pkg, info).Files(u.Files) // the full check reports errors
	var grown []*types.Named
	// All at once: a signature may contain instances of a type that others add methods to.
	defer func() { a.refresh(grown...) }()
	for _, x := range u.ext {
		fn, ok := info.Defs[x.fake.Name].(*types.Func)
		if !ok {
			continue
		}
		m := a.methodOf(x, fn.Signature())
		named := x.base.Type().(*types.Named)
		old := a.ownMember(named, m.Name())
		if old == nil {
			a.save(named)
			named.AddMethod(m)
			grown = append(grown, named)
			x.method = m
			continue
		}
		if f, ok := old.(*types.Func); !ok || !sameSignature(f.Origin(), fn.Signature()) {
			a.errorDeclared(x, old, "to change it")
			return false
		}
		if r := syntax.ReceiverOf(x.decl); a.changesReceiver(x.base, m.Name(), r.Pointer) {
			a.errorDeclared(x, old, "in this cell to change its receiver")
			return false
		}
		if a.plain && len(syntax.ReceiverOf(x.decl).Params) > 0 {
			a.errorf(x.decl.Name.Pos(), "%s.%s is declared again: methods of generic types cannot change in a Go program; keep one of the declarations",
				x.base.Name(), m.Name())
			return false
		}
	}
	return true
}

// errorDeclared reports that a type already has a member with the name of a method.
func (a *analysis) errorDeclared(x *extMethod, old types.Object, why string) {
	is := strings.TrimPrefix(types.ObjectString(old, a.Qualify), "func ")
	a.errorf(x.decl.Name.Pos(), "%s.%s is already declared as %s; declare type %s again %s", x.base.Name(), old.Name(), is, x.base.Name(), why)
}

// addMethod adds a method to a type and to its existing instances.
func (a *analysis) addMethod(t *types.Named, m *types.Func) {
	a.save(t)
	t.AddMethod(m)
	a.refresh(t)
}

// methodOf converts the function that a method is checked as to the method.
func (a *analysis) methodOf(x *extMethod, sig *types.Signature) *types.Func {
	if sig.TypeParams().Len() > 0 {
		return a.genericMethod(x.decl.Name, sig)
	}
	return types.NewFunc(x.decl.Name.Pos(), a.pkg, x.decl.Name.Name, a.signature(sig, nil))
}

// signature makes the first parameter of a function the receiver.
func (a *analysis) signature(sig *types.Signature, recvParams []*types.TypeParam) *types.Signature {
	params := slices.Collect(sig.Params().Variables())[1:]
	first := types.NewVar(token.NoPos, a.pkg, "", sig.Params().At(0).Type())
	return types.NewSignatureType(first, recvParams, nil, types.NewTuple(params...), sig.Results(), sig.Variadic())
}

// sameSignature reports whether a method has the parameters and results of a function with the receiver as first
// parameter.
func sameSignature(m *types.Func, sig *types.Signature) bool {
	if recv := m.Signature().RecvTypeParams(); recv.Len() > 0 {
		var args []types.Type
		for p := range recv.TypeParams() {
			args = append(args, p)
		}
		t, err := types.Instantiate(nil, sig, args, false)
		if err != nil {
			return false
		}
		sig = t.(*types.Signature)
	}
	params := slices.Collect(sig.Params().Variables())[1:]
	return types.Identical(m.Type(), types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), sig.Results(), sig.Variadic()))
}
