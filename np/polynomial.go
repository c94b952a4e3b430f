package np

import "github.com/msrepl/msrepl/tensor"

// Polynomials are vectors of coefficients, the highest power first.

// PolyAdd returns the sum of two polynomials. numpy.polyadd.
func PolyAdd(p, q any) *tensor.Tensor {
	a, b := sameDegree(p, q)
	return a.Add(b)
}

// PolySub returns the difference of two polynomials. numpy.polysub.
func PolySub(p, q any) *tensor.Tensor {
	a, b := sameDegree(p, q)
	return a.Sub(b)
}

// sameDegree prepends zeros to the shorter polynomial.
func sameDegree(p, q any) (a, b *tensor.Tensor) {
	a, b = AtLeast1D(p), AtLeast1D(q)
	pad := func(t *tensor.Tensor, n int) *tensor.Tensor {
		return tensor.Concat([]*tensor.Tensor{tensor.ZerosOf(t.DType(), max(0, n-t.Len())), t}, 0)
	}
	return pad(a, b.Len()), pad(b, a.Len())
}

// PolyMul returns the product of two polynomials. numpy.polymul.
func PolyMul(p, q any) *tensor.Tensor { return Convolve(p, q) }

// PolyVal returns the values of polynomial p at x. numpy.polyval.
func PolyVal(p, x any) *tensor.Tensor {
	t := operand(x)
	y := tensor.ZerosLike(tensorOf(x))
	for _, c := range AtLeast1D(p).Unstack(0) {
		y = y.Mul(t).Add(c)
	}
	return y
}

// PolyDer returns the derivative of polynomial p. numpy.polyder.
func PolyDer(p any) *tensor.Tensor {
	t := AtLeast1D(p)
	n := t.Len()
	powers := tensor.Arange(n-1, 0, -1).AsType(t.DType())
	return t.At(tensor.To(n - 1)).Mul(powers)
}

// PolyInt returns the integral of polynomial p that is zero at zero. numpy.polyint.
func PolyInt(p any) *tensor.Tensor {
	t := AtLeast1D(p)
	y := t.Div(tensor.Arange(t.Len(), 0, -1).AsType(t.DType()))
	return tensor.Concat([]*tensor.Tensor{y, tensor.ZerosOf(y.DType(), 1)}, 0)
}
