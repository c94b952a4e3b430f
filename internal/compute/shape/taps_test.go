package shape

import (
	"slices"
	"testing"
)

func TestTaps(t *testing.T) {
	for _, c := range []struct {
		name string
		got  Taps
		want []int32
	}{
		{"windows", Windows(4, 2, 3, 2, 1, 1), []int32{-1, 0, 1, 1, 2, 3}},
		{"dilated", Windows(5, 1, 3, 1, 2, 0), []int32{0, 2, 4}},
		{"adaptive", Adaptive(5, 3), []int32{0, 1, -1, 1, 2, 3, 3, 4, -1}}, // ⌊o·5/3⌋ to ⌈(o+1)·5/3⌉: 0–2, 1–4, 3–5
		{"product", Windows(2, 1, 2, 1, 1, 0).Times(Windows(3, 2, 2, 1, 1, 0)), []int32{0, 1, 3, 4, 1, 2, 4, 5}},
		{"columns", Windows(3, 2, 2, 1, 1, 0).Columns(), []int32{0, 1, 1, 2}},
	} {
		if !slices.Equal(c.got.Cells, c.want) {
			t.Errorf("%s: %v, want %v", c.name, c.got.Cells, c.want)
		}
	}
}
