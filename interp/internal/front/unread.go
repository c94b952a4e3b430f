package front

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// Errors that nobody looks at. Go refuses a variable that is not used, a cell does not, and a variable of the session
// need not be used again. So the front end finds the assignments to variables of type error after which the cell does
// not read the variable any more, and puts behind each a note of the value; the session reports at the end of the
// cell which of them are not nil. What is read is decided by the text: a comparison that a branch leaves out counts.
// What function literals do counts as reading, as nobody knows when they run.

// What the notes say before the text of the error.
const (
	unreadNow  = " is not nil"
	unreadLost = " was not nil when it was assigned again"
)

// errorSite is an assignment to a variable of type error.
type errorSite struct {
	obj   types.Object
	at    int        // its place in the order of what the cell does
	top   ast.Stmt   // the statement of the cell that it is a part of
	loops []ast.Node // around it
	plain bool       // it is that statement itself
	local bool       // the variable belongs to a block
	info  *types.Info
	add   addNote // puts the note behind it, unless the variable is one of the session: that note follows the statement of the cell
	pos   token.Pos
}

// addNote puts a note into the tree, one of its own into every branch that the value reaches.
type addNote func(note func() ast.Stmt)

// errorRead is a use of such a variable.
type errorRead struct {
	at    int
	loops []ast.Node
}

// unreadErrors finds the errors that a cell leaves unread.
type unreadErrors struct {
	a       *analysis
	u       *unit
	sites   []*errorSite
	reads   map[types.Object][]errorRead
	touched syntax.Set[types.Object] // variables that functions use
	closed  syntax.Set[types.Object] // variables that function literals use
	always  syntax.Set[types.Object] // variables that may be used at any time
	calls   []errorRead              // where functions of the session are named
	at      int
	top     ast.Stmt
	loops   []ast.Node
	literal int // function literals around the node
	jumps   bool
}

// noteUnread puts the notes of a checked cell in place: those of variables of blocks into the tree, the others into
// unread.
func (a *analysis) noteUnread() {
	if a.quiet || a.program {
		return
	}
	x := &unreadErrors{a: a}
	for _, u := range a.units {
		if x.u = u; u.Body == nil {
			continue
		}
		for _, s := range u.Body.List {
			x.top = s
			x.stmt(s, nil)
		}
	}
	if len(x.sites) > 0 {
		x.touch()
		x.decide()
	}
	for o := range x.closed {
		if x.sessions(o) {
			a.closed[o] = true
		}
	}
}

// touch notes what the declared functions of the session and of the cell use.
func (x *unreadErrors) touch() {
	for _, fn := range x.a.live() {
		for o := range fn.uses {
			x.touched.Add(o)
		}
	}
	for _, u := range x.a.units {
		x.u = u
		for _, d := range u.decls {
			x.usedBy(d, &x.touched)
		}
	}
}

// usedBy adds the variables that a function uses to a set.
func (x *unreadErrors) usedBy(n ast.Node, vars *syntax.Set[types.Object]) {
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
func (x *unreadErrors) object(id *ast.Ident) types.Object {
	o := x.u.info.ObjectOf(id)
	if o == nil || o.Pkg() != x.a.pkg || !isErrorVar(o) {
		return nil
	}
	return x.u.kept(o)
}

// isErrorVar says whether o is a variable of type error, other than a field.
func isErrorVar(o types.Object) bool {
	v, ok := o.(*types.Var)
	return ok && !v.IsField() && v.Name() != "_" && isError(v.Type())
}

// read notes the uses in an expression.
func (x *unreadErrors) read(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			x.usedBy(n.Body, &x.closed)
			x.literal++
			x.stmt(n.Body, nil)
			x.literal--
			return false
		case *ast.KeyValueExpr:
			if id, ok := n.Key.(*ast.Ident); !ok || x.u.info.Uses[id] != nil {
				x.read(n.Key)
			}
			x.read(n.Value)
			return false
		case *ast.Ident:
			x.use(n)
		}
		return true
	})
}

func (x *unreadErrors) use(id *ast.Ident) {
	x.at++
	here := errorRead{at: x.at, loops: slices.Clone(x.loops)}
	if o := x.object(id); o != nil {
		syntax.Put(&x.reads, o, append(x.reads[o], here))
		return
	}
	if o := x.u.info.Uses[id]; o != nil && o.Pkg() == x.a.pkg && !isField(o) {
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
func (x *unreadErrors) target(s ast.Stmt, e ast.Expr, add addNote, declared bool) {
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
		x.use(id)
		return
	}
	x.at++
	if declared {
		syntax.Put(&x.reads, o, append(x.reads[o], errorRead{at: x.at}))
		return
	}
	site := &errorSite{obj: o, at: x.at, top: x.top, loops: slices.Clone(x.loops), plain: s == x.top, info: x.u.info, add: add, pos: s.End()}
	site.local = !x.sessions(o)
	x.sites = append(x.sites, site)
}

// sessions says whether a variable is one of the session, and not of a block.
func (x *unreadErrors) sessions(o types.Object) bool {
	return x.a.overlay[o.Name()] == o || x.a.env[o.Name()] == o || slices.ContainsFunc(x.a.units, func(u *unit) bool { return slices.Contains(u.defs, o) })
}

// decide puts a note behind every assignment whose value nobody looks at.
func (x *unreadErrors) decide() {
	notes := 0
	ids := map[string]int{}
	for i, s := range x.sites {
		end, lost := x.end(i)
		if s.local && s.add == nil || x.looked(s, end) {
			continue
		}
		text := s.obj.Name() + unreadNow
		if lost {
			text = s.obj.Name() + unreadLost
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
		note := func() ast.Stmt { return x.a.unreadNote(s, id, text) }
		if s.local {
			s.add(note)
		} else {
			syntax.Put(&x.a.unread, s.top, append(x.a.unread[s.top], note()))
		}
	}
}

// end returns where the value of an assignment ends: at the next one that is a statement of the cell, as that one is
// executed for certain. Lost says that this one loses a value, which nil on purpose does not.
func (x *unreadErrors) end(i int) (at int, lost bool) {
	s := x.sites[i]
	for _, next := range x.sites[i+1:] {
		if next.obj == s.obj && next.plain && next.top != s.top {
			return next.at, true
		}
	}
	return x.at + 1, false
}

// looked says whether something reads the value of an assignment before end.
func (x *unreadErrors) looked(s *errorSite, end int) bool {
	sees := func(r errorRead) bool {
		if r.at > s.at && r.at < end || x.jumps {
			return true
		}
		return slices.ContainsFunc(r.loops, func(l ast.Node) bool { return slices.Contains(s.loops, l) })
	}
	if x.always[s.obj] || slices.ContainsFunc(x.reads[s.obj], sees) {
		return true
	}
	return (x.touched[s.obj] || x.closed[s.obj] || x.a.closed[s.obj]) && slices.ContainsFunc(x.calls, sees)
}

// unreadNote makes the statement that notes the value of a variable; in an exported program it reports an error at
// once.
func (a *analysis) unreadNote(s *errorSite, id int, text string) ast.Stmt {
	v := func() *ast.Ident {
		name := syntax.Ident(s.pos, s.obj.Name())
		s.info.Uses[name] = s.obj
		return name
	}
	if a.plain {
		return syntax.Quote(s.pos, "if Q0 != nil { Q1.Fprintln(Q2.Stderr, Q3, Q4) }", v(), syntax.Ident(s.pos, fmtID), syntax.Ident(s.pos, osID), syntax.Quoted(s.pos, text+":"), v())[0]
	}
	keep := "false"
	if s.local && len(s.loops) > 0 { // one variable for every turn
		keep = "true"
	}
	h := a.hooks
	return &ast.ExprStmt{X: h.call(s.info, s.pos, h.unread, h.literal(s.info, s.pos, types.Typ[types.Int], constant.MakeInt64(int64(id))),
		h.literal(s.info, s.pos, types.Typ[types.Bool], constant.MakeBool(keep == "true")), h.literal(s.info, s.pos, types.Typ[types.String], constant.MakeString(text)), v())}
}

// How the checks of an exported program name packages.
const (
	fmtID = "fmt" + syntax.Mark
	osID  = "os" + syntax.Mark
)

// declaredError says whether value is nil, or an error that a cell declares under a name of its own for others to
// compare with, as in var ErrEmpty = errors.New("empty").
func (x *unreadErrors) declaredError(name ast.Expr, value ast.Expr, isVar bool) bool {
	if x.u.info.Types[value].IsNil() {
		return true
	}
	call, ok := ast.Unparen(value).(*ast.CallExpr)
	if !ok {
		return false
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	fn := x.u.info.Uses[sel.Sel]
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
