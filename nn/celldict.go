package nn

import (
	"strings"

	"github.com/msrepl/msrepl/py"
	"github.com/msrepl/msrepl/tensor"
)

// CellDict holds cells by name in insertion order: mindspore.nn.CellDict. It cannot be called.
//
//ms:class layer.container
type CellDict struct {
	Cell
	items cellItems
}

// NewCellDict returns the cells under their names as a CellDict. An empty or dotted name raises
// KeyError.
func NewCellDict(cells ...Named) *CellDict {
	d := &CellDict{items: cellItems{class: "CellDict"}}
	d.put(cells)
	d.Init(d)
	return d
}

func (d *CellDict) put(cells []Named) {
	for _, c := range cells {
		if c.Name == "" || strings.Contains(c.Name, ".") {
			tensor.Throw("CellDict", tensor.KeyError, "For 'CellDict', the key can not be empty and can not contain '.', but got '%s'.", c.Name)
		}
		c.Cell = appendCells("CellDict", nil, c.Cell)[0]
		if i := d.find(c.Name); i >= 0 {
			d.items.list[i] = c
		} else {
			d.items.list = append(d.items.list, c)
		}
	}
}

// find returns the index of a name, or -1.
func (d *CellDict) find(name string) int {
	for i, n := range d.items.list {
		if n.Name == name {
			return i
		}
	}
	return -1
}

func (d *CellDict) need(name string) int {
	i := d.find(name)
	if i < 0 {
		tensor.Throw("CellDict", tensor.KeyError, "'%s'", name)
	}
	return i
}

// Get returns the cell called name. It raises KeyError if there is none.
func (d *CellDict) Get(name string) Layer { return d.items.list[d.need(name)].Cell }

// Set sets the cell with this name.
func (d *CellDict) Set(name string, cell Layer) { d.Update(Named{name, cell}) }

// Update sets the cells with these names: CellDict.update.
func (d *CellDict) Update(cells ...Named) { relabel(&d.Cell, &d.items, func() { d.put(cells) }) }

// Pop removes and returns the cell called name: CellDict.pop. It raises KeyError if there is none.
func (d *CellDict) Pop(name string) Layer {
	i := d.need(name)
	cell := d.items.list[i].Cell
	d.items.remove(i)
	return cell
}

// Contains reports whether there is a cell called name.
func (d *CellDict) Contains(name string) bool { return d.find(name) >= 0 }

// Clear removes all cells: CellDict.clear.
func (d *CellDict) Clear() { d.items.list = nil }

// Len returns the number of cells.
func (d *CellDict) Len() int { return len(d.items.list) }

// Keys returns the names in order.
func (d *CellDict) Keys() py.Keys { return each(d.items.list, func(n Named) string { return n.Name }) }

// Values returns the cells in order.
func (d *CellDict) Values() []Layer { return each(d.items.list, func(n Named) Layer { return n.Cell }) }

// Items returns the cells with their names in order.
func (d *CellDict) Items() []Named { return append([]Named(nil), d.items.list...) }

func (d *CellDict) elementAttrs() []attr { return d.items.attrs() }
