package tensor

// Assign sets all elements of t to v in place, broadcast and cast to t's dtype: mindspore.ops.assign. The change is
// visible in tensors that share t's memory, and gradients take it into account as for [Tensor.SetAt], except that a
// parameter's own history does not change. It returns t.
func (t *Tensor) Assign(v *Tensor) *Tensor {
	checkFits("Assign", v.lay.shape, t.lay.shape)
	onceEach()
	if v.lay.size == 1 && (t.isParam() || !recording(t, v)) && t.repeat(v.cast(t.dtype)) {
		t.changed()
		return t
	}
	t.write("Assign", selection{items: wholeAxes(len(t.lay.shape))}, v)
	return t
}

func wholeAxes(n int) []indexItem {
	items := make([]indexItem, n)
	for i := range items {
		items[i] = indexItem{kind: itemSlice, slice: All()}
	}
	return items
}

// AddAssign adds y to t in place: mindspore.ops.assign_add. It returns t.
func (t *Tensor) AddAssign(y *Tensor) *Tensor { return t.assignWith("AssignAdd", (*Tensor).Add, y) }

// SubAssign subtracts y from t in place: mindspore.ops.assign_sub. It returns t.
func (t *Tensor) SubAssign(y *Tensor) *Tensor { return t.assignWith("AssignSub", (*Tensor).Sub, y) }

// MulAssign multiplies t by y in place. It returns t.
func (t *Tensor) MulAssign(y *Tensor) *Tensor { return t.assignWith("AssignMul", (*Tensor).Mul, y) }

// DivAssign divides t by y in place. It returns t.
func (t *Tensor) DivAssign(y *Tensor) *Tensor { return t.assignWith("AssignDiv", (*Tensor).Div, y) }

// assignWith names op, which the user called, in errors.
func (t *Tensor) assignWith(op string, combine func(t, y *Tensor) *Tensor, y *Tensor) *Tensor {
	agree(op, t, y)
	promote(op, t.spec(), y.spec())
	checkFits(op, y.lay.shape, t.lay.shape)
	return t.Assign(combine(t, y))
}

// Writable returns the memory of t in row-major order as a slice of the dtype's Go type, to be written immediately.
// It counts as a change: a gradient that needs the old elements raises RuntimeError. Tapes do not record the writes.
// A tensor that is not contiguous is a RuntimeError.
func (t *Tensor) Writable() any {
	if !t.lay.contig {
		Throw("Writable", RuntimeError, "For 'Writable', the tensor must be contiguous.")
	}
	t.changed()
	return t.elements()
}
