package front

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"

	"github.com/msrepl/msrepl/interp/internal/schedule"
	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// function is a function, method or type of the session as typed by the user. If something that it uses is
// redeclared, it is compiled again from its text.
type function struct {
	obj     types.Object // the function or type; for a method its receiver type
	key     string       // of a method, "Tꞏm"
	name    string       // "f", "T", "T.m"
	keyword string       // text to insert before the declaration: "type " for a type
	cell    *syntax.Cell
	from    int // offset of the declaration in the cell
	to      int
	uses    map[types.Object]bool
	madeOf  map[*types.TypeName]bool // types that values in it contain
}

// newType is the record of a type declaration.
func (l *namer) newType(s *ast.TypeSpec) *function {
	fn := &function{name: s.Name.Name, keyword: "type ", cell: l.u.cellAt(l.a, s.Pos()), uses: map[types.Object]bool{}}
	fn.from, fn.to = l.f.offset(fn.cell, s.Pos()), l.f.offset(fn.cell, s.End())
	fn.obj = l.info.Defs[s.Name]
	return fn
}

func (l *namer) newFunction(d *ast.FuncDecl) *function {
	fn := &function{name: d.Name.Name, cell: l.u.cellAt(l.a, d.Pos()), uses: map[types.Object]bool{}}
	fn.from, fn.to = l.f.offset(fn.cell, d.Pos()), l.f.offset(fn.cell, d.End())
	fn.obj = l.info.Defs[d.Name]
	if d.Recv != nil {
		r := syntax.ReceiverOf(d)
		if r.Name != nil {
			fn.obj = l.info.ObjectOf(r.Name)
			fn.name = r.Name.Name + "." + fn.name
		}
	}
	return fn
}

// relink compiles again what uses names that u redeclares. What no longer compiles becomes stale.
func (a *analysis) relink(u *unit) {
	changed := map[types.Object]bool{}
	for _, o := range u.defs {
		if old := u.shadow[o]; old != nil && (u.reuse[o] == nil || a.mended[old]) && old.Pkg() == a.pkg {
			changed[old] = true
		}
	}
	todo := a.dependents(changed, len(u.ext) > 0)
	todo = a.withMakers(u, todo)
	if a.plain {
		todo = a.withoutFixed(u, todo)
	}
	for _, fn := range todo {
		delete(a.stales, fn)
	}
	for len(todo) > 0 {
		again := a.relinkUnit(todo)
		mark, before, mended := len(a.diags), maps.Clone(a.overlay), maps.Clone(a.mended)
		a.checkUnit(again)
		whole := a.wholeAgain()
		if len(a.diags) == mark && !whole {
			a.units = append(a.units, again)
			a.reader().Pack(again.Pieces)
			for _, fn := range todo {
				syntax.Put(&a.renewed, fn, a.stales[fn] == "")
			}
			return
		}
		if !whole {
			todo = a.dropFailed(todo, again, mark)
		}
		a.diags, a.overlay, a.mended = a.diags[:mark], before, mended
		a.rollback(again.saved)
	}
}

// withoutFixed removes methods of generic types, which cannot change in a program. They need not if u only replaces
// functions by others of the same type, as the program calls these through variables. Otherwise it reports an error.
func (a *analysis) withoutFixed(u *unit, l []*function) []*function {
	anew := map[types.Object]bool{} // types that are declared again with their methods
	for _, fn := range l {
		anew[fn.obj] = anew[fn.obj] || fn.key == ""
	}
	fixed := func(fn *function) bool { return fn.key != "" && isGeneric(fn.obj) && !anew[fn.obj] }
	for _, o := range u.defs {
		old := u.shadow[o]
		if old == nil || old.Pkg() != a.pkg || u.reuse[o] != nil || sameFunction(o, old) {
			continue
		}
		for _, fn := range a.dependents(map[types.Object]bool{old: true}, false) {
			if fixed(fn) {
				a.errorf(o.Pos(), "%s is declared again, and the method %s uses it: methods of generic types cannot change in "+
					"a Go program; keep one of the declarations of %s", o.Name(), fn.name, o.Name())
				return nil
			}
		}
	}
	return slices.DeleteFunc(l, fixed)
}

// sameFunction reports whether two objects are functions of the same type that are not generic.
func sameFunction(o, old types.Object) bool {
	_, isFunc := o.(*types.Func)
	_, was := old.(*types.Func)
	return isFunc && was && !isGeneric(o) && !isGeneric(old) && types.Identical(o.Type(), old.Type())
}

// dependents returns the live functions that use one of the objects, directly or indirectly. A method keeps its
// object when it is compiled again, so nothing depends on it. If something has changed, or a type has got methods
// (grown), functions that did not compile may do so again.
func (a *analysis) dependents(changed map[types.Object]bool, grown bool) (l []*function) {
	if len(changed) == 0 && !(grown && a.anyStale()) {
		return nil
	}
	live := slices.DeleteFunc(a.live(), func(fn *function) bool { return a.declares[fn.name] })
	for _, fn := range a.compiledAgain() {
		failed := func(old *function) bool { return old.name == fn.name && a.stales[old] != "" }
		if !slices.ContainsFunc(live, failed) {
			live = append(slices.DeleteFunc(live, func(old *function) bool { return old.name == fn.name }), fn)
		}
	}
	if len(live) == 0 {
		return nil
	}
	names := map[string]bool{}
	for o := range changed {
		names[o.Name()] = true
	}
	taken := map[*function]bool{}
	for again := true; again; {
		again = false
		for _, fn := range live {
			if taken[fn] || a.get(fn.obj.Name()) != fn.obj {
				continue
			}
			lapsed := a.stale[fn.obj] != "" || a.staleOnes[fn] != "" || a.stales[fn] != ""
			if lapsed || overlap(fn.uses, changed) || fn.usesNamed(names) || fn.methodsName(changed) {
				taken[fn], again = true, true
				if fn.key == "" {
					changed[fn.obj] = true
				}
			}
		}
	}
	for _, fn := range live {
		if taken[fn] {
			l = append(l, fn)
		}
	}
	return l
}

// usesNamed reports whether a function uses an object with one of the names, possibly an older one: a later part of
// the cell may redeclare a name.
func (fn *function) usesNamed(names map[string]bool) bool {
	for o := range fn.uses {
		if names[o.Name()] {
			return true
		}
	}
	return false
}

// compiledAgain returns the functions and methods that the cell has made be compiled again so far: a later statement
// may redeclare what they use once more.
func (a *analysis) compiledAgain() (l []*function) {
	for _, u := range a.units {
		if !u.relink && len(u.stubs) == 0 {
			continue
		}
		n := &namer{f: a.Front, a: a, u: u, info: u.info}
		for _, d := range u.decls {
			fd, ok := d.(*ast.FuncDecl)
			if !ok || Synthesized(fd) || !u.relink && !u.stubs[fd] {
				continue
			}
			fn := n.newFunction(fd)
			if fd.Recv != nil {
				fn.key = fn.name
			}
			for id, o := range u.info.Uses {
				if fd.Pos() <= id.Pos() && id.Pos() < fd.End() {
					fn.uses[u.kept(o)] = true
				}
			}
			if fn.obj != nil {
				fn.obj = u.kept(fn.obj)
				l = append(l, fn)
			}
		}
	}
	return l
}

// overlap reports whether a set has one of the keys of a map.
func overlap[K comparable, V any](keys map[K]V, set map[K]bool) bool {
	for k := range keys {
		if set[k] {
			return true
		}
	}
	return false
}

// methodsName reports whether fn is a type with methods that mention one of the objects, which are types, in their
// parameters or results: these cannot change, so a new type is needed.
func (fn *function) methodsName(set map[types.Object]bool) bool {
	tn, ok := fn.obj.(*types.TypeName)
	if !ok || fn.keyword == "" {
		return false
	}
	for o := range namedByMethods(tn) {
		if set[o] {
			return true
		}
	}
	return false
}

// namedByMethods returns the types in parameters and results of the methods of a type.
func namedByMethods(tn *types.TypeName) map[*types.TypeName]bool {
	in := madeFrom{map[*types.TypeName]bool{}, map[types.Type]bool{}}
	if named, ok := tn.Type().(*types.Named); ok {
		for m := range named.Methods() {
			in.typ(m.Signature())
		}
	}
	return in.found
}

// relinkUnit parses the declarations again, at their positions in their cells.
func (a *analysis) relinkUnit(l []*function) *unit {
	u := &unit{Unit: &schedule.Unit{Cell: a.cell, Free: map[string]bool{}}, relink: true}
	for _, fn := range l {
		p := a.parsedAgain(fn)
		if why := a.stales[fn]; why != "" {
			failing(p.File, fn.name, why)
		}
		u.Pieces = append(u.Pieces, p)
		u.Files = append(u.Files, p.File)
		syntax.CollectFree(p.File, u.Free)
	}
	return u
}

// parsedAgain parses a declaration from the text of its cell.
func (a *analysis) parsedAgain(fn *function) *syntax.Piece {
	item := &syntax.Item{Kind: syntax.DeclItem, Start: fn.from, End: fn.to}
	p := &syntax.Piece{Item: item, Cell: fn.cell, Keyword: fn.keyword}
	a.reader().ParsePiece(p) // it has been parsed before
	a.take(p)
	a.lastValues(p)
	a.prints(p, nil)
	return p
}

// failing replaces the body of the method in a file by a failure: it may be called through an interface or a func
// value.
func failing(f *ast.File, name, why string) {
	for _, d := range f.Decls {
		if fd, ok := d.(*ast.FuncDecl); ok && fd.Body != nil {
			at := fd.Body.Lbrace
			text := &ast.BasicLit{ValuePos: at, Kind: token.STRING, Value: strconv.Quote(lapsed(name, why))}
			fd.Body.List = syntax.Quote(at, "panic(Q0.Stale(Q1))", syntax.Ident(at, hookID), text)
		}
	}
}

// lapsed returns the message that something has to be redeclared, and why.
func lapsed(name, why string) string {
	return fmt.Sprintf("%s must be defined again: it no longer compiles (%s)", name, why)
}

// dropFailed removes the functions that the messages since mark are about, and records the reasons. Methods are
// compiled once more, to fail when they are called.
func (a *analysis) dropFailed(l []*function, u *unit, mark int) []*function {
	var keep []*function
	found := false
	for i, fn := range l {
		p := u.Pieces[i]
		why := ""
		for _, d := range a.diags[mark:] {
			if d.Pos.Filename == fn.cell.Name && d.Pos.Line >= a.Position(p.File.Pos()).Line {
				if off := fn.cell.Offset(d.Pos.Line, d.Pos.Column); fn.from <= off && off <= fn.to && why == "" {
					why = d.Msg
				}
			}
		}
		if why == "" || fn.key != "" && a.stales[fn] == "" {
			keep = append(keep, fn)
		}
		if why != "" {
			found = true
			syntax.Put(&a.stales, fn, why)
		}
	}
	if !found { // a message about none of them: discard all
		for _, fn := range l {
			syntax.Put(&a.stales, fn, a.diags[mark].Msg)
		}
		return nil
	}
	return keep
}

// besideLapsed refuses what a unit must not use, as limits does, and returns the checker's errors that are not about
// that: a function with outdated parameter types also causes messages about its calls, with types that print alike.
func (a *analysis) besideLapsed(u *unit, errs []types.Error) []types.Error {
	lapsed := a.limits(u)
	inCall := func(at token.Pos) (in bool) {
		for _, f := range u.Files {
			ast.Inspect(f, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				in = in || ok && call.Pos() <= at && at < call.End() && slices.ContainsFunc(lapsed, func(id *ast.Ident) bool {
					return call.Fun.Pos() <= id.Pos() && id.Pos() < call.Fun.End()
				})
				return !in
			})
		}
		return in
	}
	if len(lapsed) == 0 {
		return errs
	}
	return slices.DeleteFunc(errs, func(e types.Error) bool { return inCall(e.Pos) })
}

// limits refuses what a unit must not use, and returns the positions.
func (a *analysis) limits(u *unit) (ids []*ast.Ident) {
	for id, o := range u.info.Uses {
		if a.staleReason(o) != "" {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, func(x, y *ast.Ident) int { return int(x.Pos() - y.Pos()) })
	for _, id := range ids {
		o := u.info.Uses[id]
		a.errorf(id.Pos(), "%s", lapsed(o.Name(), a.staleReason(o)))
	}
	if u.relink {
		return ids // a function that calls such a method fails at the call
	}
	for sel, s := range u.info.Selections {
		if m, ok := s.Obj().(*types.Func); ok && len(a.staleOnes) > 0 && a.limitMethod(sel.Sel, m) {
			ids = append(ids, sel.Sel)
		}
	}
	return ids
}

// limitMethod refuses a method that no longer compiles.
func (a *analysis) limitMethod(id *ast.Ident, m *types.Func) (refused bool) {
	recv := m.Signature().Recv()
	if recv == nil {
		return false
	}
	t := types.Unalias(recv.Type())
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	named, ok := t.(*types.Named)
	if !ok {
		return false
	}
	owner := named.Origin().Obj()
	name := owner.Name() + "." + m.Name()
	fn := a.method(owner, name)
	why := a.staleOnes[fn]
	if why == "" || a.declares[name] || a.renewed[fn] {
		return false
	}
	a.errorf(id.Pos(), "%s", lapsed(name, why))
	return true
}

func (a *analysis) staleReason(o types.Object) string {
	if a.mended[o] {
		return ""
	}
	for fn, why := range a.stales {
		if fn.key == "" && fn.obj == o {
			return why
		}
	}
	return a.stale[o]
}
