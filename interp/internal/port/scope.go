package port

import (
	"fmt"
	"strings"

	"github.com/msrepl/msrepl/internal/text/python"
)

// variable is a name of Python in a scope.
type variable struct {
	goes   string // its Go name
	t      *typ
	parts  []val // of a tuple that has no variable of its own
	depth  int   // of the block that declares it
	hoist  bool  // declared before a statement, with a type that comes later
	param  bool
	count  bool // counts from 0 or more
	shared bool // a list that is also an element or an attribute
	binder *scope
	cell   int // that has assigned it last

	decorator *decorator // of the page, that the name means
}

// key is what the type of the variable is kept under from pass to pass.
func (v *variable) key(name string) string {
	if v.binder.fn != nil {
		return name
	}
	return fmt.Sprintf("%s@%d", name, v.cell)
}

// scope is that of the page or of a function.
type scope struct {
	outer  *scope
	fn     *fn // nil for the page
	vars   map[string]*variable
	goes   map[string]string // Go names in use, and what for
	reads  map[string]int    // how often a name is read
	depth  int
	blocks [][]string      // names declared in the open blocks
	types  map[string]*typ // of variables, found in this pass
	known  map[string]*typ // and in the pass before
	last   map[string]int  // the offset of the last mention of a name in a function
	made   [][]string      // Go names of the open blocks that stand for no name of Python
	cell   int             // the number of the cell under translation, in the scope of the page
}

func newScope(outer *scope, f *fn) *scope {
	return &scope{
		outer: outer,
		fn:    f,
		vars:  map[string]*variable{},
		goes:  map[string]string{},
		reads: map[string]int{},
		types: map[string]*typ{},
		last:  map[string]int{},
	}
}

// find returns the variable that a name means.
func (s *scope) find(name string) *variable {
	for ; s != nil; s = s.outer {
		if v := s.vars[name]; v != nil {
			return v
		}
	}
	return nil
}

// onPage says whether the statement under translation is one of the page, outside of functions and blocks.
func (t *Translator) onPage() bool { return t.scope.fn == nil && t.scope.depth == 0 }

// page returns the outermost scope.
func (s *scope) page() *scope {
	for s.outer != nil {
		s = s.outer
	}
	return s
}

// goFor returns the Go name for a Python name in this scope.
func (s *scope) goFor(name string) string {
	g := goCase(name, false)
	for taken[g] || s.clash(g, name) {
		g += "_"
		if g = strings.TrimSuffix(g, "_"); taken[g] {
			g += "Value"
		} else {
			g += "2"
		}
	}
	s.goes[g] = name
	return g
}

// free is a Go name that hides nothing.
func free(name, more string) string {
	for taken[name] {
		name += more
	}
	return name
}

// clash says whether a Go name means another Python name already.
func (s *scope) clash(g, name string) bool {
	for ; s != nil; s = s.outer {
		if other, ok := s.goes[g]; ok && other != name {
			return true
		}
	}
	return false
}

// temp returns a new Go name.
func (s *scope) temp(base string) string {
	for i := 1; ; i++ {
		g := base
		if i > 1 {
			g = fmt.Sprintf("%s%d", base, i)
		}
		if _, used := s.goes[g]; used || taken[g] || s.clash(g, "") {
			continue
		}
		s.goes[g] = ""
		if n := len(s.made); n > 0 {
			s.made[n-1] = append(s.made[n-1], g)
		}
		return g
	}
}

// push opens a block, pop forgets what it has declared.
func (s *scope) push() {
	s.depth++
	s.blocks, s.made = append(s.blocks, nil), append(s.made, nil)
}

func (s *scope) pop() {
	n := len(s.blocks) - 1
	for _, name := range s.blocks[n] {
		delete(s.vars, name)
	}
	for _, g := range s.made[n] {
		delete(s.goes, g)
	}
	s.blocks, s.made = s.blocks[:n], s.made[:n]
	s.depth--
}

// declare binds a name in the innermost block.
func (s *scope) declare(name, goes string, t *typ) *variable {
	v := &variable{goes: goes, t: t, depth: s.depth, binder: s, cell: s.page().cell}
	s.vars[name] = v
	if n := len(s.blocks); n > 0 {
		s.blocks[n-1] = append(s.blocks[n-1], name)
	}
	return v
}

// left is what ends the translation of a statement.
type left struct {
	line   int
	reason string
}

// leave gives up the statement under translation. It does not return; its result is for return statements.
func leave(n python.Node, format string, args ...any) val {
	line := 0
	if n != nil {
		line = n.At().Line
	}
	panic(left{line, fmt.Sprintf(format, args...)})
}

// isGlobal says whether the function declares a name as global or nonlocal.
func (t *Translator) isGlobal(name string) bool {
	for s := t.scope; s != nil && s.fn != nil; s = s.outer {
		if s.fn.globals[name] {
			return true
		}
	}
	return false
}

// declareNone declares a variable that is None first; a later assignment gives it its type.
func (t *Translator) declareNone(name string) {
	known := t.scope.known[t.typeKey(name, t.at)]
	v := t.scope.declare(name, t.scope.goFor(name), nil)
	if known != nil && known.kind != none {
		if u := known.orNone(); u != nil { // a pointer, as None is not 0
			known = u
		}
		v.t = known
		t.remember(name, known)
		t.emit("var %s %s", v.goes, known.goText())
		return
	}
	v.hoist = true
	v.t = &typ{kind: none}
	v.goes = ""
}

// inAllRounds is the type of an array whose element type a later round of a loop may change.
func (t *Translator) inAllRounds(name string, u *typ) *typ {
	want := t.scope.known[t.typeKey(name, t.at)]
	if want == nil || want.kind != array || u == nil || u.kind != array {
		return u
	}
	return join(want, u)
}

// typeKey is what types of variables are kept under from pass to pass: on the page by the cell that assigns them.
func (t *Translator) typeKey(name string, cell int) string {
	if t.scope.fn != nil {
		return name
	}
	return fmt.Sprintf("%s@%d", name, cell)
}

// remember keeps the type of a variable for the next pass.
func (t *Translator) remember(name string, u *typ) {
	cell := t.at
	if old := t.scope.vars[name]; old != nil {
		cell = old.cell
	}
	key := t.typeKey(name, cell)
	if j := join(t.scope.types[key], u); j != nil {
		t.scope.types[key] = j
	}
}
