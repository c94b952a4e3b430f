package port

import (
	"fmt"
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
		leave(x, "cells with names of such a value")
	}
	for i, key := range d.Keys {
		cell := t.value(d.Values[i])
		if key == nil || !cell.t.layer() {
			leave(x, "cells with names of such a value")
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
	v := t.layerCall(e, e.Func.(*python.Attribute).Attr)
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
