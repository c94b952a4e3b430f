package ops_test

import (
	. "github.com/msrepl/msrepl/internal/testkit/optest"
	"github.com/msrepl/msrepl/ops"
	. "github.com/msrepl/msrepl/tensor"
)

// colorRows try colours, regions and what is ragged.
var colorRows = []Row{
	Shaped("RGBToHSV", Between(0.1, 0.9, 2, 2, 3), ops.RGBToHSV).NoNaN(),
	Shaped("HSVToRGB", Between(0.1, 0.9, 2, 3), ops.HSVToRGB),
	Shaped("AdjustHue", Between(0.1, 0.9, 2, 3), func(x *Tensor) *Tensor { return ops.AdjustHue(x, 0.3) }).NoNaN(),
	Shaped("AdjustSaturation", Between(0.1, 0.9, 2, 3), func(x *Tensor) *Tensor { return ops.AdjustSaturation(x, 0.5) }).NoNaN(),
	Shaped("AdjustContrastV2", Away(2, 2, 2, 3), func(x *Tensor) *Tensor { return ops.AdjustContrastV2(x, 1.5) }),
	Shaped("ROIAlign", Away(1, 2, 4, 5), func(x *Tensor) *Tensor {
		return ops.ROIAlign(x, New([][]float64{{0, 1, 1, 3, 2}, {0, 0, 0, 9, 9}}, x.DType()), 2, 3, 0.5)
	}),
	Shaped("NMSWithMask", Between(0, 1, 4, 5), func(x *Tensor) *Tensor { _, _, keep := ops.NMSWithMask(x, 0.5); return keep }).NoNaN(),
	General("NonMaxSuppressionWithOverlaps", func(x []*Tensor) *Tensor {
		return ops.NonMaxSuppressionWithOverlaps(x[0], x[1], 3, 0.5, 0.1)
	}, Between(0, 1, 3, 3), Between(0, 1, 3)).NoNaN(),
	General("RaggedRange", func(x []*Tensor) *Tensor { _, v := ops.RaggedRange(x[0], x[1], Scalar(1)); return v }, Ints(3, 2), Ints(9, 2)).NoNaN(),
	General("InTopK", func(x []*Tensor) *Tensor { return ops.InTopK(x[0], x[1], 2) }, Away(4, 3), Ints(3, 4)).NoNaN(),
	General("ConfusionMatrix", func(x []*Tensor) *Tensor { return ops.ConfusionMatrix(x[0], x[1], 3) }, Ints(3, 5), Ints(3, 5)).NoNaN(),
	General("SparseSegmentMean", func(x []*Tensor) *Tensor {
		return ops.SparseSegmentMean(x[0], New([]int{0, 2, 1}), New([]int{0, 0, 2}))
	}, Away(3, 2)),
	Shaped("DataFormatDimMap", Ints(4, 3), func(x *Tensor) *Tensor { return ops.DataFormatDimMap(x, "NHWC", "NCHW") }).NoNaN(),
	Shaped("DataFormatVecPermute", Ints(9, 4), func(x *Tensor) *Tensor { return ops.DataFormatVecPermute(x, "NHWC", "NCHW") }).NoNaN(),
	General("BiDense", func(x []*Tensor) *Tensor { return ops.BiDense(x[0], x[1], x[2], ops.Bias(x[3])) }, Away(2, 3), Away(2, 2), Away(4, 3, 2), Away(4)),
}
