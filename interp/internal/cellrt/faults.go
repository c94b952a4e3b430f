package cellrt

import (
	"fmt"
	"reflect"
	"regexp"
	"runtime"
	"strings"
	"sync"

	"github.com/msrepl/msrepl/interp/internal/vm"
	"github.com/msrepl/msrepl/tensor"
)

// Fault is a run-time error of the cell's own code, with Go's message and the kind of error that Python has for it.
type Fault struct {
	Kind string
	Msg  string
}

// Error returns Go's message, which only in some cases begins with "runtime error: ".
func (f *Fault) Error() string {
	for _, plain := range []string{"assignment to entry in nil map", "interface conversion: ", "close of ", "send on ", "makechan: ", "reflect"} {
		if strings.HasPrefix(f.Msg, plain) {
			return f.Msg
		}
	}
	return "runtime error: " + f.Msg
}

// RuntimeError marks a Fault as a runtime.Error.
func (f *Fault) RuntimeError() {}

// Stale is the panic value of a method that no longer compiles because something that it uses has been redeclared.
type Stale string

func (s Stale) Error() string { return string(s) }

// Messages of package reflect for an index out of range, and for bounds out of range.
const (
	indexOutOfRange = "index out of range"
	sliceOutOfRange = "slice bounds out of range"
)

// faults maps messages of Go and its reflect package to kinds and to Go's messages; an empty one keeps the message.
var faults = []struct{ text, kind, words string }{
	{"reflect: slice index out of range", string(tensor.IndexError), indexOutOfRange},
	{"reflect: array index out of range", string(tensor.IndexError), indexOutOfRange},
	{"reflect: string index out of range", string(tensor.IndexError), indexOutOfRange},
	{"reflect.Value.Slice: ", string(tensor.IndexError), sliceOutOfRange},
	{"reflect.Value.Slice3: ", string(tensor.IndexError), sliceOutOfRange},
	{"index out of range", string(tensor.IndexError), ""},
	{"slice bounds out of range", string(tensor.IndexError), ""},
	{"integer divide by zero", "ZeroDivisionError", ""},
	{"assignment to entry in nil map", string(tensor.RuntimeError), ""},
	{"close of closed channel", string(tensor.RuntimeError), ""},
	{"close of nil channel", string(tensor.RuntimeError), ""},
	{"send on closed channel", string(tensor.RuntimeError), ""},
	{"nil pointer dereference", string(tensor.RuntimeError), "invalid memory address or nil pointer dereference"},
	{"using zero Value argument", string(tensor.RuntimeError), "invalid memory address or nil pointer dereference"},
	{"on zero Value", string(tensor.RuntimeError), "invalid memory address or nil pointer dereference"},
	{"reflect: call of nil function", string(tensor.RuntimeError), "invalid memory address or nil pointer dereference"},
	{"reflect.Value.Call: call of nil function", string(tensor.RuntimeError), "invalid memory address or nil pointer dereference"},
	{"Method on nil interface value", string(tensor.RuntimeError), "invalid memory address or nil pointer dereference"},
	{"interface conversion", string(tensor.TypeError), ""},
	{"makeslice: len out of range", string(tensor.ValueError), ""},
	{"reflect.MakeChan: negative buffer size", string(tensor.ValueError), "makechan: size out of range"},
	{"reflect.MakeSlice: len > cap", string(tensor.ValueError), "makeslice: cap out of range"},
	{"slice overflow", string(tensor.ValueError), "growslice: len out of range"},
	{"negative len", string(tensor.ValueError), "makeslice: len out of range"},
	{"hash of unhashable type", string(tensor.TypeError), ""},
	{"comparing uncomparable", string(tensor.TypeError), ""},
}

// shortSlice matches the message of package reflect for a slice that is too short to convert to an array.
var shortSlice = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^reflect: cannot convert slice with length (\d+) to (?:pointer to )?array with length (\d+)`)
})

// Normalize converts a panic value for use in messages: runtime errors get the kind that Python has for such an
// error.
func Normalize(v any) any {
	if te, ok := vm.Within[*tensor.Error](v); ok {
		return te
	}
	switch x := v.(type) {
	case runtime.Error, *reflect.ValueError:
		return fault(fmt.Sprint(x), v)
	case string:
		if strings.HasPrefix(x, "reflect") || strings.HasPrefix(x, "runtime error: ") {
			return fault(x, v)
		}
	}
	return v
}

func fault(text string, v any) any {
	switch f := v.(type) {
	case *Fault:
		return f
	case fatal:
		return f.Fault
	}
	if m := shortSlice().FindStringSubmatch(text); m != nil {
		return &Fault{string(tensor.ValueError), "cannot convert slice with length " + m[1] + " to array or pointer to array with length " + m[2]}
	}
	for _, f := range faults {
		if !strings.Contains(text, f.text) {
			continue
		}
		words := f.words
		if words == "" {
			words = strings.TrimPrefix(text, "runtime error: ")
			words = strings.Replace(words, "unhashable type: ", "unhashable type ", 1)
		}
		return &Fault{f.kind, words}
	}
	return v
}
