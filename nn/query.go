package nn

import (
	"reflect"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/internal/text/pyrepr"
	"github.com/msrepl/msrepl/tensor"
)

// Named is a cell with its name, an element of a named SequentialCell or of CellsAndNames.
type Named struct {
	Name string
	Cell Layer
}

// String is the text of the Python tuple (name, cell).
func (n Named) String() string { return pyrepr.Line(n) }

// ReprParts returns the brackets of a Python tuple, the name and the cell.
func (n Named) ReprParts() (open string, parts []any, end string) {
	return "(", []any{n.Name, n.Cell.CellBase()}, ")"
}

// walkCells returns c and the cells below it in pre-order, each once, under their attribute paths.
func (c *Cell) walkCells(prefix string) []namedCell {
	seen := map[*Cell]bool{}
	var out []namedCell
	var walk func(path string, c *Cell)
	walk = func(path string, c *Cell) {
		if seen[c] {
			return
		}
		seen[c] = true
		out = append(out, namedCell{path, c})
		for _, a := range c.attrs() {
			if a.cell != nil {
				walk(join(path, a.name), a.cell)
			}
		}
	}
	walk(prefix, c)
	return out
}

type namedCell struct {
	path string
	cell *Cell
}

// walkParams returns the parameters of c and of the cells below it, each once; those of a cell come
// before those of its children.
func (c *Cell) walkParams(prefix string) []NamedParameter {
	seen := map[*Parameter]bool{}
	var out []NamedParameter
	add := func(path string, p *Parameter) {
		if !seen[p] {
			seen[p] = true
			out = append(out, NamedParameter{path, p})
		}
	}
	for _, n := range c.walkCells(prefix) {
		for _, a := range n.cell.attrs() {
			if a.param != nil {
				add(join(n.path, a.name), a.param)
			}
			for _, p := range a.tuple {
				add(join(n.path, n.cell.naming.path(p)), p)
			}
		}
	}
	return out
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// ParametersAndNames returns all parameters with their attribute paths, with a prefix if one is given:
// Cell.parameters_and_names.
func (c *Cell) ParametersAndNames(prefix ...string) []NamedParameter {
	c.needOuter("ParametersAndNames")
	c.sync()
	return c.walkParams(strings.Join(prefix, "."))
}

// GetParameters returns an iterator over all parameters or, with expand false, over those of the cell without the
// cells below it: Cell.get_parameters. The parameters are looked up when it is used.
func (c *Cell) GetParameters(expand ...bool) ParameterSeq {
	c.needOuter("GetParameters")
	return func(yield func(*Parameter) bool) {
		for _, p := range c.parameters(expand) {
			if !yield(p) {
				return
			}
		}
	}
}

// parameters returns all parameters, or only the cell's own if recurse is false.
func (c *Cell) parameters(recurse []bool) []*Parameter {
	if len(recurse) > 0 && !recurse[0] {
		c.sync()
		return c.ownParams()
	}
	return each(c.ParametersAndNames(), func(n NamedParameter) *Parameter { return n.Param })
}

// TrainableParams returns the parameters that require a gradient: Cell.trainable_params. With recurse false it
// excludes the cells below.
func (c *Cell) TrainableParams(recurse ...bool) ParameterList {
	return c.selectParams(recurse, (*Parameter).RequiresGrad)
}

// UntrainableParams returns the parameters that require no gradient: Cell.untrainable_params. Recurse is that of
// TrainableParams.
func (c *Cell) UntrainableParams(recurse ...bool) ParameterList {
	return c.selectParams(recurse, func(p *Parameter) bool { return !p.requiresGrad })
}

func (c *Cell) selectParams(recurse []bool, want func(*Parameter) bool) ParameterList {
	l := ParameterList{}
	for _, p := range c.parameters(recurse) {
		if want(p) {
			l = append(l, p)
		}
	}
	return l
}

// ParametersDict returns all parameters by their own names: Cell.parameters_dict. Recurse is that of TrainableParams.
func (c *Cell) ParametersDict(recurse ...bool) ParameterDict {
	c.needOuter("ParametersDict")
	var d ParameterDict
	for _, p := range c.parameters(recurse) {
		d.items = append(d.items, NamedParameter{p.name, p})
	}
	return d
}

// CellsAndNames returns c under the empty name and all cells below it in pre-order under their attribute paths, with
// a prefix if one is given: Cell.cells_and_names.
func (c *Cell) CellsAndNames(prefix ...string) []Named {
	c.needOuter("CellsAndNames")
	c.sync()
	var out []Named
	for _, n := range c.walkCells(strings.Join(prefix, ".")) {
		out = append(out, Named{n.path, n.cell.layer()})
	}
	return out
}

// NameCells returns the direct children with their attribute names, each once: Cell.name_cells.
func (c *Cell) NameCells() []Named {
	c.needOuter("NameCells")
	c.sync()
	var out []Named
	seen := map[*Cell]bool{}
	for _, a := range c.attrs() {
		if a.cell != nil && !seen[a.cell] {
			seen[a.cell] = true
			out = append(out, Named{a.name, a.cell.layer()})
		}
	}
	return out
}

// Cells returns the direct children: Cell.cells.
func (c *Cell) Cells() []Layer {
	var out []Layer
	for _, n := range c.NameCells() {
		out = append(out, n.Cell)
	}
	return out
}

// InsertChildToCell adds a child under a name that is not a field, after the other children; its parameters keep
// their names: Cell.insert_child_to_cell. [Cell.GetSubCell] returns it. A child that was inserted under the same name
// is replaced. An empty or dotted name and that of a field raise KeyError.
func (c *Cell) InsertChildToCell(name string, child Layer) {
	if name == "" || strings.Contains(name, ".") {
		tensor.Throw("insert_child_to_cell", tensor.KeyError,
			"For 'insert_child_to_cell', the parameter 'child_name' can not be None and can not contain '.' ")
	}
	if child == nil {
		tensor.Throw("insert_child_to_cell", tensor.TypeError,
			"For 'insert_child_to_cell', the argument 'child_cell' must be 'Cell', but got type <class 'NoneType'>.")
	}
	base := child.CellBase()
	if !c.replaceExtra(attr{name: name, cell: base}) {
		if c.occupied(name) {
			tensor.Throw("insert_child_to_cell", tensor.KeyError,
				"For 'insert_child_to_cell', the %s child cell already exists in the network. Cannot insert another child cell with the same name.", name)
		}
		c.insert(attr{name: name, cell: base})
	}
	c.naming.isNew(name, base)
}

// replaceExtra replaces the attribute inserted under a's name by a, if it is of the same kind.
func (c *Cell) replaceExtra(a attr) bool {
	for i, e := range c.extra {
		if e.name == a.name && (e.cell != nil) == (a.cell != nil) {
			a.inserted = e.inserted
			c.extra[i] = a
			return true
		}
	}
	return false
}

// InsertParamToCell adds a parameter under a name that is not a field; a parameter with the default name gets this
// name: Cell.insert_param_to_cell. A parameter under that name, inserted or in a field, is replaced. An empty name,
// the name of anything else and, unless checkDot is false, a dotted name raise KeyError, a nil parameter raises
// TypeError.
func (c *Cell) InsertParamToCell(name string, p *Parameter, checkDot ...bool) {
	if name == "" || strings.Contains(name, ".") && (len(checkDot) == 0 || checkDot[0]) {
		tensor.Throw("insert_param_to_cell", tensor.KeyError,
			"For 'insert_param_to_cell', the argument 'param_name' should not be None and can not contain \".\"")
	}
	if p == nil {
		tensor.Throw("insert_param_to_cell", tensor.TypeError,
			"For 'insert_param_to_cell', the argument 'param' must be 'Parameter' if not None, but got <class 'NoneType'>.")
	}
	if !c.replaceExtra(attr{name: name, param: p}) && !c.setParamField(name, p) {
		if c.occupied(name) {
			tensor.Throw("insert_param_to_cell", tensor.KeyError, "For 'insert_param_to_cell', the %s parameter already exists in the network."+
				"Cannot insert another parameter with the same name.", name)
		}
		c.insert(attr{name: name, param: p})
	}
	c.sync()
}

// setParamField assigns p to the field called name if the field is for parameters.
func (c *Cell) setParamField(name string, p *Parameter) bool {
	v := reflect.ValueOf(c.outer)
	if v.Kind() != reflect.Pointer || v.Elem().Kind() != reflect.Struct {
		return false
	}
	for i := range v.Elem().NumField() {
		if f := v.Elem().Field(i); f.Type() == reflect.TypeFor[*Parameter]() && fieldName(v.Elem().Type(), i) == name {
			exposed(f).Set(reflect.ValueOf(p))
			return true
		}
	}
	return false
}

func (c *Cell) has(name string) bool {
	return slices.ContainsFunc(c.attrs(), func(a attr) bool { return a.name == name })
}

// Apply calls f for every cell below c, children first, and then for c, which it returns: Cell.apply.
func (c *Cell) Apply(f func(cell Layer)) *Cell {
	for _, child := range c.Cells() {
		child.CellBase().Apply(f)
	}
	f(c.layer())
	return c
}

// SetTrain switches c and all cells below it to training, or with false to evaluation, and returns c: Cell.set_train.
func (c *Cell) SetTrain(mode ...bool) *Cell {
	on := len(mode) == 0 || mode[0]
	c.needOuter("SetTrain")
	for _, n := range c.walkCells("") {
		n.cell.training = on
	}
	c.predict = !on
	return c
}

// Training reports whether the cell is in training; a new cell is not.
func (c *Cell) Training() bool { return c.training }

// Phase returns "train", also for a new cell, or after SetTrain(false) "predict": Cell.phase.
func (c *Cell) Phase() string {
	if c.predict {
		return "predict"
	}
	return "train"
}
