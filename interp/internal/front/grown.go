package front

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/msrepl/msrepl/interp/internal/gotypes"
	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// withMakers adds the makers to functions that are compiled again, and the callers of generic ones among them.
func (a *analysis) withMakers(u *unit, l []*function) []*function {
	more := a.makers(u, l)
	generic := map[types.Object]bool{}
	for _, fn := range more {
		if f, ok := fn.obj.(*types.Func); ok && f.Signature().TypeParams().Len() > 0 {
			generic[f] = true
		}
	}
	l = append(l, more...)
	for _, fn := range a.dependents(generic, false) {
		if !slices.Contains(l, fn) {
			l = append(l, fn)
		}
	}
	return l
}

// makers returns the live functions that handle values of existing types that have got methods, or of types that
// contain these, except for those in done: the values must have the methods.
func (a *analysis) makers(u *unit, done []*function) (l []*function) {
	grown := map[*types.TypeName]bool{}
	for _, x := range u.ext {
		generic := len(syntax.ReceiverOf(x.decl).Params) > 0 // calls of its methods are compiled with the caller
		if !a.plain && (generic || x.method != nil && a.hooks.world != nil && a.hooks.world.Made(x.base)) {
			grown[x.base] = true
		}
	}
	if len(grown) == 0 {
		return nil
	}
	live := a.live()
	addMentioning(live, grown)
	for _, fn := range live {
		if fn.keyword == "" && !a.declares[fn.name] && !slices.Contains(done, fn) && overlap(fn.madeOf, grown) {
			l = append(l, fn)
		}
	}
	return l
}

// addMentioning adds the declared types that contain types in grown or have methods that mention them: they are made
// again with these.
func addMentioning(live []*function, grown map[*types.TypeName]bool) {
	for again := true; again; {
		again = false
		for _, fn := range live {
			tn, ok := fn.obj.(*types.TypeName)
			if !ok || fn.keyword == "" || grown[tn] {
				continue
			}
			s := &madeFrom{found: map[*types.TypeName]bool{}, seen: map[types.Type]bool{}}
			s.declared(tn)
			for o := range s.found {
				if grown[o] {
					grown[tn], again = true, true
				}
			}
		}
	}
}

// handled records the types of the values in a function.
func (d *direct) handled(fn *function, node ast.Node) {
	s := &madeFrom{found: map[*types.TypeName]bool{}, seen: map[types.Type]bool{}}
	ast.Inspect(node, func(n ast.Node) bool {
		if e, ok := n.(ast.Expr); ok {
			s.typ(d.typeOf(e))
		}
		return true
	})
	fn.madeOf = s.found
}

// madeFrom finds the declared types that types contain, without following these.
type madeFrom struct {
	found map[*types.TypeName]bool
	seen  map[types.Type]bool
}

// declared finds the declared types that a declared type contains.
func (s *madeFrom) declared(tn *types.TypeName) {
	s.typ(tn.Type().Underlying())
	if n, ok := types.Unalias(tn.Type()).(*types.Named); ok {
		for m := range n.Methods() {
			s.typ(m.Signature())
		}
	}
}

func (s *madeFrom) typ(t types.Type) {
	if t == nil || s.seen[t] {
		return
	}
	s.seen[t] = true
	n, ok := t.(*types.Named)
	if !ok {
		gotypes.Parts(t, s.typ)
		return
	}
	if o := n.Origin().Obj(); o.Pkg() != nil {
		s.found[o] = true
	}
	for arg := range n.TypeArgs().Types() {
		s.typ(arg)
	}
}
