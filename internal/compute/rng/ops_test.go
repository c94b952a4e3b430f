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

// A replay takes the same streams, nested ones too, though other goroutines draw meanwhile.
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
