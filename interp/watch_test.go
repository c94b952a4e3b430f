package interp

import (
	"testing"
	"time"
)

// The pulse beats while a cell runs, is there already for one that follows at once, and stops for a session that waits.
func TestPulse(t *testing.T) {
	var p pulse
	goes := func() bool {
		p.mu.Lock()
		defer p.mu.Unlock()
		return p.goes
	}
	for range 3 {
		beats := p.begin()
		for range 2 {
			select {
			case <-beats:
			case <-time.After(10 * time.Second):
				t.Fatal("no beat")
			}
		}
		timer, ended := p.timer, time.Now()
		p.end()
		p.begin()
		if p.timer != timer && time.Since(ended) < watchEvery {
			t.Error("a cell that follows at once sets a timer of its own")
		}
		p.end()
		for end := time.Now().Add(10 * time.Second); goes(); time.Sleep(watchEvery) {
			if time.Now().After(end) {
				t.Fatal("it beats on")
			}
		}
	}
}
