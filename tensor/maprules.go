package tensor

import (
	"slices"

	"github.com/msrepl/msrepl/internal/compute/rng"
)

// This file computes ops on slices, see mapping, with the tensors of all slices. A rule returns all slices of the
// result, or nil if it does not support this form of the op, which is then applied slice by slice.

// pointwise marks an op that treats each element, or each pair of broadcast elements, independently.
type pointwise struct{}

func (pointwise) each() {}

// mapper is an op of another package with its own rule. If over is true for an argument, all has the tensor of all
// slices, along axis 0; otherwise it has a tensor that is the same for every slice.
type mapper interface {
	Mapped(in, all []*Tensor, over []bool) *Tensor
}

// slicesIn has the arguments of an op: the tensors of all slices where over is true, tensors common to all slices
// elsewhere.
type slicesIn struct {
	n    int
	in   []*Tensor // as the function sees them
	all  []*Tensor
	over []bool
}

// forward returns the results of op.
func (m *mapping) forward(op Op, in []*Tensor) []*Tensor {
	if !private(op) && !lean(op) { // such an op may have side effects
		m.fail()
	}
	a := slicesIn{m.n, in, slices.Clone(in), make([]bool, len(in))}
	for i, x := range in {
		if all := m.back(x); all != nil {
			a.all[i], a.over[i] = all, true
		}
	}
	y := a.rule(op)
	if y == nil {
		return m.perSlice(op, a)
	}
	want := op.Infer(specs(in))[0]
	if y.dtype != want.DType || !slices.Equal(y.lay.shape, a.wide(want.Shape)) {
		m.fail()
	}
	return []*Tensor{m.slice(y)}
}

func lean(op Op) bool {
	switch op.(type) {
	case wide1, wide2:
		return true
	}
	return false
}

// wide returns the shape of all slices, given the shape of one.
func (a slicesIn) wide(dims []int) []int { return slices.Insert(slices.Clone(dims), 0, a.n) }

func (a slicesIn) rule(op Op) *Tensor {
	switch o := op.(type) {
	case wide1:
		if y := a.shapes(o.unaryOp); y != nil {
			return y
		}
		return a.rows(o.unaryOp)
	case wide2:
		return a.pair(o.binaryOp)
	case concatOp:
		axis := a.in[0].axis(o.Name(), o.axis)
		for i := range a.in {
			a.all[i] = a.spread(i)
		}
		return Concat(a.all, axis+1)
	case whereOp:
		all := a.aligned()
		return Where(all[0], all[1], all[2])
	case mapper:
		return o.Mapped(a.in, a.all, a.over)
	}
	return nil
}

// perSlice applies op to one slice after another. Random ops draw the same numbers for each.
func (m *mapping) perSlice(op Op, a slicesIn) []*Tensor {
	var results [][]*Tensor // indexed by result
	call := func(i int) {
		in := slices.Clone(a.in)
		for k := range in {
			if a.over[k] {
				in[k] = a.all[k].At(i)
			}
		}
		out := applyAs(op, in)
		if results == nil {
			results = make([][]*Tensor, len(out))
		}
		for k, y := range out {
			results[k] = append(results[k], y)
		}
	}
	streams := rng.TakenDuring(func() { call(0) })
	for i := 1; i < m.n; i++ {
		streams.Replay(func() { call(i) })
	}
	out := make([]*Tensor, len(results))
	for k, list := range results {
		if list[0] != nil {
			out[k] = m.slice(Stack(list))
		}
	}
	return out
}

// spread returns all slices of argument i, with repetitions if it is the same for every slice.
func (a slicesIn) spread(i int) *Tensor {
	if a.over[i] {
		return a.all[i]
	}
	return a.all[i].BroadcastTo(a.wide(a.in[i].lay.shape)...)
}

// aligned returns the arguments reshaped so that they broadcast as their slices do.
func (a slicesIn) aligned() []*Tensor {
	ndim := 0
	for _, x := range a.in {
		ndim = max(ndim, len(x.lay.shape))
	}
	list := slices.Clone(a.all)
	for i, over := range a.over {
		if over {
			list[i] = lengthened(list[i], ndim)
		}
	}
	return list
}

// lengthened returns all with ndim axes per slice, by inserting axes of length one before those of the slice.
func lengthened(all *Tensor, ndim int) *Tensor {
	more := ndim + 1 - len(all.lay.shape)
	if more <= 0 {
		return all
	}
	return regridded(all, slices.Insert(slices.Clone(all.lay.shape), 1, slices.Repeat([]int{1}, more)...))
}

// regridded returns x with shape dims, which differs only in axes of length one.
func regridded(x *Tensor, dims []int) *Tensor {
	strides, at := make([]int, len(dims)), 0
	for i, d := range dims {
		if d == 1 {
			continue
		}
		for x.lay.shape[at] == 1 {
			at++
		}
		strides[i] = x.lay.strides[at]
		at++
	}
	return apply1(regridOp{"Reshape", dims, strides}, x)
}

// shapes is the rule of ops that treat each element independently or rearrange elements.
func (a slicesIn) shapes(op unaryOp) *Tensor {
	x, all := a.in[0], a.all[0]
	switch o := op.(type) {
	case interface{ each() }, absOp, castOp, copyOp, populationOp, polygammaOp:
		return apply1(op, all)
	case reshapeOp:
		return all.Reshape(a.wide(o.infer(x.spec()).Shape)...)
	case transposeOp:
		perm := o.axes(x.lay.shape)
		for i := range perm {
			perm[i]++
		}
		return all.Transpose(slices.Insert(perm, 0, 0)...)
	case broadcastOp:
		to := o.infer(x.spec()).Shape
		return lengthened(all, len(to)).BroadcastTo(a.wide(to)...)
	case oneHotOp:
		return apply1(op, all)
	case rollOp:
		if o.flat {
			return apply1(rollOp{places: o.places, axis: 1}, all.Reshape(a.n, x.lay.size)).Reshape(all.lay.shape...)
		}
		o.axis++
		return apply1(o, all)
	case regridOp:
		return regridded(all, a.wide(o.dims))
	case atOp:
		if sel, ok := o.sel.batched(); ok {
			return apply1(atOp{sel}, all)
		}
	case placeOp:
		if sel, ok := o.sel.batched(); ok {
			return apply1(placeOp{sel, newLayout(a.wide(o.to.shape))}, all)
		}
	}
	return nil
}

// batched returns the selection applied to every slice. It reports false for index tensors separated by other
// indices, whose axes would be placed before the axis of slices.
func (s selection) batched() (selection, bool) {
	first, last, picks := 0, -1, 0
	for i, it := range s.items {
		if it.kind == itemTensor || it.kind == itemTruth || it.kind == itemRun || it.kind == itemInt && s.advanced {
			if picks == 0 {
				first = i
			}
			last = i
			picks++
		}
	}
	if picks > 0 && (last-first+1 != picks || first < s.first && s.first <= last) {
		return s, false
	}
	s.items, s.first = append(wholeAxes(1), s.items...), s.first+1
	return s, true
}

// rows is the rule of ops along axes. Slices without axes are left to perSlice.
func (a slicesIn) rows(op unaryOp) *Tensor {
	x, all := a.in[0], a.all[0]
	ndim := len(x.lay.shape)
	if ndim == 0 {
		return nil
	}
	along := func(axis int) int { return x.axis(op.Name(), axis) + 1 }
	axes := func(s axesSet) axesSet {
		var list []int
		for i, reduced := range s.mask(op.Name(), x.lay.shape) {
			if reduced {
				list = append(list, i+1)
			}
		}
		return axesSet{list, s.keepDims}
	}
	switch o := op.(type) {
	case sumOp:
		return apply1(sumOp{axes(o.axesSet)}, all)
	case prodOp:
		return apply1(prodOp{axes(o.axesSet)}, all)
	case normOp:
		return apply1(normOp{axes(o.axesSet)}, all)
	case extremeOp:
		o.axesSet = axes(o.axesSet)
		return apply1(o, all)
	case truthOp:
		o.axesSet = axes(o.axesSet)
		return apply1(o, all)
	case softmaxOp:
		return apply1(softmaxOp{along(o.axis)}, all)
	case logSoftmaxOp:
		return apply1(logSoftmaxOp{along(o.axis)}, all)
	case cumSumOp:
		return apply1(cumSumOp{along(o.axis)}, all)
	case cumProdOp:
		return apply1(cumProdOp{along(o.axis)}, all)
	case argSortOp:
		o.axis = along(o.axis)
		return apply1(o, all)
	case argOp:
		if len(o.axis) == 0 {
			all, o.axis = all.Reshape(a.n, x.lay.size), []int{1}
		} else {
			o.axis = []int{along(o.axis[0])}
		}
		return apply1(o, all)
	}
	return nil
}

// pair is the rule of ops with two arguments.
func (a slicesIn) pair(op binaryOp) *Tensor {
	switch o := op.(type) {
	case interface{ each() }, reLUGradOp, tanhGradOp, sigmoidGradOp, siluGradOp, geluGradOp, bendGradOp, *fMaxOp,
		nextAfterOp, *bitOp, *compareOp, *logicalOp, complexOp:
		all := a.aligned()
		return apply2(op, all[0], all[1])
	case matMulOp:
		return a.product()
	case withAtOp:
		sel, ok := o.sel.batched()
		if !ok {
			return nil
		}
		x, v := a.spread(0), a.all[1]
		if a.over[1] {
			chosen := len(o.sel.apply(o.sel.op, newLayout(a.in[0].lay.shape), 0).out)
			if len(a.in[1].lay.shape) > chosen {
				return nil
			}
			v = lengthened(v, chosen)
		}
		return apply2(withAtOp{sel, o.add}, x, v)
	}
	return nil
}

// product is the rule of matrix products. Rows of all slices that are multiplied by one matrix become rows of one
// product.
func (a slicesIn) product() *Tensor {
	x, y := a.in[0].lay.shape, a.in[1].lay.shape
	_, _, out := matMulShapes(x, y)
	switch {
	case !a.over[1] && len(y) <= 2:
		return a.all[0].Reshape(-1, x[len(x)-1]).MatMul(a.all[1]).Reshape(a.wide(out)...)
	case !a.over[0] && len(y) == 1 && len(x) == 2:
		return a.all[1].MatMul(a.all[0].T())
	case !a.over[0] && len(y) == 1 && len(x) == 1:
		return a.all[1].MatMul(a.all[0])
	}
	left, right := a.all[0], a.all[1]
	if len(x) == 1 {
		left = left.ExpandDims(-2)
	}
	if len(y) == 1 {
		right = right.ExpandDims(-1)
	}
	ndim := max(2, len(x), len(y))
	if a.over[0] {
		left = lengthened(left, ndim)
	}
	if a.over[1] {
		right = lengthened(right, ndim)
	}
	return left.MatMul(right).Reshape(a.wide(out)...)
}
