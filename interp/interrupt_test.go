package interp

import (
	"strconv"
	"strings"
	"testing"
	"time"
)

type endlessCell struct {
	name, src string
	within    time.Duration
	rewrite   string
}

// endless are cells that never end, how long an interrupt may take to end them, and the rewrite that
// makes it so.
var endless = []endlessCell{
	{"loop", "for { }", 100 * time.Millisecond, ""},
	{"loop in a function", "spin()", 100 * time.Millisecond, ""},
	{"sleep", "time.Sleep(time.Hour)", 100 * time.Millisecond, ""},
	{"sleeping loop", "for { time.Sleep(time.Millisecond) }", 100 * time.Millisecond, ""},
	{"receive", "<-make(chan int)", 70 * time.Millisecond, "receive"},
	{"receive of two", "v, ok := <-make(chan int); _, _ = v, ok", 100 * time.Millisecond, ""},
	{"send", "make(chan int) <- 1", 70 * time.Millisecond, "send"},
	{"range over a channel", "for range make(chan int) { }", 70 * time.Millisecond, "range-chan"},
	{"select", "select { case <-make(chan int): case make(chan bool) <- true: }", 70 * time.Millisecond, "select"},
	{"empty select", "select { }", 100 * time.Millisecond, ""},
	{"recover", "func() { defer func() { recover() }(); <-make(chan int) }(); for { }", 100 * time.Millisecond, ""},
	{"compiled code that calls back again and again", "sort.Slice(make([]int, 1000000), func(i, j int) bool { for { } })", 70 * time.Millisecond, "halts"},
	{"compiled code that calls a method", "sort.Sort(slow(1000000))", 100 * time.Millisecond, ""},
	{"compiled code that waits", "var wg sync.WaitGroup; wg.Add(1); wg.Wait()", 2 * time.Second, ""},
	{"compiled code that calls back", "sort.Slice(make([]int, 1000), func(i, j int) bool { for { } })", 2 * time.Second, ""},
}

// slowSort is a type whose values are never sorted.
const slowSort = `type slow int
func (s slow) Len() int           { return int(s) }
func (s slow) Swap(i, j int)      {}
func (s slow) Less(i, j int) bool { for { } }`

// needsRewrite shows that an interrupt takes longer without the rewrite.
func (c endlessCell) needsRewrite(t *testing.T) {
	s, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	s.e.front.Off = map[string]bool{c.rewrite: true}
	if took := timeToStop(t, s, c.src); took < c.within {
		t.Errorf("%s: an interrupt took only %v without rewrite %s", c.src, took, c.rewrite)
	}
}

// timeToStop interrupts a cell when it has run for a while and returns how long it took to end. On a machine that is busy with other
// things a cell may be long in coming to run.
func timeToStop(t *testing.T, s *Session, src string) time.Duration {
	t.Helper()
	var asked time.Time
	runs := func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		return s.now != nil
	}
	go func() {
		for !runs() {
			time.Sleep(time.Millisecond)
		}
		time.Sleep(50 * time.Millisecond)
		asked = time.Now()
		s.Interrupt()
	}()
	r := s.Eval(src)
	took := time.Since(asked)
	if r.Err == nil || r.Err.Kind != kindInterrupt {
		t.Fatalf("got %v, want an interrupt", r.Err)
	}
	return took
}

func TestInterrupt(t *testing.T) {
	rec := &recorder{}
	s, err := New(Options{Sink: rec})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	must := func(src, want string) {
		t.Helper()
		r := s.Eval(src)
		if r.Err != nil {
			t.Fatal(r.Err)
		}
		if r.Value == nil || r.Value.Text() != want {
			t.Fatalf("%s: got %v, want %s", src, r.Value, want)
		}
	}
	must("n := 0\ncount := func() int { n++; return n }\nfunc spin() { for { n += 0 } }\n"+slowSort+"\ncount()", "1")
	for i, c := range endless {
		t.Run(c.name, func(t *testing.T) {
			if took := timeToStop(t, s, c.src); took > c.within {
				t.Errorf("took %v, want less than %v", took, c.within)
			}
			must("count()", strconv.Itoa(i+2))
		})
	}
}

// TestInterruptWhileCompiling: an interrupt that comes before the cell runs is not lost.
func TestInterruptWhileCompiling(t *testing.T) {
	s := newSession(t)
	go func() {
		for asked := false; !asked; time.Sleep(100 * time.Microsecond) {
			s.mu.Lock()
			asked = s.compiling
			s.mu.Unlock()
		}
		s.Interrupt()
	}()
	r := s.Eval("ran := true\ntime.Sleep(2 * time.Second)\n" + strings.Repeat("if ran { fmt.Sprint(1, \"a\", []int{2}) }\n", 500))
	if r.Err == nil || r.Err.Kind != kindInterrupt {
		t.Fatalf("got %v, want an interrupt", r.Err)
	}
	if r := s.Eval("2 + 2"); r.Err != nil || r.Value.Text() != "4" {
		t.Fatalf("then got %v, %v", r.Value, r.Err)
	}
}

func TestRunawayRecursion(t *testing.T) {
	s, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	r := s.Eval("func down(n int) int { return down(n+1) + 1 }\ndown(0)")
	if r.Err == nil || r.Err.Kind != kindRecursion {
		t.Fatalf("got %v, want a RecursionError", r.Err)
	}
	if r = s.Eval("1 + 1"); r.Err != nil || r.Value.Text() != "2" {
		t.Fatalf("the session is broken: %v", r.Err)
	}
}

// TestPrinting guards against output that costs a round trip per line.
func TestPrinting(t *testing.T) {
	rec := &recorder{}
	s, err := New(Options{Sink: rec})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	start := time.Now()
	if r := s.Eval("for i := range 10000 { fmt.Println(i) }"); r.Err != nil {
		t.Fatal(r.Err)
	}
	if n := strings.Count(rec.take(), "\n"); n != 10000 {
		t.Errorf("got %d lines, want 10000", n)
	}
	if took := time.Since(start); took > 2*time.Second {
		t.Errorf("printing took %v", took)
	}
}
