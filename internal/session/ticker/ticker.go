// Package ticker calls a function regularly while something runs, cheaply enough for things that take microseconds.
package ticker

import (
	"sync"
	"time"

	"github.com/msrepl/msrepl/internal/session/rawio"
)

// Every is the time between two beats. The first may be earlier.
const Every = 5 * time.Millisecond

// Pulse beats while something runs, and once afterwards, so that a run that begins soon after finds a running timer:
// setting one that expires before all others wakes a thread of the runtime. The zero Pulse is ready for use. A Pulse
// must not be copied.
type Pulse struct {
	Rest func() // called by the last beat, when nothing runs; may be nil

	mu    sync.Mutex
	timer *time.Timer
	goes  bool
	to    func() // nil while nothing runs
}

// Begin makes each beat call to, on a goroutine of the pulse, until End.
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
	rawio.Wake() // so that the monitor makes room for the beats
}

// End stops the calls. One that has begun may still run.
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
