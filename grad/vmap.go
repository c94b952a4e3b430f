package grad

import (
	"reflect"
	"slices"

	"github.com/msrepl/msrepl/internal/compute/rng"
	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/internal/session/invoke"
	"github.com/msrepl/msrepl/internal/text/pyrepr"
	"github.com/msrepl/msrepl/tensor"
)

// VmapOption is a keyword argument of mindspore.vmap for [Vmap].
type VmapOption struct{ set func(v *vmap) }

// InAxes sets the axes along which the arguments are sliced (in_axes), 0 by default: an int for all arguments, nil
// for one that is not mapped, or a []any or []int of these, one for each argument, nested as tuples among them are.
func InAxes(axes any) VmapOption { return VmapOption{func(v *vmap) { v.in = axes }} }

// OutAxes sets the axes along which the results are stacked (out_axes), 0 by default, in the form of [InAxes].
func OutAxes(axes any) VmapOption { return VmapOption{func(v *vmap) { v.out = axes }} }

// Vmap returns a function that applies fn to every slice of its arguments along an axis and stacks the results:
// mindspore.vmap(fn, in_axes=0, out_axes=0). Options: [InAxes], [OutAxes]. Arguments that are not mapped, and those
// that are not tensors under a single int, are the same for every slice. Results that do not depend on the mapped
// arguments are repeated along their axis, or returned once when it is nil.
//
// It calls fn once, with tensors that represent all slices, unless fn does something that cannot be done for all
// slices at once: read elements, print them, write to a tensor, or run hooks. Then it calls fn again, for each slice,
// so fn should not have side effects; a tensor that it stores elsewhere cannot be used later (RuntimeError). Vmap can
// be differentiated and nested. Random ops in fn draw the same numbers for every slice, as in MindSpore. Invalid axes
// raise RuntimeError.
//
// For an nn.CellList of two or more cells, cell i is applied to slice i. With InAxes(nil) every cell gets all
// arguments. If the numbers of slices and cells differ, it raises ValueError.
func Vmap(fn any, opts ...VmapOption) func(args ...any) Result {
	v := &vmap{in: 0, out: 0}
	for _, o := range opts {
		o.set(v)
	}
	v.in, v.out = plainAxis("in_axes", v.in), plainAxis("out_axes", v.out)
	mustMap("out_axes", v.out)
	if list, ok := fn.(ensemble); ok {
		v.models = modelsOf(list)
	} else {
		v.call = invoke.MustCall("vmap", fn)
		mustMap("in_axes", v.in)
	}
	return func(args ...any) Result { return v.apply(slices.Clone(args)) }
}

type vmap struct {
	call    func(args []any) []any
	models  []func(args []any) []any // one for each slice, in place of call
	in, out any                      // int, nil, or []any of these
}

// ensemble is implemented by nn.CellList.
type ensemble interface{ Models() []any }

func modelsOf(list ensemble) []func(args []any) []any {
	cells := list.Models()
	if len(cells) < 2 {
		vmapError("In the model ensembling parallel training scenario ('VmapOperation' arg0 is a 'CellList'), "+
			"the size of 'CellList' must be greater than 1, but got %d.", len(cells))
	}
	models := make([]func(args []any) []any, len(cells))
	for i, c := range cells {
		models[i] = invoke.MustCall("vmap", c)
	}
	return models
}

func vmapError(format string, args ...any) {
	tensor.Throw("vmap", tensor.RuntimeError, format, args...)
}

// mustMap raises RuntimeError if no axis is mapped.
func mustMap(name string, axes any) {
	switch {
	case axes == nil:
		vmapError("The '%s' of 'vmap' cannot be a single None while 'fn' is not a 'CellList'.", name)
	case allNone(axes):
		vmapError("The '%s' of 'vmap' cannot be all None while 'fn' is not a 'CellList', but got %s.", name, axesText(axes))
	}
}

// plainAxis returns axes as int, nil and []any, after MindSpore's checks.
func plainAxis(name string, axis any) any {
	v := reflect.ValueOf(axis)
	switch {
	case !v.IsValid():
		return nil
	case v.CanInt():
		return int(v.Int())
	case v.Kind() != reflect.Slice && v.Kind() != reflect.Array:
		vmapError("The axis in vmap's '%s' should be a None or a scalar of type Int64Imm, but got a %v.", name, axis)
	}
	list := make([]any, v.Len())
	for i := range list {
		list[i] = plainAxis(name, v.Index(i).Interface())
	}
	return list
}

func allNone(axis any) bool {
	list, ok := axis.([]any)
	for _, a := range list {
		ok = ok && allNone(a)
	}
	return ok || axis == nil
}

// axesText formats axes as Python prints them.
func axesText(axes any) string { return pyrepr.Line(axesTuple(axes)) }

func axesTuple(axes any) Result {
	list, ok := axes.([]any)
	if !ok {
		return Result{value: axes}
	}
	return tuple(each(list, axesTuple)...)
}

// apply calls the function for every slice.
func (v *vmap) apply(args []any) Result {
	cut := &cuts{size: -1}
	axes := perItem("in_axes", "arguments of 'fn'", v.in, len(args))
	for i, a := range args {
		eachTensor(a, axes[i], cut.add)
	}
	call := func(f func(args []any) []any, slice slicer) Result {
		in := make([]any, len(args))
		for k, a := range args {
			in[k] = eachTensor(a, axes[k], slice)
		}
		return outputPart(spread(f(in)))
	}
	only := func(i int) slicer {
		return func(x *tensor.Tensor, axis int) *tensor.Tensor { return moved(x, axis, 0).At(i) }
	}
	if v.models != nil {
		return v.ensembled(cut.size, func(i int) Result { return call(v.models[i], only(i)) })
	}
	if cut.size < 1 {
		vmapError("Failed to get 'axis_size' within the scope of vmap.")
	}
	var res Result
	var ok bool
	streams := rng.TakenDuring(func() {
		res, ok = v.atOnce(cut.size, func(slice slicer) Result { return call(v.call, slice) })
	})
	if ok {
		return res
	}
	parts := make([]Result, cut.size)
	for i := range parts {
		streams.Replay(func() { parts[i] = call(v.call, only(i)) })
	}
	return v.join(parts, stacked)
}

// ensembled calls every model. size is the number of slices, -1 if no argument is mapped.
func (v *vmap) ensembled(size int, call func(i int) Result) Result {
	parts := make([]Result, len(v.models))
	if size >= 0 && size != len(parts) {
		tensor.Throw("vmap", tensor.ValueError, "If you want to execute the model ensembling parallel training, "+
			"please make sure the 'axis_size' in the scope of vmap consistent with the cell size of the input "+
			"'CellList', otherwise, please do not enter 'CellList' as the first argument, "+
			"but we get axis_size: %d and the cell size: %d.", size, len(parts))
	}
	for i := range parts {
		parts[i] = call(i)
	}
	return v.join(parts, stacked)
}

// atOnce calls the function once for all n slices; ok reports whether that is possible.
func (v *vmap) atOnce(n int, call func(slice slicer) Result) (res Result, ok bool) {
	complete := true
	ok = engine.MapOver(n, func(slice, back func(x *tensor.Tensor) *tensor.Tensor) {
		out := call(func(x *tensor.Tensor, axis int) *tensor.Tensor { return slice(moved(x, axis, 0)) })
		res = v.join([]Result{out}, func(parts []*tensor.Tensor, axis any) *tensor.Tensor {
			y := back(parts[0])
			at, mapped := axis.(int)
			if !mapped {
				complete = complete && y == nil
				return nil
			}
			at = within("out_axes", at, parts[0].NDim()+1)
			if y == nil {
				return parts[0].ExpandDims(at).BroadcastTo(slices.Insert(parts[0].Shape(), at, n)...).Clone()
			}
			return moved(y, 0, at).Clone()
		})
	})
	return res, ok && complete
}

// slicer returns the tensor that represents a slice of x along an axis.
type slicer func(x *tensor.Tensor, axis int) *tensor.Tensor

// moved returns x with an axis moved.
func moved(x *tensor.Tensor, from, to int) *tensor.Tensor {
	perm := shape.UpTo(x.NDim())
	if from = (from + len(perm)) % len(perm); from == to {
		return x
	}
	perm = slices.Delete(perm, from, from+1)
	return x.Transpose(slices.Insert(perm, to, from)...)
}

// cuts is the common length of the mapped tensors along their axes.
type cuts struct{ size int } // -1 before the first

func (s *cuts) add(x *tensor.Tensor, axis int) *tensor.Tensor {
	axis = within("in_axes", axis, x.NDim())
	if n := x.Dim(axis); s.size < 0 {
		s.size = n
	} else if n != s.size {
		vmapError("The 'axis_size' of each argument in the scope of 'vmap' should be equal, but got %d and %d.", s.size, n)
	}
	return x
}

// joiner combines the results that the calls have returned in one place; nil selects the first.
type joiner func(parts []*tensor.Tensor, axis any) *tensor.Tensor

// join arranges the results of all calls.
func (v *vmap) join(parts []Result, f joiner) Result {
	if parts[0].isTuple {
		return f.items(parts, perItem("out_axes", "results of 'fn'", v.out, len(parts[0].items)))
	}
	return f.part(parts, perItem("out_axes", "results of 'fn'", v.out, 1)[0])
}

func (f joiner) items(parts []Result, axes []any) Result {
	items := make([]Result, len(axes))
	for k := range items {
		items[k] = f.part(each(parts, func(p Result) Result { return p.At(k) }), axes[k])
	}
	return tuple(items...)
}

func (f joiner) part(parts []Result, axis any) Result {
	if parts[0].isTuple {
		return f.items(parts, perItem("out_axes", "elements of the tuple", axis, len(parts[0].items)))
	}
	all := make([]*tensor.Tensor, len(parts))
	for i, p := range parts {
		x, ok := invoke.AsTensor(p.value)
		if !ok {
			x = tensor.New(p.value)
		}
		all[i] = x
	}
	if y := f(all, axis); y != nil {
		return resultOf(y)
	}
	return parts[0]
}

// stacked is the joiner that stacks the results.
func stacked(parts []*tensor.Tensor, axis any) *tensor.Tensor {
	if n, mapped := axis.(int); mapped {
		return tensor.Stack(parts, within("out_axes", n, parts[0].NDim()+1))
	}
	for _, x := range parts[1:] {
		if !reflect.DeepEqual(x.Values(), parts[0].Values()) {
			vmapError("It is invalid that source is not None and dst is None.")
		}
	}
	return nil
}

// perItem returns the axes of n items, given one for all or one for each.
func perItem(name, of string, axes any, n int) []any {
	list, ok := axes.([]any)
	if ok && len(list) != n {
		vmapError("The size of vmap's '%s' should be equal to the number of %s: %d, but got size: %d.", name, of, n, len(list))
	}
	if !ok {
		for range n {
			list = append(list, axes)
		}
	}
	return list
}

// within returns the axis counted from the front.
func within(name string, axis, n int) int {
	if axis < -n || axis >= n {
		vmapError("The axis: %d in '%s' is out of bounds for array of dimension [%d,%d).", axis, name, -n, n)
	}
	return (axis + n) % n
}

// eachTensor returns arg with f applied to every tensor in it that is mapped along an axis.
func eachTensor(arg, axis any, f func(x *tensor.Tensor, axis int) *tensor.Tensor) any {
	x, isTensor := invoke.AsTensor(arg)
	n, mapped := axis.(int)
	v := reflect.ValueOf(arg)
	switch {
	case isTensor && mapped:
		return f(x, n)
	case axis == nil || v.Kind() != reflect.Slice:
		return arg
	}
	axes := perItem("in_axes", "elements of the tuple", axis, v.Len())
	out := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
	for i := range v.Len() {
		if e := eachTensor(v.Index(i).Interface(), axes[i], f); e != nil {
			out.Index(i).Set(reflect.ValueOf(e))
		}
	}
	return out.Interface()
}
