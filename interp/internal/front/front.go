// Package front is the typed front end of a session. It converts the text of a cell to checked plain Go for the
// compiler:
//
//	text → split → parse → schedule → check (go/types) → sugar → direct
//
// The whole cell is checked before anything runs, and a cell that fails leaves nothing behind. Units of a checked
// cell are committed one by one as they finish.
package front

import (
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"strings"
	"sync"

	"github.com/msrepl/msrepl/interp/internal/foreign"
	"github.com/msrepl/msrepl/interp/internal/gotypes"
	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// Paths of packages with special support in cells.
const (
	tensorPath = "github.com/msrepl/msrepl/tensor"
	nnPath     = "github.com/msrepl/msrepl/nn"
	runtimePkg = "msrepl.local/cellrt" // the internal package of package cellrt
)

// Front holds the definitions of all cells so far. It is safe for concurrent use.
type Front struct {
	world    *gotypes.World
	defaults Defaults
	python   struct { // created when a message or completion first needs it
		once  sync.Once
		names *foreign.Names
	}
	fset *token.FileSet

	mu  sync.Mutex // guards the fields below, and the types of the session
	pkg *types.Package

	state
	inits    int                     // number of functions called init so far
	texts    map[string]string       // of the cells, by name
	dot      map[string]types.Object // package tensor, visible without qualifier
	dotNames []string                // its names, even if it is not loaded; nil until needed

	loaded bool           // load has been called
	chains []types.Object // functions that replace operators in long chains
	tensor *types.Pointer // *tensor.Tensor, nil if the package is missing
	nnCell *types.Named   // nn.Cell, nil if the package is missing
	plain  bool           // cells become a program, see Source
	stop   func() bool    // whether the cell being compiled was interrupted; may be nil
	blank  []string       // packages that the cells of a program import as _
	hooks  *hooks
	calls  map[token.Pos]bool // positions of synthesized methods

	deadMu sync.Mutex
	dead   []Extent // extents to be dropped
}

// Defaults returns the arguments of an op after the given ones, as Go text, if MindSpore has defaults for all of
// them, and nil for other functions. Calls in cells may omit them.
type Defaults func(op *types.Func, given int) []string

// New returns the front end of an empty session over the packages of world. Positions go into fset,
// which the compiler shares.
func New(world *gotypes.World, fset *token.FileSet, made Types, defaults Defaults) (*Front, error) {
	f := &Front{
		world: world, defaults: defaults, fset: fset, hooks: newHooks(made),
		pkg:   types.NewPackage("main", "main"),
		state: newState(),
		dot:   map[string]types.Object{},
		texts: map[string]string{},
		calls: map[token.Pos]bool{},
	}
	if world.Has(tensorPath) && !world.HasMember(tensorPath, "Tensor") {
		return nil, fmt.Errorf("package %s has no Tensor", tensorPath)
	}
	return f, nil
}

// load finds the types that sugar applies to. It loads the two largest packages, which is more work than the rest of
// a session's start, so it waits for a name that may lead to a tensor.
func (f *Front) load() {
	if f.loaded {
		return
	}
	f.loaded = true
	if pkg := f.known(tensorPath); pkg != nil {
		f.tensor = types.NewPointer(pkg.Scope().Lookup("Tensor").Type())
		for _, name := range pkg.Scope().Names() {
			if o := pkg.Scope().Lookup(name); o.Exported() {
				f.dot[name] = o
			}
		}
	}
	if pkg := f.known(nnPath); pkg != nil {
		if t, ok := pkg.Scope().Lookup("Cell").(*types.TypeName); ok {
			f.nnCell, _ = t.Type().(*types.Named)
		}
	}
}

// unqualified returns the names of package tensor.
func (f *Front) unqualified() []string {
	if f.dotNames == nil {
		f.dotNames = f.world.Members(tensorPath)
	}
	return f.dotNames
}

// known imports a package of this module, or returns nil if world does not contain it.
func (f *Front) known(path string) *types.Package {
	if !f.world.Has(path) {
		return nil
	}
	pkg, err := f.world.Import(path)
	if err != nil {
		panic(err) // a bug: the tables are tested
	}
	return pkg
}

// ourPaths is the prefix of the import paths of this module.
const ourPaths = "github.com/msrepl/msrepl/"

// use imports a package for a text. Tensors come from packages of this module and from added ones.
func (f *Front) use(path string) (*types.Package, error) {
	if f.world.Has(path) && (strings.HasPrefix(path, ourPaths) || gotypes.ThirdParty(path)) {
		f.load()
	}
	return f.world.Import(path)
}

// dotted returns the object of a name in package tensor, whose names need no qualifier, or nil.
func (f *Front) dotted(name string) types.Object {
	if !f.loaded && f.world.HasMember(tensorPath, name) {
		f.load()
	}
	return f.dot[name]
}

// Env returns a snapshot of the session's names: variables, functions, types, constants and
// imported packages.
func (f *Front) Env() map[string]types.Object {
	f.mu.Lock()
	defer f.mu.Unlock()
	return maps.Clone(f.env)
}

// reader returns the parser of cells.
func (f *Front) reader() syntax.Reader { return syntax.Reader{Fset: f.fset, Comments: f.plain} }

// Position converts pos to a position in a cell, with the cell's name as file name.
func (f *Front) Position(pos token.Pos) token.Position { return syntax.Position(f.fset, pos) }

// Package returns the package that all objects of the session belong to.
func (f *Front) Package() *types.Package { return f.pkg }

// Qualify qualifies types as the user writes them.
func (f *Front) Qualify(p *types.Package) string {
	if p == f.pkg {
		return ""
	}
	return p.Name()
}
