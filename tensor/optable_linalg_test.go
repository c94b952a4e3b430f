package tensor_test

import (
	"math"

	. "github.com/msrepl/msrepl/internal/testkit/optest"
	. "github.com/msrepl/msrepl/tensor"
)

// dominant adds a multiple of the identity, so that a matrix is far from singular.
func dominant(x *Tensor) *Tensor {
	return x.Add(Eye(x.Dim(-2), x.Dim(-1)).Mul(Scalar(4)).AsType(x.DType()))
}

// definite makes a symmetric, positive definite matrix of x.
func definite(x *Tensor) *Tensor {
	y := real(x).Tanh().Mul(Scalar(0.25))
	return y.Add(y.SwapAxes(-1, -2)).Add(Eye(x.Dim(-1)).Mul(Scalar(3)).AsType(y.DType()))
}

// spread is x scaled row by row, so that its singular values differ.
func spread(x *Tensor) *Tensor {
	return real(x).Mul(Scalar(0.2)).Add(Eye(x.Dim(-2), x.Dim(-1)).Mul(Arange(1, x.Dim(-1)+1)).AsType(real(x).DType()))
}

// real makes integers and Bool Float32.
func real(x *Tensor) *Tensor {
	if x.DType().IsFloat() || x.DType().IsComplex() {
		return x
	}
	return x.AsType(Float32)
}

// linalgRows try the products and decompositions of matrices.
var linalgRows = []Row{
	Pairwise("Dot", Away(2, 3), Away(4, 3, 2), (*Tensor).Dot).Shapes(),
	Pairwise("Dot", Away(3), Away(3), (*Tensor).Dot).Shapes(),
	Pairwise("Dot", Away(2, 3), Away(3), (*Tensor).Dot).Shapes(),
	Pairwise("Inner", Away(2, 3), Away(4, 3), (*Tensor).Inner).Shapes(),
	General("VecDot", func(x []*Tensor) *Tensor { return x[0].VecDot(x[1], 0) }, Away(3, 2), Away(3, 1)),
	Pairwise("MV", Away(2, 3), Away(3), (*Tensor).MV).Shapes(),
	Pairwise("MM", Away(2, 3), Away(3, 2), (*Tensor).MM).Shapes(),
	Pairwise("BMM", Away(2, 2, 3), Away(2, 3, 2), (*Tensor).BMM).Shapes(),
	General("TensorDot", func(x []*Tensor) *Tensor { return TensorDot(x[0], x[1], []int{0, -1}, []int{2, 1}) }, Away(2, 4, 3), Away(2, 3, 2)),
	General("TensorDot", func(x []*Tensor) *Tensor { return TensorDot(x[0], x[1], nil, nil) }, Away(2), Away(3)),
	General("BatchDot", func(x []*Tensor) *Tensor { return x[0].BatchDot(x[1], 2, 1) }, Away(2, 4, 3), Away(2, 3, 2)),
	General("MultiDot", MultiDot, Away(2, 3), Away(3, 4), Away(4, 1)),
	General("MultiDot", MultiDot, Away(3), Away(3, 4), Away(4)),
	General("AddMM", func(x []*Tensor) *Tensor { return x[0].AddMM(x[1], x[2], 2, 1) }, Away(3), Away(2, 4), Away(4, 3)),
	General("AddMV", func(x []*Tensor) *Tensor { return x[0].AddMV(x[1], x[2], 1, 3) }, Away(2), Away(2, 4), Away(4)),
	General("AddR", func(x []*Tensor) *Tensor { return x[0].AddR(x[1], x[2], true, true) }, Away(2, 3), Away(2), Away(3)),
	General("BAddBMM", func(x []*Tensor) *Tensor { return x[0].BAddBMM(x[1], x[2], 1, 2) }, Away(2, 2), Away(3, 2, 4), Away(3, 4, 2)),
	General("AddBMM", func(x []*Tensor) *Tensor { return x[0].AddBMM(x[1], x[2], 1, 2) }, Away(2, 2), Away(3, 2, 4), Away(3, 4, 2)),
	Pairwise("Kron", Away(2, 3), Away(2), (*Tensor).Kron).Shapes(),
	Pairwise("Kron", Away(2), Away(2, 2, 1), (*Tensor).Kron).Shapes(),
	General("Cross", func(x []*Tensor) *Tensor { return x[0].Cross(x[1], 1) }, Away(2, 3), Away(3)),

	einsumRow("ij,jk->ik", Away(2, 3), Away(3, 4)),
	einsumRow("ij->", Away(2, 3)),
	einsumRow("ii->i", Away(3, 3)).NoNaN(),
	einsumRow("iji", Away(3, 2, 3)).NoNaN(),
	einsumRow("ii,i", Away(3, 3), Away(3)),
	einsumRow("ba", Away(3, 2)),
	einsumRow("i,ij,j", Away(2), Away(2, 3), Away(3)),
	einsumRow("...ij,...jk", Away(2, 1, 2, 3), Away(4, 3, 2)),
	einsumRow("b...,b->...", Away(2, 3, 2), Away(2)),
	einsumRow("i...i->...", Away(2, 3, 2)).NoNaN(),
	einsumRow("bhqd,bhkd->bhqk", Away(1, 2, 3, 4), Away(1, 2, 2, 4)),
	einsumRow("ij,kj->j", Away(2, 3), Away(4, 3)),
	einsumRow(" i , j -> j i ", Away(2), Away(3)),

	Shaped("Diagonal", Away(2, 3, 4), func(x *Tensor) *Tensor { return x.Diagonal(1, 0, 2) }).NoNaN(),
	Shaped("Diagonal", Away(3, 3), func(x *Tensor) *Tensor { return x.Diagonal(-1, 0, 1) }).NoNaN(),
	Shaped("DiagEmbed", Away(2, 3), func(x *Tensor) *Tensor { return x.DiagEmbed(1, 0, -1) }),
	Shaped("DiagEmbed", Away(2, 3), func(x *Tensor) *Tensor { return x.DiagEmbed(-1, -2, -1) }),
	Shaped("DiagFlat", Away(2, 2), func(x *Tensor) *Tensor { return x.DiagFlat(-1) }),
	Shaped("FillDiagonal", Away(7, 2), func(x *Tensor) *Tensor { return x.FillDiagonal(2, true) }).NoNaN(),
	Shaped("FillDiagonal", Away(3, 3, 3), func(x *Tensor) *Tensor { return x.FillDiagonal(2, false) }).NoNaN(),
	Shaped("Vander", Away(3), func(x *Tensor) *Tensor { return x.Vander(4) }),
	Shaped("MatrixBandPart", Away(2, 3, 4), func(x *Tensor) *Tensor { return x.MatrixBandPart(1, 0) }),

	Shaped("MatrixDiag", Away(2, 3, 3), func(x *Tensor) *Tensor { return x.MatrixDiag(-1, 1, -1, 4, 7, "RIGHT_LEFT") }).NoNaN(),
	Shaped("MatrixDiagPart", Away(2, 3, 4), func(x *Tensor) *Tensor { return x.MatrixDiagPart(-1, 2, 7, "LEFT_RIGHT") }).NoNaN(),
	Shaped("MatrixDiagPart", Away(3, 4), func(x *Tensor) *Tensor { return x.MatrixDiagPart(0, 0, 0, "RIGHT_RIGHT") }),
	General("MatrixSetDiag", func(x []*Tensor) *Tensor { return x[0].MatrixSetDiag(x[1], -1, 1, "LEFT_LEFT") }, Away(3, 4), Away(3, 3)).NoNaN(),

	Shaped("Inverse", Away(2, 3, 3), func(x *Tensor) *Tensor { return dominant(x).Inverse() }),
	Shaped("Det", Away(2, 3, 3), func(x *Tensor) *Tensor { return dominant(x).Det() }),
	Two("SlogDet", Away(2, 3, 3), func(x *Tensor) (a, b *Tensor) { return dominant(x).SlogDet() }),
	Shaped("LogDet", Away(3, 3), func(x *Tensor) *Tensor { return dominant(x).LogDet() }),
	Shaped("Cholesky", Away(2, 3, 3), func(x *Tensor) *Tensor { return definite(x).Cholesky(false) }).NoNaN(),
	Shaped("Cholesky", Away(3, 3), func(x *Tensor) *Tensor { return definite(x).Cholesky(true) }).NoNaN(),
	Shaped("CholeskyInverse", Away(3, 3), func(x *Tensor) *Tensor { return dominant(x).CholeskyInverse(false) }),
	Shaped("CholeskyInverse", Away(3, 3), func(x *Tensor) *Tensor { return dominant(x).CholeskyInverse(true) }),
	General("CholeskySolve", func(x []*Tensor) *Tensor { return x[0].CholeskySolve(dominant(x[1]), false) }, Away(3, 2), Away(3, 3)),
	General("CholeskySolve", func(x []*Tensor) *Tensor { return x[0].CholeskySolve(dominant(x[1]), true) }, Away(3, 2), Away(3, 3)).NoNaN(),
	Shaped("MatrixPower", Away(3, 3), func(x *Tensor) *Tensor { return x.MatrixPower(3) }),
	Shaped("MatrixPower", Away(2, 3, 3), func(x *Tensor) *Tensor { return x.MatrixPower(0) }).NoNaN().Kinked(),

	General("Solve", func(x []*Tensor) *Tensor { return dominant(x[0]).Solve(x[1]) }, Away(2, 3, 3), Away(3, 2)),
	General("Solve", func(x []*Tensor) *Tensor { return dominant(x[0]).Solve(x[1]) }, Away(2, 3, 3), Away(2, 3)),
	triangularRow(false, false, false),
	triangularRow(true, false, false),
	triangularRow(false, true, false),
	triangularRow(true, true, true),
	Two("LUFactor", Away(2, 3, 3), func(x *Tensor) (a, b *Tensor) { return dominant(x).LUFactor() }),
	General("LUSolve", func(x []*Tensor) *Tensor { return x[0].LUSolve(dominant(x[1]), New([]int{3, 2, 3})) }, Away(3, 2), Away(3, 3)),
	{Op: "LUUnpack", Args: []Arg{Away(2, 3, 3)}, Call: func(x []*Tensor) []*Tensor {
		p, l, u := x[0].LUUnpack(New([][]int{{3, 2, 3}, {2, 3, 3}}))
		return []*Tensor{l, u, p}
	}},
	Shaped("Pinv", Away(2, 4, 3), func(x *Tensor) *Tensor { return dominant(x).Pinv(0) }),
	Shaped("Pinv", Away(2, 3), func(x *Tensor) *Tensor { return dominant(x).Pinv(1e-3) }),
	General("Lstsq", func(x []*Tensor) *Tensor { return dominant(x[0]).Lstsq(x[1]) }, Away(4, 3), Away(4, 2)),
	General("Lstsq", func(x []*Tensor) *Tensor { return dominant(x[0]).Lstsq(x[1]) }, Away(4, 3), Away(4)),

	Two("QR", Away(2, 4, 3), func(x *Tensor) (a, b *Tensor) { return dominant(x).QR("reduced") }),
	Two("QR", Away(3, 4), func(x *Tensor) (a, b *Tensor) { return dominant(x).QR("reduced") }),
	Two("QR", Away(3, 3), func(x *Tensor) (a, b *Tensor) { return dominant(x).QR("complete") }),
	svdRow(false, Away(2, 4, 3)),
	svdRow(false, Away(3, 4)),
	svdRow(true, Away(3, 3)),
	Shaped("SVDVals", Away(4, 3), func(x *Tensor) *Tensor { return spread(x).SVDVals() }),
	{Op: "Eigh", Args: []Arg{Away(2, 3, 3)}, Call: func(x []*Tensor) []*Tensor {
		y := spread(x[0])
		w, v := y.Add(y.SwapAxes(-1, -2)).Eigh()
		return []*Tensor{w, v.Square()} // free of the vectors' signs
	}},
	Shaped("EigvalsH", Away(3, 3), func(x *Tensor) *Tensor { return definite(x).EigvalsH() }),
	Two("Eig", Away(2, 3, 3), func(x *Tensor) (a, b *Tensor) { return dominant(x).Eig() }),
	Shaped("Eigvals", Away(2, 3, 3), func(x *Tensor) *Tensor { return dominant(x).Eigvals() }),
	General("Orgqr", func(x []*Tensor) *Tensor { return x[0].Orgqr(x[1]) }, Away(4, 3), Away(2)).NoNaN(),
	Two("Geqrf", Away(2, 4, 3), func(x *Tensor) (a, b *Tensor) { return dominant(x).Geqrf() }),
	General("Ormqr", func(x []*Tensor) *Tensor { return x[0].Ormqr(x[1], x[2], true, true) }, Away(4, 2), Away(2), Away(4, 3)).NoNaN(),
	General("Ormqr", func(x []*Tensor) *Tensor { return x[0].Ormqr(x[1], x[2], false, false) }, Away(4, 2), Away(2), Away(3, 4)).NoNaN(),
	Shaped("MatrixExp", Away(2, 3, 3), func(x *Tensor) *Tensor { return real(x).Mul(Scalar(0.5)).MatrixExp() }),
	Shaped("MatrixRank", Away(2, 3, 3), func(x *Tensor) *Tensor { return dominant(x).MatrixRank(0) }).NoNaN(),

	Shaped("NormBy", Away(2, 3), func(x *Tensor) *Tensor { return x.NormBy(nil, nil, false) }),
	Shaped("NormBy", Away(2, 3), func(x *Tensor) *Tensor { return x.NormBy(3, []int{1}, true) }),
	Shaped("NormBy", Away(2, 3), func(x *Tensor) *Tensor { return x.NormBy("nuc", nil, false) }),
	Shaped("VectorNorm", Away(2, 3), func(x *Tensor) *Tensor { return x.VectorNorm(2.5, nil, false) }),
	Shaped("VectorNorm", Away(2, 3), func(x *Tensor) *Tensor { return x.VectorNorm(1, []int{0}, false) }),
	Shaped("VectorNorm", Away(2, 3), func(x *Tensor) *Tensor { return x.VectorNorm(math.Inf(1), []int{0}, true) }),
	Shaped("VectorNorm", Away(2, 3), func(x *Tensor) *Tensor { return x.VectorNorm(math.Inf(-1), nil, false) }),
	Shaped("VectorNorm", Away(2, 3), func(x *Tensor) *Tensor { return x.VectorNorm(0, nil, false) }).NoNaN().Kinked(),
	matrixNormRow("fro"), matrixNormRow("nuc"), matrixNormRow(1), matrixNormRow(-1), matrixNormRow(2), matrixNormRow(-2),
	matrixNormRow(math.Inf(1)), matrixNormRow(math.Inf(-1)),
	Shaped("Cond", Away(2, 3, 3), func(x *Tensor) *Tensor { return dominant(x).Cond(nil) }),
	Shaped("Cond", Away(3, 3), func(x *Tensor) *Tensor { return dominant(x).Cond("fro") }),
	Shaped("Cond", Away(3, 3), func(x *Tensor) *Tensor { return dominant(x).Cond(1) }),
	General("Cdist", func(x []*Tensor) *Tensor { return x[0].Cdist(x[1], 2) }, Away(2, 3, 2), Away(2, 4, 2)),
	General("Cdist", func(x []*Tensor) *Tensor { return x[0].Cdist(x[1], 1) }, Away(3, 2), Away(2, 2)),
	Shaped("Renorm", Away(3, 2), func(x *Tensor) *Tensor { return x.Renorm(2, 0, 1.5) }).NoNaN(),
}

func einsumRow(equation string, args ...Arg) Row {
	return General("Einsum", func(x []*Tensor) *Tensor { return Einsum(equation, x...) }, args...)
}

// triangularRow solves with one triangle; NaN in the other one vanishes.
func triangularRow(upper, transposed, unit bool) Row {
	return General("SolveTriangular", func(x []*Tensor) *Tensor {
		return dominant(x[0]).SolveTriangular(x[1], upper, transposed, unit)
	}, Away(2, 3, 3), Away(3, 2)).NoNaN()
}

// svdRow squares the vectors, whose signs are free.
func svdRow(full bool, a Arg) Row {
	return Row{Op: "SVD", Args: []Arg{a}, Call: func(x []*Tensor) []*Tensor {
		s, u, v := spread(x[0]).SVD(full)
		return []*Tensor{s, u.Square(), v.Square()}
	}}
}

func matrixNormRow(ord any) Row {
	return Shaped("MatrixNorm", Away(2, 3, 4), func(x *Tensor) *Tensor { return x.MatrixNorm(ord, []int{0, 2}, true) })
}
