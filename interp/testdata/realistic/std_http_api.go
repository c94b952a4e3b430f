package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"time"
)

type Middleware func(http.Handler) http.Handler

func chain(h http.Handler, ms ...Middleware) http.Handler {
	for i := len(ms) - 1; i >= 0; i-- {
		h = ms[i](h)
	}
	return h
}

type statusWriter struct {
	http.ResponseWriter
	code int
	n    int
}

func (w *statusWriter) WriteHeader(c int) { w.code = c; w.ResponseWriter.WriteHeader(c) }
func (w *statusWriter) Write(b []byte) (int, error) {
	n, err := w.ResponseWriter.Write(b)
	w.n += n
	return n, err
}
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

type api struct {
	hits  atomic.Int64
	items map[string]int
	log   *log.Logger
}

func (a *api) count(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a.hits.Add(1)
		sw := &statusWriter{ResponseWriter: w, code: 200}
		defer func() {
			if p := recover(); p != nil {
				http.Error(sw, fmt.Sprint("recovered: ", p), 500)
			}
			a.log.Printf("%s %s %d %d", r.Method, r.URL.Path, sw.code, sw.n)
		}()
		h.ServeHTTP(sw, r)
	})
}

func auth(token string) Middleware {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Authorization") != "Bearer "+token {
				w.Header().Set("WWW-Authenticate", "Bearer")
				w.WriteHeader(http.StatusUnauthorized)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

func (a *api) get(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	v, ok := a.items[id]
	if !ok {
		http.NotFound(w, r)
		return
	}
	json.NewEncoder(w).Encode(map[string]any{"id": id, "v": v, "q": r.URL.Query()["q"]})
}

func (a *api) put(w http.ResponseWriter, r *http.Request) {
	var in struct{ V int }
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 20)).Decode(&in); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if in.V < 0 {
		var m map[string]int
		m["x"] = 1
	}
	a.items[r.PathValue("id")] = in.V
	w.WriteHeader(http.StatusCreated)
}

func main() {
	var logs bytes.Buffer
	a := &api{items: map[string]int{"x": 1}, log: log.New(&logs, "api: ", log.Lmsgprefix)}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /items/{id}", a.get)
	mux.Handle("PUT /items/{id}", auth("t")(http.HandlerFunc(a.put)))
	srv := httptest.NewServer(chain(mux, a.count, func(h http.Handler) http.Handler {
		return http.TimeoutHandler(h,
			5*time.Second, "slow")
	}))
	defer srv.Close()
	do := func(method, path, body, tok string) {
		req, _ := http.NewRequest(method, srv.URL+path, strings.NewReader(body))
		if tok != "" {
			req.Header.Set("Authorization", "Bearer "+tok)
		}
		resp, err := srv.Client().Do(req)
		if err != nil {
			fmt.Println(err)
			return
		}
		defer resp.Body.Close()
		b, _ := io.ReadAll(resp.Body)
		fmt.Printf("%s %q %q\n", resp.Status, strings.TrimSpace(string(b)), resp.Header.Get("Content-Type"))
	}
	do("GET", "/items/x?q=1&q=2", "", "")
	do("GET", "/items/y", "", "")
	do("PUT", "/items/y", `{"V":5}`, "")
	do("PUT", "/items/y", `{"V":5}`, "t")
	do("PUT", "/items/y", `{"V":-5}`, "t")
	do("PUT", "/items/y", `{"V":5`, "t")
	do("PUT", "/items/y", `{"V":"this is much too long"}`, "t")
	do("GET", "/items/y", "", "")
	do("DELETE", "/items/y", "", "")
	rec := httptest.NewRecorder()
	mux.ServeHTTP(rec, httptest.NewRequest("GET", "/items/x", nil))
	fmt.Println(rec.Code, rec.Body, rec.Header())
	fmt.Println(a.hits.Load())
	fmt.Print(logs.String())
	u, err := url.Parse("https://u:p@h.example:8080/a%20b/../c?x=1&y=a+b#frag")
	fmt.Println(u.Host, u.Port(), u.Path, u.Query(), u.Fragment, u.User, err, u.JoinPath("../d"),
		u.ResolveReference(&url.URL{Path: "/e"}))
	_, err = url.Parse("http://[::1")
	fmt.Println(err)
}
