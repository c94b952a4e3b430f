package nn

import (
	"fmt"

	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/tensor"
)

// SequentialCell runs cells one after the other: mindspore.nn.SequentialCell. Its cells are named 0, 1, … or have
// given names.
//
//ms:class layer.container
type SequentialCell struct {
	Cell
	items cellItems
}

// NewSequentialCell returns the cells, each a layer or a slice of layers, as a SequentialCell. It
// raises TypeError for anything else.
func NewSequentialCell(cells ...any) *SequentialCell {
	s := &SequentialCell{items: cellItems{class: "SequentialCell"}}
	for _, c := range cells {
		s.items.add(c)
	}
	s.Init(s)
	return s
}

// NewSequentialCellNamed returns the cells under their names, as SequentialCell(OrderedDict(…)).
func NewSequentialCellNamed(cells ...Named) *SequentialCell {
	s := &SequentialCell{items: cellItems{"SequentialCell", append([]Named(nil), cells...)}}
	s.Init(s)
	return s
}

// Construct passes x through the cells. An error of a layer says which one it was.
func (s *SequentialCell) Construct(x *tensor.Tensor) *tensor.Tensor {
	running, list := -1, s.items.list
	defer func() {
		if running < 0 {
			return
		}
		failed := recover()
		if failed == nil { // the goroutine ends
			return
		}
		if e, ok := failed.(*tensor.Error); ok {
			at := list[running]
			e.Msg += fmt.Sprintf(" In cell '%s' of SequentialCell, a %s.", at.Name, at.Cell.CellBase().ClassName())
		}
		panic(failed)
	}()
	for i := 0; i < len(list); i++ {
		c := list[i].Cell.CellBase()
		running = i
		x = c.Call(x)
		running = -1
		if i+1 < len(list) && makesOwn(list[i].Cell) && isReLU(list[i+1].Cell) {
			x = engine.ReLUOver(x)
			i++
		}
	}
	return x
}

// makesOwn reports whether the result of l is a tensor to which nothing else refers, even after the call.
func makesOwn(l Layer) bool {
	switch l := l.(type) {
	case *Dense:
		return l.Activation == nil && l.plain()
	case *Conv2d:
		return l.plain()
	}
	return false
}

// isReLU reports whether l computes ReLU and is not observed.
func isReLU(l Layer) bool {
	r, ok := l.(*ReLU)
	return ok && r.plain()
}

// plain reports whether a call of c only calls its Construct.
func (c *Cell) plain() bool {
	return c.hooks.Load() == nil && !c.recompute && !c.float.IsFloat() && !c.setGrad
}

// Slice returns the cells from start to before end as a new SequentialCell: cells[start:end]. Their parameters are
// renamed after the new indices.
func (s *SequentialCell) Slice(start, end int) *SequentialCell {
	part := &SequentialCell{items: cellItems{"SequentialCell", s.items.part(start, end)}}
	if s.items.numbered() {
		part.items.renumber()
	}
	part.Init(part)
	return part
}

// At returns cell i; negative i counts from the end. It raises IndexError if i is out of range.
func (s *SequentialCell) At(i int) Layer { return s.items.list[s.items.index(i)].Cell }

// Len returns the number of cells.
func (s *SequentialCell) Len() int { return len(s.items.list) }

// All returns the cells in order.
func (s *SequentialCell) All() []Layer {
	return each(s.items.list, func(n Named) Layer { return n.Cell })
}

// Append adds a cell at the end: SequentialCell.append.
func (s *SequentialCell) Append(cell Layer) {
	relabel(&s.Cell, &s.items, func() { s.items.add(cell) })
}

// Insert inserts a cell before index i, negative from the end, and renumbers all cells: SequentialCell.insert. It
// raises IndexError if i is out of range.
func (s *SequentialCell) Insert(i int, cell Layer) {
	relabel(&s.Cell, &s.items, func() { s.items.insert(i, cell) })
}

// Set replaces cell i: cells[i] = cell.
func (s *SequentialCell) Set(i int, cell Layer) {
	relabel(&s.Cell, &s.items, func() {
		s.items.list[s.items.index(i)].Cell = appendCells("SequentialCell", nil, cell)[0]
	})
}

// Delete removes cell i: del cells[i]. The others are renumbered.
func (s *SequentialCell) Delete(i int) { relabel(&s.Cell, &s.items, func() { s.items.remove(i) }) }

func (s *SequentialCell) elementAttrs() []attr { return s.items.attrs() }
