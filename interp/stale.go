package interp

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/interp/internal/depends"
)

// StaleCell is a cell whose result is out of date, because something that it uses has been redefined or depends on a
// redefinition.
type StaleCell struct {
	Number int      // of the cell when it ran
	ID     string   // as set by Identify
	Uses   []string // names of the changed definitions, sorted
}

// lineage records which cells have run and what the result of each depends on. It computes nothing until it is
// queried.
//
// A definition has a print: a hash of its text and of the texts of everything that it depends on. A cell keeps the
// prints of what it used when it ran, and is stale if one of them has changed. So running a cell again unchanged has
// no effect, and reverting a change makes other cells up to date again.
//
// An assignment is not a definition, but the assigned value depends on what its cell used: a cell that uses the
// variable afterwards also keeps the prints of that cell.
type lineage struct {
	log   []ranCell             // cells not yet processed
	named map[int]string        // IDs of cells
	defs  map[slot]*meaning     // current definitions
	now   map[string]slot       // the slot of a name
	has   map[slot][]slot       // methods of types
	runs  []*footprint          // cells with current results, in the order in which they ran
	wrote map[slot][]*footprint // cells that have assigned the current value of a variable
}

// ranCell is a cell that has run.
type ranCell struct {
	n      int
	src    string
	failed bool
}

// slot identifies a definition: by its name, and by the cell that defines it if the front end identifies cells. In
// that case a definition changes when its cell does, and a later cell with the same name makes a new definition.
// Otherwise the latest definition of a name replaces the one before.
type slot struct{ name, cell string }

// meaning is the definition in a slot.
type meaning struct {
	text  string
	uses  []slot   // what it uses
	names []string // names that it uses and that did not exist when it was declared
}

// footprint is a cell that has run.
type footprint struct {
	n       int
	id, src string
	result  bool // it has statements or values as well as declarations
	defines []string
	uses    []slot
	after   map[slot][]*footprint // cells that had assigned what it used
	traces  []trace
}

// trace is a dependency of the result of a cell.
type trace struct {
	name  string // the name that the cell itself uses
	of    slot   // the definition of that name, or one that its value depends on
	print uint64 // at the time of use
}

// Identify sets the ID of the cell with number n, which is about to run: a cell that runs again has another number
// and the same ID.
func (s *Session) Identify(n int, id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.lineage.named == nil {
		s.lineage.named = map[int]string{}
	}
	s.lineage.named[n] = id
}

// noteRan records that Go text of a cell has run.
func (s *Session) noteRan(n int, src string, failed bool) {
	if n <= 0 || n >= asideNumber || len(src) > longText {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	log := s.lineage.log
	if last := len(log) - 1; last >= 0 && log[last].n == n { // more text of the same cell, after a command
		log[last].src += "\n" + src
		log[last].failed = log[last].failed || failed
		return
	}
	s.lineage.log = append(log, ranCell{n, src, failed})
}

// Stale lists the cells whose results are out of date, in the order in which they ran. It may be called while a cell
// runs.
func (s *Session) Stale() []StaleCell {
	f := s.engine().front
	s.mu.Lock()
	log := s.lineage.log
	s.lineage.log = nil
	s.mu.Unlock()
	parts := make([][]depends.Part, len(log))
	for i, c := range log {
		parts[i] = f.Footprint(c.src)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, c := range log {
		s.lineage.enter(c, parts[i])
	}
	return s.lineage.stale()
}

// enter processes a cell that has run.
func (l *lineage) enter(c ranCell, parts []depends.Part) {
	if l.defs == nil {
		l.defs, l.now, l.has = map[slot]*meaning{}, map[string]slot{}, map[slot][]slot{}
		l.wrote = map[slot][]*footprint{}
	}
	r := &footprint{n: c.n, id: l.named[c.n], src: strings.TrimSpace(c.src), after: map[slot][]*footprint{}}
	delete(l.named, c.n)
	made := make([]*meaning, len(parts))
	for i, p := range parts {
		if made[i] = (&meaning{text: p.Text}); !p.Statement {
			l.define(r, p, made[i]) // before any of them is used, as they may use each other
		}
	}
	for i, p := range parts {
		l.use(r, p, made[i])
		if p.Statement {
			l.define(r, p, made[i])
		}
		l.assign(r, p)
	}
	l.trace(r)
	l.runs = slices.DeleteFunc(l.runs, func(old *footprint) bool { return r.replaces(old) })
	if !c.failed {
		l.runs = append(l.runs, r)
	}
}

// trace records the dependencies of the result of a cell that has run.
func (l *lineage) trace(r *footprint) {
	for _, u := range r.uses {
		r.traces = append(r.traces, trace{u.name, u, l.print(u)})
		for _, before := range r.after[u] {
			for _, t := range before.traces {
				if t.name = u.name; !slices.Contains(r.traces, t) {
					r.traces = append(r.traces, t)
				}
			}
		}
	}
	r.after = nil
}

// assign records the assignments of a part of a cell.
func (l *lineage) assign(r *footprint, p depends.Part) {
	for _, name := range p.Sets {
		l.wrote[l.now[name]] = []*footprint{r}
	}
	for _, name := range p.Changes {
		at := l.now[name]
		l.wrote[at] = append(l.before(r, at), r)
	}
}

// before returns the cells that had assigned what is in a slot when r ran, the latest ones if there are very many.
// Assignments by an earlier run of the same cell are left out.
func (l *lineage) before(r *footprint, at slot) []*footprint {
	const maxListed = 50
	list := slices.DeleteFunc(slices.Clone(l.wrote[at]), func(old *footprint) bool { return old == r || r.replaces(old) })
	return list[max(0, len(list)-maxListed):]
}

// define records the definitions of a part of a cell.
func (l *lineage) define(r *footprint, p depends.Part, m *meaning) {
	for _, name := range p.Defines {
		at := slot{name, r.id}
		l.defs[at], l.now[name] = m, at
		delete(l.wrote, at)
		r.defines = append(r.defines, name)
		if owner, _, ok := strings.Cut(name, "."); ok {
			if t := l.now[owner]; !slices.Contains(l.has[t], at) {
				l.has[t] = append(l.has[t], at)
			}
		}
	}
}

// use records what a part of a cell uses, for the cell as well if the part runs with it.
func (l *lineage) use(r *footprint, p depends.Part, m *meaning) {
	r.result = r.result || p.Result
	for _, name := range p.Uses {
		at, ok := l.now[name]
		if !ok {
			m.names = append(m.names, name)
			continue
		}
		m.uses = append(m.uses, at)
		if p.Result && !slices.Contains(r.defines, name) && !slices.Contains(r.uses, at) {
			r.uses = append(r.uses, at)
			r.after[at] = l.before(r, at)
		}
	}
}

// replaces reports whether the result of an older cell is obsolete now that this one has run: it is the same cell,
// has the same text, or everything that it defined is redefined here.
func (r *footprint) replaces(old *footprint) bool {
	if r.id != "" || old.id != "" {
		return r.id == old.id
	}
	if r.src == old.src {
		return true
	}
	kept := func(name string) bool { return !slices.Contains(r.defines, name) }
	return len(old.defines) > 0 && !slices.ContainsFunc(old.defines, kept)
}

// print returns the current print of a slot.
func (l *lineage) print(at slot) uint64 {
	reached := map[slot]bool{at: true}
	texts := []string{}
	for todo := []slot{at}; len(todo) > 0; todo = todo[1:] {
		m := l.defs[todo[0]]
		if m == nil {
			continue
		}
		texts = append(texts, todo[0].name+"\x00"+todo[0].cell+"\x00"+m.text)
		next := slices.Concat(m.uses, l.has[todo[0]])
		for _, name := range m.names {
			if u, ok := l.now[name]; ok {
				next = append(next, u)
			}
		}
		for _, u := range next {
			if !reached[u] {
				reached[u] = true
				todo = append(todo, u)
			}
		}
	}
	slices.Sort(texts)
	h := fnv.New64a()
	for _, text := range texts {
		h.Write([]byte(text + "\x00"))
	}
	return h.Sum64()
}

func (l *lineage) stale() (list []StaleCell) {
	prints := map[slot]uint64{}
	changed := func(t trace) bool {
		now, ok := prints[t.of]
		if !ok {
			now = l.print(t.of)
			prints[t.of] = now
		}
		return now != t.print
	}
	for _, r := range l.runs {
		c := StaleCell{Number: r.n, ID: r.id}
		for _, t := range r.traces {
			if r.result && changed(t) && !slices.Contains(c.Uses, t.name) {
				c.Uses = append(c.Uses, t.name)
			}
		}
		if len(c.Uses) > 0 {
			slices.Sort(c.Uses)
			list = append(list, c)
		}
	}
	return list
}

func (s *Session) cmdStale(call) Result {
	var b strings.Builder
	for _, c := range s.Stale() {
		s.mu.Lock()
		first, _, _ := strings.Cut(strings.TrimSpace(s.cells[fmt.Sprintf("In[%d]", c.Number)]), "\n")
		s.mu.Unlock()
		fmt.Fprintf(&b, "In[%d] uses %s: %s\n", c.Number, strings.Join(c.Uses, ", "), first)
	}
	if b.Len() == 0 {
		return s.say("all results are up to date")
	}
	return s.say("%s", b.String())
}
