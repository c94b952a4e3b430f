package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"
)

type Ticker struct {
	mu    sync.Mutex
	ticks []string
	stop  chan struct{}
}

func (t *Ticker) run(d time.Duration, name string, wg *sync.WaitGroup) {
	defer wg.Done()
	tk := time.NewTicker(d)
	defer tk.Stop()
	n := 0
	for {
		select {
		case <-tk.C:
			n++
			t.mu.Lock()
			t.ticks = append(t.ticks, fmt.Sprint(name, n))
			t.mu.Unlock()
			if n == 3 {
				return
			}
		case <-t.stop:
			return
		}
	}
}

func debounce(d time.Duration, f func(string)) func(string) {
	var mu sync.Mutex
	var timer *time.Timer
	return func(s string) {
		mu.Lock()
		defer mu.Unlock()
		if timer != nil {
			timer.Stop()
		}
		timer = time.AfterFunc(d, func() { f(s) })
	}
}

func main() {
	t := &Ticker{stop: make(chan struct{})}
	var wg sync.WaitGroup
	wg.Add(2)
	go t.run(2*time.Millisecond, "a", &wg)
	go t.run(3*time.Millisecond, "b", &wg)
	wg.Wait()
	slices.Sort(t.ticks)
	fmt.Println(t.ticks)
	got := make(chan string, 9)
	d := debounce(20*time.Millisecond, func(s string) { got <- s })
	for _, s := range []string{"x", "y", "z"} {
		d(s)
	}
	fmt.Println(<-got, len(got))
	tm := time.NewTimer(time.Hour)
	fmt.Println(tm.Stop(), tm.Stop(), tm.Reset(time.Millisecond))
	<-tm.C
	select {
	case <-time.After(time.Millisecond):
		fmt.Println("timeout")
	case <-t.stop:
	}
	close(t.stop)
	_, ok := <-t.stop
	fmt.Println(ok)
	start := time.Date(2024, 2, 28, 23, 30, 0, 0, time.FixedZone("X", -5400))
	for i := range 3 {
		fmt.Println(start.AddDate(0, 0, i).Format(time.RFC1123Z), start.Add(time.Duration(i)*time.Hour).YearDay())
	}
	dd, err := time.ParseDuration("1h15m30.918s")
	fmt.Println(dd, err, dd.Round(time.Minute), dd.Truncate(time.Hour), dd.Minutes() > 75, -dd)
	_, err = time.Parse(time.RFC3339, "2024-02-30T00:00:00Z")
	fmt.Println(err)
	u, _ := time.Parse("Jan 2, 2006 at 3:04pm (MST)", "Feb 3, 2013 at 7:54pm (PST)")
	fmt.Println(u, u.Weekday(), u.Unix(), u.IsZero(), time.Time{}.IsZero(), time.Month(13), time.Weekday(8))
	y, w := start.ISOWeek()
	fmt.Println(y, w, start.Equal(start.UTC()), start == start.UTC(), start.Compare(start.Add(1)), start.UTC().Sub(start))
	b, _ := json.Marshal(map[string]any{"t": start, "d": dd})
	fmt.Println(string(b))
}
