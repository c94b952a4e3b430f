package tensor

import (
	"math"
	"reflect"
	"slices"

	"github.com/msrepl/msrepl/internal/compute/kernels"
	"github.com/msrepl/msrepl/internal/compute/shape"
)

// Slice is a range of an axis as Python's start:stop:step. Bounds count from the end when negative and are clipped.
type Slice struct {
	start, stop, step int
	hasStart, hasStop bool
}

// Span returns the slice start:stop.
func Span(start, stop int) Slice {
	return Slice{start: start, stop: stop, step: 1, hasStart: true, hasStop: true}
}

// From returns the slice start: (to the end).
func From(start int) Slice { return Slice{start: start, step: 1, hasStart: true} }

// To returns the slice :stop (from the beginning).
func To(stop int) Slice { return Slice{stop: stop, step: 1, hasStop: true} }

// All returns the slice that takes a whole axis.
func All() Slice { return Slice{step: 1} }

// By returns s with a step, which may be negative but not zero (ValueError): x[::2] is x.At(tensor.All().By(2)).
func (s Slice) By(step int) Slice {
	if step == 0 {
		Throw("Slice", ValueError, "slice step cannot be zero")
	}
	s.step = step
	return s
}

// IndexMark is an index that is neither a number nor a range: [Ellipsis] or [NewAxis].
type IndexMark uint8

// The index marks.
const (
	Ellipsis IndexMark = iota + 1 // x[..., 0]: as many whole axes as fit
	NewAxis                       // x[None]: a new axis of length one
)

// indexItem is one resolved index: exactly one of its uses.
type indexItem struct {
	kind  itemKind
	at    int     // itemInt: the index
	slice Slice   // itemSlice
	index *Tensor // itemTensor: Int64 indices; itemTruth: as many zeros as are selected
}

type itemKind uint8

const (
	itemInt itemKind = iota
	itemSlice
	itemNew
	itemTensor
	itemTruth // a single Bool, which takes no axis
)

// selection is a list of indices resolved against a shape: no ellipsis, no masks, one item per axis (and per new
// axis).
type selection struct {
	op       string // whose user wrote the indices
	items    []indexItem
	advanced bool // tensors pick elements: not a view
}

// resolve reads the indices that a user wrote.
func resolve(op string, dims []int, idx []any) selection {
	s := selection{op: op}
	used, ellipsis := 0, -1
	for _, v := range idx {
		for _, it := range parseIndex(op, dims, used, v) {
			if it.kind == itemTensor || it.kind == itemTruth {
				s.advanced = true
			}
			if it.kind != itemNew && it.kind != itemTruth {
				used++
			}
			s.items = append(s.items, it)
		}
		if v == Ellipsis {
			if ellipsis >= 0 {
				Throw(op, IndexError, "For '%s', an index can only have a single ellipsis.", op)
			}
			ellipsis = len(s.items)
		}
	}
	if used > len(dims) {
		Throw(op, IndexError, "For '%s', too many indices: the shape is %s, but %d axes were indexed.", op, tupleText(dims), used)
	}
	if ellipsis < 0 {
		ellipsis = len(s.items)
	}
	whole := slices.Repeat([]indexItem{{kind: itemSlice, slice: All()}}, len(dims)-used)
	s.items = slices.Insert(s.items, ellipsis, whole...)
	return s
}

// parseIndex reads one index; a mask becomes one item per axis of its own. axis is where it applies when no ellipsis
// came before.
func parseIndex(op string, dims []int, axis int, v any) []indexItem {
	switch v := v.(type) {
	case nil:
		return []indexItem{{kind: itemNew}}
	case IndexMark:
		if v == NewAxis {
			return []indexItem{{kind: itemNew}}
		}
		return nil
	case Slice:
		if v.step == 0 {
			v.step = 1
		}
		return []indexItem{{kind: itemSlice, slice: v}}
	case *Tensor:
		return tensorIndex(op, v)
	case bool:
		return tensorIndex(op, New(v))
	case []int, Shape, []int64, []int32, []bool:
		return tensorIndex(op, New(v))
	}
	switch rv := reflect.ValueOf(v); {
	case rv.CanInt():
		return []indexItem{{kind: itemInt, at: int(rv.Int())}}
	case rv.Kind() == reflect.Slice && rv.Len() == 0 && rv.Type().Elem().Kind() == reflect.Interface: // [], of no type
		return tensorIndex(op, ZerosOf(Int64, 0))
	case rv.Kind() == reflect.Slice:
		return tensorIndex(op, New(v))
	}
	Throw(op, IndexError, "For '%s', only integers, slices (tensor.Span, From, To, All), tensor.Ellipsis, tensor.NewAxis and tensors of "+
		"integers or Bool are valid indices, but got %T.", op, v)
	return nil
}

func tensorIndex(op string, x *Tensor) []indexItem {
	switch {
	case x.dtype == Bool && len(x.lay.shape) == 0:
		return []indexItem{{kind: itemTruth, index: nonzero(x.Reshape(1))[0]}}
	case x.dtype == Bool:
		var items []indexItem
		for _, ix := range nonzero(x) {
			items = append(items, indexItem{kind: itemTensor, index: ix, at: -1})
		}
		return maskItems(items, x)
	case x.dtype == Int32:
		return []indexItem{{kind: itemTensor, index: x.rowMajor()}}
	case x.dtype.IsInt():
		return []indexItem{{kind: itemTensor, index: x.as(Int64).rowMajor()}}
	}
	Throw(op, IndexError, "For '%s', a tensor index must hold integers or Bool, but got Tensor[%s] of shape %s.", op, x.dtype, tupleText(x.lay.shape))
	return nil
}

// maskItems notes in the items of a mask how long their axes must be.
func maskItems(items []indexItem, mask *Tensor) []indexItem {
	for i := range items {
		items[i].at = mask.lay.shape[i]
	}
	return items
}

// nonzero returns an Int64 tensor per axis of x with the places where x is true.
func nonzero(x *Tensor) []*Tensor {
	truth := flat[bool](x.as(Bool).rowMajor())
	n := kernels.CountTrue(truth)
	res := make([]*Tensor, len(x.lay.shape))
	if len(res) == 0 {
		return res
	}
	for k := range res {
		res[k] = alloc(Int64, newLayout([]int{n}))
	}
	places := flat[int64](res[len(res)-1])
	whereTrue(places, truth)
	for k := len(res) - 1; k > 0; k-- {
		d, rest := uint64(x.lay.shape[k]), flat[int64](res[k-1])
		for i, v := range places {
			rest[i] = int64(uint64(v) / d)
			places[i] = v - rest[i]*int64(d)
		}
		places = rest
	}
	return res
}

// whereTrue writes the places of what is true to dst, which is as long as there are such.
func whereTrue(dst []int64, truth []bool) {
	at := 0
	for i, v := range truth {
		if at == len(dst) {
			return
		}
		dst[at] = int64(i) // what is not true is overwritten, so that no jump depends on it
		next := 0
		if v {
			next = 1
		}
		at += next
	}
}

// plan is a selection applied to a layout. The selected elements are, for each of picks, a block of the given
// dims; in the result, block b starts at b*step.
type plan struct {
	base          int   // first element of the view
	dims, strides []int // one block, in the storage
	picks         []int // where blocks start
	out           []int // shape of the result
	outStrides    []int // strides of a block in the result
	step          int
}

// apply works out where the elements of a selection are.
func (s selection) apply(op string, l *layout, off int) plan {
	p := plan{base: off}
	var adv []pick
	axis := 0
	for _, it := range s.items {
		switch {
		case it.kind == itemNew:
			p.dims, p.strides = append(p.dims, 1), append(p.strides, 0)
			continue
		case it.kind == itemSlice:
			first, n := shape.Slice(it.slice.start, it.slice.stop, it.slice.step, it.slice.hasStart, it.slice.hasStop, l.shape[axis])
			if n > 0 {
				p.base += first * l.strides[axis]
			}
			p.dims, p.strides = append(p.dims, n), append(p.strides, l.strides[axis]*it.slice.step)
		case it.kind == itemTruth:
			adv = append(adv, pick{it.index.lay.shape, make([]int, it.index.lay.size), len(p.dims)})
			continue
		case it.kind == itemInt && !s.advanced:
			p.base += s.wrap(op, int64(it.at), l, axis) * l.strides[axis]
		default:
			adv = append(adv, s.pick(op, it, l, axis, len(p.dims)))
		}
		axis++
	}
	p.place(op, adv)
	return p
}

// pick is the offsets that one tensor index (or a number beside one) selects.
type pick struct {
	shape   []int
	offsets []int
	before  int // how many block axes are before it
}

func (s selection) pick(op string, it indexItem, l *layout, axis, before int) pick {
	if it.kind == itemInt {
		return pick{nil, []int{s.wrap(op, int64(it.at), l, axis) * l.strides[axis]}, before}
	}
	if it.at > 0 && it.at != l.shape[axis] { // from a mask
		Throw(op, IndexError, "For '%s', the mask has length %d on an axis of length %d: the shape is %s.", op, it.at, l.shape[axis], tupleText(l.shape))
	}
	o := pick{it.index.lay.shape, make([]int, it.index.lay.size), before}
	if it.index.dtype == Int32 {
		offsetsOf(s, op, o.offsets, flat[int32](it.index), l, axis)
	} else {
		offsetsOf(s, op, o.offsets, flat[int64](it.index), l, axis)
	}
	return o
}

// offsetsOf writes to dst how far from the first element of an axis those that ix names are.
func offsetsOf[T int32 | int64](s selection, op string, dst []int, ix []T, l *layout, axis int) {
	n, stride := l.shape[axis], l.strides[axis]
	for i, v := range ix {
		at := int(v)
		if uint(at) >= uint(n) {
			at = s.wrap(op, int64(v), l, axis)
		}
		dst[i] = at * stride
	}
}

// wrap checks an index against its axis and counts it from the start.
func (s selection) wrap(op string, i int64, l *layout, axis int) int {
	n := int64(l.shape[axis])
	if i < -n || i >= n {
		whose := ""
		if op != "Tensor.getitem" && op != "Tensor.setitem" {
			whose = "For '" + op + "', "
		}
		Throw(op, IndexError, "%sindex %d is out of bounds for dimension with size %d: axis %d of shape %s.", whose, i, n, axis, tupleText(l.shape))
	}
	if i < 0 {
		i += n
	}
	return int(i)
}

// place combines the picks and lays out the result: their axes are where they were when they were adjacent, else
// in front (numpy's rule).
func (p *plan) place(op string, adv []pick) {
	p.picks, p.step = []int{p.base}, 1
	var common []int
	at := 0
	if len(adv) > 0 {
		at = adv[0].before
		for _, a := range adv {
			joint, ok := shape.Broadcast(common, a.shape)
			if !ok {
				Throw(op, IndexError, "For '%s', shape mismatch: the indices of shapes %s and %s cannot be broadcast together.", op, tupleText(common), tupleText(a.shape))
			}
			common = joint
			if a.before != at {
				at = math.MinInt
			}
		}
		at = max(at, 0)
		p.picks = p.sum(common, adv)
	}
	p.out = slices.Insert(slices.Clone(p.dims), at, common...)
	all := shape.Strides(make([]int, len(p.out)), p.out)
	p.outStrides = slices.Concat(all[:at], all[at+len(common):])
	p.step = shape.Size(p.dims[at:])
}

// sum adds up the base and the offsets of all picks, broadcast to dims. The offsets of one that is not broadcast become
// the sum.
func (p *plan) sum(dims []int, adv []pick) []int {
	var sum []int
	if i := slices.IndexFunc(adv, func(a pick) bool { return slices.Equal(a.shape, dims) }); i >= 0 {
		sum = adv[i].offsets
		adv = slices.Delete(adv, i, i+1)
		if p.base != 0 {
			for j := range sum {
				sum[j] += p.base
			}
		}
	} else {
		sum = slices.Repeat([]int{p.base}, shape.Size(dims))
	}
	own := shape.Strides(make([]int, len(dims)), dims)
	for _, a := range adv {
		strides, _ := shape.BroadcastStrides(dims, a.shape, shape.Strides(make([]int, len(a.shape)), a.shape))
		for w := shape.NewWalk(dims, own, strides); w.Next(); {
			for i := range w.Inner {
				sum[w.Off[0]+i*w.Step[0]] += a.offsets[w.Off[1]+i*w.Step[1]]
			}
		}
	}
	return sum
}
