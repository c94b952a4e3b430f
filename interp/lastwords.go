package interp

import (
	"fmt"
	"go/token"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/msrepl/msrepl/internal/session/lastwords"
)

// watchEnd has somebody else know where cells are, should Go end the process.
func (e *engine) watchEnd() {
	if at := lastwords.Start(); at != nil {
		e.machine.reached.start(at)
	}
}

// reached notes where compiled cells are: at the start of each unit, and where a goroutine starts.
type reached struct {
	mu     sync.Mutex
	at     *int                   // where the number of the last place is kept, nil before the first goroutine
	unit   token.Position         // the unit that runs
	last   int                    // the last number
	number map[token.Position]int // of places where goroutines of the unit start
}

func (r *reached) start(at *int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.at = at
	r.note()
}

// begin notes that a unit begins.
func (r *reached) begin(unit token.Position) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.at == nil && lastwords.On() { // an earlier session has had goroutines
		r.at = lastwords.Start()
	}
	r.unit, r.number = unit, nil
	r.note()
}

func (r *reached) note() {
	if r.at != nil {
		atomic.StoreInt64((*int64)(unsafe.Pointer(r.at)), int64(r.place(r.unit)))
		lastwords.Changed()
	}
}

// goes notes that a goroutine starts.
func (r *reached) goes(at token.Position) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.at == nil {
		return
	}
	n := r.number[at]
	if n == 0 {
		if r.number == nil {
			r.number = map[token.Position]int{}
		}
		n = r.place(at)
		r.number[at] = n
	}
	lastwords.Started(n)
}

// place gives a place a number.
func (r *reached) place(at token.Position) int {
	r.last++
	lastwords.Place(r.last, fmt.Sprintf("%s:%d", at.Filename, at.Line))
	return r.last
}
