package shape

import "testing"

func TestTuple(t *testing.T) {
	for want, dims := range map[string][]int{"()": nil, "(3,)": {3}, "(2, 3)": {2, 3}} {
		if got := Tuple(dims); got != want {
			t.Errorf("Tuple(%v) = %s, want %s", dims, got, want)
		}
	}
}
