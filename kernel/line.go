package kernel

import (
	"sync"

	"github.com/msrepl/msrepl/internal/session/ticker"
)

// line answers requests one after the other, on the goroutine that has read the first of them, so that no other has
// to be woken. If that takes longer than a beat of the pulse, another goroutine reads on from its connection: what
// arrives meanwhile is answered or queued. The queue has no limit: a client may send a whole notebook at once.
type line struct {
	// answer answers a request. It returns false when it will be done, or was, on another goroutine, which calls
	// moved when it is.
	answer func(*request) (here bool)
	pulse  ticker.Pulse

	mu     sync.Mutex
	busy   bool
	queue  []*request
	readOn func() // reads on from the connection of the goroutine that answers, nil when another does
	closed bool
}

// take answers a request and those that are queued meanwhile, or queues it. It returns true when the goroutine,
// which calls readOn if it cannot, is to read on.
func (l *line) take(r *request, readOn func()) (reads bool) {
	l.mu.Lock()
	if l.busy {
		l.queue = append(l.queue, r)
		l.mu.Unlock()
		return true
	}
	l.busy, l.readOn = true, readOn
	l.mu.Unlock()
	l.pulse.Begin(l.handOver)
	return l.work(r)
}

func (l *line) work(r *request) (reads bool) {
	for r != nil {
		if !l.answer(r) {
			return false
		}
		r, reads = l.next()
	}
	return reads
}

// next returns the next request, nil for none: then reads says whether the goroutine that answered is still the one
// that reads.
func (l *line) next() (r *request, reads bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.queue) > 0 && !l.closed {
		r = l.queue[0]
		l.queue = l.queue[1:]
		return r, false
	}
	l.pulse.End()
	reads = l.readOn != nil
	l.busy, l.readOn = false, nil
	return nil, reads
}

// moved goes on with what is queued, on a goroutine other than the one that has begun.
func (l *line) moved() {
	l.handOver()
	r, _ := l.next()
	l.work(r)
}

// handOver has another goroutine read on.
func (l *line) handOver() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.readOn != nil {
		go l.readOn()
		l.readOn = nil
	}
}

// takeAll removes and returns the requests of one type that are queued, in order.
func (l *line) takeAll(msgType string) []*request {
	l.mu.Lock()
	defer l.mu.Unlock()
	var taken, kept []*request
	for _, r := range l.queue {
		if r.header.MsgType == msgType {
			taken = append(taken, r)
		} else {
			kept = append(kept, r)
		}
	}
	l.queue = kept
	return taken
}

// close ends the answers; what is queued is dropped.
func (l *line) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
}
