package main

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

type Client struct {
	HTTP    *http.Client
	Retries int
	Sleep   func(time.Duration)
}

type StatusError struct {
	Code int
	Body string
}

func (e *StatusError) Error() string   { return fmt.Sprintf("status %d: %s", e.Code, e.Body) }
func (e *StatusError) Temporary() bool { return e.Code >= 500 || e.Code == 429 }

func (c *Client) Get(url string) (body string, attempts int, err error) {
	delay := 10 * time.Millisecond
	for attempts = 1; ; attempts++ {
		body, err = c.once(url)
		var se *StatusError
		if err == nil || !errors.As(err, &se) || !se.Temporary() || attempts > c.Retries {
			return
		}
		c.Sleep(delay)
		delay *= 2
	}
}

func (c *Client) once(url string) (string, error) {
	resp, err := c.HTTP.Get(url)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		return "", fmt.Errorf("read body: %w", err)
	}
	text := strings.TrimSpace(string(b))
	if resp.StatusCode != http.StatusOK {
		return "", &StatusError{resp.StatusCode, text}
	}
	return text, nil
}

func main() {
	var calls atomic.Int32
	handler := http.NewServeMux()
	handler.HandleFunc("/flaky", func(w http.ResponseWriter, r *http.Request) {
		n := calls.Add(1)
		if limit, _ := strconv.Atoi(r.URL.Query().Get("ok")); int(n) < limit {
			http.Error(w, fmt.Sprintf("try %d", n), http.StatusServiceUnavailable)
			return
		}
		fmt.Fprintf(w, "fine after %d", n)
	})
	handler.HandleFunc("/gone", func(w http.ResponseWriter, r *http.Request) {
		calls.Add(1)
		w.WriteHeader(http.StatusGone)
		io.WriteString(w, "gone")
	})
	srv := httptest.NewServer(handler)
	defer srv.Close()

	var slept []time.Duration
	c := &Client{HTTP: srv.Client(), Retries: 3, Sleep: func(d time.Duration) { slept = append(slept, d) }}
	for _, path := range []string{"/flaky?ok=1", "/flaky?ok=3", "/flaky?ok=9", "/gone", "/none"} {
		calls.Store(0)
		slept = nil
		body, n, err := c.Get(srv.URL + path)
		fmt.Printf("%-12s %q attempts=%d calls=%d slept=%v err=%v\n", path, body, n, calls.Load(), slept, err)
		var se *StatusError
		if errors.As(err, &se) {
			fmt.Println("   code", se.Code, "temporary", se.Temporary())
		}
	}
	_, _, err := c.Get("http://[::1")
	fmt.Println(err != nil, errors.As(err, new(*StatusError)))
}
