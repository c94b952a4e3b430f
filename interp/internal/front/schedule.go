package front

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// unit is what is checked, compiled and run at once: declarations, or a run of statements.
type unit struct {
	cell   *syntax.Cell
	pieces []*syntax.Piece // of declarations
	files  []*ast.File
	body   *ast.BlockStmt  // nil for declarations
	free   map[string]bool // names used but not declared inside, and "X.Sel" for package selectors
	relink bool            // older functions that are compiled again
	last   bool            // the last one of its cell
	checked
}

// decl is a declaration with what the schedule needs to know of it.
type decl struct {
	*syntax.Piece
	names []string
	free  map[string]bool
	after int // index of the statement it must follow, -1 when none
	src   int // number of statements before it in the source
}

// schedule orders a cell. Declarations come first, in any order and mutually recursive, except
// those that use variables which the cell's statements define: they follow the defining statement.
func (f *Front) schedule(cell *syntax.Cell, pieces []*syntax.Piece, get func(string) types.Object) []*unit {
	stmts, decls, free := take(pieces)
	stmts = orderVars(stmts, decls, get)
	placeDecls(decls, stmts, get, f.newKeyTypes(decls, stmts, get))
	cuts := f.cuts(stmts)
	var (
		units []*unit
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
		if u := declUnit(cell, decls, at); u != nil {
			flush(at + 1)
			units = append(units, u)
		}
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
			collectFree(p.File, free)
			stmts = append(stmts, p.Body.List...)
		case syntax.DeclItem:
			d := &decl{Piece: p, names: declared(p.File), free: map[string]bool{}, after: -1, src: len(stmts)}
			collectFree(p.File, d.free)
			decls = append(decls, d)
		}
	}
	for _, s := range stmts {
		for _, n := range defines(s) {
			free[n] = true // a later unit of the run may use it
		}
	}
	return stmts, decls, free
}

// placeDecls computes after: a fixpoint, because declarations use each other. A function that uses a
// type must follow the methods of the type, and those of the types in it.
func placeDecls(decls []*decl, stmts []ast.Stmt, get func(string) types.Object, keys *keyTypes) {
	owner, methods := map[string]*decl{}, map[string][]*decl{}
	for _, d := range decls {
		for _, n := range d.names {
			owner[n] = d
		}
		for _, t := range receivers(d.File) {
			methods[t] = append(methods[t], d)
		}
	}
	definedAt := map[string][]int{}
	for i, s := range stmts {
		for _, n := range defines(s) {
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
						after = max(after, d.follows(l, get(n) != nil))
					}
					if d.isFunc() {
						after = max(after, lastMethod(n, owner, methods, map[string]bool{}), d.lastAdded(n, owner, methods, decls, stmts))
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

// joinMethods moves types to their last methods when no statement before those needs the types: declared apart, a
// type would be the one of an earlier cell that looks like it, and a generic type may not have methods elsewhere.
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
		if last == d.after || mentions(stmts[:last+1], users(name, decls)) {
			continue
		}
		d.after, moved = last, true
	}
	return moved
}

// users returns the names of the declarations that use one, by others too, and that name.
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

// mentions says whether one of some names occurs in statements.
func mentions(stmts []ast.Stmt, names map[string]bool) bool {
	found := false
	for _, s := range stmts {
		ast.Inspect(s, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			found = found || ok && names[id.Name]
			return !found
		})
	}
	return found
}

// lastMethod returns the place of the last method of a type and of the types that it names.
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

// lastAdded returns the place of the last method that the cell adds to a type of an earlier cell, for a function
// that uses the type and that no statement before that place needs.
func (d *decl) lastAdded(name string, owner map[string]*decl, methods map[string][]*decl, decls []*decl, stmts []ast.Stmt) int {
	after := -1
	if owner[name] != nil {
		return after
	}
	for _, m := range methods[name] {
		after = max(after, m.after)
	}
	if after > d.after && mentions(stmts[:after+1], users(d.File.Decls[0].(*ast.FuncDecl).Name.Name, decls)) {
		return -1
	}
	return after
}

// isFunc says whether d declares a function or method.
func (d *decl) isFunc() bool {
	_, ok := d.File.Decls[0].(*ast.FuncDecl)
	return ok
}

// receivers returns the names of the types that a piece declares methods of.
func receivers(file *ast.File) (names []string) {
	for _, d := range file.Decls {
		if fd, ok := d.(*ast.FuncDecl); ok {
			if r := receiver(fd); r.name != nil {
				names = append(names, r.name.Name)
			}
		}
	}
	return names
}

// follows picks, of the statements that define a name, the one d must follow: the last one before
// it in the source or else, unless an earlier cell defined the name, the first one.
func (d *decl) follows(defs []int, known bool) int {
	k := -1
	for _, i := range defs {
		if i < d.src {
			k = i
		}
	}
	if k < 0 && !known {
		k = defs[0]
	}
	return k
}

// cuts returns the indices of statements that must begin a unit of their own: those that declare
// again only names which the run has declared before (in a cell, newest wins there too), and those
// that follow a new definition of a name that functions use, because they are compiled again first.
func (f *Front) cuts(stmts []ast.Stmt) map[int]bool {
	cuts, seen := map[int]bool{}, map[string]bool{}
	if len(stmts) > 2*longRun && !slices.ContainsFunc(stmts, reachesOut) {
		for i := longRun; i < len(stmts); i += longRun {
			cuts[i] = true
		}
	}
	for i, s := range stmts {
		names := defines(s)
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
			if o := f.env[n]; o != nil && f.used(o) {
				cuts[i+1] = true
			}
		}
		if cuts[i+1] {
			clear(seen)
		}
	}
	return cuts
}

// longRun is how many statements of a long run are compiled at once. Their code is a hundred times the text.
const longRun = 1000

// reachesOut says whether a statement has to do with others of its function: a jump, or a call at its end.
func reachesOut(s ast.Stmt) (out bool) {
	ast.Inspect(s, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.LabeledStmt, *ast.DeferStmt, *ast.ReturnStmt:
			out = true
		case *ast.BranchStmt:
			out = out || n.Label != nil
		case *ast.FuncLit:
			return false
		}
		return !out
	})
	return out
}

func stmtUnit(cell *syntax.Cell, list []ast.Stmt, free map[string]bool) *unit {
	first, last := list[0].Pos(), list[len(list)-1].End()
	body := &ast.BlockStmt{Lbrace: first, List: list, Rbrace: last}
	fn := &ast.FuncDecl{Name: ast.NewIdent("_"), Type: &ast.FuncType{Func: first, Params: &ast.FieldList{}}, Body: body}
	file := &ast.File{Package: first, Name: &ast.Ident{NamePos: first, Name: "main"}, Decls: []ast.Decl{fn}}
	return &unit{cell: cell, files: []*ast.File{file}, body: body, free: free}
}

func declUnit(cell *syntax.Cell, decls []*decl, at int) *unit {
	var u *unit
	for _, d := range decls {
		if d.after != at {
			continue
		}
		if u == nil {
			u = &unit{cell: cell, free: map[string]bool{}}
		}
		u.pieces = append(u.pieces, d.Piece)
		u.files = append(u.files, d.File)
		for n := range d.free {
			u.free[n] = true
		}
	}
	return u
}

// collectFree adds the names that file uses without declaring them, and "X.Sel" where X is one.
func collectFree(file *ast.File, free map[string]bool) {
	set := map[*ast.Ident]bool{}
	for _, id := range file.Unresolved { // the schedule comes before the type checker
		set[id] = true
		free[id.Name] = true
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if id, ok := n.X.(*ast.Ident); ok && set[id] {
				free[id.Name+"."+n.Sel.Name] = true
			}
		case *ast.KeyValueExpr: // the parser cannot tell keys of maps from fields
			if id, ok := n.Key.(*ast.Ident); ok {
				free[id.Name] = true
			}
		case *ast.AssignStmt: // x[0] := 1 is a mistake that the checker reports
			for _, l := range n.Lhs {
				if _, isName := l.(*ast.Ident); !isName && n.Tok == token.DEFINE {
					usedIn(l, free)
				}
			}
		}
		return true
	})
}

// usedIn adds the names that stand in an expression.
func usedIn(e ast.Expr, free map[string]bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			free[id.Name] = true
		}
		return true
	})
}

// declared returns the package-level names that a piece of declarations introduces.
func declared(file *ast.File) (names []string) {
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					names = append(names, s.Name.Name)
				case *ast.ValueSpec:
					for _, n := range s.Names {
						names = append(names, n.Name)
					}
				}
			}
		case *ast.FuncDecl:
			if d.Recv == nil {
				names = append(names, d.Name.Name)
			}
		}
	}
	return names
}

// defines returns the names that a top-level statement declares.
func defines(s ast.Stmt) (names []string) {
	for _, id := range definedIdents(s) {
		if id.Name != "_" {
			names = append(names, id.Name)
		}
	}
	return names
}

func definedIdents(s ast.Stmt) (ids []*ast.Ident) {
	switch s := s.(type) {
	case *ast.AssignStmt:
		if s.Tok != token.DEFINE {
			return nil
		}
		for _, e := range s.Lhs {
			if id, ok := e.(*ast.Ident); ok {
				ids = append(ids, id)
			}
		}
	case *ast.DeclStmt:
		if gd, ok := s.Decl.(*ast.GenDecl); ok {
			for _, spec := range gd.Specs {
				if vs, ok := spec.(*ast.ValueSpec); ok {
					ids = append(ids, vs.Names...)
				}
			}
		}
	case *ast.LabeledStmt:
		return definedIdents(s.Stmt)
	}
	return ids
}

// cellAt returns the cell that holds pos: relinked functions come from older ones.
func (u *unit) cellAt(a *analysis, pos token.Pos) *syntax.Cell {
	for _, p := range u.pieces {
		if p.File.FileStart <= pos && pos <= p.File.FileEnd {
			return p.Cell
		}
	}
	return a.cell
}
