package display

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// log is an Output that records what it receives.
type log struct {
	mu  sync.Mutex
	got []string
	ids map[string]int
}

func (l *log) note(what string, b Bundle) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ids == nil {
		l.ids = map[string]int{}
	}
	if b.ID != "" {
		if l.ids[b.ID] == 0 {
			l.ids[b.ID] = len(l.ids) + 1
		}
		what += fmt.Sprint(l.ids[b.ID])
	}
	l.got = append(l.got, what+" "+b.Text())
}

func (l *log) Display(b Bundle) { l.note("show", b) }
func (l *log) Update(b Bundle)  { l.note("update", b) }
func (l *log) Clear(wait bool)  { l.note(fmt.Sprint("clear ", wait), Bundle{}) }

// within returns what f displays.
func within(f func()) []string {
	var l log
	Within(&l, f)
	return l.got
}

func TestShow(t *testing.T) {
	got := within(func() {
		Show(1, "a")
		h := ShowID("first")
		h.Update("second")
		b := TextBundle("named")
		b.ID = "mine"
		Show(b)
		Update("mine", 2)
		Clear(true)
	})
	want := []string{"show 1", `show "a"`, `show1 "first"`, `update1 "second"`, "show2 named", "update2 2", "clear true "}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestWithin checks that displays go to the output of the caller, also from goroutines, and with two outputs at the
// same time. A goroutine that outlives its cell uses the latest output.
func TestWithin(t *testing.T) {
	var a, b log
	var wg sync.WaitGroup
	for _, o := range []*log{&a, &b} {
		wg.Go(func() {
			Within(o, func() {
				done := make(chan bool)
				go func() { Show(1); close(done) }()
				<-done
				Show(2)
			})
		})
	}
	wg.Wait()
	for _, o := range []*log{&a, &b} {
		if diff := cmp.Diff([]string{"show 1", "show 2"}, o.got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
	late := make(chan bool)
	over := make(chan bool)
	var c log
	Within(&c, func() { go func() { <-over; Show("late"); close(late) }() })
	close(over)
	<-late
	if len(c.got) != 1 {
		t.Errorf("a goroutine that outlived its cell displayed %q", c.got)
	}
}

// TestLive checks that if a figure changes often, only a few states are sent, including the last one.
func TestLive(t *testing.T) {
	got := within(func() {
		p := NewPlot("loss")
		for i := range 1000 {
			p.Add(i, i)
		}
	})
	if len(got) < 2 || len(got) > 20 {
		t.Errorf("1000 points were sent in %d states", len(got))
	}
	if last := got[len(got)-1]; !strings.HasPrefix(last, "update1 loss") || !strings.HasSuffix(strings.TrimSpace(last), "999") {
		t.Errorf("the last state is %q", last)
	}
	got = within(func() { p := NewPlot("one"); p.Add(0, 1); p.Done(); p.Add(1, 2) })
	if len(got) != 2 || !strings.HasPrefix(got[1], "update1 one") {
		t.Errorf("one point, done, and one more: %q", got)
	}
}

// TestLiveLate checks that a state that is held back is sent later, while the cell continues.
func TestLiveLate(t *testing.T) {
	var l log
	Within(&l, func() {
		p := NewPlot("x")
		p.Add(0, 1)
		p.Add(1, 2)
		if !testenv.Wait(func() bool {
			l.mu.Lock()
			defer l.mu.Unlock()
			return len(l.got) == 2
		}) {
			t.Error("the second state did not come")
		}
	})
}

func TestBar(t *testing.T) {
	start := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)
	spent := time.Duration(0)
	bar := func(n int, title string) *Bar {
		b := &Bar{title: title, n: n, began: start, now: func() time.Time { return start.Add(spent) }}
		b.live = &live{at: &stage{Output: &log{}, pending: map[*live]bool{}}, bundle: b.bundle}
		return b
	}
	tests := []struct {
		n     int
		steps func(b *Bar)
		spent time.Duration
		want  string
	}{
		{4, func(*Bar) {}, 0, "t │                        │ 0/4   0% · 0:00"},
		{4, func(b *Bar) { b.Add(1); b.Add(1) }, 10 * time.Second, "t │████████████            │ 2/4  50% · 0:10 · 0:10 left · 5 s each"},
		{10, func(b *Bar) { b.Set(5); b.Note("loss 0.5") }, time.Second, "t │████████████            │ 5/10  50% · 0:01 · 0:01 left · 5/s · loss 0.5"},
		{10, func(b *Bar) { b.Set(10); b.Done(); spent += time.Hour }, 2 * time.Hour, "t │████████████████████████│ 10/10 100% · 2:00:00 · 720 s each"},
		{0, func(b *Bar) { b.Add(30) }, 3 * time.Second, "t 30 · 0:03 · 10/s"},
		{0, func(b *Bar) { b.Add(155000) }, 2 * time.Second, "t 155000 · 0:02 · 77500/s"},
		{100, func(b *Bar) { b.Set(250) }, time.Second, "t │████████████████████████│ 250/100 100% · 0:01 · 250/s"},
		{64, func(b *Bar) { b.Set(9) }, 0, "t │███▍                    │ 9/64  14% · 0:00"},
	}
	for _, c := range tests {
		spent = c.spent
		b := bar(c.n, "t")
		c.steps(b)
		if got := b.String(); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
	spent = 0
	b := bar(8, "<epoch> 1")
	b.Set(2)
	want := `<div style="font-family:monospace">&lt;epoch&gt; 1 <progress max="8" value="2" style="vertical-align:middle"></progress> 2/8  25% · 0:00</div>`
	if got := b.HTML(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestWatch checks that the table is shown when the watch ends, also if passing output is not shown, with the last
// step.
func TestWatch(t *testing.T) {
	var states []Bundle
	Within(keep{&states}, func() {
		net := nn.NewDense(2, 1)
		w := Watch(net)
		for range 3 {
			net.Call(tensor.Ones(1, 2))
		}
		w.Close()
	})
	if last := states[len(states)-1]; last.Live || !strings.HasPrefix(last.Text(), "step 3\n") {
		t.Errorf("live %v:\n%s", last.Live, last.Text())
	}
}

func TestProgress(t *testing.T) {
	var states []Bundle
	Within(keep{&states}, func() {
		b := Progress(3, "x")
		for range 3 {
			b.Add(1)
		}
		b.Done()
		b.Done()
	})
	last := states[len(states)-1]
	if !last.Passing() || last.Live || !strings.Contains(last.Text(), "3/3 100%") || last.Data["text/html"] == nil {
		t.Errorf("the last of %d states is %+v", len(states), last)
	}
	if first := states[0]; first.ID == "" || first.ID != last.ID || !first.Live {
		t.Errorf("the first state is %+v", first)
	}
}

// keep is an Output that keeps bundles.
type keep struct{ states *[]Bundle }

func (k keep) Display(b Bundle) { *k.states = append(*k.states, b) }
func (k keep) Update(b Bundle)  { *k.states = append(*k.states, b) }
func (k keep) Clear(bool)       {}
