package interp

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/msrepl/msrepl/internal/session/ticker"
	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

// deadlocks are cells that wait for ever.
var deadlocks = []string{
	"<-make(chan int)",
	"a, b := make(chan int), make(chan string); go func() { a <- len(<-b) }(); <-a",
	"var none chan int; none <- 1",
	"select {}",
	"var mu sync.Mutex; mu.Lock(); mu.Lock()",
	"var wg sync.WaitGroup; wg.Add(1); wg.Wait()",
	"next, _ := iter.Pull(slices.Values([]int{1, 2})); next(); <-make(chan int)",
	"next, _ := iter.Pull2(func(yield func(int, int) bool) { <-make(chan int) }); next()",
}

// TestDeadlockAmongOthers: what other parts of the process wait for, other sessions too, does not keep a deadlock
// from being reported.
func TestDeadlockAmongOthers(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	accepted := make(chan error)
	go func() { _, err := l.Accept(); accepted <- err }()
	// of servers that keep their connections: the test's own, one for another session, one for the session
	var urls [3]any
	for i := range urls {
		srv := httptest.NewServer(http.NotFoundHandler())
		defer srv.Close()
		urls[i] = srv.URL
	}
	r, err := http.Get(urls[0].(string))
	if err != nil {
		t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, r.Body)
	r.Body.Close()
	get := "r, err := http.Get(%q); io.Copy(io.Discard, r.Body); r.Body.Close(); err == nil"
	newSession(t, "l, _ := net.Listen(`tcp`, `127.0.0.1:0`); go func() { l.Accept() }()", "go func() { time.Sleep(time.Hour) }()",
		"c := make(chan int); go func() { <-c }()", "srv := httptest.NewServer(http.NotFoundHandler())", fmt.Sprintf(get, urls[1]))
	s := newSession(t, "go func() {}()", fmt.Sprintf(get, urls[2]))
	for _, src := range deadlocks {
		timer := time.AfterFunc(testenv.Patience, s.Interrupt)
		if r := s.Eval(src); r.Err == nil || r.Err.Kind != kindDeadlock {
			t.Errorf("%s: got %v, want a Deadlock", src, r.Err)
		}
		timer.Stop()
	}
	l.Close()
	<-accepted
}

// TestNotDeadlocked: what the rest of the process can wake is waited for.
func TestNotDeadlocked(t *testing.T) {
	s := newSession(t, "c, hit := make(chan string), make(chan string)",
		"srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { hit <- r.URL.Path }))")
	url := s.Eval("srv.URL").Value.Text()
	go func() {
		time.Sleep(2 * asleepFor * ticker.Every)
		if r, err := http.Get(url[1:len(url)-1] + "/here"); err == nil {
			r.Body.Close()
		}
	}()
	if r := s.Eval("<-hit"); r.Err != nil || r.Value.Text() != `"/here"` {
		t.Errorf("a request to a server of a cell: %v, %v", r.Value, r.Err)
	}
	s.Eval("srv.Close()")
}

// TestCloseEndsGoroutines: goroutines that wait end with their session.
func TestCloseEndsGoroutines(t *testing.T) {
	s := newSession(t, "c, mu := make(chan int), sync.Mutex{}; mu.Lock()",
		"go func() { <-c }(); go func() { mu.Lock() }(); go func() { time.Sleep(time.Hour) }(); go func() { select {} }()")
	r := s.engine().rt
	if n := r.Alive(); n != 4 {
		t.Fatalf("%d goroutines wait, want 4", n)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(testenv.Patience); r.Alive() > 0; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%d goroutines go on after Close", r.Alive())
		}
	}
}
