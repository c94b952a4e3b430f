package interp

import (
	"errors"
	"expvar"
	"flag"
	"fmt"
	"net/http"
	"net/http/pprof"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"weak"
)

// Some packages keep what a program registers under a name for as long as the process lives, and panic where a name
// comes twice. A session begins with what a program that imports the same packages has, not with what all packages in
// the binary have registered. In a later cell, the newest definition wins there as well.

// registries are what cells have registered.
type registries struct {
	mu     sync.Mutex
	runs   int            // how many cells have begun to run
	flags  map[string]int // flags of the command line, with the cells that have defined them
	routes map[weak.Pointer[http.ServeMux]][]route
	served map[string]bool // packages whose handlers are registered

	names map[string]int // of types, drivers and variables, with the cells that have registered them
}

// route is a pattern of a ServeMux.
type route struct {
	pattern string
	handler http.Handler // nil unless it is one of http.DefaultServeMux
	run     int
	at      site
}

// next notes that a cell begins to run.
func (r *registries) next() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.runs++
}

// resetRegistries gives a new machine the registries that a program begins with.
func (m *machine) resetRegistries() {
	m.registered.flags = map[string]int{}
	m.registered.routes = map[weak.Pointer[http.ServeMux]][]route{}
	m.registered.served = map[string]bool{}
	m.registered.names = map[string]int{}
	http.DefaultServeMux = http.NewServeMux()
	first := firstFlags()
	set := flag.NewFlagSet(first.name, flag.ExitOnError)
	for _, f := range first.flags {
		set.Var(f.Value, f.Name, f.Usage)
	}
	if first.parsed {
		_ = set.Parse(nil) // there is nothing that could be wrong
	}
	set.Usage = func() { flag.Usage() }
	flag.CommandLine, flag.Usage = set, first.usage
}

// commandLine is what flags a process begins with.
type commandLine struct {
	name   string
	flags  []*flag.Flag
	usage  func()
	parsed bool
}

// firstFlags are those of the packages that a binary has been built with, and of tests. Package testing/quick defines
// one in each program that imports it.
var firstFlags = sync.OnceValue(func() commandLine {
	first := commandLine{name: os.Args[0], usage: flag.Usage, parsed: flag.Parsed()}
	flag.VisitAll(func(f *flag.Flag) {
		if f.Name != "quickchecks" {
			first.flags = append(first.flags, f)
		}
	})
	return first
})

// definers are the methods of a flag set that define a flag. Those that are called Var have its name behind the
// variable.
var definers = strings.Fields(`Bool BoolFunc BoolVar Duration DurationVar Float64 Float64Var Func Int Int64 Int64Var
	IntVar String StringVar TextVar Uint Uint64 Uint64Var UintVar Var`)

// ofFlags are the functions of package flag that define flags.
func (m *machine) ofFlags() map[string]any {
	table := map[string]any{}
	for _, name := range definers {
		at := 0
		if strings.HasSuffix(name, "Var") {
			at = 1
		}
		method, _ := reflect.TypeFor[*flag.FlagSet]().MethodByName(name)
		define := func(in []reflect.Value) []reflect.Value {
			m.registered.flag(in[0].Interface().(*flag.FlagSet), in[1+at].String())
			return method.Func.Call(in)
		}
		table["(*flag.FlagSet)."+name] = reflect.MakeFunc(method.Type, define).Interface()
		bound := reflect.ValueOf(flag.CommandLine).Method(method.Index).Type()
		table["flag."+name] = reflect.MakeFunc(bound, func(in []reflect.Value) []reflect.Value {
			return define(slices.Insert(in, 0, reflect.ValueOf(flag.CommandLine)))
		}).Interface()
	}
	return table
}

// flag notes that a cell defines a flag. One of the command line that an earlier cell has defined is forgotten.
func (r *registries) flag(set *flag.FlagSet, name string) {
	if set != flag.CommandLine {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if run, ok := r.flags[name]; ok && run < r.runs {
		forgetFlag(set, name)
	}
	r.flags[name] = r.runs
}

// forgetFlag takes a flag out of a set.
func forgetFlag(set *flag.FlagSet, name string) {
	rest := flag.NewFlagSet(set.Name(), set.ErrorHandling())
	set.VisitAll(func(f *flag.Flag) {
		if f.Name != name {
			rest.Var(f.Value, f.Name, f.Usage)
			rest.Lookup(f.Name).DefValue = f.DefValue
		}
	})
	if w := set.Output(); w != os.Stderr {
		rest.SetOutput(w)
	}
	rest.Usage = set.Usage
	*set = *rest
}

// ofServers are the functions of package net/http that register handlers.
func (m *machine) ofServers() map[string]any {
	function := func(f func(http.ResponseWriter, *http.Request)) http.Handler {
		if f == nil {
			panic("http: nil handler")
		}
		return http.HandlerFunc(f)
	}
	return map[string]any{
		"net/http.Handle": func(pattern string, h http.Handler) { m.serve(http.DefaultServeMux, pattern, h) },
		"net/http.HandleFunc": func(pattern string, f func(http.ResponseWriter, *http.Request)) {
			m.serve(http.DefaultServeMux, pattern, function(f))
		},
		"(*net/http.ServeMux).Handle": m.serve,
		"(*net/http.ServeMux).HandleFunc": func(mux *http.ServeMux, pattern string, f func(http.ResponseWriter, *http.Request)) {
			m.serve(mux, pattern, function(f))
		},
	}
}

// serve registers a handler. A handler of an earlier cell for the same pattern of http.DefaultServeMux goes. A mux has
// no way of letting one go, so another one takes its place.
func (m *machine) serve(mux *http.ServeMux, pattern string, h http.Handler) {
	r := &m.registered
	r.mu.Lock()
	defer r.mu.Unlock()
	at := route{pattern: pattern, run: r.runs}
	if list := m.callers(); len(list) > 0 {
		at.at = list[0]
	}
	if mux == http.DefaultServeMux {
		at.handler = h
		mux = r.without(pattern)
	}
	key := weak.Make(mux)
	defer func() {
		v := recover()
		if err, ok := v.(error); ok && registeredAt.MatchString(err.Error()) {
			v = errors.New(placeRoutes(err.Error(), append(r.routes[key], at)))
		}
		if v != nil {
			panic(v)
		}
	}()
	mux.Handle(pattern, h)
	if r.routes[key] == nil {
		for old := range r.routes {
			if old.Value() == nil {
				delete(r.routes, old)
			}
		}
	}
	r.routes[key] = append(r.routes[key], at)
}

// without returns http.DefaultServeMux, in which an earlier cell has not registered a pattern.
func (r *registries) without(pattern string) *http.ServeMux {
	was := weak.Make(http.DefaultServeMux)
	old := func(at route) bool { return at.pattern == pattern && at.run < r.runs }
	if !slices.ContainsFunc(r.routes[was], old) {
		return http.DefaultServeMux
	}
	mux := http.NewServeMux()
	rest := slices.DeleteFunc(r.routes[was], old)
	delete(r.routes, was)
	for _, at := range rest {
		mux.Handle(at.pattern, at.handler)
	}
	r.routes[weak.Make(mux)] = rest
	http.DefaultServeMux = mux
	return mux
}

// registeredAt finds the patterns in a message of package net/http, with the places where they were registered, which
// are in the machine.
var registeredAt = regexp.MustCompile(`(pattern ("(?:[^"\\]|\\.)*") \(registered at )[^)]*`)

// placeRoutes puts the places of cells into such a message.
func placeRoutes(text string, routes []route) string {
	newest := true // comes first in the message
	return registeredAt.ReplaceAllStringFunc(text, func(found string) string {
		part := registeredAt.FindStringSubmatch(found)
		is := func(at route) bool { return fmt.Sprintf("%q", at.pattern) == part[2] }
		i := slices.IndexFunc(routes, is)
		if newest {
			i, newest = len(routes)-1, false
		}
		if i < 0 {
			return found
		}
		return fmt.Sprintf("%s%s:%d", part[1], routes[i].at.file, routes[i].at.line)
	})
}

// imported registers what packages that cells import register when a program begins.
func (m *machine) imported(paths []string) {
	for _, path := range paths {
		handlers := map[string]http.Handler{}
		switch path {
		case "expvar":
			handlers["GET /debug/vars"] = expvar.Handler()
		case "net/http/pprof":
			for name, f := range map[string]http.HandlerFunc{
				"": pprof.Index, "cmdline": pprof.Cmdline, "profile": pprof.Profile, "symbol": pprof.Symbol,
				"trace": pprof.Trace,
			} {
				handlers["GET /debug/pprof/"+name] = f
			}
		}
		if len(handlers) == 0 || m.registered.served[path] {
			continue
		}
		m.registered.served[path] = true
		for pattern, h := range handlers {
			m.serve(http.DefaultServeMux, pattern, h)
		}
	}
}
