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
	cond := in[0].as(Bool)
	y := blank(spec.DType, newLayout(spec.Shape))
	if y.dtype == Float32 && y.lay.size > 0 && repeatsWhole(cond, y) && fits(a, y) && fits(b, y) {
		mask, n := flat[bool](cond), y.lay.size
		dst, left, right := flat[float32](y), flat[float32](a), flat[float32](b)
		for lo := 0; lo < n; lo += len(mask) {
			hi := lo + len(mask)
			kernels.Choose(dst[lo:hi], mask, piece(left, n, lo, hi), piece(right, n, lo, hi))
		}
		return []*Tensor{y}
	}
	copyElements(y, b, broadcastStrides(b, y))
	switch y.dtype.Size() {
	case 1:
		maskedCopy[uint8](y, cond, a)
	case 2:
		maskedCopy[uint16](y, cond, a)
	case 4:
		maskedCopy[uint32](y, cond, a)
	case 8:
		maskedCopy[uint64](y, cond, a)
	default:
		maskedCopy[[2]uint64](y, cond, a)
	}
	return []*Tensor{y}
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

// maskedCopy overwrites y with x where cond is true; both are broadcast to y.
func maskedCopy[E any](y, cond, x *Tensor) {
	kernels.CopyWhere(all[E](y), y.off, y.lay.strides, all[bool](cond), cond.off, broadcastStrides(cond, y),
		all[E](x), x.off, broadcastStrides(x, y), y.lay.shape)
}

// broadcastStrides returns the strides with which x is read over y's shape.
func broadcastStrides(x, y *Tensor) []int {
	s, _ := shape.BroadcastStrides(y.lay.shape, x.lay.shape, x.lay.strides)
	return s
}
