package front

import (
	"go/ast"
	"go/types"
	"maps"
	"slices"

	"github.com/msrepl/msrepl/interp/internal/schedule"
	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// function is a function, method or type of the session as the user typed it. When something it
// uses is declared anew, it is compiled again from its text.
type function struct {
	obj     types.Object // the function or type; for a method the type it belongs to
	key     string       // of a method, "Tꞏm"
	name    string       // "f", "T", "T.m"
	keyword string       // what must stand before the text: "type " for a type
	cell    *syntax.Cell
	from    int // offset of the declaration in the cell
	to      int
	uses    map[types.Object]bool
	madeOf  map[*types.TypeName]bool // of the values in it
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

// relink compiles again what uses names that u declares anew. What no longer compiles becomes stale.
func (a *analysis) relink(u *unit) {
	changed := map[types.Object]bool{}
	for _, o := range u.defs {
		if old := u.shadow[o]; old != nil && (u.reuse[o] == nil || a.mended[old]) && old.Pkg() == a.pkg {
			changed[old] = true
		}
	}
	todo := a.dependents(changed)
	todo = a.withMakers(u, todo)
	for len(todo) > 0 {
		again := a.relinkUnit(todo)
		mark, before := len(a.diags), maps.Clone(a.overlay)
		a.checkUnit(again)
		whole := a.wholeAgain()
		if len(a.diags) == mark && !whole {
			a.units = append(a.units, again)
			a.reader().Pack(again.Pieces)
			return
		}
		if !whole {
			todo = a.dropFailed(todo, again, mark)
		}
		a.diags, a.overlay = a.diags[:mark], before
		a.rollback(again.saved)
	}
}

// dependents returns the live functions that use one of the objects, and those that use these. A
// method keeps its object when it is compiled again, so nothing depends on it.
func (a *analysis) dependents(changed map[types.Object]bool) (l []*function) {
	if len(changed) == 0 {
		return nil
	}
	live := a.live()
	taken := map[*function]bool{}
	for again := true; again; {
		again = false
		for _, fn := range live {
			if taken[fn] || a.declares[fn.name] || a.get(fn.obj.Name()) != fn.obj {
				continue
			}
			if a.stale[fn.obj] != "" || overlap(fn.uses, changed) || fn.methodsName(changed) {
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

// overlap says whether a set has one of the keys of a map.
func overlap[K comparable, V any](keys map[K]V, set map[K]bool) bool {
	for k := range keys {
		if set[k] {
			return true
		}
	}
	return false
}

// methodsName says whether fn is a type with methods that have one of the objects, which are types, in their parameters
// or results: they cannot get others, so it is another type.
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

// relinkUnit parses the declarations again, at the positions of the cells they come from.
func (a *analysis) relinkUnit(l []*function) *unit {
	u := &unit{Unit: &schedule.Unit{Cell: a.cell, Free: map[string]bool{}}, relink: true}
	for _, fn := range l {
		p := &syntax.Piece{Item: &syntax.Item{Kind: syntax.DeclItem, Start: fn.from, End: fn.to}, Cell: fn.cell, Keyword: fn.keyword}
		a.reader().ParsePiece(p) // it has parsed before
		a.take(p)
		a.lastValues(p)
		a.prints(p, nil)
		u.Pieces = append(u.Pieces, p)
		u.Files = append(u.Files, p.File)
		syntax.CollectFree(p.File, u.Free)
	}
	return u
}

// dropFailed removes the functions that the messages since mark are about, and notes why.
func (a *analysis) dropFailed(l []*function, u *unit, mark int) []*function {
	var keep []*function
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
		if why == "" {
			keep = append(keep, fn)
			continue
		}
		syntax.Put(&a.stales, fn, why)
	}
	if len(keep) == len(l) { // a message about none of them: give all up
		for _, fn := range l {
			syntax.Put(&a.stales, fn, a.diags[mark].Msg)
		}
		return nil
	}
	return keep
}

// limits refuses what a unit must not use.
func (a *analysis) limits(u *unit) {
	var ids []*ast.Ident
	for id, o := range u.info.Uses {
		if a.staleReason(o) != "" {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, func(x, y *ast.Ident) int { return int(x.Pos() - y.Pos()) })
	for _, id := range ids {
		o := u.info.Uses[id]
		a.errorf(id.Pos(), "%s must be defined again: it no longer compiles (%s)", o.Name(), a.staleReason(o))
	}
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
