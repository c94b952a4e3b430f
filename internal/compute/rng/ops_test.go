package rng

import (
	"slices"
	"sync"
	"testing"
)

func TestOps(t *testing.T) {
	take := func() [3]uint32 {
		p := Ops()
		return [3]uint32{p.Uint32(), p.Uint32(), p.Uint32()}
	}
	SeedOps(1)
	a, b := take(), take()
	SeedOps(2)
	other := take()
	SeedOps(1)
	if again := take(); again != a || a == b || a == other {
		t.Errorf("streams %v %v %v, and again %v", a, b, other, again)
	}
}

// TestReplay: a replay draws from the same streams, also nested ones, while other goroutines draw.
func TestReplay(t *testing.T) {
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 100 {
				var drawn []uint32
				var inner *Streams
				draw := func() {
					drawn = append(drawn, Ops().Uint32())
					inner = TakenDuring(func() { drawn = append(drawn, Ops().Uint32(), Ops().Uint32()) })
					drawn = append(drawn, Ops().Uint32())
				}
				all := TakenDuring(draw)
				first := drawn
				for range 2 {
					drawn = nil
					all.Replay(draw)
					if !slices.Equal(drawn, first) {
						t.Errorf("drew %x, and again %x", first, drawn)
					}
				}
				inner.Replay(func() {
					if got := Ops().Uint32(); got != first[1] {
						t.Errorf("the inner function drew %x, and again %x", first[1], got)
					}
				})
			}
		})
	}
	wg.Wait()
}

// TestBranch: after a seed, a branch always draws the same numbers, independent of draws outside of it.
func TestBranch(t *testing.T) {
	draw := func(between int) (drawn []uint32) {
		SeedOps(1)
		a, b := NewBranch(false), NewBranch(true)
		take := func() { drawn = append(drawn, Ops().Uint32()) }
		for range 2 {
			for range between {
				Ops()
			}
			a.Run(take)
			b.Run(func() {
				TakenDuring(take).Replay(func() {
					if got := Ops().Uint32(); got != drawn[len(drawn)-1] {
						t.Errorf("drew %x, and again %x", drawn[len(drawn)-1], got)
					}
					take()
				})
				NewBranch(false).Run(take)
			})
		}
		return drawn
	}
	first := draw(0)
	if got := draw(3); !slices.Equal(got, first) {
		t.Errorf("drew %x, and with others between %x", first, got)
	}
	SeedOps(1)
	first = append(first, Ops().Uint32(), Ops().Uint32())
	slices.Sort(first)
	if n := len(slices.Compact(slices.Clone(first))); n != len(first) {
		t.Errorf("%d of %d numbers differ: %x", n, len(first), first)
	}
	if _, ok := Rival(); ok {
		t.Error("there is a rival outside of all branches")
	}
	NewBranch(true).Run(func() {
		if _, ok := Rival(); !ok {
			t.Error("a branch of rivals does not say so")
		}
	})
}
