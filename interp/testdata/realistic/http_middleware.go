package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
)

type Middleware func(http.Handler) http.Handler

func Chain(h http.Handler, ms ...Middleware) http.Handler {
	for i := len(ms) - 1; i >= 0; i-- {
		h = ms[i](h)
	}
	return h
}

type statusWriter struct {
	http.ResponseWriter
	status int
	bytes  int
}

func (w *statusWriter) WriteHeader(code int) {
	w.status = code
	w.ResponseWriter.WriteHeader(code)
}

func (w *statusWriter) Write(p []byte) (n int, err error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	n, err = w.ResponseWriter.Write(p)
	w.bytes += n
	return
}

type ctxKey int

const (
	userKey ctxKey = iota
	traceKey
)

func Logging(log *[]string) Middleware {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			sw := &statusWriter{ResponseWriter: w}
			next.ServeHTTP(sw, r)
			*log = append(*log, fmt.Sprintf("%s %s %d %dB", r.Method, r.URL.Path, sw.status, sw.bytes))
		})
	}
}

func Recover(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			if v := recover(); v != nil {
				http.Error(w, fmt.Sprint("internal: ", v), http.StatusInternalServerError)
			}
		}()
		next.ServeHTTP(w, r)
	})
}

func Auth(users map[string]string) Middleware {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			name, pass, ok := r.BasicAuth()
			if want, known := users[name]; !ok || !known || want != pass {
				w.Header().Set("WWW-Authenticate", `Basic realm="test"`)
				http.Error(w, "who are you?", http.StatusUnauthorized)
				return
			}
			next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), userKey, name)))
		})
	}
}

func trace(next http.Handler) http.Handler {
	n := 0
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n++
		w.Header().Set("X-Trace", fmt.Sprintf("t-%03d", n))
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), traceKey, n)))
	})
}

func hello(w http.ResponseWriter, r *http.Request) {
	user, _ := r.Context().Value(userKey).(string)
	if name := r.FormValue("name"); name == "panic" {
		panic("oh no")
	} else if name != "" {
		user += "/" + name
	}
	fmt.Fprintf(w, "hello %s (%v)", user, r.Context().Value(traceKey))
}

func main() {
	var log []string
	h := Chain(http.HandlerFunc(hello), Logging(&log), Recover, trace, Auth(map[string]string{"ann": "pw"}))
	requests := []struct{ target, user, pass string }{
		{"/a", "ann", "pw"},
		{"/b?name=zoe", "ann", "pw"},
		{"/c", "ann", "wrong"},
		{"/d", "", ""},
		{"/e?name=panic", "ann", "pw"},
	}
	for _, rq := range requests {
		r := httptest.NewRequest(http.MethodGet, rq.target, nil)
		if rq.user != "" {
			r.SetBasicAuth(rq.user, rq.pass)
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		res := w.Result()
		fmt.Printf("%d %q trace=%s auth=%q\n", res.StatusCode, strings.TrimSpace(w.Body.String()), res.Header.Get("X-Trace"), res.Header.Get("WWW-Authenticate"))
	}
	fmt.Println(strings.Join(log, "\n"))
}
