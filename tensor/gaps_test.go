package tensor

import "testing"

// TestRowsWithGaps holds arithmetic with rows of every second or third element against a loop: either operand or both,
// rows that are copied near and longer ones, one axis and two, in memory that is new and, the second time, that is not.
func TestRowsWithGaps(t *testing.T) {
	for _, n := range []int{1, 15, 16, 33, 1000, nearRow, nearRow + 1} {
		for _, step := range []int{2, 3, 2} {
			Scope(func() *Tensor {
				differencesWithGaps(t, n, step, false)
				differencesWithGaps(t, n, step, true)
				return nil
			})
		}
	}
}

func differencesWithGaps(t *testing.T, n, step int, whole bool) {
	x, y := Arange(14*(step*n+1)).AsType(Float32).Reshape(2, 7, step*n+1), Arange(7*n).AsType(Float32).Reshape(7, n)
	if whole {
		x = x.Ravel().At(Span(0, 14*step*n)).Reshape(2, 7, step*n) // without an element more, so that rows are one
	}
	some := x.At(Ellipsis, Span(1, step*n).By(step))
	first, last := some.At(0), some.At(1)
	for _, of := range [][2]*Tensor{{some, y}, {y, some}, {some, last}, {last, y}, {y, first}, {last, first}} {
		a, b := of[0].Copy().Float32s(), of[1].Copy().Float32s()
		for i, v := range of[0].Sub(of[1]).Float32s() {
			if want := a[i%len(a)] - b[i%len(b)]; v != want {
				t.Fatalf("%d elements, step %d: element %d is %v, want %v", n, step, i, v, want)
			}
		}
	}
}
