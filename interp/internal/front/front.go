// Package front is the typed front end of a session. It turns the text of a cell into checked plain Go for the
// compiler:
//
//	text → split → parse → schedule → check (go/types) → sugar → direct
//
// The whole cell is checked before anything runs, and nothing of a cell that fails stays behind.
// Units of a checked cell are committed one by one as they finish.
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

// Paths of the packages that the language of cells knows about.
const (
	tensorPath = "github.com/msrepl/msrepl/tensor"
	nnPath     = "github.com/msrepl/msrepl/nn"
	runtimePkg = "msrepl.local/cellrt" // the hidden package of package cellrt
)

// Front keeps what the cells have defined so far. It is safe for concurrent use.
type Front struct {
	world    *gotypes.World
	defaults Defaults
	python   struct { // made when a message or completion first needs it
		once  sync.Once
		names *foreign.Names
	}
	fset *token.FileSet

	mu  sync.Mutex // guards everything below, and the types of the session
	pkg *types.Package

	state
	inits    int                     // functions called init so far
	texts    map[string]string       // of the cells, by name
	dot      map[string]types.Object // package tensor, visible without qualifier
	dotNames []string                // its names, also when it is not loaded; nil until somebody asks

	loaded bool           // what follows has been looked for
	chains []types.Object // functions that stand for operators in long chains
	tensor *types.Pointer // *tensor.Tensor, nil when the package is not there
	nnCell *types.Named   // nn.Cell, nil when the package is not there
	plain  bool           // cells become a program, see Source
	blank  []string       // what the cells of a program import as _
	hooks  *hooks
	calls  map[token.Pos]bool // where synthesized methods are

	deadMu sync.Mutex
	dead   []Extent // to be forgotten
}

// Defaults returns the arguments of an op that follow the given ones, as Go, where MindSpore has all of them by
// default, and nil for other functions. Calls of cells may leave them out.
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

// load finds the types that sugar is about. It builds the two largest packages, more work than all the
// rest of a session's start, so it waits for a name through which a text can come by a tensor.
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

// known imports a package of ours, nil when the world is without it.
func (f *Front) known(path string) *types.Package {
	if !f.world.Has(path) {
		return nil
	}
	pkg, err := f.world.Import(path)
	if err != nil {
		panic(err) // the tables are tested, so this is a defect of ours
	}
	return pkg
}

// ourPaths begin the import paths of our own packages.
const ourPaths = "github.com/msrepl/msrepl/"

// use imports a package for a text. Tensors come from our packages and from those that somebody has added.
func (f *Front) use(path string) (*types.Package, error) {
	if f.world.Has(path) && (strings.HasPrefix(path, ourPaths) || gotypes.ThirdParty(path)) {
		f.load()
	}
	return f.world.Import(path)
}

// dotted returns what a name means in package tensor, whose names need no qualifier; nil for others.
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

// reader parses cells.
func (f *Front) reader() syntax.Reader { return syntax.Reader{Fset: f.fset, Comments: f.plain} }

// Position returns where pos is in the cells, with the cell's name as file name.
func (f *Front) Position(pos token.Pos) token.Position { return syntax.Position(f.fset, pos) }

// Package returns the package that all objects of the session belong to.
func (f *Front) Package() *types.Package { return f.pkg }

// Qualify prints types as the user writes them.
func (f *Front) Qualify(p *types.Package) string {
	if p == f.pkg {
		return ""
	}
	return p.Name()
}
