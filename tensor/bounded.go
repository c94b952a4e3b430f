package tensor

// AMax returns the largest elements along axes (nil for all), among those where the mask is true and initial:
// mindspore.ops.amax with its arguments initial and where. A nil mask means all elements; initial may be nil only if
// the mask is nil. With keepDims the axes stay with length one.
//
//ms:op func=amax class= types=ordered
func (x *Tensor) AMax(axes []int, keepDims bool, initial any, where *Tensor) *Tensor {
	y := x.bounded("AMax", initial, where).MaxAxes(axes, keepDims)
	if initial == nil {
		return y
	}
	return y.Maximum(New(initial, x.dtype))
}

// AMin returns the smallest elements along axes (nil for all), among those where the mask is true and initial:
// mindspore.ops.amin with its arguments initial and where. A nil mask means all elements; initial may be nil only if
// the mask is nil. With keepDims the axes stay with length one.
//
//ms:op func=amin class= types=ordered
func (x *Tensor) AMin(axes []int, keepDims bool, initial any, where *Tensor) *Tensor {
	y := x.bounded("AMin", initial, where).MinAxes(axes, keepDims)
	if initial == nil {
		return y
	}
	return y.Minimum(New(initial, x.dtype))
}

// bounded returns x with initial where the mask is false.
func (x *Tensor) bounded(op string, initial any, where *Tensor) *Tensor {
	if where == nil {
		return x
	}
	if initial == nil {
		Throw(op, ValueError, "For '%s', the 'initial' must be given where there is a 'where'.", op)
	}
	return Where(where, x, New(initial, x.dtype))
}

// Resize returns the elements of x in another shape, truncated or padded with zeros as necessary.
//
//ms:op func= class=Tensor.resize types=all
func (x *Tensor) Resize(dims ...int) *Tensor {
	for _, d := range dims {
		if d < 0 {
			Throw("Resize", ValueError, "For 'Tensor.resize', the new shape must not be negative, but got %s.", tupleText(dims))
		}
	}
	n := elementsOf(dims)
	flat := x.Reshape(-1)
	if extra := n - flat.Size(); extra > 0 {
		flat = Concat([]*Tensor{flat, ZerosOf(x.dtype, extra)})
	}
	return flat.Narrow(0, 0, n).Reshape(dims...)
}
