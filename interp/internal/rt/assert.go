package rt

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/msrepl/msrepl/display"
	"github.com/msrepl/msrepl/internal/bridge"
	"github.com/msrepl/msrepl/tensor"
)

// ErrorAs calls try with each error of a chain, as errors.As visits them, until it returns true; errors with a method As are given the
// target.
func ErrorAs(err error, try func(any) bool, target any) bool {
	if err == nil {
		return false
	}
	if try(canonical(err)) {
		return true
	}
	if x, ok := err.(interface{ As(target any) bool }); ok && x.As(target) {
		return true
	}
	switch x := err.(type) {
	case interface{ Unwrap() error }:
		return ErrorAs(x.Unwrap(), try, target)
	case interface{ Unwrap() []error }:
		for _, e := range x.Unwrap() {
			if ErrorAs(e, try, target) {
				return true
			}
		}
	}
	return false
}

// BadAssert panics as x.(T) does when x, of interface type from, is no T.
func BadAssert(x any, typ, from string) {
	if x == nil {
		panic(&Fault{string(tensor.TypeError), "interface conversion: " + from + " is nil, not " + typ})
	}
	is, scopes := TypeName(x, ""), ""
	if is == typ {
		scopes = " (types from different scopes)"
	}
	panic(&Fault{string(tensor.TypeError), fmt.Sprintf("interface conversion: %s is %s, not %s%s", from, is, typ, scopes)})
}

// NotImplemented panics as x.(T) does when x has not all methods of the interface T. missing says which one
// types of the session lack.
func NotImplemented(x any, typ string, methods []string, missing map[string]string) {
	if x == nil {
		panic(&Fault{string(tensor.TypeError), "interface conversion: interface is nil, not " + typ})
	}
	is := TypeName(x, "")
	first, known := missing[is]
	if !known {
		t := reflect.TypeOf(bare(x))
		i := slices.IndexFunc(methods, func(name string) bool { _, has := t.MethodByName(name); return !has })
		first = methods[max(i, 0)]
	}
	panic(&Fault{string(tensor.TypeError), fmt.Sprintf("interface conversion: %s is not %s: missing method %s", is, typ, first)})
}

// Lost panics when x is of a compiled type that has all of the methods of an interface of the session.
func Lost(x any, to string, methods []string) {
	v := bare(x)
	t := reflect.TypeOf(v)
	if t == nil {
		return
	}
	for _, name := range methods {
		if _, ok := t.MethodByName(name); !ok {
			return
		}
	}
	panic(&Fault{"InterpreterError", fmt.Sprintf("a value of the compiled type %s as %s, which a cell declares (a limit of the interpreter)", t, to)})
}

// Same returns x, in the way in which compiled code hands values to the interpreter.
func Same(x any) any { return x }

// Kept returns x as the only element of a list: of a value that a call returns the interpreter forgets the type when the call is made
// again.
func Kept(x any) []any { return []any{bridge.Kept(x)} }

// Compiled returns what x holds if it is of a compiled type, as the only element of a list.
func Compiled(x any) []any {
	v := bare(x)
	if t := reflect.TypeOf(v); t == nil || t.NumMethod() == 0 {
		return nil
	}
	return []any{v}
}

// Holds says whether x is of the type of y.
func Holds(x, y any) bool { return x != nil && reflect.TypeOf(canonical(x)) == reflect.TypeOf(bare(y)) }

// Clear is clear: entries with NaN keys go, too, which nothing else can delete.
func Clear(x any) { reflect.ValueOf(x).Clear() }

// Equal is x == y for interfaces.
func Equal(x, y any) bool {
	x, y = canonical(x), canonical(y)
	t := reflect.TypeOf(x)
	if t == nil || t != reflect.TypeOf(y) || !t.Comparable() || t.PkgPath() != "" || t.Kind() != reflect.Struct && t.Kind() != reflect.Array {
		return x == y
	}
	return equalParts(reflect.ValueOf(x), reflect.ValueOf(y))
}

// equalParts compares structs and arrays, whose interfaces may hold values in boxes.
func equalParts(x, y reflect.Value) bool {
	switch k := x.Kind(); {
	case x.CanInterface() && (k == reflect.Interface || k == reflect.Struct && carries(x)):
		return Equal(x.Interface(), y.Interface())
	case k == reflect.Struct && x.Type().PkgPath() == "":
		for i := range x.NumField() {
			if x.Type().Field(i).Name != "_" && !equalParts(x.Field(i), y.Field(i)) {
				return false
			}
		}
		return true
	case k == reflect.Array:
		for i := range x.Len() {
			if !equalParts(x.Index(i), y.Index(i)) {
				return false
			}
		}
		return true
	}
	return x.Equal(y)
}

func carries(v reflect.Value) bool {
	_, boxed := bridge.Step(v.Interface())
	return boxed
}

// NotEqual is x != y for interfaces.
func NotEqual(x, y any) bool { return !Equal(x, y) }

// ErrorValue is an error of a type of the session, which loses its methods when the interpreter hands it to compiled code. methods
// are those of Unwrap, Is and As that it has.
func ErrorValue(v any, text func() string, methods map[string]any) error {
	e := &valueError{value: canonical(v), text: text}
	e.unwrap, _ = methods["Unwrap"].(func() error)
	e.is, _ = methods["Is"].(func(error) bool)
	e.as, _ = methods["As"].(func(any) bool)
	timeout, times := methods["Timeout"].(func() bool)
	if all, ok := methods["Unwrap"].(func() []error); ok {
		list := &listError{e, all}
		if times {
			return &timeoutList{list, timeout}
		}
		return list
	}
	temporary, passes := methods["Temporary"].(func() bool)
	switch {
	case times && passes:
		return &netError{&timeoutError{e, timeout}, temporary}
	case times:
		return &timeoutError{e, timeout}
	case passes:
		return &temporaryError{e, temporary}
	}
	return e
}

type valueError struct {
	value  any
	text   func() string
	unwrap func() error
	is     func(error) bool
	as     func(any) bool
}

// carrier is an error that carries a value of the session.
type carrier interface{ carried() any }

func (e *valueError) carried() any { return e.value }

// Error returns what the user's method returns.
func (e *valueError) Error() string { return e.text() }

// Format implements fmt.Formatter.
func (e *valueError) Format(f fmt.State, verb rune) { (&texted{e.text, e.value}).Format(f, verb) }

// Unwrap returns what the user's method returns, nil when there is none.
func (e *valueError) Unwrap() error {
	if e.unwrap == nil {
		return nil
	}
	return e.unwrap()
}

// Is compares the values of two errors of the session, and asks the user's method.
func (e *valueError) Is(target error) bool { return Equal(e, target) || e.is != nil && e.is(target) }

// As asks the user's method.
func (e *valueError) As(target any) bool { return e.as != nil && e.as(target) }

// listError is an error that wraps several.
type listError struct {
	*valueError
	all func() []error
}

// Unwrap returns what the user's method returns.
func (e *listError) Unwrap() []error { return e.all() }

// timeoutError is an error that packages os and net ask whether time was up.
type timeoutError struct {
	*valueError
	timeout func() bool
}

// Timeout returns what the user's method returns.
func (e *timeoutError) Timeout() bool { return e.timeout() }

// timeoutList is such an error that wraps several.
type timeoutList struct {
	*listError
	timeout func() bool
}

// Timeout returns what the user's method returns.
func (e *timeoutList) Timeout() bool { return e.timeout() }

// temporaryError is an error that package net asks whether it may pass.
type temporaryError struct {
	*valueError
	temporary func() bool
}

// Temporary returns what the user's method returns.
func (e *temporaryError) Temporary() bool { return e.temporary() }

// netError has both methods.
type netError struct {
	*timeoutError
	temporary func() bool
}

// Temporary returns what the user's method returns.
func (e *netError) Temporary() bool { return e.temporary() }

// StringValue is a Stringer of a type of the session.
func StringValue(v any, text func() string) any { return &texted{text, canonical(v)} }

// texted prints a value that compiled code knows without its methods. Verbs that do not print text,
// %d for one, see the bare value.
type texted struct {
	text  func() string
	value any // in the box that its type needs
}

// String returns the text.
func (t *texted) String() string { return t.text() }

// Display implements display.Displayer: the value may have more than its text to show.
func (t *texted) Display() display.Bundle { return display.EchoText(Unbox(t.value), t.text()) }

// Format implements fmt.Formatter.
func (t *texted) Format(f fmt.State, verb rune) {
	switch verb {
	case 'v', 's', 'q', 'x', 'X':
		if !f.Flag('#') {
			if x := reflect.ValueOf(Unbox(t.value)); x.Kind() == reflect.Pointer && x.IsNil() {
				defer func() {
					if recover() != nil { // package fmt does the same
						fmt.Fprint(f, "<nil>")
					}
				}()
			}
			fmt.Fprintf(f, fmt.FormatString(f, verb), t.text())
			return
		}
	}
	format(bridge.ValueOf(t.value), f, verb)
}

// bare unwraps a value of whatever carries it through compiled code.
func bare(v any) any {
	v = bridge.Unwrap(v)
	switch x := v.(type) {
	case carrier:
		return bridge.Unwrap(x.carried())
	case *texted:
		return Unbox(x.value)
	}
	return v
}
