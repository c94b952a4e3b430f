// Package transforms has functions of tensors for data.Dataset.Map: mindspore.dataset.transforms.
//
//	ds = ds.Map(transforms.NewTypeCast(tensor.Int32), "label")
//
// Package vision has those for pictures. Misuse panics with a *tensor.Error.
package transforms

import (
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/msrepl/msrepl/internal/compute/rng"
	"github.com/msrepl/msrepl/tensor"
)

// Op is a function of one column. It may be called by itself: transforms.NewOneHot(3)(label).
type Op func(x *tensor.Tensor) *tensor.Tensor

// NewTypeCast returns what changes the dtype: transforms.TypeCast.
func NewTypeCast(dt tensor.DType) Op {
	return func(x *tensor.Tensor) *tensor.Tensor { return x.AsType(dt) }
}

// NewOneHot returns what makes a class a row of its dtype with a 1 in the place of the class: transforms.OneHot.
// With smoothing s, Float32 rows have 1 - s there and s/classes is added everywhere. A class outside raises
// ValueError, and so does a number of classes that is not positive; classes that are no integers raise RuntimeError.
func NewOneHot(classes int, smoothing ...float64) Op {
	s := 0.0
	if len(smoothing) > 0 {
		s = smoothing[0]
	}
	if classes <= 0 || !(s >= 0 && s <= 1) {
		tensor.Throw("OneHot", tensor.ValueError, "For 'OneHot', num_classes must be positive and smoothing_rate within [0, 1], but got %d and %v.", classes, s)
	}
	return func(x *tensor.Tensor) *tensor.Tensor {
		if !x.DType().IsInt() {
			tensor.Throw("OneHot", tensor.RuntimeError, "OneHot: classes must be integers, but got %s.", x.DType())
		}
		for _, c := range x.AsType(tensor.Int64).Int64s() {
			if c < 0 || c >= int64(classes) {
				tensor.Throw("OneHot", tensor.ValueError, "For 'OneHot', there are %d classes, but got class %d.", classes, c)
			}
		}
		hot := x.AsType(tensor.Int64).OneHot(classes)
		if s == 0 {
			return hot.AsType(x.DType())
		}
		return hot.AsType(tensor.Float32).Mul(tensor.Scalar(1 - s)).Add(tensor.Scalar(s / float64(classes)))
	}
}

// NewFill returns what sets all elements to a value: transforms.Fill.
func NewFill(value any) Op {
	return func(x *tensor.Tensor) *tensor.Tensor { return tensor.FullLike(x, value) }
}

// NewPadEnd returns what brings a tensor to a shape: it fills it up behind its end, and leaves out what is beyond the
// shape: transforms.PadEnd. A size of -1, None in MindSpore, is that of the tensor. A value of nil is 0. A tensor with
// another number of axes raises ValueError.
func NewPadEnd(shape []int, value any) Op {
	if value == nil {
		value = 0
	}
	return func(x *tensor.Tensor) *tensor.Tensor {
		if x.NDim() != len(shape) {
			tensor.Throw("PadEnd", tensor.ValueError, "For 'PadEnd', a tensor of shape %s does not fit shape %s.", x.Shape(), tensor.Shape(shape))
		}
		want, kept := slices.Clone(shape), make([]any, len(shape))
		for i := range want {
			if want[i] == -1 {
				want[i] = x.Dim(i)
			}
			kept[i] = tensor.To(min(x.Dim(i), want[i]))
		}
		return tensor.Full(want, value, x.DType()).WithAt(x.At(kept...), kept...)
	}
}

// NewCompose returns what uses several functions one after the other: transforms.Compose.
func NewCompose(ops ...Op) Op {
	return func(x *tensor.Tensor) *tensor.Tensor {
		for _, op := range ops {
			x = op(x)
		}
		return x
	}
}

// NewRandomApply returns what uses the functions, all or none, with probability p: transforms.RandomApply.
func NewRandomApply(p float64, ops ...Op) Op {
	draw, all := NewDraw(), NewCompose(ops...)
	CheckProbability("RandomApply", p)
	return func(x *tensor.Tensor) *tensor.Tensor {
		if draw.Float64() < p {
			return all(x)
		}
		return x
	}
}

// NewRandomChoice returns what uses one of the functions: transforms.RandomChoice. Without functions it raises
// ValueError.
func NewRandomChoice(ops ...Op) Op {
	if len(ops) == 0 {
		tensor.Throw("RandomChoice", tensor.ValueError, "For 'RandomChoice', there must be at least one function.")
	}
	draw := NewDraw()
	return func(x *tensor.Tensor) *tensor.Tensor { return ops[draw.IntN(len(ops))](x) }
}

// CheckProbability raises ValueError unless p is within [0, 1].
func CheckProbability(op string, p float64) {
	if !(p >= 0 && p <= 1) {
		tensor.Throw(op, tensor.ValueError, "For '%s', the probability must be within [0, 1], but got %v.", op, p)
	}
}

// Draw is a random stream that several goroutines may use, as in data.Dataset.MapParallel, whose rows draw from streams
// of theirs, as it is not known which comes first.
type Draw struct {
	mu     sync.Mutex
	random *rand.Rand
}

// NewDraw returns the next of the random streams that tensor.SetSeed begins.
func NewDraw() *Draw { return &Draw{random: source(rng.Ops())} }

func source(seed *rng.Philox) *rand.Rand {
	word := func() uint64 { return uint64(seed.Uint32())<<32 | uint64(seed.Uint32()) }
	return rand.New(rand.NewPCG(word(), word()))
}

// Float64 returns a number within [0, 1).
func (d *Draw) Float64() (x float64) {
	d.with(func(r *rand.Rand) { x = r.Float64() })
	return x
}

// IntN returns a number within [0, n).
func (d *Draw) IntN(n int) (i int) {
	d.with(func(r *rand.Rand) { i = r.IntN(n) })
	return i
}

func (d *Draw) with(f func(r *rand.Rand)) {
	if seed, ok := rng.Rival(); ok {
		f(source(seed))
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	f(d.random)
}
