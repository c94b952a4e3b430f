package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sort"
	"strings"
	"sync"
	"time"
)

type Todo struct {
	ID    int      `json:"id"`
	Title string   `json:"title"`
	Done  bool     `json:"done,omitempty"`
	Tags  []string `json:"tags"`
	Due   *Date    `json:"due,omitempty"`
	inner time.Time
}

type Date struct{ time.Time }

func (d Date) MarshalJSON() ([]byte, error) { return json.Marshal(d.Format(time.DateOnly)) }
func (d *Date) UnmarshalJSON(b []byte) (err error) {
	var s string
	if err = json.Unmarshal(b, &s); err != nil {
		return err
	}
	d.Time, err = time.Parse(time.DateOnly, s)
	return
}

type store struct {
	sync.RWMutex
	todos map[int]Todo
	next  int
}

type apiError struct {
	Code int    `json:"-"`
	Msg  string `json:"error"`
}

func (e apiError) Error() string { return e.Msg }

type handler func(w http.ResponseWriter, r *http.Request) error

func (h handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	err := h(w, r)
	if err == nil {
		return
	}
	var ae apiError
	if !errors.As(err, &ae) {
		ae = apiError{http.StatusInternalServerError, err.Error()}
	}
	w.WriteHeader(ae.Code)
	json.NewEncoder(w).Encode(ae)
}

func logged(l *log.Logger, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			if v := recover(); v != nil {
				l.Printf("panic: %v", v)
				http.Error(w, "oops", 500)
			}
		}()
		l.Println(r.Method, r.URL.RequestURI(), r.Context().Value(key{}))
		next.ServeHTTP(w, r)
	})
}

type key struct{}

func (s *store) routes() *http.ServeMux {
	mux := http.NewServeMux()
	mux.Handle("POST /todos", handler(s.create))
	mux.Handle("GET /todos", handler(s.list))
	mux.Handle("GET /todos/{id}", handler(func(w http.ResponseWriter, r *http.Request) error {
		var id int
		if _, err := fmt.Sscanf(r.PathValue("id"), "%d", &id); err != nil {
			return fmt.Errorf("id: %w", apiError{400, "bad id " + r.PathValue("id")})
		}
		s.RLock()
		defer s.RUnlock()
		t, ok := s.todos[id]
		if !ok {
			return apiError{404, "no todo"}
		}
		return json.NewEncoder(w).Encode(t)
	}))
	mux.HandleFunc("/panic", func(http.ResponseWriter, *http.Request) { var m map[string]int; m["x"]++ })
	return mux
}

func (s *store) create(w http.ResponseWriter, r *http.Request) (err error) {
	var t Todo
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	if err = d.Decode(&t); err != nil {
		return apiError{400, err.Error()}
	}
	s.Lock()
	defer s.Unlock()
	s.next++
	t.ID = s.next
	s.todos[t.ID] = t
	w.Header().Set("Location", fmt.Sprint("/todos/", t.ID))
	w.WriteHeader(http.StatusCreated)
	return json.NewEncoder(w).Encode(t)
}

func (s *store) list(w http.ResponseWriter, r *http.Request) error {
	s.RLock()
	defer s.RUnlock()
	list := []Todo{}
	tag := r.FormValue("tag")
	for _, t := range s.todos {
		if tag == "" || strings.Contains(strings.Join(t.Tags, ","), tag) {
			list = append(list, t)
		}
	}
	sort.Slice(list, func(i, j int) bool { return list[i].ID < list[j].ID })
	return json.NewEncoder(w).Encode(list)
}

func main() {
	s := &store{todos: map[int]Todo{}}
	var logs bytes.Buffer
	inner := logged(log.New(&logs, "srv ", log.Lmsgprefix), s.routes())
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		inner.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), key{}, len(r.URL.Path))))
	}))
	defer srv.Close()
	do := func(method, path, body string) {
		req, err := http.NewRequest(method, srv.URL+path, strings.NewReader(body))
		if err != nil {
			fmt.Println(err)
			return
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			var ue *url.Error
			fmt.Println(errors.As(err, &ue))
			return
		}
		defer resp.Body.Close()
		b, _ := io.ReadAll(resp.Body)
		fmt.Println(method, path, resp.StatusCode, strings.TrimSpace(string(b)), resp.Header.Get("Location"))
	}
	do("POST", "/todos", `{"title":"one","tags":["a","b"],"due":"2024-02-29"}`)
	do("POST", "/todos", `{"title":"two","done":true}`)
	do("POST", "/todos", `{"title":"x","due":"2024-02-30"}`)
	do("POST", "/todos", `{"name":1}`)
	do("GET", "/todos/1", "")
	do("GET", "/todos/abc", "")
	do("GET", "/todos/9", "")
	do("GET", "/todos?tag=a", "")
	do("DELETE", "/todos", "")
	do("GET", "/panic", "")
	fmt.Print(logs.String())
}
