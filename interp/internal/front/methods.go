package front

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// extMethod is a method on a type of an earlier cell. go/types wants methods next to their type, so
// such a method is checked as a function with the receiver as first parameter.
type extMethod struct {
	decl   *ast.FuncDecl // as typed
	fake   *ast.FuncDecl // as checked
	base   *types.TypeName
	again  bool        // replaces a method of the same signature
	method *types.Func // what was added to the type, nil if again
}

// recv is the receiver of a method declaration, taken apart.
type recv struct {
	name    *ast.Ident // of the type
	pointer bool
	generic bool
}

func receiver(fd *ast.FuncDecl) (r recv) {
	if fd.Recv == nil || len(fd.Recv.List) != 1 {
		return r
	}
	t := ast.Unparen(fd.Recv.List[0].Type)
	if star, ok := t.(*ast.StarExpr); ok {
		r.pointer, t = true, ast.Unparen(star.X)
	}
	switch x := t.(type) {
	case *ast.IndexExpr:
		r.generic, t = true, x.X
	case *ast.IndexListExpr:
		r.generic, t = true, x.X
	}
	r.name, _ = t.(*ast.Ident)
	return r
}

// adopted returns the method that is checked as fd, if any.
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
	for _, f := range u.files {
		for i, d := range f.Decls {
			fd, ok := d.(*ast.FuncDecl)
			if !ok || fd.Recv == nil {
				continue
			}
			r := receiver(fd)
			if r.name == nil || declared[r.name.Name] {
				continue
			}
			tn := a.methodBase(r.name.Name)
			if tn == nil {
				continue // the checker will complain
			}
			if r.generic {
				a.errorf(fd.Recv.Pos(), "methods of a generic type must stand in the cell of the type (a limit of the session)")
				return false
			}
			u.free[r.name.Name] = true
			x := &extMethod{decl: fd, fake: asFunction(fd), base: tn}
			u.ext = append(u.ext, x)
			f.Decls[i] = x.fake
		}
	}
	return len(u.ext) == 0 || a.addMethods(u, declared)
}

// methodBase returns the type of an earlier cell that name means, an alias followed, when it may
// have methods.
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

// asFunction moves the receiver to the front of the parameters.
func asFunction(fd *ast.FuncDecl) *ast.FuncDecl {
	params := &ast.FieldList{Opening: fd.Type.Params.Opening, Closing: fd.Type.Params.Closing}
	params.List = append(params.List, named(fd.Recv.List[0]))
	for _, p := range fd.Type.Params.List {
		params.List = append(params.List, named(p))
	}
	return &ast.FuncDecl{
		Name: &ast.Ident{NamePos: fd.Name.NamePos, Name: "_"},
		Type: &ast.FuncType{Func: fd.Type.Func, Params: params, Results: fd.Type.Results},
		Body: fd.Body,
	}
}

// named gives an unnamed parameter the name _.
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
	_ = types.NewChecker(&conf, a.fset, a.pkg, info).Files(u.files) // the full check reports errors
	for _, x := range u.ext {
		fn, ok := info.Defs[x.fake.Name].(*types.Func)
		if !ok {
			continue
		}
		m := a.methodOf(x, fn.Signature())
		named := x.base.Type().(*types.Named)
		old, index, _ := types.LookupFieldOrMethod(named, true, a.pkg, m.Name())
		if old == nil || len(index) > 1 { // new, or promoted from an embedded field
			a.save(named)
			named.AddMethod(m)
			x.method = m
			continue
		}
		if f, ok := old.(*types.Func); !ok || !types.Identical(f.Type(), m.Type()) {
			is := types.ObjectString(old, a.Qualify)
			a.errorf(x.decl.Name.Pos(), "%s.%s is already declared as %s; declare type %s again to change it",
				x.base.Name(), m.Name(), strings.TrimPrefix(is, "func "), x.base.Name())
			return false
		}
		if r := receiver(x.decl); a.changesReceiver(x.base, m.Name(), r.pointer) {
			is := types.ObjectString(old, a.Qualify)
			a.errorf(x.decl.Name.Pos(), "%s.%s is already declared as %s; declare type %s again in this cell to change its receiver",
				x.base.Name(), m.Name(), strings.TrimPrefix(is, "func "), x.base.Name())
			return false
		}
		x.again = true
	}
	return true
}

func (a *analysis) methodOf(x *extMethod, sig *types.Signature) *types.Func {
	var params []*types.Var
	for i := 1; i < sig.Params().Len(); i++ {
		params = append(params, sig.Params().At(i))
	}
	first := types.NewVar(token.NoPos, a.pkg, "", sig.Params().At(0).Type())
	typ := types.NewSignatureType(first, nil, nil, types.NewTuple(params...), sig.Results(), sig.Variadic())
	return types.NewFunc(x.decl.Name.Pos(), a.pkg, x.decl.Name.Name, typ)
}
