package optest

import (
	"math"
	"slices"
	"testing"

	"github.com/msrepl/msrepl/internal/compute/dtype"
	"github.com/msrepl/msrepl/tensor"
)

// checkDTypes calls the op with every dtype. Those in its registered range must work and agree with tensor.Float64
// within their precision; all others must raise tensor.TypeError.
func checkDTypes(t *testing.T, r Row) {
	reference := r.Call(r.Make())
	for _, dt := range dtype.All() {
		args := r.Make()
		for i, x := range args {
			if a := r.Args[i]; a.kind != mask && (a.kind != integer || i == 0) {
				args[i] = x.AsType(dt)
			}
		}
		var got []*tensor.Tensor
		err := tensor.Try(func() { got = r.Call(args) })
		e, _ := err.(*tensor.Error)
		switch allowed := inRange(infos[r.Op].DTypes, dt); {
		case allowed && err != nil:
			t.Errorf("%s: %v", dt, err)
		case !allowed && (e == nil || e.Kind != tensor.TypeError):
			t.Errorf("%s should be a tensor.TypeError, got %v", dt, err)
		case allowed && reference[0].DType() == tensor.Float64 && got[0].DType() != resultType(r.Op, dt):
			t.Errorf("%s gives %s", dt, got[0].DType())
		case allowed && dt.IsFloat():
			closeTo(t, dt, got, reference)
		}
	}
}

// checkGradientDTypes compares gradients in the smaller floating-point types with those in tensor.Float64. Each must
// have the dtype of its argument.
func checkGradientDTypes(t *testing.T, r Row) {
	if !infos[r.Op].Gradient || r.Op == "AsType" {
		return
	}
	reference := gradients(r, tensor.Float64)
	for _, dt := range []tensor.DType{tensor.Float16, tensor.BFloat16, tensor.Float32} {
		if !inRange(infos[r.Op].DTypes, dt) {
			continue
		}
		got := gradients(r, dt)
		for i, g := range got {
			if g.DType() != dt {
				t.Errorf("the gradient of argument %d in %s is a %s", i, dt, g.DType())
			}
		}
		// gradients jump where rounding crosses a kink; condition numbers magnify rounding
		if r.Flat || r.Op == "Cond" || r.Op == "AdjustHue" {
			continue
		}
		closeTo(t, dt, got, reference)
	}
}

// gradients returns the gradients of the sum of all results with respect to the floating-point arguments. These are
// rounded to the smallest dtype, so that all dtypes have the same values.
func gradients(r Row, dt tensor.DType) []*tensor.Tensor {
	tape := tensor.NewTape()
	defer tape.Stop()
	args := r.Make()
	var watched []*tensor.Tensor
	for i, x := range args {
		if a := r.Args[i]; a.kind != mask && a.kind != integer {
			args[i] = tape.Watch(x.AsType(tensor.BFloat16).AsType(tensor.Float16).AsType(dt))
			watched = append(watched, args[i])
		}
	}
	var tracked []*tensor.Tensor
	for _, y := range r.Call(args) {
		if y.Tracked() {
			tracked = append(tracked, y)
		}
	}
	tape.Stop()
	return tape.Gradient(tracked, nil, watched)
}

// partOf maps complex dtypes to the dtypes of their parts.
var partOf = map[tensor.DType]tensor.DType{tensor.Complex64: tensor.Float32, tensor.Complex128: tensor.Float64}

// resultType returns the dtype of the result for arguments of dtype dt, if it is tensor.Float64 for tensor.Float64.
func resultType(op string, dt tensor.DType) tensor.DType {
	switch rng := infos[op].DTypes; {
	case op == "AsType" || op == "FloatPower":
		return tensor.Float64
	case slices.Contains([]string{"Abs", "Real", "Imag", "Angle", "ViewAsReal"}, op) && dt.IsComplex():
		return partOf[dt]
	case (rng == "float" || rng == "inexact") && (dt == tensor.Bool || dt.IsInt()):
		return tensor.Float32
	case dt == tensor.Bool && slices.Contains([]string{"Sum", "NanSum", "Prod", "CumSum", "CumProd", "Trace"}, op):
		return tensor.Int64
	}
	return dt
}

// inRange reports whether a dtype is in a range of tensor.OpInfo.DTypes.
func inRange(name string, dt tensor.DType) bool {
	switch name {
	case "all", "inexact":
		return true
	case "int":
		return dt.IsInt()
	case "bits":
		return dt.IsInt() || dt == tensor.Bool
	case "parts":
		return dt == tensor.Float32 || dt == tensor.Float64
	case "floats":
		return dt.IsFloat()
	case "number":
		return dt != tensor.Bool
	case "real":
		return dt != tensor.Bool && !dt.IsComplex()
	}
	return !dt.IsComplex()
}

// closeTo compares results in a smaller dtype with those in tensor.Float64. Rounded arguments can change integer and
// Bool results.
func closeTo(t *testing.T, dt tensor.DType, got, want []*tensor.Tensor) {
	tol := map[tensor.DType]float64{tensor.Float16: 2e-2, tensor.BFloat16: 1.5e-1, tensor.Float32: 1e-4, tensor.Float64: 0}[dt]
	for i := range got {
		if !want[i].DType().IsFloat() {
			continue
		}
		w := want[i].Float64s()
		for k, g := range got[i].Float64s() {
			if math.Abs(g-w[k]) > tol*math.Max(1, math.Abs(w[k])) {
				t.Errorf("%s: element %d of result %d is %v, in tensor.Float64 %v", dt, k, i, g, w[k])
			}
		}
	}
}
