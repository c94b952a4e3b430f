package tensor_test

import (
	"testing"

	. "github.com/msrepl/msrepl/tensor"
)

// TestLines compares what selects single elements of rows with loops over them.
func TestLines(t *testing.T) {
	const rows, n = 4, 70
	x := Arange(rows*n).Reshape(rows, n)
	places := make([][]int, rows)
	for r := range places {
		for c := range n {
			places[r] = append(places[r], (r*31+c*c)%n-(c%3)/2*n) // every third counts from the end
		}
	}
	src := x.Add(Scalar(1000))
	for _, dt := range []DType{Int8, Int16, Float32, Float64, Complex128} {
		for _, it := range []DType{Int32, Int64} {
			index, x, src := New(places, it), x.AsType(dt), src.AsType(dt)
			gathered, set, sum := x.Clone(), x.Clone(), x.Clone()
			for r := range rows {
				for c, v := range places[r] {
					gathered.SetAt(x.At(r, v), r, c)
					set.SetAt(src.At(r, c), r, v)
					sum.SetAt(sum.At(r, v).Add(src.At(r, c)), r, v)
				}
			}
			turned := func(y *Tensor) *Tensor { return y.T().Clone() }
			for name, c := range map[string][2]*Tensor{
				"gather":      {x.GatherElements(1, index), gathered},
				"set":         {x.Scatter(1, index, src), set},
				"add":         {x.ScatterAdd(1, index, src), sum},
				"gather down": {turned(x).GatherElements(0, turned(index)), turned(gathered)},
				"set down":    {turned(x).Scatter(0, turned(index), turned(src)), turned(set)},
				"add down":    {turned(x).ScatterAdd(0, turned(index), turned(src)), turned(sum)},
				"of a view":   {turned(x).T().GatherElements(1, index), gathered},
				"one row":     {x.At(2).Gather(index.At(2), 0), gathered.At(2).Clone()},
				"columns":     {x.IndexSelect(1, index.At(2)), turned(turned(x).IndexSelect(0, index.At(2)))},
			} {
				if !equalBits(c[0], c[1]) {
					t.Errorf("%s of %v by %v: %v, want %v", name, dt, it, c[0], c[1])
				}
			}
		}
	}
}

// TestLinesOutOfRange looks for the first index out of range.
func TestLinesOutOfRange(t *testing.T) {
	x := Arange(6).Reshape(2, 3)
	index := New([][]int{{0, -3, 2}, {1, 3, -4}})
	for op, f := range map[string]func(){
		"GatherD":               func() { x.GatherElements(1, index) },
		"TensorScatterElements": func() { x.Scatter(1, index, x) },
	} {
		want := "For '" + op + "', index 3 is out of bounds for dimension with size 3: axis 1 of shape (2, 3)."
		wantError(t, IndexError, want, f)
	}
	wantError(t, IndexError, "index -4 is out of bounds for dimension with size 3", func() {
		x.SetAt(Scalar(1), 0, index.Neg().Sub(Scalar(1)))
	})
}
