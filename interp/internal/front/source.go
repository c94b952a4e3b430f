package front

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/msrepl/msrepl/interp/internal/schedule"
	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// Source is a unit of a cell that becomes part of a program: it is checked and its sugar is rewritten, but its names
// and statements are those of the cell.
type Source struct {
	*schedule.Unit // without the last expression, if that is shown

	Info   *types.Info
	Decls  []ast.Decl
	Defs   []types.Object                // new objects of the session
	Shadow map[types.Object]types.Object // objects replaced by new ones
	Reuse  map[types.Object]types.Object // new variable → older one of the same type that it continues
	Checks map[ast.Stmt][]ast.Stmt       // statements to insert after those that assign an ignored error
	Again  bool                          // functions of older cells that use what the cell redeclares

	Shows   bool            // the last expression is shown
	Keeps   *ast.AssignStmt // assigns it to variables of the session; nil for the expression nil
	Results bool            // it is a call whose last result is an error
}

// Kept returns the object that represents a new one from now on.
func (s *Source) Kept(o types.Object) types.Object {
	if old := s.Reuse[o]; old != nil {
		return old
	}
	return o
}

// Sources checks a cell of a program and makes its definitions part of the session, in which no cells may have run.
func (f *Front) Sources(cell *syntax.Cell) (list []*Source, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.load()
	f.plain = true
	f.texts[cell.Name] = cmp.Or(cell.Whole, cell.Src)
	a, err := f.analyse(cell)
	if err != nil {
		return nil, err
	}
	f.importNames(a)
	f.blank = append(f.blank, a.effects...)
	for _, u := range a.units {
		l := a.newNamer(u)
		s := &Source{
			Unit: u.Unit, Info: u.info, Decls: u.decls, Shadow: u.shadow, Reuse: u.reuse, Checks: a.unread, Again: u.relink,
		}
		if u.Body != nil && u.last {
			var v lastValue
			v, s.Shows = l.lastValue()
			s.Keeps, s.Results = v.keeps, v.results
		}
		s.Defs = l.made
		list = append(list, s)
		for _, o := range l.made {
			f.mean(o.Name(), u.kept(o))
			f.markFresh(u.shadow[o])
		}
		if s.Shows {
			f.show(outName(a.cell))
		}
		f.declare(u.types, l.functions())
	}
	f.outdate(a.stales)
	return list, nil
}

// Blank returns the paths of packages that the cells of Sources import as _.
func (f *Front) Blank() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.blank)
}

// functions returns the declarations of the unit that later cells may make be compiled again.
func (l *namer) functions() (list []*function) {
	for _, d := range l.u.decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			fn := l.newFunction(d)
			if d.Recv != nil {
				fn.key = fn.name
			}
			l.usedIn(d, fn.uses)
			list = append(list, fn)
		case *ast.GenDecl:
			for _, s := range d.Specs {
				if ts, ok := s.(*ast.TypeSpec); ok {
					fn := l.newType(ts)
					l.usedIn(ts, fn.uses)
					delete(fn.uses, fn.obj)
					list = append(list, fn)
				}
			}
		}
	}
	return list
}

// usedIn adds the session objects used by a node.
func (l *namer) usedIn(n ast.Node, uses map[types.Object]bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if o := l.info.Uses[id]; l.session(o) {
				uses[l.u.kept(o)] = true
			}
		}
		return true
	})
}

// Tensor returns the type *tensor.Tensor, or nil until a text has named a package that leads to it.
func (f *Front) Tensor() *types.Pointer { return f.tensor }

// Chains returns the functions that replace operators in long chains.
func (f *Front) Chains() []types.Object { return f.chains }

// Network returns t as a type of the session that embeds nn.Cell, or nil.
func (f *Front) Network(t types.Type) *types.Named { return f.cellStruct(t) }

// Offset returns the byte offset of a position in its cell, or -1.
func (f *Front) Offset(cell *syntax.Cell, pos token.Pos) int { return f.offset(cell, pos) }

// Fset returns the file set that positions of cells go into.
func (f *Front) Fset() *token.FileSet { return f.fset }
