package interp

import (
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

type endlessCell struct{ name, src string }

// endless are cells that never end. Each ends by itself after an interrupt, rather than that the session leaves it
// behind.
var endless = []endlessCell{
	{"loop", "for { }"},
	{"loop in a function", "spin()"},
	{"sleep", "time.Sleep(time.Hour)"},
	{"sleeping loop", "for { time.Sleep(time.Millisecond) }"},
	{"receive", "<-make(chan int)"},
	{"receive of two", "v, ok := <-make(chan int); _, _ = v, ok"},
	{"send", "make(chan int) <- 1"},
	{"range over a channel", "for range make(chan int) { }"},
	{"select", "select { case <-make(chan int): case make(chan bool) <- true: }"},
	{"empty select", "select { }"},
	{"recover", "func() { defer func() { recover() }(); <-make(chan int) }(); for { }"},
	{"compiled code that calls back again and again", "sort.Slice(make([]int, 1000000), func(i, j int) bool { for { } })"},
	{"compiled code that calls a method", "sort.Sort(slow(1000000))"},
	{"compiled code that calls methods without a loop or a call", "sort.Sort(still(0))"},
	{"compiled code that waits", "var wg sync.WaitGroup; wg.Add(1); wg.Wait()"},
	{"compiled code that calls back", "sort.Slice(make([]int, 1000), func(i, j int) bool { for { } })"},
}

// slowSort is a type whose values are never sorted.
const slowSort = `type slow int
func (s slow) Len() int           { return int(s) }
func (s slow) Swap(i, j int)      {}
func (s slow) Less(i, j int) bool { for { } }
type still int
func (s still) Len() int           { return 1 << 50 }
func (s still) Swap(i, j int)      {}
func (s still) Less(i, j int) bool { return false }`

// ending is how a cell ended that was interrupted.
type ending struct {
	left bool          // behind, as its code did not end in time
	took time.Duration // of the processors, from the interrupt to the result
	text string        // of the error
}

// interruptCell interrupts a cell when it has run for a while.
func interruptCell(t *testing.T, s *Session, src string) (end ending) {
	t.Helper()
	return interruptAfter(t, s, src, 50*time.Millisecond)
}

// interruptAfter interrupts a cell that has run for a time.
func interruptAfter(t *testing.T, s *Session, src string, wait time.Duration) (end ending) {
	t.Helper()
	var run *running
	var asked time.Duration
	go func() {
		for run == nil {
			time.Sleep(time.Millisecond)
			s.mu.Lock()
			run = s.now
			s.mu.Unlock()
		}
		time.Sleep(wait)
		asked = testenv.ProcessorTime()
		s.Interrupt()
	}()
	r := s.Eval(src)
	end.took = testenv.ProcessorTime() - asked
	if r.Err == nil || r.Err.Kind != kindInterrupt {
		t.Fatalf("got %v, want an interrupt", r.Err)
	}
	run.mu.Lock()
	defer run.mu.Unlock()
	end.left, end.text = run.left, r.Err.Error()
	return end
}

// endsByItself interrupts a cell, up to thirty times: on a busy machine its code may not come to run in the time that
// it is given. It fails the test if the session leaves it behind every time, or if it takes more than a tenth of a
// second of each processor.
func endsByItself(t *testing.T, s *Session, src string) (times int) {
	t.Helper()
	var end ending
	for times = 1; times <= 30; times++ {
		if end = interruptCell(t, s, src); !end.left && end.took < time.Duration(runtime.GOMAXPROCS(0))*100*time.Millisecond {
			t.Logf("took %v of the processors", end.took)
			return times
		}
		t.Logf("left behind: %v, took %v of the processors", end.left, end.took)
	}
	t.Errorf("left behind: %v, took %v of the processors; it should end by itself, and soon", end.left, end.took)
	return times
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
			endsByItself(t, s, c.src)
			must("count()", strconv.Itoa(i+2))
		})
	}
}

// TestInterruptHandler: package http says nothing of a handler that an interrupt ends.
func TestInterruptHandler(t *testing.T) {
	s, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	r := s.Eval(`var said strings.Builder
asked := make(chan bool)
waits := func(http.ResponseWriter, *http.Request) { asked <- true; select {} }
srv := httptest.NewUnstartedServer(http.HandlerFunc(waits))
srv.Config.ErrorLog = log.New(&said, "", 0)
srv.Start()`)
	if r.Err != nil {
		t.Fatal(r.Err)
	}
	interruptCell(t, s, "go http.Get(srv.URL); <-asked; time.Sleep(time.Hour)")
	r = s.Eval("srv.Config.Shutdown(context.Background()); said.String()")
	if r.Err != nil || r.Value.Text() != `""` {
		t.Errorf("%v, %v", r.Value, r.Err)
	}
}

// TestInterruptPlace: an interrupt of a loop that computes nothing names the loop, and not where other goroutines were.
func TestInterruptPlace(t *testing.T) {
	s := newSession(t, "never := make(chan int)", "func spin[T any](ok bool) {\n\tfor ok {\n\t\tx := 1\n\t\t_ = x\n\t}\n}")
	for _, c := range []struct{ cell, before, at string }{ // a cell, the statement before its loop, the loop
		{"for {\n}", "", "]:1:1"},
		{"x := 1\nx++\nfor {\n}", "]:2:1", "]:3:1"},
		{"fmt.Println(1)\nfor range 1 << 62 {\n}", "]:1:1", "]:2:1"},
		{"fmt.Println(1)\nfor { for {\n}\n}", "]:1:1", "]:2:7"},
		{"fmt.Println(1)\nif false {\n\tfor {}\n} else {\n\tfor {}\n}", "]:1:1", "]:5:2"},
		{"\nspin[int](true)", "]:2:1", "]:2:2"},
		{"new(sync.WaitGroup).Go(func() { <-never })\nfor x := tensor.Ones(500, 500); ; x.MatMul(x) {}", "]:1:1", "]:2:37"},
	} {
		for wait := 50 * time.Millisecond; ; wait *= 2 {
			end := interruptAfter(t, s, c.cell, wait)
			place := end.text[:strings.Index(end.text, ": Interrupted")]
			if strings.HasSuffix(place, c.at) {
				break
			}
			if c.before == "" || !strings.HasSuffix(place, c.before) || wait > 10*time.Second {
				t.Errorf("%s: %s", c.cell, end.text)
				break
			}
			t.Logf("%s: a busy machine has not come to the loop in %v", c.cell, wait)
		}
	}
}

// TestInterruptTimeit: an interrupt between two runs of %timeit is at the command, not within the timed text.
func TestInterruptTimeit(t *testing.T) {
	s := newSession(t, "n := 0")
	for range 5 {
		done := make(chan Result)
		go func() { done <- s.Eval("%%timeit -n 1000000000 -r 1 n = 1\nn") }()
		testenv.Wait(func() bool {
			s.mu.Lock()
			defer s.mu.Unlock()
			return s.now != nil
		})
		time.Sleep(20 * time.Millisecond)
		s.Interrupt()
		r := <-done
		if r.Err == nil || r.Err.Kind != kindInterrupt || r.Err.Line > 2 || r.Err.Source == "" {
			t.Errorf("%v in line %d", r.Err, r.Err.Line)
		}
	}
}

// TestInterruptWhileCompiling: an interrupt that comes before the cell runs is not lost.
func TestInterruptWhileCompiling(t *testing.T) {
	s := newSession(t)
	asked := false
	for lines := 500; !asked; lines *= 2 { // a busy machine may compile a cell before another goroutine looks
		over, was := make(chan bool), make(chan bool)
		go func() { was <- interruptCompiler(s, over) }()
		work := strings.Repeat("if ran { fmt.Sprint(1, \"a\", []int{2}) }\n", lines)
		r := s.Eval("ran := true\ntime.Sleep(2 * time.Second)\n" + work)
		close(over)
		if asked = <-was; asked && (r.Err == nil || r.Err.Kind != kindInterrupt) {
			t.Fatalf("got %v, want an interrupt", r.Err)
		}
		if asked && strings.Contains(r.Err.Msg, "compiled code") {
			t.Errorf("the message is about code that did not run: %v", r.Err)
		}
	}
	if r := s.Eval("2 + 2"); r.Err != nil || r.Value.Text() != "4" {
		t.Fatalf("then got %v, %v", r.Value, r.Err)
	}
}

// interruptCompiler interrupts s while it compiles, and returns whether that was before the cell was over.
func interruptCompiler(s *Session, over chan bool) bool {
	for {
		s.mu.Lock()
		compiling := s.compiling
		s.mu.Unlock()
		if compiling {
			s.Interrupt()
			return true
		}
		select {
		case <-over:
			return false
		case <-time.After(100 * time.Microsecond):
		}
	}
}

// TestLeftBehind: a cell that is left behind, in compiled code that does not end, has defined what comes before the
// statement with that code, which the error names, and defines nothing when it returns one day.
func TestLeftBehind(t *testing.T) {
	s := newSession(t, "r, w := io.Pipe()\nn := 1")
	var run *running
	done := make(chan Result)
	go func() { done <- s.Eval("first := n + 1\nlate, err := r.Read(make([]byte, 1))") }()
	began := testenv.Wait(func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		run = s.now
		return run != nil
	})
	if !began {
		t.Fatal("the cell does not begin")
	}
	state := func() (over, left bool) {
		run.mu.Lock()
		defer run.mu.Unlock()
		return run.over, run.left
	}
	s.Interrupt()
	const want = "interrupted; compiled code that it called cannot be interrupted and continues"
	if r := <-done; r.Err == nil || r.Err.Kind != kindInterrupt || r.Err.Line != 2 || !strings.Contains(r.Err.Msg, want) {
		t.Fatal(r.Err)
	}
	if over, left := state(); over || !left {
		t.Fatalf("over %v, left behind %v: the cell was to stay in compiled code", over, left)
	}
	if r := s.Eval("a := 1\nb := a + 1\nw.Write([]byte{1})\nc := b + 1;"); r.Err != nil {
		t.Fatal(r.Err)
	}
	if !testenv.Wait(func() bool { over, _ := state(); return over }) {
		t.Fatal("the compiled code does not return")
	}
	if r := s.Eval("first"); r.Err != nil || r.Value.Text() != "2" {
		t.Errorf("%v, %v", r.Value, r.Err)
	}
	for src, want := range map[string]string{"late": "undefined: late", "err": "undefined: err"} {
		if r := s.Eval(src); r.Err == nil || !strings.Contains(r.Err.Msg, want) {
			t.Errorf("%s: %v, %v; want %s", src, r.Value, r.Err, want)
		}
	}
	if r := s.Eval("n++\nn"); r.Err != nil || r.Value.Text() != "2" {
		t.Errorf("then %v, %v", r.Value, r.Err)
	}
}

// TestRunawayRecursion: what fills one stack ends the cell, many small stacks do not.
func TestRunawayRecursion(t *testing.T) {
	s := newSession(t, "func down(n int) int { return down(n+1) + 1 }")
	for _, c := range []struct{ src, kind string }{
		{"down(0)", kindRecursion},
		{"done := make(chan int); go func() { done <- down(0) }(); <-done", kindRecursion},
		{"for range 5000 { go func() { select {} }() }; down(0)", kindRecursion},
		{"for range 100000 { go func() { select {} }() }", ""},
	} {
		start, kind := time.Now(), ""
		r := s.Eval(c.src)
		if r.Err != nil {
			kind = r.Err.Kind
		}
		if t.Logf("%v: %s", time.Since(start).Round(time.Millisecond), c.src); kind != c.kind {
			t.Errorf("%s: got %v, want %s", c.src, r.Err, c.kind)
		}
		if r = s.Eval("1 + 1"); r.Err != nil || r.Value.Text() != "2" {
			t.Fatalf("after %s the session is broken: %v", c.src, r.Err)
		}
	}
}

// TestPrinting: what does not come from a file is delivered without a look at the pipes, which costs a few system calls
// and, where pipes are read by another goroutine, a round trip to it. The test has the pipes' locks meanwhile, so that
// a look would wait for it.
func TestPrinting(t *testing.T) {
	for call, line := range map[string]string{
		"fmt.Println(i)": "%d\n",
		`fmt.Fprintf(display.Stdout(), "%d\n", i)`:     "%d\n",
		`println("at", i)`:                             "at %d\n",
		`log.SetFlags(0); log.Print(i)`:                "%d\n",
		`display.Display(tensor.Full([]int{}, i * 1))`: "Tensor(shape=[], dtype=Int64, value= %d)\n",
	} {
		rec := &recorder{}
		s, err := New(Options{Sink: rec})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		s.out.stdout.mu.Lock()
		s.out.stderr.mu.Lock()
		done := make(chan Result, 1)
		go func() { done <- s.Eval("for i := range 100 { " + call + " }") }()
		direct := testenv.Wait(func() bool { return len(done) == 1 })
		s.out.stdout.mu.Unlock()
		s.out.stderr.mu.Unlock()
		if r := <-done; !direct || r.Err != nil {
			t.Errorf("%s: without the pipes %v, %v", call, direct, r.Err)
		}
		want := ""
		for i := range 100 {
			want += fmt.Sprintf(line, i)
		}
		if got := rec.take(); got != want {
			t.Errorf("%s: got %.100q, want %.100q", call, got, want)
		}
	}
}
