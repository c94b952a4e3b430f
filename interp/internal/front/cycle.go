package front

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// If a type is redeclared, types that contain it, or whose methods name it, change as well. Usually they are compiled
// again after it. But if it refers to them in turn, as Env{vars map[string]Value} does to Value{Eval(*Env)}, it would
// refer to the earlier ones, which no value matches any longer: these are redeclared in one unit with it.

// cycle lists what a unit declares in addition to the cell.
type cycle struct {
	pieces []*syntax.Piece
	joined []*function // declared by the pieces
	names  []string
	stubs  map[*ast.FuncDecl]bool // relink sets their bodies, which may use what is compiled again after the unit
}

// joinCycle adds to a unit what refers to the types that it redeclares, and is referred to by them.
func (a *analysis) joinCycle(u *unit, names map[string]bool) {
	changed := map[types.Object]bool{}
	for n := range names {
		if tn, ok := a.get(n).(*types.TypeName); ok && a.declared[tn] != nil {
			changed[tn] = true
		}
	}
	if len(changed) == 0 || u.relink {
		return
	}

	live := slices.DeleteFunc(a.live(), func(fn *function) bool {
		return a.declares[fn.name] || a.get(fn.obj.Name()) != fn.obj
	})
	anew := madeAnew(live, changed, a.plain)
	u.stubs = map[*ast.FuncDecl]bool{}
	for again := true; again; { // a kept body adds names
		again = false
		in := reached(u.Free, anew)
		for _, fn := range live {
			method := fn.key != "" && in[fn.obj.Name()]
			wanted := method || anew[fn.name] == fn && in[fn.name] || fn.mentionsAny(changed) && u.Free[fn.name]
			if wanted && !slices.Contains(u.joined, fn) {
				a.join(u, fn)
				again = true
			}
		}
	}
	for _, n := range u.names {
		names[n] = true
	}
}

// madeAnew returns, by name, the types that change when the changed ones do, and the generic functions that use any
// of these, as their callers contain their bodies. In a plain program, where nothing changes at run time, it also
// returns the callers. It adds them to changed.
func madeAnew(live []*function, changed map[types.Object]bool, plain bool) map[string]*function {
	anew := map[string]*function{}
	for again := true; again; {
		again = false
		for _, fn := range live {
			meant := fn.keyword != "" || fn.key == "" && (plain || isGeneric(fn.obj))
			if meant && anew[fn.name] == nil && (overlap(fn.uses, changed) || fn.methodsName(changed)) {
				anew[fn.name], changed[fn.obj], again = fn, true, true
			}
		}
	}
	return anew
}

// reached returns the names of the types and functions that names refer to, directly or indirectly.
func reached(names map[string]bool, of map[string]*function) map[string]bool {
	in := map[string]bool{}
	var follow func(name string)
	follow = func(name string) {
		fn := of[name]
		if fn == nil || in[name] {
			return
		}
		in[name] = true
		for o := range fn.uses {
			follow(o.Name())
		}
		if tn, ok := fn.obj.(*types.TypeName); ok {
			for o := range namedByMethods(tn) {
				follow(o.Name())
			}
		}
	}
	for n := range names {
		follow(n)
	}
	return in
}

// mentionsAny reports whether fn is a function with one of the given types in its parameters or results.
func (fn *function) mentionsAny(some map[types.Object]bool) bool {
	f, ok := fn.obj.(*types.Func)
	if !ok {
		return false
	}
	in := madeFrom{map[*types.TypeName]bool{}, map[types.Type]bool{}}
	in.typ(f.Signature())
	for o := range in.found {
		if some[o] {
			return true
		}
	}
	return false
}

// join redeclares an object of the session in a unit. Generic objects keep their body, which each instance contains,
// as long as it compiles.
func (a *analysis) join(u *unit, fn *function) {
	p := a.parsedAgain(fn)
	if !isGeneric(fn.obj) && !a.plain {
		a.stub(u, p, fn, "something it uses has been declared again")
	}
	if fn.key == "" {
		u.names = append(u.names, fn.name)
	}
	u.pieces, u.joined = append(u.pieces, p), append(u.joined, fn)
	u.Pieces, u.Files = append(u.Pieces, p), append(u.Files, p.File)
	syntax.CollectFree(p.File, u.Free)
}

// stub replaces the body of a function by a failure until it is compiled again. It reports whether it still had its
// body.
func (a *analysis) stub(u *unit, p *syntax.Piece, fn *function, why string) (done bool) {
	for _, d := range p.File.Decls {
		if fd, ok := d.(*ast.FuncDecl); ok && !u.stubs[fd] {
			failing(p.File, fn.name, why)
			u.stubs[fd], a.stubbed, done = true, true, true
		}
	}
	return done
}

// leaveCycle reverts joinCycle where that has caused an error: the bodies of methods, and everything if the error is
// elsewhere. It reports whether it has changed anything.
func (a *analysis) leaveCycle(u *unit, names map[string]bool, errs []types.Error) bool {
	failed, stubbed := false, false
	for i, p := range u.pieces {
		at := slices.IndexFunc(errs, func(e types.Error) bool { return p.File.FileStart <= e.Pos && e.Pos <= p.File.FileEnd })
		if at >= 0 {
			failed, stubbed = true, !a.plain && a.stub(u, p, u.joined[i], unprinted(errs[at].Msg)) || stubbed
		}
	}
	if !failed || stubbed {
		return failed
	}
	u.Pieces, u.Files = u.Pieces[:len(u.Pieces)-len(u.pieces)], u.Files[:len(u.Files)-len(u.pieces)]
	for _, n := range u.names {
		delete(names, n)
	}
	u.cycle = cycle{}
	return true
}
