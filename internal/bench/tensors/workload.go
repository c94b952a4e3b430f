package tensors

import (
	"slices"

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
var workloads = slices.Concat(products(), convolutions(), elementwise(), reductions(), otherTypes(), views(), layers(), tiny(), optimizers(), networks())

// named returns the workload of a name.
func named(name string) (w workload, ok bool) {
	i := slices.IndexFunc(workloads, func(w workload) bool { return w.name == name })
	if i < 0 {
		return w, false
	}
	return workloads[i], true
}

// fill returns a tensor of numbers within ±scale that another program can compute too: element i is scale·(2u-1) for
// u = mix(i + 1000003·seed)/2³², computed in float64.
func fill(seed int, scale float64, dims ...int) *tensor.Tensor {
	t := tensor.Zeros(dims...)
	into(t.Writable().([]float32), seed, scale)
	return t
}

// filled is the elements of fill.
func filled(seed int, scale float64, n int) []float32 {
	return fill(seed, scale, n).Float32s()
}

func into(v []float32, seed int, scale float64) {
	for i := range v {
		v[i] = float32(scale * (2*float64(mix(uint32(i+seed*1000003)))/(1<<32) - 1))
	}
}

// mix is the finalizer of MurmurHash3 (Austin Appleby), which spreads consecutive numbers evenly.
func mix(h uint32) uint32 {
	h ^= h >> 16
	h *= 0x85ebca6b
	h ^= h >> 13
	h *= 0xc2b2ae35
	return h ^ h>>16
}

func size(dims []int) int {
	n := 1
	for _, d := range dims {
		n *= d
	}
	return n
}
