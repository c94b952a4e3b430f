package tensor_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/msrepl/msrepl/internal/compute/shape"
	. "github.com/msrepl/msrepl/tensor"
)

// TestAtShapes checks that the shapes are numpy's for a tensor of shape (2, 3, 4, 5).
func TestAtShapes(t *testing.T) {
	x := Arange(120).Reshape(2, 3, 4, 5)
	i, m := New([]int{0, 1, 0}), New([][]bool{{true, false, true}, {false, true, false}})
	for _, c := range []struct {
		idx  []any
		want []int
	}{
		{[]any{}, []int{2, 3, 4, 5}},
		{[]any{0}, []int{3, 4, 5}},
		{[]any{New(1), -1}, []int{4, 5}},
		{[]any{Ellipsis, 0}, []int{2, 3, 4}},
		{[]any{0, Ellipsis, From(2)}, []int{3, 4, 3}},
		{[]any{nil, All(), NewAxis}, []int{1, 2, 1, 3, 4, 5}},
		{[]any{Span(5, 9)}, []int{0, 3, 4, 5}},
		{[]any{i}, []int{3, 3, 4, 5}},
		{[]any{All(), i}, []int{2, 3, 4, 5}},
		{[]any{i, i}, []int{3, 4, 5}},
		{[]any{i, All(), i}, []int{3, 3, 5}},
		{[]any{0, All(), i}, []int{3, 3, 5}},
		{[]any{All(), i, 0}, []int{2, 3, 5}},
		{[]any{All(), i.Reshape(3, 1), i}, []int{2, 3, 3, 5}},
		{[]any{m}, []int{3, 4, 5}},
		{[]any{m, 0}, []int{3, 5}},
		{[]any{Ellipsis, []bool{true, true, false, true, true}}, []int{2, 3, 4, 4}},
		{[]any{All(), i, Ellipsis, i, All()}, []int{3, 2, 5}},
		{[]any{All(), 1, Ellipsis, i, All()}, []int{3, 2, 5}},
		{[]any{All(), i, i, Ellipsis, All()}, []int{2, 3, 5}},
		{[]any{All(), i, true, Ellipsis, All(), All()}, []int{2, 3, 4, 5}},
		{[]any{All(), i, Ellipsis, true, All(), All()}, []int{3, 2, 4, 5}},
		{[]any{[]int{}}, []int{0, 3, 4, 5}},
		{[]any{[]any{}}, []int{0, 3, 4, 5}},
	} {
		if got := x.At(c.idx...).Shape(); !slices.Equal(got, c.want) {
			t.Errorf("At(%v) has shape %v, want %v", c.idx, got, c.want)
		}
	}
}

// TestIndexTexts compares the texts of indices with those that Python has printed.
func TestIndexTexts(t *testing.T) {
	got := fmt.Sprint([]any{Span(1, 3), From(0), To(-1), All(), All().By(-2), Ellipsis, NewAxis})
	const want = "[slice(1, 3, None) slice(0, None, None) slice(None, -1, None) slice(None, None, None) " +
		"slice(None, None, -2) Ellipsis None]"
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// TestAtAgainstPositions: slices and numbers select the same elements as a list of positions per axis, and SetAt writes
// exactly these.
func TestAtAgainstPositions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dims := rapid.SliceOfN(rapid.IntRange(1, 4), 1, 3).Draw(t, "dims")
		x := Arange(shape.Size(dims)).Reshape(dims...)
		var idx []any
		picked := make([][]int, len(dims))
		for k, n := range dims {
			if rapid.Bool().Draw(t, "number") {
				i := rapid.IntRange(-n, n-1).Draw(t, "i")
				idx, picked[k] = append(idx, i), []int{(i + n) % n}
				continue
			}
			start, stop := rapid.IntRange(0, n-1).Draw(t, "start"), rapid.IntRange(0, n).Draw(t, "stop")
			step := rapid.IntRange(1, 3).Draw(t, "step")
			idx = append(idx, Span(start, stop).By(step))
			for i := start; i < stop; i += step {
				picked[k] = append(picked[k], i)
			}
		}
		var want []int64
		places := []int{0}
		for k, n := range dims {
			var next []int
			for _, p := range places {
				for _, i := range picked[k] {
					next = append(next, p*n+i)
				}
			}
			places = next
		}
		after := x.Clone().Int64s()
		for _, p := range places {
			want = append(want, int64(p))
			after[p] = -1
		}
		if got := x.At(idx...).Int64s(); !slices.Equal(got, want) {
			t.Fatalf("shape %v, At(%v) = %v, want %v", dims, idx, got, want)
		}
		x.SetAt(Scalar(-1), idx...)
		if !slices.Equal(x.Int64s(), after) {
			t.Fatalf("shape %v, SetAt(%v) gives %v, want %v", dims, idx, x.Int64s(), after)
		}
	})
}

func TestViewsShareMemory(t *testing.T) {
	x := Arange(6).Reshape(2, 3)
	row, column, flat, copied := x.At(0), x.T().At(1), x.Reshape(6), x.At([]int{0})
	x.SetAt(Scalar(9), 0, 1)
	for _, v := range []*Tensor{row.At(1), column.At(0), flat.At(1)} {
		if v.Int() != 9 {
			t.Errorf("a view shows %v", v)
		}
	}
	if copied.At(0, 1).Int() != 1 {
		t.Error("a selection by tensor shares memory")
	}
	row.SetAt(Scalar(7))
	wantValues(t, "written through a view", x, 7, 7, 7, 3, 4, 5)
}

func TestSetAt(t *testing.T) {
	for _, c := range []struct {
		v    any
		idx  []any
		want string
	}{
		{9, []any{1}, "[0 9 2 3]"},
		{9.9, []any{1}, "[0 9 2 3]"},
		{[]int{7, 8}, []any{From(2)}, "[0 1 7 8]"},
		{[]int{7, 8}, []any{All().By(-3)}, "[8 1 2 7]"},
		{[][]int{{7, 8}}, []any{To(2)}, "[7 8 2 3]"},
		{[]int{7, 8}, []any{[]int{3, 0}}, "[8 1 2 7]"},
		{5, []any{[]bool{true, false, true, false}}, "[5 1 5 3]"},
		{5, []any{Ellipsis}, "[5 5 5 5]"},
		{[]int{}, []any{Span(2, 2)}, "[0 1 2 3]"},
	} {
		x := Arange(4)
		x.SetAt(New(c.v), c.idx...)
		if got := fmt.Sprint(x.Values()); got != c.want {
			t.Errorf("SetAt(%v, %v) gives %s, want %s", c.v, c.idx, got, c.want)
		}
	}
	x := Arange(5)
	x.SetAt(x.At(To(4)), From(1)) // overlaps itself
	wantValues(t, "shifted within itself", x, 0, 0, 1, 2, 3)
}

func TestAddAtRepeats(t *testing.T) {
	got := Zeros(3).AddAt(New([]float32{1, 2, 4}), []int{0, 2, 0})
	wantValues(t, "added", got, 5, 0, 2)
}
