package interp

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

// runBeside runs text beside the cell of a session and returns what it put out, its value and its error.
func runBeside(s *Session, src string) (text string, ok bool) {
	rec := &recorder{}
	r, ok := s.EvalBeside(src, rec, func() {})
	text = rec.take()
	if r.Value != nil {
		text += "= " + r.Value.Text()
	}
	if r.Err != nil {
		text += r.Err.Kind + ": " + r.Err.Msg
	}
	return text, ok
}

// TestBeside: while a cell runs, others can read and change its variables; cells that define something wait.
func TestBeside(t *testing.T) {
	for _, busy := range []bool{true, false} {
		rec := &recorder{}
		s, err := New(Options{Sink: rec})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		s.Eval("type T struct{ N int }\nfunc (t *T) Add(n int) int { t.N += n; return t.N }\nt := &T{}\nstop := make(chan bool)\nvar steps atomic.Int64\nrate := 0.5")
		done := make(chan Result, 1)
		if busy {
			go func() {
				done <- s.Eval("for len(stop) == 0 { steps.Add(1); select { case <-stop: steps.Store(-1); stop = nil; default: }; if steps.Load() < 0 { break } }\nfmt.Println(\"over\")\nt.N")
			}()
			if !testenv.Wait(func() bool { text, _ := runBeside(s, "steps.Load() > 10"); return text == "= true" }) {
				t.Fatal("the cell does not begin")
			}
		}
		for _, c := range []struct {
			src, want string
			waits     bool
		}{
			{"t.Add(3)", "= 3", false},
			{"t.Add(4); fmt.Println(t.N, rate)", "7 0.5\n", false},
			{"rate = 0.25", "", false},
			{"rate, t.N", "= (0.25, 7)", false},
			{"fmt.Print(\"a\"); display.Show(1); 2", "a1\n= 2", false},
			{"for i := range 3 { fmt.Print(i) }", "012", false},
			{"func() int { defer func() { fmt.Print(recover()) }(); panic(5) }()", "5= 0", false},
			{"nothing", "CompileError: undefined: nothing", false},
			{"var s []int; _ = s[3]", "", true},
			{"t.missing()", "CompileError: t.missing undefined (type *T has no field or method missing)", false},
			{"[]int{1}[len(stop)+t.N]", "IndexError: index out of range [7] with length 1", false},
			{"strings.Repeat(\"ab\", 2)", "= \"abab\"", false},
			{"tensor.Ones(2).Sum()", "= Tensor(shape=[], dtype=Float32, value= 2)", false},
			{"x := 1", "", true},
			{"func f() {}", "", true},
			{"import \"os\"", "", true},
			{"%pwd", "", true},
			{"func (t *T) More() {}", "", true},
		} {
			if got, ok := runBeside(s, c.src); got != c.want || ok == c.waits {
				t.Errorf("busy %v: %s: %q, %v; want %q", busy, c.src, got, ok, c.want)
			}
		}
		if busy {
			if got, ok := runBeside(s, "stop <- true"); got != "" || !ok {
				t.Error(got, ok)
			}
			if r := <-done; r.Err != nil || r.Value.Text() != "7" {
				t.Errorf("the cell: %v, %v", r.Value, r.Err)
			}
			if got := rec.take(); got != "over\n" {
				t.Errorf("the cell printed %q", got)
			}
		}
		if r := s.Eval("x := rate * 2\nx"); r.Err != nil || r.Value.Text() != "0.5" {
			t.Errorf("then: %v, %v", r.Value, r.Err)
		}
	}
}

// TestInterruptBeside: an interrupt ends evaluations that run beside cells. Both can be used afterwards.
func TestInterruptBeside(t *testing.T) {
	s := newSession(t, "n := 1")
	for _, src := range []string{"for { n++ }", "time.Sleep(time.Hour)", "select {}", "n = <-make(chan int)"} {
		done := make(chan string, 1)
		go func() {
			text, _ := runBeside(s, src)
			done <- text
		}()
		got := ""
		testenv.Wait(func() bool {
			s.Interrupt()
			select {
			case got = <-done:
				return true
			default:
				return false
			}
		})
		if !strings.HasPrefix(got, "Interrupted: the cell was interrupted") {
			t.Errorf("%s: %q", src, got)
		}
		if got, _ := runBeside(s, "1 + 1"); got != "= 2" {
			t.Errorf("then beside: %q", got)
		}
		if r := s.Eval("time.Sleep(1); 1 + 1"); r.Err != nil || r.Value.Text() != "2" {
			t.Errorf("then: %v", r.Err)
		}
	}
}

// TestBesideRedefinitions runs many evaluations beside cells that redefine all names, also with other types.
func TestBesideRedefinitions(t *testing.T) {
	s := newSession(t, "x := 1\nfunc f() int { return 1 }\ntype T struct{ a int }\nv := T{1}")
	stop := make(chan bool)
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				text, ok := runBeside(s, "fmt.Sprint(x, f(), v, func() any { return x }())")
				if !ok || !strings.HasPrefix(text, "= \"") {
					t.Errorf("%q %v", text, ok)
					return
				}
			}
		})
	}
	for i := range 60 {
		for _, src := range []string{
			fmt.Sprintf("x := %d\nfunc f() int { return x }\ntype T struct{ a int }\nv := T{x}\nv", i),
			fmt.Sprintf("x := \"%d\"\nfunc f() string { return x }\ntype T struct{ b string }\nv := T{x}\nv", i),
		} {
			if r := s.Eval(src); r.Err != nil || !strings.Contains(r.Value.Text(), fmt.Sprint(i)) {
				t.Errorf("%s: %v %v", src, r.Value, r.Err)
			}
		}
	}
	close(stop)
	all.Wait()
}
