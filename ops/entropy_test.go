package ops_test

import (
	"math"
	"slices"
	"testing"

	"github.com/msrepl/msrepl/internal/workload"
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// TestEntropyOfImages compares the cross entropy of the pixels of images, its gradient and the gradient of that with
// those of the single ops that weights need: the loss in every bit, gradients to rounding.
func TestEntropyOfImages(t *testing.T) {
	for _, dims := range [][]int{{2, 3, 4, 4}, {3, 5, 50}, {2, 70, 2, 3, 5}, {4, 10, 1}, {2, 3, 5}, {1, 1, 16}} {
		x := workload.Fill(3, 4, dims...)
		shape := slices.Delete(slices.Clone(dims), 1, 2)
		labels := make([]int32, x.Size()/dims[1])
		for i := range labels {
			labels[i] = int32(i * 7 % (dims[1] + 1)) // one is ignored
		}
		target := tensor.New(labels).Reshape(shape...)
		var got, want []*tensor.Tensor
		for _, c := range []struct {
			to   *[]*tensor.Tensor
			opts []ops.Option
		}{{&got, nil}, {&want, []ops.Option{ops.Weight(tensor.Ones(dims[1]))}}} {
			*c.to = entropySlopes(x, target, append(c.opts, ops.IgnoreIndex(dims[1])))
		}
		if a, b := got[0].Item().(float32), want[0].Item().(float32); a != b {
			t.Errorf("%v: the loss is %v, want %v", dims, a, b)
		}
		for i := 1; i < len(got); i++ {
			apart := got[i].Sub(want[i]).Abs().Max().Item().(float32)
			if most := want[i].Abs().Max().Item().(float32); !(float64(apart) <= 2e-6*math.Max(float64(most), 1e-3)) {
				t.Errorf("%v: gradient %d is %v apart, of at most %v", dims, i, apart, most)
			}
		}
	}
}

// entropySlopes returns the cross entropy of x, its gradient, and that of the sum of the gradient's squares.
func entropySlopes(x, target *tensor.Tensor, opts []ops.Option) []*tensor.Tensor {
	outer := tensor.NewTape()
	defer outer.Stop()
	of := outer.Watch(x)
	inner := tensor.NewTape()
	logits := inner.Watch(of)
	y := ops.CrossEntropy(logits, target, opts...)
	inner.Stop()
	one := tensor.Ones()
	first := inner.Gradient([]*tensor.Tensor{y}, []*tensor.Tensor{one}, []*tensor.Tensor{logits})[0]
	squares := first.Square().Sum()
	outer.Stop()
	second := outer.Gradient([]*tensor.Tensor{squares}, []*tensor.Tensor{one}, []*tensor.Tensor{of})[0]
	return []*tensor.Tensor{y, first, second}
}

// TestLogitsFarFromZero adds a million to logits, which changes nothing in exact arithmetic: rows that are short, long
// and beside each other, and Float64.
func TestLogitsFarFromZero(t *testing.T) {
	for _, dims := range [][]int{{3, 4}, {2, 700}, {2, 5, 40}, {2, 5, 3}} {
		x := tensor.Arange(tensor.Zeros(dims...).Size()).Mul(tensor.Scalar(7)).Mod(tensor.Scalar(11)).Reshape(dims...)
		target := x.At(tensor.All(), 0).Mod(tensor.Scalar(dims[1])).AsType(tensor.Int32)
		for _, dt := range []tensor.DType{tensor.Float32, tensor.Float64} {
			near := x.AsType(dt)
			far := near.Add(tensor.Scalar(1 << 20))
			same := func(what string, got, want *tensor.Tensor) {
				if apart := got.Sub(want).Abs().Max().Float(); apart != 0 {
					t.Errorf("%s of %s, %v: %v apart", what, dt, dims, apart)
				}
			}
			same("logarithm of the softmax", far.LogSoftmax(1), near.LogSoftmax(1))
			same("loss", ops.CrossEntropy(far, target), ops.CrossEntropy(near, target))
			slope := func(x *tensor.Tensor) *tensor.Tensor {
				tape := tensor.NewTape()
				x = tape.Watch(x)
				y := ops.CrossEntropy(x, target)
				tape.Stop()
				return tape.Gradient([]*tensor.Tensor{y}, nil, []*tensor.Tensor{x})[0]
			}
			same("gradient", slope(far), slope(near))
		}
	}
}
