package tensor

import (
	"math"
	"slices"

	"github.com/msrepl/msrepl/internal/compute/shape"
)

// Concat joins tensors along an existing axis. Other axes must agree in length (ValueError); dtypes are promoted.
//
//ms:op func=cat class=Concat,ParallelConcat types=all
func Concat(xs []*Tensor, axis ...int) *Tensor { return concat(xs, optional("Concat", axis, 0)) }

func concat(xs []*Tensor, axis int) *Tensor {
	if len(xs) == 0 {
		Throw("Concat", ValueError, "For 'Concat', at least one tensor is needed.")
	}
	return Apply(concatOp{axis}, xs...)[0]
}

type concatOp struct{ axis int }

func (concatOp) Name() string { return "Concat" }

func (o concatOp) Infer(in []Spec) []Spec {
	axis, ok := shape.Axis(o.axis, len(in[0].Shape))
	if !ok {
		throwAxis(o.Name(), o.axis, len(in[0].Shape))
	}
	res := Spec{DType: in[0].DType, Shape: slices.Clone(in[0].Shape)}
	for i, s := range in[1:] {
		if !equalExcept(s.Shape, in[0].Shape, axis) {
			Throw(o.Name(), ValueError, "For 'Concat', the shapes must agree except on axis %d, but element 0 has %s and element %d has %s.",
				axis, listText(in[0].Shape), i+1, listText(s.Shape))
		}
		res.Shape[axis] += s.Shape[axis]
		res.DType = promote(o.Name(), res, s)
	}
	return []Spec{res}
}

func equalExcept(a, b []int, axis int) bool {
	return len(a) == len(b) && slices.Equal(a[:axis], b[:axis]) && slices.Equal(a[axis+1:], b[axis+1:])
}

func (o concatOp) Forward(in []*Tensor) []*Tensor {
	spec := o.Infer(specs(in))[0]
	y := blank(spec.DType, newLayout(spec.Shape))
	axis, _ := shape.Axis(o.axis, len(spec.Shape))
	at := 0
	for _, x := range in {
		part := y.header(viewLayout(x.lay.shape, y.lay.strides), at*y.lay.strides[axis])
		x = x.as(spec.DType)
		copyElements(part, x, x.lay.strides)
		at += x.lay.shape[axis]
	}
	return []*Tensor{y}
}

func (o concatOp) VJP(in, _, grad []*Tensor) []*Tensor {
	axis := in[0].axis(o.Name(), o.axis)
	res := make([]*Tensor, len(in))
	at := 0
	for i, x := range in {
		n := x.lay.shape[axis]
		res[i] = grad[0].narrow(axis, at, n)
		at += n
	}
	return res
}
func (concatOp) keeps() keep       { return keepNothing }
func (concatOp) PrivateGradients() {}

// narrow returns a view of n elements of an axis, beginning at start.
func (x *Tensor) narrow(axis, start, n int) *Tensor {
	items := wholeAxes(len(x.lay.shape))
	items[axis].slice = Span(start, start+n)
	return apply1(atOp{selection{items: items}}, x)
}

func specs(in []*Tensor) []Spec {
	s := make([]Spec, len(in))
	for i, x := range in {
		s[i] = x.spec()
	}
	return s
}

// Stack joins tensors of the same shape along a new axis.
//
//ms:op func=stack class=Stack types=all
func Stack(xs []*Tensor, axes ...int) *Tensor {
	axis := optional("Stack", axes, 0)
	if len(xs) == 0 {
		Throw("Stack", ValueError, "For 'Stack', at least one tensor is needed.")
	}
	if n := len(xs[0].lay.shape) + 1; axis < -n || axis >= n {
		throwAxis("Stack", axis, n)
	}
	wide := make([]*Tensor, len(xs))
	for i, x := range xs {
		if !slices.Equal(x.lay.shape, xs[0].lay.shape) {
			Throw("Stack", ValueError, "For 'Stack', all tensors must have one shape, but element 0 has %s and element %d has %s.",
				listText(xs[0].lay.shape), i, listText(x.lay.shape))
		}
		wide[i] = x.ExpandDims(axis)
	}
	return Concat(wide, axis)
}

// Split splits x along an axis, the first by default, into pieces of the given length, of which the last may be
// shorter, or of the lengths in a list. The pieces are views.
//
//ms:op func=split class=Split types=all
func (x *Tensor) Split(sizeOrSections any, axis ...int) Tuple {
	if size, ok := sizeOrSections.(int); ok {
		return x.splitEvenly(size, optional("Split", axis, 0))
	}
	if sections, ok := shape.Ints(sizeOrSections); ok {
		return x.SplitSections(sections, axis...)
	}
	Throw("Split", TypeError, "For 'Split', the type of 'split_size_or_sections' must be int, tuple(int) or list(int), but got %T.", sizeOrSections)
	return nil
}

func (x *Tensor) splitEvenly(size, axis int) Tuple {
	if size <= 0 {
		Throw("Split", ValueError, "For 'Split', split_size_or_sections must be positive, but got %d.", size)
	}
	a := x.axis("Split", axis)
	var sections []int
	for rest := x.lay.shape[a]; rest > 0; rest -= size {
		sections = append(sections, min(size, rest))
	}
	return x.SplitSections(sections, axis)
}

// SplitSections splits x along an axis into pieces of the given lengths, which must add up to that of the axis
// (ValueError).
func (x *Tensor) SplitSections(sections []int, axes ...int) Tuple {
	axis := optional("Split", axes, 0)
	a := x.axis("Split", axis)
	at := 0
	res := make(Tuple, len(sections))
	for i, n := range sections {
		if n < 0 || at+n > x.lay.shape[a] {
			at = -1
			break
		}
		res[i] = x.narrow(a, at, n)
		at += n
	}
	if at != x.lay.shape[a] {
		Throw("Split", ValueError, "For 'Split', the sections %s must add up to the length %d of axis %d.", listText(sections), x.lay.shape[a], axis)
	}
	return res
}

// Chunk splits x along an axis into n pieces of equal length; if the length is not divisible by n, the last ones are
// shorter or missing.
//
//ms:op func=chunk class= types=all
func (x *Tensor) Chunk(n int, axes ...int) Tuple {
	axis := optional("Chunk", axes, 0)
	if n <= 0 {
		Throw("Chunk", ValueError, "For 'Chunk', chunks must be positive, but got %d.", n)
	}
	d := x.lay.shape[x.axis("Chunk", axis)]
	if d == 0 {
		return Tuple{x}
	}
	return x.Split((d+n-1)/n, axis)
}

// Unstack splits x into its slices along an axis, which is removed: mindspore.ops.unbind.
//
//ms:op func=unstack,unbind class=Unstack types=all
func (x *Tensor) Unstack(axes ...int) Tuple {
	axis := optional("Unstack", axes, 0)
	x.needAxis("Unstack", axis)
	pieces := x.Split(1, axis)
	for i, p := range pieces {
		pieces[i] = p.Squeeze(axis)
	}
	return pieces
}

// Tile repeats x the given number of times along each axis; axes are added in front as needed.
//
//ms:op func=tile class=Tile types=all
func (x *Tensor) Tile(reps ...int) *Tensor {
	dims := x.lay.shape
	for len(reps) < len(dims) {
		reps = append([]int{1}, reps...)
	}
	dims = append(slices.Repeat([]int{1}, len(reps)-len(dims)), dims...)
	var narrow, wide, final []int // (1, d) → (r, d) → (r·d) on every axis
	for i, d := range dims {
		if reps[i] < 0 {
			Throw("Tile", ValueError, "For 'Tile', the repeats must not be negative, but got %s.", tupleText(reps))
		}
		narrow, wide, final = append(narrow, 1, d), append(wide, reps[i], d), append(final, reps[i]*d)
	}
	if slices.Equal(final, dims) {
		return x.Reshape(final...).Clone()
	}
	return x.Reshape(narrow...).BroadcastTo(wide...).Reshape(final...)
}

// RepeatInterleave repeats every element along an axis, with copies next to the original. A number applies to all
// elements, a list or vector has one for each. Without axis it repeats the elements of the flattened x.
//
//ms:op func=repeat_interleave,repeat_elements class= types=all
func (x *Tensor) RepeatInterleave(repeats any, axis ...int) *Tensor {
	if len(axis) == 0 {
		return x.Reshape(-1).RepeatInterleave(repeats, 0)
	}
	a := x.axis("RepeatInterleave", optional("RepeatInterleave", axis, 0))
	if n, ok := repeats.(int); ok {
		return x.repeatEvenly(n, a)
	}
	counts := intsOf(repeats)
	if len(counts) == 1 {
		return x.repeatEvenly(counts[0], a)
	}
	if len(counts) != x.lay.shape[a] {
		Throw("RepeatInterleave", ValueError, "For 'RepeatInterleave', there must be as many repeats as elements on axis %d, %d, but got %d.",
			a, x.lay.shape[a], len(counts))
	}
	total := 0
	for _, n := range counts {
		if n < 0 {
			Throw("RepeatInterleave", ValueError, "For 'RepeatInterleave', repeats must not be negative, but got %d.", n)
		}
		if total += n; total < 0 {
			total = math.MaxInt
		}
	}
	checkMemory(Int64, []int{total})
	places := make([]int, 0, total)
	for i, n := range counts {
		for range n {
			places = append(places, i)
		}
	}
	return x.Gather(New(places, Int64).Reshape(-1), a)
}

func (x *Tensor) repeatEvenly(n, a int) *Tensor {
	if n < 0 {
		Throw("RepeatInterleave", ValueError, "For 'RepeatInterleave', repeats must not be negative, but got %d.", n)
	}
	if n == 1 {
		return x.Clone()
	}
	final := slices.Clone(x.lay.shape)
	final[a] *= n
	wide := slices.Insert(slices.Clone(x.lay.shape), a+1, n)
	return x.ExpandDims(a + 1).BroadcastTo(wide...).Reshape(final...)
}

// Flip reverses x along the given axes, along all without arguments. It is a view.
//
//ms:op func=flip,reverse class=ReverseV2 types=all
func (x *Tensor) Flip(axes ...int) *Tensor {
	items := wholeAxes(len(x.lay.shape))
	for i, reversed := range (axesSet{axes: axes}).mask("ReverseV2", x.lay.shape) {
		if reversed {
			items[i].slice = All().By(-1)
		}
	}
	return apply1(atOp{selection{items: items}}, x)
}

// Roll shifts x cyclically along axes, each by its number of positions. shifts is a number or a list with one for
// each axis. Without axes the flattened x is shifted.
//
//ms:op func=roll class=Roll types=all
func (x *Tensor) Roll(shifts any, axes ...int) *Tensor {
	places := intsOf(shifts)
	if len(axes) == 0 && len(places) == 1 {
		return apply1(rollOp{places: places[0], flat: true}, x)
	}
	if len(places) != len(axes) {
		Throw("Roll", ValueError, "For 'Roll', shifts and dims must have the same length, but got %d and %d.", len(places), len(axes))
	}
	for i, n := range places {
		x = apply1(rollOp{places: n, axis: x.axis("Roll", axes[i])}, x)
	}
	return x
}

// rollOp rotates elements along an axis, or along the flattened x.
type rollOp struct {
	places, axis int
	flat         bool
}

func (rollOp) Name() string      { return "Roll" }
func (rollOp) infer(x Spec) Spec { return Spec{DType: x.DType, Shape: x.Shape} }
func (o rollOp) forward(x *Tensor) *Tensor {
	y := newLike(x.dtype, x)
	from, to := x, y
	if o.flat {
		line := newLayout([]int{x.lay.size})
		x = x.rowMajor()
		from, to = x.header(line, x.off), y.header(line, 0)
	}
	d := from.lay.shape[o.axis]
	if x.lay.size == 0 {
		return y
	}
	n := (o.places%d + d) % d
	for _, p := range [][3]int{{0, d - n, n}, {n, 0, d - n}} {
		copyElements(to.part(o.axis, p[0], p[2]), from.part(o.axis, p[1], p[2]), from.lay.strides)
	}
	return y
}

func (o rollOp) vjp(_, _, g *Tensor) *Tensor {
	o.places = -o.places
	return apply1(o, g)
}
func (rollOp) keeps() keep { return keepNothing }
