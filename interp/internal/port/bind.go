package port

import (
	"cmp"
	"fmt"
	"go/types"
	"math/big"
	"strings"

	"github.com/msrepl/msrepl/internal/text/python"
)

// arguments are those of a call of Python, by name and place.
type arguments struct {
	t     *Translator
	call  *python.Call
	pos   []python.Expr
	named map[string]python.Expr
	used  map[string]bool
	taken []bool
}

func (t *Translator) arguments(e *python.Call) *arguments {
	a := &arguments{t: t, call: e, named: map[string]python.Expr{}, used: map[string]bool{}}
	a.pos = spread(e.Args)
	for _, k := range e.Keywords {
		if k.Arg == "" {
			leave(e, "** in a call")
		}
		a.named[k.Arg] = k.Value
	}
	a.taken = make([]bool, len(a.pos))
	return a
}

// spread are the arguments of a call, also those in *x of a tuple whose parts are known. Where there is another *, all
// are one, which a variadic parameter of Go takes.
func spread(args []python.Expr) (l []python.Expr) {
	for _, x := range args {
		s, ok := x.(*python.Starred)
		if !ok {
			l = append(l, x)
		} else if elts, ok := elements(s.Value); ok {
			l = append(l, elts...)
		} else {
			return []python.Expr{&python.Starred{Value: &python.Tuple{Elts: args}}}
		}
	}
	return l
}

// takenApart are arguments where *x of a variable that is a tuple of known length is x[0], x[1] and so on.
func (t *Translator) takenApart(args []python.Expr) (l []python.Expr) {
	for _, x := range args {
		s, ok := x.(*python.Starred)
		if !ok || !sameAgain(s.Value) {
			l = append(l, x)
			continue
		}
		u := t.peek(s.Value).t
		if u.kind != tuple || u.elem != nil {
			l = append(l, x)
			continue
		}
		for i := range u.elts {
			l = append(l, &python.Subscript{Value: s.Value, Slice: &python.Constant{Value: big.NewInt(int64(i))}})
		}
	}
	return l
}

func isStarred(x python.Expr) bool {
	_, ok := x.(*python.Starred)
	return ok
}

// get returns the argument at a place or by one of its names, nil when it is absent.
func (a *arguments) get(at int, names ...string) python.Expr {
	if at >= 0 && at < len(a.pos) {
		a.taken[at] = true
		return a.pos[at]
	}
	for _, n := range names {
		if x, ok := a.named[n]; ok {
			a.used[n] = true
			return x
		}
	}
	return nil
}

// need is get of an argument that must be there.
func (a *arguments) need(at int, names ...string) python.Expr {
	x := a.get(at, names...)
	if x == nil {
		leave(a.call, "a call without the argument %s", strings.Join(names, ", "))
	}
	return x
}

// done refuses arguments that nothing has asked for.
func (a *arguments) done() {
	for i, taken := range a.taken {
		if !taken {
			leave(a.call, "the argument %d of this call", i+1)
		}
	}
	for _, k := range a.call.Keywords {
		if !a.used[k.Arg] {
			leave(a.call, "the argument %s of this call", k.Arg)
		}
	}
}

// flag returns an argument that is True or False.
func (a *arguments) flag(at int, name string) bool {
	x := a.get(at, name)
	if x == nil {
		return false
	}
	return flagOf(x)
}

// isNone says whether an expression is absent or None.
func isNone(e python.Expr) bool {
	c, ok := e.(*python.Constant)
	return e == nil || ok && c.Value == nil
}

// paramsOf are names of parameters of Python's that ours have under other names.
var paramsOf = map[string]string{
	"in_channels": "in", "out_channels": "out", "in_channel": "in", "out_channel": "out", "learning_rate": "lr",
	"decay_rate": "rate", "end_learning_rate": "endLR", "min_lr": "minLR",
	"max_lr": "maxLR", "buffer_size": "bufferSize", "batch_size": "n", "count": "n", "epoch": "epochs",
	"train_dataset": "ds", "valid_dataset": "ds", "mode": "mode",
	"loss_fn": "loss", "total_step": "steps", "step_per_epoch": "stepsPerEpoch", "decay_epoch": "decayEpochs",
	"milestone": "milestones", "learning_rates": "rates",
	"input": "x", "input_x": "x", "other": "y", "input_y": "y", "logits": "logits", "labels": "labels", "axis": "axis",
	"dim": "axis", "tensors": "xs", "tuple": "xs",
	"input_size": "inputSize", "hidden_size": "hiddenSize", "normalized_shape": "normalizedShape", "num_samples": "n",
	"strategy": "reduction", "scale_value": "scale",
	"scale_factor": "factor", "per_print_times": "every", "scale_window": "window", "start_dim": "startEnd",
	"network": "net", "warmup_steps": "warmupSteps",
}

// goDefaults are arguments that MindSpore has by default and ours want.
var goDefaults = map[string]string{"axes": "nil", "keepDims": "false", "lr": "nil"}

// values are the elements that an expression is for a variadic parameter.
func (t *Translator) values(x python.Expr, elem types.Type) []string {
	_, isAny := elem.Underlying().(*types.Interface)
	if goName(elem) == "nn.Named" {
		return t.namedCells(x)
	}
	if s, ok := x.(*python.Starred); ok {
		return t.values(s.Value, elem)
	}
	if !isAny {
		if elts, ok := elements(x); ok {
			return t.each(elts, elem)
		}
		v := t.value(x)
		switch want := types.TypeString(elem, nil); {
		case v.t.is(list, tuple) && v.t.goText() == "[]"+want,
			v.t.kind == tuple && v.t.goText() == "Tuple" && types.Identical(elem, t.lib.tensor):
			return []string{v.code + "..."}
		case t.isArray(v) && want == "int" && t.vector(x):
			return []string{"py.Ints(" + t.arrayVal(v).code + ")..."}
		}
	}
	return []string{t.as(x, elem)}
}

// vector says whether an expression makes a tensor of a list: a shape or axes.
func (t *Translator) vector(x python.Expr) bool {
	c, ok := x.(*python.Call)
	if !ok || !isIn(t.pathOf(c.Func), "mindspore.Tensor", "mindspore.tensor", "numpy.array") || len(c.Args) == 0 {
		return false
	}
	_, isList := elements(c.Args[0])
	return isList
}

func (t *Translator) each(elts []python.Expr, want types.Type) (l []string) {
	for _, x := range elts {
		l = append(l, t.as(x, want))
	}
	return l
}

func isOption(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && strings.HasSuffix(n.Obj().Name(), "Option")
}

// optionOf is the option for a keyword of what is called, "nn.NewDense" or only "nn", nil when there is none.
func (t *Translator) optionOf(called, name string) *types.Func {
	pkg, callee, _ := strings.Cut(called, ".")
	p := t.lib.pkgs[pkg]
	if p == nil {
		return nil
	}
	f, _ := p.Scope().Lookup(t.lib.world.Option(p.Path(), callee, name)).(*types.Func)
	return f
}

// option is a keyword argument as an option.
func (t *Translator) option(x python.Expr, called, name string, want types.Type) []string {
	f := t.optionOf(called, name)
	pkg, _, _ := strings.Cut(called, ".")
	if !t.hasOption(called, name, want) {
		if name == "auto_prefix" || name == "flags" {
			return nil
		}
		leave(x, "the argument %s: package %s has no such option", name, pkg)
	}
	if isNone(x) {
		return nil
	}
	sig := f.Signature()
	param := sig.Params().At(0).Type()
	var args []string
	if sig.Variadic() {
		args = t.values(x, param.(*types.Slice).Elem())
	} else {
		args = []string{t.as(x, param)}
	}
	return []string{fmt.Sprintf("%s.%s(%s)", pkg, f.Name(), strings.Join(args, ", "))}
}

// as translates an expression for a parameter of a type of Go.
func (t *Translator) as(x python.Expr, want types.Type) string {
	want = types.Unalias(want)
	switch {
	case types.Identical(want, t.lib.tensor):
		return t.asTensor(x)
	case isIn(goName(want), "dtype.DType", "tensor.DType"):
		return t.asDType(x)
	case goName(want) == "tensor.Tuple", types.TypeString(want, nil) == "[]*"+ours+"tensor.Tensor":
		return t.asTensors(x, want)
	case goName(want) == "grad.Params":
		return t.asParams(x)
	}
	switch u := want.Underlying().(type) {
	case *types.Basic:
		return t.asBasic(x, want, u)
	case *types.Slice:
		return t.asSlice(x, u)
	case *types.Array:
		if elts, ok := elements(x); ok && int64(len(elts)) == u.Len() {
			return goText(want) + "{" + strings.Join(t.each(elts, u.Elem()), ", ") + "}"
		}
	case *types.Interface:
		if u.Empty() {
			return t.asAny(x)
		}
	case *types.Signature:
		return t.asCallback(x, u)
	}
	v := t.value(x)
	switch {
	case v.t.kind == none:
		return "nil"
	case goName(want) == "nn.Layer" && v.t.layer(),
		v.t.kind == golang && types.AssignableTo(v.t.goes, want),
		v.t.is(instance) && types.IsInterface(want):
		return v.code
	}
	leave(x, "a value of this type for an argument of type %s", goText(want))
	return ""
}

// asCallback is a function of the page as one of Go with these parameters.
func (t *Translator) asCallback(x python.Expr, want *types.Signature) string {
	var takes []*typ
	for i := range want.Params().Len() {
		takes = append(takes, t.lib.typeOf(want.Params().At(i).Type()))
	}
	var v val
	if l, ok := x.(*python.Lambda); ok {
		v = t.lambda(l, takes...)
	} else {
		v = t.expr(x)
	}
	if v.t.kind == golang && types.AssignableTo(v.t.goes, want) {
		return v.code
	}
	if v.t.kind != function || len(v.t.fn.params) != want.Params().Len() || want.Variadic() {
		leave(x, "a value of this type for an argument of type %s", goText(want))
	}
	t.learn(v.t.fn, takes)
	v.t.fn.optional()
	gives := t.analyse(v.t.fn)
	if n := want.Results().Len(); n > 1 || n == 1 && !gives.same(t.lib.typeOf(want.Results().At(0).Type())) {
		leave(x, "a function with other results than those of %s", goText(want))
	}
	return v.code
}

func goText(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string { return p.Name() })
}

func (t *Translator) asTensor(x python.Expr) string {
	v := t.value(x)
	switch {
	case v.t.kind == none:
		return "nil"
	case t.isArray(v):
		return t.arrayOf(v).code
	case v.t.kind == boolean:
		return "tensor.New(" + v.code + ")"
	case v.t.number():
		return t.typed(v)
	case v.t.is(list, tuple):
		return t.newTensor(x, nil, false).code
	}
	leave(x, "a value of this type in place of a tensor")
	return ""
}

// asDType is an element type: mindspore.float32, np.float32, "float32", float.
func (t *Translator) asDType(x python.Expr) string {
	if c, ok := x.(*python.Constant); ok {
		s, _ := c.Value.(string)
		if d := cmp.Or(dtypes[s], dtypeCodes[strings.TrimPrefix(s, "<")]); d != "" {
			return "tensor." + d
		}
	}
	p := t.pathOf(x)
	if isIn(p, "builtins.float", "builtins.int", "builtins.bool", "builtins.complex") {
		return "tensor." + dtypes[strings.TrimPrefix(p, "builtins.")]
	}
	if d := dtypeOf(p); d != "" {
		return "tensor." + d
	}
	v := t.expr(x)
	if v.t.kind != golang || goName(v.t.goes) != "dtype.DType" && goName(v.t.goes) != "tensor.DType" {
		leave(x, "a value of this type in place of an element type")
	}
	return v.code
}

func (t *Translator) asTensors(x python.Expr, want types.Type) string {
	elts, ok := elements(x)
	if !ok {
		v := t.value(x)
		switch {
		case v.t.kind == result:
			return v.at(7) + ".Tuple()"
		case v.t.named() == "nn.ParameterTuple":
			return v.at(7) + ".ParamTensors()"
		case v.t.kind == list && v.t.elem.kind == array, v.t.kind == tuple && v.t.goText() == "Tuple":
			return v.code
		}
		leave(x, "a value of this type in place of several tensors")
	}
	name := strings.Replace(goText(want), "tensor.Tuple", "Tuple", 1)
	return name + "{" + strings.Join(t.each(elts, t.lib.tensor), ", ") + "}"
}

// asParams is a collection of parameters.
func (t *Translator) asParams(x python.Expr) string {
	if l, ok := x.(*python.List); ok {
		return "nn.ParameterList{" + strings.Join(t.eachCode(l.Elts), ", ") + "}"
	}
	if l, ok := x.(*python.Tuple); ok {
		return "nn.ParameterTuple{" + strings.Join(t.eachCode(l.Elts), ", ") + "}"
	}
	v := t.value(x)
	switch {
	case v.t.kind == list && v.t.elem.named() == "nn.Parameter":
		return "nn.ParameterList(" + v.code + ")"
	case v.t.kind == golang:
		return v.code
	}
	leave(x, "a value of this type in place of parameters")
	return ""
}

func (t *Translator) eachCode(elts []python.Expr) (l []string) {
	for _, x := range elts {
		l = append(l, t.value(x).code)
	}
	return l
}

func (t *Translator) asBasic(x python.Expr, want types.Type, u *types.Basic) string {
	v := t.value(x)
	switch {
	case u.Info()&types.IsString != 0 && v.t.kind == text, u.Info()&types.IsBoolean != 0 && v.t.kind == boolean:
	case u.Info()&types.IsBoolean != 0 && t.isArray(v):
		return t.arrayOf(v).at(7) + ".Bool()"
	case u.Info()&types.IsInteger != 0 && v.t.kind == integer:
	case u.Info()&types.IsInteger != 0 && v.t.kind == boolean && v.konst != nil:
		return map[any]string{true: "1", false: "0"}[v.konst]
	case u.Info()&types.IsInteger != 0 && t.isArray(v):
		return t.arrayOf(v).at(7) + ".Int()"
	case u.Info()&types.IsFloat != 0 && v.t.is(integer, float):
		if v.konst == nil {
			v = t.convert(v, tFloat)
		}
	case u.Info()&types.IsFloat != 0 && t.isArray(v):
		return t.arrayOf(v).at(7) + ".Float()"
	case u.Info()&types.IsInteger != 0 && v.t.kind == float && v.konst != nil &&
		v.konst.(float64) == float64(int(v.konst.(float64))):
		return fmt.Sprint(int(v.konst.(float64)))
	default:
		leave(x, "a value of this type for an argument of type %s", goText(want))
	}
	return v.code
}

func (t *Translator) asSlice(x python.Expr, u *types.Slice) string {
	elem := goText(u.Elem())
	if elts, ok := elements(x); ok {
		return "[]" + elem + "{" + strings.Join(t.each(elts, u.Elem()), ", ") + "}"
	}
	v := t.value(x)
	switch {
	case v.t.kind == none:
		return "nil"
	case v.t.is(list, tuple) && v.t.goText() == "[]"+elem:
		return v.code
	case v.t.kind == integer && elem == "int":
		return "[]int{" + v.code + "}"
	case elem == "[]int" && v.t.kind == tuple && len(v.t.elts) > 0 && v.t.elts[0].kind == tuple &&
		elementOf(v.t) == "Int64":
		return "py.IntRows(tensor.New(" + v.code + "))"
	case v.t.is(list, tuple) && elem == "[2]int" && v.t.goText() == "[][]int":
		return "py.Pairs(" + v.code + ")"
	case t.isArray(v) && elem == "int":
		return "py.Ints(" + t.arrayVal(v).code + ")"
	case v.t.kind == list && v.t.elem.kind == array && elem == "float64":
		return "ops.Stack(" + v.code + ", 0).AsType(tensor.Float64).Float64s()"
	case t.isArray(v) && elem == "float64":
		return t.arrayVal(v).at(7) + ".AsType(tensor.Float64).Float64s()"
	case v.t.kind == golang && types.AssignableTo(v.t.goes, u):
		return v.code
	}
	leave(x, "a value of this type for an argument of type []%s", elem)
	return ""
}

// asAny is a value for a parameter of type any: lists and tuples are slices there.
func (t *Translator) asAny(x python.Expr) string {
	v := t.expr(x)
	if v.t.is(member, class, method) {
		if f := t.asFunction(x, v); f != "" {
			return f
		}
		leave(x, "a value of this type in place of any")
	}
	v = t.single(v)
	if v.t.kind == result && v.t.elts != nil {
		return v.at(7) + ".Tuple()"
	}
	if _, isList := elements(x); t.narrow && isList && v.t.kind == list && v.t.elem.is(float, anything) {
		return t.newTensor(x, nil, false).code
	}
	return t.typed(v)
}
