package svg

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestSlices(t *testing.T) {
	every := func(step, h float64) (at []float64) {
		for y := step; y < h; y += step {
			at = append(at, y)
		}
		return at
	}
	tests := []struct {
		w, h float64
		at   []float64
		want string // where the sheets end
	}{
		{100, 860, every(10, 860), "[]"},
		{100, 900, every(100, 900), "[800]"},
		{100, 2000, every(100, 2000), "[800 1600]"},
		{1120, 2000, every(100, 2000), "[1700]"}, // half its size on paper
		{100, 2000, []float64{30, 1000}, "[30 1000]"},
		{100, 2000, nil, "[]"},
	}
	for _, tt := range tests {
		d := New(tt.w, tt.h, "p")
		if got := fmt.Sprint(d.divide(tt.at)); got != tt.want {
			t.Errorf("%v × %v between %v is divided at %s, want %s", tt.w, tt.h, tt.at, got, tt.want)
		}
	}
	d := New(100, 2000, "tall")
	d.Text(1, 1, "start", "only once")
	page := d.Slices(every(100, 2000))
	for part, want := range map[string]int{
		"<svg": 3, "only once": 1, "<title>": 1, "<use ": 2, `viewBox="0 0 100 800"`: 1, `viewBox="0 800 100 800"`: 1, `viewBox="0 1600 100 400"`: 1,
	} {
		if n := strings.Count(page, part); n != want {
			t.Errorf("%d of %s in %s, want %d", n, part, page, want)
		}
	}
	id := strings.Split(strings.Split(page, `id="`)[1], `"`)[0]
	if !slices.Contains(strings.Split(page, `"`), "#"+id) {
		t.Errorf("the slices are not of %s: %s", id, page)
	}
}
