package tensor

import (
	"slices"

	"github.com/msrepl/msrepl/internal/compute/kernels"
	"github.com/msrepl/msrepl/internal/compute/shape"
)

// Where returns a where cond is true and b elsewhere, the three broadcast together, a and b promoted.
// cond may be of any dtype; numbers are true where they are not zero.
//
//ms:op func=where class=Select types=all
func Where(cond, a, b *Tensor) *Tensor { return Apply(whereOp{}, cond, a, b)[0] }

type whereOp struct{}

func (whereOp) Name() string { return "Select" }
func (o whereOp) Infer(in []Spec) []Spec {
	s := inferArith(o.Name(), in[1], in[2])
	s.Shape = broadcastShapes(o.Name(), in[0].Shape, s.Shape)
	return []Spec{s}
}

func (o whereOp) Forward(in []*Tensor) []*Tensor {
	spec := o.Infer([]Spec{in[0].spec(), in[1].spec(), in[2].spec()})[0]
	a, b := in[1].as(spec.DType), in[2].as(spec.DType)
	y := blank(spec.DType, newLayout(spec.Shape))
	if y.lay.size == 0 {
		return []*Tensor{y}
	}
	cond := in[0].as(Bool)
	if !repeatsWhole(cond, y) {
		cond = cond.across(y)
	}
	if !fits(a, y) {
		a = a.across(y)
	}
	if !fits(b, y) {
		b = b.across(y)
	}
	switch y.dtype.Size() {
	case 1:
		choose[uint8](y, cond, a, b)
	case 2:
		choose[uint16](y, cond, a, b)
	case 4:
		choose[uint32](y, cond, a, b)
	case 8:
		choose[uint64](y, cond, a, b)
	default:
		choose[[2]uint64](y, cond, a, b)
	}
	return []*Tensor{y}
}

// across is a contiguous copy of x, broadcast to y.
func (x *Tensor) across(y *Tensor) *Tensor {
	z := blank(x.dtype, y.lay)
	copyElements(z, x, broadcastStrides(x, y))
	return z
}

// choose writes a to y where cond is true and b elsewhere. The mask may repeat, as a number may.
func choose[E uint8 | uint16 | uint32 | uint64 | [2]uint64](y, cond, a, b *Tensor) {
	mask, n := flat[bool](cond), y.lay.size
	dst, left, right := flat[E](y), flat[E](a), flat[E](b)
	for lo := 0; lo < n; lo += len(mask) {
		hi := lo + len(mask)
		kernels.Choose(dst[lo:hi], mask, piece(left, n, lo, hi), piece(right, n, lo, hi))
	}
}

// repeatsWhole says whether the elements of y are met by those of a mask as they lie, all of them again and again.
func repeatsWhole(mask, y *Tensor) bool {
	const least = 64 // which is worth a call
	m, n := mask.lay.shape, y.lay.shape
	return mask.lay.contig && (mask.lay.size == y.lay.size || mask.lay.size >= least) && slices.Equal(m, n[len(n)-len(m):])
}

func (whereOp) VJP(in, _, grad []*Tensor) []*Tensor {
	zero := ZerosOf(grad[0].dtype)
	return []*Tensor{nil, Where(in[0], grad[0], zero), Where(in[0], zero, grad[0])}
}

func (whereOp) keeps() keep       { return keepFirst }
func (whereOp) PrivateGradients() {}

// broadcastStrides returns the strides with which x is read over y's shape.
func broadcastStrides(x, y *Tensor) []int {
	s, _ := shape.BroadcastStrides(y.lay.shape, x.lay.shape, x.lay.strides)
	return s
}
