package interp

import (
	"strconv"
	"testing"
	"time"

	"github.com/msrepl/msrepl/internal/budget"
)

// busy are cells that compiled code keeps busy for seconds or for ever.
var busy = []endlessCell{
	{"chain of ops", "x := tensor.Ones(512, 512); for { x = x.MatMul(x) / 512 }", 100 * time.Millisecond, ""},
	{"product", "big.MatMul(big).MatMul(big).MatMul(big).MatMul(big).MatMul(big).MatMul(big).MatMul(big).MatMul(big)", 100 * time.Millisecond, ""},
	{"convolution", "for { ops.Conv2D(image, weight) }", 100 * time.Millisecond, ""},
	{"elementwise", "for { big = big.Exp().Log1p() }", 100 * time.Millisecond, ""},
	{"sorting", "for { big.Reshape(-1).Sort() }", 100 * time.Millisecond, ""},
	{"gradient", "for { grad.Grad(func(x *tensor.Tensor) *tensor.Tensor { return (x * x).Exp().Sum() })(big) }", 100 * time.Millisecond, ""},
	{"compiled training", "model.Train(1000000, ds)", 100 * time.Millisecond, ""},
	{"data", "for it := endless.Iterator(); it.Next(); { }", 100 * time.Millisecond, ""},
	{"lock", "var mu sync.Mutex; mu.Lock(); mu.Lock()", 100 * time.Millisecond, ""},
	{"wait group", "var wg sync.WaitGroup; wg.Add(1); wg.Wait()", 100 * time.Millisecond, ""},
	{"condition", "c := sync.NewCond(&sync.Mutex{}); c.L.Lock(); c.Wait()", 100 * time.Millisecond, ""},
	{"goroutines", "for i := range 4 { go func() { for { i++ } }() }; select {}", 100 * time.Millisecond, ""},
	{"printing", "for { fmt.Println(strings.Repeat(`gigabytes `, 100)) }", 100 * time.Millisecond, ""},
	{"compiled sorting that calls back", "for { sort.Slice(make([]int, 100000), func(i, j int) bool { return i < j }) }", 100 * time.Millisecond, ""},
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
			took := timeToStop(t, s, c.src)
			if t.Logf("took %v", took); took > c.within+slack(t) {
				t.Errorf("took %v, want less than %v", took, c.within)
			}
			calls++
			if r := s.Eval("count()"); r.Err != nil || r.Value.Text() != strconv.Itoa(calls) {
				t.Errorf("the closure is not what it was: %v", r.Err)
			}
		})
	}
}

// slack is how much later than asked for a timer comes here and now: other programs may use the machine.
func slack(t *testing.T) time.Duration {
	t.Helper()
	start := time.Now()
	time.Sleep(10 * time.Millisecond)
	return 2 * (time.Since(start) - 10*time.Millisecond)
}

// TestInterruptOften interrupts a bare loop a thousand times; what a closure has counted stays.
func TestInterruptOften(t *testing.T) {
	times := 1000
	if testing.Short() {
		times = 50
	}
	s := newSession(t, "n := 0\ncount := func() int { n++; return n }")
	var sum, worst time.Duration
	for i := range times {
		s.Eval("count()")
		var asked time.Time
		ask := time.NewTicker(time.Millisecond)
		ended, quiet := make(chan struct{}), make(chan struct{})
		go func() { // again if need be: an interrupt before the cell has begun is none
			defer close(quiet)
			for {
				select {
				case <-ended:
					return
				case <-ask.C:
					asked = time.Now()
					s.Interrupt()
					ask.Reset(100 * time.Millisecond)
				}
			}
		}()
		r := s.Eval("for { }")
		close(ended)
		<-quiet
		ask.Stop()
		took := time.Since(asked)
		sum, worst = sum+took, max(worst, took)
		if r.Err == nil || r.Err.Kind != kindInterrupt {
			t.Fatalf("the cell ended with %v at time %d", r.Err, i)
		}
	}
	mean := sum / time.Duration(times)
	t.Logf("%v on average, %v at most", mean, worst)
	if r := s.Eval("count()"); r.Err != nil || r.Value.Text() != strconv.Itoa(times+1) {
		t.Errorf("the closure has counted %v", r.Value)
	}
	if mean > 2*time.Millisecond+slack(t) {
		t.Errorf("an interrupt of a bare loop took %v on average", mean)
	}
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
	budget.SetLimit(budget.Live() + 200<<20)
	defer budget.SetLimit(0)
	for _, src := range hogs {
		timer := time.AfterFunc(20*time.Second, s.Interrupt)
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
