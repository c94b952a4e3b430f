package front

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// Code is a unit in plain Go for the compiler. The features of cells are made explicit: statements assign variables
// of the session, networks get their own address, ignored errors are recorded, and the last value is kept.
type Code struct {
	Pkg   *types.Package
	Files []*ast.File
	Info  *types.Info

	// variables of the session that it declares, with the older variable that one continues
	Vars    map[*types.Var]*types.Var
	Again   map[*types.Func]*types.Func // functions that replace older ones of the same signature
	Methods []*types.TypeName           // older types with new methods
	Imports map[string]bool             // paths of the packages used

	settle []func()

	Body  *types.Func // runs the statements; nil for declarations
	Steps []Extract   // the statements

	Show    []*types.Var // variables with the values to show
	ShowNil bool         // the value to show is nil
	Results bool         // the values to show are results of a call, the last one an error
	Reached *types.Var   // set when the unit has reached the values to show; nil if it always does
}

// Pos returns the position of the first declaration or statement of the unit.
func (c *Code) Pos() token.Pos {
	for _, s := range c.Steps {
		return s.From
	}
	for _, f := range c.Files {
		for _, d := range f.Decls {
			return d.Pos()
		}
	}
	return token.NoPos
}

// Extract is a part of a cell between two positions.
type Extract struct{ From, To token.Pos }

// HooksPath is the path of the package of functions for generated code.
const HooksPath = runtimePkg

// hooks are the functions of this package.
type hooks struct {
	pkg                 *types.Package
	bound, zero, unread *types.Func
	list                *types.Func
	world               Types
	valueMode           types.TypeAndValue // of an expression that is a value
	constantMode        types.TypeAndValue // of a constant
}

// newHook returns a function of the package of hooks.
func newHook(pkg *types.Package, name string, params []types.Type, results ...types.Type) *types.Func {
	tuple := func(list []types.Type) *types.Tuple {
		var vars []*types.Var
		for _, t := range list {
			vars = append(vars, types.NewParam(token.NoPos, pkg, "", t))
		}
		return types.NewTuple(vars...)
	}
	fn := types.NewFunc(token.NoPos, pkg, name, types.NewSignatureType(nil, nil, nil, tuple(params), tuple(results), false))
	pkg.Scope().Insert(fn)
	return fn
}

// Types gives access to the types that the compiler has made.
type Types interface {
	Made(o *types.TypeName) bool // reports whether a declared type has been made
	All() []types.Type           // returns all types that have been made
}

func newHooks(made Types) *hooks {
	pkg := types.NewPackage(HooksPath, "cellrt")
	empty := types.Universe.Lookup("any").Type()
	h := &hooks{pkg: pkg, world: made}
	h.bound = newHook(pkg, "Bound", []types.Type{empty}, empty)
	h.zero = newHook(pkg, "Zero", []types.Type{empty})
	h.list = newHook(pkg, "List", []types.Type{empty, types.Typ[types.String]}, empty)
	newHook(pkg, "Stale", []types.Type{types.Typ[types.String]}, empty)
	h.unread = newHook(pkg, "Unread", []types.Type{types.Typ[types.Int], types.Typ[types.Bool], types.Typ[types.String], types.Universe.Lookup("error").Type()})
	fset := token.NewFileSet()
	x, y := ast.NewIdent("f"), &ast.BasicLit{Kind: token.INT, Value: "1"}
	call := &ast.CallExpr{Fun: ast.NewIdent("int"), Args: []ast.Expr{x}}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	scratch := types.NewPackage("scratch", "scratch")
	scratch.Scope().Insert(types.NewVar(token.NoPos, scratch, "f", types.Typ[types.Int]))
	for _, e := range []ast.Expr{call, y} {
		if err := types.CheckExpr(fset, scratch, token.NoPos, e, info); err != nil {
			panic(err) // generated code
		}
	}
	h.valueMode, h.constantMode = info.Types[call], info.Types[y]
	return h
}

// direct converts a checked unit to code.
type direct struct {
	*namer
	*hooks
	out *Unit
}

// direct returns the code of a unit.
func (a *analysis) direct(u *unit) *Unit {
	d := &direct{
		namer: a.newNamer(u), hooks: a.hooks, out: &Unit{unit: u, stepOf: map[types.Object]int{}},
	}
	code := &Code{
		Pkg: a.pkg, Files: u.Files, Info: u.info, Vars: map[*types.Var]*types.Var{}, Again: map[*types.Func]*types.Func{},
		Imports: map[string]bool{},
	}
	d.out.Code = code
	if u.Body != nil {
		d.body()
	} else {
		d.declared()
	}
	d.longLists()
	d.out.made = d.made
	for _, o := range d.made {
		switch o := o.(type) {
		case *types.Var:
			old, _ := u.reuse[o].(*types.Var)
			code.Vars[o] = old
		case *types.Func:
			if old, ok := u.reuse[o].(*types.Func); ok {
				code.Again[o] = old
			}
		}
	}
	for _, o := range u.info.Uses {
		if p, ok := o.(*types.PkgName); ok {
			code.Imports[p.Imported().Path()] = true
		}
	}
	if a.nnCell != nil {
		d.bindNetworks()
	}
	d.placeCalls()
	return d.out
}

// body generates the function of the statements.
func (d *direct) body() {
	body := d.u.Body
	fn := d.u.Files[0].Decls[0].(*ast.FuncDecl)
	d.out.Code.Body = d.info.Defs[fn.Name].(*types.Func)
	d.out.Steps = make([]token.Position, 0, len(body.List))
	d.out.Code.Steps = make([]Extract, 0, len(body.List))
	for k, s := range body.List {
		for _, id := range syntax.DefinedIdents(s) {
			if o := d.info.Defs[id]; o != nil {
				d.out.stepOf[o] = k
			}
		}
		d.out.Steps = append(d.out.Steps, d.f.Position(s.Pos()))
		d.out.Code.Steps = append(d.out.Code.Steps, Extract{s.Pos(), s.End()})
	}
	list := make([]ast.Stmt, 0, len(body.List))
	for _, s := range body.List {
		if v, ok := d.shown(s); ok {
			list = append(append(list, v...), d.a.unread[s]...)
			continue
		}
		list = append(append(list, d.global(s)...), d.a.unread[s]...)
	}
	body.List = list
}

// shown returns statements that keep the value of the last statement, if that has one to show.
func (d *direct) shown(s ast.Stmt) (list []ast.Stmt, ok bool) {
	if !d.u.last || s != d.u.Body.List[len(d.u.Body.List)-1] {
		return nil, false
	}
	before := d.u.Body.List
	v, ok := d.lastValue()
	if !ok {
		return nil, false
	}
	code := d.out.Code
	d.out.Echo, code.Show, code.Results = true, v.vars, v.results
	if code.ShowNil = v.keeps == nil; !code.ShowNil {
		list = append(list, v.keeps)
	}
	if syntax.Leaves(before) {
		list = append(list, d.reached(s.Pos()))
	}
	return list, true
}

// reached returns a statement that records that the last expression has been reached.
func (d *direct) reached(pos token.Pos) ast.Stmt {
	name := outName(d.u.Cell) + "_reached"
	o := types.NewVar(token.NoPos, d.f.pkg, name, types.Typ[types.Bool])
	d.define(o)
	d.out.Code.Reached = o
	id := syntax.Ident(pos, name)
	d.info.Uses[id] = o
	yes := d.hooks.literal(d.info, pos, o.Type(), constant.MakeBool(true))
	return &ast.AssignStmt{Lhs: []ast.Expr{id}, TokPos: pos, Tok: token.ASSIGN, Rhs: []ast.Expr{yes}}
}

// call returns a call of a hook.
func (d *direct) call(pos token.Pos, fn *types.Func, args ...ast.Expr) *ast.CallExpr {
	return d.hooks.call(d.info, pos, fn, args...)
}

func (h *hooks) call(info *types.Info, pos token.Pos, fn *types.Func, args ...ast.Expr) *ast.CallExpr {
	id := syntax.Ident(pos, fn.Name())
	c := &ast.CallExpr{Fun: id, Lparen: pos, Args: args, Rparen: pos}
	tv := h.valueMode
	tv.Type = fn.Type()
	info.Uses[id], info.Types[id] = fn, tv
	if tv.Type = fn.Signature().Results(); fn.Signature().Results().Len() == 1 {
		tv.Type = fn.Signature().Results().At(0).Type()
	}
	info.Types[c] = tv
	return c
}

// literal returns a constant.
func (h *hooks) literal(info *types.Info, pos token.Pos, t types.Type, v constant.Value) ast.Expr {
	e := &ast.BasicLit{ValuePos: pos, Kind: token.INT, Value: v.ExactString()}
	tv := h.constantMode
	tv.Type, tv.Value = t, v
	info.Types[e] = tv
	return e
}

// global converts definitions in a statement of the cell to assignments to variables of the session.
func (d *direct) global(s ast.Stmt) []ast.Stmt {
	switch x := s.(type) {
	case *ast.AssignStmt:
		if x.Tok == token.DEFINE {
			x.Tok = token.ASSIGN
			for _, e := range x.Lhs {
				if id, ok := e.(*ast.Ident); ok {
					d.use(id)
				}
			}
		}
	case *ast.DeclStmt:
		gd, ok := x.Decl.(*ast.GenDecl)
		if !ok || gd.Tok != token.VAR {
			break
		}
		var out []ast.Stmt
		for _, spec := range gd.Specs {
			out = append(out, d.globalVar(gd.TokPos, spec.(*ast.ValueSpec))...)
		}
		return out
	case *ast.LabeledStmt:
		list := d.global(x.Stmt)
		if len(list) != 1 {
			x.Stmt = &ast.BlockStmt{Lbrace: x.Pos(), List: list, Rbrace: x.End()}
		} else {
			x.Stmt = list[0]
		}
	}
	return []ast.Stmt{s}
}

// use records that an identifier uses a variable instead of declaring it.
func (d *direct) use(id *ast.Ident) {
	o := d.info.Defs[id]
	if o == nil || id.Name == "_" {
		return
	}
	delete(d.info.Defs, id)
	d.info.Uses[id] = o
	tv := d.hooks.valueMode
	tv.Type = o.Type()
	d.info.Types[id] = tv
}

func (d *direct) globalVar(pos token.Pos, vs *ast.ValueSpec) (out []ast.Stmt) {
	if len(vs.Values) > 0 {
		as := &ast.AssignStmt{TokPos: pos, Tok: token.ASSIGN, Rhs: vs.Values}
		for _, n := range vs.Names {
			d.use(n)
			as.Lhs = append(as.Lhs, n)
		}
		return []ast.Stmt{as}
	}
	for _, n := range vs.Names {
		o := d.info.Defs[n]
		d.use(n)
		if o == nil || d.u.reuse[o] == nil {
			continue
		}
		// a variable that continues an older one is zeroed
		addr := &ast.UnaryExpr{OpPos: pos, Op: token.AND, X: n}
		tv := d.hooks.valueMode
		tv.Type = types.NewPointer(o.Type())
		d.info.Types[addr] = tv
		out = append(out, &ast.ExprStmt{X: d.call(pos, d.zero, addr)})
	}
	return out
}

// declared records what functions and types use, in case that is redeclared.
func (d *direct) declared() {
	for _, x := range d.u.ext {
		m := x.method
		if m == nil {
			o, _, _ := types.LookupFieldOrMethod(x.base.Type(), true, d.f.pkg, x.decl.Name.Name)
			m, _ = o.(*types.Func)
		}
		if generic := len(syntax.ReceiverOf(x.decl).Params) > 0; (x.method != nil || generic) && !slices.Contains(d.out.Code.Methods, x.base) {
			d.out.Code.Methods = append(d.out.Code.Methods, x.base)
		}
		fn, _ := d.info.Defs[x.fake.Name].(*types.Func)
		d.settle(x, m, fn)
		d.info.Defs[x.decl.Name] = m
	}
	for _, decl := range d.u.decls {
		switch decl := decl.(type) {
		case *ast.GenDecl:
			for _, s := range decl.Specs {
				if ts, ok := s.(*ast.TypeSpec); ok {
					fn := d.newType(ts)
					d.note(fn, ts)
				}
			}
		case *ast.FuncDecl:
			if Synthesized(decl) {
				decl.Body.Lbrace = token.NoPos // not a position in the user's text
				continue
			}
			fn := d.newFunction(decl)
			if decl.Recv != nil && fn.obj != nil {
				fn.key = fn.obj.Name() + syntax.Mark + decl.Name.Name
			} else if fn.obj != nil {
				fn.obj = d.u.kept(fn.obj)
			}
			d.note(fn, decl)
			if len(syntax.ReceiverOf(decl).Params) > 0 || decl.Type.TypeParams != nil {
				d.useKept(decl)
			}
		}
	}
}

// note records a declaration with what it uses.
func (d *direct) note(fn *function, node ast.Node) {
	ast.Inspect(node, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if o := d.info.Uses[id]; o != nil && (o != fn.obj || fn.key != "") && d.session(o) {
				fn.uses[d.u.kept(o)] = true
			}
		}
		return true
	})
	d.handled(fn, node)
	d.out.funcs = append(d.out.funcs, fn)
}

// useKept makes generic code, which later units compile again, refer to continued older objects.
func (d *direct) useKept(fd *ast.FuncDecl) {
	ast.Inspect(fd, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && d.info.Uses[id] != nil {
			d.info.Uses[id] = d.u.kept(d.info.Uses[id])
		}
		return true
	})
}

// bindNetworks gives new networks, and those in variables whose methods are called, their own address.
func (d *direct) bindNetworks() { d.rewrite(d.bind) }

// rewrite replaces the expressions of the unit by the results of change, including in the initialization order of
// variables.
func (d *direct) rewrite(change func(ast.Expr) ast.Expr) {
	w := &syntax.Walker{Expr: change}
	var room [8]ast.Expr
	for _, f := range d.u.Files {
		for _, decl := range f.Decls {
			before, i := room[:0], 0
			firstValues(decl, func(v ast.Expr) { before = append(before, v) })
			w.Decl(decl)
			firstValues(decl, func(v ast.Expr) {
				if v != before[i] {
					d.initialize(before[i], v)
				}
				i++
			})
		}
	}
}

// firstValues calls f with the initial values in a variable declaration.
func firstValues(decl ast.Decl, f func(v ast.Expr)) {
	gd, ok := decl.(*ast.GenDecl)
	if !ok || gd.Tok != token.VAR {
		return
	}
	for _, s := range gd.Specs {
		for _, v := range s.(*ast.ValueSpec).Values {
			f(v)
		}
	}
}

// initialize replaces the initial value old by now.
func (d *direct) initialize(old, now ast.Expr) {
	for _, init := range d.info.InitOrder {
		if init.Rhs == old {
			init.Rhs = now
		}
	}
}

func (d *direct) bind(e ast.Expr) ast.Expr {
	switch x := e.(type) {
	case *ast.SelectorExpr:
		s, n := d.info.Selections[x], d.f.cellStruct(d.typeOf(x.X))
		if s == nil || s.Kind() != types.MethodVal || n == nil || !isPointer(s.Obj().(*types.Func).Signature().Recv().Type()) {
			return e
		}
		x.X = d.known(d.address(x.X, n), types.NewPointer(n))
		return x
	case *ast.UnaryExpr:
		if x.Op != token.AND || d.f.cellOf(d.typeOf(e)) == nil {
			return e
		}
	case *ast.CallExpr:
		if typeutil.Callee(d.info, x) != types.Universe.Lookup("new") || d.f.cellOf(d.typeOf(e)) == nil {
			return e
		}
	case *ast.CompositeLit: // an element {…} of []*Net{…}
		n := d.f.cellOf(d.typeOf(e))
		if n == nil {
			return e
		}
		tv := d.info.Types[x]
		tv.Type = n
		d.info.Types[x] = tv
		e = d.address(x, n)
	default:
		return e
	}
	return d.known(e, d.typeOf(e))
}

func (d *direct) address(x ast.Expr, n *types.Named) ast.Expr {
	addr := &ast.UnaryExpr{OpPos: x.Pos(), Op: token.AND, X: x}
	tv := d.hooks.valueMode
	tv.Type = types.NewPointer(n)
	d.info.Types[addr] = tv
	return addr
}

// placeCalls moves the position of calls to the name of the callee, where messages point. Calls of function literals
// keep the position after the literal, as in compiled Go.
func (d *direct) placeCalls() {
	for _, f := range d.u.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			c, ok := n.(*ast.CallExpr)
			if !ok || !c.Lparen.IsValid() {
				return true
			}
			switch f := ast.Unparen(c.Fun).(type) {
			case *ast.FuncLit:
			case *ast.SelectorExpr:
				c.Lparen = f.Sel.Pos()
			default:
				c.Lparen = c.Pos()
			}
			return true
		})
	}
}

// known returns the expression Bound(e).(t).
func (d *direct) known(e ast.Expr, t types.Type) ast.Expr {
	x := &ast.TypeAssertExpr{X: d.call(e.Pos(), d.hooks.bound, e), Lparen: e.Pos(), Type: syntax.Ident(e.Pos(), "_"), Rparen: e.Pos()}
	tv := d.hooks.valueMode
	tv.Type = t
	d.info.Types[x], d.info.Types[x.Type] = tv, tv
	return x
}
