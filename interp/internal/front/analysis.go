package front

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"strconv"
	"strings"

	"github.com/msrepl/msrepl/interp/internal/hints"
	"github.com/msrepl/msrepl/interp/internal/schedule"
	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// analysis is the state of one cell in the front end. It changes the session only by adding methods to older types,
// which undo reverts.
type analysis struct {
	*Front
	cell     *syntax.Cell
	overlay  map[string]types.Object // definitions of the cell so far
	declares map[string]bool         // names declared by the cell, "T.M" for methods
	planned  []*unit                 // all of the cell, of which units are those that have been checked
	units    []*unit
	diags    Diags
	undo     []func()

	stales  map[*function]string  // functions that no longer compile because of the cell
	mended  map[types.Object]bool // functions that did not compile and that the cell redeclares
	renewed map[*function]bool    // methods that compile again

	unread   map[ast.Stmt][]ast.Stmt // statements to insert after those that assign an ignored error
	advice   []string                // lines for the author of the cell
	usesFmt  bool                    // package fmt is in scope for rewritten calls of println
	usesPy   bool                    // package py is in scope for rewritten calls of print
	stubbed  bool                    // functions fail until they are compiled again
	imports  bool                    // the cell has import declarations
	imported []string                // their paths
	effects  []string                // those imported as _
	program  bool                    // the cell is a program, in which Go requires variables to be used

	tuple bool // the last statement of the cell is a list of values
	quiet bool // messages will not be read

	lists map[*ast.CompositeLit]syntax.LongList // lists left out of literals
	whole bool                                  // a cell must be parsed again, including long lists
}

// save remembers the methods of t, because go/types can add methods but not remove them.
func (a *analysis) save(t *types.Named) {
	state := reflect.New(reflect.TypeFor[types.Named]()).Elem()
	state.Set(reflect.ValueOf(t).Elem())
	a.undo = append(a.undo, func() {
		reflect.ValueOf(t).Elem().Set(state)
		a.refresh(t)
	})
}

// rollback removes the methods added since mark.
func (a *analysis) rollback(mark int) {
	for i := len(a.undo) - 1; i >= mark; i-- {
		a.undo[i]()
	}
	a.undo = a.undo[:mark]
}

// get looks up a name in the cell and the session.
func (a *analysis) get(name string) types.Object {
	if o, ok := a.overlay[name]; ok {
		return o
	}
	return a.env[name]
}

func (f *Front) newAnalysis(cell *syntax.Cell) *analysis {
	return &analysis{Front: f, cell: cell, overlay: map[string]types.Object{}, declares: map[string]bool{}}
}

// analyse parses and checks a cell. Variables at the beginning of a cell may refer to each other through methods,
// like those of a package. So if there are errors, they are tried as declarations.
func (f *Front) analyse(cell *syntax.Cell) (*analysis, error) {
	if cell.Items != nil {
		return f.analyseItems(cell, cell.Items)
	}
	src := syntax.Program(cell.Src)
	parsed := func(items []*syntax.Item) (*analysis, error) {
		return f.analyseItems(&syntax.Cell{Name: cell.Name, N: cell.N, Src: src, Plain: cell.Plain}, items)
	}
	a, err := parsed(syntax.Split(src))
	mistakes, _ := err.(Diags)
	if len(mistakes) == 0 || cell.IsProgram() {
		return a, err
	}
	if items, ok := syntax.SplitFile(src); ok {
		file, err := parsed(items)
		if fewer, _ := err.(Diags); len(fewer) < len(mistakes) {
			return file, err
		}
	}
	return a, err
}

// analyseItems parses and checks the items of a cell.
func (f *Front) analyseItems(cell *syntax.Cell, items []*syntax.Item) (*analysis, error) {
	a := f.newAnalysis(cell)
	a.program = cell.IsProgram()
	cell.Silent() // while the tokens are cached
	pieces, errs := f.reader().Parse(cell, items)
	syntax.ForgetLong()
	if len(errs) > 0 {
		return nil, f.syntaxDiags(errs, cell.Src)
	}
	pieces = a.callInits(pieces)
	for _, p := range pieces {
		a.tuple = p.Tuple
		a.take(p)
		a.lastValues(p)
		if p.Kind == syntax.ImportItem {
			a.importDecl(p)
		}
		a.note(p)
	}
	names := declaredNames(pieces)
	for _, p := range pieces {
		a.prints(p, names)
	}
	a.planned = a.schedule(pieces)
	for _, u := range a.planned {
		if f.stopped() {
			a.rollback(0)
			return nil, ErrStopped
		}
		a.units = append(a.units, u)
		a.checkUnit(u)
		if a.wholeAgain() {
			a.rollback(0)
			return f.analyse(cell)
		}
		if len(a.diags) == 0 {
			a.relink(u)
		}
	}
	a.reader().Pack(pieces)
	if len(a.diags) > 0 {
		a.rollback(0)
		if cycles := f.initCycles(cell, a.diags); len(cycles) > 0 && cell.Items == nil {
			return nil, joined(cycles)
		}
		return nil, joined(a.diags)
	}
	if n := len(a.units); n > 0 {
		a.units[n-1].last = true
	}
	a.noteUnread()
	a.advise()
	return a, nil
}

// schedule orders the parts of the cell for execution.
func (a *analysis) schedule(pieces []*syntax.Piece) (units []*unit) {
	session := &schedule.Session{Lookup: a.get, Import: a.packageNamed, Used: func(name string) bool {
		o := a.env[name]
		return o != nil && a.used(o)
	}}
	for _, u := range schedule.Units(a.cell, pieces, session) {
		units = append(units, &unit{Unit: u})
	}
	return units
}

// packageNamed returns the package that a name denotes, imported or not, or nil for other names.
func (a *analysis) packageNamed(name string) *types.Package {
	if p, ok := a.get(name).(*types.PkgName); ok {
		return p.Imported()
	}
	for _, path := range a.world.PathsNamed(name) {
		return a.known(path)
	}
	return nil
}

// note records the names declared by a piece, which are excluded from relinking.
func (a *analysis) note(p *syntax.Piece) {
	if p.Kind != syntax.DeclItem {
		return
	}
	for _, n := range syntax.Declared(p.File) {
		a.declares[n] = true
	}
	for _, d := range p.File.Decls {
		if fd, ok := d.(*ast.FuncDecl); ok && fd.Recv != nil {
			if r := syntax.ReceiverOf(fd); r.Name != nil {
				a.declares[r.Name.Name+"."+fd.Name.Name] = true
			}
		}
	}
}

func (a *analysis) errorf(pos token.Pos, format string, args ...any) {
	a.diags = append(a.diags, Diag{a.Position(pos), fmt.Sprintf(format, args...)})
}

// importDecl imports the packages of an import declaration.
func (a *analysis) importDecl(p *syntax.Piece) {
	a.imports = true
	for _, spec := range p.File.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			a.errorf(spec.Path.Pos(), "invalid import path %s", spec.Path.Value)
			continue
		}
		pkg, err := a.use(path)
		if err != nil {
			a.errorf(spec.Path.Pos(), "%v%s", err, hints.Meant(syntax.Closest(path, a.world.Paths())))
			continue
		}
		a.imported = append(a.imported, path)
		name := pkg.Name()
		if spec.Name != nil {
			name = spec.Name.Name
		}
		a.importAs(name, pkg, spec.Pos())
	}
}

func (a *analysis) importAs(name string, pkg *types.Package, pos token.Pos) {
	switch name {
	case "_":
		a.effects = append(a.effects, pkg.Path())
	case ".":
		for _, n := range pkg.Scope().Names() {
			if o := pkg.Scope().Lookup(n); o.Exported() {
				a.overlay[n] = o
			}
		}
	default:
		if old, ok := a.overlay[name].(*types.PkgName); ok && old.Imported() != pkg {
			a.errorf(pos, "%s redeclared in this block\n\t%v: other declaration of %[1]s", name, a.Position(old.Pos()))
		}
		a.overlay[name] = types.NewPkgName(pos, a.pkg, name, pkg)
	}
}

// autoImport returns the package for an undeclared name: the preferred one of that name that has all members that the
// cell selects from it.
func (a *analysis) autoImport(u *unit, name string) *types.PkgName {
	paths := a.world.PathsNamed(name)
	if len(paths) == 0 {
		return nil
	}
	var members []string
	for _, u := range append(a.planned[:len(a.planned):len(a.planned)], u) {
		for k := range u.Free {
			if m, ok := strings.CutPrefix(k, name+"."); ok {
				members = append(members, m)
			}
		}
	}
	if len(members) == 0 {
		return nil
	}
	best := paths[0] // if no package has them all, the checker reports the missing one
search:
	for _, path := range paths {
		for _, m := range members {
			if !a.world.HasMember(path, m) {
				continue search
			}
		}
		best = path
		break
	}
	pkg, err := a.use(best)
	if err != nil {
		return nil
	}
	return types.NewPkgName(token.NoPos, a.pkg, name, pkg)
}
