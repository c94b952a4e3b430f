package kernel

import (
	"log/slog"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
)

// TestOneAtATime: messages of several clients come to a channel on goroutines of their own, and are handled one after
// the other.
func TestOneAtATime(t *testing.T) {
	c := &channel{name: "shell", ctx: t.Context(), serving: make(chan struct{}), log: slog.New(slog.DiscardHandler)}
	var inside, handled atomic.Int32
	c.serve(func([]byte, [][]byte) work {
		if n := inside.Add(1); n != 1 {
			t.Errorf("%d messages are handled at once", n)
		}
		for range 100 {
			runtime.Gosched()
		}
		inside.Add(-1)
		handled.Add(1)
		return nil
	})
	const clients, messages = 4, 50
	var all sync.WaitGroup
	for range clients {
		all.Go(func() {
			p := &peer{identity: []byte("client")}
			for range messages {
				c.take(p, nil)
			}
		})
	}
	all.Wait()
	if n := handled.Load(); n != clients*messages {
		t.Errorf("%d of %d messages are handled", n, clients*messages)
	}
}
