package port

import (
	"cmp"
	"fmt"
	"go/types"
	"strings"

	"github.com/msrepl/msrepl/internal/text/python"
)

// pathOf returns the path of what a library has by the name that e writes, "" for other expressions.
func (t *Translator) pathOf(e python.Expr) string {
	switch e := e.(type) {
	case *python.Name:
		if v := t.scope.find(e.ID); v != nil {
			if v.t != nil && v.t.kind == member {
				return v.t.path
			}
			return ""
		}
		if builtins[e.ID] {
			return "builtins." + e.ID
		}
		if path := t.later[e.ID]; path != "" && t.scope.fn != nil {
			return path
		}
		return t.imported[e.ID]
	case *python.Attribute:
		if base := t.pathOf(e.Value); base != "" {
			return canonical(base + "." + e.Attr)
		}
	}
	return ""
}

func (t *Translator) attribute(e *python.Attribute) val {
	if path := t.pathOf(e); path != "" {
		return t.memberValue(e, path)
	}
	if e.Attr == "__name__" {
		return t.nameOfClass(e)
	}
	if c, ok := e.Value.(*python.Call); ok && isIn(t.pathOf(c.Func), "numpy.finfo", "numpy.iinfo") {
		return t.limit(c, e.Attr)
	}
	v := t.expr(e.Value)
	if v.parts != nil || v.multi {
		v = t.single(v)
	}
	return t.attributeOf(e, v)
}

// nameOfClass is x.__class__.__name__, type(x).__name__ and the name of a function of the page.
func (t *Translator) nameOfClass(e *python.Attribute) val {
	x := e.Value
	a, isAttr := x.(*python.Attribute)
	c, isCall := x.(*python.Call)
	switch {
	case isAttr && a.Attr == "__class__":
		x = a.Value
	case isCall && t.pathOf(c.Func) == "builtins.type" && len(c.Args) == 1:
		x = c.Args[0]
	default:
		v := t.expr(x)
		if f, ok := v.t.fnNode(); ok && v.t.name != severalFunctions {
			return val{code: quoted(f.Name), prec: 7, t: tText, konst: f.Name}
		}
		leave(e, "__name__ of a value of this type")
	}
	v := t.value(x)
	name := ""
	switch {
	case v.t.kind == instance:
		name = v.t.class.def.Name
	case v.t.kind == golang && goName(v.t.goes) != "nn.Layer":
		_, name, _ = strings.Cut(goName(v.t.goes), ".")
	case v.t.kind == array && !v.t.numpy:
		name = "Tensor"
	default:
		name = typeNames[v.t.kind]
	}
	if name == "" {
		leave(e, "the class of a value of this type")
	}
	return val{code: quoted(name), prec: 7, t: tText, konst: name}
}

// fnNode is the definition of a function of the page.
func (t *typ) fnNode() (*python.FunctionDef, bool) {
	if t.kind != function {
		return nil, false
	}
	f, ok := t.fn.node.(*python.FunctionDef)
	return f, ok
}

// memberValue is a name of a library that is no call.
func (t *Translator) memberValue(e python.Expr, path string) val {
	if d := dtypeOf(path); d != "" {
		return atom("tensor."+d, t.lib.dtype)
	}
	if c, ok := constants[path]; ok {
		return c
	}
	return val{t: &typ{kind: member, path: path}, node: e}
}

func (t *Translator) attributeOf(e *python.Attribute, v val) val {
	name := e.Attr
	switch {
	case t.isArray(v) && v.t.named() != "nn.Parameter":
		recv := t.arrayOf(v)
		if out, ok := t.callForm("@tensor."+name, &python.Call{}, &recv); ok {
			return out
		}
	case v.t.kind == instance:
		if out, ok := t.field(e, v, name); ok {
			return out
		}
	case v.t.kind == class && v.t.class.shared[name] != nil:
		return t.expr(v.t.class.shared[name])
	case v.t.kind == golang:
		if out, ok := t.goAttribute(v, name); ok {
			return out
		}
	}
	if out, ok := t.cellAttribute(v, name); ok {
		return out
	}
	return val{t: &typ{kind: method, recv: &v, name: name}, node: e}
}

// goAttribute is an attribute of a value of our packages: a field, or a method without arguments.
func (t *Translator) goAttribute(v val, name string) (val, bool) {
	if v.t.named() == "nn.Parameter" && name == "shape" && v.t.name == "torch" {
		return atom(v.at(7)+".Shape()", &typ{kind: list, elem: tInt, name: "torch.Size"}), true
	}
	if out, ok := t.callForm("@"+v.t.named()+"."+name, &python.Call{}, &v); ok || v.t.named() == "nn.Parameter" {
		return out, ok
	}
	goes := t.lib.memberOf(v.t.goes, name)
	if goes == "" {
		return val{}, false
	}
	o, _, _ := types.LookupFieldOrMethod(v.t.goes, true, nil, goes)
	switch o := o.(type) {
	case *types.Var:
		if goes == "LearningRate" { // a Parameter where it is read, unless it is computed
			return atom(v.at(7)+".LearningRate.(*nn.Parameter)", t.lib.parameter()), true
		}
		return atom(v.at(7)+"."+goes, t.lib.typeOf(o.Type())), true
	case *types.Func:
		sig := o.Type().(*types.Signature)
		isAttribute := attributes[name] || sparseAttributes[name] && strings.HasPrefix(v.t.named(), "sparse.")
		if isAttribute && sig.Results().Len() == 1 && (sig.Params().Len() == 0 || sig.Variadic() && sig.Params().Len() == 1) {
			return atom(v.at(7)+"."+goes+"()", t.lib.typeOf(sig.Results().At(0).Type())), true
		}
	}
	return val{}, false
}

// attributes are the names of MindSpore's that are attributes there and methods here.
var attributes = map[string]bool{
	"training": true, "phase": true, "parameters": true, "bprop_debug": true,
	"param_groups": true, "values": true, "indices": true, "indptr": true, "shape": true, "dtype": true,
}

// sparseAttributes are those of sparse tensors.
var sparseAttributes = map[string]bool{
	"values": true, "indices": true, "indptr": true, "shape": true, "dtype": true, "size": true, "itemsize": true,
	"ndim": true, "dense_shape": true,
}

// field is an attribute of an object of a class of the page.
func (t *Translator) field(e *python.Attribute, v val, name string) (val, bool) {
	if f := v.t.class.field(name); f != nil {
		switch {
		case f.t.kind == unknown && !t.final && t.storesNone(v.t.class, name):
			return atom("nil", tNone), true
		case f.t == nil || f.t.kind == unknown:
			leave(e, "the attribute %s, whose type is unknown", name)
		case f.t.kind == none:
			return atom("nil", tNone), true
		case f.code != "":
			return val{code: f.code, prec: 7, t: f.t}, true
		case f.t.opt:
			return pointed(v.at(7)+"."+f.goes, f.t), true
		}
		return atom(v.at(7)+"."+f.goes, f.t), true
	}
	if m := v.t.class.method(name); m != nil {
		if m.property {
			return t.callFn(&python.Call{Func: e}, m, v.at(7)+"."+m.name), true
		}
		return val{}, false
	}
	base := v.t.class.base
	if base == nil {
		return val{}, false
	}
	if goName(base) == "experimental.LRScheduler" && isIn(name, "_last_lr", "base_lrs") {
		code := map[string]string{"_last_lr": ".Rates()", "base_lrs": ".BaseLRs"}[name]
		return atom(v.at(7)+code, listOf(tFloat)), true
	}
	if goName(base) == "optim.Optimizer" && name == "learning_rate" {
		return atom(v.at(7)+".LearningRate.(*nn.Parameter)", t.lib.parameter()), true
	}
	return t.goAttribute(val{code: v.code, prec: v.prec, t: &typ{kind: golang, goes: base}}, name)
}

func (t *Translator) setAttribute(x *python.Attribute, v val) {
	recv := t.expr(x.Value)
	if f := t.scope.fn; f != nil && recv.t.kind == instance && f.class == recv.t.class && (f == f.class.init || f.inits) {
		if t.storeField(recv.t.class, x.Attr, v) {
			return
		}
	}
	switch {
	case recv.t.kind == instance:
		if f := recv.t.class.field(x.Attr); f != nil && f.code == "" {
			if f.t.fixed() {
				leave(x, "the attribute %s, which is a class", x.Attr)
			}
			if v.t.kind == none {
				t.storeNone(x, recv, f)
				return
			}
			v = t.single(v)
			t.fieldTakes(recv.t.class, f, v.t)
			if f.t.opt {
				t.emit("%s.%s = %s", recv.at(7), f.goes, t.pointer(v, f.t))
				return
			}
			if mixed(f.t, v.t) && !t.augmenting {
				leave(x, "the attribute %s is sometimes an integer and sometimes a float", x.Attr)
			}
			j := join(f.t, v.t)
			toArray := j != nil && j.kind == array && f.t.number()
			if f.t.kind == unknown || toArray || t.augmenting && mixed(f.t, v.t) {
				f.t = j
			}
			t.emit("%s.%s = %s", recv.at(7), f.goes, t.convert(v, f.t).code)
			return
		}
		if base := recv.t.class.base; base != nil && t.setter(recv, base, x.Attr, v) {
			return
		}
	case recv.t.kind == golang:
		if t.setter(recv, recv.t.goes, x.Attr, v) || t.shareParameter(recv, x.Attr, v) {
			return
		}
	}
	if !t.setCellAttribute(recv, x.Attr, v) {
		leave(x, "an assignment to the attribute %s", x.Attr)
	}
}

// shareParameter makes a parameter of one layer that of another: head.weight = embedding.embedding_table.
func (t *Translator) shareParameter(recv val, name string, v val) bool {
	goes := t.lib.memberOf(recv.t.goes, name)
	if goes == "" || v.t.named() != "nn.Parameter" {
		return false
	}
	o, _, _ := types.LookupFieldOrMethod(recv.t.goes, true, nil, goes)
	field, ok := o.(*types.Var)
	if !ok || !types.Identical(field.Type(), v.t.goes) {
		return false
	}
	t.emit("%s.%s = %s", recv.at(7), goes, v.code)
	return true
}

// setter calls the Set method of an attribute.
func (t *Translator) setter(recv val, goes types.Type, name string, v val) bool {
	m := t.lib.memberOf(goes, "set_"+name)
	if m == "" {
		return false
	}
	t.emit("%s.%s(%s)", recv.at(7), m, t.single(v).code)
	return true
}

// subscript is value[index].
func (t *Translator) subscript(e *python.Subscript) val {
	switch path := t.pathOf(e.Value); path {
	case "numpy.mgrid", "numpy.ogrid", "mindspore.numpy.mgrid", "mindspore.numpy.ogrid":
		return t.gridOf(e, path)
	case "numpy.r_":
		return t.joinedIn(e, "HStack")
	case "numpy.c_":
		return t.joinedIn(e, "ColumnStack")
	}
	v := t.expr(e.Value)
	if n, ok := t.constIndex(e.Slice, v); ok {
		return t.element(e, v, n)
	}
	if (v.parts != nil || v.multi) && v.t.kind == tuple {
		v = t.single(v)
	}
	switch {
	case t.isArray(v):
		return t.arrayIndex(v, e.Slice)
	case v.t.is(list, tuple):
		return t.listIndex(e, v)
	case v.t.kind == text:
		return t.textIndex(e, v)
	case v.t.kind == instance && v.t.class.method("__getitem__") != nil:
		return t.callFn(&python.Call{Func: e, Args: []python.Expr{e.Slice}}, v.t.class.method("__getitem__"), v.at(7)+".At")
	case v.t.kind == dict:
		key := t.value(e.Slice)
		if v.t.name == defaultDict {
			t.keyed(e.Value, key.t)
		}
		return t.unboxed(v.at(7)+".Get("+t.boxed(key)+")", t.knownItem(e, v), e)
	case v.t.kind == golang:
		return t.goIndex(e, v)
	}
	return leave(e, "an index into a value of this type")
}

// unboxed is an element of a container of any as the type that it has.
func (t *Translator) unboxed(code string, u *typ, e python.Expr) val {
	switch {
	case u == nil || u.kind == unknown || u.kind == anything && !u.numpy:
		return atom(code, tAny)
	case u.kind == anything:
		return atom(code, u)
	case u.kind == none:
		return atom("nil", tNone)
	case u.boxed && u.elem != nil && u.elem.kind == integer:
		return atom("py.Ints(tensor.New("+code+"))", tShape)
	case u.goText() == "":
		leave(e, "an element of this type")
	}
	return atom(code+".("+u.goText()+")", u)
}

// constIndex is the index of an element of a tuple whose parts are known.
func (t *Translator) constIndex(slice python.Expr, v val) (int, bool) {
	n, ok := intConst(slice)
	size := len(v.t.elts)
	if !ok || !v.t.is(tuple, result, list) || v.t.elts == nil {
		return 0, false
	}
	if n < 0 {
		n += size
	}
	return n, n >= 0 && n < size
}

func intConst(e python.Expr) (int, bool) {
	switch e := e.(type) {
	case *python.Constant:
		return e.Int()
	case *python.UnaryOp:
		if c, ok := e.Operand.(*python.Constant); ok && e.Op == "USub" {
			n, ok := c.Int()
			return -n, ok
		}
	}
	return 0, false
}

// element is one part of a tuple.
func (t *Translator) element(e python.Expr, v val, n int) val {
	switch {
	case v.parts != nil:
		return v.parts[n]
	case v.t.kind == result:
		return atom(fmt.Sprintf("%s.At(%d)", v.at(7), n), v.t.elts[n])
	}
	v = t.single(v)
	code := fmt.Sprintf("%s[%d]", v.at(7), n)
	if v.t.kind == list || strings.HasPrefix(v.t.goText(), "py.") {
		return t.unboxed(code, v.t.elts[n], e)
	}
	return atom(code, v.t.elts[n])
}

// arrayIndex is x[index] of a tensor.
func (t *Translator) arrayIndex(v val, slice python.Expr) val {
	u := &typ{kind: array, numpy: v.t.numpy, dtype: v.t.dtype}
	v = t.arrayOf(v)
	if t.plainIndex(slice) {
		return atom(v.at(7)+"["+t.index(slice)+"]", u)
	}
	var codes []string
	elts := []python.Expr{slice}
	if tp, ok := slice.(*python.Tuple); ok {
		elts = tp.Elts
	}
	for _, x := range elts {
		codes = append(codes, t.atIndex(x))
	}
	return atom(v.at(7)+".At("+strings.Join(codes, ", ")+")", u)
}

// plainIndex says whether a cell can write the index as Python does.
func (t *Translator) plainIndex(e python.Expr) bool {
	if tp, ok := e.(*python.Tuple); ok {
		for _, x := range tp.Elts {
			if !t.plainIndex(x) {
				return false
			}
		}
		return len(tp.Elts) > 1
	}
	c, ok := e.(*python.Constant)
	return !t.isNewAxis(e) && (!ok || func() bool { _, isInt := c.Int(); return isInt }())
}

// isNewAxis says whether an index is numpy.newaxis, another name of None.
func (t *Translator) isNewAxis(e python.Expr) bool {
	path := t.pathOf(e)
	return path == "numpy.newaxis" || path == "mindspore.numpy.newaxis"
}

// index is the text between brackets.
func (t *Translator) index(e python.Expr) string {
	switch e := e.(type) {
	case *python.Tuple:
		return commas(e.Elts, t.index)
	case *python.Slice:
		s := t.bound(e.Lower) + ":" + t.bound(e.Upper)
		if e.Step != nil {
			s += ":" + t.bound(e.Step)
		}
		return s
	}
	v := t.value(e)
	switch {
	case v.t.kind == integer, t.isArray(v):
		return t.arrayOf(v).code
	case v.t.kind == list && v.t.elem.kind == integer:
		return "tensor.New(" + v.code + ")"
	case v.t.kind == tuple && v.t.goText() == "Tuple":
		return v.code
	case v.t.kind == tuple && len(v.t.elts) > 0 && v.t.goText() == "[]int":
		codes := make([]string, len(v.t.elts))
		for i := range codes {
			codes[i] = t.element(e, v, i).code
		}
		return strings.Join(codes, ", ")
	}
	leave(e, "an index of this type")
	return ""
}

func (t *Translator) bound(e python.Expr) string {
	if e == nil {
		return ""
	}
	v := t.value(e)
	if t.isArray(v) {
		return t.arrayOf(v).at(7) + ".Int()"
	}
	if v.t.kind != integer {
		leave(e, "a bound of this type")
	}
	return v.at(4)
}

// atIndex is an index as an argument of At.
func (t *Translator) atIndex(e python.Expr) string {
	if t.isNewAxis(e) {
		return "tensor.NewAxis"
	}
	switch e := e.(type) {
	case *python.Constant:
		switch e.Value.(type) {
		case nil:
			return "tensor.NewAxis"
		case python.Ellipsis:
			return "tensor.Ellipsis"
		}
	case *python.Slice:
		lo, hi := t.bound(e.Lower), t.bound(e.Upper)
		switch {
		case e.Step != nil:
			leave(e, "a step together with ... or None")
		case lo == "" && hi == "":
			return "tensor.All()"
		case hi == "":
			return "tensor.From(" + lo + ")"
		case lo == "":
			return "tensor.To(" + hi + ")"
		}
		return "tensor.Span(" + lo + ", " + hi + ")"
	}
	return t.index(e)
}

// goIndex is an index of a value of our packages.
func (t *Translator) goIndex(e *python.Subscript, v val) val {
	if out, ok := t.groupItem(e, v); ok {
		return out
	}
	if s, ok := e.Slice.(*python.Slice); ok {
		return t.goSlice(e, s, v)
	}
	key := t.value(e.Slice)
	if s, ok := v.t.goes.Underlying().(*types.Slice); ok && key.t.kind == integer {
		if fromEnd(e.Slice) {
			v = t.again(e, v)
		}
		return atom(v.at(7)+"["+t.listBound(e.Slice, v)+"]", t.lib.typeOf(s.Elem()))
	}
	if fields := rows[goName(v.t.goes)]; fields != nil {
		if n, ok := intConst(e.Slice); ok && n >= 0 && n < len(fields) {
			return t.rowField(v, fields[n])
		}
	}
	want := "At"
	if key.t.kind == text {
		want = "Get"
	}
	if f, name := t.lib.method(v.t.goes, want); f != nil {
		sig := f.Signature()
		if sig.Params().Len() == 1 && sig.Results().Len() == 1 {
			if v.t.elem != nil && goName(sig.Results().At(0).Type()) == "nn.Layer" { // a cell of a class of the page
				return atom(v.at(7)+"."+name+"("+key.code+").("+v.t.elem.goText()+")", v.t.elem)
			}
			return atom(v.at(7)+"."+name+"("+key.code+")", t.lib.typeOf(sig.Results().At(0).Type()))
		}
	}
	return leave(e, "an index into a value of this type")
}

// goSlice is value[lower:upper] of a list or a container of cells of our packages.
func (t *Translator) goSlice(e *python.Subscript, s *python.Slice, v val) val {
	if _, ok := v.t.goes.Underlying().(*types.Slice); ok {
		return atom(t.slicedBy(s, v.code)+".("+v.t.goText()+")", v.t)
	}
	if f, _ := t.lib.method(v.t.goes, "Slice"); f == nil || s.Step != nil {
		leave(e, "this kind of slice of a value of this type")
	}
	v = t.again(e, v)
	lower, upper := cmp.Or(t.bound(s.Lower), "0"), cmp.Or(t.bound(s.Upper), v.at(7)+".Len()")
	return atom(fmt.Sprintf("%s.Slice(%s, %s)", v.at(7), lower, upper), v.t)
}

// rows are the structs that stand for tuples of Python.
var rows = map[string][]string{
	"nn.Named": {"Name", "Cell"}, "nn.NamedParameter": {"Name", "Param"}, "nn.NamedBuffer": {"Name", "Buffer"},
}

func (t *Translator) rowField(v val, name string) val {
	o, _, _ := types.LookupFieldOrMethod(v.t.goes, true, nil, name)
	return atom(v.at(7)+"."+name, t.lib.typeOf(o.Type()))
}
