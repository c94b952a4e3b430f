package tensor

import (
	"slices"

	"github.com/msrepl/msrepl/internal/compute/shape"
)

// Reshape returns x's elements, in row-major order, with another shape; one length may be -1 and is then inferred. It
// is a view when x is contiguous. A shape of another size is a ValueError.
//
//ms:op func=reshape class=Reshape types=all
func (x *Tensor) Reshape(shape ...int) *Tensor { return apply1(reshapeOp{shape}, x) }

type reshapeOp struct{ to []int }

func (reshapeOp) Name() string { return "Reshape" }

func (o reshapeOp) infer(x Spec) Spec {
	to, ok := shape.Resolve(o.to, shape.Size(x.Shape))
	if !ok {
		Throw(o.Name(), ValueError, "For 'Reshape', the product of the 'input_x' shape should be equal to product of 'input_shape', "+
			"but got 'input_x' shape %s and 'input_shape' %s.", listText(x.Shape), listText(o.to))
	}
	return Spec{DType: x.DType, Shape: to}
}

func (o reshapeOp) forward(x *Tensor) *Tensor {
	l := newLayout(o.infer(x.spec()).Shape)
	x = x.rowMajor()
	return x.header(l, x.off)
}
func (reshapeOp) vjp(x, _, g *Tensor) *Tensor { return g.Reshape(x.lay.shape...) }
func (reshapeOp) keeps() keep                 { return keepNothing }

// View is [Tensor.Reshape]: Tensor.view.
func (x *Tensor) View(shape ...int) *Tensor { return x.Reshape(shape...) }

// Flatten joins axes into one: from the first given, or 0, to the second given, or the last. It is the method
// Tensor.flatten; mindspore.ops.flatten, which is ops.Flatten, begins with axis 1.
func (x *Tensor) Flatten(startEnd ...int) *Tensor {
	if len(x.lay.shape) == 0 {
		return x.Reshape(1)
	}
	first, last := 0, len(x.lay.shape)-1
	if len(startEnd) > 0 {
		first = x.axis("Flatten", startEnd[0])
	}
	if len(startEnd) > 1 {
		last = x.axis("Flatten", startEnd[1])
	}
	if last < first {
		Throw("Flatten", ValueError, "For 'Flatten', 'start_dim' must not come after 'end_dim', but got %d and %d.", first, last)
	}
	joined := append(slices.Clone(x.lay.shape[:first]), shape.Size(x.lay.shape[first:last+1]))
	return x.Reshape(append(joined, x.lay.shape[last+1:]...)...)
}

// Transpose returns a view of x with its axes in the given order, reversed without arguments.
//
//ms:op func=transpose,permute,t class=Transpose types=all
func (x *Tensor) Transpose(axes ...int) *Tensor {
	n := len(x.lay.shape)
	if len(axes) == 0 && n > 0 {
		axes = make([]int, n)
		for i := range axes {
			axes[i] = n - 1 - i
		}
	}
	return apply1(transposeOp{axes}, x)
}

// T returns [Tensor.Transpose] with the axes reversed: Tensor.T.
func (x *Tensor) T() *Tensor { return x.Transpose() }

// SwapAxes returns a view of x with two axes swapped.
//
//ms:op func=swapaxes,swapdims class= types=all
func (x *Tensor) SwapAxes(i, j int) *Tensor {
	perm := shape.UpTo(len(x.lay.shape))
	i, j = x.axis("SwapAxes", i), x.axis("SwapAxes", j)
	perm[i], perm[j] = j, i
	return apply1(transposeOp{perm}, x)
}

type transposeOp struct{ perm []int }

func (transposeOp) Name() string { return "Transpose" }

func (o transposeOp) infer(x Spec) Spec {
	out := make([]int, len(x.Shape))
	for i, a := range o.axes(x.Shape) {
		out[i] = x.Shape[a]
	}
	return Spec{DType: x.DType, Shape: out}
}

// axes returns the permutation with its negative axes resolved.
func (o transposeOp) axes(dims []int) []int {
	seen := make([]bool, len(dims))
	perm := slices.Clone(o.perm)
	for i, a := range perm {
		a, ok := shape.Axis(a, len(dims))
		if !ok || len(perm) != len(dims) || seen[a] {
			o.throw(dims)
		}
		perm[i], seen[a] = a, true
	}
	if len(perm) != len(dims) {
		o.throw(dims)
	}
	return perm
}

func (o transposeOp) throw(dims []int) {
	Throw(o.Name(), ValueError, "For 'Transpose', the perm %s must name each of the %d axes of input_x once; its shape is %s.",
		tupleText(o.perm), len(dims), tupleText(dims))
}

func (o transposeOp) forward(x *Tensor) *Tensor {
	perm := o.axes(x.lay.shape)
	dims, strides := make([]int, len(perm)), make([]int, len(perm))
	for i, a := range perm {
		dims[i], strides[i] = x.lay.shape[a], x.lay.strides[a]
	}
	return x.header(viewLayout(dims, strides), x.off)
}

func (o transposeOp) vjp(x, _, g *Tensor) *Tensor {
	back := make([]int, len(o.perm))
	for i, a := range o.axes(x.lay.shape) {
		back[a] = i
	}
	return g.Transpose(back...)
}
func (transposeOp) keeps() keep { return keepNothing }

// BroadcastTo returns a view of x broadcast to the given shape; -1 keeps a length. A shape to which x does not
// broadcast is a ValueError.
//
//ms:op func=broadcast_to,expand class=BroadcastTo types=all
func (x *Tensor) BroadcastTo(shape ...int) *Tensor { return apply1(broadcastOp{shape}, x) }

type broadcastOp struct{ to []int }

func (broadcastOp) Name() string { return "BroadcastTo" }

func (o broadcastOp) infer(x Spec) Spec {
	to := slices.Clone(o.to)
	lead := len(to) - len(x.Shape)
	for i, d := range to {
		if d == -1 && i >= lead {
			to[i] = x.Shape[i-lead]
		}
	}
	if got, ok := shape.Broadcast(to, x.Shape); !ok || lead < 0 || !slices.Equal(got, to) || (len(to) > 0 && slices.Min(to) < 0) {
		Throw(o.Name(), ValueError, "For 'BroadcastTo', each dimension pair, input_x shape and target shape must be equal or input dimension is 1 "+
			"or target dimension is -1, but got input_x shape: %s, target shape: %s.", listText(x.Shape), listText(o.to))
	}
	return Spec{DType: x.DType, Shape: to}
}

func (o broadcastOp) forward(x *Tensor) *Tensor {
	to := o.infer(x.spec()).Shape
	strides, _ := shape.BroadcastStrides(to, x.lay.shape, x.lay.strides)
	return x.header(viewLayout(to, strides), x.off)
}
func (broadcastOp) vjp(_, _, g *Tensor) *Tensor { return g } // the tape sums over repetitions
func (broadcastOp) keeps() keep                 { return keepNothing }

// ExpandDims returns a view of x with a new axis of length one at the given position.
//
//ms:op func=expand_dims,unsqueeze class=ExpandDims types=all
func (x *Tensor) ExpandDims(axis int) *Tensor {
	at, ok := shape.Axis(axis, len(x.lay.shape)+1)
	if !ok {
		throwAxis("ExpandDims", axis, len(x.lay.shape)+1)
	}
	return apply1(regridOp{"ExpandDims", slices.Insert(slices.Clone(x.lay.shape), at, 1), slices.Insert(slices.Clone(x.lay.strides), at, 0)}, x)
}

// Squeeze returns a view of x without the given axes, which must have length one (ValueError), or without all such
// axes.
//
//ms:op func=squeeze class=Squeeze types=all
func (x *Tensor) Squeeze(axes ...int) *Tensor {
	drop := make([]bool, len(x.lay.shape))
	for _, a := range axes {
		i := x.axis("Squeeze", a)
		if x.lay.shape[i] != 1 {
			Throw("Squeeze", ValueError, "For 'Squeeze', the shape of axis %d must be 1, but got %d: the shape is %s.", a, x.lay.shape[i], tupleText(x.lay.shape))
		}
		drop[i] = true
	}
	o := regridOp{name: "Squeeze"}
	for i, d := range x.lay.shape {
		if drop[i] || (len(axes) == 0 && d == 1) {
			continue
		}
		o.dims, o.strides = append(o.dims, d), append(o.strides, x.lay.strides[i])
	}
	return apply1(o, x)
}

// regridOp inserts or removes axes of length one; dims and strides are those of the result.
type regridOp struct {
	name          string
	dims, strides []int
}

func (o regridOp) Name() string                { return o.name }
func (o regridOp) infer(x Spec) Spec           { return Spec{DType: x.DType, Shape: o.dims} }
func (o regridOp) forward(x *Tensor) *Tensor   { return x.header(viewLayout(o.dims, o.strides), x.off) }
func (o regridOp) vjp(x, _, g *Tensor) *Tensor { return g.Reshape(x.lay.shape...) }
func (o regridOp) keeps() keep                 { return keepNothing }

// axis converts an axis of t that may be negative to a position, or throws an IndexError that names op.
func (t *Tensor) axis(op string, axis int) int {
	a, ok := shape.Axis(axis, len(t.lay.shape))
	if !ok {
		throwAxis(op, axis, len(t.lay.shape))
	}
	return a
}

func throwAxis(op string, axis, ndim int) {
	Throw(op, ValueError, "For '%s', the axis must be in range [%d, %d), but got %d.", op, -ndim, ndim, axis)
}
