package display

import (
	"crypto/rand"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/msrepl/msrepl/internal/session/gls"
)

// Output receives displays, in order. Its methods may be called from any goroutine.
type Output interface {
	// Display delivers a new output; b.ID names it when it may be updated.
	Display(b Bundle)
	// Update replaces the outputs named b.ID.
	Update(b Bundle)
	// Clear removes what the cell has put out, at once or, with wait, when the next output comes.
	Clear(wait bool)
}

var (
	current gls.Var[*stage]
	latest  atomic.Pointer[stage] // for goroutines that outlive their cell
	ids     atomic.Int64
)

// stage is an output with the live displays whose last state has not been delivered.
type stage struct {
	Output
	mu      sync.Mutex
	pending map[*live]bool
}

// Within calls f and sends its displays, including those of goroutines that it starts, to out. When it returns, live
// displays have sent their final state.
func Within(out Output, f func()) {
	s := newStage(out)
	latest.Store(s)
	s.during(f)
}

func newStage(out Output) *stage { return &stage{Output: out, pending: map[*live]bool{}} }

func (s *stage) during(f func()) {
	defer s.settle()
	current.With(s, f)
}

// output returns where the caller's displays go: to the session whose cell calls it, otherwise to standard output.
func output() *stage {
	if s, ok := current.Get(); ok {
		return s
	}
	if s := latest.Load(); s != nil {
		return s
	}
	return standard()
}

// settle delivers the pending states of live displays.
func (s *stage) settle() {
	s.mu.Lock()
	var held []*live
	for l := range s.pending {
		held = append(held, l)
	}
	s.mu.Unlock()
	for _, l := range held {
		l.flush()
	}
}

func (s *stage) hold(l *live, on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if on {
		s.pending[l] = true
		return
	}
	delete(s.pending, l)
}

// family is a part of all names of outputs that differs between processes: a page may still show earlier outputs.
var family = sync.OnceValue(rand.Text)

// newID returns a name for an output.
func newID() string { return fmt.Sprintf("%s-%d", family(), ids.Add(1)) }
