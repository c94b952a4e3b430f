package mempool

import (
	"testing"
	"unsafe"
)

// TestClasses: classes grow with the size, waste at most an eighth, and have room for their size.
func TestClasses(t *testing.T) {
	for _, n := range []int{0, 1, Pooled - 1, 1<<maxBits + 1} {
		if c := classOf(n); c != 0 {
			t.Errorf("%d bytes have class %d, want none", n, c)
		}
	}
	last := Class(0)
	for n := Pooled; n <= 1<<maxBits; n += 1 + n/100 {
		for _, m := range []int{n, 1 << 20, 1<<20 + 1, 1 << maxBits} {
			c := classOf(m)
			if s := c.size(); s < m || s > m+m/each+1 {
				t.Fatalf("%d bytes get %d", m, s)
			}
			if classOf(c.size()) != c || int(c) >= len(pools) {
				t.Fatalf("class %d has buffers of %d bytes, which have class %d", c, c.size(), classOf(c.size()))
			}
		}
		if c := classOf(n); c < last {
			t.Fatalf("%d bytes have class %d, fewer %d", n, c, last)
		} else {
			last = c
		}
	}
}

// TestModes: a buffer that is returned is filled with NaN in the mode Poisoned, and unchanged in the mode Off.
func TestModes(t *testing.T) {
	const n = 3 * Pooled
	first := func(p unsafe.Pointer) *float32 { return (*float32)(p) }
	p, c, _ := Get(n)
	*first(p) = 1
	Off(func() { Put(p, c) })
	if *first(p) != 1 {
		t.Error("a buffer was written to when it was not to be used again")
	}
	Poisoned(func() { Put(p, c) })
	if v := *first(p); v == v {
		t.Errorf("a poisoned buffer begins with %v", v)
	}
}
