package tensor

import (
	"slices"

	"github.com/msrepl/msrepl/internal/compute/kernels"
	"github.com/msrepl/msrepl/internal/compute/shape"
)

// Where returns a where cond is true and b elsewhere; all three broadcast, and a and b are promoted. cond may have
// any dtype; nonzero numbers are true.
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
	a, b := oneOr(in[1].as(spec.DType)), oneOr(in[2].as(spec.DType))
	y := blank(spec.DType, newLayout(spec.Shape))
	if y.lay.size == 0 {
		return []*Tensor{y}
	}
	cond := in[0].as(Bool)
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

// chosenRow is the length of rows from which a call per row is worthwhile.
const chosenRow = 64

// choose writes a to y where cond is true and b elsewhere. Operands without long rows are copied first.
func choose[E uint8 | uint16 | uint32 | uint64 | [2]uint64](y, cond, a, b *Tensor) {
	if chooseWhole[E](y, cond, a, b) || chooseRows[E](y, cond, a, b) {
		return
	}
	if !fits(a, y) {
		a = a.broadcastCopy(y.lay)
	}
	if !fits(b, y) {
		b = b.broadcastCopy(y.lay)
	}
	chooseWhole[E](y, cond.broadcastCopy(y.lay), a, b)
}

// chooseWhole is choose for contiguous memory: the mask, cycled, covers the elements of y, and so do a and b, each
// of which may also be a single element. It reports whether it applied.
func chooseWhole[E uint8 | uint16 | uint32 | uint64 | [2]uint64](y, cond, a, b *Tensor) bool {
	m, n := cond.lay.shape, y.lay.size
	repeats := cond.lay.contig && (cond.lay.size == n || cond.lay.size >= chosenRow) &&
		slices.Equal(m, y.lay.shape[len(y.lay.shape)-len(m):])
	if !repeats || !fits(a, y) || !fits(b, y) {
		return false
	}
	mask, dst, left, right := flat[bool](cond), flat[E](y), flat[E](a), flat[E](b)
	for lo := 0; lo < n; lo += len(mask) {
		hi := lo + len(mask)
		kernels.Choose(dst[lo:hi], mask, piece(left, n, lo, hi), piece(right, n, lo, hi))
	}
	return true
}

// oneOr returns the element that repeats in x, or x if there is none.
func oneOr(x *Tensor) *Tensor {
	if v := x.only(); v != nil {
		return v
	}
	return x
}

// chooseRows is choose by rows, in which each operand has all elements or one that repeats. It reports whether the
// operands are of this form and the rows long enough.
func chooseRows[E uint8 | uint16 | uint32 | uint64 | [2]uint64](y, cond, a, b *Tensor) bool {
	w := shape.NewWalk(y.lay.shape, broadcastStrides(cond, y), broadcastStrides(a, y), broadcastStrides(b, y))
	n, marks, na, nb := w.Inner, rowLength(w, 0), rowLength(w, 1), rowLength(w, 2)
	if n < chosenRow || marks < 0 || na < 0 || nb < 0 {
		return false
	}
	dst, mask, left, right := flat[E](y), all[bool](cond), all[E](a), all[E](b)
	for ; w.Next(); dst = dst[n:] {
		mark, yes, no := mask[cond.off+w.Off[0]:][:marks], left[a.off+w.Off[1]:][:na], right[b.off+w.Off[2]:][:nb]
		if marks == 1 && mark[0] {
			no = yes
		}
		switch {
		case marks == n:
			kernels.Choose(dst[:n], mark, yes, no)
		case len(no) == 1:
			kernels.Fill(dst[:n], no[0])
		default:
			copy(dst[:n], no)
		}
	}
	return true
}

func (o whereOp) VJP(in, out, grad []*Tensor) []*Tensor {
	return o.VJPFor([]bool{false, true, true}, in, out, grad)
}

// VJPFor skips gradients of numbers and constants.
func (whereOp) VJPFor(need []bool, in, _, grad []*Tensor) []*Tensor {
	zero, res := ZerosOf(grad[0].dtype), make([]*Tensor, 3)
	if need[1] {
		res[1] = Where(in[0], grad[0], zero)
	}
	if need[2] {
		res[2] = Where(in[0], zero, grad[0])
	}
	return res
}

func (whereOp) keeps() keep       { return keepFirst }
func (whereOp) PrivateGradients() {}

// broadcastStrides returns the strides for reading x over y's shape.
func broadcastStrides(x, y *Tensor) []int {
	s, _ := shape.BroadcastStrides(y.lay.shape, x.lay.shape, x.lay.strides)
	return s
}
