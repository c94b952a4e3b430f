package nn

import (
	"fmt"
	"strings"
	"sync"

	"github.com/msrepl/msrepl/internal/session/customgrad"
	"github.com/msrepl/msrepl/internal/session/gls"
	"github.com/msrepl/msrepl/internal/text/numtext"
	"github.com/msrepl/msrepl/internal/text/table"
	"github.com/msrepl/msrepl/tensor"
)

// NetSummary describes the layers of a network. It prints as a table; HTML returns the same for notebooks.
type NetSummary struct {
	Layers []LayerSummary // the network itself first, then its cells in the order of CellsAndNames

	Params, Trainable int   // elements of all parameters, each counted once
	ParamBytes        int64 // their memory
	OutputBytes       int64 // memory of the outputs of the cells without children
	MACs              int64 // multiply-adds of one call
}

// LayerSummary describes a cell.
type LayerSummary struct {
	Name   string // path of attributes; "" for the network itself
	Class  string
	Calls  int
	Shapes []tensor.Shape // of the outputs

	Params, Trainable int   // elements of the cell's own parameters
	OutputBytes       int64 // of all calls
	MACs              int64 // of the cell itself, without the cells inside
	Leaf              bool  // there are no cells inside
}

// FLOPs is twice the number of multiply-adds.
func (s NetSummary) FLOPs() int64 { return 2 * s.MACs }

// Summary calls net once on inputs, without recording, and returns for each cell the shape of its outputs, its
// parameters, the memory of its outputs and its work. Work is counted in multiply-adds (MACs) of matrix products and
// convolutions, which dense, convolutional, recurrent and attention layers are made of, for the shapes of this call,
// batch included; one is two floating point operations (FLOPs). Elementwise work, normalization, pooling and biases
// are not counted. The count of a cell excludes the cells inside it.
func Summary(net Layer, inputs ...any) NetSummary {
	c := net.CellBase()
	c.needOuter("Summary")
	c.sync()
	m := &measure{of: map[*Cell]*LayerSummary{}}
	cells := c.walkCells("")
	s := NetSummary{Layers: make([]LayerSummary, len(cells))}
	counted := map[*Parameter]bool{}
	for i, n := range cells {
		l := &s.Layers[i]
		m.of[n.cell] = l
		*l = LayerSummary{Name: n.path, Class: n.cell.ClassName(), Leaf: len(n.cell.Cells()) == 0}
		for _, p := range n.cell.ownParams() {
			l.add(p)
			if !counted[p] {
				counted[p] = true
				s.add(p)
			}
		}
	}
	m.run(c, inputs)
	for _, l := range s.Layers {
		s.MACs += l.MACs
		if l.Leaf {
			s.OutputBytes += l.OutputBytes
		}
	}
	return s
}

// ownParams returns the parameters in the attributes of c, without those of its children.
func (c *Cell) ownParams() (own []*Parameter) {
	for _, a := range c.attrs() {
		if a.param != nil {
			own = append(own, a.param)
		}
		own = append(own, a.tuple...)
	}
	return own
}

func (l *LayerSummary) add(p *Parameter) {
	l.Params += p.Size()
	if p.requiresGrad {
		l.Trainable += p.Size()
	}
}

func (s *NetSummary) add(p *Parameter) {
	s.Params += p.Size()
	s.ParamBytes += bytesOf(p.Tensor)
	if p.requiresGrad {
		s.Trainable += p.Size()
	}
}

func bytesOf(x *tensor.Tensor) int64 { return int64(x.Size()) * int64(x.DType().Size()) }

// measure is the probe of a summary. It observes only the calls of its own run: other goroutines may call the
// network meanwhile.
type measure struct {
	mu sync.Mutex // a cell may call others on its own goroutines
	of map[*Cell]*LayerSummary
}

// measured is the call of a cell in the run of a summary; the layer is nil outside of all cells.
type measured struct {
	by    *measure
	layer *LayerSummary
}

// measuring is the innermost call of the run. Ops are attributed to its layer.
var measuring gls.Var[measured]

func (m *measure) run(c *Cell, inputs []any) {
	detach := attach(c, m)
	defer detach()
	measuring.With(measured{by: m}, func() {
		tensor.NoGrad(func() {
			tensor.Observe(m.op, func() { c.Invoke(inputs...) })
		})
	})
}

func (m *measure) around(c *Cell, in []any, call func([]any) []any) (outs []any) {
	if at, _ := measuring.Get(); at.by != m {
		return call(in)
	}
	l := m.of[c]
	measuring.With(measured{m, l}, func() { outs = call(in) })
	m.mu.Lock()
	defer m.mu.Unlock()
	l.Calls++
	l.Shapes = shapesOf(outs)
	for _, y := range customgrad.View(outs).Tensors {
		l.OutputBytes += bytesOf(y)
	}
	return outs
}

// op adds the work of an op.
func (m *measure) op(name string, in, out []*tensor.Tensor) {
	if at, _ := measuring.Get(); at.by == m && at.layer != nil {
		m.mu.Lock()
		defer m.mu.Unlock()
		at.layer.MACs += macs(name, in, out)
	}
}

// macs returns the number of multiply-adds of an op.
func macs(name string, in, out []*tensor.Tensor) int64 {
	switch {
	case name == "MatMul" || name == "Dense":
		x := in[0]
		return int64(out[0].Size()) * int64(x.Dim(x.NDim()-1))
	case !strings.HasPrefix(name, "Conv") || len(in) < 2 || in[1].Size() == 0:
		return 0
	case strings.HasSuffix(name, "BackpropInput"): // transposed: every input element is multiplied by a whole kernel
		return int64(in[0].Size()) * int64(in[1].Size()/in[1].Dim(0))
	}
	return int64(out[0].Size()) * int64(in[1].Size()/in[1].Dim(0))
}

// String is the summary as a table with totals.
func (s NetSummary) String() string { return s.table().String() }

// HTML is the table for a notebook, in the colours of the page.
func (s NetSummary) HTML() string { return s.table().HTML() }

func (s NetSummary) table() table.Table {
	t := table.Table{Left: 3, Head: []string{"layer", "class", "output", "parameters", "trainable", "memory", "MACs"}}
	for _, l := range s.Layers {
		t.Rows = append(t.Rows, l.row())
	}
	t.Notes = []string{
		fmt.Sprintf("%s parameters (%s), %s of them trainable",
			numtext.Thousands(s.Params), binaryBytes(s.ParamBytes), numtext.Thousands(s.Trainable)),
		fmt.Sprintf("%s MACs = %s FLOPs per call, %s of outputs",
			numtext.Thousands(s.MACs), numtext.Thousands(s.FLOPs()), binaryBytes(s.OutputBytes)),
	}
	return t
}

func (l LayerSummary) row() []string {
	name := orAll(l.Name)
	if l.Calls > 1 {
		name += fmt.Sprintf(" ×%d", l.Calls)
	}
	if l.Calls == 0 {
		return []string{name, l.Class, "not called", numtext.Thousands(l.Params), numtext.Thousands(l.Trainable), "", ""}
	}
	return []string{
		name, l.Class, shapesText(l.Shapes), numtext.Thousands(l.Params), numtext.Thousands(l.Trainable),
		binaryBytes(l.OutputBytes), numtext.Thousands(l.MACs),
	}
}

// binaryBytes formats a size in B, KiB, MiB or GiB.
func binaryBytes(n int64) string {
	v, unit := float64(n), "B"
	for _, u := range []string{"KiB", "MiB", "GiB"} {
		if v < 1024 {
			break
		}
		v, unit = v/1024, u
	}
	if unit == "B" {
		return fmt.Sprintf("%d B", n)
	}
	return fmt.Sprintf("%.1f %s", v, unit)
}
