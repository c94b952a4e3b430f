package optest

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/msrepl/msrepl/internal/compute/dtype"
	"github.com/msrepl/msrepl/internal/testkit/golden"
	"github.com/msrepl/msrepl/tensor"
)

// Case is an op with attributes, run in several precisions.
type Case struct {
	Op    string               `json:"op"`
	Ref   string               `json:"ref"` // distinguishes the cases of an op
	Attrs map[string]any       `json:"attrs"`
	Runs  map[string]Recording `json:"runs"` // by precision: "float64", "float32"
}

// Recording is a case in one precision. Grads are the gradients of the inputs, given Sens for the results SensFor.
type Recording struct {
	Inputs  []Array `json:"inputs"`
	Outputs []Array `json:"outputs"`
	Sens    []Array `json:"sens"`
	SensFor []int   `json:"sens_for_outputs"`
	Grads   []Array `json:"grads"`
}

// Array is a tensor: little-endian elements in hex.
type Array struct {
	DType string `json:"dtype"`
	Shape []int  `json:"shape"`
	Hex   string `json:"hex"`
}

// Func runs an op of a case.
type Func func(c *Case, x []*tensor.Tensor) []*tensor.Tensor

// Cases replays all cases of the golden files ops_*.json with the given functions, by the name of the op or, for ops
// with different kinds of cases, by "op|ref". A case whose op is unknown fails.
func Cases(t *testing.T, functions map[string]Func) {
	golden.Each(t, "ops_*.json", func(t *testing.T, cases []*Case) {
		for _, c := range cases {
			f := c.find(functions)
			if f == nil {
				t.Errorf("no op for the case %q (%s)", c.Op, c.Ref)
				continue
			}
			for precision := range c.Runs {
				if err := c.Check(precision, f); err != nil {
					t.Errorf("%s %s %v %s: %v", c.Op, c.Ref, c.Attrs, precision, err)
				}
			}
		}
	})
}

// Tensor decodes the array.
func (a Array) Tensor() (*tensor.Tensor, error) {
	raw, err := hex.DecodeString(a.Hex)
	if err != nil {
		return nil, err
	}
	dt, ok := dtype.Parse(a.DType)
	if !ok {
		return nil, fmt.Errorf("unknown dtype %q", a.DType)
	}
	values := map[tensor.DType]any{
		tensor.Bool: make([]bool, len(raw)), tensor.Int8: make([]int8, len(raw)), tensor.UInt8: raw,
		tensor.Int16: make([]int16, len(raw)/2), tensor.UInt16: make([]uint16, len(raw)/2),
		tensor.Int32: make([]int32, len(raw)/4), tensor.UInt32: make([]uint32, len(raw)/4),
		tensor.Int64: make([]int64, len(raw)/8), tensor.UInt64: make([]uint64, len(raw)/8),
		tensor.Float32: make([]float32, len(raw)/4), tensor.Float64: make([]float64, len(raw)/8),
		tensor.Complex64: make([]complex64, len(raw)/8), tensor.Complex128: make([]complex128, len(raw)/16),
	}[dt]
	if dt == tensor.Float16 {
		values = halves(raw)
	}
	if values == nil {
		return nil, fmt.Errorf("arrays of %q are not read", a.DType)
	}
	if _, err := binary.Decode(raw, binary.LittleEndian, values); err != nil && dt != tensor.Float16 {
		return nil, err
	}
	return tensor.New(values, dt).Reshape(a.Shape...), nil
}

// halves converts the Float16 elements of raw to float32.
func halves(raw []byte) []float32 {
	res := make([]float32, len(raw)/2)
	for i := range res {
		res[i] = dtype.Half(binary.LittleEndian.Uint16(raw[2*i:])).Float32()
	}
	return res
}

func decode(arrays []Array) ([]*tensor.Tensor, error) {
	res := make([]*tensor.Tensor, len(arrays))
	for i, a := range arrays {
		t, err := a.Tensor()
		if err != nil {
			return nil, err
		}
		res[i] = t
	}
	return res, nil
}

// tolerances are relative to the largest element of a result.
var tolerances = map[string]float64{"float64": 1e-12, "float32": 1e-6}

// Check runs one precision of a case and returns the first difference.
func (c *Case) Check(precision string, f Func) error {
	r := c.Runs[precision]
	in, err := decode(r.Inputs)
	if err != nil {
		return err
	}
	tape := tensor.NewTape()
	defer tape.Stop()
	for i, x := range in {
		in[i] = tape.Watch(x)
	}
	var out []*tensor.Tensor
	if err := tensor.Try(func() { out = f(c, in) }); err != nil {
		return err
	}
	tape.Stop()
	if err := compare("result", out, r.Outputs, tolerances[precision]); err != nil || len(r.Grads) == 0 {
		return err
	}
	sens, err := decode(r.Sens)
	if err != nil {
		return err
	}
	seeded := make([]*tensor.Tensor, len(r.SensFor))
	for i, k := range r.SensFor {
		seeded[i] = out[k]
	}
	return compare("gradient", tape.Gradient(seeded, sens, in), r.Grads, tolerances[precision])
}

func compare(what string, got []*tensor.Tensor, want []Array, tol float64) error {
	if len(got) != len(want) {
		return fmt.Errorf("%d %ss, want %d", len(got), what, len(want))
	}
	for i, a := range want {
		if a.DType == "" { // null: the input has no gradient
			continue
		}
		w, err := a.Tensor()
		if err != nil {
			return err
		}
		if !slices.Equal(got[i].Shape(), w.Shape()) {
			return fmt.Errorf("%s %d has shape %v, want %v", what, i, got[i].Shape(), w.Shape())
		}
		if w.DType().IsComplex() {
			got[i], w = parts(got[i]), parts(w)
		}
		if k := firstDifference(got[i].Float64s(), w.Float64s(), tol); k >= 0 {
			return fmt.Errorf("%s %d differs at element %d: %v, want %v", what, i, k, got[i].Float64s()[k], w.Float64s()[k])
		}
	}
	return nil
}

// parts returns the real parts of x followed by its imaginary parts.
func parts(x *tensor.Tensor) *tensor.Tensor {
	return tensor.Concat([]*tensor.Tensor{x.Real().Reshape(-1), x.Imag().Reshape(-1)}, 0)
}

func firstDifference(got, want []float64, tol float64) int {
	scale := 1.0
	for _, w := range want {
		if a := math.Abs(w); a > scale && !math.IsInf(w, 0) {
			scale = a
		}
	}
	for k, w := range want {
		g := got[k]
		if g != w && !(math.IsNaN(g) && math.IsNaN(w)) && !(math.Abs(g-w) <= tol*scale) {
			return k
		}
	}
	return -1
}
