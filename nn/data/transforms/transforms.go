// Package transforms provides functions of tensors for data.Dataset.Map: mindspore.dataset.transforms.
//
//	ds = ds.Map(transforms.NewTypeCast(tensor.Int32), "label")
//
// Package vision provides those for images. Misuse panics with a *tensor.Error.
package transforms

import (
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/msrepl/msrepl/internal/compute/rng"
	"github.com/msrepl/msrepl/tensor"
)

// Op is a function of one column. It may also be called directly: transforms.NewOneHot(3)(label).
type Op func(x *tensor.Tensor) *tensor.Tensor

// NewTypeCast returns an Op that changes the dtype: transforms.TypeCast.
func NewTypeCast(dt tensor.DType) Op {
	return func(x *tensor.Tensor) *tensor.Tensor { return x.AsType(dt) }
}

// NewOneHot returns an Op that converts a class to a one-hot row of its dtype: transforms.OneHot. With smoothing s,
// rows are Float32, with 1 - s in place of 1 and s/classes added everywhere. A class out of range raises ValueError,
// and so does a number of classes that is not positive; classes that are not integers raise RuntimeError.
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

// NewFill returns an Op that sets all elements to a value: transforms.Fill.
func NewFill(value any) Op {
	return func(x *tensor.Tensor) *tensor.Tensor { return tensor.FullLike(x, value) }
}

// NewPadEnd returns an Op that pads a tensor to a shape at the end of each axis, and cuts off what is beyond the
// shape: transforms.PadEnd. A size of -1, None in MindSpore, keeps that of the tensor. A value of nil means 0. A
// tensor with a different number of axes raises ValueError.
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

// NewConcatenate returns an Op that puts vectors before and after a vector, nil for none: transforms.Concatenate.
// They are tensors or values that [tensor.New] accepts. One that is not a vector, or that has a different dtype than
// the column, raises RuntimeError.
func NewConcatenate(before, behind any) Op {
	list := func(x *tensor.Tensor, v any) []*tensor.Tensor {
		if v == nil {
			return nil
		}
		y, ok := v.(*tensor.Tensor)
		if !ok {
			y = tensor.New(v)
		}
		if x.NDim() != 1 || y.NDim() != 1 || y.DType() != x.DType() {
			tensor.Throw("Concatenate", tensor.RuntimeError,
				"Concatenate: vectors of one dtype are needed, but got shape %s of %s for a column of shape %s of %s.",
				y.Shape(), y.DType(), x.Shape(), x.DType())
		}
		return []*tensor.Tensor{y}
	}
	return func(x *tensor.Tensor) *tensor.Tensor {
		return tensor.Concat(slices.Concat(list(x, before), []*tensor.Tensor{x}, list(x, behind)), 0)
	}
}

// Relational is a comparison of elements: transforms.Relational.
type Relational string

// The comparisons ==, !=, <, <=, > and >=.
const (
	EQ Relational = "EQ"
	NE Relational = "NE"
	LT Relational = "LT"
	LE Relational = "LE"
	GT Relational = "GT"
	GE Relational = "GE"
)

// NewMask returns an Op that compares elements with a number, which is converted to their dtype: transforms.Mask. The
// result is Bool unless another dtype is given. An unknown comparison raises ValueError.
func NewMask(operator Relational, constant any, dtype ...tensor.DType) Op {
	compare, ok := map[Relational]func(x, y *tensor.Tensor) *tensor.Tensor{
		EQ: (*tensor.Tensor).Equal, NE: (*tensor.Tensor).NotEqual, LT: (*tensor.Tensor).Less,
		LE: (*tensor.Tensor).LessEqual, GT: (*tensor.Tensor).Greater, GE: (*tensor.Tensor).GreaterEqual,
	}[operator]
	if !ok {
		tensor.Throw("Mask", tensor.ValueError,
			"For 'Mask', the operator must be EQ, NE, LT, LE, GT or GE, but got %q.", operator)
	}
	return func(x *tensor.Tensor) *tensor.Tensor {
		y := compare(x, tensor.New(constant, x.DType()))
		if len(dtype) > 0 {
			return y.AsType(dtype[0])
		}
		return y
	}
}

// NewSlice returns an Op that takes a part of a tensor along each axis: transforms.Slice. A part is an index, which
// keeps the axis with one element, a list of indices, []int, a [tensor.Slice], or nil for all.
func NewSlice(parts ...any) Op {
	return func(x *tensor.Tensor) *tensor.Tensor {
		for axis, p := range parts {
			if i, ok := p.(int); ok {
				p = []int{i}
			}
			if p == nil {
				continue
			}
			at := slices.Repeat([]any{tensor.All()}, axis+1)
			at[axis] = p
			x = x.At(at...)
		}
		return x.Contiguous()
	}
}

// NewDuplicate returns a function that duplicates a column, for data.Dataset.MapTo: transforms.Duplicate.
func NewDuplicate() func(x *tensor.Tensor) (*tensor.Tensor, *tensor.Tensor) {
	return func(x *tensor.Tensor) (*tensor.Tensor, *tensor.Tensor) { return x, x }
}

// NewUnique returns a function that makes three columns from one, for data.Dataset.MapTo: transforms.Unique. They are
// the distinct elements in order of appearance and, as Int32, the index of each element among them and the count of
// each.
func NewUnique() func(x *tensor.Tensor) (values, indices, counts *tensor.Tensor) {
	return func(x *tensor.Tensor) (*tensor.Tensor, *tensor.Tensor, *tensor.Tensor) {
		values, indices := x.Reshape(-1).Unique()
		return values, indices, indices.Bincount(nil, 0).AsType(tensor.Int32)
	}
}

// NewCompose returns an Op that applies functions one after another: transforms.Compose.
func NewCompose(ops ...Op) Op {
	return func(x *tensor.Tensor) *tensor.Tensor {
		for _, op := range ops {
			x = op(x)
		}
		return x
	}
}

// NewRandomApply returns an Op that applies all of the functions with probability p, and otherwise none:
// transforms.RandomApply.
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

// NewRandomChoice returns an Op that applies one of the functions, chosen at random: transforms.RandomChoice. Without
// functions it raises ValueError.
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

// Draw is a random stream for use by several goroutines, as in data.Dataset.MapParallel. There each row draws from
// its own stream, because the order of rows is not fixed.
type Draw struct {
	mu     sync.Mutex
	random *rand.Rand
}

// NewDraw returns the next random stream after tensor.SetSeed.
func NewDraw() *Draw { return &Draw{random: source(rng.Ops())} }

func source(seed *rng.Philox) *rand.Rand {
	word := func() uint64 { return uint64(seed.Uint32())<<32 | uint64(seed.Uint32()) }
	return rand.New(rand.NewPCG(word(), word()))
}

// Float64 returns a number in [0, 1).
func (d *Draw) Float64() (x float64) {
	d.with(func(r *rand.Rand) { x = r.Float64() })
	return x
}

// IntN returns a number in [0, n).
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
