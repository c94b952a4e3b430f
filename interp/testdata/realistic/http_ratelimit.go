package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"time"
)

// Clock is a time that tests move.
type Clock struct{ t time.Time }

func (c *Clock) Now() time.Time          { return c.t }
func (c *Clock) Advance(d time.Duration) { c.t = c.t.Add(d) }

type bucket struct {
	tokens float64
	last   time.Time
}

type Limiter struct {
	mu      sync.Mutex
	rate    float64
	burst   float64
	now     func() time.Time
	buckets map[string]*bucket
}

func (l *Limiter) Allow(key string) (ok bool, wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	b, found := l.buckets[key]
	if !found {
		b = &bucket{l.burst, now}
		l.buckets[key] = b
	}
	b.tokens = min(l.burst, b.tokens+now.Sub(b.last).Seconds()*l.rate)
	b.last = now
	if b.tokens >= 1 {
		b.tokens--
		return true, 0
	}
	return false, time.Duration((1 - b.tokens) / l.rate * float64(time.Second))
}

func (l *Limiter) Wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if ok, wait := l.Allow(r.Header.Get("X-Client")); !ok {
			w.Header().Set("Retry-After", strconv.FormatFloat(wait.Seconds(), 'f', 1, 64))
			http.Error(w, "slow down", http.StatusTooManyRequests)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func main() {
	clock := &Clock{time.Unix(1_700_000_000, 0).UTC()}
	lim := &Limiter{rate: 2, burst: 3, now: clock.Now, buckets: map[string]*bucket{}}
	served := map[string]int{}
	h := lim.Wrap(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		served[r.Header.Get("X-Client")]++
		w.WriteHeader(http.StatusAccepted)
	}))
	hit := func(client string) string {
		r := httptest.NewRequest("POST", "/", nil)
		r.Header.Set("X-Client", client)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if after := w.Header().Get("Retry-After"); after != "" {
			return fmt.Sprintf("%d(%s)", w.Code, after)
		}
		return strconv.Itoa(w.Code)
	}
	steps := []struct {
		wait  time.Duration
		calls string
	}{
		{0, "aaaab"},
		{250 * time.Millisecond, "a"},
		{250 * time.Millisecond, "ab"},
		{10 * time.Second, "aaaa"},
	}
	for _, s := range steps {
		clock.Advance(s.wait)
		fmt.Print(clock.Now().Format("05.000"), ":")
		for _, c := range s.calls {
			fmt.Print(" ", string(c), "=", hit(string(c)))
		}
		fmt.Println()
	}
	fmt.Println(served)
}
