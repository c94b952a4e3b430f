package shape

import (
	"slices"
	"testing"
)

func TestBroadcast(t *testing.T) {
	for _, c := range []struct {
		a, b, want []int
		ok         bool
	}{
		{[]int{}, []int{}, []int{}, true},
		{[]int{3}, []int{}, []int{3}, true},
		{[]int{3, 1}, []int{1, 4}, []int{3, 4}, true},
		{[]int{2, 3, 4}, []int{3, 1}, []int{2, 3, 4}, true},
		{[]int{0}, []int{1}, []int{0}, true},
		{[]int{2}, []int{3}, nil, false},
		{[]int{0}, []int{2}, nil, false},
	} {
		for _, swap := range []bool{false, true} {
			a, b := c.a, c.b
			if swap {
				a, b = b, a
			}
			got, ok := Broadcast(a, b)
			if ok != c.ok || !slices.Equal(got, c.want) {
				t.Errorf("Broadcast(%v, %v) = %v, %v; want %v, %v", a, b, got, ok, c.want, c.ok)
			}
		}
	}
}

func TestIndex(t *testing.T) {
	for i, want := range [][]int{{0, 0, 0}, {0, 0, 1}, {1, 0, 0}, {1, 0, 1}} {
		if got := Index(i, []int{2, 1, 2}); !slices.Equal(got, want) {
			t.Errorf("Index(%d) = %v, want %v", i, got, want)
		}
	}
	if got := Index(0, nil); len(got) != 0 {
		t.Errorf("Index(0) of a 0-d shape = %v", got)
	}
}

func TestContiguous(t *testing.T) {
	for _, c := range []struct {
		shape, strides []int
		want           bool
	}{
		{[]int{}, []int{}, true},
		{[]int{2, 3}, []int{3, 1}, true},
		{[]int{2, 3}, []int{1, 2}, false},
		{[]int{1, 3}, []int{99, 1}, true},
		{[]int{3}, []int{0}, false},
		{[]int{0, 3}, []int{7, 7}, true},
		{[]int{4}, []int{-1}, false},
	} {
		if got := Contiguous(c.shape, c.strides); got != c.want {
			t.Errorf("Contiguous(%v, %v) = %v", c.shape, c.strides, got)
		}
	}
}

// TestSlice checks slices; the wanted values are Python's range(n)[start:stop:step].
func TestSlice(t *testing.T) {
	const none = 99
	for _, c := range []struct{ start, stop, step, n, first, count int }{
		{1, 3, 1, 5, 1, 2},
		{none, none, 1, 5, 0, 5},
		{none, none, -1, 5, 4, 5},
		{-2, none, 1, 5, 3, 2},
		{none, -1, 2, 5, 0, 2},
		{3, 0, -1, 5, 3, 3},
		{10, 20, 1, 5, 5, 0},
		{-10, 2, 1, 5, 0, 2},
		{4, none, -2, 5, 4, 3},
		{2, 1, 1, 5, 2, 0},
		{none, none, -1, 0, -1, 0},
	} {
		first, count := Slice(c.start, c.stop, c.step, c.start != none, c.stop != none, c.n)
		if first != c.first || count != c.count {
			t.Errorf("%+v: got %d, %d", c, first, count)
		}
	}
}

func TestResolve(t *testing.T) {
	for _, c := range []struct {
		want []int
		size int
		out  []int
		ok   bool
	}{
		{[]int{2, -1}, 6, []int{2, 3}, true},
		{[]int{-1}, 0, []int{0}, true},
		{[]int{4}, 6, nil, false},
		{[]int{-1, -1}, 6, nil, false},
		{[]int{-1, 4}, 6, nil, false},
		{[]int{-2}, 6, nil, false},
		{[]int{}, 1, []int{}, true},
	} {
		out, ok := Resolve(c.want, c.size)
		if ok != c.ok || (ok && !slices.Equal(out, c.out)) {
			t.Errorf("Resolve(%v, %d) = %v, %v", c.want, c.size, out, ok)
		}
	}
}

func TestReducedAxes(t *testing.T) {
	if got := ReducedAxes([]int{2, 3, 4}, []int{3, 1}); !slices.Equal(got, []int{0, 2}) {
		t.Errorf("got %v", got)
	}
	if got := ReducedAxes([]int{2}, []int{2}); got != nil {
		t.Errorf("got %v", got)
	}
}
