package tensor

// AsType returns x converted to dt with C's conversions; nonzero numbers become true. Gradients have x's dtype. If x
// already has the dtype dt, x itself is returned.
//
//ms:op func=cast class=Cast types=all
func (x *Tensor) AsType(dt DType) *Tensor {
	switch {
	case x.weak:
		return x.cast(dt)
	case x.dtype == dt:
		return x
	}
	return apply1(castOp{dt}, x)
}

type castOp struct{ to DType }

func (castOp) Name() string                { return "Cast" }
func (o castOp) infer(x Spec) Spec         { return Spec{DType: o.to, Shape: x.Shape} }
func (o castOp) forward(x *Tensor) *Tensor { return x.cast(o.to) }
func (castOp) vjp(_, _, g *Tensor) *Tensor { return g }
func (castOp) keeps() keep                 { return keepNothing }
