package front

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
)

// Unit is a part of a cell that is ready to run.
type Unit struct {
	Imports   []Import         // to be done first
	Nodes     []ast.Node       // to be compiled and executed in order
	Steps     []token.Position // where its statements are
	FirstStep int              // the number of the first one; no two statements of a session share one
	Echo      bool             // the last statement is a value that is shown
	Code      *Code            // what is compiled, in place of the nodes

	unit   *unit
	stepOf map[types.Object]int // the statement that defines an object
	funcs  []*function          // what Commit records
}

// lower turns a checked unit into what the interpreter runs.
func (a *analysis) lower(u *unit) (*Unit, Diags) {
	l := a.newLowerer(u)
	out := &Unit{unit: u, stepOf: map[types.Object]int{}}
	if u.body != nil {
		l.statements(out)
	} else {
		l.declarations(out)
	}
	out.Imports = l.jobs
	return out, l.diags
}

// statements lowers a run of statements to variables without initial values and the body of a
// function that assigns them. The interpreter is at its best in functions: at top level its nested
// blocks clobber variables, return and defer crash it, and := gets its type too early.
func (l *lowerer) statements(out *Unit) {
	pos := l.u.body.Lbrace
	l.funcs = append(l.funcs, &funcScope{name: ""})
	if l.u.last {
		out.Echo = l.echo()
	}
	w := l.walker()
	out.FirstStep = l.f.steps
	l.f.steps += len(l.u.body.List)
	var list []ast.Stmt
	for k, s := range l.u.body.List {
		for _, id := range definedIdents(s) {
			if o := l.info.Defs[id]; o != nil {
				out.stepOf[o] = k
			}
		}
		out.Steps = append(out.Steps, l.f.Position(s.Pos()))
		if k > 0 && s != l.shown { // that the first one runs is known, and what shows values says so itself
			list = append(list, l.step(s.Pos(), out.FirstStep+k))
		}
		notes := w.list(l.a.unread[s])
		list = append(append(list, l.global(s, w)...), notes...)
	}
	body := &ast.BlockStmt{Lbrace: pos, List: list, Rbrace: l.u.body.Rbrace}
	fn := &ast.FuncType{Func: pos, Params: &ast.FieldList{Opening: pos, Closing: pos}}
	l.guard(l.funcs[0], fn, body)
	vars := l.variables(pos)
	l.makeSpecials()
	decls := append(l.decls, vars...)
	if len(l.assigns) == 0 && onlyVars(decls) {
		out.Nodes = []ast.Node{file(append(decls, run(pos, body.List))...)}
		return
	}
	out.Nodes = append(out.Nodes, l.withMended(decls)...)
	if len(l.assigns) > 0 {
		out.Nodes = append(out.Nodes, file(run(pos, l.assigns)))
	}
	out.Nodes = append(out.Nodes, file(run(pos, body.List)))
}

// variables declares the new variables of the unit; those that continue an older one are there. A
// type that spells a struct out goes through an alias: the interpreter takes the names of its fields
// for variables that the declaration depends on.
func (l *lowerer) variables(pos token.Pos) (decls []ast.Decl) {
	vars := &ast.GenDecl{TokPos: pos, Tok: token.VAR, Lparen: pos, Rparen: pos}
	for _, o := range l.u.defs {
		if _, ok := o.(*types.Var); !ok || l.u.reuse[o] != nil {
			continue
		}
		typ := l.mustType(o.Type(), pos)
		if hasStruct(typ) {
			alias := l.f.fresh("type" + mark)
			spec := &ast.TypeSpec{Name: ident(pos, alias), Assign: pos, Type: typ}
			decls = append(decls, &ast.GenDecl{TokPos: pos, Tok: token.TYPE, Specs: []ast.Spec{spec}})
			typ = ident(pos, alias)
		}
		vars.Specs = append(vars.Specs, &ast.ValueSpec{Names: []*ast.Ident{ident(pos, l.f.name(o))}, Type: typ})
	}
	if len(vars.Specs) > 0 {
		decls = append(decls, vars)
	}
	return decls
}

// onlyVars says whether some declarations are all of variables, as most are: these the interpreter may compile together with what uses them.
func onlyVars(decls []ast.Decl) bool {
	return !slices.ContainsFunc(decls, func(d ast.Decl) bool {
		gd, ok := d.(*ast.GenDecl)
		return !ok || gd.Tok != token.VAR
	})
}

func hasStruct(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		_, is := n.(*ast.StructType)
		found = found || is
		return !found
	})
	return found
}

// step notes which statement runs, for errors and for what is kept after one.
func (l *lowerer) step(pos token.Pos, k int) ast.Stmt {
	return &ast.ExprStmt{X: callRT(pos, "Step", intLit(pos, k))}
}

// run makes a function of list that the interpreter calls when it has compiled it.
func run(pos token.Pos, list []ast.Stmt) *ast.FuncDecl {
	return &ast.FuncDecl{
		Name: ident(pos, "init"),
		Type: &ast.FuncType{Func: pos, Params: &ast.FieldList{Opening: pos, Closing: pos}},
		Body: &ast.BlockStmt{Lbrace: pos, List: list, Rbrace: pos},
	}
}

func file(decls ...ast.Decl) *ast.File {
	pos := decls[0].Pos()
	return &ast.File{Package: pos, Name: ident(pos, "main"), Decls: decls}
}

// global lowers one top-level statement; := and var become assignments to globals.
func (l *lowerer) global(s ast.Stmt, w *walker) []ast.Stmt {
	switch x := s.(type) {
	case *ast.AssignStmt:
		if x.Tok == token.DEFINE {
			return l.globalDefine(x, w)
		}
	case *ast.DeclStmt:
		if gd, ok := x.Decl.(*ast.GenDecl); ok && gd.Tok == token.VAR {
			var out []ast.Stmt
			for _, spec := range gd.Specs {
				out = append(out, l.globalVar(gd.TokPos, spec.(*ast.ValueSpec), w)...)
			}
			return out
		}
	}
	return w.stmts(s)
}

func (l *lowerer) globalDefine(x *ast.AssignStmt, w *walker) []ast.Stmt {
	x.Tok = token.ASSIGN
	return w.stmts(x)
}

func (l *lowerer) globalVar(pos token.Pos, vs *ast.ValueSpec, w *walker) (out []ast.Stmt) {
	if len(vs.Values) > 0 {
		as := &ast.AssignStmt{TokPos: pos, Tok: token.ASSIGN, Rhs: vs.Values}
		for _, n := range vs.Names {
			as.Lhs = append(as.Lhs, n)
		}
		return w.stmts(as)
	}
	for _, n := range vs.Names { // one that continues an older variable goes back to zero
		o := l.info.Defs[n]
		if o == nil || l.u.reuse[o] == nil {
			continue
		}
		out = append(out, quote(pos, "{ var zero Q0; Q1 = zero }", l.mustType(o.Type(), pos), w.visit(n))...)
	}
	return out
}

// declarations lowers const, type and func declarations.
func (l *lowerer) declarations(out *Unit) {
	w := l.walker()
	var (
		decls   []ast.Decl
		assigns []ast.Stmt
		pos     token.Pos
	)
	for _, d := range l.templates(out) {
		pos = d.Pos()
		switch d := d.(type) {
		case *ast.GenDecl:
			if d.Tok == token.VAR {
				continue // below
			}
			out.funcs = append(out.funcs, l.genDecl(d, w)...)
			decls = append(decls, d)
		case *ast.FuncDecl:
			fn := l.newFunction(d)
			l.uses = fn.uses
			ds, as := l.funcDecl(d, w, fn)
			decls, assigns = append(decls, ds...), append(assigns, as...)
			out.funcs = append(out.funcs, fn)
		}
	}
	if l.u.hasVars() {
		decls = append(decls, l.variables(pos)...)
	}
	more, regs := l.registrations(pos)
	decls, assigns = append(decls, more...), append(assigns, regs...)
	var inits Unit
	if l.u.hasVars() {
		l.uses = map[types.Object]bool{}
		l.initializers(out, &inits, w)
	}
	l.makeSpecials()
	decls, assigns = append(l.decls, decls...), append(assigns, l.assigns...)
	out.Nodes = append(out.Nodes, l.withMended(decls)...)
	if len(assigns) > 0 {
		out.Nodes = append(out.Nodes, file(run(pos, assigns)))
	}
	out.Nodes = append(out.Nodes, inits.Nodes...)
}

// genDecl lowers types and constants, and returns the records of the types.
func (l *lowerer) genDecl(d *ast.GenDecl, w *walker) (records []*function) {
	for _, s := range d.Specs {
		if ts, ok := s.(*ast.TypeSpec); ok {
			fn := l.newType(ts)
			records = append(records, fn)
			l.uses = fn.uses
			l.tagStruct(ts)
			l.noteStruct(fn.obj.Type())
			l.rename(ts.Name)
			w.typeSpec(ts)
			delete(fn.uses, fn.obj)
		}
	}
	for _, s := range d.Specs {
		if vs, ok := s.(*ast.ValueSpec); ok {
			for _, n := range vs.Names {
				l.rename(n)
			}
			if d.Tok == token.CONST {
				l.constSpec(vs)
				continue
			}
			vs.Type = w.typ(vs.Type)
			w.exprs(vs.Values)
		}
	}
	return records
}

// funcDecl lowers a function or method.
func (l *lowerer) funcDecl(d *ast.FuncDecl, w *walker, fn *function) ([]ast.Decl, []ast.Stmt) {
	if d.Recv == nil {
		l.rename(d.Name)
	}
	w.decl(d)
	if d.Recv == nil {
		return []ast.Decl{d}, nil
	}
	return l.method(d, fn)
}

// method sends a method through a variable, so that it can be replaced: the interpreter itself
// keeps the first body for ever.
func (l *lowerer) method(d *ast.FuncDecl, fn *function) (decls []ast.Decl, assigns []ast.Stmt) {
	r := receiver(d)
	if r.name == nil || r.generic {
		return []ast.Decl{d}, nil
	}
	pos := d.Name.NamePos
	key := r.name.Name + mark + d.Name.Name
	fn.key = key
	typ, lit := methodTypes(d)
	if !l.f.declaredMethods[key] && !l.a.newMethods[key] {
		l.a.newMethods.add(key)
		decls = l.trampoline(d, key, typ)
	}
	return decls, []ast.Stmt{assign(pos, ident(pos, key), &ast.FuncLit{Type: lit, Body: d.Body})}
}

// methodTypes returns the type of a method with its receiver first: without names for the
// variable, with names for the function it holds.
func methodTypes(d *ast.FuncDecl) (typ, lit *ast.FuncType) {
	pos := d.Name.NamePos
	in := &ast.FieldList{Opening: pos, Closing: pos}
	named := &ast.FieldList{Opening: pos, Closing: pos}
	for _, f := range append(d.Recv.List[:1:1], d.Type.Params.List...) {
		names := f.Names
		if len(names) == 0 {
			names = []*ast.Ident{ident(pos, "_")}
		}
		for _, n := range names {
			in.List = append(in.List, &ast.Field{Type: f.Type})
			named.List = append(named.List, &ast.Field{Names: []*ast.Ident{ident(n.NamePos, n.Name)}, Type: f.Type})
		}
	}
	typ = &ast.FuncType{Func: pos, Params: in, Results: unnamed(d.Type.Results)}
	lit = &ast.FuncType{Func: pos, Params: named, Results: d.Type.Results}
	return typ, lit
}

// unnamed drops the names of results.
func unnamed(l *ast.FieldList) *ast.FieldList {
	if l == nil {
		return nil
	}
	out := &ast.FieldList{Opening: l.Opening, Closing: l.Closing}
	for _, f := range l.List {
		for range max(1, len(f.Names)) {
			out.List = append(out.List, &ast.Field{Type: f.Type})
		}
	}
	return out
}

// trampoline declares the variable key and the method that calls what it holds.
func (l *lowerer) trampoline(d *ast.FuncDecl, key string, typ *ast.FuncType) []ast.Decl {
	pos := d.Name.NamePos
	params := &ast.FieldList{Opening: pos, Closing: pos}
	call := &ast.CallExpr{Fun: ident(pos, key), Lparen: pos, Rparen: pos, Args: []ast.Expr{ident(pos, "r"+mark)}}
	for i, f := range typ.Params.List[1:] {
		name := "p" + mark + strconv.Itoa(i)
		params.List = append(params.List, &ast.Field{Names: []*ast.Ident{ident(pos, name)}, Type: f.Type})
		call.Args = append(call.Args, ident(pos, name))
		if _, ok := f.Type.(*ast.Ellipsis); ok {
			call.Ellipsis = pos
		}
	}
	var body ast.Stmt = &ast.ExprStmt{X: call}
	if typ.Results != nil && len(typ.Results.List) > 0 {
		body = &ast.ReturnStmt{Return: pos, Results: []ast.Expr{call}}
	}
	recv := &ast.Field{Names: []*ast.Ident{ident(pos, "r"+mark)}, Type: d.Recv.List[0].Type}
	return []ast.Decl{
		&ast.GenDecl{TokPos: pos, Tok: token.VAR, Specs: []ast.Spec{&ast.ValueSpec{Names: []*ast.Ident{ident(pos, key)}, Type: typ}}},
		&ast.FuncDecl{
			Recv: &ast.FieldList{Opening: pos, List: []*ast.Field{recv}, Closing: pos}, Name: d.Name,
			Type: &ast.FuncType{Func: pos, Params: params, Results: typ.Results},
			Body: &ast.BlockStmt{Lbrace: pos, List: []ast.Stmt{body}, Rbrace: pos},
		},
	}
}
