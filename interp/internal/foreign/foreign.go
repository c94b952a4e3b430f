// Package foreign knows what MindSpore, numpy and PyTorch call the things that our packages have, for messages and for
// the documentation of names.
package foreign

import (
	"go/types"
	"strings"
	"unicode"

	"github.com/msrepl/msrepl/interp/internal/gotypes"
	"github.com/msrepl/msrepl/tensor"
)

// ours is where the packages are.
const ours = "github.com/msrepl/msrepl/"

// Names answers which name of ours a name of Python means.
type Names struct {
	world *gotypes.World
	ops   map[string]string // folded names of mindspore.ops → functions of package ops
}

// Found is an answer.
type Found struct {
	Goes string // the Go for it: a qualified name such as ops.Mean, or a call such as x.Sum()
	Path string // the import path of the package that has it, empty where Goes is no name
	Name string // the name in that package, "Type.Method" for a method
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

// fold makes names of Python and Go alike: without underscores, in small letters.
func fold(s string) string { return strings.ToLower(strings.ReplaceAll(s, "_", "")) }

// modules are the packages to look in for what a module of Python has, by the module's last name.
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

// everywhere is where names of module mindspore are looked for, and names without a module.
var everywhere = []string{
	"tensor", "grad", "nn", "ops", "nn/train", "nn/ckpt", "nn/initializer", "nn/optim", "np", "nn/data", "sparse",
	"nn/experimental", "nn/data/vision",
	"nn/data/transforms",
}

// holder is a type whose methods are meant by methods of Python.
type holder struct{ pkg, name, value string }

// holders are the types whose methods are meant by methods of Python, and what a value of them is called.
var holders = []holder{
	{"tensor", "Tensor", "x"},
	{"nn", "Cell", "net"},
	{"nn", "Parameter", "p"},
	{"nn/data", "Dataset", "ds"},
	{"nn/optim", "Optimizer", "opt"},
	{"nn/train", "Model", "model"},
	{"nn", "ParameterTuple", "params"},
}

// random has as methods what module numpy.random has as functions.
var random = holder{"np", "RandomState", "np.Random"}

// Find looks for a name of Python, with or without a module: "ops.ReduceMean", "nn.Linear", "torch.abs", "asnumpy".
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
	class := unicode.IsUpper([]rune(member)[0]) // functions of Python are written small
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

// named is what a text of the table special means.
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

// member looks in a package, for constructors or for anything else.
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
		if fold(m) == want && !n.world.HasMember(path, "New"+m) { // no type in the place of what makes its values
			return Found{short + "." + m, path, m}, true
		}
	}
	return Found{}, false
}

// Method looks for a method of our types by its name in Python.
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

// Module reports whether a name is a module of Python's libraries that is no package here, such as torch and ms.
func Module(name string) bool {
	switch name {
	case "torch", "ms", "mindspore", "mint", "numpy", "mnp", "F", "P", "C", "dataset", "ds", "amp", "lr_scheduler",
		"mstype", "context":
		return true
	}
	return false
}
