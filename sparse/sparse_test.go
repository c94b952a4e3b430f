package sparse_test

import (
	"strings"
	"testing"

	"github.com/msrepl/msrepl/grad"
	"github.com/msrepl/msrepl/internal/testkit/gradcheck"
	"github.com/msrepl/msrepl/sparse"
	"github.com/msrepl/msrepl/tensor"
)

func i32(v any) *tensor.Tensor { return tensor.New(v, tensor.Int32) }
func f32(v any) *tensor.Tensor { return tensor.New(v, tensor.Float32) }

func coo(values *tensor.Tensor) *sparse.COOTensor {
	return sparse.NewCOOTensor(i32([][]int{{0, 1}, {1, 2}}), values, 3, 4)
}

func csr(values *tensor.Tensor) *sparse.CSRTensor {
	return sparse.NewCSRTensor(i32([]int{0, 1, 2}), i32([]int{0, 1}), values, 2, 4)
}

// textCases are the examples of MindSpore's reference; line breaks of its pages within a text are blanks.
var textCases = []struct {
	name, got, want string
}{
	{"values", coo(f32([]int{1, 2})).Values().String(), "[1. 2.]"},
	{"indices", coo(f32([]int{1, 2})).Indices().String(), "[[0 1]\n [1 2]]"},
	{"shape", coo(f32([]int{1, 2})).Shape().String(), "(3, 4)"},
	{"astype", coo(f32([]int{1, 2})).AsType(tensor.Float64).DType().String(), "Float64"},
	{"to_csr", coo(i32([]int{1, 2})).ToCSR().String(), "CSRTensor(shape=[3, 4], dtype=Int32, indptr=Tensor(shape=[4], dtype=Int32, value=[0 1 2 2]), " +
		"indices=Tensor(shape=[2], dtype=Int32, value=[1 2]), values=Tensor(shape=[2], dtype=Int32, value=[1 2]))"},
	{"to_tuple", coo(f32([]int{1, 2})).ToTuple().String(), "(Tensor(shape=[2, 2], dtype=Int32, value=\n[[0, 1],\n [1, 2]]), " +
		"Tensor(shape=[2], dtype=Float32, value= [ 1.00000000e+00,  2.00000000e+00]), (3, 4))"},
	{"abs", sparse.NewCOOTensor(i32([][]int{{0, 1}, {1, 0}, {2, 2}}), f32([]int{1, -5, -4}), 3, 3).Abs().Values().String(), "[1. 5. 4.]"},
	{"csr astype", csr(f32([]int{1, 2})).AsType(tensor.Float64).DType().String(), "Float64"},
	{"to_coo", csr(i32([]int{1, 2})).ToCOO().String(), "COOTensor(shape=[2, 4], dtype=Int32, indices=Tensor(shape=[2, 2], dtype=Int32, value=\n" +
		"[[0 0]\n [1 1]]), values=Tensor(shape=[2], dtype=Int32, value=[1 2]))"},
	{"sum", csr(f32([]int{2, 1})).Sum(1).String(), "[[2.]\n [1.]]"},
	{"sum from behind", csr(f32([]int{2, 1})).Sum(-1).String(), "[[2.]\n [1.]]"},
	{"add", csr(f32([]int{2, 1})).Add(csr(f32([]int{1, 2})), f32(1), f32(1)).String(), "CSRTensor(shape=[2, 4], dtype=Float32, " +
		"indptr=Tensor(shape=[3], dtype=Int32, value=[0 1 2]), indices=Tensor(shape=[2], dtype=Int32, value=[0 1]), " +
		"values=Tensor(shape=[2], dtype=Float32, value=[ 3.00000000e+00  3.00000000e+00]))"},
	{
		"dense to csr", sparse.DenseToCSR(f32([][]int{{1, 0}, {-5, 0}})).String(),
		"CSRTensor(shape=[2, 2], dtype=Float32, indptr=Tensor(shape=[3], dtype=Int32, value=[0 1 2]), " +
			"indices=Tensor(shape=[2], dtype=Int32, value=[0 0]), " +
			"values=Tensor(shape=[2], dtype=Float32, value=[ 1.00000000e+00 -5.00000000e+00]))",
	},
	// By arithmetic.
	{"dense to coo", sparse.DenseToCOO(i32([][]int{{0, 7, 0}, {8, 0, 9}})).Indices().String(), "[[0 1]\n [1 0]\n [1 2]]"},
	{"a dense vector", sparse.DenseToCOO(i32([]int{0, 7, 8})).Values().String(), "[7 8]"},
	{"nothing but zeros", sparse.DenseToCOO(f32([][]int{{0, 0}})).ToDense().String(), "[[0. 0.]]"},
	{"to_dense", coo(f32([]int{1, 2})).ToDense().String(), "[[0. 1. 0. 0.]\n [0. 0. 2. 0.]\n [0. 0. 0. 0.]]"},
	{"csr to_dense", csr(f32([]int{1, 2})).ToDense().String(), "[[1. 0. 0. 0.]\n [0. 2. 0. 0.]]"},
	{"columns", csr(f32([]int{2, 1})).Sum(0).String(), "[[2. 1. 0. 0.]]"},
	{"columns from behind", csr(f32([]int{2, 1})).Sum(-2).String(), "[[2. 1. 0. 0.]]"},
	{"mul", csr(f32([]int{2, 3})).Mul(f32([]int{10, 20, 30, 40})).Values().String(), "[20. 60.]"},
	{"div", csr(f32([]int{2, 3})).Div(f32([]int{10, 20, 30, 40})).Values().String(), "[0.2  0.15]"},
	{"mv", csr(f32([]int{2, 3})).MV(f32([][]int{{5}, {7}, {9}, {11}})).String(), "[[10.]\n [21.]]"},
	{
		"repeated", sparse.NewCOOTensor(i32([][]int{{1, 1}, {0, 2}, {1, 1}}), f32([]int{1, 2, 4}), 2, 3).ToCSR().String(),
		"CSRTensor(shape=[2, 3], dtype=Float32, indptr=Tensor(shape=[3], dtype=Int32, value=[0 1 2]), " +
			"indices=Tensor(shape=[2], dtype=Int32, value=[2 1]), values=Tensor(shape=[2], dtype=Float32, value=[ 2.00000000e+00  5.00000000e+00]))",
	},
	{"coo add above", coo(i32([]int{1, 2})).Add(coo(i32([]int{-3, 4})), 3).Values().String(), "[6]"},
	{"coo add", coo(f32([]int{1, 2})).Add(coo(f32([]int{3, 4}))).Values().String(), "[4. 6.]"},
	{"rows", sparse.NewRowTensor(i32([]int{2, 0}), f32([][]int{{1, 2}, {3, 4}}), 3, 2).ToDense().String(), "[[3. 4.]\n [0. 0.]\n [1. 2.]]"},
}

func TestTexts(t *testing.T) {
	for _, c := range textCases {
		if c.got != c.want {
			t.Errorf("%s: got %s\nwant %s", c.name, c.got, c.want)
		}
	}
}

func TestMM(t *testing.T) {
	x := sparse.NewCSRTensor(i32([]int{0, 2, 2, 3}), i32([]int{0, 2, 1}), f32([]int{1, 2, 3}), 3, 3)
	y := f32([][]int{{1, 2}, {3, 4}, {5, 6}})
	want := x.ToDense().MatMul(y)
	if got := x.MM(y); got.String() != want.String() || want.String() != "[[11. 14.]\n [ 0.  0.]\n [ 9. 12.]]" {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestGradients checks that values and dense operands have gradients through every way.
func TestGradients(t *testing.T) {
	values := tensor.New([]float64{0.5, -1.5})
	dense := tensor.New([][]float64{{1, 2}, {-3, 4}, {5, 6}, {7, -8}})
	for name, f := range map[string]func(v, y *tensor.Tensor) *tensor.Tensor{
		"dense":   func(v, y *tensor.Tensor) *tensor.Tensor { return coo(v).ToDense().MatMul(y) },
		"product": func(v, y *tensor.Tensor) *tensor.Tensor { return csr(v).MM(y) },
		"there and back": func(v, y *tensor.Tensor) *tensor.Tensor {
			return coo(v.Mul(v)).ToCSR().ToCOO().ToDense().MatMul(y)
		},
		"sum": func(v, y *tensor.Tensor) *tensor.Tensor {
			return csr(v).Apply((*tensor.Tensor).Sin).Sum(1).Mul(y.Sum())
		},
		"of a dense matrix": func(v, y *tensor.Tensor) *tensor.Tensor {
			return sparse.DenseToCSR(y.Mul(v.Mul(v))).MM(y.At(tensor.To(2)))
		},
		"add": func(v, y *tensor.Tensor) *tensor.Tensor {
			return csr(v).Add(csr(v.Exp()), tensor.New(2.0), tensor.New(3.0)).MM(y)
		},
	} {
		call := func(in []*tensor.Tensor) []*tensor.Tensor { return []*tensor.Tensor{f(in[0], in[1])} }
		if err := gradcheck.Check(call, []*tensor.Tensor{values, dense}, gradcheck.Options{}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	g := grad.Grad(func(v *tensor.Tensor) *tensor.Tensor {
		return csr(v).MV(tensor.New([][]float64{{2}, {3}, {4}, {5}})).Sum()
	})(values)
	if g.String() != "[2. 3.]" {
		t.Errorf("the gradient is %s, want [2. 3.]", g)
	}
}

func TestErrors(t *testing.T) {
	v, at := f32([]int{1, 2}), i32([][]int{{0, 1}, {1, 2}})
	for want, f := range map[string]func(){
		"For 'COOTensor', indices must have shape (n, 2) and values (n,), but got (2, 2) and (1,)":     func() { sparse.NewCOOTensor(at, f32([]int{1}), 3, 4) },
		"For 'COOTensor', there must be an index for each of the 1 axes of shape (3,), but indices":    func() { sparse.NewCOOTensor(at, v, 3) },
		"For 'COOTensor', indices must be Int16, Int32 or Int64, but got Float32":                      func() { sparse.NewCOOTensor(v, v, 3) },
		"IndexError: For 'COOTensor', index 2 of element 1 is out of range for axis 1 of size 2":       func() { sparse.NewCOOTensor(at, v, 3, 2) },
		"For 'CSRTensor', indptr must have shape (3,) for 2 rows, but got (2,)":                        func() { sparse.NewCSRTensor(i32([]int{0, 2}), i32([]int{0, 1}), v, 2, 4) },
		"For 'CSRTensor', indptr must rise from 0 to the number of values, 2, but got [0 2 1]":         func() { sparse.NewCSRTensor(i32([]int{0, 2, 1}), i32([]int{0, 1}), v, 2, 4) },
		"For 'CSRTensor', column 4 of value 1 is out of range for 4 columns":                           func() { sparse.NewCSRTensor(i32([]int{0, 1, 2}), i32([]int{0, 4}), v, 2, 4) },
		"For 'CSRTensor', the shape must have two sizes, but got (2, 4, 1)":                            func() { sparse.NewCSRTensor(i32([]int{0, 1, 2}), i32([]int{0, 1}), v, 2, 4, 1) },
		"For 'CSRTensor.MM', the matrix must have shape (4, n), but got (3, 2)":                        func() { csr(v).MM(tensor.Ones(3, 2)) },
		"For 'CSRTensor.MV', the vector must have shape (4, 1), but got (4,)":                          func() { csr(v).MV(tensor.Ones(4)) },
		"For 'CSRTensor.Sum', the axis must be in [-2, 1], but got 2":                                  func() { csr(v).Sum(2) },
		"For 'CSRTensor.Add', the dtypes must be equal, but got Float32 and Int32":                     func() { csr(v).Add(csr(i32([]int{1, 2})), f32(1), f32(1)) },
		"For 'CSRTensor', the function must keep the shape of the values, (2,), but it returned ()":    func() { csr(v).Apply(func(v *tensor.Tensor) *tensor.Tensor { return v.Sum() }) },
		"For 'RowTensor', indices must have shape (n,) and values (n, …) of a tensor of shape (3, 2),": func() { sparse.NewRowTensor(i32([]int{0}), f32([][]int{{1}}), 3, 2) },
		"For 'COOTensor.ToCSR', the tensor must be a matrix, but it has shape (3,)":                    func() { sparse.NewCOOTensor(i32([][]int{{0}, {1}}), v, 3).ToCSR() },

		"For 'DenseToCOO', the tensor must have an axis, but it has none": func() { sparse.DenseToCOO(f32(1)) },
		"For 'COOTensor.Add', there is one 'thresh', but got 2":           func() { coo(v).Add(coo(v), 1, 2) },

		"For 'CSRTensor.MV', the vector must have shape (4, 1), but got (3, 1)":                func() { csr(v).MV(tensor.Ones(3, 1)) },
		"For 'CSRTensor.Mul', the tensor must broadcast to (2, 4), but it has shape (3,)":      func() { csr(v).Mul(tensor.Ones(3)) },
		"For 'CSRTensor.Div', the tensor must broadcast to (2, 4), but it has shape (1, 2, 4)": func() { csr(v).Div(tensor.Ones(1, 2, 4)) },
	} {
		if err := tensor.Try(f); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
