// Package ticker calls a function every now and then while something runs, cheaply enough to do so for things that
// take microseconds.
package ticker

import (
	"sync"
	"time"

	"github.com/msrepl/msrepl/internal/session/rawio"
)

// Every is the time between two beats. The first may come sooner.
const Every = 5 * time.Millisecond

// Pulse beats while something runs, and once afterwards, so that what begins soon after finds a timer that goes:
// setting one that is the first to end wakes a thread of the runtime. The zero Pulse is ready for use; it must not
// be copied.
type Pulse struct {
	Rest func() // called by a beat that finds nothing running, the last; may be nil

	mu    sync.Mutex
	timer *time.Timer
	goes  bool
	to    func() // nil while nothing runs
}

// Begin has to called at each beat, on a goroutine of the pulse, until End.
func (p *Pulse) Begin(to func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.to = to
	switch {
	case p.goes:
		return
	case p.timer == nil:
		p.timer = time.AfterFunc(Every, p.beat)
	default:
		p.timer.Reset(Every)
	}
	p.goes = true
	rawio.Wake() // somebody must make room for the beats
}

// End ends what Begin began. A call that is on its way may still come.
func (p *Pulse) End() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.to = nil
}

func (p *Pulse) beat() {
	p.mu.Lock()
	to := p.to
	p.goes = to != nil
	p.mu.Unlock()
	switch {
	case to != nil:
		to()
		p.timer.Reset(Every)
	case p.Rest != nil:
		p.Rest()
	}
}
