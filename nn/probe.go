package nn

import (
	"slices"

	"github.com/msrepl/msrepl/internal/session/customgrad"
	"github.com/msrepl/msrepl/tensor"
)

// probe observes every call of a cell from outside its hooks: [Watch] and [Summary] attach one to the cells of a
// network. Unlike forward hooks, probes also see cells with a Bprop.
type probe interface {
	around(c *Cell, in []any, call func([]any) []any) []any
}

// attach adds p to c and all cells below it, and returns a function that removes it.
func attach(c *Cell, p probe) (detach func()) {
	cells := c.walkCells("")
	for _, n := range cells {
		n.cell.updateHooks(func(s *hookSet) { s.probes = append(s.probes, p) })
	}
	return func() {
		for _, n := range cells {
			n.cell.updateHooks(func(s *hookSet) {
				s.probes = slices.DeleteFunc(s.probes, func(q probe) bool { return q == p })
			})
		}
	}
}

// probed calls c with its hooks inside the probes.
func (h *hookSet) probed(c *Cell, in []any) []any {
	call := func(in []any) []any { return h.call(c, in) }
	for _, p := range h.probes {
		inner := call
		call = func(in []any) []any { return p.around(c, in, inner) }
	}
	return call(in)
}

// shapesOf returns the shapes of the tensors among values, or in the tuple that is the only value.
func shapesOf(values []any) []tensor.Shape {
	return each(customgrad.View(values).Tensors, (*tensor.Tensor).Shape)
}

// shapesText formats a shape, or several, as Python does.
func shapesText(shapes []tensor.Shape) string {
	s := ""
	for i, shape := range shapes {
		if i > 0 {
			s += ", "
		}
		s += pyShape(shape)
	}
	return s
}

// orAll returns the name of a cell in a report; the network itself has none.
func orAll(name string) string {
	if name == "" {
		return "(all)"
	}
	return name
}
