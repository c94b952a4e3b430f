package port

import (
	"fmt"
	"go/types"
	"math/big"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/internal/text/python"
)

// namedCells are cells with their names: a dict, or pairs, in an OrderedDict or a list.
func (t *Translator) namedCells(x python.Expr) (codes []string) {
	d, ok := x.(*python.Dict)
	if !ok {
		d = pairsOf(x)
	}
	if d == nil {
		v := t.value(x)
		switch {
		case v.t.kind == dict:
			return []string{t.namedCellsOf(v)}
		case v.t.named() == "nn.CellDict":
			return []string{v.at(7) + ".Items()..."}
		}
		leave(x, "named cells from a value of this type")
	}
	for i, key := range d.Keys {
		cell := t.value(d.Values[i])
		if key == nil || !cell.t.layer() {
			leave(x, "named cells from a value of this type")
		}
		codes = append(codes, fmt.Sprintf("nn.Named{Name: %s, Cell: %s}", t.expr(key).code, cell.code))
	}
	return codes
}

// namedCellsOf are the cells of a dict in a variable.
func (t *Translator) namedCellsOf(v val) string {
	name := t.scope.temp("cells")
	t.emit("var %s []nn.Named", name)
	t.emit("for _, key := range %s.Keys() {", v.at(7))
	t.emit("%s = append(%s, nn.Named{Name: key.(string), Cell: %s.Get(key).(nn.Layer)})", name, name, v.at(7))
	t.emit("}")
	return name + "..."
}

// pairsOf is a list of pairs, also in an OrderedDict, as a dict; nil for others.
func pairsOf(x python.Expr) *python.Dict {
	if c, ok := x.(*python.Call); ok && len(c.Args) == 1 && len(c.Keywords) == 0 {
		x = c.Args[0]
	}
	elts, ok := elements(x)
	if !ok {
		return nil
	}
	d := &python.Dict{}
	for _, e := range elts {
		pair, ok := elements(e)
		if !ok || len(pair) != 2 {
			return nil
		}
		d.Keys, d.Values = append(d.Keys, pair[0]), append(d.Values, pair[1])
	}
	return d
}

// buffer says whether a class registers a buffer of a name, or one that it extends does.
func (c *classInfo) buffer(name string) (yes bool) {
	if !c.isCell() {
		return false
	}
	for ; c != nil && !yes; c = c.parent {
		yes = has(c.def.Body, func(n any) bool {
			call, method := calledMethod(n)
			if method != "register_buffer" || len(call.Args) == 0 {
				return false
			}
			k, isConst := call.Args[0].(*python.Constant)
			return isConst && k.Value == name
		})
	}
	return yes
}

// cellAttribute is an attribute of a cell that is no field: a buffer, or what add_flags gives it.
func (t *Translator) cellAttribute(v val, name string) (val, bool) {
	switch {
	case v.t.kind == instance && v.t.class.buffer(name):
		return atom(v.at(7)+".GetBuffer("+quoted(name)+")", tArray), true
	case v.t.layer() && t.flagged(name):
		return atom(cellCode(v)+".GetFlags()["+quoted(name)+"]", tAny), true
	}
	return val{}, false
}

// flagged says whether the page gives cells an attribute of a name by add_flags.
func (t *Translator) flagged(name string) bool {
	return t.anywhere(func(n any) bool {
		c, method := calledMethod(n)
		return isIn(method, "add_flags", "add_flags_recursive") &&
			slices.ContainsFunc(c.Keywords, func(k *python.Keyword) bool { return k.Arg == name })
	})
}

// cellCode is a value as one with the methods of a cell.
func cellCode(v val) string {
	if v.t.named() == "nn.Layer" {
		return v.at(7) + ".CellBase()"
	}
	return v.at(7)
}

// addFlags is cell.add_flags(name=value, …).
func addFlags(goes string) specialMethod {
	return func(t *Translator, e *python.Call, v val) val {
		a := t.arguments(e)
		var items []string
		for _, k := range e.Keywords {
			items = append(items, quoted(k.Arg)+": "+t.asAny(a.get(-1, k.Arg)))
		}
		a.done()
		code := fmt.Sprintf("%s.%s(map[string]any{%s})", cellCode(v), goes, strings.Join(items, ", "))
		return atom(code, t.lib.named("nn", "Cell"))
	}
}

// setCellAttribute is cell.name = value of what is no field: a buffer, or the phase, which means nothing here unless
// the page reads it.
func (t *Translator) setCellAttribute(recv val, name string, v val) bool {
	if recv.t.kind == instance && recv.t.class.buffer(name) {
		t.emit("%s.RegisterBuffer(%s, %s)", recv.at(7), quoted(name), t.arrayVal(t.single(v)).code)
		return true
	}
	return name == "phase" && recv.t.layer() && !t.anywhere(func(n any) bool {
		a, ok := n.(*python.Attribute)
		return ok && a.Attr == name && a.Ctx == python.Load
	})
}

// returnsPlaces is the name of the type of a layer whose calls also say where the elements are.
const returnsPlaces = "return_indices"

// withPlaces takes return_indices=True from a call that makes a pool; it is the second argument of adaptive ones.
func withPlaces(e *python.Call, name string) (*python.Call, bool) {
	isTrue := func(x python.Expr) bool {
		c, ok := x.(*python.Constant)
		return ok && c.Value == true
	}
	call := *e
	call.Keywords = slices.DeleteFunc(slices.Clone(e.Keywords), func(k *python.Keyword) bool {
		return k.Arg == "return_indices" && isTrue(k.Value)
	})
	if strings.HasPrefix(name, "AdaptiveMaxPool") && len(e.Args) == 2 && isTrue(e.Args[1]) {
		call.Args = e.Args[:1]
	}
	return &call, len(call.Keywords) < len(e.Keywords) || len(call.Args) < len(e.Args)
}

func placedLayer(v val, placed bool) val {
	if placed {
		u := *v.t
		u.name = returnsPlaces
		v.t = &u
	}
	return v
}

// flatState is a call cell(x, (h, c)) as cell(x, h, c).
func (t *Translator) flatState(e *python.Call) *python.Call {
	if len(e.Args) != 2 {
		return e
	}
	state, ok := elements(e.Args[1])
	if name, isName := e.Args[1].(*python.Name); !ok && isName && t.expr(name).t.kind == tuple {
		for i := range 2 {
			state = append(state, &python.Subscript{Value: name, Slice: &python.Constant{Value: big.NewInt(int64(i))}})
		}
	}
	call := *e
	call.Args = append(e.Args[:1:1], state...)
	return &call
}

// updateCell makes a cell that changes the scale of losses. Python gives back the whole number that it was given.
func updateCell(t *Translator, e *python.Call) val {
	v := t.makerCall(e, "mindspore.nn", e.Func.(*python.Attribute).Attr)
	a := t.arguments(e)
	if x := a.get(0, "loss_scale_value"); x != nil && t.expr(x).t.kind == integer {
		u := *v.t
		u.name = "int"
		v.t = &u
	}
	return v
}

func firstScale(t *Translator, e *python.Call, v val) val {
	t.arguments(e).done()
	if v.t.name == "int" {
		return atom("int("+v.at(7)+".GetLossScale())", tInt)
	}
	return atom(v.at(7)+".GetLossScale()", tFloat)
}

// registerCells enters what this file has for calls.
func registerCells() {
	for _, name := range []string{"FixedLossScaleUpdateCell", "DynamicLossScaleUpdateCell"} {
		specials["mindspore.nn."+name] = updateCell
		specialMethods["train."+name+".get_loss_scale"] = firstScale
	}
	specialMethods[".add_flags"] = addFlags("AddFlags")
	specialMethods[".add_flags_recursive"] = addFlags("AddFlagsRecursive")
}

// sequential is SequentialCell of cells, a list or an OrderedDict.
func sequential(t *Translator, e *python.Call) val {
	return t.cellsOf(e, "SequentialCell")
}

func cellList(t *Translator, e *python.Call) val { return t.cellsOf(e, "CellList") }

func (t *Translator) cellsOf(e *python.Call, kind string) val {
	u := t.lib.named("nn", kind)
	elts := spread(e.Args)
	if len(elts) == 1 {
		if s, ok := elts[0].(*python.Starred); ok {
			elts = []python.Expr{s.Value}
		} else if l, ok := elements(elts[0]); ok {
			elts = l
		} else if c, ok := elts[0].(*python.Call); ok && t.pathOf(c.Func) == "collections.OrderedDict" {
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
			leave(x, "%s of a value of this type", kind)
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

// groups are the parameters of an optimizer, or groups of them.
func (t *Translator) groups(x python.Expr, pkg string) string {
	if l, ok := x.(*python.List); ok && pkg == "optim" {
		if code := t.groupList(l); code != "" {
			return code
		}
		return "nn.ParameterList{" + strings.Join(t.eachCode(l.Elts), ", ") + "}"
	}
	v := t.value(x)
	if pkg == "optim" && v.t.kind == list && v.t.elem.kind == dict {
		leave(x, "groups of parameters in a variable")
	}
	if pkg == "experimental" && strings.Contains(v.t.goText(), "optim.Group") {
		leave(x, "these groups of parameters")
	}
	return v.code
}

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
	if x := a.get(-1, "amp_level"); !isNone(x) {
		codes = append(codes, "train.AMP("+t.as(x, types.Typ[types.String])+")")
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
	leave(x, "these metrics")
	return nil
}

// modelTrain is model.train(epoch, train_dataset, callbacks) or model.fit, which has a second dataset.
func modelTrain(t *Translator, e *python.Call, v val) val {
	a := t.arguments(e)
	codes := []string{t.as(a.need(0, "epoch"), types.Typ[types.Int]), t.expr(a.need(1, "train_dataset")).code}
	place, method := 2, ".Train("
	if x := e.Func.(*python.Attribute); x.Attr == "fit" {
		codes = append(codes, t.expr(a.need(2, "valid_dataset")).code)
		place, method = 4, ".Fit("
	}
	if x := a.get(place, "callbacks"); !isNone(x) {
		if l, ok := x.(*python.List); ok {
			codes = append(codes, t.eachCode(l.Elts)...)
		} else {
			codes = append(codes, t.value(x).code)
		}
	}
	for _, n := range []string{"dataset_sink_mode", "valid_dataset_sink_mode"} {
		a.get(-1, n)
	}
	if x := a.get(-1, "initial_epoch"); x != nil {
		codes = append(codes, "train.InitialEpoch("+t.as(x, types.Typ[types.Int])+")")
	}
	a.done()
	return atom(v.at(7)+method+strings.Join(codes, ", ")+")", tNone)
}

// setupScheduler is super().__init__(optimizer, last_epoch) of a scheduler of the page.
func (t *Translator) setupScheduler(a *arguments, self string) {
	codes := []string{self, t.value(a.need(0, "optimizer")).code}
	if last := a.get(1, "last_epoch"); last != nil {
		codes = append(codes, t.as(last, types.Typ[types.Int]))
	}
	a.done()
	t.emit("%s.Setup(%s)", self, strings.Join(codes, ", "))
}

// groupItem is an element of a group of parameters of an experimental optimizer: its rate is a parameter.
func (t *Translator) groupItem(e *python.Subscript, v val) (val, bool) {
	c, ok := e.Slice.(*python.Constant)
	if !ok || goName(v.t.goes) != "experimental.ParamGroup" {
		return val{}, false
	}
	switch c.Value {
	case "lr":
		return atom(v.at(7)+".LR()", t.lib.parameter()), true
	case "params":
		return atom(v.at(7)+".Params()", t.lib.named("nn", "ParameterList")), true
	}
	return val{}, false
}

// flagsAsNone is a body in which self.x = p is self.x = None if the next statement is if p: self.x = layer, and the
// class only calls self.x and asks whether it is there.
func flagsAsNone(body []python.Stmt, class *python.ClassDef) []python.Stmt {
	out := slices.Clone(body)
	for i, s := range body[:max(len(body)-1, 0)] {
		flag, ok := s.(*python.Assign)
		next, isIf := body[i+1].(*python.If)
		if !ok || !isIf || nameOf(flag.Value) == "" || nameOf(next.Test) != nameOf(flag.Value) || len(next.Body) != 1 ||
			next.Orelse != nil {
			continue
		}
		layer, ok := next.Body[0].(*python.Assign)
		to, isAttr := flag.Targets[0].(*python.Attribute)
		if !ok || !isAttr || attributeName(layer.Targets[0]) != to.Attr {
			continue
		}
		others := 0
		walk(class.Body, func(n any) {
			switch n := n.(type) {
			case *python.Attribute:
				if n.Attr == to.Attr && n.Ctx == python.Load {
					others++
				}
			case *python.Call:
				if attributeName(n.Func) == to.Attr {
					others--
				}
			case *python.If:
				if attributeName(n.Test) == to.Attr {
					others--
				}
			}
		})
		if others == 0 {
			out[i] = &python.Assign{Targets: flag.Targets, Value: &python.Constant{}}
		}
	}
	return out
}

// attributeName is the name of an attribute that is read or assigned, "" for other expressions.
func attributeName(e python.Expr) string {
	a, ok := e.(*python.Attribute)
	if !ok {
		return ""
	}
	return a.Attr
}
