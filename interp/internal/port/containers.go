package port

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/msrepl/msrepl/internal/text/python"
)

// sequential is SequentialCell of cells, a list or an OrderedDict.
func sequential(t *Translator, e *python.Call) val {
	return t.cellsOf(e, "SequentialCell")
}

func cellList(t *Translator, e *python.Call) val { return t.cellsOf(e, "CellList") }

func (t *Translator) cellsOf(e *python.Call, kind string) val {
	u := t.lib.named("nn", kind)
	elts := e.Args
	if len(e.Args) == 1 {
		if l, ok := elements(e.Args[0]); ok {
			elts = l
		} else if c, ok := e.Args[0].(*python.Call); ok && t.pathOf(c.Func) == "collections.OrderedDict" {
			return atom("nn.NewSequentialCellNamed("+strings.Join(t.namedCells(c), ", ")+")", u)
		}
	}
	if len(e.Keywords) > 0 {
		leave(e, "%s with keywords", kind)
	}
	var codes []string
	var cells []*typ
	for _, x := range elts {
		v := t.value(x)
		switch {
		case v.t.layer():
			codes = append(codes, v.code)
			if cells = append(cells, v.t); kind == "CellList" && t.callsOtherwise(v.t) {
				u.elem = v.t
			}
		case v.t.kind == list && len(elts) == 1 && v.t.elem.layer():
			if kind == "CellList" && t.callsOtherwise(v.t.elem) {
				u.elem = v.t.elem
			}
			return atom(fmt.Sprintf("nn.New%s(%s)", kind, v.code), u)
		case v.t.kind == dict && len(elts) == 1 && kind == "SequentialCell":
			return atom("nn.NewSequentialCellNamed("+t.namedCellsOf(v)+")", u)
		default:
			leave(x, "%s of such a value", kind)
		}
	}
	for _, c := range cells {
		if u.elem != nil && !c.same(u.elem) {
			u.elem = nil
		}
	}
	return atom(fmt.Sprintf("nn.New%s(%s)", kind, strings.Join(codes, ", ")), u)
}

// callsOtherwise says whether cells are of a class of the page whose calls are not those of every cell: tensors in, one
// tensor out.
func (t *Translator) callsOtherwise(u *typ) bool {
	if u.kind != instance {
		return false
	}
	m := u.class.method("construct")
	if m == nil {
		return false
	}
	for _, p := range m.params {
		if p.t != nil && p.t.kind != array && !p.rest {
			return true
		}
	}
	r := t.before.rets[m.args]
	return r != nil && r.kind != array
}

func orderedDict(t *Translator, e *python.Call) val {
	switch pairs := pairsOf(e); {
	case len(e.Args)+len(e.Keywords) == 0:
		return atom("py.NewDict()", &typ{kind: dict, elem: tUnknown})
	case pairs != nil:
		return t.expr(pairs)
	}
	return t.dictFrom(e)
}

func dictCall(t *Translator, e *python.Call) val {
	var codes []string
	u := &typ{kind: dict, elem: tUnknown}
	if len(e.Args) > 0 {
		return t.dictFrom(e)
	}
	for _, k := range e.Keywords {
		v := t.value(k.Value)
		if vt := boxedType(v.t); u.elem.kind == unknown || u.elem.same(vt) {
			u.elem = vt
		} else {
			u.elem = tAny
		}
		codes = append(codes, quoted(k.Arg), t.boxed(v))
	}
	return atom("py.NewDict("+strings.Join(codes, ", ")+")", u)
}

// dictFrom is dict(…) of pairs or of another dict.
func (t *Translator) dictFrom(e *python.Call) val {
	if len(e.Args) != 1 || len(e.Keywords) > 0 {
		leave(e, "dict of such a value")
	}
	if c, ok := e.Args[0].(*python.Call); !ok || t.pathOf(c.Func) == "" {
		if v := t.value(e.Args[0]); v.t.kind == dict {
			return atom(v.at(7)+".Plain()", &typ{kind: dict, elem: v.t.elem, key: v.t.key})
		}
	}
	pair := func(ctx python.Ctx) python.Expr {
		return &python.Tuple{Elts: []python.Expr{&python.Name{ID: "key", Ctx: ctx}, &python.Name{ID: "item", Ctx: ctx}}}
	}
	load := pair(python.Load).(*python.Tuple)
	return t.dictComprehension(&python.DictComp{
		Key: load.Elts[0], Value: load.Elts[1],
		Generators: []*python.Comprehension{{Target: pair(python.Store), Iter: e.Args[0]}},
	})
}

// optimizer makes an optimizer.
func (t *Translator) optimizer(e *python.Call, name string, f *types.Func) val {
	sig := f.Type().(*types.Signature)
	a := t.arguments(e)
	params := a.need(0, "params")
	lr := a.get(1, "learning_rate", "lr")
	codes := []string{t.groups(params)}
	if isNone(lr) {
		codes = append(codes, "nil")
	} else {
		codes = append(codes, t.asAny(lr))
	}
	order := []string{"params", "learning_rate"}
	if sig.Params().At(2).Name() == "momentum" {
		codes = append(codes, t.as(a.need(2, "momentum"), types.Typ[types.Float64]))
		order = append(order, "momentum", "weight_decay", "loss_scale", "use_nesterov")
	} else if name == "SGD" {
		order = append(order, "momentum", "dampening", "weight_decay", "nesterov", "loss_scale")
	} else if name == "Adam" {
		order = append(order, "beta1", "beta2", "eps")
	}
	codes = append(codes, t.bindRest(a, sig, sig.Params().Len()-1, "optim", order)...)
	a.done()
	return atom("optim."+f.Name()+"("+strings.Join(codes, ", ")+")", t.lib.typeOf(sig.Results().At(0).Type()))
}

// groups are the parameters of an optimizer, or groups of them.
func (t *Translator) groups(x python.Expr) string {
	if l, ok := x.(*python.List); ok {
		if code := t.groupList(l); code != "" {
			return code
		}
		return "nn.ParameterList{" + strings.Join(t.eachCode(l.Elts), ", ") + "}"
	}
	v := t.value(x)
	if v.t.kind == list && v.t.elem.kind == dict {
		leave(x, "groups of parameters in a variable")
	}
	return v.code
}

// groupFields are the keys of a group of parameters.
var groupFields = map[string]string{"params": "Params", "lr": "LR", "weight_decay": "WeightDecay"}

// groupList writes [{'params': …, 'lr': …}] as groups of package optim, "" when it is something else.
func (t *Translator) groupList(l *python.List) string {
	var groups []string
	for _, x := range l.Elts {
		d, ok := x.(*python.Dict)
		if !ok {
			return ""
		}
		var fields []string
		for i, k := range d.Keys {
			c, ok := k.(*python.Constant)
			if !ok {
				return ""
			}
			name, _ := c.Value.(string)
			if i == 0 && name != "params" {
				return ""
			}
			if groupFields[name] == "" { // of an experimental optimizer
				return ""
			}
			fields = append(fields, groupFields[name]+": "+t.asAny(d.Values[i]))
		}
		if len(fields) == 0 || !strings.HasPrefix(fields[0], "Params") {
			return ""
		}
		groups = append(groups, "{"+strings.Join(fields, ", ")+"}")
	}
	if len(groups) == 0 {
		return ""
	}
	return "[]optim.Group{" + strings.Join(groups, ", ") + "}"
}

// modelCall is Model(network, loss_fn, optimizer, metrics).
func modelCall(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	net := t.value(a.need(0, "network"))
	codes := []string{net.code}
	if x := a.get(1, "loss_fn"); !isNone(x) {
		codes = append(codes, "train.Loss("+t.expr(x).code+")")
	}
	if x := a.get(2, "optimizer"); !isNone(x) {
		codes = append(codes, "train.Optimizer("+t.expr(x).code+")")
	}
	if x := a.get(3, "metrics"); !isNone(x) {
		codes = append(codes, "train.Metrics("+strings.Join(t.metrics(x), ", ")+")")
	}
	a.done()
	return atom("train.NewModel("+strings.Join(codes, ", ")+")", t.lib.named("train", "Model"))
}

func (t *Translator) metrics(x python.Expr) (l []string) {
	switch e := x.(type) {
	case *python.Set:
		return t.eachCode(e.Elts)
	case *python.List:
		return t.eachCode(e.Elts)
	case *python.Dict:
		for i, k := range e.Keys {
			l = append(l, fmt.Sprintf("train.NamedMetric(%s, %s)", t.expr(k).code, t.expr(e.Values[i]).code))
		}
		return l
	}
	leave(x, "such metrics")
	return nil
}

func modelTrain(t *Translator, e *python.Call, v val) val {
	a := t.arguments(e)
	codes := []string{t.as(a.need(0, "epoch"), types.Typ[types.Int]), t.expr(a.need(1, "train_dataset")).code}
	if x := a.get(2, "callbacks"); !isNone(x) {
		if l, ok := x.(*python.List); ok {
			codes = append(codes, t.eachCode(l.Elts)...)
		} else {
			codes = append(codes, t.value(x).code)
		}
	}
	a.get(-1, "dataset_sink_mode")
	a.done()
	return atom(v.at(7)+".Train("+strings.Join(codes, ", ")+")", tNone)
}

// generatorDataset is GeneratorDataset(source, column_names).
func generatorDataset(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	x := a.need(0, "source")
	columns := a.need(1, "column_names")
	t.notShuffled(a.get(-1, "shuffle"), "GeneratorDataset")
	for _, n := range []string{"num_parallel_workers", "python_multiprocessing", "column_types"} {
		a.get(-1, n)
	}
	a.done()
	if l, ok := x.(*python.Lambda); ok && len(l.Args.Args) == 0 { // a generator for each pass
		x = l.Body
	}
	source := t.value(x)
	if source.t.kind == function && len(source.t.fn.params) == 0 {
		source = t.single(t.callFn(&python.Call{Func: x}, source.t.fn, source.code))
	}
	code := source.code
	switch {
	case source.t.kind == list && source.t.elem.kind == tuple && source.t.elem.goText() == "Tuple":
	case source.t.kind == list || t.isArray(source):
		code = t.rowsOf(e, source)
	case source.t.kind == instance && source.t.class.method("__len__") != nil && source.t.class.method("__getitem__") != nil:
		t.learn(source.t.class.method("__getitem__"), []*typ{tInt})
		t.analyse(source.t.class.method("__getitem__"))
		t.analyse(source.t.class.method("__len__"))
	default:
		leave(e, "GeneratorDataset of such a source")
	}
	return atom(
		"data.Generator("+strings.Join(append([]string{code}, t.values(columns, types.Typ[types.String])...), ", ")+")",
		t.lib.named("data", "Dataset"),
	)
}

// rowsOf is a list of single columns or of tuples as the rows of a dataset.
func (t *Translator) rowsOf(e *python.Call, v val) string {
	elem, _ := t.elemOf(v)
	var cells []string
	item := t.scope.temp("item")
	switch {
	case elem.number() || elem.kind == array:
		cells = []string{t.column(e, atom(item, elem))}
	case elem.kind == tuple && len(elem.elts) > 0:
		for i := range elem.elts {
			cells = append(cells, t.column(e, t.element(e, atom(item, elem), i)))
		}
	default:
		leave(e, "GeneratorDataset of such a source")
	}
	rows := t.scope.temp("rows")
	t.emit("%s := []Tuple{}", rows)
	if t.isArray(v) {
		t.emit("for i := range %s.Dim(0) {", t.arrayOf(v).at(7))
		t.emit("%s := %s[i]", item, t.arrayOf(v).at(7))
	} else {
		t.emit("for _, %s := range %s {", item, v.code)
	}
	t.emit("%s = append(%s, Tuple{%s})", rows, rows, strings.Join(cells, ", "))
	t.emit("}")
	return rows
}

// column is a value as a tensor of a dataset; numbers of Python are of 64 bits there.
func (t *Translator) column(e python.Node, v val) string {
	switch {
	case t.isArray(v):
		return t.arrayVal(v).code
	case v.t.kind == float:
		return "tensor.New(" + v.code + ", tensor.Float64)"
	case v.t.is(integer, boolean):
		return "tensor.New(" + v.code + ")"
	}
	leave(e, "GeneratorDataset of such a source")
	return ""
}

// notShuffled refuses a dataset that is shuffled when it is made.
func (t *Translator) notShuffled(shuffle python.Expr, kind string) {
	if c, ok := shuffle.(*python.Constant); shuffle != nil && (!ok || c.Value != false) {
		leave(shuffle, "shuffle=True of %s", kind)
	}
}

func slicesDataset(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	x := a.need(0, "data")
	columns := a.get(1, "column_names")
	if s := a.get(-1, "shuffle"); s == nil {
		leave(e, "NumpySlicesDataset that shuffles")
	} else if c, ok := s.(*python.Constant); !ok || c.Value != false {
		leave(e, "NumpySlicesDataset that shuffles")
	}
	a.done()
	var codes, names []string
	if tp, ok := x.(*python.Tuple); ok {
		codes = t.eachCode(tp.Elts)
	} else if d, ok := t.literalDict(x); ok {
		codes, columns = t.eachCode(d.Values), &python.List{Elts: d.Keys}
	} else if v := t.value(x); v.t.kind == dict {
		leave(e, "NumpySlicesDataset of a dict that changes")
	} else {
		codes = []string{v.code}
	}
	if columns != nil {
		names = t.values(columns, types.Typ[types.String])
	}
	code := "data.Slices(" + strings.Join(codes, ", ") + ")"
	if columns != nil {
		code += ".Rename(" + strings.Join(names, ", ") + ")"
	}
	return atom(code, t.lib.named("data", "Dataset"))
}

// datasetMap is map(operations, input_columns) with functions of packages vision and transforms.
func datasetMap(t *Translator, e *python.Call, v val) val {
	a := t.arguments(e)
	x, columns := a.need(0, "operations"), a.get(1, "input_columns")
	a.get(-1, "num_parallel_workers")
	a.done()
	op := func(x python.Expr) string {
		if f := t.datasetFunction(x); f != "" {
			return f
		}
		f := t.value(x)
		if f.t.named() != "transforms.Op" {
			leave(x, "such a function of a dataset")
		}
		return f.code
	}
	code := ""
	switch l := x.(type) {
	case *python.List:
		codes := make([]string, len(l.Elts))
		for i, f := range l.Elts {
			codes[i] = op(f)
		}
		code = "[]transforms.Op{" + strings.Join(codes, ", ") + "}"
	default:
		if f := t.datasetFunction(x); f != "" {
			code = f
		} else if f := t.value(x); f.t.kind == list && f.t.elem.named() == "transforms.Op" {
			code = f.code
		} else {
			code = op(x)
		}
	}
	codes := []string{code}
	if c, ok := columns.(*python.Constant); ok && c.Value != nil {
		codes = append(codes, t.as(columns, types.Typ[types.String]))
	} else if !isNone(columns) {
		codes = append(codes, t.values(columns, types.Typ[types.String])...)
	}
	return atom(v.at(7)+".Map("+strings.Join(codes, ", ")+")", v.t)
}

// literalDict is the dict that a name has been given once on the page, or that is written out.
func (t *Translator) literalDict(x python.Expr) (d *python.Dict, ok bool) {
	if d, ok = x.(*python.Dict); ok {
		return d, true
	}
	name := nameOf(x)
	times := 0
	t.everywhere(func(n any) {
		switch n := n.(type) {
		case *python.Assign:
			if len(n.Targets) == 1 && nameOf(n.Targets[0]) == name {
				times++
				d = t.writtenDict(n.Value)
			}
		case *python.Subscript:
			if nameOf(n.Value) == name && n.Ctx != python.Load {
				times = 2
			}
		case *python.Attribute:
			if nameOf(n.Value) == name && isIn(n.Attr, "update", "pop", "clear", "setdefault") {
				times = 2
			}
		}
	})
	return d, name != "" && times == 1 && d != nil
}

// writtenDict is {…} or dict(key=value, …), nil for other expressions.
func (t *Translator) writtenDict(x python.Expr) *python.Dict {
	d, _ := x.(*python.Dict)
	if c, ok := x.(*python.Call); ok && t.pathOf(c.Func) == "builtins.dict" && len(c.Args) == 0 {
		d = &python.Dict{}
		for _, k := range c.Keywords {
			d.Keys, d.Values = append(d.Keys, &python.Constant{Value: k.Arg}), append(d.Values, k.Value)
		}
	}
	return d
}

// datasetFunction is a lambda or a function of the page, of one tensor, as a function of a dataset; "" for others.
// What rows are there are arrays of numpy.
func (t *Translator) datasetFunction(x python.Expr) string {
	l, isLambda := x.(*python.Lambda)
	if isLambda && len(l.Args.Args) == 1 {
		f := t.newFn("", l, l.Args, false)
		f.value, f.params[0].t = l.Body, tNumpy
		body := t.translated(f)
		if f.ret == nil || f.ret.kind != array {
			leave(x, "such a function of a dataset")
		}
		return fmt.Sprintf("transforms.Op(func(%s)%s { %s })", t.paramList(f), results(f.ret), strings.Join(body, "; "))
	}
	if isLambda || t.pathOf(x) != "" {
		return ""
	}
	if v := t.peek(x); v.t.kind == function && len(v.t.fn.params) == 1 {
		t.learn(v.t.fn, []*typ{tNumpy})
		if r := t.analyse(v.t.fn); r != nil && r.kind == array {
			return "transforms.Op(" + v.code + ")"
		}
	}
	return ""
}
