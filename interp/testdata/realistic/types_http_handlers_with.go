package main

import "fmt"
import "net/http"
import "net/http/httptest"
import "strings"
import "sync"

type counter struct {
	mu   sync.Mutex
	hits map[string]int
}
type middleware func(http.Handler) http.Handler

func (c *counter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.hits == nil {
		c.hits = map[string]int{}
	}
	c.hits[r.URL.Path]++
	fmt.Fprintf(w, "%s %d", r.URL.Path, c.hits[r.URL.Path])
}
func (m middleware) then(h http.Handler) http.Handler { return m(h) }

type recorder2 struct {
	http.ResponseWriter
	status int
}

func (r *recorder2) WriteHeader(n int)           { r.status = n; r.ResponseWriter.WriteHeader(n) }
func (r *recorder2) Unwrap() http.ResponseWriter { return r.ResponseWriter }

func main() {
	c := &counter{}
	teapot := middleware(func(h http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			rec := &recorder2{ResponseWriter: w}
			if r.URL.Path == "/tea" {
				rec.WriteHeader(418)
				return
			}
			h.ServeHTTP(rec, r)
			fmt.Println("flush", http.NewResponseController(rec).Flush(), rec.status)
		})
	})
	mux := http.NewServeMux()
	mux.Handle("GET /a/{id}", teapot.then(c))
	mux.Handle("/tea", teapot.then(c))
	for _, p := range []string{"/a/1", "/a/1", "/tea", "/no"} {
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequest("GET", p, nil))
		fmt.Println(w.Code, strings.TrimSpace(w.Body.String()))
	}
}
