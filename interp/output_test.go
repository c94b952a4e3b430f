//go:build unix

package interp

import (
	"os"
	"testing"
)

// A flush empties the pipe itself: nobody has to be woken for it, and it does not wait for anybody.
func TestFlushAlone(t *testing.T) {
	rec := &recorder{}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	s := &stream{name: "stdout", out: &output{sink: rec}, r: r, w: w, buf: make([]byte, 4)} // nobody pumps
	defer s.close()
	for range 3 {
		if _, err := w.WriteString("several pieces\n"); err != nil {
			t.Fatal(err)
		}
	}
	s.flush()
	if got, want := rec.take(), "several pieces\nseveral pieces\nseveral pieces\n"; got != want {
		t.Errorf("delivered %q, want %q", got, want)
	}
	if n := testing.AllocsPerRun(100, s.flush); n > 8 {
		t.Errorf("a flush of nothing makes %g allocations", n)
	}
}

// What is printed comes in the order in which it was printed, whichever way it goes.
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
