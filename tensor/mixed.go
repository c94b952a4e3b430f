package tensor

import (
	"github.com/msrepl/msrepl/internal/compute/dtype"
	"github.com/msrepl/msrepl/internal/session/gls"
)

// mixed is the dtype to which ops convert floats, Invalid for none.
var mixed gls.Var[DType]

// computeIn calls f. While f runs, every op on this goroutine first converts its floating point arguments to dt.
func computeIn(dt DType, f func()) { mixed.With(dt, f) }

// takenAs returns the dtype to which ops convert t.
func takenAs(t *Tensor) DType {
	if lower, ok := mixed.Get(); ok && lower != dtype.Invalid && !t.weak && t.dtype.IsFloat() {
		return lower
	}
	return t.dtype
}

// roundedTogether returns f of tensors for an f composed of several ops. Arguments that ops would take in a half
// type are passed to f as Float32, in which f computes, and only the result is rounded.
func roundedTogether(in []*Tensor, f func(in []*Tensor) *Tensor) (y *Tensor) {
	dt, wide, same := dtype.Bool, make([]*Tensor, len(in)), true // promoting Bool with a dtype gives that dtype
	for i, x := range in {
		if wide[i] = x; x == nil || x.weak || !x.dtype.IsFloat() {
			continue
		}
		taken := takenAs(x)
		dt, _ = dtype.Promote(dt, taken)
		if wide[i] = x.AsType(taken); isHalf(taken) {
			wide[i] = wide[i].AsType(Float32)
		}
		same = same && wide[i] == x
	}
	if same && !mixed.Any() || dt == dtype.Bool {
		return f(in)
	}
	mixed.With(dtype.Invalid, func() { y = f(wide) })
	return y.AsType(dt)
}

// applyLower runs op on its arguments converted to the prescribed dtype, or returns nil if there is none. The
// conversion is off while op runs, as the ops that compose it choose their own dtypes.
func applyLower(op Op, in ...*Tensor) (out []*Tensor) {
	dt, ok := mixed.Get()
	if w, unary := op.(wide1); unary {
		if _, cast := w.unaryOp.(castOp); cast {
			return nil
		}
	}
	if !ok || dt == dtype.Invalid {
		return nil
	}
	low := make([]*Tensor, len(in))
	for i, t := range in {
		low[i] = t
		if t != nil && !t.weak {
			low[i] = t.AsType(takenAs(t))
		}
	}
	mixed.With(dtype.Invalid, func() { out = applyAs(op, low) })
	return out
}

// applyAs runs op, in its lean form if it has one.
func applyAs(op Op, in []*Tensor) []*Tensor {
	switch op := op.(type) {
	case wide1:
		return []*Tensor{apply1(op.unaryOp, in[0])}
	case wide2:
		return []*Tensor{apply2(op.binaryOp, in[0], in[1])}
	}
	return Apply(op, in...)
}
