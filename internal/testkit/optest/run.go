package optest

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/internal/testkit/gradcheck"
	"github.com/msrepl/msrepl/tensor"
)

var infos = func() map[string]tensor.OpInfo {
	m := map[string]tensor.OpInfo{}
	for _, o := range tensor.Ops() {
		m[o.Name] = o
	}
	return m
}()

// Run runs every check on every row of the table.
func Run(t *testing.T, table []Row) {
	checks := []struct {
		name string
		run  func(t *testing.T, r Row)
	}{
		{"infer", checkInfer},
		{"gradient", checkGradient},
		{"broadcast", checkBroadcast},
		{"views", checkViews},
		{"empty", checkEmpty},
		{"nan", checkNaN},
		{"mapped", checkMapped},
		{"unchanged", checkUnchanged},
		{"dtypes", checkDTypes},
		{"mixed", checkMixed},
		{"gradient dtypes", checkGradientDTypes},
	}
	for i, r := range table {
		for _, c := range checks {
			t.Run(fmt.Sprintf("%s/%d/%s", r.Op, i, c.name), func(t *testing.T) { c.run(t, r) })
		}
	}
}

// checkInfer compares the dtype and shape that each op infers with those of the result of its Forward.
func checkInfer(t *testing.T, r Row) {
	tape := tensor.NewTape()
	engine.RecordAll(tape)
	defer tape.Stop()
	args := r.Make()
	for i := range args {
		args[i] = tape.Watch(args[i])
	}
	for _, a := range engine.Recorded(r.Call(args)) {
		got := a.Op.Infer(a.In)
		for i, want := range a.Out {
			if got[i].DType != want.DType || !slices.Equal(got[i].Shape, want.Shape) {
				t.Errorf("%s: Infer(%v) = %v, Forward gives %v", a.Op.Name(), a.In, got[i], want)
			}
		}
	}
}

func checkGradient(t *testing.T, r Row) {
	if !infos[r.Op].Gradient {
		if hasGradient(r) {
			t.Error("the op is registered without gradient but its result is tracked")
		}
		return
	}
	if err := gradcheck.Check(r.Call, r.Make(), r.orders()); err != nil {
		t.Error(err)
	}
}

// orders returns the options for checking the row's gradients.
func (r Row) orders() gradcheck.Options {
	o := gradcheck.Options{Order: 2, Tolerance: r.Tol}
	if r.Flat {
		o.Order = 1
	}
	return o
}

func hasGradient(r Row) bool {
	tape := tensor.NewTape()
	defer tape.Stop()
	args := r.Make()
	for i := range args {
		args[i] = tape.Watch(args[i])
	}
	return slices.ContainsFunc(r.Call(args), (*tensor.Tensor).Tracked)
}

// checkBroadcast compares broadcast arguments with explicitly repeated ones.
func checkBroadcast(t *testing.T, r Row) {
	if !r.Elementwise || len(r.Args) < 2 {
		return
	}
	small := [][]int{{3}, {2, 1}, {1, 3}, {}, {1, 1, 1}}
	for k := range r.Args {
		for _, dims := range small {
			args := r.Make(2, 3)
			args[k] = r.Make(dims...)[k]
			whole := slices.Clone(args)
			out := []int{2, 3}
			if len(dims) == 3 {
				out = []int{1, 2, 3}
			}
			for i := range whole {
				whole[i] = whole[i].BroadcastTo(out...).Clone()
			}
			same(t, fmt.Sprintf("argument %d of shape %v", k, dims), r.Call(args), r.Call(whole))
			if infos[r.Op].Gradient {
				if err := gradcheck.Check(r.Call, args, r.orders()); err != nil {
					t.Errorf("argument %d of shape %v: %v", k, dims, err)
				}
			}
		}
	}
}

// checkViews compares contiguous arguments with views of the same values: transposed, reversed, from the middle and
// with gaps. Elementwise ops are also tried on rows long enough for vectors.
func checkViews(t *testing.T, r Row) {
	compareViews(t, r, r.Make)
	if r.Elementwise {
		for _, dims := range [][]int{{3, 40}, {40, 3}, {2, 3, 70}} {
			compareViews(t, r, func(...int) []*tensor.Tensor {
				args := r.Make(dims...)
				for i, x := range args {
					if x.DType() == tensor.Float64 {
						args[i] = x.AsType(tensor.Float32)
					}
				}
				return args
			})
		}
	}
}

func compareViews(t *testing.T, r Row, arguments func(dims ...int) []*tensor.Tensor) {
	want := r.Call(arguments())
	for name, view := range map[string]func(x *tensor.Tensor) *tensor.Tensor{
		"transposed": transposed, "reversed": reversed, "rows reversed": rowsReversed,
		"gaps": gaps, "rows with gaps": rowGaps, "middle": middle,
	} {
		all := arguments()
		for i, x := range all {
			args := arguments()
			args[i] = view(x)
			all[i] = args[i]
			same(t, fmt.Sprintf("argument %d %s", i, name), r.Call(args), want)
		}
		same(t, name, r.Call(all), want)
	}
}

func transposed(x *tensor.Tensor) *tensor.Tensor { return x.T().Clone().T() }

func reversed(x *tensor.Tensor) *tensor.Tensor { return x.Flip().Clone().Flip() }

func rowsReversed(x *tensor.Tensor) *tensor.Tensor {
	if x.NDim() == 0 {
		return x
	}
	return x.Flip(0).Clone().Flip(0)
}

func rowGaps(x *tensor.Tensor) *tensor.Tensor {
	if x.NDim() == 0 {
		return x
	}
	return x.RepeatInterleave(2, 0).At(tensor.From(1).By(2))
}

// middle returns x as a view of the middle of a larger tensor.
func middle(x *tensor.Tensor) *tensor.Tensor {
	dims := x.Shape()
	for axis, n := range dims {
		x = tensor.Concat([]*tensor.Tensor{x, x, x}, axis).Narrow(axis, n, n)
	}
	return x
}

func gaps(x *tensor.Tensor) *tensor.Tensor {
	if x.NDim() == 0 {
		return x
	}
	return x.RepeatInterleave(3, -1).At(tensor.Ellipsis, tensor.From(1).By(3))
}

// checkEmpty calls elementwise ops on tensors without elements.
func checkEmpty(t *testing.T, r Row) {
	if !r.Elementwise {
		return
	}
	for _, y := range r.Call(r.Make(0, 3)) {
		if !slices.Equal(y.Shape(), []int{0, 3}) {
			t.Errorf("arguments of shape (0, 3) give shape %v", y.Shape())
		}
	}
}

// checkNaN puts a NaN into one argument after another; some result must contain it.
func checkNaN(t *testing.T, r Row) {
	if r.Drops {
		return
	}
	for i, a := range r.Args {
		if a.kind == mask || a.kind == integer {
			continue
		}
		args := r.Make()
		index := make([]any, args[i].NDim())
		for k := range index {
			index[k] = 0
		}
		args[i].SetAt(tensor.Scalar(math.NaN()), index...)
		shows := func(y *tensor.Tensor) bool { return slices.ContainsFunc(y.Float64s(), math.IsNaN) }
		if !slices.ContainsFunc(r.Call(args), shows) {
			t.Errorf("NaN in argument %d vanishes", i)
		}
	}
}

func checkUnchanged(t *testing.T, r Row) {
	args := r.Make()
	r.Call(args)
	same(t, "after the call", args, r.Make())
}

// same compares tensors bit for bit, NaN equal to NaN.
func same(t *testing.T, what string, got, want []*tensor.Tensor) {
	t.Helper()
	for i := range want {
		g, w := got[i], want[i]
		if g.DType() != w.DType() || !slices.Equal(g.Shape(), w.Shape()) {
			t.Errorf("%s: result %d is %s %v, want %s %v", what, i, g.DType(), g.Shape(), w.DType(), w.Shape())
			continue
		}
		if fmt.Sprint(g.Values()) != fmt.Sprint(w.Values()) {
			t.Errorf("%s: result %d is %v, want %v", what, i, g.Values(), w.Values())
		}
	}
}
