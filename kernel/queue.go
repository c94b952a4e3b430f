package kernel

import "sync"

// queue holds the requests that are answered one after the other. It has no limit: a client may send
// a whole notebook at once.
type queue struct {
	mu     sync.Mutex
	filled sync.Cond
	items  []*request
	closed bool
}

func newQueue() *queue {
	q := &queue{}
	q.filled.L = &q.mu
	return q
}

func (q *queue) push(r *request) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.items = append(q.items, r)
	q.filled.Signal()
}

// pop waits for the next request; nil means that the queue was closed.
func (q *queue) pop() *request {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 && !q.closed {
		q.filled.Wait()
	}
	if q.closed {
		return nil
	}
	r := q.items[0]
	q.items = q.items[1:]
	return r
}

// takeAll removes and returns the requests of one type, in order.
func (q *queue) takeAll(msgType string) []*request {
	q.mu.Lock()
	defer q.mu.Unlock()
	var taken, kept []*request
	for _, r := range q.items {
		if r.header.MsgType == msgType {
			taken = append(taken, r)
		} else {
			kept = append(kept, r)
		}
	}
	q.items = kept
	return taken
}

func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.filled.Broadcast()
}
