package nn

import (
	"strings"

	"github.com/msrepl/msrepl/internal/pyrepr"
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

// ParametersAndNames returns all parameters with their attribute paths: Cell.parameters_and_names.
func (c *Cell) ParametersAndNames() []NamedParameter {
	c.needOuter("ParametersAndNames")
	c.sync()
	return c.walkParams("")
}

// GetParameters returns an iterator over all parameters: Cell.get_parameters. It looks for them when it is used.
func (c *Cell) GetParameters() ParameterSeq {
	c.needOuter("GetParameters")
	return func(yield func(*Parameter) bool) {
		for _, p := range c.ParametersAndNames() {
			if !yield(p.Param) {
				return
			}
		}
	}
}

// TrainableParams returns the parameters that require a gradient: Cell.trainable_params.
func (c *Cell) TrainableParams() ParameterList { return c.selectParams((*Parameter).RequiresGrad) }

// UntrainableParams returns the parameters that require no gradient: Cell.untrainable_params.
func (c *Cell) UntrainableParams() ParameterList {
	return c.selectParams(func(p *Parameter) bool { return !p.requiresGrad })
}

func (c *Cell) selectParams(want func(*Parameter) bool) ParameterList {
	l := ParameterList{}
	for _, p := range c.ParametersAndNames() {
		if want(p.Param) {
			l = append(l, p.Param)
		}
	}
	return l
}

// ParametersDict returns all parameters by their own names: Cell.parameters_dict.
func (c *Cell) ParametersDict() ParameterDict {
	var d ParameterDict
	for p := range c.GetParameters() {
		d.items = append(d.items, NamedParameter{p.name, p})
	}
	return d
}

// CellsAndNames returns c under the empty name and all cells below it in pre-order under their
// attribute paths: Cell.cells_and_names.
func (c *Cell) CellsAndNames() []Named {
	c.needOuter("CellsAndNames")
	c.sync()
	var out []Named
	for _, n := range c.walkCells("") {
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

// InsertChildToCell adds a child under a name that has no field; its parameters keep their names:
// Cell.insert_child_to_cell. An empty or dotted name and a name in use raise KeyError.
func (c *Cell) InsertChildToCell(name string, child Layer) {
	if name == "" || strings.Contains(name, ".") {
		tensor.Throw("insert_child_to_cell", tensor.KeyError,
			"For 'insert_child_to_cell', the parameter 'child_name' can not be None and can not contain '.' ")
	}
	if child == nil {
		tensor.Throw("insert_child_to_cell", tensor.TypeError,
			"For 'insert_child_to_cell', the argument 'child_cell' must be 'Cell', but got type <class 'NoneType'>.")
	}
	if c.has(name) {
		tensor.Throw("insert_child_to_cell", tensor.KeyError,
			"For 'insert_child_to_cell', the %s child cell already exists in the network. Cannot insert another child cell with the same name.", name)
	}
	base := child.CellBase()
	c.extra = append(c.extra, attr{name: name, cell: base})
	c.naming.isNew(name, base)
}

// InsertParamToCell adds a parameter under a name that has no field; a parameter with the default
// name gets it: Cell.insert_param_to_cell. An empty or dotted name and a name in use raise KeyError,
// a nil parameter raises TypeError.
func (c *Cell) InsertParamToCell(name string, p *Parameter) {
	if name == "" || strings.Contains(name, ".") {
		tensor.Throw("insert_param_to_cell", tensor.KeyError,
			"For 'insert_param_to_cell', the argument 'param_name' should not be None and can not contain \".\"")
	}
	if p == nil {
		tensor.Throw("insert_param_to_cell", tensor.TypeError,
			"For 'insert_param_to_cell', the argument 'param' must be 'Parameter' if not None, but got <class 'NoneType'>.")
	}
	if c.has(name) {
		tensor.Throw("insert_param_to_cell", tensor.KeyError, "For 'insert_param_to_cell', the %s parameter already exists in the network."+
			"Cannot insert another parameter with the same name.", name)
	}
	c.extra = append(c.extra, attr{name: name, param: p})
	c.sync()
}

func (c *Cell) has(name string) bool {
	for _, a := range c.attrs() {
		if a.name == name {
			return true
		}
	}
	return false
}

// Apply calls f for every cell below c, children first, and then for c: Cell.apply.
func (c *Cell) Apply(f func(cell Layer)) {
	for _, child := range c.Cells() {
		child.CellBase().Apply(f)
	}
	f(c.layer())
}

// SetTrain switches c and all cells below it to training, or with false to evaluation: Cell.set_train.
func (c *Cell) SetTrain(mode ...bool) {
	on := len(mode) == 0 || mode[0]
	c.needOuter("SetTrain")
	for _, n := range c.walkCells("") {
		n.cell.training = on
	}
	c.predict = !on
}

// Training tells whether the cell is in training; a new cell is not.
func (c *Cell) Training() bool { return c.training }

// Phase returns "train", also for a new cell, or after SetTrain(false) "predict": Cell.phase.
func (c *Cell) Phase() string {
	if c.predict {
		return "predict"
	}
	return "train"
}
