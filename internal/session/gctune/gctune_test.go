package gctune

import (
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

func TestPercent(t *testing.T) {
	for _, c := range []struct {
		live uint64
		want int
	}{{0, 1600}, {1 << 20, 1575}, {4 << 20, 1500}, {32 << 20, 100}, {48 << 20, 33}, {64 << 20, 0}, {1 << 30, 0}} {
		if got := percent(c.live); got != c.want {
			t.Errorf("percent(%d) = %d, want %d", c.live, got, c.want)
		}
	}
}

// A heap of a session grows to at most twice what is live and 128 MB: 64 MB to 256, 256 MB to 640.
func TestMost(t *testing.T) {
	for _, c := range []struct {
		live uint64
		want int
	}{{32 << 20, 500}, {64 << 20, 300}, {256 << 20, 150}, {1 << 30, 112}} {
		if got := most(c.live); got != c.want {
			t.Errorf("most(%d) = %d, want %d", c.live, got, c.want)
		}
	}
}

// A heap stays small until there is work.
func TestSpare(t *testing.T) {
	atDefault(t)
	percentage := func() int {
		tune.mu.Lock()
		defer tune.mu.Unlock()
		return tune.now
	}
	Relax()
	Spare()
	if p := percentage(); p != spareGrowth {
		t.Errorf("%d percent before there is work", p)
	}
	Start()
	if p := percentage(); p <= heapGrowth {
		t.Errorf("%d percent once there is work", p)
	}
	Spare()
	if p := percentage(); p <= heapGrowth {
		t.Errorf("%d percent when work has begun", p)
	}
	tune.mu.Lock()
	tune.base = 100
	tune.mu.Unlock()
}

// The growth of a session is bounded once much is live.
func TestLargeSession(t *testing.T) {
	atDefault(t)
	Relax()
	big := make([]byte, 256<<20)
	p := 0
	if !testenv.Wait(func() bool {
		runtime.GC()
		tune.mu.Lock()
		defer tune.mu.Unlock()
		p = tune.now
		return p > 100 && p <= 150
	}) {
		t.Errorf("256 MB may grow by %d percent", p)
	}
	runtime.KeepAlive(big)
	tune.mu.Lock()
	tune.base = 100
	tune.mu.Unlock()
}

// A small heap may grow to the floor, a large one as Go lets it; a program that sets the percentage itself is left
// alone.
func TestFloor(t *testing.T) {
	atDefault(t)
	Start()
	wait := func(what string, ok func(p int) bool) {
		t.Helper()
		p := 0
		if !testenv.Wait(func() bool {
			runtime.GC() // its finalizer sets the percentage
			tune.mu.Lock()
			p = tune.now
			tune.mu.Unlock()
			return ok(p)
		}) {
			t.Errorf("%s: the percentage is %d", what, p)
		}
	}
	wait("small heap", func(p int) bool { return p > 1000 })
	big := make([]byte, floor)
	wait("large heap", func(p int) bool { return p == 100 })
	runtime.KeepAlive(big)
	big = nil
	wait("small again", func(p int) bool { return p > 1000 })
	before := debug.SetGCPercent(250)
	defer debug.SetGCPercent(before)
	big = make([]byte, floor)
	wait("set by the program", func(int) bool {
		tune.mu.Lock()
		defer tune.mu.Unlock()
		return tune.off
	})
	runtime.KeepAlive(big)
	if p := debug.SetGCPercent(250); p != 250 {
		t.Errorf("the program had set 250, it is %d", p)
	}
}

// atDefault makes the test see the collector as it is where nobody has set it.
func atDefault(t *testing.T) {
	t.Helper()
	t.Setenv("GOGC", "")
	tune.mu.Lock()
	defer tune.mu.Unlock()
	if before := debug.SetGCPercent(100); tune.begun {
		debug.SetGCPercent(before) // the tuner's own
	}
}
