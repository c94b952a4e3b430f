package tensor_test

import (
	"testing"

	. "github.com/msrepl/msrepl/tensor"
)

type celsius float64

// TestNew checks that the dtypes are those of mindspore.Tensor for Python values, and Go's own for typed slices.
func TestNew(t *testing.T) {
	for _, c := range []struct {
		v    any
		dt   []DType
		want string // dtype, shape and values
	}{
		{1.5, nil, "Float32 () [1.5]"},
		{3, nil, "Int64 () [3]"},
		{true, nil, "Bool () [true]"},
		{float32(2), nil, "Float32 () [2]"},
		{int8(2), nil, "Int8 () [2]"},
		{1.0, []DType{Int32}, "Int32 () [1]"},
		{-1.7, []DType{Int32}, "Int32 () [-1]"},
		{[]float64{1, 2}, nil, "Float64 (2,) [1 2]"},
		{[]float32{1, 2}, nil, "Float32 (2,) [1 2]"},
		{[]int{1, 2}, nil, "Int64 (2,) [1 2]"},
		{[]uint8{1, 2}, nil, "UInt8 (2,) [1 2]"},
		{[]bool{true, false}, nil, "Bool (2,) [true false]"},
		{[]any{1, 2.5}, nil, "Float32 (2,) [1 2.5]"},
		{[]any{1, 2}, nil, "Int64 (2,) [1 2]"},
		{[]any{true, 2}, nil, "Int64 (2,) [1 2]"},
		{[]any{[]any{1, 2}, []any{3.5, 4}}, nil, "Float32 (2, 2) [1 2 3.5 4]"},
		{[][]float32{{1, 2}, {3, 4}}, nil, "Float32 (2, 2) [1 2 3 4]"},
		{[2][1]int32{{1}, {2}}, nil, "Int32 (2, 1) [1 2]"},
		{[][][]int{{{1, 2}}}, []DType{Float16}, "Float16 (1, 1, 2) [1 2]"},
		{[]celsius{20, 30}, nil, "Float64 (2,) [20 30]"},
		{[]float32{}, nil, "Float32 (0,) []"},
		{[]any{}, nil, "Float32 (0,) []"},
		{[][]int{{}, {}}, nil, "Int64 (2, 0) []"},
		{[]any{New(1.5), 2}, nil, "Float32 (2,) [1.5 2]"},
		{[]*Tensor{New([]int{1, 2}), New([]int{3, 4})}, nil, "Int64 (2, 2) [1 2 3 4]"},
		{complex(1, 2), nil, "Complex128 () [(1+2i)]"},
	} {
		if got := describe(New(c.v, c.dt...)); got != c.want {
			t.Errorf("New(%#v, %v) is %s, want %s", c.v, c.dt, got, c.want)
		}
	}
}

func TestMakers(t *testing.T) {
	for _, c := range []struct {
		got  *Tensor
		want string
	}{
		{Zeros(2), "Float32 (2,) [0 0]"},
		{Ones(1, 2), "Float32 (1, 2) [1 1]"},
		{Zeros(), "Float32 () [0]"},
		{Zeros(2, 0), "Float32 (2, 0) []"},
		{Full([]int{2}, 7), "Int64 (2,) [7 7]"},
		{Full([]int{2}, 7, Float64), "Float64 (2,) [7 7]"},
		{FullLike(New([]int8{1}), 2.9), "Int8 (1,) [2]"},
		{OnesLike(New([]bool{false})), "Bool (1,) [true]"},
		{ZerosOf(UInt16, 2), "UInt16 (2,) [0 0]"},
		{Arange(3), "Int64 (3,) [0 1 2]"},
		{Arange(1, 2, 0.5), "Float32 (2,) [1 1.5]"},
		{Arange(5, 0, -2), "Int64 (3,) [5 3 1]"},
		{Arange(0), "Int64 (0,) []"},
		{Arange(3, Float64), "Float64 (3,) [0 1 2]"},
		{Linspace(0, 1, 5), "Float32 (5,) [0 0.25 0.5 0.75 1]"},
		{Linspace(3, 4, 1), "Float32 (1,) [3]"},
		{Eye(2), "Float32 (2, 2) [1 0 0 1]"},
		{EyeOf(Int32, 2, 3), "Int32 (2, 3) [1 0 0 0 1 0]"},
		{Eye(3, 2), "Float32 (3, 2) [1 0 0 1 0 0]"},
	} {
		if got := describe(c.got); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

func TestPromotion(t *testing.T) {
	i32, i64, f16, f64, b := New([]int32{2}), New([]int64{2}), New([]int{2}, Float16), New([]float64{2}), New([]bool{true})
	for _, c := range []struct {
		got  *Tensor
		want string
	}{
		{i32.Add(Scalar(1)), "Int32 (1,) [3]"},
		{i32.Add(Scalar(1.5)), "Float32 (1,) [3.5]"},
		{i32.Add(i64), "Int64 (1,) [4]"},
		{i64.Add(f16), "Float16 (1,) [4]"},
		{f16.Add(Scalar(1.5)), "Float16 (1,) [3.5]"},
		{f64.Mul(Scalar(0.1)), "Float64 (1,) [0.2]"},
		{b.Add(Scalar(1)), "Int64 (1,) [2]"},
		{b.Add(b), "Bool (1,) [true]"},
		{i32.Div(i32), "Float32 (1,) [1]"},
		{Scalar(2).Mul(Scalar(3)), "Int64 () [6]"},
		{Scalar(2.0).Mul(Scalar(3)), "Float32 () [6]"},
		{Scalar(0.0).Exp(), "Float32 () [1]"},
		{i32.Greater(Scalar(1.5)), "Bool (1,) [true]"},
	} {
		if got := describe(c.got); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}
