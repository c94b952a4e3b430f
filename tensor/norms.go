package tensor

import "math"

// NormBy returns a norm of x as mindspore.ops.norm does. ord is nil, a number, "inf", "-inf", "fro" or "nuc"; axes
// nil, one axis or two. Without ord it is the Euclidean norm of all elements along the axes. Otherwise a vector, or
// one axis, gives [Tensor.VectorNorm] and a matrix, or two axes, [Tensor.MatrixNorm]. With keepDims the axes stay
// with length one.
//
//ms:op func=norm class=LpNorm types=float
func (x *Tensor) NormBy(ord any, axes []int, keepDims bool) *Tensor {
	n := len(axes)
	if axes == nil {
		n = len(x.lay.shape)
	}
	if ord == nil {
		return x.NormAxes(axes, keepDims)
	}
	ord = infinite(ord)
	_, word := ord.(string)
	switch {
	case n == 2:
		return x.MatrixNorm(ord, axes, keepDims)
	case n == 1 && !word:
		return x.VectorNorm(Scalar(ord).Float(), axes, keepDims)
	}
	Throw("Norm", ValueError, "For 'Norm', ord %v does not go with %d axes: the shape is %s.", ord, n, tupleText(x.lay.shape))
	return nil
}

// infinite converts the orders "inf" and "-inf" to numbers; other orders are unchanged.
func infinite(ord any) any {
	switch ord {
	case "inf":
		return math.Inf(1)
	case "-inf":
		return math.Inf(-1)
	}
	return ord
}

// VectorNorm returns (Σ|x|^ord)^(1/ord) over the given axes (nil for all): the number of elements that are not zero
// for ord 0, the largest for infinity, the smallest for -infinity. With keepDims the axes stay with length one.
// Integers give Float32. The gradient is zero where the norm is.
//
//ms:op func=vector_norm class=EuclideanNorm types=float
func (x *Tensor) VectorNorm(ord float64, axes []int, keepDims bool) *Tensor {
	if x.dtype.IsComplex() {
		throwDType("VectorNorm", x.dtype)
	}
	x.needAxis("VectorNorm", axes...)
	x = x.inexactly()
	switch {
	case ord == 2:
		return x.NormAxes(axes, keepDims)
	case ord == 1:
		return x.Abs().SumAxes(axes, keepDims)
	case ord == 0:
		return x.NotEqual(num(0)).AsType(x.dtype).SumAxes(axes, keepDims)
	case math.IsInf(ord, 1):
		return x.Abs().MaxAxes(axes, keepDims)
	case math.IsInf(ord, -1):
		return x.Abs().MinAxes(axes, keepDims)
	}
	return roundedOnce(x, func(x *Tensor) *Tensor {
		return x.Abs().powerOr0(ord).SumAxes(axes, keepDims).powerOr0(1 / ord)
	})
}

// powerOr0 returns x^p for x >= 0. The gradient at zero is zero if the slope there is infinite.
func (x *Tensor) powerOr0(p float64) *Tensor {
	if p <= 0 || p >= 1 {
		return x.Pow(num(p))
	}
	zero := x.Equal(num(0))
	return Where(zero, num(0), Where(zero, num(1), x).Pow(num(p)))
}

// MatrixNorm returns a norm of the matrices in two axes (nil for the only two): "fro" is the Euclidean norm of the
// elements, "nuc" the sum of singular values, 1 and -1 the largest and smallest sum of a column's magnitudes,
// infinity ("inf") and -infinity ("-inf") that of a row's, 2 and -2 the largest and smallest singular value. With
// keepDims the axes stay with length one.
//
//ms:op func=matrix_norm class=NuclearNorm types=float
func (x *Tensor) MatrixNorm(ord any, axes []int, keepDims bool) *Tensor {
	if axes == nil {
		axes = []int{0, 1}
		x.needAxes("MatrixNorm", "A", 2)
	}
	if len(axes) != 2 || x.axis("MatrixNorm", axes[0]) == x.axis("MatrixNorm", axes[1]) {
		Throw("MatrixNorm", ValueError, "For 'MatrixNorm', two different axes are needed, but got %s for shape %s.", listText(axes), tupleText(x.lay.shape))
	}
	x, ord = x.inexactly(), infinite(ord)
	a := x.axesOf("MatrixNorm", axes)
	rest := otherAxes(a, len(x.lay.shape))
	y := x.Transpose(append(rest, a...)...).matrixNorm(ord)
	if keepDims {
		return y.Reshape(axesSet{axes, true}.infer("MatrixNorm", x.spec(), x.dtype).Shape...)
	}
	return y
}

// matrixNorm returns the norm over the last two axes.
func (x *Tensor) matrixNorm(ord any) *Tensor {
	if x.dtype.IsComplex() {
		throwDType("MatrixNorm", x.dtype)
	}
	switch ord {
	case "fro":
		return x.Norm(-2, -1)
	case "nuc":
		return x.SVDVals().Sum(-1)
	}
	p := 0.0
	if _, word := ord.(string); !word {
		p = Scalar(ord).Float()
	}
	switch p {
	case 1:
		return x.Abs().Sum(-2).Max(-1)
	case -1:
		return x.Abs().Sum(-2).Min(-1)
	case 2:
		return x.SVDVals().Max(-1)
	case -2:
		return x.SVDVals().Min(-1)
	case math.Inf(1):
		return x.Abs().Sum(-1).Max(-1)
	case math.Inf(-1):
		return x.Abs().Sum(-1).Min(-1)
	}
	Throw("MatrixNorm", ValueError, "For 'MatrixNorm', ord must be one of 'fro', 'nuc', inf, -inf, 1, -1, 2, -2, but got %v.", ord)
	return nil
}

// Cond returns the condition number of the matrices in the last two axes: the norm ord times that of the inverse, and
// for nil or 2 the largest singular value divided by the smallest. ord is that of [Tensor.MatrixNorm]. Integers give
// Float32.
//
//ms:op func=cond class= types=float
func (x *Tensor) Cond(ord any) *Tensor {
	needMatrices("Cond", x.spec(), false)
	p := 2.0
	if _, word := ord.(string); word {
		p = 0
	} else if ord != nil {
		p = Scalar(ord).Float()
	}
	switch p {
	case 2:
		s := x.SVDVals()
		return s.Max(-1).Div(s.Min(-1))
	case -2:
		s := x.SVDVals()
		return s.Min(-1).Div(s.Max(-1))
	}
	return x.inexactly().matrixNorm(ord).Mul(x.Inverse().matrixNorm(ord))
}

// Renorm returns x with every slice along an axis whose p-norm is above limit scaled down to it.
//
//ms:op func=renorm class=Renorm types=float
func (x *Tensor) Renorm(p float64, axis int, limit float64) *Tensor {
	if p <= 0 || limit < 0 {
		Throw("Renorm", ValueError, "For 'Renorm', p must be positive and maxnorm not negative, but got %v and %v.", p, limit)
	}
	x = x.inexactly()
	rest := otherAxes([]int{x.axis("Renorm", axis)}, len(x.lay.shape))
	norm := x.Abs()
	if rest != nil {
		norm = x.VectorNorm(p, rest, true)
	}
	return Where(norm.Greater(num(limit)), x.Mul(num(limit)).DivNoNan(norm), x)
}
