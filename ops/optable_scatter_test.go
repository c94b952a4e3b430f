package ops_test

import (
	. "github.com/msrepl/msrepl/internal/testkit/optest"
	"github.com/msrepl/msrepl/ops"
	. "github.com/msrepl/msrepl/tensor"
)

type update = func(x, indices, updates *Tensor) *Tensor

// scatterRows try the ops that change slices. Those that work in place get a copy.
var scatterRows = []Row{
	rowsRow("ScatterUpdate", ops.ScatterUpdate, false).NoNaN(), rowsRow("ScatterAddTo", ops.ScatterAddTo, true),
	rowsRow("ScatterSub", ops.ScatterSub, true), rowsRow("ScatterMul", ops.ScatterMul, true),
	rowsRow("ScatterMax", ops.ScatterMax, true), rowsRow("ScatterMin", ops.ScatterMin, true),
	divRow("ScatterDiv", ops.ScatterDiv),
	ndRow("ScatterNdUpdate", ops.ScatterNdUpdate, false).NoNaN(), ndRow("ScatterNdAdd", ops.ScatterNdAdd, true),
	ndRow("ScatterNdSub", ops.ScatterNdSub, true), ndRow("ScatterNdMul", ops.ScatterNdMul, true),
	ndRow("ScatterNdMax", ops.ScatterNdMax, true), ndRow("ScatterNdMin", ops.ScatterNdMin, true),
	divRow("ScatterNdDiv", func(x, i, u *Tensor) *Tensor { return ops.ScatterNdDiv(x, i.ExpandDims(-1), u) }),

	General("InplaceUpdate", func(x []*Tensor) *Tensor { return ops.InplaceUpdate(x[0], x[1], []int{2, 0}) }, Away(3, 2), Away(2, 2)).NoNaN(),
	General("InplaceAdd", func(x []*Tensor) *Tensor { return ops.InplaceAdd(x[0], x[1], []int{2, 0}) }, Away(3, 2), Away(2, 2)),
	General("InplaceSub", func(x []*Tensor) *Tensor { return ops.InplaceSub(x[0], x[1], []int{2, 0}) }, Away(3, 2), Away(2, 2)),
	General("InplaceIndexAdd", func(x []*Tensor) *Tensor {
		return ops.InplaceIndexAdd(x[0].Clone(), New([]int{1, 1}), x[1], 1)
	}, Away(3, 2), Away(3, 2)),

	Shaped("SpaceToDepth", Away(2, 1, 4, 2), func(x *Tensor) *Tensor { return ops.SpaceToDepth(x, 2) }),
	Shaped("DepthToSpace", Away(2, 4, 1, 2), func(x *Tensor) *Tensor { return ops.DepthToSpace(x, 2) }),
	Shaped("SpaceToBatchND", Away(2, 1, 3, 4), func(x *Tensor) *Tensor { return ops.SpaceToBatchND(x, []int{2, 2}, [][2]int{{1, 0}, {2, 0}}) }),
	Shaped("BatchToSpaceND", Away(4, 1, 3, 2), func(x *Tensor) *Tensor { return ops.BatchToSpaceND(x, []int{2, 2}, [][2]int{{0, 1}, {0, 0}}) }),
}

// rowsRow updates whole slices, one of them twice if that is defined.
func rowsRow(op string, f update, twice bool) Row {
	indices := New([]int{2, 0, 1})
	if twice {
		indices = New([]int{2, 0, 2})
	}
	return General(op, func(x []*Tensor) *Tensor { return f(x[0].Clone(), indices, x[1]) }, Away(3, 2), Away(3, 2))
}

// ndRow updates single elements.
func ndRow(op string, f update, twice bool) Row {
	indices := New([][]int{{2, 0}, {0, 1}, {1, 1}})
	if twice {
		indices = New([][]int{{2, 0}, {0, 1}, {2, 0}})
	}
	return General(op, func(x []*Tensor) *Tensor { return f(x[0].Clone(), indices, x[1]) }, Away(3, 2), Away(3))
}

// divRow keeps the divisor from zero in every dtype.
func divRow(op string, f update) Row {
	return General(op, func(x []*Tensor) *Tensor {
		return f(x[0].Clone(), New([]int{2, 0, 2}), x[1].AsType(x[0].DType()).Add(OnesLike(x[0])))
	}, Away(3, 2), Between(0.5, 1, 3, 2))
}
