package main

import (
	"fmt"
	"html/template"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/mail"
	"net/url"
	"strconv"
	"strings"
)

var page = template.Must(template.New("page").Parse(
	`{{if .Errors}}<ul>{{range .Errors}}<li>{{.}}</li>{{end}}</ul>{{else}}<p>Welcome {{.Name}} ({{.Age}})</p>{{end}}`))

type signup struct {
	Name   string
	Age    int
	Errors []string
}

type validator struct {
	form url.Values
	errs []string
}

func (v *validator) check(ok bool, format string, args ...any) {
	if !ok {
		v.errs = append(v.errs, fmt.Sprintf(format, args...))
	}
}

func (v *validator) text(key string, min int) string {
	s := strings.TrimSpace(v.form.Get(key))
	v.check(len(s) >= min, "%s needs %d characters", key, min)
	return s
}

func (v *validator) number(key string, lo, hi int) int {
	n, err := strconv.Atoi(v.form.Get(key))
	v.check(err == nil && lo <= n && n <= hi, "%s is not in %d..%d: %q", key, lo, hi, v.form.Get(key))
	return n
}

func submit(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	v := &validator{form: r.PostForm}
	s := signup{Name: v.text("name", 2), Age: v.number("age", 18, 120)}
	if addr := v.text("mail", 1); addr != "" {
		_, err := mail.ParseAddress(addr)
		v.check(err == nil, "mail: %v", err)
	}
	if s.Errors = v.errs; len(s.Errors) > 0 {
		w.WriteHeader(http.StatusUnprocessableEntity)
	} else {
		http.SetCookie(w, &http.Cookie{Name: "user", Value: url.QueryEscape(s.Name), Path: "/"})
	}
	if err := page.Execute(w, s); err != nil {
		fmt.Fprint(w, err)
	}
}

func whoami(w http.ResponseWriter, r *http.Request) {
	c, err := r.Cookie("user")
	if err != nil {
		http.Redirect(w, r, "/login?next="+url.QueryEscape(r.URL.Path), http.StatusSeeOther)
		return
	}
	name, _ := url.QueryUnescape(c.Value)
	fmt.Fprintf(w, "you are %s", name)
}

func main() {
	mux := http.NewServeMux()
	mux.HandleFunc("/submit", submit)
	mux.HandleFunc("/me", whoami)
	mux.HandleFunc("/login", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "log in, then go to %s", r.URL.Query().Get("next"))
	})
	srv := httptest.NewServer(mux)
	defer srv.Close()
	jar, _ := cookiejar.New(nil)
	client := &http.Client{Jar: jar}
	show := func(resp *http.Response, err error) {
		if err != nil {
			fmt.Println("error:", err)
			return
		}
		defer resp.Body.Close()
		var b strings.Builder
		buf := make([]byte, 16)
		for {
			n, err := resp.Body.Read(buf)
			b.Write(buf[:n])
			if err != nil {
				break
			}
		}
		fmt.Println(resp.StatusCode, resp.Request.URL.Path, b.String())
	}
	show(client.Get(srv.URL + "/me"))
	show(client.PostForm(srv.URL+"/submit", url.Values{"name": {"x"}, "age": {"seven"}, "mail": {"nobody"}}))
	show(client.PostForm(srv.URL+"/submit", url.Values{"name": {"<Zoë> & co"}, "age": {"44"}, "mail": {"zoe@example.org"}}))
	show(client.Get(srv.URL + "/me"))
}
