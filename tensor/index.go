package tensor

import (
	"reflect"
	"slices"
	"strconv"

	"github.com/msrepl/msrepl/internal/compute/kernels"
	"github.com/msrepl/msrepl/internal/text/pyrepr"
)

// Slice is a range of an axis, like Python's start:stop:step. Negative bounds count from the end; bounds are
// clipped.
type Slice struct {
	start, stop, step int
	hasStart, hasStop bool
}

// Span returns the slice start:stop.
func Span(start, stop int) Slice {
	return Slice{start: start, stop: stop, step: 1, hasStart: true, hasStop: true}
}

// From returns the slice start:, to the end.
func From(start int) Slice { return Slice{start: start, step: 1, hasStart: true} }

// To returns the slice :stop, from the beginning.
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

// String returns s as Python shows it: slice(1, None, None).
func (s Slice) String() string {
	bound := func(n int, has bool) string {
		if !has {
			return "None"
		}
		return strconv.Itoa(n)
	}
	start, stop, step := bound(s.start, s.hasStart), bound(s.stop, s.hasStop), bound(s.step, s.step != 1)
	return "slice(" + start + ", " + stop + ", " + step + ")"
}

// IndexMark is an index that is neither a number nor a range: [Ellipsis] or [NewAxis].
type IndexMark uint8

// The index marks.
const (
	Ellipsis IndexMark = iota + 1 // x[..., 0]: as many whole axes as fit
	NewAxis                       // x[None]: a new axis of length one
)

// String returns m as Python shows it: Ellipsis or None.
func (m IndexMark) String() string {
	if m == NewAxis {
		return "None"
	}
	return "Ellipsis"
}

// indexItem is one resolved index. Its kind determines which field is used.
type indexItem struct {
	kind  itemKind
	at    int     // itemInt: the index
	slice Slice   // itemSlice
	index *Tensor // itemTensor: integers; itemTruth: one zero per selected element
	run   run     // itemRun
}

// run is the index that, in a broadcast of index tensors with the given number of axes, equals the position along
// axis, of length n.
type run struct{ axis, axes, n int }

type itemKind uint8

const (
	itemInt itemKind = iota
	itemSlice
	itemNew
	itemTensor
	itemTruth // a single Bool, which does not consume an axis
	itemRun   // 0, 1, 2… along one axis of the broadcast index tensors
)

// selection is a list of indices resolved against a shape: no ellipsis, no masks, one item per axis (and per new
// axis).
type selection struct {
	op       string // the op named in errors
	items    []indexItem
	advanced bool // index tensors select elements: not a view
	first    int  // the number of items before the ellipsis, which separates index tensors even if it covers no axis
}

// resolve parses a user's indices.
func resolve(op string, dims []int, idx []any) selection {
	s := selection{op: op}
	used, ellipsis := 0, -1
	for _, v := range pyrepr.Unpacked(idx) {
		for _, it := range parseIndex(op, dims, used, v) {
			if it.kind == itemTensor || it.kind == itemTruth || it.kind == itemRun {
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
	s.first = ellipsis
	whole := slices.Repeat([]indexItem{{kind: itemSlice, slice: All()}}, len(dims)-used)
	s.items = slices.Insert(s.items, ellipsis, whole...)
	return s
}

// parseIndex parses one index; a mask becomes one item for each of its axes. axis is the one to which the index
// applies if no ellipsis precedes it.
func parseIndex(op string, dims []int, axis int, v any) []indexItem {
	switch v := v.(type) {
	case nil:
		return []indexItem{{kind: itemNew}}
	case IndexMark:
		if v == NewAxis {
			return []indexItem{{kind: itemNew}}
		}
		return nil
	case run:
		return []indexItem{{kind: itemRun, run: v}}
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
	case rv.Kind() == reflect.Slice && rv.Len() == 0 && rv.Type().Elem().Kind() == reflect.Interface: // an empty []any
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

// maskItems stores in the items of a mask the required lengths of their axes.
func maskItems(items []indexItem, mask *Tensor) []indexItem {
	for i := range items {
		items[i].at = mask.lay.shape[i]
	}
	return items
}

// nonzero returns, for each axis of x, an Int64 tensor of the indices at which x is true.
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
		d, rest := int64(x.lay.shape[k]), flat[int64](res[k-1])
		row, next := int64(0), d
		for i, v := range places { // places ascend
			for ; v >= next; next += d {
				row++
			}
			rest[i], places[i] = row, v-(next-d)
		}
		places = rest
	}
	return res
}

// whereTrue writes the indices of true elements to dst, whose length is their number.
func whereTrue(dst []int64, truth []bool) {
	at := 0
	for i, v := range truth {
		if at == len(dst) {
			return
		}
		dst[at] = int64(i) // a false element's index is overwritten, which avoids a branch
		next := 0
		if v {
			next = 1
		}
		at += next
	}
}
