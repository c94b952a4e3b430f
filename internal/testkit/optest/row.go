// Package optest tests ops: every row of an op table by the checks that apply to all ops (Run), the completeness of
// the table (Complete), and recorded cases of golden files (Case). Packages tensor and ops use it.
package optest

import (
	"math/rand/v2"

	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/tensor"
)

type tensors = []*tensor.Tensor

// Row describes how to test one op. Ops with several forms have several rows.
type Row struct {
	Op   string // OpInfo.Name
	Args []Arg
	Call func(x []*tensor.Tensor) []*tensor.Tensor

	Elementwise bool    // broadcasts, and works on tensors without elements
	Flat        bool    // second derivatives are zero or have kinks: only order 1 is checked
	Drops       bool    // NaN in an argument need not propagate
	Tol         float64 // tolerance of finite differences, if the default is too strict
}

// Arg describes an argument: floats drawn from ±[lo, hi] (or [lo, hi] if positive), a mask or integers.
type Arg struct {
	kind   argKind
	lo, hi float64
	shape  []int
}

type argKind uint8

const (
	signed   argKind = iota // magnitude in [lo, hi], either sign
	positive                // in [lo, hi]
	mask                    // Bool
	integer                 // Int64 in [lo, hi)
)

// Away returns an Arg of numbers of either sign away from zero, where many ops have a kink.
func Away(dims ...int) Arg { return Arg{signed, 0.2, 2, dims} }

// Between returns an Arg of numbers in [lo, hi].
func Between(lo, hi float64, dims ...int) Arg { return Arg{positive, lo, hi, dims} }

// Bools returns an Arg of Bool elements.
func Bools(dims ...int) Arg { return Arg{mask, 0, 0, dims} }

// Ints returns an Arg of integers in [0, n).
func Ints(n float64, dims ...int) Arg { return Arg{integer, 0, n, dims} }

// Pointwise returns a row for an elementwise op of one argument.
func Pointwise(op string, a Arg, f func(x *tensor.Tensor) *tensor.Tensor) Row {
	r := Shaped(op, a, f)
	r.Elementwise = true
	return r
}

// Pairwise returns a row for an op of two arguments that broadcast.
func Pairwise(op string, a, b Arg, f func(x, y *tensor.Tensor) *tensor.Tensor) Row {
	return Row{Op: op, Args: []Arg{a, b}, Elementwise: true, Call: func(x []*tensor.Tensor) []*tensor.Tensor {
		return tensors{f(x[0], x[1])}
	}}
}

// Shaped returns a row for an op of one argument that depends on its shape.
func Shaped(op string, a Arg, f func(x *tensor.Tensor) *tensor.Tensor) Row {
	return Row{Op: op, Args: []Arg{a}, Call: func(x []*tensor.Tensor) []*tensor.Tensor { return tensors{f(x[0])} }}
}

// General returns a row for an op with any arguments.
func General(op string, f func(x []*tensor.Tensor) *tensor.Tensor, args ...Arg) Row {
	return Row{Op: op, Args: args, Call: func(x []*tensor.Tensor) []*tensor.Tensor { return tensors{f(x)} }}
}

// Two returns a row for an op with two results.
func Two(op string, a Arg, f func(x *tensor.Tensor) (a, b *tensor.Tensor)) Row {
	return Row{Op: op, Args: []Arg{a}, Call: func(x []*tensor.Tensor) []*tensor.Tensor {
		a, b := f(x[0])
		return tensors{a, b}
	}}
}

// Pieces returns a row for an op that returns a tuple.
func Pieces(op string, a Arg, f func(x *tensor.Tensor) tensor.Tuple) Row {
	return Row{Op: op, Args: []Arg{a}, Call: func(x []*tensor.Tensor) []*tensor.Tensor { return f(x[0]) }}
}

// Kinked marks a row whose second derivatives are not worth checking.
func (r Row) Kinked() Row { r.Flat = true; return r }

// NoNaN marks a row in which NaN need not propagate.
func (r Row) NoNaN() Row { r.Drops = true; return r }

// Shapes marks a row of two arguments that does not work elementwise.
func (r Row) Shapes() Row { r.Elementwise = false; return r }

// Make returns the row's arguments in Float64; dims, if given, replaces all shapes.
func (r Row) Make(dims ...int) []*tensor.Tensor {
	rng := rand.New(rand.NewPCG(7, uint64(len(r.Args))))
	res := make(tensors, len(r.Args))
	for i, a := range r.Args {
		if dims != nil {
			a.shape = dims
		}
		res[i] = a.make(rng)
	}
	return res
}

func (a Arg) make(rng *rand.Rand) *tensor.Tensor {
	v := make([]float64, shape.Size(a.shape))
	for i := range v {
		v[i] = a.lo + (a.hi-a.lo)*rng.Float64()
		if a.kind == signed && rng.IntN(2) == 0 {
			v[i] = -v[i]
		}
		if a.kind == mask {
			v[i] = float64(rng.IntN(2))
		}
	}
	x := tensor.New(v).Reshape(a.shape...)
	switch a.kind {
	case mask:
		return x.AsType(tensor.Bool)
	case integer:
		return x.AsType(tensor.Int64)
	}
	return x
}
