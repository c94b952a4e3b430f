package front

import (
	"go/ast"
	"go/token"
	"go/types"
)

// The interpreter runs generic code badly: it infers wrongly, forgets methods and mixes types up. So it
// never sees any. A generic declaration is kept as a template; each use with other type arguments makes a
// special copy, in which the type parameters are names of the arguments, checked and lowered like
// any other declaration.

// special is the copy of a template for some type arguments.
type special struct {
	of   *template
	args []types.Type
	name string       // the interpreter's
	typ  *types.Named // of a type
	done int          // of a type: how many methods it has got
}

// maxSpecials bounds the copies that one unit makes: code may ask for ever larger type arguments.
const maxSpecials = 5000

// generic says whether a type is still without its type arguments.
func generic(n *types.Named) bool { return n.TypeParams().Len() > 0 && n.TypeArgs().Len() == 0 }

// typeName is the interpreter's name of a session type.
func (l *lowerer) typeName(n *types.Named) string {
	if n.TypeArgs().Len() == 0 {
		return l.f.name(n.Obj())
	}
	t := l.f.template(n.Obj())
	if t == nil {
		return l.f.name(n.Obj())
	}
	s := l.special(t, n.TypeArgs(), n.Obj().Name())
	s.typ = n
	return s.name
}

// special returns the copy for some type arguments, new or old. New ones are made by makeSpecials.
func (l *lowerer) special(t *template, list *types.TypeList, base string) *special {
	var args []types.Type
	for i := range list.Len() {
		args = append(args, list.At(i))
	}
	for _, s := range t.copies {
		if s.matches(args) {
			return s
		}
	}
	s := &special{of: t, args: args, name: l.f.fresh(base + mark)}
	t.copies = append(t.copies, s)
	l.a.specials = append(l.a.specials, s)
	*l.queue = append(*l.queue, s)
	return s
}

func (s *special) matches(args []types.Type) bool {
	for i, a := range args {
		if !types.Identical(s.args[i], a) {
			return false
		}
	}
	return true
}

// forgetSpecials takes back the copies of a cell that does not run.
func (a *analysis) forgetSpecials() {
	for _, s := range a.specials {
		t := s.of
		for i, c := range t.copies {
			if c == s {
				t.copies = append(t.copies[:i:i], t.copies[i+1:]...)
				break
			}
		}
	}
}

// makeSpecials lowers the copies that are asked for, and those that these ask for.
func (l *lowerer) makeSpecials() {
	for made := 0; len(*l.queue) > 0; made++ {
		s := (*l.queue)[0]
		*l.queue = (*l.queue)[1:]
		if made > maxSpecials {
			l.refuse(l.u.files[0].Pos(), "too many instances of generic code")
			*l.queue = nil
			return
		}
		if s.typ != nil {
			l.specialType(s)
			continue
		}
		l.specialFunc(s.of, s, "")
	}
}

// specialType declares the copy of a type, with its methods.
func (l *lowerer) specialType(s *special) {
	pos := l.u.files[0].Pos()
	if s.done == 0 {
		spec := &ast.TypeSpec{Name: ident(pos, s.name), Type: l.mustType(s.typ.Underlying(), pos)}
		if it, ok := s.typ.Underlying().(*types.Interface); ok && !it.IsMethodSet() {
			return
		}
		l.tag(spec, s.name)
		l.noteStruct(s.typ)
		l.decls = append(append(l.decls, typeDeclOf(spec)), l.binder(pos, s.typ)...)
	}
	more := s.of.methods[s.done:]
	for _, m := range more {
		l.specialFunc(m, s, s.name)
	}
	s.done = len(s.of.methods)
	if !types.IsInterface(s.typ) && (s.typ.Obj().Pkg() == l.f.pkg || l.f.copied(s.typ)) {
		l.assigns = append(l.assigns, l.registration(pos, s.typ))
	}
}

// specialFunc lowers the copy of a function or, of the type named recv, of a method.
func (l *lowerer) specialFunc(t *template, s *special, recv string) {
	u := &unit{cell: t.fn.cell, free: map[string]bool{}, relink: true, bound: map[string]types.Type{}, args: s.args, lib: t.lib}
	p := &piece{item: &item{declItem, t.fn.from, t.fn.to}, cell: t.fn.cell, keyword: t.fn.keyword}
	l.a.parsePiece(p) // it has parsed before
	if u.lib == nil {
		l.a.lastValues(p)
		l.a.prints(p, nil)
	}
	collectFree(p.file, u.free)
	fd := p.file.Decls[0].(*ast.FuncDecl)
	u.free[fd.Name.Name] = true
	for i, name := range t.params {
		if name == "_" {
			name = placeholder(i)
			if recv != "" {
				*receiverArgs(fd)[i] = ident(fd.Pos(), name)
			}
		}
		u.bound[name] = s.args[i]
	}
	fake := &ast.FuncDecl{Name: &ast.Ident{NamePos: fd.Name.NamePos, Name: "_"}, Type: fd.Type, Body: fd.Body}
	fd.Type.TypeParams = nil
	if recv != "" {
		u.free[receiver(fd).name.Name] = true
		fake = asFunction(fd)
		u.ext = append(u.ext, &extMethod{decl: fd, fake: fake})
	}
	p.file.Decls[0] = fake
	u.pieces, u.files = []*piece{p}, []*ast.File{p.file}
	if u.lib != nil {
		l.a.fill(u, nil)
		l.a.typecheck(u, u.files)
		l.lowerSpecial(u, fd, fake, s, recv)
		return
	}
	useOuts(u.files, u.free)
	// The template has been checked. What its copy is told, of a case that is there twice for these type
	// arguments or cannot be met, is no error of the user's.
	l.a.converge(u, nil, assignBare(u))
	l.lowerSpecial(u, fd, fake, s, recv)
}

func (l *lowerer) lowerSpecial(u *unit, fd, fake *ast.FuncDecl, s *special, recv string) {
	sub := l.a.newLowerer(u)
	sub.queue, sub.structs = l.queue, l.structs
	fn := &function{uses: map[types.Object]bool{}}
	sub.uses = fn.uses
	d := fake
	if recv != "" {
		d = fd
	} else {
		d.Name.Name = s.name
	}
	decls, assigns := sub.funcDecl(d, sub.walker(), fn)
	l.decls = append(append(l.decls, sub.decls...), decls...)
	l.assigns = append(append(l.assigns, sub.assigns...), assigns...)
	l.jobs = append(l.jobs, sub.jobs...)
	l.diags = append(l.diags, sub.diags...)
}

func typeDeclOf(spec *ast.TypeSpec) ast.Decl {
	return &ast.GenDecl{TokPos: spec.Pos(), Tok: token.TYPE, Specs: []ast.Spec{spec}}
}

// instance names the copy of a generic function of the session.
func (l *lowerer) instance(id *ast.Ident, in types.Instance) ast.Expr {
	o := l.info.Uses[id]
	t := l.f.template(o)
	if t == nil {
		return nil
	}
	x := ident(id.NamePos, l.special(t, in.TypeArgs, o.Name()).name)
	l.info.Uses[x], l.made[x] = o, in.Type
	l.inst.add(x)
	return x
}

// boundTypes puts types in the place of type parameters and of instances of generic types.
func boundTypes(l *lowerer, e ast.Expr) ast.Expr {
	switch x := e.(type) {
	case *ast.Ident:
		if tn, ok := l.info.Uses[x].(*types.TypeName); ok && l.u.bound[x.Name] != nil && l.u.bound[x.Name] == tn.Type() {
			return l.mustType(tn.Type(), e.Pos())
		}
	case *ast.IndexExpr, *ast.IndexListExpr:
		if n, ok := types.Unalias(l.typeOf(e)).(*types.Named); ok && l.isType(e) && (n.Obj().Pkg() == l.f.pkg || l.f.template(n.Obj()) != nil) {
			return l.mustType(n, e.Pos())
		}
	}
	return e
}
