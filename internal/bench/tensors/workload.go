package tensors

import (
	"slices"

	net "github.com/msrepl/msrepl/internal/workload"
	"github.com/msrepl/msrepl/tensor"
)

// workload is one measured computation.
type workload struct {
	name  string
	unit  string  // of work per second, ns/op or µs/step
	work  float64 // in one iteration; if the unit is a time, the divisor of the time
	quick bool    // whether make bench-quick measures it
	build func() func()
}

// flops reports whether the unit counts floating point operations.
func (w workload) flops() bool { return w.unit == gflops }

// figure converts seconds per iteration to the workload's unit.
func (w workload) figure(seconds float64) float64 {
	switch w.unit {
	case nanoseconds:
		return seconds * 1e9 / w.work
	case microseconds:
		return seconds * 1e6 / w.work
	}
	return w.work / seconds
}

const (
	gflops       = "GFLOP/s"
	elements     = "Gelem/s"
	samples      = "samples/s"
	nanoseconds  = "ns/op"
	microseconds = "us/step"
)

// workloads lists all workloads, in the order of the table.
var workloads = slices.Concat(products(), convolutions(), elementwise(), dropped(), reductions(), otherTypes(),
	views(), layers(), tiny(), optimizers(), networks())

// named returns the workload called name.
func named(name string) (w workload, ok bool) {
	i := slices.IndexFunc(workloads, func(w workload) bool { return w.name == name })
	if i < 0 {
		return w, false
	}
	return workloads[i], true
}

// inScope returns a workload of f that drops the result. Large results are made in a Scope, as in a loop of a program
// that recycles memory immediately; PyTorch counts references. [dropped] has workloads without a Scope.
func inScope(large bool, f func() *tensor.Tensor) func() {
	if !large {
		return func() { f() }
	}
	none := func() *tensor.Tensor {
		f()
		return nil
	}
	return func() { tensor.Scope(none) }
}

// fill returns tensors of numbers that the peer can compute as well.
var fill = net.Fill

// filled returns the elements of fill.
func filled(seed int, scale float64, n int) []float32 {
	v := make([]float32, n)
	net.FillSlice(v, seed, scale)
	return v
}

func size(dims []int) int {
	n := 1
	for _, d := range dims {
		n *= d
	}
	return n
}
