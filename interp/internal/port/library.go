package port

import (
	"cmp"
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/internal/text/python"
	"github.com/msrepl/msrepl/interp/internal/gotypes"
	"github.com/msrepl/msrepl/tensor"
)

const ours = "github.com/msrepl/msrepl/"

// library answers what our packages have.
type library struct {
	world   *gotypes.World
	pkgs    map[string]*types.Package    // by short name
	names   map[string]map[string]string // of a package: folded name → name
	ops     map[string]string            // functions of mindspore.ops → names in package ops
	classes map[string]string            // classes of mindspore.ops → names in package ops
	dtype   *typ
	tensor  types.Type
	view    types.Type // py.View
}

// fold makes names of Python and Go alike.
func fold(s string) string { return strings.ToLower(strings.ReplaceAll(s, "_", "")) }

func newLibrary(world *gotypes.World) (*library, error) {
	l := &library{
		world:   world,
		pkgs:    map[string]*types.Package{},
		names:   map[string]map[string]string{},
		ops:     map[string]string{},
		classes: map[string]string{},
	}
	for _, path := range []string{
		"tensor", "ops", "grad", "nn", "np", "nn/data", "nn/optim", "nn/train", "nn/ckpt",
		"nn/initializer", "nn/experimental", "nn/data/vision", "nn/data/transforms", "sparse", "py",
	} {
		pkg, err := world.Import(ours + path)
		if err != nil {
			return nil, fmt.Errorf("package %s: %w", path, err)
		}
		l.pkgs[pkg.Name()] = pkg
		names := map[string]string{}
		for _, n := range pkg.Scope().Names() {
			if world.Former(pkg.Path(), n) == "" {
				names[fold(n)] = n
			}
		}
		l.names[pkg.Name()] = names
	}
	for _, o := range tensor.Ops() {
		enter(l.ops, o.Func, o.Name)
		enter(l.classes, o.Class, o.Name)
	}
	l.tensor = types.NewPointer(l.pkgs["tensor"].Scope().Lookup("Tensor").Type())
	l.view = l.pkgs["py"].Scope().Lookup("View").Type()
	l.dtype = &typ{kind: golang, goes: l.pkgs["tensor"].Scope().Lookup("DType").Type()}
	tLayer.goes = l.pkgs["nn"].Scope().Lookup("Layer").Type()
	result := func(u types.Type) *types.Tuple { return types.NewTuple(types.NewVar(0, nil, "", u)) }
	x := types.NewTuple(types.NewVar(0, nil, "x", l.tensor))
	tMaker.goes = types.NewSignatureType(nil, nil, nil, nil, result(tLayer.goes), false)
	tUnary.goes = types.NewSignatureType(nil, nil, nil, x, result(l.tensor), false)
	return l, nil
}

// enter notes the names of an op. Of several with one name, that which has it here too is meant.
func enter(table map[string]string, names, op string) {
	for _, n := range strings.Split(names, ",") {
		n = strings.TrimSpace(n)
		if table[n] == "" || fold(n) == fold(op) {
			table[n] = op
		}
	}
}

// find returns the member of a package that a name of Python means, nil when there is none.
func (l *library) find(pkg, name string) types.Object {
	if n := l.names[pkg][fold(name)]; n != "" {
		return l.pkgs[pkg].Scope().Lookup(n)
	}
	return nil
}

// op returns the function of package ops for a name of mindspore.ops.
func (l *library) op(name string) *types.Func {
	goes := cmp.Or(l.ops[name], l.classes[name])
	if goes == "" {
		if strings.HasSuffix(name, "_") { // in place, which another name is not
			return nil
		}
		f, _ := l.find("ops", name).(*types.Func)
		return f
	}
	f, _ := l.pkgs["ops"].Scope().Lookup(goes).(*types.Func)
	return f
}

// function returns the function of ours for one of mindspore.ops and mindspore.numpy, nil where there is none.
func (l *library) function(path string) *types.Func {
	if name, ok := strings.CutPrefix(path, "mindspore.ops."); ok {
		return l.op(name)
	}
	if name, ok := strings.CutPrefix(path, "mindspore.numpy."); ok {
		f, _ := l.find("np", name).(*types.Func)
		return f
	}
	return nil
}

// isUnary says whether code names a function of ours that takes and returns a tensor.
func (l *library) isUnary(code string) bool {
	pkg, name, _ := strings.Cut(code, ".")
	if l.pkgs[pkg] == nil {
		return false
	}
	f, ok := l.pkgs[pkg].Scope().Lookup(name).(*types.Func)
	return ok && types.Identical(f.Signature(), tUnary.goes)
}

// memberOf returns the field or method of a type that a name of Python means.
func (l *library) memberOf(t types.Type, name string) string {
	want := fold(name)
	set := types.NewMethodSet(t)
	for i := range set.Len() {
		if m := set.At(i).Obj(); m.Exported() && fold(m.Name()) == want {
			return m.Name()
		}
	}
	return l.fieldOf(t, want)
}

// fieldOf looks for a field, also of embedded structs.
func (l *library) fieldOf(t types.Type, want string) string {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return ""
	}
	for i := range s.NumFields() {
		f := s.Field(i)
		if f.Exported() && !f.Embedded() && fold(f.Name()) == want {
			return f.Name()
		}
		if f.Embedded() {
			if name := l.fieldOf(f.Type(), want); name != "" {
				return name
			}
		}
	}
	return ""
}

// method returns a method by a name of Python or Go.
func (l *library) method(t types.Type, name string) (*types.Func, string) {
	goes := l.memberOf(t, name)
	if goes == "" {
		return nil, ""
	}
	o, _, _ := types.LookupFieldOrMethod(t, true, nil, goes)
	f, _ := o.(*types.Func)
	return f, goes
}

// typeOf is a type of Go as the translator has it.
func (l *library) typeOf(t types.Type) *typ {
	t = types.Unalias(t)
	switch {
	case types.Identical(t, l.tensor):
		return tArray
	case goName(t) == "tensor.Shape":
		return tShape
	case goName(t) == "tensor.Tuple":
		return tGrads
	case goName(t) == "grad.Result":
		return &typ{kind: result}
	case goName(t) == "grad.GradOperation":
		return &typ{kind: gradOp}
	}
	switch u := t.(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsInteger != 0:
			return tInt
		case u.Info()&types.IsFloat != 0:
			return tFloat
		case u.Info()&types.IsBoolean != 0:
			return tBool
		case u.Info()&types.IsString != 0:
			return tText
		}
	case *types.Slice:
		return listOf(l.typeOf(u.Elem()))
	case *types.Interface:
		if u.Empty() {
			return tAny
		}
	}
	return &typ{kind: golang, goes: t}
}

// canonical gives a path of Python the form that the tables have.
func canonical(path string) string {
	if rest, ok := strings.CutPrefix(path, "mindspore.ops."); ok {
		module, name, _ := strings.Cut(rest, ".")
		if strings.HasSuffix(module, "_func") || strings.HasSuffix(module, "_ops") {
			return strings.TrimSuffix("mindspore.ops."+name, ".")
		}
	}
	for _, r := range [][2]string{
		{"mindspore.ops.auto_generate", "mindspore.ops"},
		{"mindspore.ops.composite", "mindspore.ops"},
		{"mindspore.ops.extend", "mindspore.mint"},
		{"mindspore.ops.operations", "mindspore.ops"},
		{"mindspore.ops.functional", "mindspore.ops"},
		{"mindspore.ops.function", "mindspore.ops"},
		{"mindspore.common.initializer", "mindspore.initializer"},
		{"mindspore.common.dtype", "mindspore"},
		{"mindspore.dtype", "mindspore"},
		{"mindspore.common.tensor", "mindspore"},
		{"mindspore.common.parameter", "mindspore"},
		{"mindspore.common", "mindspore"},
		{"mindspore.train.callback", "mindspore.train"},
		{"mindspore.train.model", "mindspore.train"},
		{"mindspore.train.serialization", "mindspore"},
		{"mindspore.nn.optim", "mindspore.nn"},
		{"mindspore.nn.loss", "mindspore.nn"},
		{"mindspore.nn.layer", "mindspore.nn"},
		{"mindspore.nn.cell", "mindspore.nn"},
		{"mindspore.context", "mindspore"},
		{"mindspore.nn.learning_rate_schedule", "mindspore.nn"},
		{"mindspore.nn.dynamic_lr", "mindspore.nn"},
		{"mindspore.nn.wrap", "mindspore.nn"},
		{"mindspore.nn.metrics", "mindspore.train"},
		{"mindspore.ops.primitive", "mindspore.ops"},
		{"mindspore.dataset.engine", "mindspore.dataset"},
		{"mindspore.dataset.vision.c_transforms", "mindspore.dataset.vision"},
		{"mindspore.dataset.vision.py_transforms", "mindspore.dataset.vision"},
		{"mindspore.dataset.vision.transforms", "mindspore.dataset.vision"},
		{"mindspore.dataset.transforms.c_transforms", "mindspore.dataset.transforms"},
		{"mindspore.dataset.transforms.py_transforms", "mindspore.dataset.transforms"},
		{"mindspore.dataset.transforms.transforms", "mindspore.dataset.transforms"},
		{"mindspore.experimental.optim.lr_scheduler", "mindspore.experimental.optim"},
	} {
		if path == r[0] || strings.HasPrefix(path, r[0]+".") {
			return canonical(r[1] + strings.TrimPrefix(path, r[0]))
		}
	}
	parts := strings.Split(path, ".")
	if len(parts) > 3 && parts[1] == "ops" &&
		strings.HasSuffix(parts[2], "_ops") { // modules of mindspore.ops.operations
		return strings.Join(slices.Delete(parts, 2, 3), ".")
	}
	return path
}

// dtypes are the names of element types, of MindSpore, numpy and Python.
var dtypes = map[string]string{
	"float16": "Float16", "float32": "Float32", "float64": "Float64", "int8": "Int8", "int16": "Int16", "int32": "Int32",
	"int64": "Int64", "uint8": "UInt8",
	"uint16": "UInt16", "uint32": "UInt32", "uint64": "UInt64", "bool_": "Bool", "bool": "Bool", "bfloat16": "BFloat16",
	"complex64":  "Complex64",
	"complex128": "Complex128", "float": "Float64", "int": "Int64", "half": "Float16", "double": "Float64",
	"single": "Float32", "complex": "Complex128", "float_": "Float64", "int_": "Int64", "complex_": "Complex128",
}

// dtypeCodes are the short names of element types that texts have in numpy.
var dtypeCodes = map[string]string{
	"f2": "Float16", "f4": "Float32", "f8": "Float64", "i1": "Int8", "i2": "Int16", "i4": "Int32", "i8": "Int64",
	"u1": "UInt8", "u2": "UInt16", "u4": "UInt32", "u8": "UInt64", "c8": "Complex64", "c16": "Complex128",
	"f": "Float32", "d": "Float64", "i": "Int32", "?": "Bool",
}

// dtypeOf returns the element type that a path names, "" for others.
func dtypeOf(path string) string {
	for _, p := range []string{"mindspore.", "numpy.", "mindspore.numpy.", "builtins."} {
		if name, ok := strings.CutPrefix(path, p); ok && !strings.Contains(name, ".") {
			if p == "builtins." {
				return ""
			}
			if p == "mindspore." && isIn(name, "float", "int", "half", "double", "single", "bool") {
				return ""
			}
			return dtypes[name]
		}
	}
	return ""
}

// constants are values of libraries.
var constants = map[string]val{
	"numpy.pi": atom(
		"math.Pi",
		tFloat,
	), "math.pi": atom("math.Pi", tFloat), "numpy.inf": atom("math.Inf(1)", tFloat),
	"math.inf": atom("math.Inf(1)", tFloat),
	"numpy.e": atom(
		"math.E",
		tFloat,
	), "math.e": atom("math.E", tFloat), "numpy.nan": atom("math.NaN()", tFloat),
	"numpy.newaxis":      atom("nil", tNone),
	"mindspore.numpy.pi": atom("math.Pi", tFloat), "mindspore.numpy.inf": atom("math.Inf(1)", tFloat),
	"mindspore.numpy.e": atom("math.E", tFloat), "mindspore.numpy.nan": atom("math.NaN()", tFloat),
	"mindspore.numpy.newaxis":                 atom("nil", tNone),
	"mindspore.dataset.vision.Inter.BILINEAR": atom("vision.Linear", tText),
	"mindspore.dataset.vision.Inter.LINEAR":   atom("vision.Linear", tText),
	"mindspore.dataset.vision.Inter.NEAREST":  atom("vision.Nearest", tText),
	"mindspore.dataset.vision.Inter.BICUBIC":  atom("vision.Bicubic", tText),
	"mindspore.dataset.vision.Inter.CUBIC":    atom("vision.Bicubic", tText),
	"mindspore.dataset.vision.Inter.AREA":     atom("vision.Area", tText),

	"mindspore.dataset.transforms.Relational.EQ": atom("transforms.EQ", tText),
	"mindspore.dataset.transforms.Relational.NE": atom("transforms.NE", tText),
	"mindspore.dataset.transforms.Relational.LT": atom("transforms.LT", tText),
	"mindspore.dataset.transforms.Relational.LE": atom("transforms.LE", tText),
	"mindspore.dataset.transforms.Relational.GT": atom("transforms.GT", tText),
	"mindspore.dataset.transforms.Relational.GE": atom("transforms.GE", tText),

	"mindspore.PYNATIVE_MODE": atom("1", tInt), "mindspore.GRAPH_MODE": atom("0", tInt),
}

// magic keeps the lines that mean the same here.
func (t *Translator) magic(s *python.Magic) {
	first, rest, _ := strings.Cut(s.Text, "\n")
	switch word := strings.Fields(first + " ")[0]; {
	case s.Target == nil && (word == "%matplotlib" || word == "%load_ext" || word == "%autoreload" || word == "%config"):
	case s.Target == nil && rest == "" &&
		(strings.HasPrefix(first, "%pip ") || strings.HasPrefix(first, "!pip ") || strings.HasPrefix(first, "%env ")):
		t.emit("// %s", first)
	default:
		leave(s, "the IPython command %s", first)
	}
}

func (t *Translator) imports(s python.Stmt) {
	if s, ok := s.(*python.ImportFrom); ok {
		if s.Level > 0 {
			leave(s, "an import from a file beside the notebook")
		}
		if len(s.Names) == 1 && s.Names[0].Name == "*" {
			leave(s, "import *")
		}
	}
	for name, path := range importsOf(s) {
		t.scope.declare(name, name, &typ{kind: member, path: path})
	}
}

// importsOf are the names that an import makes known, with what they mean.
func importsOf(s python.Stmt) map[string]string {
	names := map[string]string{}
	switch s := s.(type) {
	case *python.Import:
		for _, a := range s.Names {
			if a.Asname != "" {
				names[a.Asname] = canonical(a.Name)
			} else {
				top, _, _ := strings.Cut(a.Name, ".")
				names[top] = canonical(top)
			}
		}
	case *python.ImportFrom:
		for _, a := range s.Names {
			names[cmp.Or(a.Asname, a.Name)] = canonical(s.Module + "." + a.Name)
		}
	}
	return names
}

// usual are the names that MindSpore's pages import, for pasted code that has lost its imports.
var usual = map[string]string{
	"ms": "mindspore", "mindspore": "mindspore", "nn": "mindspore.nn", "ops": "mindspore.ops", "np": "numpy",
	"mnp": "mindspore.numpy", "Tensor": "mindspore.Tensor",
	"Parameter": "mindspore.Parameter", "ParameterTuple": "mindspore.ParameterTuple", "mstype": "mindspore",
	"ds": "mindspore.dataset", "mint": "mindspore.mint", "grad": "mindspore.grad",
	"value_and_grad": "mindspore.value_and_grad", "Model": "mindspore.train.Model",
	"LossMonitor": "mindspore.train.LossMonitor", "initializer": "mindspore.initializer.initializer",
	"math": "math", "torch": "torch", "GeneratorDataset": "mindspore.dataset.GeneratorDataset",
}

// Know makes the variables of a session known, and the names that pages import.
func (t *Translator) Know(vars map[string]types.Object) {
	t.imported = usual
	t.known = func(name string) (string, *typ) {
		v, ok := vars[name].(*types.Var)
		if !ok {
			return "", nil
		}
		u := t.lib.typeOf(v.Type())
		if u.kind == anything {
			return "", nil
		}
		return name, u
	}
}
