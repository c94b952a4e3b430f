package shape

import (
	"fmt"
	"testing"
)

func TestSizes(t *testing.T) {
	type tuple []any
	type lengths []int
	for _, c := range []struct {
		in   any
		want string
	}{
		{3, "[3] true"},
		{[]int{1, 2}, "[1 2] true"},
		{lengths{1, 2}, "[1 2] true"},
		{[]any{nil, 2}, "[0 2] true"},
		{tuple{4, nil, nil}, "[4 0 0] true"},
		{tuple{}, "[] true"},
		{nil, "[] false"},
		{[]any{1.5}, "[] false"},
		{"23", "[] false"},
		{[]string{"2"}, "[] false"},
	} {
		list, ok := Sizes(c.in)
		if got := fmt.Sprint(list, ok); got != c.want {
			t.Errorf("Sizes(%v) = %s, want %s", c.in, got, c.want)
		}
	}
}
