package nn_test

import (
	"fmt"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

func paramNames(c nn.Layer) string {
	s := ""
	for _, p := range c.CellBase().GetParameters().List() {
		s += p.Name() + " "
	}
	return s
}

var cellCases = []pynativeCase{
	{"cell-insert-child-dot", func() any { newDoubled().InsertChildToCell("a.b", nn.NewReLU()); return nil }, "KeyError: For 'insert_child_to_cell', the parameter 'child_name' can not be None and can not contain '.' "},
	{"cell-insert-param-type", func() any { newDoubled().InsertParamToCell("w", nil); return nil }, "TypeError: For 'insert_param_to_cell', the argument 'param' must be 'Parameter' if not None, but got"},
	{
		"cell-to_float-bad", func() any { newDoubled().ToFloat(tensor.Int32); return nil },
		"ValueError: For 'to_float', the argument 'dst_type' must be mstype.float32, mstype.float16 or mstype.bfloat16, but got type: tensor.DType and value: Int32.",
	},
	{
		"param-setdata-narrow", func() any { return nn.NewParameter(vec(1)).SetData(tensor.New([]float64{1})) },
		"TypeError: Incoming Parameter dtype can not be converted to current dtype implicitly. Current dtype is Float32, and incoming is Float64. Use .set_dtype(xxx) to change the dtype.",
	},
	{"param-setdata-widen", func() any { return nn.NewParameter(vec(0, 0, 0), "b").SetData(tensor.New([]int{3, 4, 5})).Value() }, "[3. 4. 5.]"},
	{"bn-param-names", func() any {
		return paramNames(nn.NewBatchNorm2d(3)) + "/ " + paramNames(newSingleNet().bn)
	}, "mean variance gamma beta / bn.moving_mean bn.moving_variance bn.gamma bn.beta "},
}

var tensorCases = []pynativeCase{
	{"promo-bool-float", func() any {
		y := tensor.New([][]bool{{true, false}, {false, true}}).Add(tensor.Scalar(3.3))
		return all(y.DType(), y)
	}, "Float32 [[4.3 3.3]\n [3.3 4.3]]"},
	{"promo-int32-True", func() any { return tensor.Scalar(true).Add(tensor.New([]int32{1})).DType() }, "Int32"},
	{"promo-f16-f32", func() any { return vec(1).Add(vec(1).AsType(tensor.Float16)).DType() }, "Float32"},
	{"promo-tuple", func() any { return tensor.Ones(2, 3).Add(tensor.New([]any{1, 2, 3})) }, "[[2. 3. 4.]\n [2. 3. 4.]]"},
	{"tensor-bool-multi", func() any { return tensor.New([]int{1, 2}).Bool() }, "ValueError: The truth value of an array with more than one element is ambiguous."},
	{"tensor-len-0d", func() any { return tensor.New(1).Len() }, "TypeError: Not support len of a 0-D tensor"},
	{"tensor-eq-other", func() any { return fmt.Sprint(any(tensor.New([]int{1})) == any("a")) }, "false"},
}
