package display

import (
	"sync"
	"time"
)

// liveEvery is the time between updates of a live display: short enough to look live, without many messages.
const liveEvery = 100 * time.Millisecond

// live is an output that changes often. It sends at most one state per liveEvery, and always the last one.
type live struct {
	at     *stage
	id     string
	bundle func(done bool) Bundle // the current state

	mu    sync.Mutex
	shown bool // has been sent once
	done  bool
	armed bool // a timer will send
	dirty bool // there is a state that was not sent
	next  time.Time
}

func newLive(bundle func(done bool) Bundle) *live {
	return &live{at: output(), id: newID(), bundle: bundle}
}

// changed records a new state, and sends it now or soon.
func (l *live) changed() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.done {
		return
	}
	if !l.dirty {
		l.dirty = true
		l.at = output() // may be another cell than the one that created it
		l.at.hold(l, true)
	}
	wait := time.Until(l.next)
	switch {
	case wait <= 0:
		l.send()
	case !l.armed:
		l.armed = true
		time.AfterFunc(wait, l.late)
	}
}

func (l *live) late() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.armed = false
	l.send()
}

// flush sends the pending state.
func (l *live) flush() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.send()
}

// finish sends the last state.
func (l *live) finish() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.done {
		return
	}
	l.done, l.dirty = true, true
	l.send()
}

// The caller of send holds l.mu.
func (l *live) send() {
	if !l.dirty {
		return
	}
	l.dirty = false
	l.at.hold(l, false)
	l.next = time.Now().Add(liveEvery)
	b := l.bundle(l.done)
	b.ID, b.Live = l.id, !l.done
	if l.shown {
		l.at.Update(b)
		return
	}
	l.shown = true
	l.at.Display(b)
}
