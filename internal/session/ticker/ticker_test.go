package ticker

import (
	"testing"
	"time"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

// TestPulse: it beats while something runs, is there already for what follows at once, and stops when nothing does.
func TestPulse(t *testing.T) {
	var p Pulse
	goes := func() bool {
		p.mu.Lock()
		defer p.mu.Unlock()
		return p.goes
	}
	for range 3 {
		beats := make(chan bool)
		p.Begin(func() {
			select {
			case beats <- true:
			case <-time.After(Every): // nobody listens any more
			}
		})
		for range 2 {
			select {
			case <-beats:
			case <-time.After(testenv.Patience):
				t.Fatal("no beat")
			}
		}
		p.End()
		if !goes() {
			t.Error("what follows at once would set a timer of its own")
		}
		if !testenv.Wait(func() bool { return !goes() }) {
			t.Fatal("it beats on")
		}
	}
}
