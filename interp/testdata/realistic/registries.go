package main

import (
	"bytes"
	"database/sql"
	"database/sql/driver"
	"encoding/gob"
	"errors"
	"expvar"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
)

// What is registered under a name for all of a program: flags, handlers, types of package gob, drivers, variables.

var (
	count = flag.Int("count", 3, "how many `N`")
	label = flag.String("label", "none", "what to call it")
	hits  = expvar.NewInt("hits")
)

type celsius float64

func (c celsius) String() string { return fmt.Sprintf("%.1f°C", float64(c)) }

type reading struct {
	Place string
	Value fmt.Stringer
}

type offline struct{ reason string }

var errOffline = errors.New("offline")

func (o offline) Open(name string) (driver.Conn, error) {
	return nil, fmt.Errorf("open %s: %s: %w", name, o.reason, errOffline)
}

type level int

func (l level) String() string { return [...]string{"low", "high"}[l] }

func (l *level) Set(text string) error {
	i := slices.Index([]string{"low", "high"}, text)
	if i < 0 {
		return fmt.Errorf("no level %q", text)
	}
	*l = level(i)
	return nil
}

func flags() {
	var l level
	flag.Var(&l, "level", "low or high")
	flag.CommandLine.Init("registries", flag.ExitOnError)
	flag.CommandLine.SetOutput(os.Stdout)
	flag.PrintDefaults()
	var names []string
	flag.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
	fmt.Println(names, flag.Parsed(), flag.NFlag(), flag.CommandLine.ErrorHandling() == flag.ExitOnError)
	fmt.Println(flag.Set("level", "high"), flag.Set("level", "middle"), flag.Set("n", "1"), l, *count, *label)
	func() {
		defer func() { fmt.Println("again:", recover() != nil) }()
		flag.Bool("level", false, "")
	}()
}

func get(url string) string {
	r, err := http.Get(url)
	if err != nil {
		return err.Error()
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	return fmt.Sprint(r.StatusCode, " ", string(text), err)
}

func handlers() {
	http.HandleFunc("GET /hello/{name}", func(w http.ResponseWriter, r *http.Request) {
		hits.Add(1)
		fmt.Fprintf(w, "hello %s, ", r.PathValue("name"))
	})
	http.Handle("/count", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, hits, ", ") }))
	for _, path := range []string{"/hello/x", "/debug/vars", "/debug/pprof/"} {
		_, pattern := http.DefaultServeMux.Handler(httptest.NewRequest("GET", path, nil))
		fmt.Printf("%s is %q\n", path, pattern)
	}
	func() {
		defer func() { fmt.Println("again:", recover() != nil) }()
		http.HandleFunc("GET /hello/{who}", func(http.ResponseWriter, *http.Request) {})
	}()
	server := httptest.NewServer(nil)
	defer server.Close()
	fmt.Println(get(server.URL+"/hello/bob"), get(server.URL+"/count"))
}

func main() {
	flags()
	handlers()

	gob.Register(celsius(0))
	var b bytes.Buffer
	var back reading
	fmt.Println(gob.NewEncoder(&b).Encode(reading{"roof", celsius(21.5)}), gob.NewDecoder(&b).Decode(&back), back)

	sql.Register("offline", offline{"no network"})
	db, err := sql.Open("offline", "somewhere")
	fmt.Println(err, db.Driver(), sql.Drivers())
	err = db.Ping()
	fmt.Println(err, errors.Is(err, errOffline))
}
