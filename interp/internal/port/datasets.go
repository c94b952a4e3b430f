package port

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/internal/text/python"
)

// groupFields are the keys of a group of parameters.
var groupFields = map[string]string{"params": "Params", "lr": "LR", "weight_decay": "WeightDecay"}

// generatorDataset is GeneratorDataset(source, column_names).
func generatorDataset(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	x := a.need(0, "source")
	columns := a.need(1, "column_names")
	sampler := t.samplerOf(a, false)
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
	case source.t.kind == instance && source.t.class.method("__len__") != nil &&
		source.t.class.method("__getitem__") != nil:
		t.learn(source.t.class.method("__getitem__"), []*typ{tInt})
		t.analyse(source.t.class.method("__getitem__"))
		t.analyse(source.t.class.method("__len__"))
	default:
		leave(e, "GeneratorDataset with this kind of source")
	}
	codes := append([]string{code}, t.values(columns, types.Typ[types.String])...)
	return atom("data.Generator("+strings.Join(codes, ", ")+")"+sampler, t.lib.named("data", "Dataset"))
}

// rowsOf is a list of single columns or of tuples as the rows of a dataset.
func (t *Translator) rowsOf(e *python.Call, v val) string {
	elem, _ := t.elemOf(v)
	var cells []string
	item := t.scope.temp("item")
	switch {
	case (elem.number() || elem.kind == array) && !t.isArray(v):
		return v.code
	case elem.number() || elem.kind == array:
		cells = []string{t.column(e, atom(item, elem))}
	case elem.kind == tuple && len(elem.elts) > 0:
		for i := range elem.elts {
			cells = append(cells, t.column(e, t.element(e, atom(item, elem), i)))
		}
	default:
		leave(e, "GeneratorDataset with this kind of source")
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
	leave(e, "GeneratorDataset with this kind of source")
	return ""
}

// samplerOf is the sampler of a dataset, as the arguments choose it; mixes says whether it is shuffled by default.
func (t *Translator) samplerOf(a *arguments, mixes bool) string {
	sampler, shuffle := a.get(-1, "sampler"), a.get(-1, "shuffle")
	shards, shard := a.get(-1, "num_shards"), a.get(-1, "shard_id")
	if !isNone(shuffle) {
		mixes = flagOf(shuffle)
	}
	switch {
	case !isNone(sampler):
		return ".UseSampler(" + t.value(sampler).code + ")"
	case !isNone(shards):
		return fmt.Sprintf(".UseSampler(data.DistributedSampler(%s, %s, %t, 0))",
			t.as(shards, types.Typ[types.Int]), t.as(shard, types.Typ[types.Int]), mixes)
	case mixes:
		return ".UseSampler(data.RandomSampler(false, 0))"
	}
	return ""
}

func slicesDataset(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	x := a.need(0, "data")
	columns := a.get(1, "column_names")
	sampler := t.samplerOf(a, true)
	a.get(-1, "num_parallel_workers")
	a.done()
	var codes, names []string
	if tp, ok := x.(*python.Tuple); ok {
		codes = t.eachCode(tp.Elts)
	} else if d, ok := t.literalDict(x); ok {
		values := d.Values
		if _, isLiteral := x.(*python.Dict); !isLiteral {
			values = make([]python.Expr, len(d.Keys))
			for i, k := range d.Keys {
				values[i] = &python.Subscript{Value: x, Slice: k}
			}
		}
		codes, columns = t.eachCode(values), &python.List{Elts: d.Keys}
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
	return atom(code+sampler, t.lib.named("data", "Dataset"))
}

// names is the name of a column or several of them as a list.
func (t *Translator) names(x python.Expr) string {
	if x == nil {
		return "nil"
	}
	if c, ok := x.(*python.Constant); ok && c.Value != nil {
		return "[]string{" + t.as(x, types.Typ[types.String]) + "}"
	}
	return t.as(x, types.NewSlice(types.Typ[types.String]))
}

// datasetMap is map(operations, input_columns, output_columns) with functions of packages vision and transforms.
func datasetMap(t *Translator, e *python.Call, v val) val {
	a := t.arguments(e)
	x, columns, to := a.need(0, "operations"), a.get(1, "input_columns"), a.get(2, "output_columns")
	a.get(-1, "num_parallel_workers")
	a.done()
	functions := "[]transforms.Op"
	op := func(x python.Expr) string {
		if f := t.datasetFunction(x); f != "" {
			return f
		}
		f := t.value(x)
		if f.t.named() != "transforms.Op" {
			functions = "[]any"
			if _, ok := f.t.goes.(*types.Signature); !ok || isNone(to) {
				leave(x, "this kind of function for a dataset")
			}
		}
		return f.code
	}
	code := ""
	switch l := x.(type) {
	case *python.List:
		code = commas(l.Elts, op)
		code = functions + "{" + code + "}"
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
	if !isNone(to) {
		return atom(v.at(7)+".MapTo("+code+", "+t.names(columns)+", "+t.names(to)+")", v.t)
	}
	if c, ok := columns.(*python.Constant); ok && c.Value != nil {
		codes = append(codes, t.as(columns, types.Typ[types.String]))
	} else if !isNone(columns) {
		codes = append(codes, t.values(columns, types.Typ[types.String])...)
	}
	return atom(v.at(7)+".Map("+strings.Join(codes, ", ")+")", v.t)
}

// datasetFilter is filter(predicate, input_columns).
func datasetFilter(t *Translator, e *python.Call, v val) val {
	a := t.arguments(e)
	x, columns := a.need(0, "predicate"), a.get(1, "input_columns")
	a.get(-1, "num_parallel_workers")
	a.done()
	var f val
	if keep, ok := x.(*python.Lambda); ok {
		f = t.lambda(keep, slices.Repeat([]*typ{tNumpy}, len(keep.Args.Args))...)
	} else if f = t.expr(x); f.t.kind == function {
		t.learn(f.t.fn, slices.Repeat([]*typ{tNumpy}, len(f.t.fn.params)))
		t.analyse(f.t.fn)
	}
	if f.t.kind != function || !orUnknown(f.t.fn.ret).is(boolean, array) {
		leave(x, "this kind of predicate for a dataset")
	}
	codes := []string{f.code}
	if !isNone(columns) {
		codes = append(codes, t.values(columns, types.Typ[types.String])...)
	}
	return atom(v.at(7)+".Filter("+strings.Join(codes, ", ")+")", v.t)
}

// datasetRename is rename(input_columns, output_columns), where Go's gives all columns names.
func datasetRename(t *Translator, e *python.Call, v val) val {
	a := t.arguments(e)
	from := t.values(a.need(0, "input_columns"), types.Typ[types.String])
	to := t.values(a.need(1, "output_columns"), types.Typ[types.String])
	a.done()
	if t.inExpr > 0 || len(from) != len(to) {
		leave(e, "rename in this context")
	}
	v = t.simple(v, "rows")
	names := t.held(val{code: v.code + ".ColumnNames()", prec: 7, t: listOf(tText)}, "names").code
	for i := range from {
		t.emit("%s[slices.Index(%s.ColumnNames(), %s)] = %s", names, v.code, from[i], to[i])
	}
	return atom(v.code+".Rename("+names+"...)", v.t)
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
			leave(x, "this kind of function for a dataset")
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
