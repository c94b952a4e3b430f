package port

import (
	"cmp"
	"fmt"
	"go/types"
	"strings"

	"github.com/msrepl/msrepl/internal/text/python"
)

// forStmt translates a loop.
func (t *Translator) forStmt(s *python.For) {
	t.scope.push()
	defer t.scope.pop()
	t.loop(s.Target, s.Iter, func() { t.body(s.Body) })
	t.emit("}")
}

// withElse writes a loop and its else, which runs unless break has ended the loop.
func (t *Translator) withElse(body, orelse []python.Stmt, loop func()) {
	broke := ""
	if orelse != nil && breaks(body) {
		broke = t.scope.temp("broken")
		t.emit("%s := false", broke)
	}
	t.broke = append(t.broke, broke)
	loop()
	t.broke = t.broke[:len(t.broke)-1]
	switch {
	case orelse == nil:
	case broke == "":
		t.body(orelse)
	default:
		t.emit("if !%s {", broke)
		t.block(orelse)
		t.emit("}")
	}
}

// breaks says whether a break in a body ends the loop that has it.
func breaks(body []python.Stmt) bool {
	return holds(body, func(n any) (is, inside bool) {
		switch n.(type) {
		case *python.FunctionDef, *python.ClassDef, *python.For, *python.While:
			return false, false
		case *python.Break:
			return true, false
		}
		return false, true
	})
}

// loop writes the head of a loop and binds its targets; the caller closes it.
func (t *Translator) loop(target, iter python.Expr, body func()) {
	iter = t.withoutBar(iter)
	if c, ok := iter.(*python.Call); ok {
		switch t.pathOf(c.Func) {
		case "builtins.range":
			t.rangeLoop(target, c, body)
			return
		case "builtins.enumerate":
			t.enumerateLoop(target, c, body)
			return
		case "builtins.zip":
			t.zipLoop(target, c, body)
			return
		case "builtins.list":
			if len(c.Args) == 1 {
				t.loop(target, c.Args[0], body)
				return
			}
		}
		if t.lazyLoop(target, c, body) {
			return
		}
	}
	t.eachLoop(target, iter, "", body)
}

// isBar says whether an expression makes a progress bar, which is nothing here.
func (t *Translator) isBar(x python.Expr) bool {
	c, ok := x.(*python.Call)
	return ok && isIn(t.pathOf(c.Func), "tqdm.tqdm", "tqdm.auto.tqdm", "tqdm.notebook.tqdm")
}

// barCall is a progress bar in a variable: what it goes through, or only a name for what its methods do.
func barCall(t *Translator, e *python.Call) val {
	if len(e.Args) == 0 {
		return val{t: &typ{kind: member, path: barPath}}
	}
	v := t.looped(e.Args[0])
	u := *v.t
	u.name = barPath
	v.t = &u
	return v
}

// barPath is the path of the methods of a progress bar, and the name of the type of what one goes through.
const barPath = "tqdm.bar"

// withoutBar is what a progress bar goes through, and any other expression as it is.
func (t *Translator) withoutBar(x python.Expr) python.Expr {
	if c, ok := x.(*python.Call); ok && t.isBar(x) && len(c.Args) > 0 {
		return c.Args[0]
	}
	return x
}

// loopName binds a target of a loop that is a name, and returns its Go name, "_" when nothing reads it.
func (t *Translator) loopName(target python.Expr, u *typ) string {
	n, ok := target.(*python.Name)
	if !ok {
		leave(target, "this kind of target of a loop")
	}
	if t.scope.reads[n.ID] == 0 {
		return "_"
	}
	g := t.scope.goFor(n.ID)
	delete(t.scope.vars, n.ID)
	t.scope.declare(n.ID, g, u).shared = u.kind == list
	return g
}

func (t *Translator) rangeLoop(target python.Expr, c *python.Call, body func()) {
	var args []val
	if len(c.Args) == 0 {
		leave(c, "range without arguments")
	}
	for _, x := range c.Args {
		v := t.value(x)
		if t.isArray(v) {
			v = atom(t.arrayOf(v).at(7)+".Int()", tInt)
		}
		if v.t.kind != integer {
			leave(x, "range of a value of this type")
		}
		args = append(args, v)
	}
	name := t.loopName(target, tInt)
	first, isConst := args[0].konst.(int)
	t.countsUp(target, len(args) == 1 || isConst && first >= 0 && len(args) == 2)
	switch {
	case len(args) == 1 && name == "_":
		t.emit("for range %s {", args[0].code)
	case len(args) == 1:
		t.emit("for %s := range %s {", name, args[0].code)
	case len(args) == 2 || len(args) == 3:
		if name == "_" {
			name = t.scope.temp("i")
		}
		op, step := "<", name+"++"
		if len(args) == 3 {
			n, ok := args[2].konst.(int)
			if !ok || n == 0 {
				t.emit("for _, %s := range py.Range(%s, %s, %s) {", name, args[0].code, args[1].code, args[2].code)
				break
			}
			if step = fmt.Sprintf("%s += %d", name, n); n < 0 {
				op, step = ">", fmt.Sprintf("%s -= %d", name, -n)
			}
		}
		if end := args[1]; end.konst == nil && strings.Trim(end.code, identifier) != "" { // Python looks at it once
			args[1] = atom(t.scope.temp("end"), tInt)
			t.emit("%s := %s", args[1].code, end.code)
		}
		t.emit("for %s := %s; %s %s %s; %s {", name, args[0].code, name, op, args[1].at(4), step)
	default:
		leave(c, "range of %d arguments", len(args))
	}
	body()
}

// countsUp notes that the variable of a loop counts from 0 or more. The body may assign it something else.
func (t *Translator) countsUp(target python.Expr, yes bool) {
	if n, ok := target.(*python.Name); ok && yes && t.scope.vars[n.ID] != nil {
		t.scope.vars[n.ID].count = true
	}
}

func (t *Translator) enumerateLoop(target python.Expr, c *python.Call, body func()) {
	pair, ok := target.(*python.Tuple)
	if !ok || len(pair.Elts) != 2 || len(c.Args) == 0 {
		leave(c, "enumerate into this kind of target")
	}
	start := ""
	a := t.arguments(c)
	a.get(0, "iterable")
	if x := a.get(1, "start"); x != nil {
		if n, ok := intConst(x); !ok || n != 0 {
			if start = t.value(x).at(4); t.effectful(start) {
				leave(x, "a call as the start of enumerate")
			}
		}
	}
	a.done()
	index := t.loopName(pair.Elts[0], tInt)
	t.countsUp(pair.Elts[0], start == "")
	if start != "" && index != "_" {
		raw := t.scope.temp("k")
		t.eachLoop(pair.Elts[1], c.Args[0], raw, func() {
			t.emit("%s := %s + %s", index, raw, start)
			body()
		})
		return
	}
	t.eachLoop(pair.Elts[1], c.Args[0], index, body)
}

func (t *Translator) zipLoop(target python.Expr, c *python.Call, body func()) {
	names, ok := target.(*python.Tuple)
	if !ok || len(names.Elts) != len(c.Args) {
		leave(c, "zip into this kind of target")
	}
	var lists []val
	var lens []string
	for _, x := range c.Args {
		var v val
		x = t.withoutBar(x)
		if call, ok := x.(*python.Call); ok {
			if inner, _ := t.elementsOf(call); inner != nil {
				x = &python.GeneratorExp{}
				v = t.iterable(call)
			}
		}
		if v.t == nil {
			v = t.value(x)
		}
		if v.t.kind == text {
			v = atom("strings.Split("+v.code+`, "")`, listOf(tText))
		}
		if v.t.kind == result && v.t.elts != nil {
			v = t.returned(v)
		}
		if v.t.kind == golang && iterated(v.t.goes) != nil {
			v = t.iterable(eachOf(x))
		}
		if _, ok := t.elemOf(v); !ok {
			leave(x, "zip of a value of this type")
		}
		v = t.simple(v, "list")
		lists, lens = append(lists, v), append(lens, t.lenOf(v).code)
	}
	i := t.scope.temp("i")
	t.emit("for %s := range min(%s) {", i, strings.Join(lens, ", "))
	for k, v := range lists {
		elem, _ := t.elemOf(v)
		t.bindTarget(names.Elts[k], atom(fmt.Sprintf("%s[%s]", v.at(7), i), elem))
	}
	body()
}

// elemOf returns the type of the elements of something that Go can index.
func (t *Translator) elemOf(v val) (*typ, bool) {
	switch {
	case v.t.kind == list:
		return v.t.elem, true
	case v.t.kind == tuple && v.t.elem != nil:
		return v.t.elem, true
	case v.t.kind == tuple && len(v.t.elts) > 0 && !strings.HasPrefix(v.t.goText(), "py."):
		return v.t.elts[0], true
	case t.isArray(v):
		return &typ{kind: array, numpy: v.t.numpy, dtype: v.t.dtype}, true
	case v.t.kind == golang:
		if s, ok := v.t.goes.Underlying().(*types.Slice); ok {
			return t.lib.typeOf(s.Elem()), true
		}
	}
	return nil, false
}

// elemType is the type of the elements of a list, or of a set, which has no order.
func (t *Translator) elemType(v val) *typ {
	if v.t.kind == set {
		return v.t.elem
	}
	elem, _ := t.elemOf(v)
	return elem
}

// bindTarget gives the targets of a loop their values, inside of the loop.
func (t *Translator) bindTarget(target python.Expr, v val) {
	switch x := target.(type) {
	case *python.Name:
		if v.t.kind == none {
			t.scope.declare(x.ID, "", tNone)
		} else if g := t.loopName(x, v.t); g != "_" {
			t.emit("%s := %s", g, v.code)
		}
	case *python.Tuple:
		t.unpackLoop(x.Elts, v)
	default:
		leave(target, "this kind of target of a loop")
	}
}

// unpackLoop takes the element of a loop apart.
func (t *Translator) unpackLoop(elts []python.Expr, v val) {
	fields := rows[v.t.named()]
	for i, x := range elts {
		switch {
		case fields != nil && i < len(fields):
			t.bindTarget(x, t.rowField(v, fields[i]))
		case v.t.is(tuple, result, list) && i < len(v.t.elts):
			t.bindTarget(x, t.element(x, v, i))
		case v.t.is(tuple, list) && v.t.elem != nil:
			t.bindTarget(x, atom(fmt.Sprintf("%s[%d]", v.at(7), i), v.t.elem))
		case t.isArray(v):
			t.bindTarget(x, atom(fmt.Sprintf("%s[%d]", v.at(7), i), v.t))
		default:
			leave(x, "this kind of target of a loop")
		}
	}
}

// eachLoop goes through the elements of a value; index names their number, "" when it is not wanted.
func (t *Translator) eachLoop(target, iter python.Expr, index string, body func()) {
	iter = t.withoutBar(iter)
	if c, ok := iter.(*python.Call); ok {
		if a, ok := c.Func.(*python.Attribute); ok {
			if t.datasetLoop(target, c, a, index, body) || t.itemsLoop(target, c, a, index, body) {
				return
			}
		}
	}
	v := t.looped(iter)
	if v.parts != nil {
		if l := t.listOfParts(v); l.t != nil {
			v = l
		}
	}
	v = t.single(v)
	index = cmp.Or(index, "_")
	if v.t.kind == result && v.t.elts != nil {
		v = t.returned(v)
	}
	switch elem, ok := t.elemOf(v); {
	case t.isArray(v):
		if index == "_" {
			index = t.scope.temp("i")
		}
		t.emit("for %s := range %s.Dim(0) {", index, t.arrayOf(v).at(7))
		t.bindTarget(target, atom(fmt.Sprintf("%s[%s]", t.arrayOf(v).at(7), index), elem))
	case ok:
		t.emitEach(target, index, v.code, elem)
	case v.t.kind == text:
		t.emitEach(target, index, "strings.Split("+v.code+`, "")`, tText)
	case v.t.kind == set:
		leave(iter, "the order of a set")
	case v.t.kind == dict:
		name := t.loopName(target, v.t.keyType())
		raw := t.scope.temp("key")
		t.emit("for %s, %s := range %s.Keys() {", index, raw, v.at(7))
		if name != "_" {
			t.emit("%s := %s", name, t.unboxed(raw, v.t.keyType(), iter).code)
		}
	case v.t.kind == golang && goName(v.t.goes) == "data.Dataset":
		t.datasetRows(target, v, index, false)
	case v.t.kind == golang:
		t.goLoop(target, v, index)
	default:
		leave(iter, "a loop over a value of this type")
	}
	body()
}

// looped is what a loop goes through.
func (t *Translator) looped(iter python.Expr) val {
	if c, ok := iter.(*python.Call); ok {
		if target, _ := t.elementsOf(c); target != nil {
			return t.iterable(iter)
		}
	}
	if g, ok := iter.(*python.GeneratorExp); ok {
		return t.iterable(g)
	}
	return t.expr(iter)
}

func (t *Translator) emitEach(target python.Expr, index, code string, elem *typ) {
	if strings.HasSuffix(code, ".CellsAndNames()") && elem.name == "cell" { // of modules, the cells alone
		row := t.scope.temp("named")
		t.emit("for %s, %s := range %s {", index, row, code)
		t.bindTarget(target, atom(row+".Cell", tLayer))
		return
	}
	if _, ok := target.(*python.Name); ok {
		name := t.loopName(target, elem)
		switch {
		case name == "_" && index == "_":
			t.emit("for range %s {", code)
		case name == "_":
			t.emit("for %s := range %s {", index, code)
		default:
			t.emit("for %s, %s := range %s {", index, name, code)
		}
		return
	}
	row := t.scope.temp("row")
	t.emit("for %s, %s := range %s {", index, row, code)
	t.bindTarget(target, atom(row, elem))
}

// listOfParts makes a list of a tuple whose parts have one type.
func (t *Translator) listOfParts(v val) val {
	var elem *typ
	var codes []string
	for _, p := range v.parts {
		p = t.single(p)
		if mixed(elem, p.t) { // Python shows 1 and 1.0
			return val{}
		}
		if elem = join(elem, p.t); elem == nil || elem.goText() == "" {
			return val{}
		}
		codes = append(codes, p.code)
	}
	if elem == nil {
		return val{}
	}
	u := listOf(elem)
	return atom(u.goText()+"{"+strings.Join(codes, ", ")+"}", u)
}

// goLoop goes through a collection of our packages.
func (t *Translator) goLoop(target python.Expr, v val, index string) {
	if elem := iterated(v.t.goes); elem != nil && index == "_" {
		name := t.loopName(target, t.lib.typeOf(elem))
		if name == "_" {
			t.emit("for range %s {", v.code)
		} else {
			t.emit("for %s := range %s {", name, v.code)
		}
		return
	}
	for _, m := range []string{"Keys", "All", "List"} {
		f, name := t.lib.method(v.t.goes, m)
		if f == nil || f.Signature().Params().Len() > 0 {
			continue
		}
		r := f.Signature().Results().At(0).Type()
		if s, ok := r.Underlying().(*types.Slice); ok && v.t.elem != nil && goName(s.Elem()) == "nn.Layer" {
			cell := t.scope.temp("cell")
			t.emit("for %s, %s := range %s.%s() {", index, cell, v.at(7), name)
			t.bindTarget(target, atom(cell+".("+v.t.elem.goText()+")", v.t.elem))
			return
		}
		switch u := r.Underlying().(type) {
		case *types.Slice:
			t.emitEach(target, index, v.at(7)+"."+name+"()", t.lib.typeOf(u.Elem()))
			return
		case *types.Signature:
			yield := u.Params().At(0).Type().Underlying().(*types.Signature)
			if yield.Params().Len() == 2 {
				t.emitEach(target, index, v.at(7)+"."+name+"()", t.lib.typeOf(yield.Params().At(1).Type()))
				return
			}
		}
	}
	leave(target, "a loop over a value of this type")
}

// datasetLoop is a loop over an iterator of a dataset.
func (t *Translator) datasetLoop(
	target python.Expr,
	c *python.Call,
	a *python.Attribute,
	index string,
	body func(),
) bool {
	if !isIn(a.Attr, "create_tuple_iterator", "create_dict_iterator") {
		return false
	}
	v := t.expr(a.Value)
	if v.t.named() != "data.Dataset" {
		return false
	}
	args := t.arguments(c)
	for _, n := range []string{"num_epochs", "output_numpy", "do_copy"} {
		args.get(-1, n)
	}
	args.done()
	t.datasetRows(target, v, index, a.Attr == "create_dict_iterator")
	body()
	return true
}

func (t *Translator) datasetRows(target python.Expr, v val, index string, byName bool) {
	index = cmp.Or(index, "_")
	if byName || v.t.name == rowsByName {
		t.emitEach(target, index, v.at(7)+".Dicts()", rowByName)
		return
	}
	row := t.scope.temp("row")
	t.emit("for %s, %s := range %s.All() {", index, row, v.at(7))
	if _, whole := target.(*python.Name); whole {
		t.bindTarget(target, rowOf(row))
		return
	}
	t.bindTarget(target, atom(row, tGrads))
}

// rowsByName is the name of the type of a dataset whose rows are dicts: of an iterator that is kept.
const rowsByName = "rows by name"

// dictIterator is create_dict_iterator() of a dataset where it is kept: the dataset itself.
func dictIterator(t *Translator, e *python.Call, v val) val {
	u := *v.t
	u.name = rowsByName
	v.t = &u
	return v
}

// rowByName is a row of a dataset as a dict of its columns.
var rowByName = &typ{kind: dict, key: tText, elem: tArray}

// rowOf is a row of a dataset, which is a list in Python.
func rowOf(code string) val { return atom("[]*Tensor("+code+")", listOf(tArray)) }

// datasetIterator returns the dataset that a call makes an iterator of, and whether its rows are dicts.
func (t *Translator) datasetIterator(x python.Expr) (v val, byName, ok bool) {
	c, isCall := x.(*python.Call)
	if !isCall {
		return val{}, false, false
	}
	f, isMethod := c.Func.(*python.Attribute)
	if !isMethod || !isIn(f.Attr, "create_tuple_iterator", "create_dict_iterator") {
		return val{}, false, false
	}
	v = t.expr(f.Value)
	return v, f.Attr == "create_dict_iterator", v.t.named() == "data.Dataset"
}

// itemsLoop is a loop over d.items(), d.keys() or d.values().
func (t *Translator) itemsLoop(
	target python.Expr,
	c *python.Call,
	a *python.Attribute,
	index string,
	body func(),
) bool {
	if !isIn(a.Attr, "items", "keys", "values") || len(c.Args) > 0 {
		return false
	}
	v := t.again(a.Value, t.expr(a.Value))
	get := v.at(7) + ".Get"
	var key, elem *typ
	raw := t.scope.temp("key")
	keyCode := raw
	switch {
	case v.t.kind == dict:
		key, elem, keyCode = v.t.keyType(), v.t.elem, t.unboxed(raw, v.t.keyType(), c).code
	case v.t.kind == golang && t.lib.memberOf(v.t.goes, "Keys") != "" && t.lib.memberOf(v.t.goes, "Get") != "":
		f, _ := t.lib.method(v.t.goes, "Get")
		key, elem = tText, t.lib.typeOf(f.Signature().Results().At(0).Type())
	default:
		return false
	}
	index = cmp.Or(index, "_")
	t.emit("for %s, %s := range %s.Keys() {", index, raw, v.at(7))
	value := atom(get+"("+raw+")", elem)
	if v.t.kind == dict {
		value = t.unboxed(value.code, elem, target)
	}
	names, isPair := target.(*python.Tuple)
	switch {
	case a.Attr == "items" && isPair && len(names.Elts) == 2:
		t.bindTarget(names.Elts[0], atom(keyCode, key))
		t.bindTarget(names.Elts[1], value)
	case a.Attr == "keys":
		t.bindTarget(target, atom(keyCode, key))
	case a.Attr == "values":
		t.bindTarget(target, value)
	case a.Attr == "items":
		pair := &typ{kind: tuple, elts: []*typ{key, elem}}
		t.bindTarget(target, atom("py.Tuple{"+keyCode+", "+value.code+"}", pair))
	default:
		leave(target, "this kind of target of a loop")
	}
	body()
	return true
}

func (t *Translator) whileStmt(s *python.While) {
	t.hoist(s, s.Body)
	t.inExpr++
	test := t.test(s.Test)
	t.inExpr--
	if test == "true" {
		t.emit("for {")
	} else {
		t.emit("for %s {", test)
	}
	t.block(s.Body)
	t.emit("}")
}
