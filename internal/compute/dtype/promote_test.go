package dtype

import (
	"encoding/json"
	"os"
	"testing"
)

// promotions is testdata/goldens/type_promotion.json, read from MindSpore's source.
type promotions struct {
	Tensors []struct{ A, B, Out string }           `json:"tensor_tensor"`
	Scalars []struct{ Scalar, Tensor, Out string } `json:"scalar_tensor"`
}

func readPromotions(t *testing.T) promotions {
	t.Helper()
	text, err := os.ReadFile("../../../testdata/goldens/type_promotion.json")
	if err != nil {
		t.Fatal(err)
	}
	var p promotions
	if err := json.Unmarshal(text, &p); err != nil {
		t.Fatal(err)
	}
	return p
}

func must(t *testing.T, name string) DType {
	t.Helper()
	d, ok := Parse(name)
	if !ok || d.String() != name {
		t.Fatalf("Parse(%q) = %v, %v", name, d, ok)
	}
	return d
}

func TestPromoteGolden(t *testing.T) {
	want := map[[2]DType]DType{}
	for _, c := range readPromotions(t).Tensors {
		a, b, out := must(t, c.A), must(t, c.B), must(t, c.Out)
		want[[2]DType{a, b}], want[[2]DType{b, a}] = out, out
	}
	for _, a := range All() {
		for _, b := range All() {
			out, known := want[[2]DType{a, b}]
			if got, ok := Promote(a, b); got != out || ok != known {
				t.Errorf("Promote(%v, %v) = %v, %v; want %v, %v", a, b, got, ok, out, known)
			}
		}
	}
}

func TestPromoteScalarGolden(t *testing.T) {
	want := map[[2]DType]DType{}
	for _, c := range readPromotions(t).Scalars {
		want[[2]DType{must(t, c.Tensor), must(t, c.Scalar)}] = must(t, c.Out)
	}
	for _, tensor := range All() {
		for _, scalar := range []DType{Bool, Int64, Float32} {
			out, known := want[[2]DType{tensor, scalar}]
			if got, ok := PromoteScalar(tensor, scalar); got != out || ok != known {
				t.Errorf("PromoteScalar(%v, %v) = %v, %v; want %v, %v", tensor, scalar, got, ok, out, known)
			}
		}
	}
}

func TestPromoteInvalid(t *testing.T) {
	for _, d := range append(All(), Invalid) {
		if out, ok := Promote(Invalid, d); ok {
			t.Errorf("Promote(Invalid, %v) = %v", d, out)
		}
		if out, ok := PromoteScalar(d, Invalid); ok {
			t.Errorf("PromoteScalar(%v, Invalid) = %v", d, out)
		}
	}
}
