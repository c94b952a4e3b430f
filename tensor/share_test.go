package tensor

import (
	"reflect"
	"testing"

	"github.com/msrepl/msrepl/internal/compute/dtype"
)

func TestShare(t *testing.T) {
	v := []float32{1, 2, 3, 4, 5, 6}
	x := Share(v, 2, 3)
	x.SetAt(Scalar(9), 1, 2)
	v[0] = 7
	if got := x.String(); got != "[[7. 2. 3.]\n [4. 5. 9.]]" || v[5] != 9 {
		t.Errorf("tensor %s over %v", got, v)
	}
	if &x.Float32s()[0] != &v[0] {
		t.Error("Float32s copied")
	}
	for _, v := range []any{[]bool{true}, []int8{1}, []int{1, 2}, []dtype.Half{0x3c00}, []complex128{1i}, []uint64{}} {
		if got := Share(v); got.DType() != dtype.Of(v) || got.Size() != reflect.ValueOf(v).Len() {
			t.Errorf("Share(%T) has dtype %v, shape %v", v, got.DType(), got.Shape())
		}
	}
}

func TestShareErrors(t *testing.T) {
	for want, f := range map[string]func(){
		"TypeError: For 'Share', the data must be a slice of an element type such as []float32, but got float64.":     func() { Share(1.0) },
		"TypeError: For 'Share', the data must be a slice of an element type such as []float32, but got [][]float64.": func() { Share([][]float64{{1}}) },
		"ValueError: For 'Share', shape (2, 2) needs 4 elements, but got 3.":                                          func() { Share([]int32{1, 2, 3}, 2, 2) },
		"ValueError: For 'Share', the lengths of shape must not be negative, but got (-1,).":                          func() { Share([]int32{1}, -1) },
	} {
		if err := Try(f); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestToList(t *testing.T) {
	for _, v := range []any{
		true, int64(3), float32(1.5),
		[]uint8{1, 2},
		[][]float64{{1, 2, 3}, {4, 5, 6}},
		[][][]complex64{{{1, 2i}}, {{3, 4}}},
		[][]bool{{}, {}},
	} {
		if got := New(v, dtypeOfLeaf(v)).ToList(); !reflect.DeepEqual(got, v) {
			t.Errorf("ToList of %#v = %#v", v, got)
		}
	}
	if got := New([]float32{1, 2.5}, BFloat16).ToList(); !reflect.DeepEqual(got, []float32{1, 2.5}) {
		t.Errorf("halves give %#v", got)
	}
	if got, ok := Zeros(0, 3).ToList().([][]float32); !ok || len(got) != 0 {
		t.Errorf("no rows give %#v", got)
	}
	x := Arange(6).Reshape(2, 3)
	list := x.T().ToList().([][]int64)
	if !reflect.DeepEqual(list, [][]int64{{0, 3}, {1, 4}, {2, 5}}) {
		t.Errorf("a transposed view gives %v", list)
	}
	list[0][0] = 7
	if x.At(0, 0).Int() != 0 {
		t.Error("ToList shares memory")
	}
}

// dtypeOfLeaf returns the element type at the bottom of nested slices.
func dtypeOfLeaf(v any) DType {
	typ := reflect.TypeOf(v)
	for typ.Kind() == reflect.Slice {
		typ = typ.Elem()
	}
	return kindTypes[typ.Kind()]
}
