package tensor

import "github.com/msrepl/msrepl/internal/compute/kernels"

// rowMajor returns x itself when it is contiguous, else an untracked copy that is.
func (x *Tensor) rowMajor() *Tensor {
	if x.lay.contig {
		return x
	}
	y := blank(x.dtype, x.lay.row())
	copyElements(y, x, x.lay.strides)
	return y
}

// copyElements writes x, read with the given strides over y's shape, to y. Both have one dtype.
func copyElements(y, x *Tensor, strides []int) {
	switch y.dtype.Size() {
	case 1:
		copySized[uint8](y, x, strides)
	case 2:
		copySized[uint16](y, x, strides)
	case 4:
		copySized[uint32](y, x, strides)
	case 8:
		copySized[uint64](y, x, strides)
	default:
		copySized[[2]uint64](y, x, strides)
	}
}

func copySized[E any](y, x *Tensor, strides []int) {
	kernels.Copy(all[E](y), y.off, y.lay.strides, all[E](x), x.off, strides, y.lay.shape)
}

// copied returns an untracked contiguous copy of x with its own memory.
func (x *Tensor) copied() *Tensor {
	if v := x.repeats(); v != nil {
		return repeated(v, x.lay)
	}
	if x.lay.expanded() {
		return repeated(x.only().copied(), x.lay) // x may be changed in place before the memory is allocated
	}
	y := blank(x.dtype, x.lay.row())
	copyElements(y, x, x.lay.strides)
	return y
}

// changeable is copied for a tensor that is written to at once: allocating the memory of a repeated element now,
// rather than later, lets it be reused memory.
func (x *Tensor) changeable() *Tensor {
	if v := x.repeats(); v != nil {
		return filled(v, x.lay)
	}
	return x.copied()
}

// cast returns x's elements as dt in an untracked contiguous tensor with its own memory.
func (x *Tensor) cast(dt DType) *Tensor {
	if x.dtype == dt {
		return x.copied()
	}
	if v := x.only(); v != nil && v != x {
		return repeated(v.cast(dt), x.lay)
	}
	y := blank(dt, x.lay.row())
	if x.lay.size != 1 || !castOne(y, x) {
		x.castInto(y)
	}
	return y
}

// castOne is castInto for one element and the dtypes of Python numbers, which occur in most expressions.
func castOne(y, x *Tensor) bool {
	switch x.dtype {
	case Float64:
		return setOne(y, all[float64](x)[x.off])
	case Int64:
		return setOne(y, all[int64](x)[x.off])
	}
	return false
}

func setOne[E int64 | float64](y *Tensor, v E) bool {
	switch y.dtype {
	case Float32:
		near[float32](y)[0] = float32(v)
	case Float64:
		near[float64](y)[0] = float64(v)
	case Int32:
		near[int32](y)[0] = int32(v)
	case Int64:
		near[int64](y)[0] = int64(v)
	default:
		return false
	}
	return true
}

// castInto writes x's elements to y, which must be contiguous and of x's size.
func (x *Tensor) castInto(y *Tensor) { kernels.Convert(y.elements(), x.rowMajor().elements()) }

// as returns x when it has dtype dt, else an untracked cast.
func (x *Tensor) as(dt DType) *Tensor {
	if x.dtype == dt {
		return x
	}
	return x.cast(dt)
}
