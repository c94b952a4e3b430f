package session

import (
	"slices"
	"time"

	"github.com/msrepl/msrepl/interp"
)

// interruptRows measures the maximum time that a cell continues after an interrupt.
func interruptRows() []row {
	s := session("a := tensor.Ones(700, 700)", "c := make(chan int)", "var mu sync.Mutex; mu.Lock()")
	defer s.Close()
	var rows []row
	for _, r := range []struct {
		what, cell string
		target     float64
	}{
		{"a bare loop", "for {}", 2},
		{"a loop that calls", "func() { for { func() {}() } }()", 100},
		{"a sleep", "time.Sleep(time.Hour)", 100},
		{"a wait for a channel", "go func() { time.Sleep(time.Hour); c <- 1 }(); <-c", 100},
		{"a wait for a lock", "mu.Lock()", 100},
		{"products of matrices", "for { a.MatMul(a) }", 100},
	} {
		var took []time.Duration
		for range 10 {
			done := make(chan time.Time)
			go func() {
				if res := s.Eval(r.cell); res.Err == nil || res.Err.Kind != "Interrupted" {
					fatal("%s ended with %v", r.cell, res.Err)
				}
				done <- time.Now()
			}()
			time.Sleep(30 * time.Millisecond)
			took = append(took, interrupt(s, done))
		}
		rows = append(rows, row{"interrupt of " + r.what + ", the worst of 10", ms(slices.Max(took)), "ms", r.target, ""})
	}
	return rows
}

// interrupt returns how long a cell takes to end. It repeats an interrupt that came before the cell, which happens on
// a busy machine.
func interrupt(s *interp.Session, done chan time.Time) time.Duration {
	for {
		start := time.Now()
		s.Interrupt()
		select {
		case end := <-done:
			return end.Sub(start)
		case <-time.After(2 * time.Second):
		}
	}
}
