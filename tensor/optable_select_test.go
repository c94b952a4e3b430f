package tensor_test

import (
	. "github.com/msrepl/msrepl/internal/testkit/optest"
	. "github.com/msrepl/msrepl/tensor"
)

// pairs are indices of elements of a matrix, the first one twice.
var pairs = New([][]int{{0, 1}, {2, 0}, {0, 1}})

// selectRows try the ops that pick, place and order elements.
var selectRows = []Row{
	General("GatherNd", func(x []*Tensor) *Tensor { return x[0].GatherNd(pairs) }, Away(3, 2)).NoNaN(),
	General("GatherNd", func(x []*Tensor) *Tensor { return x[0].GatherNd(x[1]) }, Away(3, 2), Ints(3, 2, 4, 1)),
	General("ScatterNd", func(x []*Tensor) *Tensor { return ScatterNd(x[0], pairs, []int{3, 2, 2}) }, Away(3, 2)),
	General("TensorScatterUpdate", func(x []*Tensor) *Tensor { return x[0].TensorScatterUpdate(New([][]int{{0, 1}, {2, 0}}), x[1]) }, Away(3, 2), Away(2)).NoNaN(),
	General("TensorScatterAdd", func(x []*Tensor) *Tensor { return x[0].TensorScatterAdd(pairs, x[1]) }, Away(3, 2), Away(3)),
	General("TensorScatterSub", func(x []*Tensor) *Tensor { return x[0].TensorScatterSub(pairs, x[1]) }, Away(3, 2), Away(3)),
	General("TensorScatterMul", func(x []*Tensor) *Tensor { return x[0].TensorScatterMul(pairs, x[1]) }, Away(3, 2), Away(3)),
	General("TensorScatterMul", func(x []*Tensor) *Tensor { return x[0].TensorScatterMul(x[1], x[2]) }, Away(3, 2), Ints(3, 4, 1), Away(4, 2)),
	General("TensorScatterDiv", func(x []*Tensor) *Tensor {
		return x[0].TensorScatterDiv(pairs, x[1].AsType(x[0].DType()).Add(OnesLike(x[0]).At([]int{0, 0, 0}, 0)))
	}, Away(3, 2), Between(1, 2, 3)),
	General("TensorScatterMax", func(x []*Tensor) *Tensor { return x[0].TensorScatterMax(pairs, x[1]) }, Away(3, 2), Away(3)),
	General("TensorScatterMin", func(x []*Tensor) *Tensor { return x[0].TensorScatterMin(x[1], x[2]) }, Away(3, 2), Ints(3, 4, 1), Away(4, 2)),
	General("UnsortedSegmentMax", func(x []*Tensor) *Tensor { return x[0].UnsortedSegmentMax(x[1], 2) }, Away(6, 2), Ints(2, 6)),
	General("UnsortedSegmentMin", func(x []*Tensor) *Tensor { return x[0].UnsortedSegmentMin(x[1], 2) }, Away(6, 2), Ints(2, 6)),
	General("UnsortedSegmentProd", func(x []*Tensor) *Tensor { return x[0].UnsortedSegmentProd(x[1], 2) }, Away(6, 2), Ints(2, 6)),
	General("UnsortedSegmentSum", func(x []*Tensor) *Tensor { return x[0].UnsortedSegmentSum(New([]int{1, -1, 0}), 2) }, Away(3, 2)),
	segmentRow("SegmentSum", (*Tensor).SegmentSum), segmentRow("SegmentMean", (*Tensor).SegmentMean),
	segmentRow("SegmentProd", (*Tensor).SegmentProd), segmentRow("SegmentMax", (*Tensor).SegmentMax),
	segmentRow("SegmentMin", (*Tensor).SegmentMin),

	General("IndexSelect", func(x []*Tensor) *Tensor { return x[0].IndexSelect(1, x[1]) }, Away(2, 3), Ints(3, 4)),
	General("IndexAdd", func(x []*Tensor) *Tensor { return x[0].IndexAdd(1, x[1], x[2], 1) }, Away(2, 3), Ints(3, 4), Away(2, 4)),
	General("IndexFill", func(x []*Tensor) *Tensor { return x[0].IndexFill(1, New([]int{0, 2}), 3) }, Away(2, 3)).NoNaN(),
	General("IndexPut", func(x []*Tensor) *Tensor {
		return x[0].IndexPut([]*Tensor{New([]int{0, 1}), New([]int{2, 2})}, x[1], false)
	}, Away(2, 3), Away(2)).NoNaN(),
	General("IndexPut", func(x []*Tensor) *Tensor {
		return x[0].IndexPut([]*Tensor{New([]int{1, 1}), New([]int{2, 2})}, x[1], true)
	}, Away(2, 3), Away(1)),
	General("Take", func(x []*Tensor) *Tensor { return x[0].Take(New([][]int{{0, 5}, {-1, 0}})) }, Away(2, 3)),
	General("Put", func(x []*Tensor) *Tensor { return x[0].Put(New([]int{0, 5}), x[1], true) }, Away(2, 3), Away(2)),
	General("MaskedScatter", func(x []*Tensor) *Tensor { return x[0].MaskedScatter(x[1], x[2]) }, Away(2, 3), Bools(3), Away(6)).NoNaN(),
	General("SliceScatter", func(x []*Tensor) *Tensor { return x[0].SliceScatter(x[1], 1, 0, 5, 2) }, Away(2, 6), Away(2, 3)).NoNaN(),
	General("SelectScatter", func(x []*Tensor) *Tensor { return x[0].SelectScatter(x[1], 1, -1) }, Away(2, 3), Away(2)),
	General("DiagonalScatter", func(x []*Tensor) *Tensor { return x[0].DiagonalScatter(x[1], 1, 0, -1) }, Away(2, 4, 3), Away(4, 2)),
	scatterRow("none"), scatterRow("add"), scatterRow("mul"), scatterRow("max"), scatterRow("min"),
	Shaped("Nonzero", Away(2, 3), (*Tensor).Nonzero).NoNaN(),
	Shaped("CountNonzero", Away(2, 3), func(x *Tensor) *Tensor { return x.CountNonzero(1) }).NoNaN(),
	Shaped("SequenceMask", Ints(4, 2, 3), func(x *Tensor) *Tensor { return x.SequenceMask(5) }).NoNaN(),
	Shaped("ReverseSequence", Away(2, 3, 2), func(x *Tensor) *Tensor { return x.ReverseSequence(New([]int{2, 3}), 1, 0) }),
	Shaped("ReverseSequence", Away(3, 2), func(x *Tensor) *Tensor { return x.ReverseSequence(New([]int{1, 3}), 0, 1) }),
	Shaped("InvertPermutation", Ints(1, 1), (*Tensor).InvertPermutation).NoNaN(),

	Two("CumMax", Away(2, 5), func(x *Tensor) (a, b *Tensor) { return x.CumMax(1) }),
	Two("CumMin", Away(5, 2), func(x *Tensor) (a, b *Tensor) { return x.CumMin(0) }),
	Shaped("LogCumSumExp", Away(2, 4), func(x *Tensor) *Tensor { return x.LogCumSumExp(1) }),
	Shaped("LogCumSumExp", Away(4, 2), func(x *Tensor) *Tensor { return x.LogCumSumExp(0) }),
	Shaped("Diff", Away(2, 5), func(x *Tensor) *Tensor { return x.Diff(2, 1) }),
	Shaped("Trapz", Away(2, 5), func(x *Tensor) *Tensor { return x.Trapz(0.5, -1) }),
	General("Trapz", func(x []*Tensor) *Tensor { return x[0].TrapzAt(x[1], 0) }, Away(4, 2), Away(4)),

	General("AMax", func(x []*Tensor) *Tensor { return x[0].AMax([]int{1}, false, 0.5, x[1]) }, Away(3, 4), Bools(3, 4)).NoNaN(),
	General("AMin", func(x []*Tensor) *Tensor { return x[0].AMin(nil, true, 0.5, x[1]) }, Away(3, 4), Bools(4)).NoNaN(),
	Shaped("Resize", Away(2, 3), func(x *Tensor) *Tensor { return x.Resize(2, 2) }),
	Shaped("Resize", Away(2, 3), func(x *Tensor) *Tensor { return x.Resize(4, 2) }),
	Two("TopKAlong", Away(5, 2), func(x *Tensor) (a, b *Tensor) { return x.TopKAlong(3, 0, false) }).NoNaN(),
	Two("KthValue", Away(2, 5), func(x *Tensor) (a, b *Tensor) { return x.KthValue(2, 1, true) }).NoNaN(),
	Two("Median", Away(2, 5), func(x *Tensor) (a, b *Tensor) { return x.Median(1, false) }),
	Two("Median", Away(4, 2), func(x *Tensor) (a, b *Tensor) { return x.Median(0, true) }),
	Two("NanMedian", Away(2, 4), func(x *Tensor) (a, b *Tensor) { return x.NanMedian(1, false) }).NoNaN(),
	Shaped("Quantile", Away(2, 5), func(x *Tensor) *Tensor { return x.QuantileAxes(0.3, []int{1}, true) }),
	Shaped("Quantile", Away(2, 5), func(x *Tensor) *Tensor { return x.Quantile(New([]float64{0, 0.4, 1})) }),
	Shaped("NanQuantile", Away(3, 2), func(x *Tensor) *Tensor { return x.NanQuantile(0.6, 0) }).NoNaN(),
	Two("Unique", Away(2, 3), (*Tensor).Unique),
	{Op: "UniqueConsecutive", Args: []Arg{Away(2, 3)}, Call: func(x []*Tensor) []*Tensor {
		a, b, c := x[0].UniqueConsecutive()
		return []*Tensor{a, b, c}
	}},
	{Op: "UniqueConsecutive", Args: []Arg{Away(2, 3)}, Call: func(x []*Tensor) []*Tensor {
		a, b, c := x[0].UniqueConsecutiveAlong(1)
		return []*Tensor{a, b, c}
	}},
	Two("AMinMax", Away(2, 5), func(x *Tensor) (a, b *Tensor) { return x.AMinMax([]int{1}, true) }).NoNaN(),
	Two("StdMean", Away(2, 5), func(x *Tensor) (a, b *Tensor) { return x.StdMean([]int{1}, 1, false) }),
	Two("VarMean", Away(2, 5), func(x *Tensor) (a, b *Tensor) { return x.VarMean(nil, 0, true) }),
	Two("UniqueWithPad", Away(5), func(x *Tensor) (a, b *Tensor) { return x.UniqueWithPad(0) }),
	Shaped("UnravelIndex", Ints(12, 5), func(x *Tensor) *Tensor { return x.UnravelIndex(3, 4) }).NoNaN(),
	Two("ListDiff", Away(4), func(x *Tensor) (a, b *Tensor) { return x.ListDiff(x.At(From(2))) }).NoNaN(),

	General("SearchSorted", func(x []*Tensor) *Tensor {
		sorted, _ := x[0].Sort()
		return sorted.SearchSorted(x[1].AsType(x[0].DType()), false)
	}, Away(2, 5), Away(2, 3)).NoNaN(),
	General("SearchSorted", func(x []*Tensor) *Tensor {
		return x[0].Mul(ZerosOf(x[0].DType())).SearchSorted(x[0], true)
	}, Away(5)).NoNaN(),
	Shaped("LowerBound", Away(2, 3), func(x *Tensor) *Tensor { return x.Mul(ZerosOf(x.DType())).LowerBound(x) }).NoNaN(),
	Shaped("UpperBound", Away(2, 3), func(x *Tensor) *Tensor { return x.Mul(ZerosOf(x.DType())).UpperBound(x) }).NoNaN(),
	Shaped("Bucketize", Away(2, 3), func(x *Tensor) *Tensor { return x.Bucketize([]float64{-1, 0, 1}, true) }).NoNaN(),
	Shaped("Histc", Away(7), func(x *Tensor) *Tensor { return x.Histc(4, -2, 2) }).NoNaN(),
	Shaped("Bincount", Ints(4, 7), func(x *Tensor) *Tensor { return x.Bincount(nil, 3) }).NoNaN(),

	Shaped("MoveAxis", Away(2, 3, 4), func(x *Tensor) *Tensor { return x.MoveAxis(0, -1) }),
	Shaped("Narrow", Away(2, 5), func(x *Tensor) *Tensor { return x.Narrow(1, 0, 3) }),
	Shaped("FlipLR", Away(2, 3), (*Tensor).FlipLR),
	Shaped("FlipUD", Away(2, 3), (*Tensor).FlipUD),
	Shaped("Rot90", Away(2, 3), func(x *Tensor) *Tensor { return x.Rot90(1, 0, 1) }),
	Shaped("Rot90", Away(2, 3), func(x *Tensor) *Tensor { return x.Rot90(-1, 0, 1) }),
	Shaped("AsStrided", Away(3, 3), func(x *Tensor) *Tensor { return x.AsStrided([]int{2, 2}, []int{1, 2}, 1) }).NoNaN(),
	Shaped("AsStrided", Away(5), func(x *Tensor) *Tensor { return x.AsStrided([]int{3, 3}, []int{1, 1}, 0) }),
	Pieces("TensorSplit", Away(2, 7), func(x *Tensor) Tuple { return x.TensorSplit(3, 1) }),
	Pieces("TensorSplit", Away(2, 7), func(x *Tensor) Tuple { return x.TensorSplit([]int{1, -2, 9}, 1) }),
	Pieces("HSplit", Away(4), func(x *Tensor) Tuple { return x.HSplit(2) }),
	Pieces("VSplit", Away(4, 2), func(x *Tensor) Tuple { return x.VSplit([]int{1}) }),
	Pieces("DSplit", Away(2, 2, 4), func(x *Tensor) Tuple { return x.DSplit(2) }),
	Shaped("AtLeast1D", Away(), (*Tensor).AtLeast1D),
	Shaped("AtLeast2D", Away(3), (*Tensor).AtLeast2D),
	Shaped("AtLeast3D", Away(2, 3), (*Tensor).AtLeast3D),
	General("HStack", HStack, Away(2, 3), Away(2, 1)),
	General("HStack", HStack, Away(3), Away()),
	General("VStack", VStack, Away(2, 3), Away(3)),
	General("DStack", DStack, Away(2, 3), Away(2, 3)),
	General("ColumnStack", ColumnStack, Away(3), Away(3, 2)),
	General("BlockDiag", BlockDiag, Away(2, 1), Away(3)),
	{Op: "Grids", Args: []Arg{Away(3), Away(2), Away(1)}, Call: func(x []*Tensor) []*Tensor { return Grids(x, "xy") }},
	{Op: "Grids", Args: []Arg{Away(3), Away(2)}, Call: func(x []*Tensor) []*Tensor { return Grids(x, "ij") }},
	General("CartesianProd", CartesianProd, Away(3), Away(2)),
	Shaped("Combinations", Away(3), func(x *Tensor) *Tensor { return x.Combinations(2, true) }),
	Shaped("SumToSize", Away(2, 3), func(x *Tensor) *Tensor { return x.SumToSize(2, 1) }),

	Pairwise("IsClose", Away(2, 3), Away(2, 3), func(x, y *Tensor) *Tensor { return x.IsClose(y, 1e-5, 1e-8, false) }).NoNaN(),
	General("AllClose", func(x []*Tensor) *Tensor { return x[0].AllClose(x[0], 1e-5, 1e-8, true) }, Away(2, 3)).NoNaN(),
	Pointwise("NanToNum", Away(2, 3), func(x *Tensor) *Tensor { return x.NanToNum(nil, 1.0, nil) }).NoNaN(),
	Shaped("Cov", Away(3, 5), func(x *Tensor) *Tensor { return x.Cov(1, nil, nil) }),
	Shaped("Cov", Away(2, 3), func(x *Tensor) *Tensor { return x.Cov(1, New([]int{5, 2, 4}), New([]float64{0.4588, 0.9083, 0.7616})) }),
	Shaped("CorrCoef", Away(3, 5), (*Tensor).CorrCoef),
}

func segmentRow(op string, f func(x, ids *Tensor) *Tensor) Row {
	return General(op, func(x []*Tensor) *Tensor { return f(x[0], New([]int{0, 0, 2, 2, 2})) }, Away(5, 2))
}

func scatterRow(reduction string) Row {
	return General("ScatterReduce", func(x []*Tensor) *Tensor {
		return x[0].ScatterReduce(1, New([][]int{{1, 0}, {2, 4}}), x[1], reduction)
	}, Away(2, 5), Away(2, 2)).NoNaN()
}
