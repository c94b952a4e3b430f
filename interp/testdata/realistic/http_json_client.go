package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"
)

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

type API struct {
	base   string
	client *http.Client
	token  string
}

type APIError struct {
	Status  int    `json:"-"`
	Message string `json:"message"`
	Fields  []struct {
		Name, Reason string
	} `json:"fields"`
}

func (e *APIError) Error() string {
	s := fmt.Sprintf("%d %s", e.Status, e.Message)
	for _, f := range e.Fields {
		s += fmt.Sprintf(" [%s: %s]", f.Name, f.Reason)
	}
	return s
}

func call[In, Out any](ctx context.Context, a *API, method, path string, in In) (out Out, err error) {
	var body bytes.Buffer
	if err = json.NewEncoder(&body).Encode(in); err != nil {
		return out, fmt.Errorf("encode: %w", err)
	}
	req, err := http.NewRequestWithContext(ctx, method, a.base+path, &body)
	if err != nil {
		return out, err
	}
	req.Header.Set("Authorization", "Bearer "+a.token)
	resp, err := a.client.Do(req)
	if err != nil {
		return out, err
	}
	defer func() {
		_, _ = io.Copy(io.Discard, resp.Body)
		err = errors.Join(err, resp.Body.Close())
	}()
	if resp.StatusCode/100 != 2 {
		e := &APIError{Status: resp.StatusCode}
		if derr := json.NewDecoder(resp.Body).Decode(e); derr != nil {
			e.Message = "(" + derr.Error() + ")"
		}
		return out, e
	}
	err = json.NewDecoder(resp.Body).Decode(&out)
	return
}

type (
	newUser struct{ Name string }
	user    struct {
		ID   int
		Name string
	}
)

func main() {
	users := []user{{1, "root"}}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /users", func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer t0k" {
			w.WriteHeader(http.StatusUnauthorized)
			fmt.Fprint(w, `{"message": "no token"}`)
			return
		}
		var nu newUser
		json.NewDecoder(r.Body).Decode(&nu)
		if len(nu.Name) < 3 {
			w.WriteHeader(http.StatusBadRequest)
			fmt.Fprint(w, `{"message": "invalid", "fields": [{"name": "Name", "reason": "too short"}]}`)
			return
		}
		u := user{len(users) + 1, nu.Name}
		users = append(users, u)
		json.NewEncoder(w).Encode(u)
	})
	mux.HandleFunc("GET /users", func(w http.ResponseWriter, r *http.Request) { json.NewEncoder(w).Encode(users) })
	mux.HandleFunc("GET /slow", func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		<-r.Context().Done()
	})
	mux.HandleFunc("GET /html", func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusBadGateway)
		io.WriteString(w, "<h1>sorry</h1>")
	})
	srv := httptest.NewServer(mux)
	defer srv.Close()

	var seen []string
	a := &API{base: srv.URL, token: "t0k", client: &http.Client{Transport: roundTripper(func(r *http.Request) (*http.Response, error) {
		seen = append(seen, r.Method+" "+r.URL.Path)
		return http.DefaultTransport.RoundTrip(r)
	})}}
	ctx := context.Background()
	u, err := call[newUser, user](ctx, a, "POST", "/users", newUser{"alice"})
	fmt.Printf("%+v %v\n", u, err)
	u, err = call[newUser, user](ctx, a, "POST", "/users", newUser{"x"})
	var ae *APIError
	fmt.Println(u, err, errors.As(err, &ae), len(ae.Fields))
	list, err := call[any, []user](ctx, a, "GET", "/users", nil)
	fmt.Println(list, err)
	_, err = call[any, user](ctx, a, "GET", "/html", nil)
	fmt.Println(err)
	a.token = "bad"
	_, err = call[newUser, user](ctx, a, "POST", "/users", newUser{"carol"})
	fmt.Println(err)
	short, cancel := context.WithTimeout(ctx, 5*time.Millisecond)
	defer cancel()
	_, err = call[any, user](short, a, "GET", "/slow", nil)
	fmt.Println(errors.Is(err, context.DeadlineExceeded))
	_, err = call[chan int, user](ctx, a, "POST", "/users", nil)
	fmt.Println(err)
	fmt.Println(strings.Join(seen, ", "))
}
