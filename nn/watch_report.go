package nn

import (
	"fmt"
	"math"
	"time"

	"github.com/msrepl/msrepl/internal/text/table"
	"github.com/msrepl/msrepl/tensor"
)

// Report has the statistics of a [Watcher] for one step. It prints as a table; HTML returns the same for notebooks.
type Report struct {
	Step   int           // counted from 1
	Layers []LayerReport // the network itself first, then its cells in the order of CellsAndNames
}

// LayerReport has the statistics of a cell. They are those of all elements of its outputs that are neither NaN nor
// infinite, of its last call.
type LayerReport struct {
	Name   string // path of attributes; "" for the network itself
	Class  string
	Calls  int            // 0 when the step did not reach the cell
	Shapes []tensor.Shape // of the outputs
	DType  tensor.DType

	Mean, Std, Min, Max float64
	Zeros               float64 // share of elements that are zero, from 0 to 1
	NaNs, Infs          int

	OutputGrad GradNorm // of the gradient with respect to the outputs
	ParamGrad  GradNorm // of the gradients of the cell's own parameters

	Forward, Backward time.Duration // with the cells inside
}

// GradNorm is the Euclidean norm of gradients, if there were any.
type GradNorm struct {
	Value float64
	Known bool
}

// plus returns the norm of the elements of n and of more together.
func (n GradNorm) plus(more ...*tensor.Tensor) GradNorm {
	sum := n.Value * n.Value
	for _, g := range more {
		for _, v := range g.Float64s() {
			sum += float64(v * v)
		}
	}
	return GradNorm{math.Sqrt(sum), true}
}

// String is the number, or a dash.
func (n GradNorm) String() string {
	if !n.Known {
		return "–"
	}
	return number(n.Value)
}

// see records the outputs of a call.
func (l *LayerReport) see(out []*tensor.Tensor, shapes []tensor.Shape) {
	l.Shapes = shapes
	l.Mean, l.Std, l.Zeros, l.NaNs, l.Infs = 0, 0, 0, 0, 0
	l.Min, l.Max = math.Inf(1), math.Inf(-1)
	var n, zeros int
	var sum float64
	for i, y := range out {
		if i == 0 {
			l.DType = y.DType()
		}
		for _, v := range reals(y) {
			switch {
			case v != v:
				l.NaNs++
				continue
			case math.IsInf(v, 0):
				l.Infs++
				continue
			case v == 0:
				zeros++
			}
			n++
			sum += v
			l.Min, l.Max = min(l.Min, v), max(l.Max, v)
		}
	}
	if n == 0 {
		l.Min, l.Max = 0, 0
		return
	}
	l.Mean = sum / float64(n)
	l.Std = math.Sqrt(spreadOf(out, l.Mean) / float64(n))
	l.Zeros = float64(zeros) / float64(n+l.NaNs+l.Infs)
}

// reals returns the elements of y; complex numbers have no order and are left out.
func reals(y *tensor.Tensor) []float64 {
	if d := y.DType(); d == tensor.Complex64 || d == tensor.Complex128 {
		return nil
	}
	return y.Float64s()
}

// spreadOf returns the sum of squared distances from the mean.
func spreadOf(out []*tensor.Tensor, mean float64) (sum float64) {
	for _, y := range out {
		for _, v := range reals(y) {
			if d := v - mean; d == d && !math.IsInf(d, 0) {
				sum += float64(d * d)
			}
		}
	}
	return sum
}

// Layer returns the report of the cell called name and raises KeyError when there is none.
func (r Report) Layer(name string) LayerReport {
	for _, l := range r.Layers {
		if l.Name == name {
			return l
		}
	}
	tensor.Throw("Report", tensor.KeyError, "'%s'", name)
	return LayerReport{}
}

// String is the report as a table: |dy| is the norm of the gradient of the outputs, |dw| that of the cell's own
// parameters.
func (r Report) String() string { return r.table().String() }

// HTML is the table for a notebook, in the colours of the page.
func (r Report) HTML() string { return r.table().HTML() }

func (r Report) table() table.Table {
	t := table.Table{
		Title: fmt.Sprintf("step %d", r.Step), Left: 4,
		Head: []string{
			"layer", "class", "output", "dtype", "mean", "std", "min", "max", "zeros", "NaN", "Inf", "|dy|", "|dw|", "forward", "backward",
		},
	}
	if r.Step == 0 {
		t.Title = "not called yet"
	}
	for _, l := range r.Layers {
		t.Rows = append(t.Rows, l.row())
	}
	return t
}

func (l LayerReport) row() []string {
	row := []string{orAll(l.Name), l.Class}
	if l.Calls == 0 {
		return append(row, "not called")
	}
	backward := "–"
	if l.OutputGrad.Known {
		backward = milliseconds(l.Backward)
	}
	return append(row, shapesText(l.Shapes), l.DType.String(), number(l.Mean), number(l.Std), number(l.Min), number(l.Max),
		fmt.Sprintf("%.0f%%", 100*l.Zeros), fmt.Sprint(l.NaNs), fmt.Sprint(l.Infs), l.OutputGrad.String(), l.ParamGrad.String(),
		milliseconds(l.Forward), backward)
}

// number formats v with four digits.
func number(v float64) string { return fmt.Sprintf("%.4g", v) }

func milliseconds(d time.Duration) string { return fmt.Sprintf("%.3f ms", d.Seconds()*1000) }
