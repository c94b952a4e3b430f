// Package foreign maps names of MindSpore, numpy and PyTorch to those of this module, for messages and documentation.
package foreign

import (
	"go/types"
	"slices"
	"strings"
	"unicode"

	"github.com/msrepl/msrepl/interp/internal/gotypes"
	"github.com/msrepl/msrepl/tensor"
)

// ours is the path prefix of the packages.
const ours = "github.com/msrepl/msrepl/"

// Names finds the names of this module for Python names.
type Names struct {
	world *gotypes.World
	ops   map[string]string // normalized names of mindspore.ops → functions of package ops
}

// Found is the result of a search.
type Found struct {
	Goes string // Go text: a qualified name such as ops.Mean, or a call such as x.Sum()
	Path string // import path of its package, empty if Goes is not a name
	Name string // name in that package, "Type.Method" for a method
}

// New returns the names for a world.
func New(w *gotypes.World) *Names {
	n := &Names{world: w, ops: map[string]string{}}
	for _, o := range tensor.Ops() {
		for _, list := range []string{o.Func, o.Class} {
			for _, name := range strings.Split(list, ",") {
				name = fold(strings.TrimSpace(name))
				if name != "" && (n.ops[name] == "" || name == fold(o.Name)) {
					n.ops[name] = o.Name
				}
			}
		}
	}
	return n
}

// fold normalizes names of Python and Go for comparison: without underscores, in lower case.
func fold(s string) string { return strings.ToLower(strings.ReplaceAll(s, "_", "")) }

// modules lists the packages to search for names of a Python module, by the module's last name.
var modules = map[string][]string{
	"ops": {"ops", "tensor", "grad", "nn"}, "mint": {"ops", "tensor", "grad"}, "functional": {"ops", "tensor"},
	"F": {"ops", "tensor"},
	"P": {"ops", "tensor"}, "C": {"ops", "grad"}, "linalg": {"ops", "tensor"},
	"torch": {"ops", "tensor", "grad", "nn/ckpt"},
	"nn":    {"nn", "nn/optim", "nn/train", "nn/initializer", "ops"},
	"np":    {"np", "ops"}, "numpy": {"np", "ops"}, "mnp": {"np", "ops"}, "onp": {"np", "ops"}, "fft": {"ops"},
	"optim": {"nn/optim", "nn/experimental"}, "lr_scheduler": {"nn/experimental"},
	"vision": {"nn/data/vision"}, "transforms": {"nn/data/transforms", "nn/data/vision"},
	"dataset": {"nn/data"}, "ds": {"nn/data"}, "train": {"nn/train"}, "amp": {"nn/train"},
	"initializer": {"nn/initializer"},
}

// everywhere lists the packages to search for names of module mindspore, and for names without a module.
var everywhere = []string{
	"tensor", "grad", "nn", "ops", "nn/train", "nn/ckpt", "nn/initializer", "nn/optim", "np", "nn/data", "sparse",
	"nn/experimental", "nn/data/vision",
	"nn/data/transforms",
}

// Mirrors reports whether the package with that path has counterparts of names of Python's libraries.
func Mirrors(path string) bool {
	name, ok := strings.CutPrefix(path, ours)
	return ok && slices.Contains(everywhere, name)
}

// holder is a type with methods that correspond to Python methods.
type holder struct{ pkg, name, value string }

// holders lists these types, with the name of a value in messages.
var holders = []holder{
	{"tensor", "Tensor", "x"},
	{"nn", "Cell", "net"},
	{"nn", "Parameter", "p"},
	{"nn/data", "Dataset", "ds"},
	{"nn/optim", "Optimizer", "opt"},
	{"nn/train", "Model", "model"},
	{"nn", "ParameterTuple", "params"},
}

// random has the functions of module numpy.random as methods.
var random = holder{"np", "RandomState", "np.Random"}

// Find finds a Python name, with or without a module: "ops.ReduceMean", "nn.Linear", "torch.abs", "asnumpy".
func (n *Names) Find(name string) (Found, bool) {
	name = strings.TrimSuffix(name, "()")
	i := strings.LastIndexByte(name, '.')
	module, member := name[max(i, 0):][:0], name[i+1:]
	if i > 0 {
		module = name[:i]
		module = module[strings.LastIndexByte(module, '.')+1:]
	}
	if strings.Trim(member, "_") == "" {
		return Found{}, false
	}
	if in := name[:max(i, 0)]; strings.HasSuffix(in, "np.random") || in == "numpy.random" {
		return n.methodOf(random, member)
	}
	if goes, ok := ofModule[module][member]; ok {
		return n.named(goes), true
	}
	if goes, ok := special[member]; ok && !shadowed[module][member] {
		return n.named(goes), true
	}
	in, known := modules[module]
	if !known {
		in = everywhere
	}
	class := unicode.IsUpper([]rune(member)[0]) // Python functions have lower-case names
	for _, constructors := range []bool{class, !class} {
		for _, pkg := range in {
			if f, ok := n.member(pkg, member, constructors); ok {
				return f, true
			}
		}
	}
	if goes := n.dtype(member); goes != "" {
		return n.named(goes), true
	}
	if known && module != "ops" && module != "torch" && module != "mint" {
		return Found{}, false
	}
	return n.Method(member)
}

// named converts a text of the table special.
func (n *Names) named(goes string) Found {
	pkg, name, ok := strings.Cut(goes, ".")
	if !ok || strings.ContainsAny(goes, " (") {
		return Found{Goes: goes}
	}
	for _, path := range n.world.PathsNamed(pkg) {
		if n.world.HasMember(path, name) {
			return Found{goes, path, name}
		}
	}
	return Found{Goes: goes}
}

// member searches a package, for constructors or for anything else.
func (n *Names) member(pkg, member string, constructors bool) (Found, bool) {
	path := ours + pkg
	want := fold(strings.TrimPrefix(member, "New"))
	short := n.world.Name(path)
	if constructors {
		want = "new" + want
	} else if pkg == "ops" && n.ops[want] != "" {
		return Found{"ops." + n.ops[want], path, n.ops[want]}, true
	}
	for _, m := range n.world.Members(path) {
		if fold(m) == want && !n.world.HasMember(path, "New"+m) { // not a type whose constructor is meant
			return Found{short + "." + m, path, m}, true
		}
	}
	return Found{}, false
}

// Method finds a method of the holders by its name in Python.
func (n *Names) Method(member string) (Found, bool) {
	for _, h := range holders {
		if f, ok := n.methodOf(h, member); ok {
			f.Goes += "()"
			return f, true
		}
	}
	return Found{}, false
}

func (n *Names) methodOf(h holder, member string) (Found, bool) {
	pkg, err := n.world.Import(ours + h.pkg)
	if err != nil {
		return Found{}, false
	}
	tn, ok := pkg.Scope().Lookup(h.name).(*types.TypeName)
	if !ok {
		return Found{}, false
	}
	want := fold(member)
	set := types.NewMethodSet(types.NewPointer(tn.Type()))
	for i := range set.Len() {
		if m := set.At(i).Obj(); m.Exported() && fold(m.Name()) == want {
			return Found{h.value + "." + m.Name(), ours + h.pkg, h.name + "." + m.Name()}, true
		}
	}
	return Found{}, false
}

// Module reports whether a name is a module of Python's libraries without a package of the same name here, such as
// torch and ms.
func Module(name string) bool {
	switch name {
	case "torch", "ms", "mindspore", "mint", "numpy", "mnp", "F", "P", "C", "dataset", "ds", "amp", "lr_scheduler",
		"mstype", "context":
		return true
	}
	return false
}
