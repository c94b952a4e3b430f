package interp

import (
	"fmt"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

// cellRecorder keeps what each cell puts out by itself.
type cellRecorder struct {
	recorder
	cells []*recorder
}

// Cell implements Cells.
func (r *cellRecorder) Cell() Sink {
	r.cells = append(r.cells, &recorder{})
	return r.cells[len(r.cells)-1]
}

// TestOutputOfGoroutines: output of a goroutine while another cell runs belongs to the cell that started it.
func TestOutputOfGoroutines(t *testing.T) {
	rec := &cellRecorder{}
	s, err := New(Options{Sink: rec})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	tests := []struct {
		name, start      string
		now, cell, later string // printed while the first cell runs, for it afterwards, and by the second
	}{
		{"print", "fmt.Println(`before`); go func() { <-next; fmt.Println(`text`); done <- true }()", "before\n", "text\n", "second\n"},
		{"a goroutine of a goroutine", "go func() { <-next; go func() { fmt.Println(`inner`); done <- true }() }()", "", "inner\n", "second\n"},
		{"standard error", "go func() { <-next; fmt.Fprintln(os.Stderr, `warning`); log.Println(`logged`); done <- true }()", "", "warning\nlogged\n", "second\n"},
		{"display", "go func() { <-next; display.Show(42); done <- true }()", "", "42\n", "second\n"},
		{"timer", "time.AfterFunc(time.Nanosecond, func() { <-next; fmt.Println(`late`); done <- true })", "", "late\n", "second\n"},
		{"the goroutine of the cell itself", "go func() { done <- <-next }(); fmt.Println(`own`)", "own\n", "", "second\n"},
	}
	if r := s.Eval("import \"log\"\nlog.SetFlags(0)\nnext, done := make(chan bool), make(chan bool);"); r.Err != nil {
		t.Fatal(r.Err)
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			eval := func(src, want string) {
				t.Helper()
				if r := s.Eval(src); r.Err != nil {
					t.Fatal(r.Err)
				}
				if got := rec.take(); got != want {
					t.Errorf("%s put out %q, want %q", src, got, want)
				}
			}
			eval(test.start+";", test.now)
			first := rec.cells[len(rec.cells)-1]
			eval("next <- true; <-done; fmt.Println(`second`)", test.later)
			if got := first.take(); got != test.cell {
				t.Errorf("the goroutine put out %q for its cell, want %q", got, test.cell)
			}
		})
	}
}

// TestPrintOrder: output appears in the order of the writes, also across streams and processes.
func TestPrintOrder(t *testing.T) {
	rec := &recorder{}
	s, err := New(Options{Sink: rec})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	r := s.Eval(`fmt.Println("1")
os.Stdout.WriteString("2\n")
fmt.Fprintln(os.Stderr, "3")
p, _ := os.StartProcess("/bin/echo", []string{"echo", "4"}, &os.ProcAttr{Files: []*os.File{nil, os.Stdout}})
p.Wait()
fmt.Fprintln(os.Stdout, "5")
fmt.Fprintln(os.Stderr, "6")
fmt.Print("7\n")
os.Stdout.Close();
fmt.Println("8")
os.Stdout.WriteString("9\n");`)
	if got, want := rec.take(), "1\n2\n3\n4\n5\n6\n7\n8\n9\n"; got != want || r.Err != nil {
		t.Errorf("printed %q, want %q; error %v", got, want, r.Err)
	}
}

// TestErrorOfString checks that the error of a method that shows a value leads from the value to the line that has
// failed.
func TestErrorOfString(t *testing.T) {
	s := newSession(t, "type P struct{ q *P }", "func (p *P) next() *P { return p.q.q }",
		"func (p *P) String() string { return fmt.Sprint(p.next() == nil) }")
	const want = `In[2]:1:36: RuntimeError: invalid memory address or nil pointer dereference
    func (p *P) next() *P { return p.q.q }
                                       ^
called from In[3]:1:51 in P.String
    func (p *P) String() string { return fmt.Sprint(p.next() == nil) }
called from In[4]:1:1
    &P{}`
	if r := s.Eval("&P{}"); r.Err == nil || r.Err.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", r.Err, want)
	}
}

// TestErrorOfWorker checks that the error of a function that a compiled one calls on other goroutines, several at
// once, leads to the line that has failed, as that of the same function called in turn.
func TestErrorOfWorker(t *testing.T) {
	for _, fails := range []string{
		`n = []int{1, 2}[n+5]`, // the value is made for each fault
		`n = 1 / (n - n)`,      // the value is a constant, which several goroutines have
		`panic("boom")`,
		`defer func() { recover(); panic("again") }(); panic("boom")`,
		`n = tensor.Ones(2, n).MatMul(tensor.Ones(2, n+5)).Int()`,
	} {
		message := func(dataset string) string {
			s := newSession(t, "func f(x *Tensor) *Tensor {\n\tn := x.Int()\n\t"+fails+"\n\treturn tensor.New(n)\n}",
				"ds := data.FromFunc(4, func(i int) int { return i }, \"x\")"+dataset)
			return fmt.Sprint(s.Eval("ds.Batches()").Err)
		}
		want := message(".Map(f)")
		if !strings.Contains(want, fails) {
			t.Fatalf("%s: the message is\n%s", fails, want)
		}
		for _, dataset := range []string{".MapParallel(3, f)", ".Map(f).Prefetch(2)", ".MapParallel(3, f).Prefetch(2)"} {
			if got := message(dataset); got != want {
				t.Errorf("%s, %s: got\n%s\nwant\n%s", fails, dataset, got, want)
			}
		}
	}
}

// TestErrorOfGoroutine checks that the message about a panic in a goroutine belongs to the cell that has started it,
// too.
func TestErrorOfGoroutine(t *testing.T) {
	rec := &cellRecorder{}
	s, err := New(Options{Sink: rec})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	s.Eval("next, done := make(chan bool), make(chan bool)")
	s.Eval("func fail() {\n\tvar m map[string]int\n\tm[`x`] = 1\n}")
	s.Eval("go func() { defer func() { done <- true }(); <-next; fail() }();")
	first := rec.cells[len(rec.cells)-1]
	s.Eval("next <- true; <-done")
	const want = `In[2]:3:3: RuntimeError: assignment to entry in nil map
    m[` + "`x`" + `] = 1
     ^
called from In[3]:1:54 in func
    go func() { defer func() { done <- true }(); <-next; fail() }();
in a goroutine started at In[3]:1:1
    go func() { defer func() { done <- true }(); <-next; fail() }();
`
	got := ""
	testenv.Wait(func() bool { // the goroutine fails after it has said that it is done
		got += first.take()
		return got != ""
	})
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := rec.take(); got != "" {
		t.Errorf("the second cell put out %q", got)
	}
}
