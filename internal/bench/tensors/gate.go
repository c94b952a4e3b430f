package tensors

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"testing"

	net "github.com/msrepl/msrepl/internal/workload"

	"github.com/msrepl/msrepl/internal/compute/par"
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// gate runs the checks that noise does not affect and reports whether all of them pass.
func gate() bool {
	ok := true
	for _, c := range []struct {
		name  string
		check func() error
	}{
		{"allocations", checkAllocations},
		{"instructions", checkInstructions},
		{"threads", checkThreads},
		{"losses", checkLosses},
		{"twins", checkTwins},
	} {
		if err := c.check(); err != nil {
			fmt.Printf("%-12s %v\n", c.name, err)
			ok = false
			continue
		}
		fmt.Printf("%-12s ok\n", c.name)
	}
	return ok
}

// allowed is the maximum number of allocations per iteration. A tiny operation allocates its result, which includes
// the tape node if it is recorded. A chain does so a hundred times; its backward pass overwrites gradients that are
// not visible outside.
var allowed = map[string]float64{
	"disp/mul_1_nograd":           1,
	"disp/mul_2x3_nograd":         1,
	"disp/add_2x3_nograd":         1,
	"disp/mul_1_grad":             1,
	"disp/mul_2x3_grad":           1,
	"disp/chain100_1_fwd":         110,
	"disp/chain100_1_fwdbwd":      145,
	"disp/chain100_2x3_fwdbwd":    150,
	"disp/chain100_1_both_fwdbwd": 150,
	"disp/matmul_2x3x2_nograd":    1,
	"ew/add/1000":                 3,
	"ew/exp/1000":                 3,
	"red/sum/1000":                1,
	"train/mlp":                   340,
	"train/lenet":                 910,
	"train/encoder":               1300,
}

func checkAllocations() (err error) {
	for name, most := range allowed {
		w, ok := named(name)
		if !ok {
			return fmt.Errorf("no workload %q", name)
		}
		run := fresh(w)
		run()
		if n := testing.AllocsPerRun(20, run); n > most {
			err = errors.Join(err, fmt.Errorf("%s: %.0f allocations, at most %.0f are allowed", name, n, most))
		}
	}
	return err
}

// checkThreads compares results on one and on several processors bit for bit.
func checkThreads() error {
	x, y := fill(1, 1, 3, 200, 300), fill(2, 1, 300, 170)
	images, kernels := fill(3, 1, 4, 5, 40, 41), fill(4, 1, 7, 5, 3, 3)
	for name, f := range map[string]func() *tensor.Tensor{
		"matmul":  func() *tensor.Tensor { return x.MatMul(y) },
		"conv":    func() *tensor.Tensor { return ops.Conv2D(images, kernels) },
		"exp":     func() *tensor.Tensor { return x.Exp() },
		"add":     func() *tensor.Tensor { return x.Add(x) },
		"sum":     func() *tensor.Tensor { return x.Sum() },
		"sum 1":   func() *tensor.Tensor { return x.Sum(1) },
		"softmax": func() *tensor.Tensor { return x.Softmax(-1) },
	} {
		one, many := on(1, f), on(4, f)
		for i := range one {
			if math.Float32bits(one[i]) != math.Float32bits(many[i]) {
				return fmt.Errorf("%s: element %d is %v on one processor and %v on four", name, i, one[i], many[i])
			}
		}
	}
	return nil
}

// on computes f with the given number of goroutines.
func on(workers int, f func() *tensor.Tensor) []float32 {
	defer par.Limit(par.Limit(workers))
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(workers))
	return f().Float32s()
}

// checkLosses compares the first losses of the networks with PyTorch's.
func checkLosses() error {
	for _, w := range net.All {
		step := w.Start()
		for i, want := range w.Losses {
			if got := step().Float(); math.Abs(got-want) > 1e-6 {
				return fmt.Errorf("%s: loss %d is %.7f, PyTorch's is %.7f", w.Name, i+1, got, want)
			}
		}
	}
	return nil
}
