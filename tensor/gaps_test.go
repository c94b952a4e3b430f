package tensor

import (
	"testing"

	"github.com/msrepl/msrepl/internal/compute/shape"
)

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

// TestJoinedAxes holds ops whose last axes are short and broadcast differently against those of full copies.
func TestJoinedAxes(t *testing.T) {
	for _, of := range [][2][]int{
		{{16, 9, 16, 1}, {9, 1, 16}}, // of Kron
		{{64, 1, 16, 1}, {1, 16, 1, 16}},
		{{12, 40, 7, 7}, {40, 1, 1}},
		{{70, 5, 8, 3}, {5, 1, 3}},
		{{500, 1, 10}, {10, 1}},
		{{5000}, {3, 1, 1, 1}},
		{{900, 1, 2, 1, 3}, {900, 1, 1, 2, 1}},
	} {
		for _, dt := range []DType{Float32, Float64, Float16, Int32} {
			x, y := Arange(shape.Size(of[0])).Mod(num(89)).AsType(dt), Arange(shape.Size(of[1])).Mod(num(97)).AsType(dt)
			a, b := x.Reshape(of[0]...), y.Reshape(of[1]...)
			dims := broadcastShapes("Sub", of[0], of[1])
			for _, in := range [][2]*Tensor{{a, b}, {b, a}, {a.Flip(0), b}, {a, b.Flip(-1)}} {
				u, v := in[0].broadcastCopy(newLayout(dims)), in[1].broadcastCopy(newLayout(dims))
				if got, want := in[0].Sub(in[1]), u.Sub(v); !got.Equal(want).All().Bool() {
					t.Errorf("difference of %s and %s differs for %s", tupleText(of[0]), tupleText(of[1]), dt)
				}
				if got, want := in[0].Less(in[1]), u.Less(v); !got.Equal(want).All().Bool() {
					t.Errorf("comparison of %s and %s differs for %s", tupleText(of[0]), tupleText(of[1]), dt)
				}
			}
		}
	}
}
