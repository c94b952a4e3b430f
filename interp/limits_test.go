package interp

import (
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/msrepl/msrepl/internal/session/memlimit"
	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

// busy are cells that compiled code keeps busy for seconds or for ever.
var busy = []endlessCell{
	{"chain of ops", "x := tensor.Ones(512, 512); for { x = x.MatMul(x) / 512 }"},
	{"product", "big.MatMul(big).MatMul(big).MatMul(big).MatMul(big).MatMul(big).MatMul(big).MatMul(big).MatMul(big)"},
	{"convolution", "for { ops.Conv2D(image, weight) }"},
	{"elementwise", "for { big = big.Exp().Log1p() }"},
	{"sorting", "for { big.Reshape(-1).Sort() }"},
	{"gradient", "for { grad.Grad(func(x *tensor.Tensor) *tensor.Tensor { return (x * x).Exp().Sum() })(big) }"},
	{"compiled training", "model.Train(1000000, ds)"},
	{"data", "for it := endless.Iterator(); it.Next(); { }"},
	{"lock", "var mu sync.Mutex; mu.Lock(); mu.Lock()"},
	{"wait group", "var wg sync.WaitGroup; wg.Add(1); wg.Wait()"},
	{"condition", "c := sync.NewCond(&sync.Mutex{}); c.L.Lock(); c.Wait()"},
	{"goroutines", "for i := range 4 { go func() { for { i++ } }() }; select {}"},
	{"printing", "for { fmt.Println(strings.Repeat(`gigabytes `, 100)) }"},
	{"compiled sorting that calls back", "for { sort.Slice(make([]int, 100000), func(i, j int) bool { return i < j }) }"},
}

const busySetup = `big := tensor.Ones(1500, 1500)
image, weight := tensor.Ones(8, 32, 64, 64), tensor.Ones(64, 32, 3, 3)
ds := data.Slices(tensor.Ones(64, 8), tensor.Ones(64, 1)).Batch(8)
net := nn.NewDense(8, 1)
model := train.NewModel(net, train.Loss(nn.NewMSELoss()), train.Optimizer(optim.NewSGD(net.TrainableParams(), 1e-6)))
endless := ds.Repeat(1000000000)
n := 0
count := func() int { n++; return n }`

func TestInterruptCompiled(t *testing.T) {
	s, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if r := s.Eval(busySetup); r.Err != nil {
		t.Fatal(r.Err)
	}
	calls := 0
	for _, c := range busy {
		t.Run(c.name, func(t *testing.T) {
			endsByItself(t, s, c.src)
			calls++
			if r := s.Eval("count()"); r.Err != nil || r.Value.Text() != strconv.Itoa(calls) {
				t.Errorf("the closure is not what it was: %v", r.Err)
			}
		})
	}
}

// TestInterruptOften interrupts a bare loop a thousand times; what a closure has counted stays. While an interrupt
// waits for its loop, the loop uses the processor, so that the processor's time says how long it takes.
func TestInterruptOften(t *testing.T) {
	times := 1000
	if testing.Short() {
		times = 50
	}
	s := newSession(t, "n := 0\ncount := func() int { n++; return n }")
	var all []time.Duration
	for i := range times {
		s.Eval("count()")
		all = append(all, interruptLoop(t, s))
		if t.Failed() {
			t.Fatalf("at time %d", i)
		}
	}
	slices.Sort(all)
	t.Logf("of the processors: %v in the middle, %v at most", all[times/2], all[times-1])
	if r := s.Eval("count()"); r.Err != nil || r.Value.Text() != strconv.Itoa(times+1) {
		t.Errorf("the closure has counted %v", r.Value)
	}
	if middle := all[times/2]; middle > 2*time.Millisecond {
		t.Errorf("in the middle of all, an interrupt of a bare loop took %v of the processors", middle)
	}
}

// interruptLoop interrupts a bare loop and returns what that took of the processors.
func interruptLoop(t *testing.T, s *Session) time.Duration {
	t.Helper()
	var asked time.Duration
	ask := time.NewTicker(time.Millisecond)
	defer ask.Stop()
	ended, quiet := make(chan struct{}), make(chan struct{})
	go func() { // again if need be: an interrupt before the cell has begun is none
		defer close(quiet)
		for {
			select {
			case <-ended:
				return
			case <-ask.C:
				asked = testenv.ProcessorTime()
				s.Interrupt()
				ask.Reset(100 * time.Millisecond)
			}
		}
	}()
	r := s.Eval("for { }")
	took := testenv.ProcessorTime()
	close(ended)
	<-quiet
	if r.Err == nil || r.Err.Kind != kindInterrupt {
		t.Errorf("the cell ended with %v", r.Err)
	}
	return took - asked
}

// hogs are cells that take memory without end.
var hogs = []string{
	"var a [][]byte; for { a = append(a, make([]byte, 1<<20)) }",
	"m := map[int]string{}; for i := 0; ; i++ { m[i] = strings.Repeat(`x`, 10000) }",
	"var all []*tensor.Tensor; for { all = append(all, tensor.Ones(256, 1024).Exp()) }",
	"tensor.Ones(1<<14, 1<<14)",
	"s := `x`; for { s += s }",
	"s := `x`; for { s = s + s }",
	"l := []int{1}; for { l = append(l, l...) }",
	"p := struct{ b []byte }{[]byte(`x`)}; for { p.b = append(p.b, p.b...) }",
	"var d func(s string) string; d = func(s string) string { s = d(s + s); return s + s }; d(`x`)",
	"m := map[int]string{0: `xx`}; for { m[0] = m[0] + m[0] }",
	"b := &strings.Builder{}; b.WriteString(`x`); for { b.WriteString(b.String()) }",
}

func TestMemoryLimit(t *testing.T) {
	s := newSession(t, "keep := 41")
	memlimit.SetLimit(memlimit.Live() + 200<<20)
	defer memlimit.SetLimit(0)
	for _, src := range hogs {
		timer := time.AfterFunc(testenv.Patience, s.Interrupt)
		start := time.Now()
		r := s.Eval("func() { " + src + " }()")
		timer.Stop()
		t.Logf("%v: %s", time.Since(start).Round(time.Millisecond), src)
		if r.Err == nil || r.Err.Kind != kindMemory {
			t.Errorf("%s: got %v, want a MemoryError", src, r.Err)
		}
		if r := s.Eval("keep + 1"); r.Err != nil || r.Value.Text() != "42" {
			t.Errorf("after %s the session says %v, %v", src, r.Value, r.Err)
		}
	}
	if r := s.Eval("for range 1000 { tensor.Ones(256, 1024) }"); r.Err != nil {
		t.Errorf("garbage counts: %v", r.Err)
	}
}

// TestPlaceOfLarge: what no memory has room for says where it is.
func TestPlaceOfLarge(t *testing.T) {
	for _, c := range []struct{ src, at string }{
		{"x := 1\nmake([]int, 1<<62)", ":2:1: "},
		{"x := 1\nvar a [1<<62]int", ":2:5: "},
		{"var t struct { a, b [1<<59]int }", ":1:5: "},
		{"var a [1<<42]byte", ":1:5: "},
		{"func f() int {\n\ta := [1<<61]int{}\n\treturn a[len(a)/2] }\nf()", ":4:1: "},
	} {
		err := newSession(t).Eval(c.src).Err
		if err == nil || err.Kind != kindMemory || !strings.Contains(err.Error(), c.at+kindMemory) {
			t.Errorf("%s: %v", c.src, err)
		}
	}
}

// TestWatchGoesOn: while the watch waits for a collection, or rests after a long one, it ends what takes twice the
// limit all the same.
func TestWatchGoesOn(t *testing.T) {
	defer memlimit.SetLimit(0)
	var held []byte
	for name, w := range map[string]*watch{
		"rest":       {rest: time.Now().Add(time.Hour)},
		"collection": {forced: &collection{}},
	} {
		held = nil
		runtime.GC()
		w.begin()
		memlimit.SetLimit(memlimit.Live())
		if got := w.look(0); got != goesOn {
			t.Errorf("%s: ended for %v below the limit", name, got)
		}
		held = make([]byte, 3*(memlimit.Limit()+heapSlack))
		if got := w.look(0); got != memory {
			t.Errorf("%s: a cell with three times the limit goes on: %v", name, got)
		}
		runtime.KeepAlive(held)
	}
}
