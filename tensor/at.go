package tensor

import (
	"slices"

	"github.com/msrepl/msrepl/internal/compute/kernels"
	"github.com/msrepl/msrepl/internal/compute/shape"
)

// At returns x[idx…] as Python does. An index is an int, a [Slice], [Ellipsis], [NewAxis] (or nil), a tensor of
// integers, or a Bool mask, which covers as many axes as it has; []int and []bool count as tensors, a bool as a 0-d
// mask: true selects all, false nothing, along a new axis. A single [Tuple] counts as its elements. Numbers and
// slices give a view of x; tensors give a copy, with numpy's rule for the position of their axes. An index out of
// range is an IndexError.
//
//ms:op func=getitem class= types=all
func (x *Tensor) At(idx ...any) *Tensor {
	return apply1(atOp{resolve("Tensor.getitem", x.lay.shape, idx)}, x)
}

type atOp struct{ sel selection }

func (atOp) Name() string { return "Tensor.getitem" }

func (o atOp) infer(x Spec) Spec {
	return Spec{DType: x.DType, Shape: o.sel.apply(o.sel.op, newLayout(x.Shape), 0).out}
}

func (o atOp) forward(x *Tensor) *Tensor {
	p := o.sel.locate(o.sel.op, x.lay, x.off, true)
	if !o.sel.advanced {
		return x.header(viewLayout(p.dims, p.strides), p.base)
	}
	y := blank(x.dtype, newLayout(p.out))
	switch y.dtype.Size() {
	case 1:
		gather[uint8](y, x, p)
	case 2:
		gather[uint16](y, x, p)
	case 4:
		gather[uint32](y, x, p)
	case 8:
		gather[uint64](y, x, p)
	default:
		gather[[2]uint64](y, x, p)
	}
	return y
}

func gather[E any](y, x *Tensor, p plan) {
	dst, src := all[E](y), all[E](x)
	if indexElements(&p, dst, src, kernels.Take[E, int32], kernels.Take[E, int64]) {
		return
	}
	var room [startsAtOnce]int
	c := p.starts.cursor()
	for some := c.next(room[:]); len(some) > 0; some = c.next(room[:]) {
		if len(dst) > 0 {
			kernels.Gather(dst[c.first*p.step:], p.step, p.outStrides, src, some, p.strides, p.dims)
		}
	}
}

func (o atOp) vjp(x, _, g *Tensor) *Tensor { return apply1(placeOp{o.sel, x.lay}, g) }
func (atOp) keeps() keep                   { return keepNothing }

func (o atOp) adds(sum, g *Tensor) bool {
	return !o.sel.advanced && sum.dtype == g.dtype && g.dtype.IsFloat() && !isHalf(g.dtype)
}

func (o atOp) vjpOnto(sum, g *Tensor) *Tensor { return apply2(withAtOp{o.sel, true}, sum, g) }

// vjpInto requires rows without gaps.
func (o atOp) vjpInto(sum, g *Tensor) bool {
	p := o.sel.apply(o.sel.op, sum.lay, sum.off)
	last := len(p.dims) - 1
	if last < 0 || p.strides[last] != 1 || p.dims[last] < 2 || g.node != nil || g.store == sum.store {
		return false
	}
	part := sum.header(viewLayout(p.dims, p.strides), p.base)
	rows2(o.Name(), pairs{y: part, k: &kernels.Add}, part, g, nil)
	return true
}

// placeOp is the transpose of atOp: zeros with x added at a selection. Their layout is that of the tensor selected
// from, without its gaps, so that if it is a view, the gradient of its base needs no copy.
type placeOp struct {
	sel selection
	to  *layout
}

func (placeOp) Name() string        { return "Tensor.getitem_grad" }
func (o placeOp) infer(x Spec) Spec { return Spec{DType: x.DType, Shape: o.to.shape} }
func (o placeOp) forward(x *Tensor) *Tensor {
	y := alloc(x.dtype, newLayout(o.to.shape))
	y.lay = o.to.dense()
	y.writeAt(o.Name(), o.sel, x, o.sel.advanced)
	return y
}
func (o placeOp) vjp(_, _, g *Tensor) *Tensor { return apply1(atOp{o.sel}, g) }
func (placeOp) keeps() keep                   { return keepNothing }

// SetAt sets x[idx…] to v in place, broadcast and cast to x's dtype; indices are those of [Tensor.At]. The change
// is visible in all tensors that share x's memory, such as views. While x or v is being differentiated, gradients
// take the change into account, earlier results keep their gradients, and the tensor that was passed to the
// differentiated function keeps its elements. It raises RuntimeError if this is impossible: v is being differentiated
// but x was detached by [Tensor.Detach] or [NoGrad]; x was broadcast, so that several of the selected elements share
// memory; x was returned by a hook or by another package's op, in the memory of its argument.
func (x *Tensor) SetAt(v *Tensor, idx ...any) {
	x.write("Tensor.setitem", resolve("Tensor.setitem", x.lay.shape, idx), v)
}

// WithAt returns a copy of x with x[idx…] set to v, which is broadcast and cast to x's dtype.
func (x *Tensor) WithAt(v *Tensor, idx ...any) *Tensor {
	return apply2(withAtOp{sel: resolve("Tensor.setitem", x.lay.shape, idx)}, x, v)
}

// AddAt returns a copy of x with v added at x[idx…]; if an element is selected several times, all values are added.
func (x *Tensor) AddAt(v *Tensor, idx ...any) *Tensor {
	return apply2(withAtOp{resolve("Tensor.setitem", x.lay.shape, idx), true}, x, v)
}

type withAtOp struct {
	sel selection
	add bool
}

func (withAtOp) Name() string { return "Tensor.setitem" }

func (o withAtOp) infer(x, v Spec) Spec {
	p := o.sel.apply(o.sel.op, newLayout(x.Shape), 0)
	checkFits(o.sel.op, v.Shape, p.out)
	return Spec{DType: x.DType, Shape: x.Shape}
}

func (o withAtOp) forward(x, v *Tensor) *Tensor {
	y := x.changeable()
	y.writeAt(o.sel.op, o.sel, v, o.add)
	return y
}

func (o withAtOp) da(_, _, _, g *Tensor) *Tensor {
	if o.add {
		return g
	}
	return apply2(withAtOp{sel: o.sel}, g, num(0))
}
func (o withAtOp) db(_, _, _, g *Tensor) *Tensor { return apply1(atOp{o.sel}, g) }
func (withAtOp) keeps() keep                     { return keepNothing }

// checkFits throws unless a value of shape v broadcasts to the selected shape.
func checkFits(op string, v, selected []int) {
	for len(v) > len(selected) && v[0] == 1 {
		v = v[1:]
	}
	if len(v) <= len(selected) && slices.Equal(broadcastShapes(op, v, selected), selected) {
		return
	}
	Throw(op, ValueError, "For '%s', a value of shape %s does not broadcast to the selected shape %s.", op, tupleText(v), tupleText(selected))
}

// writeAt overwrites the selection in t's memory with v, or adds v to it.
func (t *Tensor) writeAt(op string, sel selection, v *Tensor, add bool) {
	p := sel.apply(op, t.lay, t.off)
	checkFits(op, v.lay.shape, p.out)
	if v.store == t.store || v.store.ptr == t.store.ptr {
		v = v.copied()
	}
	v = v.as(t.dtype)
	v = v.trimmed(len(p.out))
	if !sel.advanced && !add {
		target := t.header(viewLayout(p.dims, p.strides), p.base)
		copyElements(target, v, broadcastStrides(v, target))
		return
	}
	block := v
	if !v.lay.contig || !slices.Equal(v.lay.shape, p.out) {
		block = blank(t.dtype, newLayout(p.out))
		copyElements(block, v, broadcastStrides(v, block))
	}
	if add {
		t.addBlocks(op, block, p)
		return
	}
	switch t.dtype.Size() {
	case 1:
		scatter[uint8](t, block, p)
	case 2:
		scatter[uint16](t, block, p)
	case 4:
		scatter[uint32](t, block, p)
	case 8:
		scatter[uint64](t, block, p)
	default:
		scatter[[2]uint64](t, block, p)
	}
}

// trimmed returns x without its leading axes, which have length one, so that n axes remain.
func (x *Tensor) trimmed(n int) *Tensor {
	extra := len(x.lay.shape) - n
	if extra <= 0 {
		return x
	}
	return x.header(viewLayout(x.lay.shape[extra:], x.lay.strides[extra:]), x.off)
}

func scatter[E any](t, block *Tensor, p plan) {
	dst, src := all[E](t), flat[E](block)
	if indexElements(&p, src, dst, kernels.Place[E, int32], kernels.Place[E, int64]) {
		return
	}
	var room [startsAtOnce]int
	c := p.starts.cursor()
	for some := c.next(room[:]); len(src) > 0 && len(some) > 0; some = c.next(room[:]) {
		kernels.Scatter(dst, some, p.strides, src[c.first*p.step:], p.step, p.outStrides, p.dims)
	}
}

// indexElements calls eachLine with short or long, according to the index dtype, if there is a single index tensor
// and it selects single elements. It reports whether that is the case.
func indexElements[E any](p *plan, some, from []E,
	short func(some, from []E, l kernels.Line, ix []int32) int, long func(some, from []E, l kernels.Line, ix []int64) int,
) bool {
	s := &p.starts
	if s.list != nil || len(s.full) != 1 || shape.Size(p.dims) != 1 {
		return false
	}
	if a := &s.full[0]; a.index.dtype == Int32 {
		eachLine(p, a, flat[int32](a.index), some, from, short)
	} else {
		eachLine(p, a, flat[int64](a.index), some, from, long)
	}
	return true
}

// eachLine calls f for each row of the indices of p, which select single elements: some holds those elements, from
// the memory selected from. f stops at an index that is negative or out of range.
func eachLine[E any, I int32 | int64](p *plan, a *pick, ix []I, some, from []E,
	f func(some, from []E, l kernels.Line, ix []I) int,
) {
	s := &p.starts
	line := func(ix []I, some []E, at, step int) {
		l := kernels.Line{N: s.l.shape[a.axis], At: at, Stride: s.l.strides[a.axis], Step: step}
		for done := 0; done < len(ix); done++ {
			l.At = at + done*step
			done += f(some[done:len(ix)], from, l, ix[done:])
			if done < len(ix) {
				v := [1]I{I(wrap(s.op, int64(ix[done]), s.l, a.axis))}
				l.At = at + done*step
				f(some[done:done+1], from, l, v[:])
			}
		}
	}
	if s.steps == nil {
		line(ix, some, s.base, 0)
		return
	}
	w := shape.NewWalk(s.dims, shape.Strides(make([]int, len(s.dims)), s.dims), s.steps)
	for w.Next() {
		line(ix[w.Off[0]:][:w.Inner], some[w.Off[0]:], s.base+w.Off[1], w.Step[1])
	}
}

// clone returns a copy of the memory, which holds elements of dt.
func (s *storage) clone(dt DType) *storage {
	whole := Tensor{store: s, lay: newLayout([]int{s.n}), dtype: dt}
	return whole.copied().store
}
