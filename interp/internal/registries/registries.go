// Package registries manages what cells register by name with packages of the standard library, which keep it until
// the process ends and panic if a name is registered twice. A session starts with the registrations of a program that
// imports the same packages, not with those of all packages in the binary. A later cell can register a name again: the
// newest definition replaces the older one, as elsewhere in a session.
package registries

import (
	"errors"
	"expvar"
	"flag"
	"fmt"
	"maps"
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

// Registries records what the cells of a session have registered.
type Registries struct {
	caller func() (file string, line int)

	mu     sync.Mutex
	runs   int            // number of cells that have started
	flags  map[string]int // command-line flags, with the number of the cell that defined them
	routes map[weak.Pointer[http.ServeMux]][]route
	served map[string]bool // packages with handlers that cells use; with any, the session has its own default mux

	names map[string]int // names of types, drivers and variables, with the number of the cell that registered them
}

// route is a pattern of a ServeMux.
type route struct {
	pattern string
	handler http.Handler // nil unless the mux is http.DefaultServeMux
	run     int
	file    string
	line    int
}

// New returns the registries of a new program. It replaces flag.CommandLine and flag.Usage. caller returns the
// position of the cell's code that registers something.
func New(caller func() (file string, line int)) *Registries {
	first := firstFlags()
	set := flag.NewFlagSet(first.name, flag.ExitOnError)
	for _, f := range first.flags {
		set.Var(f.Value, f.Name, f.Usage)
	}
	if first.parsed {
		_ = set.Parse(nil) // cannot fail without arguments
	}
	set.Usage = func() { flag.Usage() }
	flag.CommandLine, flag.Usage = set, first.usage
	return &Registries{
		caller: caller,
		flags:  map[string]int{},
		routes: map[weak.Pointer[http.ServeMux]][]route{},
		served: map[string]bool{},
		names:  map[string]int{},
	}
}

// Functions returns the replacements of functions and methods that register something, by their names in go/types.
func (r *Registries) Functions() map[string]any {
	all := map[string]any{}
	for _, table := range []map[string]any{r.ofFlags(), r.ofServers(), r.ofData()} {
		maps.Copy(all, table)
	}
	return all
}

// Next records the start of a cell, and makes the registrations that packages that it uses make when a program starts.
// A session that uses package net/http has its own http.DefaultServeMux.
func (r *Registries) Next(cell interface{ Uses(path string) bool }) {
	r.mu.Lock()
	r.runs++
	var begin []map[string]http.Handler
	for _, path := range [...]string{"net/http", "expvar", "net/http/pprof"} {
		if r.served[path] || !cell.Uses(path) {
			continue
		}
		if len(r.served) == 0 {
			http.DefaultServeMux = http.NewServeMux()
		}
		r.served[path] = true
		begin = append(begin, ownHandlers(path))
	}
	r.mu.Unlock()
	for _, handlers := range begin {
		for pattern, h := range handlers {
			r.serve(http.DefaultServeMux, pattern, h)
		}
	}
}

// ownHandlers returns the handlers that a package registers when a program that imports it starts, by pattern.
func ownHandlers(path string) map[string]http.Handler {
	switch path {
	case "expvar":
		return map[string]http.Handler{"GET /debug/vars": expvar.Handler()}
	case "net/http/pprof":
		const at = "GET /debug/pprof/"
		return map[string]http.Handler{
			at: http.HandlerFunc(pprof.Index), at + "cmdline": http.HandlerFunc(pprof.Cmdline),
			at + "profile": http.HandlerFunc(pprof.Profile), at + "symbol": http.HandlerFunc(pprof.Symbol),
			at + "trace": http.HandlerFunc(pprof.Trace),
		}
	}
	return nil
}

// commandLine has the flags with which a process starts.
type commandLine struct {
	name   string
	flags  []*flag.Flag
	usage  func()
	parsed bool
}

// firstFlags returns the flags of the packages in the binary, and of tests. Package testing/quick defines a flag in
// each program that imports it.
var firstFlags = sync.OnceValue(func() commandLine {
	first := commandLine{name: os.Args[0], usage: flag.Usage, parsed: flag.Parsed()}
	flag.VisitAll(func(f *flag.Flag) {
		if f.Name != "quickchecks" {
			first.flags = append(first.flags, f)
		}
	})
	return first
})

// definers are the methods of a flag set that define a flag. Those named Var have the flag's name after the variable.
var definers = strings.Fields(`Bool BoolFunc BoolVar Duration DurationVar Float64 Float64Var Func Int Int64 Int64Var
	IntVar String StringVar TextVar Uint Uint64 Uint64Var UintVar Var`)

// ofFlags returns the replacements of the functions of package flag that define flags.
func (r *Registries) ofFlags() map[string]any {
	table := map[string]any{}
	for _, name := range definers {
		at := 0
		if strings.HasSuffix(name, "Var") {
			at = 1
		}
		method, _ := reflect.TypeFor[*flag.FlagSet]().MethodByName(name)
		define := func(in []reflect.Value) []reflect.Value {
			r.flag(in[0].Interface().(*flag.FlagSet), in[1+at].String())
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

// flag records that a cell defines a flag. A command-line flag of the same name defined by an earlier cell is removed.
func (r *Registries) flag(set *flag.FlagSet, name string) {
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

// forgetFlag removes a flag from a set.
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

// handling is the type of functions that handle requests.
type handling = func(http.ResponseWriter, *http.Request)

// ofServers returns the replacements of the functions of package net/http that register handlers.
func (r *Registries) ofServers() map[string]any {
	function := func(f handling) http.Handler {
		if f == nil {
			panic("http: nil handler")
		}
		return http.HandlerFunc(f)
	}
	return map[string]any{
		"net/http.Handle": func(pattern string, h http.Handler) { r.serve(http.DefaultServeMux, pattern, h) },
		"net/http.HandleFunc": func(pattern string, f handling) {
			r.serve(http.DefaultServeMux, pattern, function(f))
		},
		"(*net/http.ServeMux).Handle": r.serve,
		"(*net/http.ServeMux).HandleFunc": func(mux *http.ServeMux, pattern string, f handling) {
			r.serve(mux, pattern, function(f))
		},
	}
}

// serve registers a handler. It replaces a handler of an earlier cell for the same pattern of http.DefaultServeMux: a
// mux cannot remove a handler, so it is replaced by another mux.
func (r *Registries) serve(mux *http.ServeMux, pattern string, h http.Handler) {
	r.mu.Lock()
	defer r.mu.Unlock()
	at := route{pattern: pattern, run: r.runs}
	at.file, at.line = r.caller()
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

// without returns a new http.DefaultServeMux without the handler of an earlier cell for a pattern.
func (r *Registries) without(pattern string) *http.ServeMux {
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

// registeredAt matches the patterns in a message of package net/http, with the positions where they were registered,
// which are in the virtual machine.
var registeredAt = regexp.MustCompile(`(pattern ("(?:[^"\\]|\\.)*") \(registered at )[^)]*`)

// placeRoutes replaces the positions in such a message by those of cells.
func placeRoutes(text string, routes []route) string {
	newest := true // the newest one is first in the message
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
		return fmt.Sprintf("%s%s:%d", part[1], routes[i].file, routes[i].line)
	})
}
