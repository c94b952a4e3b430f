package interp

import (
	"errors"
	"strings"
	"testing"
	"time"
)

// gate is standard input that answers when it is opened; meanwhile compiled code waits that does not listen.
type gate struct{ asked, open chan struct{} }

func (g gate) Read([]byte) (int, error) {
	g.asked <- struct{}{}
	<-g.open
	return 0, errors.New("no answer")
}

// TestInterruptedCall interrupts cells while a compiled function is at work. When that returns, soon or when the cell
// has been left behind, nothing more of the cell happens but what gives back and tidies up.
func TestInterruptedCall(t *testing.T) {
	const before = "var mu sync.Mutex\nvar b strings.Builder\nvar out io.Writer = &b\nvar s string\nvar at struct { w *strings.Builder }\nat.w = &b\n" +
		"type logged struct { strings.Builder }\nfunc (l *logged) put() { l.WriteString(\"no\") }\nvar l logged\n" +
		"func twice(f func()) { f(); f() }"
	for _, c := range []struct{ name, cell, want, line string }{
		{"function", "fmt.Scanln(&s)\nfmt.Fprint(&b, \"no\")", "", "1"},
		{"last", "x := 1\nfmt.Scanln(&s)", "", "2"},
		{"last of a function", "x := 1\nfunc ask() {\n\tfmt.Scanln(&s)\n}\nask()", "", "5"},
		{"literal that compiled code calls", "x := 1\nslices.SortFunc([]int{1, 2}, func(a, b int) int {\n\tfmt.Scanln(&s)\n\treturn 1\n})", "", "2"},
		{"method", "x := 1\nfmt.Scanln(&s)\nb.WriteString(\"no\")", "", "2"},
		{"method of an interface", "fmt.Scanln(&s)\nout.Write([]byte(\"no\"))", "", "1"},
		{"method of a field", "fmt.Scanln(&s)\nat.w.WriteString(\"no\")", "", "1"},
		{"in a condition", "if _, err := fmt.Scanln(&s); err != nil {\n\tb.WriteString(\"no\")\n}", "", "1"},
		{"in an argument", "b.WriteString(fmt.Sprint(fmt.Scanln(&s)))", "", "1"},
		{"method of a cell", "fmt.Scanln(&s)\nl.put()\nb.WriteString(\"no\")", "", "1"},
		{"loop", "fmt.Scanln(&s)\nfor range 3 {\n\tb.WriteString(\"no\")\n}", "", "1"},
		{"in a function", "func ask() {\n\tfmt.Scanln(&s)\n\tb.WriteString(\"no\")\n}\nask()\nb.WriteString(\"no\")", "", "5"},
		{"function that returns first", "func ask() { fmt.Scanln(&s) }; ask(); b.WriteString(\"no\")", "", "1"},
		{"literal", "func() {\n\tfmt.Scanln(&s)\n\tb.WriteString(\"no\")\n}()", "", "4"},
		{"lock", "mu.Lock()\nfmt.Scanln(&s)\nb.WriteString(\"no\")\nmu.Unlock()", "", "2"},
		{"unlock first", "mu.Lock()\nfmt.Scanln(&s)\nmu.Unlock()\nb.WriteString(\"no\")", "unlocked", "2"},
		{"deferred unlock", "func() {\n\tmu.Lock()\n\tdefer mu.Unlock()\n\tfmt.Scanln(&s)\n\tb.WriteString(\"no\")\n}()", "unlocked", "6"},
		{"deferred call", "func() {\n\tdefer b.WriteString(\"tidy\")\n\tfmt.Scanln(&s)\n\tb.WriteString(\"no\")\n}()", "tidy", "5"},
		{"deferred literal", "func() {\n\tdefer func() { b.WriteString(\"ti\"); b.WriteString(\"dy\") }()\n\tfmt.Scanln(&s)\n\tb.WriteString(\"no\")\n}()", "tidy", "5"},
	} {
		for _, late := range []bool{false, true} {
			t.Run(c.name, func(t *testing.T) {
				g := gate{make(chan struct{}, 1), make(chan struct{})}
				s, err := New(Options{Sink: &recorder{}, Stdin: g})
				if err != nil {
					t.Fatal(err)
				}
				defer s.Close()
				if r := s.Eval(before); r.Err != nil {
					t.Fatal(r.Err)
				}
				done := make(chan Result)
				go func() { done <- s.Eval(c.cell) }()
				<-g.asked
				s.Interrupt()
				var r Result
				if late {
					r = <-done // it is left behind
				}
				close(g.open)
				if !late {
					r = <-done
				}
				interruptedAt(t, r, "In[2]:"+c.line+":")
				if r := s.Eval("x"); strings.HasPrefix(c.cell, "x := 1") && (r.Err != nil || r.Value.Text() != "1") {
					t.Errorf("x is %v, %v", r.Value, r.Err)
				}
				looks := 1
				if late {
					looks = 30
				}
				looksLike(t, s, c.want, looks)
			})
		}
	}
}

// interruptedAt fails the test unless a cell was interrupted at a place.
func interruptedAt(t *testing.T, r Result, at string) {
	t.Helper()
	if r.Err == nil || r.Err.Kind != kindInterrupt {
		t.Fatalf("got %v, want an interrupt", r.Err)
	}
	if !strings.Contains(r.Err.Error(), at) {
		t.Errorf("%v, want it at %s", r.Err, at)
	}
}

// looksLike looks at what a cell has done, several times where it has been left behind and may still do it.
func looksLike(t *testing.T, s *Session, want string, times int) {
	t.Helper()
	look, answer := "b.String()", `"`+want+`"`
	if want == "unlocked" {
		look, answer = "b.Len() == 0 && mu.TryLock()", "true"
	}
	var r Result
	for range times {
		time.Sleep(10 * time.Millisecond)
		if r = s.Eval(look); r.Value != nil && r.Value.Text() == answer && want != "" {
			return
		}
	}
	if r.Value == nil || r.Value.Text() != answer {
		t.Errorf("%s is %v %v, want %s", look, r.Value, r.Err, answer)
	}
}
