package tensors

import (
	"fmt"

	"github.com/msrepl/msrepl/tensor"
)

// tiny returns operations on so few elements that only the overhead counts.
func tiny() []workload {
	one, six := []int{1}, []int{2, 3}
	mul := func(x, y *tensor.Tensor) { x.Mul(y) }
	list := []workload{
		{"disp/mul_1_nograd", nanoseconds, 1, true, tinyOp(mul, false, one...)},
		{"disp/mul_2x3_nograd", nanoseconds, 1, false, tinyOp(mul, false, six...)},
		{"disp/add_2x3_nograd", nanoseconds, 1, false, tinyOp(func(x, y *tensor.Tensor) { x.Add(y) }, false, six...)},
		{"disp/mul_1_grad", nanoseconds, 1, true, tinyOp(mul, true, one...)},
		{"disp/mul_2x3_grad", nanoseconds, 1, false, tinyOp(mul, true, six...)},
		{"disp/matmul_2x3x2_nograd", nanoseconds, 1, false, func() func() {
			x, y := fill(1, 1, 2, 3), fill(2, 1, 3, 2)
			return func() { x.MatMul(y) }
		}},
	}
	for _, s := range [][]int{one, six} {
		name := "1"
		if len(s) > 1 {
			name = fmt.Sprintf("%dx%d", s[0], s[1])
		}
		list = append(list,
			workload{"disp/chain100_" + name + "_fwd", nanoseconds, 100, false, chain(100, false, false, s...)},
			workload{"disp/chain100_" + name + "_fwdbwd", nanoseconds, 100, name == "1", chain(100, true, false, s...)},
			workload{"disp/chain100_" + name + "_both_fwdbwd", nanoseconds, 100, false, chain(100, true, true, s...)})
	}
	return list
}

// recorder is the tape of a workload that records while it is measured.
var recorder *tensor.Tape

// fresh builds w after stopping the tape of the last workload: while another tape records, a backward pass cannot
// reuse memory.
func fresh(w workload) (run func()) {
	if recorder != nil {
		recorder.Stop()
	}
	return w.build()
}

// tinyOp applies f once, recorded or not; the result is dropped.
func tinyOp(f func(x, y *tensor.Tensor), recorded bool, dims ...int) func() func() {
	return func() func() {
		x, y := fill(1, 1, dims...), fill(2, 1, dims...)
		if recorded {
			recorder = tensor.NewTape()
			x = recorder.Watch(x)
		}
		return func() { f(x, y) }
	}
}

// chain multiplies by ones n times. With backward, it also computes the gradient of the sum, with respect to both
// factors if both is set.
func chain(n int, backward, both bool, dims ...int) func() func() {
	return func() func() {
		x, ones := fill(1, 1, dims...), tensor.Ones(dims...)
		return func() {
			tape := tensor.NewTape()
			y, w := tape.Watch(x), ones
			wrt := []*tensor.Tensor{y}
			if both {
				w = tape.Watch(ones)
				wrt = append(wrt, w)
			}
			for range n {
				y = y.Mul(w)
			}
			if backward {
				y = y.Sum()
			}
			tape.Stop()
			if backward {
				tape.Gradient([]*tensor.Tensor{y}, nil, wrt)
			}
		}
	}
}
