package tensor_test

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/internal/compute/dtype"
	. "github.com/msrepl/msrepl/tensor"
)

// TestJSON has the text of tensors, and what comes back from it.
func TestJSON(t *testing.T) {
	m := New([][]float32{{1, 2.5}, {-0.125, 1e-7}})
	for _, c := range []struct {
		x    *Tensor
		json string
		back DType // of what a new tensor reads
	}{
		{m, "[[1.0,2.5],[-0.125,1e-07]]", Float32},
		{m.T(), "[[1.0,-0.125],[2.5,1e-07]]", Float32},
		{m.At(0, All().By(-1)), "[2.5,1.0]", Float32},
		{New(3.0), "3.0", Float32},
		{Scalar(3), "3", Int64},
		{New([]float32{3e38, 0.1, float32(math.Copysign(0, -1))}), "[300000000000000000000000000000000000000.0,0.1,-0.0]", Float32},
		{New([]float64{0.1, 1e300}).At(To(1)), "[0.1]", Float32},
		{New([]float64{0.1, 2}, Float16), "[0.099975586,2.0]", Float32},
		{New([]float64{0.1, 2}, BFloat16), "[0.100097656,2.0]", Float32},
		{New([]int64{-1 << 63, 1<<63 - 1}), "[-9223372036854775808,9223372036854775807]", Int64},
		{New([]uint8{0, 255}), "[0,255]", Int64},
		{New([]bool{true, false}), "[true,false]", Bool},
		{New(true), "true", Bool},
		{Zeros(0), "[]", Float32},
		{Zeros(2, 0), "[[],[]]", Float32},
		{ZerosOf(Int32, 1, 1, 1), "[[[0]]]", Int64},
	} {
		got, err := json.Marshal(c.x)
		if want := strings.Replace(c.json, "300000000000000000000000000000000000000.0", "3e+38", 1); err != nil || string(got) != want {
			t.Errorf("%s: %s, %v, want %s", c.x, got, err, want)
			continue
		}
		var fresh *Tensor
		if err := json.Unmarshal(got, &fresh); err != nil || fresh.DType() != c.back || fresh.AsType(c.x.DType()).String() != c.x.String() {
			t.Errorf("%s comes back as %s %v, %v; want %s", got, fresh, fresh.DType(), err, c.back)
		}
		same := ZerosOf(c.x.DType())
		if err := json.Unmarshal(got, same); err != nil || !equalBits(same, c.x) && !c.x.IsWeak() {
			t.Errorf("%s comes back into %s as %s, %v", got, c.x.DType(), same, err)
		}
	}
}

// equalBits reports whether both have one dtype, shape and bits.
func equalBits(a, b *Tensor) bool {
	x, err := a.MarshalBinary()
	y, err2 := b.MarshalBinary()
	return err == nil && err2 == nil && bytes.Equal(x[len("MST"):], y[len("MST"):])
}

func TestJSONErrors(t *testing.T) {
	for _, c := range []struct {
		x    *Tensor
		want string
	}{
		{New([]float64{1, math.NaN()}), "ValueError: For 'MarshalJSON', element 1 in row-major order is NaN"},
		{New(math.Inf(-1)), "element 0 in row-major order is -Inf"},
		{New([]complex64{1}), "TypeError: For 'MarshalJSON', a tensor of shape (1,) and dtype Complex64"},
		{&Tensor{}, "ValueError: For 'MarshalJSON', the tensor has no value"},
	} {
		if _, err := json.Marshal(c.x); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
	for _, c := range []struct {
		text string
		into *Tensor
		want string
	}{
		{"[[1],[2,3]]", &Tensor{}, "ValueError: For 'UnmarshalJSON', element [1] is a list of length 2"},
		{"[1,[2]]", &Tensor{}, "ValueError: For 'UnmarshalJSON', element [1] is a list of length 1"},
		{"[[1],2]", &Tensor{}, "ValueError: For 'UnmarshalJSON', element [1] is no list"},
		{`["a"]`, &Tensor{}, "TypeError: For 'UnmarshalJSON', element [0] is neither a number"},
		{`{"a":1}`, &Tensor{}, "TypeError: For 'UnmarshalJSON', element  is neither a number"},
		{"[1,null]", &Tensor{}, "TypeError: For 'UnmarshalJSON', element [1] is neither a number"},
		{"[1,true]", &Tensor{}, "TypeError: For 'UnmarshalJSON', element [1] is a number among true"},
		{"[9223372036854775808]", &Tensor{}, "ValueError: For 'UnmarshalJSON', element number 0 is 9223372036854775808, which Int64 cannot hold"},
		{"[256]", ZerosOf(UInt8, 1), "which UInt8 cannot hold"},
		{"[1.5]", ZerosOf(Int32, 1), "which Int32 cannot hold"},
		{"[1e39]", ZerosOf(Float32, 1), "which Float32 cannot hold"},
		{"[1]", ZerosOf(Bool, 1), "TypeError: For 'UnmarshalJSON', the tensor has dtype Bool, but the data are numbers"},
		{"[true]", ZerosOf(Int8, 1), "has dtype Int8, but the data are true and false"},
		{"[1]", ZerosOf(Complex64, 1), "has dtype Complex64, but the data are numbers"},
		{"[1,2]", Zeros(3).AsParam(), "the parameter has shape (3,), but the data have (2,)"},
	} {
		if err := json.Unmarshal([]byte(c.text), c.into); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", c.text, err, c.want)
		}
	}
}

// TestGob takes tensors of all dtypes and forms through gob, in structs and maps too.
func TestGob(t *testing.T) {
	odd := New([]float64{math.NaN(), math.Inf(1), math.Copysign(0, -1), 5e-324})
	cases := []*Tensor{odd, odd.At(All().By(-2)), Zeros(0), Zeros(0, 3), Zeros(), Scalar(2), Ones(2, 3).T(), Full([]int{1 << 16}, 1.5)}
	for _, dt := range dtype.All() {
		cases = append(cases, New([][]int{{0, 1}, {2, 127}}, dt))
	}
	type record struct {
		X    *Tensor
		None *Tensor
		By   map[string]*Tensor
		All  Tuple
	}
	for _, x := range cases {
		var b bytes.Buffer
		if err := gob.NewEncoder(&b).Encode(record{X: x, By: map[string]*Tensor{"a": x}, All: Tuple{x, x}}); err != nil {
			t.Fatal(err)
		}
		var r record
		if err := gob.NewDecoder(&b).Decode(&r); err != nil {
			t.Fatal(err)
		}
		for _, y := range []*Tensor{r.X, r.By["a"], r.All[1]} {
			if !equalBits(x, y) || y.IsWeak() != x.IsWeak() || r.None != nil {
				t.Errorf("%s comes back as %s", x, y)
			}
		}
	}
	p := Zeros(2).AsParam()
	whole, _ := Ones(2).MarshalBinary()
	if err := p.UnmarshalBinary(whole); err != nil || p.String() != "[1. 1.]" {
		t.Errorf("a parameter takes %s, %v", p, err)
	}
	for n := range whole {
		if err := (&Tensor{}).UnmarshalBinary(whole[:n]); err == nil {
			t.Errorf("%d of %d bytes make a tensor", n, len(whole))
		}
	}
	for _, c := range []struct{ x *Tensor }{{Ones(3)}, {OnesLike(New([]int{1, 2}))}} {
		if data, _ := c.x.MarshalBinary(); p.UnmarshalBinary(data) == nil {
			t.Errorf("a parameter takes %s", c.x)
		}
	}
}

// TestDTypeText has dtypes as text, in JSON and as keys of maps.
func TestDTypeText(t *testing.T) {
	got, err := json.Marshal(map[DType]DType{Float32: Int64})
	if err != nil || string(got) != `{"Float32":"Int64"}` {
		t.Errorf("got %s, %v", got, err)
	}
	var back map[DType]DType
	if err := json.Unmarshal(got, &back); err != nil || back[Float32] != Int64 {
		t.Errorf("comes back as %v, %v", back, err)
	}
	if err := json.Unmarshal([]byte(`{"Float31":"Int64"}`), &back); err == nil || !strings.Contains(err.Error(), `"Float31" is no dtype`) {
		t.Errorf("got %v", err)
	}
}
