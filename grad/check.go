package grad

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/internal/session/invoke"
	"github.com/msrepl/msrepl/internal/testkit/gradcheck"
	"github.com/msrepl/msrepl/internal/text/table"
	"github.com/msrepl/msrepl/tensor"
)

// CheckResult is the result of [Check]. It prints as a sentence or, if derivatives differ, as a table.
type CheckResult struct {
	Compared int          // number of derivatives compared
	Kinks    int          // points without a derivative: those from left and right differ
	Worst    float64      // the largest relative error of those that agree
	Parts    []Difference // those that differ
	Second   error        // how the second-order gradient differs, or nil

	digits int // worth printing
}

// Difference is a derivative that finite differences do not confirm.
type Difference struct {
	Argument string // "argument 0", or the name of a parameter
	Index    []int
	Analytic float64 // according to the gradient
	Numeric  float64 // according to finite differences
	Relative float64 // |difference| / max(1, |analytic|, |numeric|)
}

// OK reports whether all derivatives agree, including second-order ones.
func (r *CheckResult) OK() bool { return r.Err() == nil }

// Err returns nil if all derivatives agree, otherwise an error with the text of r.
func (r *CheckResult) Err() error {
	if len(r.Parts) == 0 && r.Second == nil {
		return nil
	}
	return fmt.Errorf("%s", r)
}

// shownDifferences is the maximum number of rows in the text.
const shownDifferences = 10

// String says how many derivatives agree, or which ones do not.
func (r *CheckResult) String() string { return r.table().String() }

// HTML returns r as an HTML table, for notebooks.
func (r *CheckResult) HTML() string { return r.table().HTML() }

func (r *CheckResult) table() table.Table {
	var t table.Table
	if r.Second != nil {
		t.Notes = append(t.Notes, "The gradient of the gradient differs: "+r.Second.Error()+".")
	}
	if r.Kinks > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("%d of the points lie on a kink, where the slopes from both sides differ; "+
			"there any value between them passes.", r.Kinks))
	}
	if len(r.Parts) == 0 {
		t.Notes = append([]string{fmt.Sprintf("%d of %d derivatives agree with finite differences, to %.1e.",
			r.Compared, r.Compared, r.Worst)}, t.Notes...)
		return t
	}
	t.Title = fmt.Sprintf("%d of %d derivatives differ from finite differences:", len(r.Parts), r.Compared)
	t.Head, t.Left = []string{"of", "index", "analytic", "numeric", "relative error"}, 2
	for i, d := range r.Parts {
		if i == shownDifferences {
			t.Notes = append(t.Notes, fmt.Sprintf("and %d more", len(r.Parts)-i))
			break
		}
		t.Rows = append(t.Rows, []string{
			d.Argument, shape.Tuple(d.Index), fmt.Sprintf("%.*g", r.digits, d.Analytic),
			fmt.Sprintf("%.*g", r.digits, d.Numeric), fmt.Sprintf("%.2g", d.Relative),
		})
	}
	return t
}

// Check compares the gradient of fn, a cell or a function, at args with finite differences, element by element, and
// reports where they differ: with respect to every floating-point tensor among args and, for a cell, every trainable
// parameter; of large tensors it checks 64 evenly spaced elements. Results with several elements are summed with
// random weights, so that errors do not cancel. If all agree, the second-order gradient is also compared, in a random
// direction. Derivatives agree if they differ by no more than 1e-6 of the largest of both and 1; with arguments less
// precise than Float64 it is 1e-2.
func Check(fn any, args ...any) *CheckResult {
	c := &checking{call: invoke.MustCall("grad.Check", fn), args: slices.Clone(args), step: 1e-6, tolerance: 1e-6}
	c.result.digits = 6
	for i, a := range c.args {
		if x, ok := invoke.AsTensor(a); ok && x.DType().IsFloat() {
			c.point(fmt.Sprintf("argument %d", i), i, x)
		}
	}
	c.params(fn)
	if len(c.points) == 0 {
		tensor.Throw("Check", tensor.TypeError, "For 'Check', one of the arguments should be a Tensor of floating point numbers, but got %s.", typeNames(c.args))
	}
	c.compare()
	if len(c.result.Parts) == 0 {
		c.second()
	}
	return &c.result
}

// checking is a check in progress.
type checking struct {
	call            func(args []any) []any
	args            []any
	points          []point
	weights         []*tensor.Tensor // of the outputs
	step, tolerance float64
	result          CheckResult
}

// point is a tensor to differentiate with respect to: an argument, or a parameter, which is changed in place.
type point struct {
	name string
	arg  int // -1 for a parameter
	x    *tensor.Tensor
}

// Steps and tolerances of differences in less than double precision.
const (
	singleStep, singleTolerance = 1e-2, 1e-2
	halfStep, halfTolerance     = 1.0 / 16, 1e-1
)

func (c *checking) point(name string, arg int, x *tensor.Tensor) {
	c.points = append(c.points, point{name, arg, x})
	switch x.DType() {
	case tensor.Float32:
		c.step, c.tolerance, c.result.digits = max(c.step, singleStep), max(c.tolerance, singleTolerance), 4
	case tensor.Float16, tensor.BFloat16:
		c.step, c.tolerance, c.result.digits = halfStep, halfTolerance, 2
	}
}

// params adds the trainable parameters of fn if it is a cell.
func (c *checking) params(fn any) {
	if m, ok := invoke.Method(fn, "TrainableParams"); ok {
		if p, ok := m.Call("TrainableParams", nil)[0].(Params); ok {
			names := p.ParamNames()
			for i, x := range p.ParamTensors() {
				c.point(names[i], -1, x)
			}
		}
	}
}

// compare fills in the result.
func (c *checking) compare() {
	rng := rand.New(rand.NewPCG(0, 1))
	for _, y := range c.outputs(c.args) {
		c.weights = append(c.weights, randomLike(y, rng))
	}
	middle := c.value(c.args)
	for k, g := range c.gradients() {
		p, analytic := c.points[k], g.Float64s()
		stride := max(1, (len(analytic)+checkedElements-1)/checkedElements)
		for i := 0; i < len(analytic); i += stride {
			up, down := c.moved(p, i, c.step), c.moved(p, i, -c.step)
			c.judge(p, i, analytic[i], (middle-down)/c.step, (up-middle)/c.step)
		}
	}
}

// checkedElements is the number of elements of an argument that are perturbed.
const checkedElements = 64

// judge compares a derivative with the slopes on both sides.
func (c *checking) judge(p point, i int, analytic, left, right float64) {
	numeric := float64((left + right) / 2)
	relative := math.Abs(analytic-numeric) / max(1, math.Abs(analytic), math.Abs(numeric))
	c.result.Compared++
	slack := float64(c.tolerance * max(1, math.Abs(left), math.Abs(right)))
	switch {
	case relative <= c.tolerance:
		c.result.Worst = max(c.result.Worst, relative)
	case math.Abs(right-left) > float64(10*slack) && analytic >= min(left, right)-slack &&
		analytic <= max(left, right)+slack:
		c.result.Kinks++
	default:
		c.result.Parts = append(c.result.Parts, Difference{p.name, shape.Index(i, p.x.Shape()), analytic, numeric, relative})
	}
}

// outputs returns the floating point tensors among the function's results.
func (c *checking) outputs(args []any) []*tensor.Tensor {
	return gradcheck.Floats(flatten(spread(c.call(args))))
}

// value returns the weighted sum of the outputs.
func (c *checking) value(args []any) float64 { return gradcheck.Dot(c.outputs(args), c.weights) }

// moved returns the value with element i of p changed by step.
func (c *checking) moved(p point, i int, step float64) float64 {
	values := slices.Clone(p.x.Float64s())
	values[i] += step
	x := tensor.New(values).Reshape(p.x.Shape()...).AsType(p.x.DType())
	if p.arg >= 0 {
		args := append([]any(nil), c.args...)
		args[p.arg] = x
		return c.value(args)
	}
	before := p.x.Detach().Clone()
	p.x.Assign(x)
	defer p.x.Assign(before)
	return c.value(c.args)
}

// gradients returns those of the value with respect to every point.
func (c *checking) gradients() []*tensor.Tensor {
	tape := tensor.NewTape()
	defer tape.Stop()
	args := append([]any(nil), c.args...)
	leaves := make([]*tensor.Tensor, len(c.points))
	for k, p := range c.points {
		if p.arg >= 0 {
			args[p.arg] = watchArg(tape, args[p.arg])
			leaves[k], _ = invoke.AsTensor(args[p.arg])
		} else {
			tape.WatchParam(p.x)
			leaves[k] = p.x
		}
	}
	outs := c.outputs(args)
	tape.Stop()
	return tape.Gradient(outs, c.weights, leaves)
}

// second compares the gradient of the gradient with respect to the arguments.
func (c *checking) second() {
	var x []*tensor.Tensor
	var at []int
	for _, p := range c.points {
		if p.arg >= 0 {
			x, at = append(x, p.x), append(at, p.arg)
		}
	}
	f := func(x []*tensor.Tensor) []*tensor.Tensor {
		args := append([]any(nil), c.args...)
		for k, i := range at {
			args[i] = x[k]
		}
		return c.outputs(args)
	}
	if len(x) > 0 && c.tolerance < halfTolerance && c.result.Kinks == 0 {
		c.result.Second = gradcheck.Check(f, x, gradcheck.Options{Order: 2, Step: c.step, Tolerance: c.tolerance})
	}
}

func randomLike(x *tensor.Tensor, rng *rand.Rand) *tensor.Tensor {
	v := make([]float64, x.Size())
	for i := range v {
		v[i] = rng.NormFloat64()
	}
	if len(v) == 1 { // a number needs no weight, and its derivatives are easier to read without
		v[0] = 1
	}
	return tensor.New(v).Reshape(x.Shape()...).AsType(x.DType())
}
