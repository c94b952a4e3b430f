package nn

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/msrepl/msrepl/internal/session/invoke"
	"github.com/msrepl/msrepl/tensor"
)

// cellItems are the named cells of a container. Numbered cells are renumbered when the list changes.
type cellItems struct {
	class string
	list  []Named
}

// appendCells appends a cell, or those of a slice, to a list; anything else raises TypeError.
func appendCells(class string, list []Layer, cell any) []Layer {
	v := reflect.ValueOf(cell)
	if v.IsValid() {
		if c := layerOf(v); c != nil {
			return append(list, c.layer())
		}
	}
	if v.Kind() != reflect.Slice {
		tensor.Throw(class, tensor.TypeError, "For '%s', the elements of 'cells' must be Cell, but got %s.",
			class, invoke.TypeName(reflect.TypeOf(cell)))
	}
	for i := range v.Len() {
		list = appendCells(class, list, v.Index(i).Interface())
	}
	return list
}

// renumber names the cells 0, 1, … in order.
func (c *cellItems) renumber() {
	for i := range c.list {
		c.list[i].Name = strconv.Itoa(i)
	}
}

// numbered reports whether the names of the cells are their numbers.
func (c *cellItems) numbered() bool {
	for i, n := range c.list {
		if n.Name != strconv.Itoa(i) {
			return false
		}
	}
	return true
}

// index converts i, which counts from the end if negative, and raises IndexError if it is out of range.
func (c *cellItems) index(i int) int {
	n := len(c.list)
	if i < -n || i >= n {
		tensor.Throw(c.class, tensor.IndexError, "For '%s', the value of 'index' must be a number in range [%d, %d), but got %d.", c.class, -n, n, i)
	}
	return (i + n) % n
}

func (c *cellItems) add(cell any) {
	for _, l := range appendCells(c.class, nil, cell) {
		c.list = append(c.list, Named{strconv.Itoa(len(c.list)), l})
	}
}

// insert inserts a cell before index i, which may be the end, and renumbers all cells.
func (c *cellItems) insert(i int, cell Layer) {
	n := len(c.list)
	if i < -n || i > n {
		tensor.Throw(c.class, tensor.IndexError, "For '%s', the value of 'index' must be a number in range [%d, %d], but got %d.", c.class, -n, n, i)
	}
	if i < 0 {
		i += n
	}
	c.list = slices.Insert(c.list, i, Named{Cell: appendCells(c.class, nil, cell)[0]})
	c.renumber()
}

// remove removes cell i; numbered cells are renumbered.
func (c *cellItems) remove(i int) {
	i = c.index(i)
	numbered := c.numbered()
	c.list = slices.Delete(c.list, i, i+1)
	if numbered {
		c.renumber()
	}
}

// part returns the cells from start up to end; negative bounds count from the end.
func (c *cellItems) part(start, end int) []Named {
	n := len(c.list)
	bound := func(i int) int {
		if i < 0 {
			i += n
		}
		return min(max(i, 0), n)
	}
	start = bound(start)
	return slices.Clone(c.list[start:max(start, bound(end))])
}

func (c *cellItems) attrs() []attr {
	return each(c.list, func(n Named) attr { return attr{name: n.Name, cell: n.Cell.CellBase()} })
}

// relabel changes the cells of a container and then names their parameters after their new places. A container that
// is part of a network keeps its path, which it takes from the previous names.
func relabel(c *Cell, items *cellItems, change func()) {
	c.sync()
	prefix := items.prefix()
	change()
	c.sync()
	if c.noPrefix {
		return
	}
	for _, n := range items.list {
		n.Cell.CellBase().prefixNames(prefix + n.Name + ".")
	}
}

// prefix returns the part of the parameters' names before the name of a cell.
func (c *cellItems) prefix() string {
	for _, n := range c.list {
		params := n.Cell.CellBase().walkParams("")
		if len(params) == 0 {
			continue
		}
		if before, ok := strings.CutSuffix(params[0].Param.name, n.Name+"."+params[0].Name); ok {
			return before
		}
	}
	return ""
}
