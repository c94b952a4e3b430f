package tensor_test

import (
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/internal/dtype"
	"github.com/msrepl/msrepl/internal/gradcheck"
	. "github.com/msrepl/msrepl/tensor"
)

var infos = func() map[string]OpInfo {
	m := map[string]OpInfo{}
	for _, o := range Ops() {
		m[o.Name] = o
	}
	return m
}()

// TestOps tries every row of the table in every way that the harness knows.
func TestOps(t *testing.T) {
	checks := []struct {
		name string
		run  func(t *testing.T, r row)
	}{
		{"infer", checkInfer},
		{"gradient", checkGradient},
		{"broadcast", checkBroadcast},
		{"views", checkViews},
		{"empty", checkEmpty},
		{"nan", checkNaN},
		{"unchanged", checkUnchanged},
		{"dtypes", checkDTypes},
	}
	for i, r := range table {
		for _, c := range checks {
			t.Run(fmt.Sprintf("%s/%d/%s", r.op, i, c.name), func(t *testing.T) { c.run(t, r) })
		}
	}
}

// make returns the row's arguments in Float64; shape, when given, replaces those of all.
func (r row) make(shape ...int) []*Tensor {
	rng := rand.New(rand.NewPCG(7, uint64(len(r.args))))
	res := make([]*Tensor, len(r.args))
	for i, a := range r.args {
		if shape != nil {
			a.shape = shape
		}
		res[i] = a.make(rng)
	}
	return res
}

func (a arg) make(rng *rand.Rand) *Tensor {
	v := make([]float64, shapeSize(a.shape))
	for i := range v {
		v[i] = a.lo + (a.hi-a.lo)*rng.Float64()
		if a.kind == signed && rng.IntN(2) == 0 {
			v[i] = -v[i]
		}
		if a.kind == mask {
			v[i] = float64(rng.IntN(2))
		}
	}
	x := New(v).Reshape(a.shape...)
	switch a.kind {
	case mask:
		return x.AsType(Bool)
	case integer:
		return x.AsType(Int64)
	}
	return x
}

func shapeSize(dims []int) int {
	n := 1
	for _, d := range dims {
		n *= d
	}
	return n
}

// checkInfer compares the dtype and shape rule of each op with what its Forward returned.
func checkInfer(t *testing.T, r row) {
	tape := NewTape()
	tape.Everything()
	defer tape.Stop()
	args := r.make()
	for i := range args {
		args[i] = tape.Watch(args[i])
	}
	for _, a := range Recorded(r.call(args)) {
		got := a.Op.Infer(a.In)
		for i, want := range a.Out {
			if got[i].DType != want.DType || !slices.Equal(got[i].Shape, want.Shape) {
				t.Errorf("%s: Infer(%v) = %v, Forward gives %v", a.Op.Name(), a.In, got[i], want)
			}
		}
	}
}

func checkGradient(t *testing.T, r row) {
	if !infos[r.op].Gradient {
		if hasGradient(r) {
			t.Error("the op is registered without gradient but its result is tracked")
		}
		return
	}
	o := gradcheck.Options{Order: 2, Tolerance: r.tol}
	if r.flat {
		o.Order = 1
	}
	if err := gradcheck.Check(r.call, r.make(), o); err != nil {
		t.Error(err)
	}
}

func hasGradient(r row) bool {
	tape := NewTape()
	defer tape.Stop()
	args := r.make()
	for i := range args {
		args[i] = tape.Watch(args[i])
	}
	return slices.ContainsFunc(r.call(args), (*Tensor).Tracked)
}

// checkBroadcast compares arguments that broadcast with arguments that were repeated.
func checkBroadcast(t *testing.T, r row) {
	if !r.elementwise || len(r.args) < 2 {
		return
	}
	small := [][]int{{3}, {2, 1}, {1, 3}, {}, {1, 1, 1}}
	for k := range r.args {
		for _, dims := range small {
			args := r.make(2, 3)
			args[k] = r.make(dims...)[k]
			whole := slices.Clone(args)
			out := []int{2, 3}
			if len(dims) == 3 {
				out = []int{1, 2, 3}
			}
			for i := range whole {
				whole[i] = whole[i].BroadcastTo(out...).Clone()
			}
			same(t, fmt.Sprintf("argument %d of shape %v", k, dims), r.call(args), r.call(whole))
			if infos[r.op].Gradient {
				if err := gradcheck.Check(r.call, args, gradcheck.Options{Tolerance: r.tol}); err != nil {
					t.Errorf("argument %d of shape %v: %v", k, dims, err)
				}
			}
		}
	}
}

// checkViews compares contiguous arguments with views of the same values: transposed, reversed and with gaps.
func checkViews(t *testing.T, r row) {
	want := r.call(r.make())
	for name, view := range map[string]func(x *Tensor) *Tensor{"transposed": transposed, "reversed": reversed, "gaps": gaps} {
		args := r.make()
		for i, x := range args {
			args[i] = view(x)
		}
		same(t, name, r.call(args), want)
	}
}

func transposed(x *Tensor) *Tensor { return x.T().Clone().T() }

func reversed(x *Tensor) *Tensor { return x.Flip().Clone().Flip() }

func gaps(x *Tensor) *Tensor {
	if x.NDim() == 0 {
		return x
	}
	return x.RepeatInterleave(3, -1).At(Ellipsis, From(1).By(3))
}

// checkEmpty calls elementwise ops on tensors without elements.
func checkEmpty(t *testing.T, r row) {
	if !r.elementwise {
		return
	}
	for _, y := range r.call(r.make(0, 3)) {
		if !slices.Equal(y.Shape(), []int{0, 3}) {
			t.Errorf("arguments of shape (0, 3) give shape %v", y.Shape())
		}
	}
}

// checkNaN puts a NaN into each argument in turn; some result must show it.
func checkNaN(t *testing.T, r row) {
	if r.drops {
		return
	}
	for i, a := range r.args {
		if a.kind == mask || a.kind == integer {
			continue
		}
		args := r.make()
		index := make([]any, args[i].NDim())
		for k := range index {
			index[k] = 0
		}
		args[i].SetAt(Scalar(math.NaN()), index...)
		shows := func(y *Tensor) bool { return slices.ContainsFunc(y.Float64s(), math.IsNaN) }
		if !slices.ContainsFunc(r.call(args), shows) {
			t.Errorf("NaN in argument %d vanishes", i)
		}
	}
}

func checkUnchanged(t *testing.T, r row) {
	args := r.make()
	r.call(args)
	same(t, "after the call", args, r.make())
}

// checkDTypes calls the op with every dtype: those of its registered range work and agree with Float64 as far as they
// can, others are a TypeError.
func checkDTypes(t *testing.T, r row) {
	reference := r.call(r.make())
	for _, dt := range dtype.All() {
		args := r.make()
		for i, x := range args {
			if a := r.args[i]; a.kind != mask && (a.kind != integer || i == 0) {
				args[i] = x.AsType(dt)
			}
		}
		var got []*Tensor
		err := Try(func() { got = r.call(args) })
		e, _ := err.(*Error)
		switch allowed := inRange(infos[r.op].DTypes, dt); {
		case allowed && err != nil:
			t.Errorf("%s: %v", dt, err)
		case !allowed && (e == nil || e.Kind != TypeError):
			t.Errorf("%s should be a TypeError, got %v", dt, err)
		case allowed && reference[0].DType() == Float64 && got[0].DType() != resultType(r.op, dt):
			t.Errorf("%s gives %s", dt, got[0].DType())
		case allowed && dt.IsFloat():
			closeTo(t, dt, got, reference)
		}
	}
}

// resultType is the dtype of the result where it is Float64 for Float64.
func resultType(op string, dt DType) DType {
	switch rng := infos[op].DTypes; {
	case op == "AsType":
		return Float64
	case (rng == "float" || rng == "inexact") && (dt == Bool || dt.IsInt()):
		return Float32
	case dt == Bool && slices.Contains([]string{"Sum", "Prod", "CumSum", "CumProd", "Trace"}, op):
		return Int64
	}
	return dt
}

// inRange reads the ranges of OpInfo.DTypes.
func inRange(name string, dt DType) bool {
	switch name {
	case "all", "inexact":
		return true
	case "int":
		return dt.IsInt()
	case "number":
		return dt != Bool
	case "real":
		return dt != Bool && !dt.IsComplex()
	}
	return !dt.IsComplex()
}

// closeTo compares results in a smaller dtype with those in Float64. Rounded arguments can change integers and truths.
func closeTo(t *testing.T, dt DType, got, want []*Tensor) {
	tol := map[DType]float64{Float16: 2e-2, BFloat16: 1.5e-1, Float32: 1e-4, Float64: 0}[dt]
	for i := range got {
		if !want[i].DType().IsFloat() {
			continue
		}
		w := want[i].Float64s()
		for k, g := range got[i].Float64s() {
			if math.Abs(g-w[k]) > tol*math.Max(1, math.Abs(w[k])) {
				t.Errorf("%s: element %d of result %d is %v, in Float64 %v", dt, k, i, g, w[k])
			}
		}
	}
}

// same compares tensors bit for bit, NaN equal to NaN.
func same(t *testing.T, what string, got, want []*Tensor) {
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

// TestOpsComplete fails when a registered op lacks a row.
func TestOpsComplete(t *testing.T) {
	rows := map[string]bool{}
	for _, r := range table {
		if _, ok := infos[r.op]; !ok {
			t.Errorf("row %s is no registered op", r.op)
		}
		rows[r.op] = true
	}
	for _, o := range Ops() {
		if !rows[o.Name] {
			t.Errorf("%s has no row in the op table", o.Name)
		}
		if len(o.Doc) < 20 {
			t.Errorf("%s has no doc comment", o.Name)
		}
	}
}

// TestOpsHaveExamples fails when a registered op lacks a runnable example with output.
func TestOpsHaveExamples(t *testing.T) {
	names, err := filepath.Glob("example_*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	for _, name := range names {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	have := map[string]bool{}
	for _, e := range doc.Examples(files...) {
		have[strings.ReplaceAll(e.Name, "_", ".")] = e.Output != ""
	}
	for _, o := range Ops() {
		if !have[o.GoName] {
			t.Errorf("%s has no example with output", o.GoName)
		}
	}
}
