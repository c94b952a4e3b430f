package ops

import (
	"fmt"
	"reflect"
	"testing"
)

// TestFormer has options under names of an earlier release do what they did.
func TestFormer(t *testing.T) {
	for _, c := range [][2]Option{
		{P(3), NormDegree(3)},
		{Swap(true), DistanceSwap(true)},
		{Size(3, 4), OutputSize(3, 4)},
		{Delta(2), LinearFrom(2)},
		{Epsilon(0.1), Eps(0.1)},
	} {
		if !reflect.DeepEqual(c[0], c[1]) {
			t.Errorf("got %v, want %v", c[0], c[1])
		}
	}
	x := Rand(1, 3, 4, 5)
	for _, c := range []struct{ got, want any }{
		{Pad(x, []int{1, 1}, Mode("reflect")), Pad(x, []int{1, 1}, PaddingMode("reflect"))},
		{Interpolate(x, Size(2), Mode("area")), Interpolate(x, OutputSize(2), Interpolation("area"))},
		{SmoothL1Loss(x, x.Square(), Beta(2)), SmoothL1Loss(x, x.Square(), LinearFrom(2))},
		{LRN(x, Beta(2)), LRN(x, Exponent(2))},
	} {
		if got, want := fmt.Sprint(c.got), fmt.Sprint(c.want); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
