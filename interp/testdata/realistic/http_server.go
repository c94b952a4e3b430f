package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
)

type Todo struct {
	ID   int    `json:"id"`
	Text string `json:"text"`
	Done bool   `json:"done,omitempty"`
}

type server struct {
	mu    sync.Mutex
	todos []Todo
	mux   *http.ServeMux
}

func newServer() *server {
	s := &server{mux: http.NewServeMux()}
	s.mux.HandleFunc("GET /todos", s.list)
	s.mux.HandleFunc("POST /todos", s.create)
	s.mux.HandleFunc("PUT /todos/{id}/done", s.done)
	s.mux.Handle("GET /health", http.HandlerFunc(health))
	return s
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.mux.ServeHTTP(w, r) }

func main() {
	srv := httptest.NewServer(newServer())
	defer srv.Close()

	do := func(method, path, body string) {
		req, err := http.NewRequest(method, srv.URL+path, strings.NewReader(body))
		if err != nil {
			fmt.Println(err)
			return
		}
		resp, err := srv.Client().Do(req)
		if err != nil {
			fmt.Println(err)
			return
		}
		defer resp.Body.Close()
		text, _ := io.ReadAll(resp.Body)
		fmt.Printf("%s %s -> %d %s %s\n", method, path, resp.StatusCode, resp.Header.Get("Content-Type"), strings.TrimSpace(string(text)))
	}
	do("GET", "/health", "")
	do("POST", "/todos", `{"text": "write"}`)
	do("POST", "/todos", `{"text": "test"}`)
	do("POST", "/todos", `{"text": ""}`)
	do("POST", "/todos", `{`)
	do("PUT", "/todos/2/done", "")
	do("PUT", "/todos/7/done", "")
	do("GET", "/todos", "")
	do("DELETE", "/todos", "")
	do("GET", "/nowhere", "")
}

func health(w http.ResponseWriter, _ *http.Request) {
	fmt.Fprintln(w, "ok")
}

func reply(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(v)
}

type apiError struct {
	Error string `json:"error"`
	Code  int    `json:"code"`
}

func fail(w http.ResponseWriter, status int, format string, args ...any) {
	reply(w, status, apiError{fmt.Sprintf(format, args...), status})
}

func (s *server) list(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	reply(w, http.StatusOK, s.todos)
}

func (s *server) create(w http.ResponseWriter, r *http.Request) {
	var t Todo
	if err := json.NewDecoder(r.Body).Decode(&t); err != nil {
		fail(w, http.StatusBadRequest, "body: %v", err)
		return
	}
	if t.Text == "" {
		fail(w, http.StatusUnprocessableEntity, "text is empty")
		return
	}
	s.mu.Lock()
	t.ID = len(s.todos) + 1
	s.todos = append(s.todos, t)
	s.mu.Unlock()
	reply(w, http.StatusCreated, t)
}

func (s *server) done(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range s.todos {
		if fmt.Sprint(s.todos[i].ID) == r.PathValue("id") {
			s.todos[i].Done = true
			reply(w, http.StatusOK, s.todos[i])
			return
		}
	}
	fail(w, http.StatusNotFound, "no todo %s", r.PathValue("id"))
}
