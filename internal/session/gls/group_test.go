package gls

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// TestCount: goroutines count for the group that they are started in, whatever scopes are around them, and for no
// other. A connection that package http keeps counts for none.
func TestCount(t *testing.T) {
	var v, w Var[int]
	srv := httptest.NewServer(http.NotFoundHandler())
	defer srv.Close()
	end, began := make(chan struct{}), make(chan struct{})
	wait := func() { began <- struct{}{}; <-end }
	want := func(group string, n int) {
		t.Helper()
		if got, err := Count(group); err != nil || got != n {
			t.Errorf("%d goroutines of group %s, want %d; %v", got, group, n, err)
		}
	}
	v.WithGroup("a", 1, func() {
		go wait()
		w.With(1, func() { go wait(); <-began })
		<-began
		want("a", 3) // this one, too
		v.WithGroup("b", 1, func() { go wait(); <-began })
		r, err := (&http.Client{Transport: &http.Transport{}}).Get(srv.URL)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.Copy(io.Discard, r.Body)
		r.Body.Close()
		for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(time.Millisecond) {
			if n, _ := Count("a"); n == 3 { // the connection needs a moment
				break
			}
		}
		want("a", 3)
		if n, err := All("a"); err != nil || n != 5 { // a connection has two
			t.Errorf("%d goroutines with those of the connection, %v", n, err)
		}
		want("b", 1)
	})
	go wait()
	<-began
	want("a", 2)
	want("", 0)
	close(end)
}
