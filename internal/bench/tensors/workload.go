package tensors

import (
	"slices"

	net "github.com/msrepl/msrepl/internal/workload"
	"github.com/msrepl/msrepl/tensor"
)

// workload is one thing that is measured.
type workload struct {
	name  string
	unit  string  // of work per second, ns/op or µs/step
	work  float64 // in one iteration; what a time is divided by where the unit is a time
	quick bool    // whether make bench-quick measures it
	build func() func()
}

// flops says whether the unit counts floating point operations.
func (w workload) flops() bool { return w.unit == gflops }

// figure is what a sample of so many seconds per iteration says, in the workload's unit.
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

// workloads are all, in the order of the table.
var workloads = slices.Concat(products(), convolutions(), elementwise(), dropped(), reductions(), otherTypes(),
	views(), layers(), tiny(), optimizers(), networks())

// named returns the workload of a name.
func named(name string) (w workload, ok bool) {
	i := slices.IndexFunc(workloads, func(w workload) bool { return w.name == name })
	if i < 0 {
		return w, false
	}
	return workloads[i], true
}

// inScope returns a workload of f, whose result nobody keeps. A large one is made in a Scope, as a program's loop does
// to have the memory back at once; PyTorch counts references. [dropped] has some without.
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

// fill makes what is measured of numbers that the peer computes too.
var fill = net.Fill

// filled is the elements of fill.
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
