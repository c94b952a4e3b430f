package syntax

import "testing"

// TestClosest suggests names for mistyped ones, which differ by one or two typing errors.
func TestClosest(t *testing.T) {
	for _, c := range []struct{ name, candidates, want string }{
		{"mft", "fmt", "fmt"}, // the first two letters swapped
		{"ftm", "fmt", "fmt"}, // the last two
		{"netowrk", "network", "network"},
		{"prnit", "print", "print"},
		{"tesor", "tensor", "tensor"},
		{"tensorr", "tensor", "tensor"},
		{"tensur", "tensor", "tensor"},
		{"Relu", "ReLU", "ReLU"},
		{"tmf", "fmt", ""}, // turned round
		{"ab", "ba", ""},   // too short for a guess
		{"x", "y", ""},
		{"tensor", "network", ""},
	} {
		if got := Closest(c.name, []string{"unrelated", c.candidates}); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestClosestOfSeveral: among names at the same distance, one that differs only by a doubled letter is suggested.
func TestClosestOfSeveral(t *testing.T) {
	for name, want := range map[string]string{"Addd": "Add", "Ad": "", "Flipp": "Flip", "Sofmax": "Softmax", "addd": "Add"} {
		if got := Closest(name, []string{"AddR", "Add", "Adds", "FlipUD", "Flip", "FlipU", "Softmax", "Somax"}); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
