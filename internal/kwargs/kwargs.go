// Package kwargs reads the options of constructors and functions, which are MindSpore's keyword arguments:
// nn.HasBias(true) is has_bias=True.
package kwargs

import (
	"path"
	"reflect"
	"runtime"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/tensor"
)

// Table has pairs of a name and what belongs to it, sorted by name.
type Table [][2]string

// Find returns what belongs to a name, "" for an unknown one.
func (t Table) Find(name string) string {
	i, ok := slices.BinarySearchFunc(t, name, func(p [2]string, name string) int { return strings.Compare(p[0], name) })
	if !ok {
		return ""
	}
	return t[i][1]
}

// Given are the options that a call was given.
type Given struct {
	pkg, class string
	takes      []string
	values     map[string]any // by the function that made the option
}

// New begins with no options, for a call of class, a constructor or function, that takes those which these functions
// of a package make.
func New(pkg, class string, functions ...string) *Given {
	return &Given{pkg, class, functions, map[string]any{}}
}

// Set adds the option that a function has made; of several with a bar between, it is that one which the call takes.
// An option that the call does not take raises TypeError, which lists those that it takes.
func (g *Given) Set(function string, value any) {
	for one := range strings.SplitSeq(function, "|") {
		if slices.Contains(g.takes, one) {
			g.values[one] = value
			return
		}
	}
	list := "none"
	if len(g.takes) > 0 {
		list = g.pkg + "." + strings.Join(g.takes, ", "+g.pkg+".")
	}
	tensor.Throw(g.class, tensor.TypeError, "For '%s', got an unexpected option %s.%s; its options are %s.",
		g.class, g.pkg, strings.ReplaceAll(function, "|", " or "+g.pkg+"."), list)
}

// Put sets an option whether the call takes it or not, for functions that pass on what they were given.
func (g *Given) Put(function string, value any) { g.values[function] = value }

// Get returns the value of an option, or its default when there is none or nil. A value of another type raises
// TypeError.
func Get[T any](g *Given, function string, otherwise T) T {
	v := g.values[function]
	if v == nil {
		return otherwise
	}
	x, ok := v.(T)
	if !ok {
		tensor.Throw(g.class, tensor.TypeError, "For '%s', the option %s.%s must be of type %s, but got %s.",
			g.class, g.pkg, function, reflect.TypeFor[T](), reflect.TypeOf(v))
	}
	return x
}

// Optional returns the argument at the end of a call that may be left out, or its default. Several raise TypeError.
func Optional[T any](given []T, otherwise T) T {
	switch len(given) {
	case 0:
		return otherwise
	case 1:
		return given[0]
	}
	throwTooMany("one value", len(given))
	return otherwise
}

// Optional2 is Optional for two arguments of one type, of which the last or both may be left out.
func Optional2[T any](given []T, first, second T) (T, T) {
	if len(given) > 2 {
		throwTooMany("two values", len(given))
	}
	n := min(1, len(given))
	return Optional(given[:n], first), Optional(given[n:], second)
}

// throwTooMany raises TypeError with the name of the function that has read its optional arguments.
func throwTooMany(most string, n int) {
	pc := make([]uintptr, 1)
	runtime.Callers(3, pc)
	frame, _ := runtime.CallersFrames(pc).Next()
	_, op, _ := strings.Cut(path.Base(frame.Function), ".")
	tensor.Throw(op, tensor.TypeError, "For '%s', at most %s may be at the end of the arguments, but got %d.", op, most, n)
}

// Passed is Get for an option without a default: nil unless it was given. A nil counts as given where the option takes
// any value.
func Passed[T any](g *Given, function string) *T {
	v, ok := g.values[function]
	if !ok || v == nil && reflect.TypeFor[T]().Kind() != reflect.Interface {
		return nil
	}
	return new(Get(g, function, *new(T)))
}
