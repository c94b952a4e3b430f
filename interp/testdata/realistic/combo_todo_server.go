package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"
)

type State interface {
	Enter(*Machine) State
	fmt.Stringer
}
type base struct {
	name string
	n    int
}

func (b base) String() string        { return b.name }
func (b *base) Enter(*Machine) State { b.n++; return nil }

type Idle struct{ *base }
type Running struct {
	base
	left int
}
type Machine struct {
	State
	log    []string
	states map[string]State
	hooks  []func(from, to State)
}

func (r *Running) Enter(m *Machine) State {
	if r.left--; r.left > 0 {
		return r
	}
	return m.states["idle"]
}
func (m *Machine) Step() bool {
	next := m.State.Enter(m)
	for _, h := range m.hooks {
		h(m.State, next)
	}
	m.State = next
	return next != nil
}

type Middleware func(http.Handler) http.Handler

func (m Middleware) Then(h http.Handler) http.Handler { return m(h) }

type store struct {
	sync.Mutex
	m map[int]todo
	n int
}
type todo struct {
	ID   int    `json:"id"`
	Text string `json:"text"`
	Done bool   `json:"done"`
	At   *jtime `json:"at,omitempty"`
	Meta struct {
		Tags []string `json:"tags"`
	} `json:"meta"`
}
type jtime struct{ time.Time }

func (t jtime) MarshalJSON() ([]byte, error) {
	return []byte(strconv.Quote(t.Format(time.DateOnly))), nil
}
func (t *jtime) UnmarshalJSON(b []byte) (err error) {
	s, err := strconv.Unquote(string(b))
	if err != nil {
		return err
	}
	t.Time, err = time.Parse(time.DateOnly, s)
	return
}

type apiErr struct {
	Code int
	Msg  string
}

func (e *apiErr) Error() string { return fmt.Sprintf("%d %s", e.Code, e.Msg) }

type handler func(w http.ResponseWriter, r *http.Request) error

func (h handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	err := h(w, r)
	var ae *apiErr
	switch {
	case err == nil:
	case errors.As(err, &ae):
		http.Error(w, ae.Msg, ae.Code)
	default:
		http.Error(w, err.Error(), 500)
	}
}

func (s *store) list(w http.ResponseWriter, r *http.Request) error {
	s.Lock()
	defer s.Unlock()
	all := make([]todo, 0, len(s.m))
	for _, t := range s.m {
		all = append(all, t)
	}
	sort.Slice(all, func(i, j int) bool { return all[i].ID < all[j].ID })
	return json.NewEncoder(w).Encode(all)
}

func (s *store) add(w http.ResponseWriter, r *http.Request) error {
	var t todo
	if err := json.NewDecoder(io.LimitReader(r.Body, 1000)).Decode(&t); err != nil {
		return fmt.Errorf("decode: %w", &apiErr{400, err.Error()})
	}
	s.Lock()
	defer s.Unlock()
	s.n++
	t.ID = s.n
	s.m[t.ID] = t
	w.WriteHeader(201)
	_, err := fmt.Fprint(w, t.ID)
	return err
}

func (s *store) get(w http.ResponseWriter, r *http.Request) error {
	id, err := strconv.Atoi(r.PathValue("id"))
	if err != nil {
		return err
	}
	t, ok := s.m[id]
	if !ok {
		return &apiErr{404, "no " + r.PathValue("id")}
	}
	return json.NewEncoder(w).Encode(t)
}

func main() {
	idle := Idle{&base{name: "idle"}}
	m := &Machine{State: &Running{base{"run", 0}, 3}, states: map[string]State{"idle": idle}}
	var trace []string
	m.hooks = append(m.hooks, func(a, b State) { trace = append(trace, fmt.Sprint(a, ">", b)) })
	for m.Step() {
	}
	fmt.Println(trace, idle.n, m.State == nil)
	func() {
		defer func() { fmt.Println("rec:", recover()) }()
		_ = m.String()
	}()
	s := &store{m: map[int]todo{}}
	mux := http.NewServeMux()
	var calls []string
	logm := Middleware(func(h http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			defer func() {
				if p := recover(); p != nil {
					http.Error(w, fmt.Sprint("panic: ", p), 503)
				}
			}()
			calls = append(calls, r.Method+r.URL.Path)
			h.ServeHTTP(w, r)
		})
	})
	mux.Handle("GET /todos", handler(s.list))
	mux.Handle("POST /todos", handler(s.add))
	mux.Handle("GET /todos/{id}", handler(s.get))
	mux.HandleFunc("/panic", func(http.ResponseWriter, *http.Request) { var t *todo; t.Done = true })
	srv := httptest.NewServer(logm.Then(mux))
	defer srv.Close()
	do := func(method, path, body string) {
		req, err := http.NewRequest(method, srv.URL+path, strings.NewReader(body))
		if err != nil {
			panic(err)
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			panic(err)
		}
		defer resp.Body.Close()
		b, _ := io.ReadAll(resp.Body)
		fmt.Println(method, path, resp.StatusCode, strings.TrimSpace(string(b)), resp.Header.Get("Content-Type"))
	}
	do("POST", "/todos", `{"text":"a","at":"2024-05-06","meta":{"tags":["x"]}}`)
	do("POST", "/todos", `{"text":"b"}`)
	do("POST", "/todos", `{"text":5}`)
	do("POST", "/todos", `{"at":"nope"}`)
	do("GET", "/todos", "")
	do("GET", "/todos/2", "")
	do("GET", "/todos/9", "")
	do("GET", "/todos/x", "")
	do("GET", "/panic", "")
	do("DELETE", "/todos", "")
	fmt.Println(calls, slices.IndexFunc(calls, func(s string) bool { return strings.HasPrefix(s, "DEL") }))
	rec := httptest.NewRecorder()
	handler(s.get).ServeHTTP(rec, httptest.NewRequest("GET", "/todos/", nil))
	fmt.Fprintln(os.Stdout, rec.Code, rec.Body)
}
