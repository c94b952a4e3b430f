package kernel

import (
	"sync"

	"github.com/msrepl/msrepl/internal/session/ticker"
)

// relay is a queue of requests that are answered one at a time. It decides which goroutine answers and which one
// reads. The goroutine that has read a request answers it, so that no other has to be woken:
//
//	             enter             beat of the pulse, or a failed cell
//	resting ─────────────▶ joined ─────────────────────────────────────▶ split ◀─┐
//	   ▲                     │                                            │  │   │ takeOver: a stuck cell
//	   │   the queue is empty│                         the queue is empty │  └───┘ was left behind
//	   └─────────────────────┴────────────────────────────────────────────┘
//
// joined: one goroutine answers, and continues to read when it is done. split: answering takes longer than a beat, so
// another goroutine reads; new requests are answered elsewhere or queued. An abandoned goroutine does nothing more
// once it returns: the one that took over answers the rest of the queue.
//
// The queue has no limit: a client may send a whole notebook at once.
type relay struct {
	// answer answers a request. It returns false if its goroutine was abandoned: then takeOver was called.
	answer func(*request) (here bool)
	pulse  ticker.Pulse

	mu     sync.Mutex
	state  relayState
	queue  []*request
	readOn func() // continues to read the connection of the goroutine that answers; set while joined
	closed bool
}

type relayState uint8

const (
	resting relayState = iota
	joined
	split
)

// enter answers a request and those queued meanwhile, or queues it. It returns true if the calling goroutine is to
// continue reading; otherwise another one calls readOn.
func (l *relay) enter(r *request, readOn func()) (reads bool) {
	l.mu.Lock()
	if l.state != resting {
		l.queue = append(l.queue, r)
		l.mu.Unlock()
		return true
	}
	l.state, l.readOn = joined, readOn
	l.mu.Unlock()
	l.pulse.Begin(l.split)
	return l.run(r)
}

// run answers r, if not nil, and the requests queued after it.
func (l *relay) run(r *request) (reads bool) {
	for r != nil {
		if !l.answer(r) {
			return false
		}
		r, reads = l.next()
	}
	return reads
}

// next returns the next request. If there is none, the relay becomes idle, and reads reports whether the goroutine
// that answered still owns reading.
func (l *relay) next() (r *request, reads bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.queue) > 0 && !l.closed {
		r = l.queue[0]
		l.queue = l.queue[1:]
		return r, false
	}
	l.pulse.End()
	reads = l.state == joined
	l.state, l.readOn = resting, nil
	return nil, reads
}

// split starts a goroutine that continues to read.
func (l *relay) split() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.state == joined {
		go l.readOn()
		l.state, l.readOn = split, nil
	}
}

// takeOver continues to answer on the calling goroutine in place of an abandoned one; finish ends the request in which
// that one is stuck.
func (l *relay) takeOver(finish func()) {
	l.split()
	finish()
	r, _ := l.next()
	l.run(r)
}

// takeCells removes and returns the queued cells, in order, except those of subshells that wait here.
func (l *relay) takeCells() []*request {
	l.mu.Lock()
	defer l.mu.Unlock()
	var taken, kept []*request
	for _, r := range l.queue {
		if r.header.MsgType == "execute_request" && r.over == nil {
			taken = append(taken, r)
		} else {
			kept = append(kept, r)
		}
	}
	l.queue = kept
	return taken
}

// close stops answering; queued requests are dropped.
func (l *relay) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
}
