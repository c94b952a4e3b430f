package tensor_test

import (
	"fmt"
	"math"

	"github.com/msrepl/msrepl/tensor"
)

func ExampleTensor_Inverse() {
	x := tensor.New([][]float32{{2, 0}, {0, 4}})
	fmt.Println(x.Inverse())
	// Output:
	// [[0.5  0.  ]
	//  [0.   0.25]]
}

func ExampleTensor_Det() {
	x := tensor.New([][][]float32{{{-4.5, -1.5}, {7, 6}}, {{2.5, 0.5}, {3, 9}}})
	fmt.Println(x.Det())
	// Output:
	// [-16.5  21. ]
}

func ExampleTensor_SlogDet() {
	x := tensor.New([][][]float32{{{-4.5, -1.5}, {7, 6}}, {{2.5, 0.5}, {3, 9}}})
	sign, log := x.SlogDet()
	fmt.Println(sign, log)
	// Output:
	// [-1.  1.] [2.8033605 3.0445225]
}

func ExampleTensor_LogDet() {
	x := tensor.New([][]float32{{2, 0}, {0, 0.5}})
	fmt.Println(x.LogDet())
	// Output:
	// 0.0
}

func ExampleTensor_Cholesky() {
	x := tensor.New([][]float32{{1, 1}, {1, 2}})
	fmt.Println(x.Cholesky(false))
	// Output:
	// [[1. 0.]
	//  [1. 1.]]
}

func ExampleTensor_CholeskyInverse() {
	x := tensor.New([][]float32{{2, 0, 0}, {4, 1, 0}, {-1, 1, 2}})
	fmt.Println(x.CholeskyInverse(false))
	// Output:
	// [[ 5.8125 -2.625   0.625 ]
	//  [-2.625   1.25   -0.25  ]
	//  [ 0.625  -0.25    0.25  ]]
}

func ExampleTensor_CholeskySolve() {
	l := tensor.New([][]float32{{2, 0, 0}, {4, 1, 0}, {-1, 1, 2}})
	fmt.Println(tensor.Eye(3).CholeskySolve(l, false))
	// Output:
	// [[ 5.8125 -2.625   0.625 ]
	//  [-2.625   1.25   -0.25  ]
	//  [ 0.625  -0.25    0.25  ]]
}

func ExampleTensor_MatrixPower() {
	x := tensor.New([][]float32{{0, 1}, {-1, 0}})
	fmt.Println(x.MatrixPower(3))
	// Output:
	// [[ 0. -1.]
	//  [ 1.  0.]]
}

func ExampleTensor_Solve() {
	x := tensor.New([][]float64{{3, 1}, {1, 2}})
	fmt.Println(x.Solve(tensor.New([]float64{9, 8})))
	// Output:
	// [2. 3.]
}

func ExampleTensor_SolveTriangular() {
	x := tensor.New([][]float32{{3, 0, 0, 0}, {2, 1, 0, 0}, {1, 0, 1, 0}, {1, 1, 1, 1}})
	fmt.Println(x.SolveTriangular(tensor.New([]float32{3, 1, 3, 4}), false, false, false))
	// Output:
	// [ 1. -1.  2.  2.]
}

func ExampleTensor_LUFactor() {
	x := tensor.New([][]float32{{1, 2}, {4, 4}})
	lu, pivots := x.LUFactor()
	fmt.Println(lu, pivots)
	// Output:
	// [[4.   4.  ]
	//  [0.25 1.  ]] [2 2]
}

func ExampleTensor_LUSolve() {
	lu := tensor.New([][]float32{{2, 1, 1}, {0.5, 1, 1.5}, {0.5, 0, 2.5}})
	b := tensor.New([][]float32{{1}, {3}, {3}})
	fmt.Println(b.LUSolve(lu, tensor.New([]int32{2, 2, 3})))
	// Output:
	// [[ 1.9]
	//  [-1.4]
	//  [ 0.6]]
}

func ExampleTensor_LUUnpack() {
	lu := tensor.New([][]float32{{4, 4}, {0.25, 1}})
	p, l, u := lu.LUUnpack(tensor.New([]int32{2, 2}))
	fmt.Println(p.MatMul(l).MatMul(u))
	// Output:
	// [[1. 2.]
	//  [4. 4.]]
}

func ExampleTensor_Pinv() {
	x := tensor.New([][]float32{{4, 0}, {0, 0}})
	fmt.Println(x.Pinv(0))
	// Output:
	// [[0.25 0.  ]
	//  [0.   0.  ]]
}

func ExampleTensor_Lstsq() {
	x := tensor.New([][]float64{{2, 1, 5}, {3, 5, 1}, {1, 1, 1}})
	y := x.Lstsq(tensor.New([][]float64{{10, 5}, {15, 8}, {7, 4}}))
	fmt.Println(y.Mul(tensor.Scalar(1e6)).Round().Div(tensor.Scalar(1e6)))
	// Output:
	// [[17.  11. ]
	//  [-6.5 -4.5]
	//  [-3.5 -2.5]]
}

func ExampleTensor_QR() {
	x := tensor.New([][]float32{{20, -31, 7}, {4, 270, -90}, {-8, 17, -32}})
	q, r := x.QR("reduced")
	fmt.Println(r.Round())
	fmt.Println(q.MatMul(r).Round())
	// Output:
	// [[ -22.  -15.   -2.]
	//  [   0. -272.   92.]
	//  [   0.    0.  -26.]]
	// [[ 20. -31.   7.]
	//  [  4. 270. -90.]
	//  [ -8.  17. -32.]]
}

func ExampleTensor_SVD() {
	x := tensor.New([][]float64{{3, 0}, {0, -4}})
	s, u, v := x.SVD(false)
	fmt.Println(s)
	fmt.Println(u.Mul(s).MatMul(v.T()))
	// Output:
	// [4. 3.]
	// [[ 3.  0.]
	//  [ 0. -4.]]
}

func ExampleTensor_SVDVals() {
	fmt.Println(tensor.New([][]float64{{3, 0}, {0, -4}}).SVDVals())
	// Output:
	// [4. 3.]
}

func ExampleTensor_Eigh() {
	w, v := tensor.New([][]float32{{1, 0}, {0, 2}}).Eigh()
	fmt.Println(w)
	fmt.Println(v)
	// Output:
	// [1. 2.]
	// [[1. 0.]
	//  [0. 1.]]
}

func ExampleTensor_EigvalsH() {
	fmt.Println(tensor.New([][]float32{{2, 0}, {0, 1}}).EigvalsH())
	// Output:
	// [1. 2.]
}

func ExampleTensor_Eig() {
	w, v := tensor.New([][]float32{{1, 0}, {0, 2}}).Eig()
	fmt.Println(w)
	fmt.Println(v)
	// Output:
	// [1.+0.j 2.+0.j]
	// [[1.+0.j 0.+0.j]
	//  [0.+0.j 1.+0.j]]
}

func ExampleTensor_Eigvals() {
	fmt.Println(tensor.New([][]float32{{1, 0}, {0, 2}}).Eigvals())
	// Output:
	// [1.+0.j 2.+0.j]
}

func ExampleTensor_Orgqr() {
	x := tensor.New([][]float64{{-114.6, 10.9, 1.1}, {-0.304, 38.07, 69.38}, {-0.45, -0.17, 62}})
	fmt.Println(x.Orgqr(tensor.New([]float64{1.55, 1.94, 0})).AsType(tensor.Float16))
	// Output:
	// [[-0.55   -0.2129  0.814 ]
	//  [ 0.4712 -0.8755  0.0824]
	//  [ 0.6973  0.4255  0.5776]]
}

func ExampleTensor_MatrixRank() {
	fmt.Println(tensor.New([][]float32{{1, 2}, {2, 4}}).MatrixRank(0))
	// Output:
	// 1
}

func ExampleTensor_NormBy() {
	x := tensor.New([]float32{3, 4, 12})
	fmt.Println(x.NormBy(nil, nil, false), x.NormBy(1, nil, false), x.NormBy(0, nil, false))
	// Output:
	// 13.0 19.0 3.0
}

func ExampleTensor_VectorNorm() {
	x := tensor.New([]float32{3, 4, 12})
	fmt.Println(x.VectorNorm(1, nil, false), x.VectorNorm(math.Inf(1), nil, true))
	// Output:
	// 19.0 [12.]
}

func ExampleTensor_MatrixNorm() {
	x := tensor.New([][]float32{{1, 2, 3}, {4, 5, 7}})
	fmt.Println(x.MatrixNorm(1, nil, false), x.MatrixNorm(math.Inf(1), nil, false))
	// Output:
	// 10.0 16.0
}

func ExampleTensor_Cond() {
	x := tensor.New([][]float64{{1, 0}, {0, 4}})
	fmt.Println(x.Cond(nil), x.Cond(1))
	// Output:
	// 4.0 4.0
}

func ExampleTensor_Cdist() {
	x, y := tensor.New([][]float32{{0, 0}, {3, 0}}), tensor.New([][]float32{{0, 4}})
	fmt.Println(x.Cdist(y, 2))
	// Output:
	// [[4.]
	//  [5.]]
}

func ExampleTensor_Renorm() {
	x := tensor.New([][]float32{{1, 1, 1}, {2, 2, 2}, {3, 3, 3}})
	fmt.Println(x.Renorm(1, 0, 6))
	// Output:
	// [[1. 1. 1.]
	//  [2. 2. 2.]
	//  [2. 2. 2.]]
}

func ExampleTensor_Geqrf() {
	packed, tau := tensor.New([][]float32{{3, 1}, {0, 2}}).Geqrf()
	fmt.Println(packed)
	fmt.Println(tau)
	// Output:
	// [[3. 1.]
	//  [0. 2.]]
	// [0. 0.]
}

func ExampleTensor_Ormqr() {
	// One reflection about the diagonal: q swaps both axes.
	packed, tau := tensor.New([][]float32{{0}, {-1}}), tensor.New([]float32{1})
	fmt.Println(packed.Ormqr(tau, tensor.New([][]float32{{1, 2}, {3, 4}}), true, false))
	// Output:
	// [[3. 4.]
	//  [1. 2.]]
}

func ExampleTensor_MatrixExp() {
	x := tensor.New([][]float64{{0, 1}, {0, 0}})
	fmt.Println(x.MatrixExp())
	// Output:
	// [[1. 1.]
	//  [0. 1.]]
}
