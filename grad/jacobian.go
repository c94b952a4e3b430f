package grad

import (
	"slices"

	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/tensor"
)

// JacRev returns a function that computes the Jacobian of fn with respect to the inputs at the given positions, the
// first one when none is given: mindspore.jacrev. The entry for an output of shape s and an input of shape t has the
// shape s+t. One input gives the entry itself, several a tuple; with several outputs the result is a tuple with one
// of these per output. The work grows with the number of output elements, so it suits functions with few outputs. As
// with [Vmap], ops handle all of them at once where they can.
func JacRev(fn any, pos ...int) func(args ...any) Result {
	t := jacobian("jacrev", fn, pos)
	return func(args ...any) Result { jac, _ := t.backward(args); return jac }
}

// JacRevAux is [JacRev] of the first output only; the function returns the others as aux, a single one as it is,
// several as a tuple: mindspore.jacrev(fn, grad_position, has_aux=True). A function with one output raises
// ValueError.
func JacRevAux(fn any, pos ...int) func(args ...any) (jac, aux Result) {
	t := jacobian("jacrev", fn, pos)
	t.aux = true
	return func(args ...any) (jac, aux Result) { return t.backward(args) }
}

func (t *transform) backward(args []any) (jac, aux Result) {
	r := t.record(slices.Clone(args))
	return perOutput(r, r.rows), r.auxiliary()
}

// JacFwd is [JacRev] in forward mode: mindspore.jacfwd. The work grows with the number of input elements, so it suits
// functions with few inputs.
func JacFwd(fn any, pos ...int) func(args ...any) Result {
	t := jacobian("jacfwd", fn, pos)
	return func(args ...any) Result { jac, _ := t.forwards(args); return jac }
}

// JacFwdAux is [JacRevAux] in forward mode, as [JacFwd] is: mindspore.jacfwd(fn, grad_position, has_aux=True).
func JacFwdAux(fn any, pos ...int) func(args ...any) (jac, aux Result) {
	t := jacobian("jacfwd", fn, pos)
	t.aux = true
	return func(args ...any) (jac, aux Result) { return t.forwards(args) }
}

func (t *transform) forwards(args []any) (jac, aux Result) {
	f := t.push(slices.Clone(args))
	columns := f.columns()
	return perOutput(f.recording, func(k int) []*tensor.Tensor { return columns[k] }), f.auxiliary()
}

// auxiliary returns the outputs that are not differentiated; without has_aux there are none.
func (r *recording) auxiliary() Result {
	if !r.t.aux {
		return Result{}
	}
	return outputPart(r.outputs[1:])
}

func jacobian(op string, fn any, pos []int) *transform {
	t := newTransform(op, fn)
	if len(pos) == 0 {
		pos = []int{0}
	}
	t.at(pos)
	return t
}

// perOutput arranges the entries of every output.
func perOutput(r *recording, entries func(k int) []*tensor.Tensor) Result {
	parts := make([]Result, len(r.tensors))
	for k := range parts {
		parts[k] = tensorsResult(entries(k))
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return tuple(parts...)
}

// rows returns the Jacobian of output k with respect to every input, one row per element of the output.
func (r *recording) rows(k int) []*tensor.Tensor {
	y := r.tensors[k]
	if all := r.atOnce(y, func(v *tensor.Tensor) []*tensor.Tensor {
		return r.tape.Gradient([]*tensor.Tensor{y}, []*tensor.Tensor{v}, r.watched.inputs)
	}); all != nil {
		for j, x := range r.watched.inputs {
			all[j] = all[j].Reshape(append(y.Shape(), x.Shape()...)...)
		}
		return all
	}
	rows := make([][]*tensor.Tensor, len(r.watched.inputs))
	for i := range y.Size() {
		g := r.tape.Gradient([]*tensor.Tensor{y}, []*tensor.Tensor{unit(y, i)}, r.watched.inputs)
		for j := range rows {
			rows[j] = append(rows[j], g[j])
		}
	}
	entries := make([]*tensor.Tensor, len(rows))
	for j, x := range r.watched.inputs {
		entries[j] = stack(rows[j], 0, y, x)
	}
	return entries
}

// columns returns the Jacobian of every output with respect to every input, one column per element of the input.
func (f *forward) columns() [][]*tensor.Tensor {
	entries := make([][]*tensor.Tensor, len(f.tensors))
	for j, x := range f.watched.inputs {
		product := func(v *tensor.Tensor) []*tensor.Tensor {
			all := each(f.watched.inputs, func(z *tensor.Tensor) *tensor.Tensor { return tensor.ZerosLike(z) })
			all[j] = v
			return f.product(all)
		}
		if all := f.atOnce(x, product); all != nil {
			for k, y := range f.tensors {
				entries[k] = append(entries[k], moved(all[k], 0, y.NDim()).Reshape(append(y.Shape(), x.Shape()...)...))
			}
			continue
		}
		columns := make([][]*tensor.Tensor, len(f.tensors))
		for i := range x.Size() {
			for k, column := range product(unit(x, i)) {
				columns[k] = append(columns[k], column)
			}
		}
		for k, y := range f.tensors {
			entries[k] = append(entries[k], stack(columns[k], -1, y, x))
		}
	}
	return entries
}

// atOnce returns f of every unit vector of x's form, stacked along a new first axis; nil if f cannot be computed for
// many of them at once.
func (r *recording) atOnce(x *tensor.Tensor, f func(v *tensor.Tensor) []*tensor.Tensor) []*tensor.Tensor {
	size := x.Size()
	most := max(1, atOnceElements/max(1, size*engine.MappedSlices()))
	var parts [][]*tensor.Tensor // indexed by result
	for from := 0; from < size; from += most {
		n := min(most, size-from)
		ok := engine.MapOver(n, func(slice, back func(x *tensor.Tensor) *tensor.Tensor) {
			for k, y := range f(slice(units(x, from, n))) {
				if k == len(parts) {
					parts = append(parts, nil)
				}
				all := back(y)
				if all == nil {
					all = y.BroadcastTo(slices.Insert(y.Shape(), 0, n)...)
				}
				parts[k] = append(parts[k], all)
			}
		})
		if !ok {
			return nil
		}
	}
	if size == 0 {
		return nil
	}
	joined := make([]*tensor.Tensor, len(parts))
	for k, list := range parts {
		joined[k] = tensor.Concat(list) // a copy: several may share memory
	}
	return joined
}

// atOnceElements limits the number of elements of unit vectors in one backward pass, times the number of slices of
// the enclosing mappings.
const atOnceElements = 4 << 20

// stack joins the parts along a new axis into the Jacobian of y with respect to x; parts are empty if one of these
// has no elements.
func stack(parts []*tensor.Tensor, axis int, y, x *tensor.Tensor) *tensor.Tensor {
	shape := append(y.Shape(), x.Shape()...)
	if len(parts) == 0 {
		return tensor.ZerosOf(y.DType(), shape...)
	}
	return tensor.Stack(parts, axis).Reshape(shape...)
}

// unit returns zeros of x's form with a one at row-major position i.
func unit(x *tensor.Tensor, i int) *tensor.Tensor { return units(x, i, 1).At(0) }

// units returns n unit vectors stacked along a new first axis, from position i on.
func units(x *tensor.Tensor, i, n int) *tensor.Tensor {
	size := x.Size()
	v := make([]float32, n*size)
	for k := range n {
		v[k*size+i+k] = 1
	}
	return tensor.Share(v).AsType(x.DType()).Reshape(slices.Insert(x.Shape(), 0, n)...)
}
