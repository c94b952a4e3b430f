package interp

import (
	"flag"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/msrepl/msrepl/internal/session/memlimit"
	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

// harmful matches cells that could touch the world outside the session: files, programs, the network, the process
// itself. Mutations of those are not to be run.
var harmful = regexp.MustCompile(`(?m)\b(os|exec|syscall|net|http|signal|debug|runtime|plugin|ioutil|filepath|ckpt|safetensors|exchange|log|unsafe)\b|Save|Load|Write|Create|^\s*!|^\s*[%:]+\s*(cd|env|run|save|load|writefile|bash|sh|script|system|pprof|prun|quit|exit|timeit|javascript|reset|clear|del|xdel)`)

// fuzzing reports whether the test is run with -fuzz. Otherwise, only some of the seeds are run.
func fuzzing() bool {
	f := flag.Lookup("test.fuzz")
	return f != nil && f.Value.String() != ""
}

// fuzzRig is a session that inputs torment.
type fuzzRig struct {
	s      *Session
	cells  int
	halted bool // a cell had to be: what it waited for may still wait, and change variables
}

// prober is what every session begins with; probes check that it still works.
const prober = "zqValue := 41\nzqNext := func() int { zqValue++; return zqValue }"

func (r *fuzzRig) fresh(t *testing.T) {
	if r.s != nil {
		_ = r.s.Close()
	}
	var err error
	if r.s, err = New(Options{Sink: &recorder{}, MemoryLimit: memlimit.Live() + 512<<20}); err != nil {
		t.Fatal(err)
	}
	r.cells, r.halted = 0, false
	if res := r.s.Eval(prober); res.Err != nil {
		t.Fatal(res.Err)
	}
}

// eval runs a cell and fails the test if it does not end soon after an interrupt.
func (r *fuzzRig) eval(t *testing.T, src string, patience time.Duration) Result {
	ended := make(chan Result, 1)
	go func() { ended <- r.s.Eval(src) }()
	select {
	case res := <-ended:
		r.halted = r.halted || res.Err != nil && res.Err.Kind == kindDeadlock
		return res
	case <-time.After(patience):
	}
	r.s.Interrupt()
	r.halted = true
	select {
	case res := <-ended:
		return res
	case <-time.After(testenv.Patience):
		panic("this cell hangs: " + src)
	}
}

// FuzzCells feeds cells to the whole session: none may crash it, hang it, or poison what the cells before it have
// defined.
func FuzzCells(f *testing.F) {
	every := 40
	if fuzzing() {
		every = 1
	}
	n := 0
	for _, s := range transcripts(f) {
		for _, c := range s.cells {
			if n++; n%every == 0 && !harmful.MatchString(c.src) {
				f.Add(c.src)
			}
		}
	}
	f.Cleanup(func() { memlimit.SetLimit(0) })
	rig := &fuzzRig{}
	f.Fuzz(func(t *testing.T, src string) {
		if harmful.MatchString(src) || len(src) > 2000 || strings.Contains(src, "zq") {
			return
		}
		if rig.s == nil || rig.cells > 100 {
			rig.fresh(t)
		}
		rig.cells++
		rig.eval(t, src, 300*time.Millisecond)
		for _, probe := range []struct{ src, want string }{
			{"20 + 22", "42"},
			{"zqValue = 41", ""},
			{"zqNext()", "42"},
			{"zqValue", "42"},
		} {
			res := rig.eval(t, probe.src, testenv.Patience)
			got := ""
			if res.Value != nil {
				got = res.Value.Text()
			}
			if res.Err != nil || got != probe.want {
				rig.s = nil // the next input is to find a whole one
				t.Fatalf("after %q the cell %q gives %q, %v; want %q", src, probe.src, got, res.Err, probe.want)
			}
		}
		if rig.halted {
			rig.fresh(t)
		}
		rig.s.Complete(src, len(src))
		rig.s.Inspect(src, len(src)/2)
		rig.s.IsComplete(src)
		if strings.Contains(src, "go ") { // what it has started must not fill the machine
			rig.fresh(t)
		}
	})
}
