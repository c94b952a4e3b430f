package pulse

import (
	"testing"
	"time"
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
			case <-time.After(10 * time.Second):
				t.Fatal("no beat")
			}
		}
		p.End()
		if !goes() {
			t.Error("what follows at once would set a timer of its own")
		}
		for end := time.Now().Add(10 * time.Second); goes(); time.Sleep(Every) {
			if time.Now().After(end) {
				t.Fatal("it beats on")
			}
		}
	}
}
