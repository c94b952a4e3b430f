package interrupt

import (
	"testing"
	"time"
)

// stopped runs f and returns what it panics with.
func stopped(f func()) (value any) {
	defer func() { value = recover() }()
	f()
	return nil
}

func TestCheck(t *testing.T) {
	Check() // under no switch
	s, other := New("stop"), New("other")
	loop := func() {
		for {
			Check()
		}
	}
	time.AfterFunc(time.Millisecond, s.Turn)
	if got := stopped(func() { s.Within(loop) }); got != "stop" {
		t.Errorf("the loop ended with %v", got)
	}
	s.Turn()
	if got := stopped(func() { s.Within(func() { other.Within(Check) }) }); got != nil {
		t.Errorf("an inner switch that nobody turned stopped with %v", got)
	}
	if got := stopped(func() { other.Within(Check) }); got != nil {
		t.Errorf("another switch stopped with %v", got)
	}
	if n := pending.Load(); n != 0 {
		t.Errorf("%d switches are pending at the end", n)
	}
}

// TestGoroutines: what a stopped function has started stops, too, and what it leaves behind stays pending.
func TestGoroutines(t *testing.T) {
	s := New("stop")
	ended := make(chan any)
	s.Within(func() {
		go func() {
			ended <- stopped(func() {
				for {
					Check()
				}
			})
		}()
		s.Turn()
		if got := <-ended; got != "stop" {
			t.Errorf("the goroutine ended with %v", got)
		}
		if n := pending.Load(); n != 1 {
			t.Errorf("%d switches are pending while one function runs", n)
		}
	})
}

func BenchmarkCheck(b *testing.B) {
	for b.Loop() {
		Check()
	}
}
