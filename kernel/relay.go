package kernel

import (
	"sync"

	"github.com/msrepl/msrepl/internal/session/ticker"
)

// relay is a queue of requests that are answered one after the other. It owns who answers and who reads. The
// goroutine that has read a request answers it, so that no other has to be woken:
//
//	             enter             beat of the pulse, or a failed cell
//	resting ─────────────▶ joined ─────────────────────────────────────▶ split ◀─┐
//	   ▲                     │                                            │  │   │ takeOver: a stuck cell
//	   │   the queue is empty│                         the queue is empty │  └───┘ was left behind
//	   └─────────────────────┴────────────────────────────────────────────┘
//
// joined: one goroutine answers, and reads on when it is done. split: it takes longer than a beat, and another
// goroutine reads on; what arrives is answered elsewhere or queued. A goroutine that is left behind does nothing more
// once it returns: the one that took over answers the rest of the queue.
//
// The queue has no limit: a client may send a whole notebook at once.
type relay struct {
	// answer answers a request. It returns false if it has left its goroutine behind: then takeOver was called.
	answer func(*request) (here bool)
	pulse  ticker.Pulse

	mu     sync.Mutex
	state  relayState
	queue  []*request
	readOn func() // reads on from the connection of the goroutine that answers; set while they are joined
	closed bool
}

type relayState uint8

const (
	resting relayState = iota
	joined
	split
)

// enter answers a request and those that are queued meanwhile, or queues it. It returns true if the calling goroutine
// is to read on; another one calls readOn otherwise.
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

// run answers r and what is queued after it, r being nil for nothing.
func (l *relay) run(r *request) (reads bool) {
	for r != nil {
		if !l.answer(r) {
			return false
		}
		r, reads = l.next()
	}
	return reads
}

// next returns the next request. If there is none the relay rests, and reads says whether the goroutine that answered
// is still the one that reads.
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

// split has another goroutine read on.
func (l *relay) split() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.state == joined {
		go l.readOn()
		l.state, l.readOn = split, nil
	}
}

// takeOver answers on, on the calling goroutine, in place of one that is left behind: finish ends the request that it
// is stuck in.
func (l *relay) takeOver(finish func()) {
	l.split()
	finish()
	r, _ := l.next()
	l.run(r)
}

// takeCells removes and returns the cells that are queued, in order, but for those of other lines that
// wait for their turn here.
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

// close ends the answers; what is queued is dropped.
func (l *relay) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
}
