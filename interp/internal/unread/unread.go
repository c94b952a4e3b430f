// Package unread finds errors that nobody looks at. Go refuses a variable that is not used, a cell does not, and a
// variable of the session need not be used again. So assignments to variables of type error after which the cell does
// not read the variable any more are followed by a note of the value; the session reports at the end of the cell which
// of them are not nil. What is read is decided by the text: a comparison that a branch leaves out counts. What function
// literals do counts as reading, as nobody knows when they run.
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

// Cell is a checked cell, and what its session says of variables.
type Cell struct {
	Package *types.Package                  // that variables of the session belong to
	Parts   []Part                          // in the order in which they run
	Owns    func(o types.Object) bool       // whether a variable is one of the session, and not of a block
	Touched func() syntax.Set[types.Object] // returns the variables that functions of earlier cells use
	Closed  map[types.Object]bool           // variables that function literals of earlier cells use
	Note    func(n *Note) ast.Stmt          // makes the statement that notes the value of a variable
}

// Part is one of the units of a cell.
type Part struct {
	Body  *ast.BlockStmt // nil for declarations
	Decls []ast.Decl
	Info  *types.Info
	Kept  func(o types.Object) types.Object // the variable that a new one continues, or the new one
}

// Note is what is said of a variable whose value nobody looks at.
type Note struct {
	Var    types.Object
	Number int    // notes of one value have one number
	Text   string // what comes before the text of the error
	Loop   bool   // the variable is one of a block in a loop: there is one for every turn
	Pos    token.Pos
	Info   *types.Info // takes what the statement uses
}

// Notes is what Find has found.
type Notes struct {
	After  map[ast.Stmt][]ast.Stmt  // what is put behind statements of the cell
	Closed syntax.Set[types.Object] // variables of the session that function literals of the cell use
}

// What the notes say before the text of the error.
const (
	notNil    = " is not nil"
	wasNotNil = " was not nil when it was assigned again"
)

// site is an assignment to a variable of type error.
type site struct {
	obj   types.Object
	at    int        // its place in the order of what the cell does
	top   ast.Stmt   // the statement of the cell that it is a part of
	loops []ast.Node // around it
	plain bool       // it is that statement itself
	local bool       // the variable belongs to a block
	info  *types.Info
	add   addNote // puts the note behind it; where the variable is one of the session, it follows the cell's statement
	pos   token.Pos
}

// addNote puts a note into the tree, one of its own into every branch that the value reaches.
type addNote func(note func() ast.Stmt)

// use is a use of such a variable.
type use struct {
	at    int
	loops []ast.Node
}

// finder goes through a cell.
type finder struct {
	cell    *Cell
	part    *Part
	found   Notes
	sites   []*site
	reads   map[types.Object][]use
	touched syntax.Set[types.Object] // variables that functions use
	closed  syntax.Set[types.Object] // variables that function literals use
	always  syntax.Set[types.Object] // variables that may be used at any time
	calls   []use                    // where functions of the session are named
	at      int
	top     ast.Stmt
	loops   []ast.Node
	literal int // function literals around the node
	jumps   bool
}

// Find puts the notes of a cell in place: those of variables of blocks into the tree, the others into its result.
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

// object returns the variable of type error that an identifier names, nil for anything else.
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

// read notes the uses in an expression.
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

// target notes what an assignment does to one of its targets. One that is declared sets nil on purpose, or an error
// that the cell declares: it needs no note, and ends what was there before.
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

// decide puts a note behind every assignment whose value nobody looks at.
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

// end returns where the value of an assignment ends: at the next one that is a statement of the cell, as that one is
// executed for certain. Lost says that this one loses a value, which nil on purpose does not.
func (x *finder) end(i int) (at int, lost bool) {
	s := x.sites[i]
	for _, next := range x.sites[i+1:] {
		if next.obj == s.obj && next.plain && next.top != s.top {
			return next.at, true
		}
	}
	return x.at + 1, false
}

// looked reports whether something reads the value of an assignment before end.
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

// declaredError reports whether value is nil, or an error that a cell declares under a name of its own for others to
// compare with, as in var ErrEmpty = errors.New("empty").
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
