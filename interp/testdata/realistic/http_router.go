package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"sort"
	"strings"
)

type Params map[string]string

type HandlerFunc func(w http.ResponseWriter, r *http.Request, p Params) error

type HTTPError struct {
	Code int
	Msg  string
}

func (e HTTPError) Error() string { return e.Msg }

type route struct {
	method  string
	parts   []string
	handler HandlerFunc
}

type Router struct {
	routes   []route
	notFound http.Handler
	errors   []error
}

func (rt *Router) Handle(method, pattern string, h HandlerFunc) *Router {
	rt.routes = append(rt.routes, route{method, split(pattern), h})
	return rt
}

func split(path string) []string {
	return strings.FieldsFunc(path, func(r rune) bool { return r == '/' })
}

func (r route) match(path []string) (Params, bool) {
	params := Params{}
	for i, part := range r.parts {
		if strings.HasPrefix(part, "*") {
			params[part[1:]] = strings.Join(path[min(i, len(path)):], "/")
			return params, true
		}
		if i >= len(path) {
			return nil, false
		}
		switch {
		case strings.HasPrefix(part, ":"):
			params[part[1:]] = path[i]
		case part != path[i]:
			return nil, false
		}
	}
	return params, len(r.parts) == len(path)
}

func (rt *Router) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path := split(r.URL.Path)
	allowed := map[string]bool{}
	for _, route := range rt.routes {
		p, ok := route.match(path)
		if !ok {
			continue
		}
		if route.method != r.Method {
			allowed[route.method] = true
			continue
		}
		if err := route.handler(w, r, p); err != nil {
			code := http.StatusInternalServerError
			if he, ok := err.(HTTPError); ok {
				code = he.Code
			}
			rt.errors = append(rt.errors, err)
			http.Error(w, err.Error(), code)
		}
		return
	}
	if len(allowed) > 0 {
		var list []string
		for m := range allowed {
			list = append(list, m)
		}
		sort.Strings(list)
		w.Header().Set("Allow", strings.Join(list, ", "))
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	rt.notFound.ServeHTTP(w, r)
}

func main() {
	db := map[string]string{"1": "one", "2": "two"}
	rt := &Router{notFound: http.NotFoundHandler()}
	rt.Handle("GET", "/", func(w http.ResponseWriter, r *http.Request, _ Params) error {
		_, err := fmt.Fprint(w, "index")
		return err
	}).Handle("GET", "/item/:id", func(w http.ResponseWriter, r *http.Request, p Params) error {
		v, ok := db[p["id"]]
		if !ok {
			return HTTPError{404, "no item " + p["id"]}
		}
		fmt.Fprint(w, v)
		return nil
	}).Handle("DELETE", "/item/:id", func(w http.ResponseWriter, r *http.Request, p Params) error {
		delete(db, p["id"])
		w.WriteHeader(http.StatusNoContent)
		return nil
	}).Handle("GET", "/files/*path", func(w http.ResponseWriter, r *http.Request, p Params) error {
		fmt.Fprintf(w, "file %q of %v", p["path"], len(p))
		return nil
	}).Handle("POST", "/boom", func(http.ResponseWriter, *http.Request, Params) error {
		return fmt.Errorf("it broke")
	})
	for _, target := range []string{"GET /", "GET /item/2", "GET /item/9", "DELETE /item/2", "GET /item/2", "PATCH /item/1", "GET /files/a/b/c.txt", "GET /files", "POST /boom", "GET /x/y"} {
		method, path, _ := strings.Cut(target, " ")
		rec := httptest.NewRecorder()
		rt.ServeHTTP(rec, httptest.NewRequest(method, path, nil))
		fmt.Printf("%-22s %d %q %v\n", target, rec.Code, rec.Body, rec.Header()["Allow"])
	}
	fmt.Println(len(rt.errors), rt.errors)
}
