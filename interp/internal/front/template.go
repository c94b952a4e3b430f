package front

import (
	"go/ast"
	"go/types"
)

// template is a generic function, type or method of the session.
type template struct {
	fn      *function
	params  []string // names of the type parameters; "_" for one without
	methods []*template
	copies  []*special
	lib     *library // of one of the standard library
}

// keepTemplate notes a generic declaration, which is not lowered by itself.
func (l *lowerer) keepTemplate(fn *function, node ast.Node, params []string) *template {
	ast.Inspect(node, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if o := l.info.Uses[id]; o != fn.obj && l.session(o) {
				fn.uses[o] = true
			}
		}
		return true
	})
	return &template{fn: fn, params: params}
}

// typeParams returns the names of a list of type parameters.
func typeParams(l *ast.FieldList) (names []string) {
	for _, f := range l.List {
		for _, n := range f.Names {
			names = append(names, n.Name)
		}
	}
	return names
}

// receiverParams returns the names that a method gives to the type parameters of its receiver.
func receiverParams(fd *ast.FuncDecl) (names []string) {
	for _, e := range receiverArgs(fd) {
		name := "_"
		if id, ok := ast.Unparen(*e).(*ast.Ident); ok {
			name = id.Name
		}
		names = append(names, name)
	}
	return names
}

// receiverArgs returns where the type arguments of a method's receiver stand.
func receiverArgs(fd *ast.FuncDecl) (args []*ast.Expr) {
	t := ast.Unparen(fd.Recv.List[0].Type)
	if star, ok := t.(*ast.StarExpr); ok {
		t = ast.Unparen(star.X)
	}
	switch x := t.(type) {
	case *ast.IndexExpr:
		args = append(args, &x.Index)
	case *ast.IndexListExpr:
		for i := range x.Indices {
			args = append(args, &x.Indices[i])
		}
	}
	return args
}

// templateFunc keeps a generic function or a method of a generic type.
func (l *lowerer) templateFunc(d *ast.FuncDecl) (*function, bool) {
	if d.Recv == nil {
		if d.Type.TypeParams == nil {
			return nil, false
		}
		fn := l.newFunction(d)
		l.f.templates[fn.obj] = l.keepTemplate(fn, d, typeParams(d.Type.TypeParams))
		return fn, true
	}
	r := receiver(d)
	if !r.generic || r.name == nil {
		return nil, false
	}
	fn := l.newFunction(d)
	fn.key = fn.obj.Name() + mark + d.Name.Name
	m := l.keepTemplate(fn, d, receiverParams(d))
	if t := l.typeTemplate(fn.obj); t != nil {
		t.methods = append(t.methods, m)
		*l.queue = append(*l.queue, t.copies...) // they get the method, too
	}
	return fn, true
}

// templates keeps the generic declarations of the unit and returns the others.
func (l *lowerer) templates(out *Unit) (rest []ast.Decl) {
	for _, d := range l.u.decls {
		switch d := d.(type) {
		case *ast.GenDecl:
			var keep []ast.Spec
			for _, s := range d.Specs {
				if ts, ok := s.(*ast.TypeSpec); ok {
					if fn, ok := l.templateType(ts); ok {
						out.funcs = append(out.funcs, fn)
						continue
					}
				}
				keep = append(keep, s)
			}
			if d.Specs = keep; len(keep) == 0 {
				continue
			}
		case *ast.FuncDecl:
			if fn, ok := l.templateFunc(d); ok {
				out.funcs = append(out.funcs, fn)
				continue
			}
		}
		rest = append(rest, d)
	}
	return rest
}

// templateType keeps a generic type, or one that is only a constraint.
func (l *lowerer) templateType(ts *ast.TypeSpec) (*function, bool) {
	it, ok := under(l.info.Defs[ts.Name].Type()).(*types.Interface)
	constraint := ok && !it.IsMethodSet()
	if !constraint && ts.TypeParams == nil {
		return nil, false
	}
	fn := l.newType(ts)
	if constraint {
		l.keepTemplate(fn, ts, nil)
		return fn, true
	}
	t := l.keepTemplate(fn, ts, typeParams(ts.TypeParams))
	t.methods = l.typeTemplate(fn.obj).methods
	l.f.templates[fn.obj] = t
	return fn, true
}

// typeTemplate returns the template of a type of the session; methods may come first.
func (l *lowerer) typeTemplate(o types.Object) *template {
	t := l.f.templates[o]
	if t == nil {
		t = &template{}
		l.f.templates[o] = t
	}
	return t
}
