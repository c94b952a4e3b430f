package tensors

import (
	"fmt"
	"io"
	"math"
	"runtime"
	"strings"
	"time"

	"github.com/msrepl/msrepl/internal/compute/par"
	"github.com/msrepl/msrepl/internal/session/gctune"
	net "github.com/msrepl/msrepl/internal/workload"
	"github.com/msrepl/msrepl/tensor"
)

// scale prints the cost per element in tensors of 10³ to 10⁸ elements, and the speedup by several threads: tables
// for docs/perf.
func scale(out io.Writer) {
	gctune.Relax() // as msrepl does
	costs(out)
	speedups(out)
}

// costs prints the processor time per element, in nanoseconds, on one thread.
func costs(out io.Writer) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	ops := []struct {
		name string
		f    func(x *tensor.Tensor)
	}{
		{"x + x", func(x *tensor.Tensor) { x.Add(x) }},
		{"exp", func(x *tensor.Tensor) { x.Exp() }},
		{"tanh", func(x *tensor.Tensor) { x.Tanh() }},
		{"sum", func(x *tensor.Tensor) { x.Sum() }},
		{"softmax of rows of 100", func(x *tensor.Tensor) { x.Softmax(-1) }},
	}
	fmt.Fprint(out, "| ns per element |")
	sizes := []int{1e3, 1e4, 1e5, 1e6, 1e7, 1e8}
	for _, n := range sizes {
		fmt.Fprintf(out, " %.0e |", float64(n))
	}
	fmt.Fprintln(out, "\n|---"+strings.Repeat("|---", len(sizes))+"|")
	for _, op := range ops {
		fmt.Fprintf(out, "| %s |", op.name)
		for _, n := range sizes {
			x := fill(1, 1, n/100, 100)
			fmt.Fprintf(out, " %.2f |", 1e9*cpuTime(func() { op.f(x) })/float64(n))
		}
		fmt.Fprintln(out)
	}
}

// cpuTime returns the median processor time of f, in seconds.
func cpuTime(f func()) float64 {
	n := calibrate(f)
	var all []float64
	for range roundsOf() {
		all = append(all, perStep(n, func() { times(f, n) }))
	}
	return median(all)
}

// speedups prints the ratios of wall times on one processor and on several, measured alternately.
func speedups(out io.Writer) {
	most := runtime.GOMAXPROCS(0)
	work := []struct {
		name string
		f    func()
	}{{"product of 1,024", named1("gemm/1024")}, {"convolution of 64 channels", named1("conv_fwd/r64k3")}, {"exp of 10⁷", named1("ew/exp/10000000")}}
	equal, pieces := splits()
	work = append(work, struct {
		name string
		f    func()
	}{"a loop in equal parts", equal}, struct {
		name string
		f    func()
	}{"the same in pieces from a counter", pieces})
	for _, w := range net.All {
		step := w.Start()
		work = append(work, struct {
			name string
			f    func()
		}{"training of " + w.Name, func() { step() }})
	}
	fmt.Fprint(out, "\n| times as fast as one thread |")
	for n := 2; n <= most; n++ {
		fmt.Fprintf(out, " %d |", n)
	}
	fmt.Fprintln(out, "\n|---"+strings.Repeat("|---", most-1)+"|")
	for _, w := range work {
		n := calibrate(w.f)
		fmt.Fprintf(out, "| %s |", w.name)
		for threads := 2; threads <= most; threads++ {
			var ratios []float64
			for range roundsOf() {
				ratios = append(ratios, wallOn(1, w.f, n)/wallOn(threads, w.f, n))
			}
			fmt.Fprintf(out, " %.2f |", median(ratios))
		}
		fmt.Fprintln(out)
	}
}

// splits returns two ways to divide a loop: into as many parts as there are threads, or into small pieces, of which
// each thread takes the next when it has finished one, as package par does.
func splits() (equal, pieces func()) {
	x := filled(1, 1, 4<<20)
	y := make([]float32, len(x))
	part := func(lo, hi int) {
		for i, v := range x[lo:hi] {
			y[lo+i] = float32(math.Sqrt(float64(v*v + 1)))
		}
	}
	equal = func() {
		n := par.Workers()
		par.Do(n, func(i int) { part(i*len(x)/n, (i+1)*len(x)/n) })
	}
	return equal, func() { par.Range(len(x), 16<<10, part) }
}

// named1 returns one iteration of a workload.
func named1(name string) func() {
	w, _ := named(name)
	return w.build()
}

func wallOn(threads int, f func(), n int) float64 {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(threads))
	times(f, 1)
	return max(times(f, n), time.Nanosecond).Seconds()
}
