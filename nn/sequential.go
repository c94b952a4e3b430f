package nn

import (
	"reflect"
	"strconv"

	"github.com/msrepl/msrepl/internal/bridge"
	"github.com/msrepl/msrepl/internal/invoke"
	"github.com/msrepl/msrepl/tensor"
)

// SequentialCell runs cells one after the other: mindspore.nn.SequentialCell. Its cells are named 0,
// 1, … or as they were given.
type SequentialCell struct {
	Cell
	items []Named
}

// NewSequentialCell returns the cells, each a layer or a slice of layers, as a SequentialCell. It
// raises TypeError for anything else.
func NewSequentialCell(cells ...any) *SequentialCell {
	s := &SequentialCell{}
	for _, c := range cells {
		s.add(c)
	}
	s.Init(s)
	return s
}

// NewSequentialCellNamed returns the cells under their names, as SequentialCell(OrderedDict(…)).
func NewSequentialCellNamed(cells ...Named) *SequentialCell {
	s := &SequentialCell{items: append([]Named(nil), cells...)}
	s.Init(s)
	return s
}

// add appends a cell, or those of a slice, under the next numbers.
func (s *SequentialCell) add(cell any) {
	v := reflect.ValueOf(bridge.Unwrap(cell))
	if v.IsValid() {
		if c := layerOf(v); c != nil {
			s.items = append(s.items, Named{strconv.Itoa(len(s.items)), c.layer()})
			return
		}
	}
	if v.Kind() != reflect.Slice {
		tensor.Throw("SequentialCell", tensor.TypeError, "For 'SequentialCell', the elements of 'cells' must be Cell, but got %s.",
			invoke.TypeName(reflect.TypeOf(cell)))
	}
	for i := range v.Len() {
		s.add(v.Index(i).Interface())
	}
}

// Append adds a cell at the end: SequentialCell.append.
func (s *SequentialCell) Append(cell Layer) {
	s.add(cell)
	s.sync()
}

// Len returns the number of cells.
func (s *SequentialCell) Len() int { return len(s.items) }

// At returns cell i; negative i counts from the end. It raises IndexError outside.
func (s *SequentialCell) At(i int) Layer {
	j := i
	if j < 0 {
		j += len(s.items)
	}
	if j < 0 || j >= len(s.items) {
		tensor.Throw("SequentialCell", tensor.IndexError,
			"For 'SequentialCell', the value of 'index' must be a number in range [%d, %d), but got %d.", -len(s.items), len(s.items), i)
	}
	return s.items[j].Cell
}

func (s *SequentialCell) elementAttrs() []attr {
	return each(s.items, func(n Named) attr { return attr{name: n.Name, cell: n.Cell.CellBase()} })
}

// Construct passes x through the cells.
func (s *SequentialCell) Construct(x *tensor.Tensor) *tensor.Tensor {
	for _, n := range s.items {
		x = n.Cell.CellBase().Call(x)
	}
	return x
}
