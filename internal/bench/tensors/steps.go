package tensors

import (
	"errors"
	"fmt"
	"io"

	"github.com/msrepl/msrepl/internal/compute/isa"
)

// counted is a workload whose instructions are counted with an instruction set, and the limit per operation on
// linux/amd64: 10% above the count when this was written.
type counted struct {
	workload
	set  isa.Set
	most float64
}

// countedOps returns tiny operations, with the backward pass if their names say so, and operations that kernels
// compute, for each set that the processor supports.
func countedOps() (list []counted) {
	for _, c := range []struct {
		name string
		most float64
	}{
		{"disp/mul_1_nograd", 710},
		{"disp/mul_2x3_nograd", 745},
		{"disp/mul_1_grad", 1050},
		{"disp/matmul_2x3x2_nograd", 1385},
	} {
		w, _ := named(c.name)
		list = append(list, counted{w, isa.Best(), c.most})
	}
	list = append(list, counted{workload{"chain3_2x3_both_fwdbwd", nanoseconds, 3, false, chain(3, true, true, 2, 3)}, isa.Best(), 10200})
	for _, k := range countedKernels {
		w, ok := named(k.name)
		if !ok {
			w = workload{k.name, nanoseconds, 1, false, image{"", 1, 8, 8, 3, 8, 0}.forward}
		}
		w.work = 1
		for _, set := range isa.All() {
			if most, ok := k.most[set]; ok {
				list = append(list, counted{w, set, most})
			}
		}
	}
	return list
}

// countedKernels are products, a convolution, functions and a sum, large enough for kernels and small enough to be
// counted quickly.
var countedKernels = []struct {
	name string
	most map[isa.Set]float64
}{
	{"gemm/16", map[isa.Set]float64{isa.AVX2: 2500, isa.AVX512: 1700}},
	{"gemm/32", map[isa.Set]float64{isa.AVX2: 12650, isa.AVX512: 5650}},
	{"conv8_3x3", map[isa.Set]float64{isa.AVX2: 42500, isa.AVX512: 37900}},
	{"ew_out/exp/1000", map[isa.Set]float64{isa.AVX2: 4900, isa.AVX512: 2200}},
	{"ew_out/tanh/1000", map[isa.Set]float64{isa.AVX2: 12190, isa.AVX512: 6300}},
	{"red/sum/1000", map[isa.Set]float64{isa.AVX2: 1170, isa.AVX512: 1170}},
}

// errNoTrace reports that instructions cannot be counted on this system.
var errNoTrace = errors.New("not counted: only linux/amd64 can, where it lets a process trace another")

// checkInstructions compares the instruction counts of operations with their limits, if they can be counted.
func checkInstructions() (err error) {
	for _, c := range countedOps() {
		n, e := countSteps(c.workload, c.set)
		switch {
		case errors.Is(e, errNoTrace):
			fmt.Printf("%-12s %v\n", "", e)
			return nil
		case e != nil:
			return e
		case n > c.most:
			err = errors.Join(err, fmt.Errorf("%s with %v: %.0f instructions, at most %.0f are allowed", c.name, c.set, n, c.most))
		}
	}
	return err
}

// printSteps prints the instruction counts of operations.
func printSteps(out io.Writer) {
	for _, c := range countedOps() {
		n, err := countSteps(c.workload, c.set)
		if err != nil {
			fmt.Fprintln(out, c.name, err)
			continue
		}
		fmt.Fprintf(out, "%-34s %-7v %8.0f\n", c.name, c.set, n)
	}
}
