// Package engine holds functions of package tensor that layers, optimizers, drawings and tests of this module need,
// and users do not.
package engine

import (
	"github.com/msrepl/msrepl/internal/compute/dtype"
	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/internal/session/inner"
	"github.com/msrepl/msrepl/tensor"
)

// Bend returns made(x), computed in one pass if possible: "Hardtanh", "SoftShrink", "HShrink" and "Huber" with
// parameters p.
var Bend = inner.Get[func(name string, x *tensor.Tensor, made func(x *tensor.Tensor) *tensor.Tensor,
	p ...float64) *tensor.Tensor]("tensor.Bend")

// ComputeIn calls f. While f runs, every op on this goroutine first converts its floating-point arguments, including
// parameters, to dt, as mixed precision requires. Integers, Bool and Python numbers are not converted, nor are new
// tensors and values assigned in place. The conversion is a recorded op, so gradients have the dtypes of the
// arguments.
var ComputeIn = inner.Get[func(dt tensor.DType, f func())]("tensor.ComputeIn")

// TakenAs returns the dtype in which ops use t: that of [ComputeIn] if t is converted, else its own.
var TakenAs = inner.Get[func(t *tensor.Tensor) tensor.DType]("tensor.TakenAs")

// RoundedOnce returns f(in) for an f that consists of several ops. Tensors that ops use in a half-precision type,
// either their own or that of [ComputeIn], are converted to Float32 for f, and only the result is rounded.
var RoundedOnce = inner.Get[func(in []*tensor.Tensor, f func([]*tensor.Tensor) *tensor.Tensor) *tensor.Tensor](
	"tensor.RoundedOnce")

// Repeats returns the number that all elements of t are equal to, if that is known without reading them: t was made by
// Zeros, Ones or Full, or assigned a number, and its elements have not been accessed since.
var Repeats = inner.Get[func(t *tensor.Tensor) (number float64, known bool)]("tensor.Repeats")

// Blank returns the elements of a result that an op has just made by EmptyOf, to be written before it is used
// elsewhere. Unlike those of Writable, they do not count as changed, so that a Scope can reuse their memory.
var Blank = inner.Get[func(t *tensor.Tensor) any]("tensor.Blank")

// Operand returns t as a constant for an op that reads it while it runs, and whose results do not share its memory:
// unlike Detach, it does not keep the memory past the end of a Scope.
var Operand = inner.Get[func(t *tensor.Tensor) *tensor.Tensor]("tensor.Operand")

// Elements returns the elements of t, converted to dt, in row-major order, to be read immediately: unlike Values, it
// does not keep the memory past the end of a Scope. The slice has the Go type of dt.
var Elements = inner.Get[func(t *tensor.Tensor, dt tensor.DType) any]("tensor.Elements")

// Slice returns a slice of zeros for the elements of a tensor of the given shape. It replaces make where a user sets
// the lengths: it raises MemoryError if memory does not suffice, while make ends the program.
func Slice[E int32 | int64 | float32 | float64](dims ...int) []E {
	CheckMemory(dtype.Of([]E{}), dims)
	return make([]E, shape.Size(dims))
}

// CheckMemory raises MemoryError if a tensor of the given dtype and shape does not fit in memory.
var CheckMemory = inner.Get[func(dt tensor.DType, dims []int)]("tensor.CheckMemory")

// ReLUOver is x.ReLU(), computed in x's memory if possible. x must be a result that only the caller references and no
// gradient needs, such as the value that one layer passes to the next.
var ReLUOver = inner.Get[func(x *tensor.Tensor) *tensor.Tensor]("tensor.ReLUOver")

// Leaned returns x where it is positive, slope·x elsewhere, broadcast, for floats.
var Leaned = inner.Get[func(x, slope *tensor.Tensor) *tensor.Tensor]("tensor.Leaned")

// MapOver calls f such that its ops compute n slices at once: slice turns a tensor of n slices along axis 0 into one
// with the shape of a slice, and back does the reverse, or returns nil for a tensor that is the same for every slice.
// It returns false if that is not possible, for example because f reads elements, changes a tensor in place, is
// watched, or raises an error. The results of f are then invalid, and the caller must compute slice by slice.
var MapOver = inner.Get[func(n int, f func(slice, back func(x *tensor.Tensor) *tensor.Tensor)) bool]("tensor.MapOver")

// SquaredErrors returns the sum, or the mean, of the squared differences of a and b as one op. It returns nil if the
// separate ops must be applied instead.
var SquaredErrors = inner.Get[func(a, b *tensor.Tensor, mean bool) *tensor.Tensor]("tensor.SquaredErrors")

// MappedSlices returns the number of slices that are computed at once on this goroutine, by all nested calls of
// [MapOver]; 1 outside of them.
var MappedSlices = inner.Get[func() int]("tensor.MappedSlices")

// RecordAll makes a tape also record ops without gradients, so that [Recorded] lists them.
var RecordAll = inner.Get[func(t *tensor.Tape)]("tensor.RecordAll")

// Applied is one op recorded by a tape; see [Recorded].
type Applied struct {
	Op      tensor.Op
	In, Out []tensor.Spec
	// for each argument, the index of the op that computed it, or a negative number if there is none; see [Leaf]
	From []int
}

// Leaf decodes a negative number of [Applied.From]: a value or parameter to differentiate with respect to, each with a
// number, or a constant.
func Leaf(from int) (number int, constant bool) { return -2 - from, from == -1 }

type visit = func(op tensor.Op, in, out []tensor.Spec, from []int)

var recorded = inner.Get[func(outs []*tensor.Tensor, see visit)]("tensor.Recorded")

// Recorded lists the recorded ops that outs depend on, each before those that compute its arguments. Ops inside
// [tensor.Recompute] are listed only by tapes that record everything.
func Recorded(outs []*tensor.Tensor) (list []Applied) {
	recorded(outs, func(op tensor.Op, in, out []tensor.Spec, from []int) {
		list = append(list, Applied{op, in, out, from})
	})
	return list
}
