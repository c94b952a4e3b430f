package shape

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestWalk checks that a walk visits every index once, in row-major order, with the offsets that the strides give.
func TestWalk(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dims := rapid.SliceOfN(rapid.IntRange(0, 4), 0, 4).Draw(t, "dims")
		stride := rapid.SliceOfN(rapid.IntRange(-9, 9), len(dims), len(dims))
		a := stride.Draw(t, "a")
		b := Strides(make([]int, len(dims)), dims)
		var got, want [][2]int
		for w := NewWalk(dims, a, b); w.Next(); {
			for i := range w.Inner {
				got = append(got, [2]int{w.Off[0] + i*w.Step[0], w.Off[1] + i*w.Step[1]})
			}
		}
		for i := range Size(dims) {
			off, rest := 0, i
			for k := len(dims) - 1; k >= 0; k-- {
				off += rest % dims[k] * a[k]
				rest /= dims[k]
			}
			want = append(want, [2]int{off, i})
		}
		if !slices.Equal(got, want) {
			t.Fatalf("dims %v strides %v: got %v, want %v", dims, a, got, want)
		}
		got = nil
		w := NewWalk(dims, a, b)
		for run, ok := w.NextRun(); ok; run, ok = w.NextRun() {
			for i := range run.Rows * w.Inner {
				row, at := i/w.Inner, i%w.Inner
				got = append(got, [2]int{run.Off[0] + row*run.Step[0] + at*w.Step[0], run.Off[1] + row*run.Step[1] + at*w.Step[1]})
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("dims %v strides %v: got runs at %v, want %v", dims, a, got, want)
		}
	})
}
