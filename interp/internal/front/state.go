package front

import (
	"go/types"
	"maps"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// state holds the definitions of the cells of a session. Only the methods in this file change it: cells are checked
// against the current state, and a unit is committed when it has run.
type state struct {
	env      map[string]types.Object // current meaning of the user's names
	named    map[types.Object]bool   // objects of the session, including those that can no longer be named
	declared map[*types.TypeName]*typeDecl
	origin   map[types.Object]definition // positions of their definitions
	lastOut  string                      // the variable for _, "" before the first echo

	functions []*function             // functions, methods and types of the session, oldest first
	stale     map[types.Object]string // functions that no longer compile, and why
	staleOnes map[*function]string    // methods that no longer compile, and why: they fail when called
	closed    map[types.Object]bool   // variables of type error used by function literals
	outlived  map[string]string       // "T.m" of redeclared types, with the cell that declares them

	// When a type is redeclared, the earlier declaration remains, with its package, methods and scopes. Variables and
	// functions of the session may still refer to it; when none does, the compiler may forget it.
	retired    []*types.TypeName
	retireSoon bool           // references to them may have been dropped
	gone       []types.Object // what the compiler may forget
	anew       atomic.Bool    // a type has been redeclared
}

func newState() state {
	return state{
		env: map[string]types.Object{}, named: map[types.Object]bool{}, declared: map[*types.TypeName]*typeDecl{},
		origin: map[types.Object]definition{}, stale: map[types.Object]string{}, closed: map[types.Object]bool{},
		outlived: map[string]string{}, staleOnes: map[*function]string{},
	}
}

// mean sets the meaning of a name.
func (s *state) mean(name string, o types.Object) { s.env[name] = o }

// define makes an object the meaning of its name.
func (s *state) define(o types.Object, at definition) {
	s.env[o.Name()] = o
	s.origin[o] = at
}

// know adds an object to the session.
func (s *state) know(o types.Object) { s.named[o] = true }

// forgetName drops an object that is represented by another one.
func (s *state) forgetName(o types.Object) { delete(s.named, o) }

// lose lets the compiler forget an object.
func (s *state) lose(o types.Object) {
	s.gone = append(s.gone, o)
	delete(s.named, o)
	delete(s.origin, o)
}

// loseLists drops the variables that hold elements of long lists. Names of users do not have their prefix.
func (s *state) loseLists() {
	for name, o := range s.env {
		if strings.HasPrefix(name, syntax.ListVar) {
			delete(s.env, name)
			s.lose(o)
		}
	}
}

// declare records types, and functions, replacing older ones of the same name.
func (s *state) declare(decls map[*types.TypeName]*typeDecl, functions []*function) {
	maps.Copy(s.declared, decls)
	for _, fn := range functions {
		same := func(old *function) bool { return old.name == fn.name && (fn.key == "" || old.obj == fn.obj) }
		if i := slices.IndexFunc(s.functions, same); i >= 0 {
			delete(s.staleOnes, s.functions[i])
			s.functions = slices.Delete(s.functions, i, i+1)
		}
		s.functions = append(s.functions, fn)
	}
}

// show makes the variable of a last expression the meaning of _, unless there are several values.
func (s *state) show(name string) {
	if s.env[name] != nil {
		s.lastOut = name
	}
}

// outdate records why functions no longer compile.
func (s *state) outdate(why map[*function]string) {
	for fn, text := range why {
		if fn.key == "" {
			s.stale[fn.obj] = text
		} else if now := s.method(s.env[fn.obj.Name()], fn.name); now != nil { // its type may have been made again
			s.staleOnes[now] = text
		}
	}
}

// anyStale reports whether something no longer compiles.
func (s *state) anyStale() bool { return len(s.stale)+len(s.staleOnes) > 0 }

// markFresh records that a function compiles again.
func (s *state) markFresh(o types.Object) { delete(s.stale, o) }

// method returns the record of a method of a type, or nil.
func (s *state) method(owner types.Object, name string) *function {
	for _, fn := range s.functions {
		if fn.key != "" && fn.obj == owner && fn.name == name {
			return fn
		}
	}
	return nil
}

// close records that function literals use a variable.
func (s *state) close(o types.Object) { s.closed[o] = true }

// replace drops a function or variable that can no longer be reached, and retires a type: its users have been
// compiled again. Closures that still refer to it need no names.
func (s *state) replace(old, by types.Object) {
	s.markFresh(old)
	if old == nil || old == by || !s.named[old] {
		return
	}
	switch old := old.(type) {
	case *types.TypeName:
		s.retire(old)
	case *types.Var:
		s.lose(old)
	case *types.Func:
		if old.Signature().TypeParams() != nil {
			return
		}
		s.lose(old)
	}
	s.retireSoon = true
}

// retire records an earlier declaration of a type, and drops what was reachable only by its name.
func (s *state) retire(tn *types.TypeName) {
	delete(s.declared, tn)
	s.functions = slices.DeleteFunc(s.functions, func(fn *function) bool {
		if fn.obj == tn && fn.key != "" {
			s.outlived[fn.name] = fn.cell.Name
			delete(s.staleOnes, fn)
		}
		return fn.obj == tn
	})
	s.retired = append(s.retired, tn)
	s.anew.Store(true)
}

// takeGone returns the objects that the compiler may forget, each once.
func (s *state) takeGone() []types.Object {
	if s.retireSoon {
		s.retireSoon = false
		s.dropRetired()
	}
	gone := s.gone
	s.gone = nil
	return gone
}

// dropRetired drops the retired types that nothing in the session refers to.
func (s *state) dropRetired() {
	if len(s.retired) == 0 {
		return
	}
	m := &madeFrom{found: map[*types.TypeName]bool{}, seen: map[types.Type]bool{}}
	for _, o := range s.env {
		if s.named[o] {
			m.typ(o.Type())
		}
	}
	for done := map[*types.TypeName]bool{}; len(done) < len(m.found); {
		for tn := range m.found {
			if !done[tn] {
				done[tn] = true
				m.declared(tn)
			}
		}
	}
	s.retired = slices.DeleteFunc(s.retired, func(tn *types.TypeName) bool {
		if m.found[tn] {
			return false
		}
		s.lose(tn)
		return true
	})
}

// expose names objects that are not in the session, until undo is called.
func (s *state) expose(list []types.Object) (undo func()) {
	before := map[string]types.Object{}
	var known []types.Object
	for _, o := range list {
		if _, ok := before[o.Name()]; !ok {
			before[o.Name()] = s.env[o.Name()]
		}
		s.env[o.Name()] = o
		if !s.named[o] {
			known = append(known, o)
			s.named[o] = true
		}
	}
	return func() {
		for name, o := range before {
			if s.env[name] = o; o == nil {
				delete(s.env, name)
			}
		}
		for _, o := range known {
			s.lose(o)
		}
	}
}

// used reports whether a live function uses o, or may compile again because of it.
func (s *state) used(o types.Object) bool {
	if s.anyStale() {
		return true
	}
	named := map[string]bool{o.Name(): true}
	return slices.ContainsFunc(s.live(), func(fn *function) bool { return fn.usesNamed(named) })
}

// live returns the functions and methods that are reachable from the session's names, oldest first.
func (s *state) live() (l []*function) {
	for _, fn := range s.functions {
		if fn.obj != nil && s.env[fn.obj.Name()] == fn.obj {
			l = append(l, fn)
		}
	}
	return l
}

// saved returns a function that restores the current state.
func (s *state) saved() (undo func()) {
	env, named, declared, origin := maps.Clone(s.env), maps.Clone(s.named), maps.Clone(s.declared), maps.Clone(s.origin)
	stale, closed, anew := maps.Clone(s.stale), maps.Clone(s.closed), s.anew.Load()
	lastOut, soon := s.lastOut, s.retireSoon
	functions, retired, gone := slices.Clone(s.functions), slices.Clone(s.retired), slices.Clone(s.gone)
	outlived, staleOnes := maps.Clone(s.outlived), maps.Clone(s.staleOnes)
	return func() {
		s.outlived, s.staleOnes = outlived, staleOnes
		s.env, s.named, s.declared, s.origin, s.stale, s.closed = env, named, declared, origin, stale, closed
		s.lastOut, s.functions, s.retired, s.retireSoon, s.gone = lastOut, functions, retired, soon, gone
		s.anew.Store(anew)
	}
}
