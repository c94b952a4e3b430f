package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing/fstest"
)

type server struct {
	mu    sync.Mutex
	files map[string]int
	*http.ServeMux
}

type apiErr struct {
	Code int    `json:"code"`
	Msg  string `json:"msg"`
}

func (e apiErr) Error() string { return fmt.Sprintf("%d %s", e.Code, e.Msg) }

type handler func(w http.ResponseWriter, r *http.Request) error

func (h handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	defer func() {
		if v := recover(); v != nil {
			w.WriteHeader(500)
			fmt.Fprint(w, "recovered: ", v)
		}
	}()
	err := h(w, r)
	var ae apiErr
	switch {
	case errors.As(err, &ae):
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(ae.Code)
		json.NewEncoder(w).Encode(ae)
	case err != nil:
		http.Error(w, err.Error(), http.StatusTeapot)
	}
}

func newServer() *server {
	s := &server{files: map[string]int{}, ServeMux: http.NewServeMux()}
	s.Handle("POST /up/{dir...}", handler(s.upload))
	s.Handle("GET /files/{name}", handler(func(w http.ResponseWriter, r *http.Request) error {
		s.mu.Lock()
		defer s.mu.Unlock()
		n, ok := s.files[r.PathValue("name")]
		if !ok {
			return fmt.Errorf("get: %w", apiErr{404, "no " + r.PathValue("name")})
		}
		_, err := fmt.Fprintln(w, n)
		return err
	}))
	s.HandleFunc("/panic", handler(func(http.ResponseWriter, *http.Request) error { var m map[int]int; m[1] = 1; return nil }).ServeHTTP)
	s.Handle("/static/", http.StripPrefix("/static/", http.FileServerFS(fstest.MapFS{"a.txt": {Data: []byte("hi\n")}, "d/b.html": {Data: []byte("<p>")}})))
	return s
}

func (s *server) upload(w http.ResponseWriter, r *http.Request) error {
	mr, err := r.MultipartReader()
	if err != nil {
		return err
	}
	for {
		p, err := mr.NextPart()
		if err == io.EOF {
			break
		}
		b, _ := io.ReadAll(p)
		s.mu.Lock()
		s.files[p.FileName()] += len(b)
		s.mu.Unlock()
		fmt.Fprintf(w, "%s/%s %s=%d\n", r.PathValue("dir"), p.FileName(), p.FormName(), len(b))
	}
	return nil
}

func main() {
	ts := httptest.NewServer(newServer())
	defer ts.Close()
	do := func(req *http.Request, err error) {
		if err != nil {
			fmt.Println(err)
			return
		}
		resp, err := ts.Client().Do(req)
		if err != nil {
			fmt.Println(err)
			return
		}
		defer resp.Body.Close()
		b, _ := io.ReadAll(resp.Body)
		fmt.Printf("%d %s %q\n", resp.StatusCode, resp.Header.Get("Content-Type"), b)
	}
	var buf bytes.Buffer
	mw := multipart.NewWriter(&buf)
	fw, _ := mw.CreateFormFile("f", "x.bin")
	fw.Write(make([]byte, 300))
	mw.WriteField("note", "hello")
	mw.Close()
	req, err := http.NewRequest("POST", ts.URL+"/up/a/b", &buf)
	req.Header.Set("Content-Type", mw.FormDataContentType())
	do(req, err)
	for _, path := range []string{"/files/x.bin", "/files/none", "/panic", "/static/a.txt", "/static/d/", "/static/zz", "/up/q", "/"} {
		do(http.NewRequest("GET", ts.URL+path, nil))
	}
	do(http.NewRequest("POST", ts.URL+"/up/q", strings.NewReader("x")))
	rec := httptest.NewRecorder()
	newServer().ServeHTTP(rec, httptest.NewRequest("GET", "/files/zz", nil))
	fmt.Println(rec.Code, strings.TrimSpace(rec.Body.String()), rec.Result().Header)
}
