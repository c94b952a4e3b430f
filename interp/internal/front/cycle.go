package front

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// A type that is declared anew makes those anew that are made of it, or whose methods name it. Mostly they are compiled
// again behind it. Where it leads to them in turn, as Env{vars map[string]Value} does to Value{Eval(*Env)}, that would
// leave it with those of before, which no value fits any more: these are declared in one unit with it.

// cycle is what a unit declares beside what the cell says.
type cycle struct {
	pieces []*syntax.Piece
	names  []string
	stubs  map[*ast.FuncDecl]bool // relink gives them bodies, which may use what is compiled again behind the unit
}

// joinCycle adds to a unit what leads to the types that it declares anew, and what they lead to.
func (a *analysis) joinCycle(u *unit, names map[string]bool) {
	changed := map[types.Object]bool{}
	for n := range names {
		if tn, ok := a.get(n).(*types.TypeName); ok && a.declared[tn] != nil {
			changed[tn] = true
		}
	}
	if len(changed) == 0 || u.relink || a.plain {
		return
	}

	live := slices.DeleteFunc(a.live(), func(fn *function) bool {
		return a.declares[fn.name] || a.get(fn.obj.Name()) != fn.obj
	})
	anew := madeAnew(live, changed)
	in := reached(u.Free, anew)
	u.stubs = map[*ast.FuncDecl]bool{}
	for _, fn := range live {
		method := fn.key != "" && in[fn.obj.Name()]
		if method || anew[fn.name] == fn && in[fn.name] || fn.takes(changed) && u.Free[fn.name] {
			a.join(u, fn)
		}
	}
	for _, n := range u.names {
		names[n] = true
	}
}

// madeAnew returns by their names the types that become others when some do, and adds them to these.
func madeAnew(live []*function, changed map[types.Object]bool) map[string]*function {
	anew := map[string]*function{}
	for again := true; again; {
		again = false
		for _, fn := range live {
			if fn.keyword != "" && anew[fn.name] == nil && (overlap(fn.uses, changed) || fn.methodsName(changed)) {
				anew[fn.name], changed[fn.obj], again = fn, true, true
			}
		}
	}
	return anew
}

// reached returns the names of those types that names lead to.
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
		for o := range namedByMethods(fn.obj.(*types.TypeName)) {
			follow(o.Name())
		}
	}
	for n := range names {
		follow(n)
	}
	return in
}

// takes says whether fn is a function with one of some types in its parameters or results. Generic ones are not meant:
// each call has their body.
func (fn *function) takes(some map[types.Object]bool) bool {
	f, ok := fn.obj.(*types.Func)
	if !ok || f.Signature().TypeParams().Len() > 0 {
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

// join declares something of the session once more in a unit. Methods of generic types keep their bodies, which each
// instance has.
func (a *analysis) join(u *unit, fn *function) {
	p := a.parsedAgain(fn)
	for _, d := range p.File.Decls {
		if fd, ok := d.(*ast.FuncDecl); ok && (fd.Recv == nil || len(syntax.ReceiverOf(fd).Params) == 0) {
			failing(p.File, fn.name, "what it uses has been declared anew")
			u.stubs[fd], a.stubbed = true, true
		}
	}
	if fn.key == "" {
		u.names = append(u.names, fn.name)
	}
	u.pieces = append(u.pieces, p)
	u.Pieces, u.Files = append(u.Pieces, p), append(u.Files, p.File)
	syntax.CollectFree(p.File, u.Free)
}

// leaveCycle takes back what joinCycle has added when an error is in that. It reports whether it has.
func (a *analysis) leaveCycle(u *unit, names map[string]bool, errs []types.Error) bool {
	if !slices.ContainsFunc(errs, func(e types.Error) bool {
		return slices.ContainsFunc(u.pieces, func(p *syntax.Piece) bool { return p.File.FileStart <= e.Pos && e.Pos <= p.File.FileEnd })
	}) {
		return false
	}
	u.Pieces, u.Files = u.Pieces[:len(u.Pieces)-len(u.pieces)], u.Files[:len(u.Files)-len(u.pieces)]
	for _, n := range u.names {
		delete(names, n)
	}
	u.cycle = cycle{}
	return true
}
