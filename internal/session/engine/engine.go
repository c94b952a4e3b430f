// Package engine has what package tensor does for layers, optimizers, drawings and tests of this module, and what its
// users have no use for.
package engine

import (
	"github.com/msrepl/msrepl/internal/compute/dtype"
	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/internal/session/inner"
	"github.com/msrepl/msrepl/tensor"
)

// Bend returns made of x, in one pass where that can be: "Hardtanh", "SoftShrink", "HShrink" and "Huber" with
// numbers p.
var Bend = inner.Get[func(name string, x *tensor.Tensor, made func(x *tensor.Tensor) *tensor.Tensor,
	p ...float64) *tensor.Tensor]("tensor.Bend")

// ComputeIn calls f, inside of which every op on this goroutine converts its floating point arguments to dt first,
// parameters included: the rule of mixed precision. Integers, Bool and Python numbers stay what they are, and so do
// new tensors and what is assigned in place. The conversion is a recorded op, so that gradients arrive in the dtypes
// of the arguments.
var ComputeIn = inner.Get[func(dt tensor.DType, f func())]("tensor.ComputeIn")

// TakenAs returns the dtype in which ops take t: that of [ComputeIn], where t is converted, or its own.
var TakenAs = inner.Get[func(t *tensor.Tensor) tensor.DType]("tensor.TakenAs")

// RoundedOnce returns f of tensors for an f that is made of several ops. Those that ops take in a half type, be it
// their own or that of [ComputeIn], are Float32 for f, which computes in what it is given, and only the result is
// rounded.
var RoundedOnce = inner.Get[func(in []*tensor.Tensor, f func([]*tensor.Tensor) *tensor.Tensor) *tensor.Tensor](
	"tensor.RoundedOnce")

// Repeats returns the number that all elements of t are equal to, if that is known without looking at them: t was
// made by Zeros, Ones or Full, or assigned a number, and nobody has asked for its elements since.
var Repeats = inner.Get[func(t *tensor.Tensor) (number float64, known bool)]("tensor.Repeats")

// Blank returns the elements of a result that an op has just made by EmptyOf, to be written before anybody sees it:
// unlike those of Writable they do not count as changed, so that a Scope has their memory back.
var Blank = inner.Get[func(t *tensor.Tensor) any]("tensor.Blank")

// Slice returns a slice of zeros for the elements of a tensor of the given shape. Where a user gives the lengths, it is
// for make: one that does not fit raises MemoryError, while Go ends the program.
func Slice[E int32 | int64 | float32 | float64](dims ...int) []E {
	CheckMemory(dtype.Of([]E{}), dims)
	return make([]E, shape.Size(dims))
}

// CheckMemory raises MemoryError when a tensor of the dtype and shape would not fit.
var CheckMemory = inner.Get[func(dt tensor.DType, dims []int)]("tensor.CheckMemory")

// ReLUOver is x.ReLU() in x's memory, where that can be. It is for a result of which only the caller knows and that
// no gradient looks at: what one layer passes to the next.
var ReLUOver = inner.Get[func(x *tensor.Tensor) *tensor.Tensor]("tensor.ReLUOver")

// MapOver calls f such that what f computes is computed for n slices at once: slice turns a tensor of n slices along
// axis 0 into one with the shape of a slice, and back does the reverse, or returns nil for a tensor that is the same
// for every slice. It returns false if that cannot be, as when f looks at elements, changes a tensor in place, is
// watched, or raises an error. What f has returned means nothing then, and the caller must do without.
var MapOver = inner.Get[func(n int, f func(slice, back func(x *tensor.Tensor) *tensor.Tensor)) bool]("tensor.MapOver")

// SquaredErrors returns the sum, or the mean, of the squared differences of a and b as one op: nil where the ops that
// it is made of are to be applied.
var SquaredErrors = inner.Get[func(a, b *tensor.Tensor, mean bool) *tensor.Tensor]("tensor.SquaredErrors")

// MappedSlices returns how many slices are computed at once on this goroutine, by [MapOver] within MapOver; 1 outside.
var MappedSlices = inner.Get[func() int]("tensor.MappedSlices")

// RecordAll makes a tape record ops without gradient too, so that [Recorded] lists them.
var RecordAll = inner.Get[func(t *tensor.Tape)]("tensor.RecordAll")

// Applied is one op that a tape recorded: see [Recorded].
type Applied struct {
	Op      tensor.Op
	In, Out []tensor.Spec
	// for each argument the place of the op that made it; a negative number for what none made, see [Leaf]
	From []int
}

// Leaf says what a negative number of [Applied.From] means: a value that is differentiated by or a parameter, which
// have a number each, or a constant.
func Leaf(from int) (number int, constant bool) { return -2 - from, from == -1 }

type visit = func(op tensor.Op, in, out []tensor.Spec, from []int)

var recorded = inner.Get[func(outs []*tensor.Tensor, see visit)]("tensor.Recorded")

// Recorded lists the recorded ops that lead to outs, each before those that it takes its arguments from. What
// [tensor.Recompute] hides is seen only by tapes that record everything.
func Recorded(outs []*tensor.Tensor) (list []Applied) {
	recorded(outs, func(op tensor.Op, in, out []tensor.Spec, from []int) {
		list = append(list, Applied{op, in, out, from})
	})
	return list
}
