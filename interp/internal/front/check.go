package front

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/interp/internal/gotypes"
	"github.com/msrepl/msrepl/interp/internal/sugar"
	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// goVersion is the language version of cells.
const goVersion = "go1.26"

// maxPasses bounds the number of rounds of checking and rewriting; two or three are usual.
const maxPasses = 60

// checked is the result of checking a unit. Later steps read it: they change the syntax trees and their entries in
// info, in place, but none of these fields.
type checked struct {
	info   *types.Info
	defs   []types.Object                // new session objects
	shadow map[types.Object]types.Object // objects replaced by new ones
	reuse  map[types.Object]types.Object // new variable → older one of the same type that it continues
	ext    []*extMethod
	types  map[*types.TypeName]*typeDecl // types that it declares
	again  map[*types.TypeName]*typeDecl // types that it declares unchanged
	saved  int                           // mark for rollback if the unit never runs
	sugar  *sugar.Rewriter               // that of the last round
	decls  []ast.Decl                    // the declarations to compile
}

// checkUnit checks u and rewrites sugar until there is nothing left to rewrite; the last check counts.
func (a *analysis) checkUnit(u *unit) {
	u.saved = len(a.undo)
	names := map[string]bool{}
	for _, p := range u.Pieces {
		for _, n := range syntax.Declared(p.File) {
			names[n] = true
		}
	}
	useOuts(u.Files, u.Free)
	u.again = map[*types.TypeName]*typeDecl{}
	a.keepSameTypes(u, names)
	a.joinCycle(u, names)
	if !a.adoptMethods(u, names) {
		return
	}
	bare := assignBare(u)
	errs := a.converge(u, names, bare)
	for a.leaveCycle(u, names, errs) {
		errs = a.converge(u, names, bare)
	}
	if len(errs) == 0 {
		errs = a.checkLists(u, names)
	}
	bare.restore()
	failed := len(errs) > 0
	if failed && !u.relink {
		errs = a.besideLapsed(u, errs)
	}
	a.report(u, errs)
	a.collect(u)
	for _, o := range u.defs {
		a.overlay[o.Name()] = u.kept(o)
		if old := u.reuse[o]; old != nil && a.staleReason(old) != "" {
			syntax.Put(&a.mended, old, true)
		}
	}
	if !failed {
		a.limits(u)
	}
}

// kept returns the object that represents a new one from now on: a variable that continues an older one is replaced
// by that, so that functions which use it need not be recompiled.
func (u *unit) kept(o types.Object) types.Object {
	if old := u.reuse[o]; old != nil {
		return old
	}
	return o
}

func (a *analysis) converge(u *unit, names map[string]bool, bare *bareExprs) []types.Error {
	spans := sugar.Spans{}
	var custom []types.Error
	operators := u.compares()
	for range maxPasses {
		a.fill(u, names)
		errs := a.typecheck(u, u.Files)
		if a.synthesize(u) {
			continue // sugar depends on what calls of the cells give
		}
		if len(errs) == 0 && !operators {
			return custom
		}
		u.sugar = sugar.New(a.notation(u), u.info, spans)
		changed := u.sugar.Rewrite(u.Files)
		changed = bare.more(u, errs) || changed
		custom = append(custom, u.sugar.Errors...)
		if !changed {
			return append(custom, errs...)
		}
		operators = operators && len(errs) > 0 || u.compares()
	}
	return append(a.typecheck(u, u.Files), custom...)
}

// notation returns the language of the sugar of a unit.
func (a *analysis) notation(u *unit) *sugar.Language {
	text := func(lo, hi token.Pos) string { return a.text(u.cellAt(a, lo), lo, hi) }
	lang := &sugar.Language{
		Fset: a.fset, Package: a.pkg, Tensor: a.tensor, Text: text, Qualify: a.Qualify, Defaults: a.defaults,
	}
	if !u.relink {
		lang.Hint = func(line string) { a.advice = append(a.advice, line) }
	}
	return lang
}

// compares reports whether the unit contains == or !=, which are sugar on tensors although they type-check.
func (u *unit) compares() bool {
	found := false
	for _, f := range u.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			if b, ok := n.(*ast.BinaryExpr); ok && (b.Op == token.EQL || b.Op == token.NEQ) {
				found = true
			}
			return !found
		})
	}
	return found
}

func newInfo() *types.Info {
	return &types.Info{
		Types:      map[ast.Expr]types.TypeAndValue{},
		Defs:       map[*ast.Ident]types.Object{},
		Uses:       map[*ast.Ident]types.Object{},
		Instances:  map[*ast.Ident]types.Instance{},
		Implicits:  map[ast.Node]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{},
		Scopes:     map[ast.Node]*types.Scope{},
	}
}

// typecheck runs go/types on the unit. Unused variables are allowed in a notebook, and unused imports cannot occur.
func (a *analysis) typecheck(u *unit, files []*ast.File) []types.Error {
	u.info = newInfo()
	var errs []types.Error
	conf := types.Config{Sizes: a.world.Sizes(), GoVersion: goVersion, DisableUnusedImportCheck: true, Error: func(err error) {
		e, ok := err.(types.Error)
		if !ok || e.Soft && strings.HasPrefix(e.Msg, "declared and not used") {
			return
		}
		// The checker checks an argument g[0] twice, as it could be an instance of a generic function.
		if !slices.ContainsFunc(errs, func(old types.Error) bool { return old.Pos == e.Pos && old.Msg == e.Msg }) {
			errs = append(errs, e)
		}
	}}
	// The error is the first of errs.
	_ = types.NewChecker(&conf, a.fset, a.pkg, u.info).Files(files)
	return errs
}

// fill empties the package and adds what the unit may use of the session. The package and its scope keep their
// identity, so that types of all cells belong together, even where go/types goes from the scope of a type to that of
// its package, and messages need no qualifier. Objects of the session are in a scope around that of the package:
// go/types assumes that every type in the package scope is declared by the unit, and fails on others.
func (a *analysis) fill(u *unit, declared map[string]bool) {
	scope := types.NewScope(types.Universe, token.NoPos, token.NoPos, "session")
	*a.pkg.Scope() = *types.NewScope(scope, token.NoPos, token.NoPos, "package main")
	for n := range u.Free {
		if declared[n] || strings.IndexByte(n, '.') >= 0 {
			continue
		}
		o := a.get(n)
		if o == nil && types.Universe.Lookup(n) == nil {
			if o = a.dotted(n); o == nil {
				if pkg := a.autoImport(u, n); pkg != nil {
					a.overlay[n] = pkg
					o = pkg
				}
			}
		}
		if o != nil && o.Name() == n {
			scope.Insert(o)
		}
	}
	if pkg := a.runtimeTensor(); pkg != nil { // if a name has loaded it
		scope.Insert(pkg)
	}
	for _, pkg := range a.printing() {
		scope.Insert(pkg)
	}
	if a.tensor != nil && a.chains == nil {
		a.chains = a.notation(u).Chained()
	}
	for _, o := range a.chains {
		scope.Insert(o)
	}
}

func (a *analysis) runtimeTensor() types.Object {
	if a.tensor == nil {
		return nil
	}
	pkg := a.tensor.Elem().(*types.Named).Obj().Pkg()
	return types.NewPkgName(token.NoPos, a.pkg, sugar.PackageName, pkg)
}

// bareExprs holds expression statements that go/types would report as unused; in a cell they are values to echo, or
// to ignore.
type bareExprs struct {
	u    *unit
	done map[int]*ast.ExprStmt
}

// assignBare turns bare expressions into assignments to _ for the check.
func assignBare(u *unit) *bareExprs {
	b := &bareExprs{u, map[int]*ast.ExprStmt{}}
	if u.Body == nil {
		return b
	}
	for i, s := range u.Body.List {
		es, ok := s.(*ast.ExprStmt)
		if !ok {
			continue
		}
		switch x := ast.Unparen(es.X).(type) {
		case *ast.CallExpr:
			continue
		case *ast.UnaryExpr:
			if x.Op == token.ARROW {
				continue
			}
		}
		b.assign(i, es)
	}
	return b
}

func (b *bareExprs) assign(i int, es *ast.ExprStmt) {
	b.done[i] = es
	pos := es.X.Pos()
	b.u.Body.List[i] = &ast.AssignStmt{
		Lhs: []ast.Expr{&ast.Ident{NamePos: pos, Name: "_"}}, TokPos: pos, Tok: token.ASSIGN, Rhs: []ast.Expr{es.X},
	}
}

// more finds calls whose values the checker requires to be used: conversions, len(x), min(a, b).
func (b *bareExprs) more(u *unit, errs []types.Error) bool {
	changed := false
	for _, e := range errs {
		if u.Body == nil || !strings.HasSuffix(e.Msg, "is not used") {
			continue
		}
		for i, s := range u.Body.List {
			if es, ok := s.(*ast.ExprStmt); ok && e.Pos >= es.Pos() && e.Pos < es.End() && !inLiteral(es, e.Pos) {
				b.assign(i, es)
				changed = true
			}
		}
	}
	return changed
}

// inLiteral reports whether a position is in the body of a function literal of a statement.
func inLiteral(s ast.Stmt, pos token.Pos) (in bool) {
	ast.Inspect(s, func(n ast.Node) bool {
		if lit, ok := n.(*ast.FuncLit); ok {
			in = in || lit.Body.Lbrace < pos && pos < lit.Body.Rbrace
		}
		return !in
	})
	return in
}

// bareValues returns the expression statements of a checked unit.
func bareValues(u *unit) (l []ast.Expr) {
	for _, s := range u.Body.List {
		if es, ok := s.(*ast.ExprStmt); ok {
			l = append(l, es.X)
		}
	}
	return l
}

func (b *bareExprs) restore() {
	for i, es := range b.done {
		if as, ok := b.u.Body.List[i].(*ast.AssignStmt); ok && as.Tok == token.ASSIGN && len(as.Rhs) == 1 {
			es.X = as.Rhs[0]
			b.u.Body.List[i] = es
		}
	}
}

// report converts the checker's errors to diagnostics in terms of what the user typed.
func (a *analysis) report(u *unit, errs []types.Error) {
	own := map[int]bool{} // lines with a better message of the sugar
	for _, e := range errs {
		line := a.Position(e.Pos).Line
		switch {
		case e.Msg == "undefined: "+syntax.SpanMarker, own[line] && aboutElement(e.Msg):
			continue
		case e.Msg == "undefined: "+syntax.IndexMarker && len(a.diags) > 0 && u.indexesUnknown(e.Pos):
			continue
		case strings.HasSuffix(e.Msg, "as a tensor element in assignment"), strings.HasSuffix(e.Msg, " = …)"):
			own[line] = true
		case e.Msg == "undefined: "+syntax.IndexMarker:
			e.Msg = "an index with commas or steps needs a tensor"
		case strings.Contains(e.Msg, "requires go1."):
			e.Msg += " (a limit of the session)"
		}
		// The last expression is checked as an assignment to _, and Go includes file names in positions.
		e.Msg = strings.ReplaceAll(e.Msg, " in assignment to _ identifier", "")
		msg, hint := u.sugar.UserText(strings.ReplaceAll(e.Msg, "/"+syntax.Base+":", ":")), a.hint(u, e)
		a.diags = append(a.diags, Diag{a.Position(e.Pos), a.explain(shortened(unprinted(msg))+hint, e.Pos, u)})
	}
}

// indexesUnknown reports whether the error at pos is for an index of a value that is itself invalid.
func (u *unit) indexesUnknown(pos token.Pos) (found bool) {
	for _, f := range u.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			if e, ok := n.(*ast.IndexExpr); ok && e.Index.Pos() == pos {
				found = !gotypes.Valid(u.info.TypeOf(e.X))
			}
			return !found
		})
	}
	return found
}

// aboutElement reports whether a message is one that the checker reports for elements of tensors.
func aboutElement(msg string) bool {
	return strings.HasPrefix(msg, "cannot index") || strings.HasPrefix(msg, "cannot slice") || strings.HasPrefix(msg, "non-name") || strings.HasPrefix(msg, "undefined: "+syntax.IndexMarker)
}

// aboutTypes reports whether a message is about types, two of which may have the same name.
func aboutTypes(msg string) bool {
	return slices.ContainsFunc([]string{
		"cannot use ", "cannot convert ", "mismatched types ", "impossible type ", " undefined (type ",
		" does not match ", " does not satisfy ",
	}, func(words string) bool { return strings.Contains(msg, words) })
}

// explain adds a reason where the message of Go is not enough: two generations of a type print alike.
func (a *analysis) explain(msg string, pos token.Pos, u *unit) string {
	if !aboutTypes(msg) {
		return msg
	}
	at := a.Position(pos)
	var nearest *ast.Ident
	distance := func(id *ast.Ident) int { // names to the right count as further away
		d := a.Position(id.Pos()).Column - at.Column
		return max(2*d+1, -2*d)
	}
	for id, o := range u.info.Uses {
		v, ok := o.(*types.Var)
		if ok && !v.IsField() && a.Position(id.Pos()).Line == at.Line && a.outdated(v.Type()) != "" &&
			(nearest == nil || distance(id) < distance(nearest)) {
			nearest = id
		}
	}
	if nearest == nil {
		return msg
	}
	of := a.outdated(u.info.Uses[nearest].Type())
	name := nearest.Name
	return msg + "\n\t" + name + " keeps the " + of + " from before its redefinition; " +
		"declare it again with " + name + " :="
}

// outdated returns the name of a type in t that the session has redeclared since.
func (a *analysis) outdated(t types.Type) string {
	in := madeFrom{map[*types.TypeName]bool{}, map[types.Type]bool{}}
	in.typ(t)
	var names []string
	for o := range in.found {
		if now, ok := a.get(o.Name()).(*types.TypeName); ok && o.Pkg() == a.pkg && now != o && a.named[o] {
			names = append(names, o.Name())
		}
	}
	return strings.Join(slices.Sorted(slices.Values(names)), " and the ")
}

// collect finds the session objects that a checked unit defines.
func (a *analysis) collect(u *unit) {
	u.shadow, u.reuse = map[types.Object]types.Object{}, map[types.Object]types.Object{}
	u.types = maps.Clone(u.again)
	if u.Body != nil {
		for _, s := range u.Body.List {
			for _, id := range syntax.DefinedIdents(s) {
				a.define(u, id)
			}
		}
		return
	}
	for _, f := range u.Files {
		for i, d := range f.Decls {
			switch d := d.(type) {
			case *ast.GenDecl:
				a.defineSpecs(u, d)
			case *ast.FuncDecl:
				if x := u.adopted(d); x != nil {
					f.Decls[i] = x.decl
				} else if d.Recv == nil {
					a.define(u, d.Name)
				}
			}
		}
		u.decls = append(u.decls, f.Decls...)
	}
}

func (a *analysis) defineSpecs(u *unit, d *ast.GenDecl) {
	for _, s := range d.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			a.define(u, s.Name)
			if tn, ok := u.info.Defs[s.Name].(*types.TypeName); ok {
				u.types[tn] = &typeDecl{
					src: a.normalized(u.cellAt(a, s.Pos()), s), uses: a.usesOf(u, s), methods: a.methodsBeside(u, tn.Name()),
					params: constraintsOf(s),
				}
				if old, ok := u.shadow[tn].(*types.TypeName); ok && (u.relink || slices.Contains(u.names, tn.Name())) && a.declared[old] != nil {
					u.types[tn].methods = a.declared[old].methods // the others are from separate cells
				}
			}
		case *ast.ValueSpec:
			for _, n := range s.Names {
				a.define(u, n)
			}
		}
	}
}

func (a *analysis) define(u *unit, id *ast.Ident) {
	o := u.info.Defs[id]
	if o == nil || id.Name == "_" {
		return
	}
	u.defs = append(u.defs, o)
	old := a.get(o.Name())
	if old == nil {
		return
	}
	u.shadow[o] = old
	if fn, isFunc := o.(*types.Func); isFunc && !a.plain {
		was, wasFunc := old.(*types.Func)
		if wasFunc && was.Pkg() == a.pkg && fn.Signature().TypeParams() == nil && types.Identical(fn.Type(), was.Type()) {
			u.reuse[o] = old
		}
		return
	}
	v, isVar := o.(*types.Var)
	w, wasVar := old.(*types.Var)
	if isVar && wasVar && w.Pkg() == a.pkg && types.Identical(v.Type(), w.Type()) {
		u.reuse[o] = old
	}
}
