// Package schedule orders the parts of a cell for checking and execution: declarations before their uses, variables
// as Go initializes them, and statements in between.
package schedule

import (
	"go/ast"
	"go/types"

	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// Unit is a part that is checked, compiled and run at once: declarations, or a run of statements.
type Unit struct {
	Cell   *syntax.Cell
	Pieces []*syntax.Piece // of declarations
	Files  []*ast.File
	Body   *ast.BlockStmt  // nil for declarations
	Free   map[string]bool // names used but not declared inside, and "X.Sel" for package selectors
}

// Session gives a schedule access to the session of the cell.
type Session struct {
	Lookup func(name string) types.Object   // returns what a name denotes in the cell, or nil
	Import func(name string) *types.Package // returns the package that a name denotes, or nil
	Used   func(name string) bool           // reports whether functions of earlier cells use the object of a name
}

// decl is a declaration with its scheduling data.
type decl struct {
	*syntax.Piece
	names []string
	free  map[string]bool
	after int // index of the statement it must follow, or -1
	src   int // number of statements before it in the source
	first int // index of the first statement that needs the function, -1 until computed
}

// Units orders a cell. Declarations come first, in any order and mutually recursive, except those that use variables
// defined by the cell's statements: they follow the defining statement.
func Units(cell *syntax.Cell, pieces []*syntax.Piece, session *Session) []*Unit {
	stmts, decls, free := take(pieces)
	stmts = orderVars(stmts, decls, session.Lookup)
	placeDecls(decls, stmts, session.Lookup, newKeyTypes(decls, stmts, session))
	cuts := cutsOf(stmts, session.Used)
	var (
		units []*Unit
		begin int
	)
	flush := func(end int) {
		if end > begin {
			units = append(units, stmtUnit(cell, stmts[begin:end:end], free))
			begin = end
		}
	}
	for at := -1; at < len(stmts); at++ {
		if cuts[at] {
			flush(at)
		}
		list := placed(decls, at)
		if len(list) == 0 {
			continue
		}
		flush(at + 1)
		if first, rest := ahead(list, session.Lookup); len(first) > 0 {
			units, list = append(units, declUnit(cell, first)), rest
		}
		units = append(units, declUnit(cell, list))
	}
	flush(len(stmts))
	return units
}

// take returns the statements and declarations of a cell, and the names that its statements use.
func take(pieces []*syntax.Piece) (stmts []ast.Stmt, decls []*decl, free map[string]bool) {
	free = map[string]bool{}
	for _, p := range pieces {
		switch p.Kind {
		case syntax.StmtItem:
			syntax.CollectFree(p.File, free)
			stmts = append(stmts, p.Body.List...)
		case syntax.DeclItem:
			d := &decl{Piece: p, names: syntax.Declared(p.File), free: map[string]bool{}, after: -1, src: len(stmts), first: -1}
			syntax.CollectFree(p.File, d.free)
			decls = append(decls, d)
		}
	}
	for _, s := range stmts {
		for _, n := range syntax.Defines(s) {
			free[n] = true // a later unit of the run may use it
		}
	}
	return stmts, decls, free
}

// placeDecls computes after as a fixpoint, because declarations use each other. A function that uses a type must
// follow the methods of the type, and those of the types in it, unless an earlier statement needs it.
func placeDecls(decls []*decl, stmts []ast.Stmt, get func(string) types.Object, keys *keyTypes) {
	owner, methods := map[string]*decl{}, map[string][]*decl{}
	for _, d := range decls {
		for _, n := range d.names {
			owner[n] = d
		}
		for _, t := range syntax.Receivers(d.File) {
			methods[t] = append(methods[t], d)
		}
	}
	definedAt := map[string][]int{}
	for i, s := range stmts {
		for _, n := range syntax.Defines(s) {
			definedAt[n] = append(definedAt[n], i)
		}
	}
	settle := func() {
		for changed := true; changed; {
			changed = false
			for _, d := range decls {
				after := d.after
				for n := range d.free {
					if o := owner[n]; o != nil {
						after = max(after, o.after)
					} else if l := definedAt[n]; len(l) > 0 && !keys.fieldOnly(d, n) {
						after = max(after, d.follows(l, get(n) != nil, decls, stmts))
					}
					if d.isFunc() {
						last := max(lastMethod(n, owner, methods, map[string]bool{}), lastAdded(n, owner, methods))
						if last > after && !d.neededBy(last, decls, stmts) {
							after = last
						}
					}
				}
				changed = changed || after > d.after
				d.after = after
			}
		}
	}
	settle()
	if joinMethods(decls, stmts, owner, methods) {
		settle()
	}
}

// joinMethods moves types to their last methods unless an earlier statement needs the types: declared separately, a
// type would be identified with an identical one of an earlier cell, and a generic type cannot have methods
// elsewhere.
func joinMethods(decls []*decl, stmts []ast.Stmt, owner map[string]*decl, methods map[string][]*decl) (moved bool) {
	for name, list := range methods {
		d := owner[name]
		if d == nil || d.isFunc() {
			continue
		}
		last := d.after
		for _, m := range list {
			last = max(last, m.after)
		}
		if last == d.after || mentions(stmts, users(name, decls)) <= last {
			continue
		}
		d.after, moved = last, true
	}
	return moved
}

// users returns the names of the declarations that use a name, directly or indirectly, and that name.
func users(name string, decls []*decl) map[string]bool {
	set := map[string]bool{name: true}
	for grown := true; grown; {
		grown = false
		for _, d := range decls {
			for n := range d.free {
				for _, own := range d.names {
					if set[n] && !set[own] {
						set[own], grown = true, true
					}
				}
			}
		}
	}
	return set
}

// mentions returns the index of the first statement that contains one of the names, or the number of statements.
func mentions(stmts []ast.Stmt, names map[string]bool) int {
	for i, s := range stmts {
		found := false
		ast.Inspect(s, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			found = found || ok && names[id.Name]
			return !found
		})
		if found {
			return i
		}
	}
	return len(stmts)
}

// neededBy reports whether a statement up to the one with an index needs the function d.
func (d *decl) neededBy(last int, decls []*decl, stmts []ast.Stmt) bool {
	if d.first < 0 {
		d.first = mentions(stmts, users(d.File.Decls[0].(*ast.FuncDecl).Name.Name, decls))
	}
	return d.first <= last
}

// lastMethod returns the position of the last method of a type and of the types that it names.
func lastMethod(name string, owner map[string]*decl, methods map[string][]*decl, seen map[string]bool) int {
	after := -1
	if o := owner[name]; o == nil || o.isFunc() || seen[name] {
		return after
	}
	seen[name] = true
	for _, m := range methods[name] {
		after = max(after, m.after)
	}
	for n := range owner[name].free {
		after = max(after, lastMethod(n, owner, methods, seen))
	}
	return after
}

// lastAdded returns the position of the last method that the cell adds to a type of an earlier cell.
func lastAdded(name string, owner map[string]*decl, methods map[string][]*decl) int {
	after := -1
	if owner[name] != nil {
		return after
	}
	for _, m := range methods[name] {
		after = max(after, m.after)
	}
	return after
}

// isFunc reports whether d declares a function or method.
func (d *decl) isFunc() bool {
	_, ok := d.File.Decls[0].(*ast.FuncDecl)
	return ok
}

// follows selects, among the statements that define a name, the one that d must follow: the last one before it in the
// source or else, unless an earlier cell defined the name, the first one. If an earlier cell defined the name, a
// function that a statement up to there needs follows none.
func (d *decl) follows(defs []int, known bool, decls []*decl, stmts []ast.Stmt) int {
	k := -1
	for _, i := range defs {
		if i < d.src {
			k = i
		}
	}
	if k < 0 && !known {
		k = defs[0]
	}
	if k >= 0 && known && d.isFunc() && len(d.names) == 1 && d.neededBy(k, decls, stmts) {
		return -1
	}
	return k
}

// cutsOf returns the indices of statements that must begin a new unit: those that redeclare only names declared
// before in the run (in a cell, the newest one wins there too), and those that follow a new definition of a name used
// by functions, which are compiled again first.
func cutsOf(stmts []ast.Stmt, used func(name string) bool) map[int]bool {
	cuts, seen := map[int]bool{}, map[string]bool{}
	for i, s := range stmts {
		names := syntax.Defines(s)
		again := len(names) > 0
		for _, n := range names {
			again = again && seen[n]
		}
		if again {
			cuts[i] = true
			clear(seen)
		}
		for _, n := range names {
			seen[n] = true
			if used(n) {
				cuts[i+1] = true
			}
		}
		if cuts[i+1] {
			clear(seen)
		}
	}
	return cuts
}

func stmtUnit(cell *syntax.Cell, list []ast.Stmt, free map[string]bool) *Unit {
	first, last := list[0].Pos(), list[len(list)-1].End()
	body := &ast.BlockStmt{Lbrace: first, List: list, Rbrace: last}
	fn := &ast.FuncDecl{Name: ast.NewIdent("_"), Type: &ast.FuncType{Func: first, Params: &ast.FieldList{}}, Body: body}
	file := &ast.File{Package: first, Name: &ast.Ident{NamePos: first, Name: "main"}, Decls: []ast.Decl{fn}}
	return &Unit{Cell: cell, Files: []*ast.File{file}, Body: body, Free: free}
}

// placed returns the declarations that follow the statement with index at.
func placed(decls []*decl, at int) (list []*decl) {
	for _, d := range decls {
		if d.after == at {
			list = append(list, d)
		}
	}
	return list
}

func declUnit(cell *syntax.Cell, decls []*decl) *Unit {
	u := &Unit{Cell: cell, Free: map[string]bool{}}
	for _, d := range decls {
		u.Pieces = append(u.Pieces, d.Piece)
		u.Files = append(u.Files, d.File)
		for n := range d.free {
			u.Free[n] = true
		}
	}
	return u
}
