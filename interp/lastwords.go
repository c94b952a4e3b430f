package interp

import (
	"fmt"
	"go/token"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/msrepl/msrepl/internal/session/lastwords"
)

// watchEnd makes the positions of cells available to another process, in case Go ends this one.
func (e *engine) watchEnd() {
	if at := lastwords.Start(); at != nil {
		e.machine.reached.start(at)
	}
}

// reached records the positions of compiled cells: at the start of each unit, and where goroutines start.
type reached struct {
	mu     sync.Mutex
	at     *int                   // where the number of the latest position is stored, nil before the first goroutine
	unit   token.Position         // the unit that runs
	last   int                    // the latest number
	number map[token.Position]int // of positions where goroutines of the unit start
}

func (r *reached) start(at *int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.at = at
	r.note()
}

// begin records the start of a unit.
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

// goes records the start of a goroutine.
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

// place numbers a position.
func (r *reached) place(at token.Position) int {
	r.last++
	lastwords.Place(r.last, fmt.Sprintf("%s:%d", at.Filename, at.Line))
	return r.last
}
