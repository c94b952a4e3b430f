package interp

import (
	"strings"
	"testing"
)

// fatals are failures that Go does not survive: it runs no deferred function then, and nothing recovers.
var fatals = map[string]string{
	"<-make(chan int)":                                               "Deadlock: all goroutines are asleep - deadlock!",
	"var mu sync.Mutex; mu.Unlock()":                                 "RuntimeError: sync: unlock of unlocked mutex",
	"var mu sync.RWMutex; mu.Unlock()":                               "RuntimeError: sync: Unlock of unlocked RWMutex",
	"var mu sync.RWMutex; mu.RUnlock()":                              "RuntimeError: sync: RUnlock of unlocked RWMutex",
	"var l sync.Locker = &sync.Mutex{}; l.Unlock()":                  "RuntimeError: sync: unlock of unlocked mutex",
	"l := sync.NewCond(&sync.RWMutex{}).L; defer l.Unlock()":         "RuntimeError: sync: Unlock of unlocked RWMutex",
	"f := sync.NewCond(&sync.Mutex{}).L.Unlock; f()":                 "RuntimeError: sync: unlock of unlocked mutex",
	"(&sync.RWMutex{}).RLocker().Unlock()":                           "RuntimeError: sync: RUnlock of unlocked RWMutex",
	"var l sync.Locker = &struct{ sync.Mutex; n int }{}; l.Unlock()": "RuntimeError: sync: unlock of unlocked mutex",
	"var mu sync.RWMutex; mu.Lock(); mu.RUnlock()":                   "RuntimeError: sync: RUnlock of unlocked RWMutex",
	"var mu sync.RWMutex; mu.RLock(); mu.Unlock()":                   "RuntimeError: sync: Unlock of unlocked RWMutex",
	"sync.NewCond(&sync.Mutex{}).Wait()":                             "RuntimeError: sync: unlock of unlocked mutex",
	"sync.NewCond(&sync.RWMutex{}).Wait()":                           "RuntimeError: sync: Unlock of unlocked RWMutex",

	"runtime.SetFinalizer(nil, nil)":                     "SetFinalizer: first argument is nil",
	"runtime.SetFinalizer(1, func(int) {})":              "SetFinalizer: first argument is int, not pointer",
	"var p *int; runtime.SetFinalizer(p, func(*int) {})": "SetFinalizer: pointer not in allocated block",
	"runtime.SetFinalizer(new(int), 5)":                  "SetFinalizer: second argument is int, not a function",
	"runtime.SetFinalizer(new(int), func(int) {})":       "SetFinalizer: cannot pass *int to finalizer func(int)",
	"runtime.SetFinalizer(new(int), func(*int, int) {})": "SetFinalizer: cannot pass *int to finalizer func(*int, int)",

	"var f func(int) int; f = deep; f(1)":    "RecursionError: maximum recursion depth exceeded",
	"slices.SortFunc([]int{1, 2}, unlocked)": "RuntimeError: sync: unlock of unlocked mutex",
}

// TestFatal: deferred functions of a program do not run; those of a session, which continues, do.
func TestFatal(t *testing.T) {
	const before = `
func deep(n int) int { return n + deep(n+1) }
func unlocked(a, b int) int { var mu sync.Mutex; mu.Unlock(); return 0 }`
	for src, want := range fatals {
		for _, program := range []bool{true, false} {
			rec := &recorder{}
			s, err := New(Options{Sink: rec, Batch: program})
			if err != nil {
				t.Fatal(err)
			}
			s.Eval(before)
			r := s.Eval("func() {\n\tdefer fmt.Println(`deferred`)\n\tdefer func() { recover() }()\n\t" + src + "\n}()")
			printed := rec.take()
			if r.Err == nil || !strings.Contains(r.Err.Error(), want) {
				t.Errorf("%s: got %v and %q, want %s", src, r.Err, printed, want)
			}
			if got := strings.Contains(printed, "deferred"); got == program {
				t.Errorf("%s, program %t: deferred functions run: %t", src, program, got)
			}
			s.Close()
		}
	}
}

// TestRecursionIsShort: a call that comes again and again is shown a few times.
func TestRecursionIsShort(t *testing.T) {
	s := newSession(t, "func deep(n int) int { return n + deep(n+1) }")
	r := s.Eval("deep(1)")
	if r.Err == nil || strings.Count(r.Err.Error(), "called from") > shownAgain+1 ||
		!strings.Contains(r.Err.Error(), "more times)") {
		t.Errorf("got %v", r.Err)
	}
}
