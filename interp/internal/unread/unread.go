// Package unread finds error values that are never read. Go rejects unused variables, but a cell does not, and a
// variable of the session need not be used again. So an assignment to a variable of type error that the cell does not
// read afterwards is followed by a statement that records the value; at the end of the cell, the session reports those
// that are not nil. Reads are determined from the text: a comparison in a branch that is not taken counts. Function
// literals count as reads, because it is unknown when they run.
package unread

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// Cell is a checked cell, with what its session knows about variables.
type Cell struct {
	Package *types.Package                  // the package of the session's variables
	Parts   []Part                          // in the order in which they run
	Owns    func(o types.Object) bool       // reports whether a variable belongs to the session, not to a block
	Touched func() syntax.Set[types.Object] // returns the variables that functions of earlier cells use
	Closed  map[types.Object]bool           // variables that function literals of earlier cells use
	Note    func(n *Note) ast.Stmt          // returns the statement that records the value of a variable
}

// Part is one of the units of a cell.
type Part struct {
	Body  *ast.BlockStmt // nil for declarations
	Decls []ast.Decl
	Info  *types.Info
	Kept  func(o types.Object) types.Object // the existing variable that o continues, or o
}

// Note describes a variable whose value is not read.
type Note struct {
	Var    types.Object
	Number int    // the same for all notes of one value
	Text   string // precedes the text of the error
	Loop   bool   // the variable is declared in a loop, so there is one per iteration
	Pos    token.Pos
	Info   *types.Info // receives the uses of the statement
}

// Notes is the result of Find.
type Notes struct {
	After  map[ast.Stmt][]ast.Stmt  // statements to insert after statements of the cell
	Closed syntax.Set[types.Object] // variables of the session that function literals of the cell use
}

// The texts of notes, which precede the text of the error.
const (
	notNil    = " is not nil"
	wasNotNil = " was not nil when it was assigned again"
)

// site is an assignment to a variable of type error.
type site struct {
	obj   types.Object
	at    int        // its position in the order of execution
	top   ast.Stmt   // the top-level statement that contains it
	loops []ast.Node // enclosing loops
	plain bool       // it is the top-level statement itself
	local bool       // the variable belongs to a block
	info  *types.Info
	add   addNote // inserts the note after it; for a variable of the session, the note follows top
	pos   token.Pos
}

// addNote inserts a note into the tree, a separate one in each branch that the value reaches.
type addNote func(note func() ast.Stmt)

// use is a use of such a variable.
type use struct {
	at    int
	loops []ast.Node
}

// finder walks a cell.
type finder struct {
	cell    *Cell
	part    *Part
	found   Notes
	sites   []*site
	reads   map[types.Object][]use
	touched syntax.Set[types.Object] // variables that functions use
	closed  syntax.Set[types.Object] // variables that function literals use
	always  syntax.Set[types.Object] // variables that may be used at any time
	calls   []use                    // references to functions of the session
	at      int
	top     ast.Stmt
	loops   []ast.Node
	literal int // number of enclosing function literals
	jumps   bool
}

// Find adds the notes of a cell: those for variables of blocks to the tree, the others to its result.
func Find(cell *Cell) Notes {
	x := &finder{cell: cell}
	for i := range cell.Parts {
		if x.part = &cell.Parts[i]; x.part.Body == nil {
			continue
		}
		for _, s := range x.part.Body.List {
			x.top = s
			x.stmt(s, nil)
		}
	}
	if len(x.sites) > 0 {
		x.touched = cell.Touched()
		for i := range cell.Parts {
			x.part = &cell.Parts[i]
			for _, d := range x.part.Decls {
				x.usedBy(d, &x.touched)
			}
		}
		x.decide()
	}
	for o := range x.closed {
		if cell.Owns(o) {
			x.found.Closed.Add(o)
		}
	}
	return x.found
}

// usedBy adds the variables that a function uses to a set.
func (x *finder) usedBy(n ast.Node, vars *syntax.Set[types.Object]) {
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if o := x.object(id); o != nil {
				vars.Add(o)
			}
		}
		return true
	})
}

// object returns the variable of type error that an identifier names, or nil.
func (x *finder) object(id *ast.Ident) types.Object {
	o := x.part.Info.ObjectOf(id)
	if o == nil || o.Pkg() != x.cell.Package || !isErrorVar(o) {
		return nil
	}
	return x.part.Kept(o)
}

// isErrorVar reports whether o is a variable of type error, other than a field.
func isErrorVar(o types.Object) bool {
	v, ok := o.(*types.Var)
	return ok && !v.IsField() && v.Name() != "_" && types.Identical(v.Type(), types.Universe.Lookup("error").Type())
}

// read records the uses in an expression.
func (x *finder) read(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			x.usedBy(n.Body, &x.closed)
			x.literal++
			x.stmt(n.Body, nil)
			x.literal--
			return false
		case *ast.KeyValueExpr:
			if id, ok := n.Key.(*ast.Ident); !ok || x.part.Info.Uses[id] != nil {
				x.read(n.Key)
			}
			x.read(n.Value)
			return false
		case *ast.Ident:
			x.named(n)
		}
		return true
	})
}

func (x *finder) named(id *ast.Ident) {
	x.at++
	here := use{at: x.at, loops: slices.Clone(x.loops)}
	if o := x.object(id); o != nil {
		syntax.Put(&x.reads, o, append(x.reads[o], here))
		return
	}
	if o := x.part.Info.Uses[id]; o != nil && o.Pkg() == x.cell.Package && !isField(o) {
		if _, isFunc := o.Type().Underlying().(*types.Signature); isFunc {
			x.calls = append(x.calls, here)
		}
	}
}

func isField(o types.Object) bool {
	v, ok := o.(*types.Var)
	return ok && v.IsField()
}

// target records an assignment to one of its targets. If declared is set, the value is nil or an error that the cell
// declares: it needs no note, but replaces the previous value.
func (x *finder) target(s ast.Stmt, e ast.Expr, add addNote, declared bool) {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		x.read(e)
		return
	}
	o := x.object(id)
	if o == nil || id.Name == "_" {
		return
	}
	if x.literal > 0 {
		x.named(id)
		return
	}
	x.at++
	if declared {
		syntax.Put(&x.reads, o, append(x.reads[o], use{at: x.at}))
		return
	}
	at := &site{obj: o, at: x.at, top: x.top, info: x.part.Info, add: add, pos: s.End()}
	at.loops, at.plain, at.local = slices.Clone(x.loops), s == x.top, !x.cell.Owns(o)
	x.sites = append(x.sites, at)
}

// decide adds a note after each assignment whose value is not read.
func (x *finder) decide() {
	notes := 0
	ids := map[string]int{}
	for i, s := range x.sites {
		end, lost := x.end(i)
		if s.local && s.add == nil || x.looked(s, end) {
			continue
		}
		text := s.obj.Name() + notNil
		if lost {
			text = s.obj.Name() + wasNotNil
		}
		key := strconv.Itoa(end) + text
		if s.local {
			key += strconv.Itoa(i)
		}
		id, ok := ids[key]
		if !ok {
			id = notes
			ids[key], notes = id, notes+1
		}
		note := func() ast.Stmt {
			inLoop := s.local && len(s.loops) > 0
			return x.cell.Note(&Note{Var: s.obj, Number: id, Text: text, Loop: inLoop, Pos: s.pos, Info: s.info})
		}
		if s.local {
			s.add(note)
		} else {
			syntax.Put(&x.found.After, s.top, append(x.found.After[s.top], note()))
		}
	}
}

// end returns where the value of an assignment is replaced: at the next assignment that is a top-level statement,
// which is always executed, or at the end of the cell. lost is true in the first case.
func (x *finder) end(i int) (at int, lost bool) {
	s := x.sites[i]
	for _, next := range x.sites[i+1:] {
		if next.obj == s.obj && next.plain && next.top != s.top {
			return next.at, true
		}
	}
	return x.at + 1, false
}

// looked reports whether the value of an assignment may be read before end.
func (x *finder) looked(s *site, end int) bool {
	sees := func(r use) bool {
		if r.at > s.at && r.at < end || x.jumps {
			return true
		}
		return slices.ContainsFunc(r.loops, func(l ast.Node) bool { return slices.Contains(s.loops, l) })
	}
	if x.always[s.obj] || slices.ContainsFunc(x.reads[s.obj], sees) {
		return true
	}
	return (x.touched[s.obj] || x.closed[s.obj] || x.cell.Closed[s.obj]) && slices.ContainsFunc(x.calls, sees)
}

// declaredError reports whether value is nil or an error that a cell declares for comparisons, as in
// var ErrEmpty = errors.New("empty").
func (x *finder) declaredError(name ast.Expr, value ast.Expr, isVar bool) bool {
	if x.part.Info.Types[value].IsNil() {
		return true
	}
	call, ok := ast.Unparen(value).(*ast.CallExpr)
	if !ok {
		return false
	}
	fn := typeutil.Callee(x.part.Info, call)
	if fn == nil || fn.Pkg() == nil || fn.Pkg().Path()+"."+fn.Name() != "errors.New" && fn.Pkg().Path()+"."+fn.Name() != "fmt.Errorf" {
		return false
	}
	id, ok := ast.Unparen(name).(*ast.Ident)
	if !ok {
		return false
	}
	rest, prefixed := strings.CutPrefix(strings.ToLower(id.Name[:min(3, len(id.Name))])+id.Name[min(3, len(id.Name)):], "err")
	return prefixed && rest != "" && unicode.IsUpper(rune(rest[0])) || isVar && id.Name != "err"
}
