package interp

import (
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"sync"

	"github.com/msrepl/msrepl/internal/session/newest"
	"github.com/msrepl/msrepl/interp/internal/goabi"
)

// A redeclared type is a different type, and a value in an interface keeps the one that it was made with. An
// assertion that fails for this reason is confusing, as both types print alike.

// older returns the name of the type of a value that was made before the type was redeclared, if an assertion fails
// for this reason, and otherwise "".
func (m *machine) older(dynamic, asserted reflect.Type) string {
	if dynamic == nil || !m.e.front.Anew() {
		return ""
	}
	name, was := m.env.Top(dynamic)
	if name == "" {
		return ""
	}
	now := m.e.front.Declared(name)
	if now == nil || now == was {
		return ""
	}
	if asserted.Kind() != reflect.Interface {
		if dynamic.String() != asserted.String() {
			return ""
		}
		return name
	}
	methods := make([]string, asserted.NumMethod())
	for i := range methods {
		methods[i] = asserted.Method(i).Name
	}
	pointer := dynamic.Kind() == reflect.Pointer
	if pointer && dynamic.Elem().Name() == "" || !pointer && dynamic.Name() == "" || !m.e.front.HasMethods(name, pointer, methods) {
		return ""
	}
	return name
}

// newer returns the name of a type that was redeclared before a value was made, if an assertion in earlier code, or
// on an earlier variable, fails for this reason, and otherwise "".
func (m *machine) newer(dynamic, asserted reflect.Type) string {
	if dynamic == nil || asserted.Kind() == reflect.Interface || !m.e.front.Anew() {
		return ""
	}
	if dynamic.String() != asserted.String() {
		return ""
	}
	name, was := m.env.Top(asserted)
	if now := m.e.front.Declared(name); now == nil || now == was {
		return ""
	}
	if other, _ := m.env.Top(dynamic); other != name {
		return ""
	}
	return name
}

// because returns the addition to an error message for such a failure.
func (m *machine) because(v any) string {
	err, ok := v.(*runtime.TypeAssertionError)
	if !ok {
		return ""
	}
	dynamic, asserted := goabi.Asserted(err)
	if name := m.older(dynamic, asserted); name != "" {
		return fmt.Sprintf("; the value is older than the last declaration of %s: create it again", name)
	}
	if name := m.newer(dynamic, asserted); name != "" {
		return fmt.Sprintf("; the code is older than the last declaration of %s: define it again", name)
	}
	return ""
}

// misses records which assertions have failed in a cell.
type misses struct {
	mu   sync.Mutex
	seen map[[2]reflect.Type]bool
	said bool
}

// watchAssertions enables missed when a type is first redeclared.
func (m *machine) watchAssertions() {
	if m.host.Missed.Load() == nil && m.e.front.Anew() {
		missed := m.missed
		m.host.Missed.Store(&missed)
	}
}

// missed reports, once per cell, that an assertion with ok, or a type switch, fails because the value or the
// assertion has the earlier type.
func (m *machine) missed(dynamic, asserted reflect.Type) {
	x := m.misses.Load()
	x.mu.Lock()
	defer x.mu.Unlock()
	pair := [2]reflect.Type{dynamic, asserted}
	if x.said || x.seen[pair] {
		return
	}
	if x.seen == nil {
		x.seen = map[[2]reflect.Type]bool{}
	}
	x.seen[pair] = true
	why := ""
	if name := m.older(dynamic, asserted); name != "" {
		why = fmt.Sprintf("because it is older than the last declaration of %s; create it again", name)
	} else if name = m.newer(dynamic, asserted); name != "" {
		why = fmt.Sprintf(
			"because the code that tests for it is older than the last declaration of %s; define that code again", name,
		)
	} else {
		return
	}
	x.said = true
	at := ""
	if list := m.callers(); len(list) > 0 {
		at = fmt.Sprintf("%s:%d: ", list[0].file, list[0].line)
	}
	fmt.Fprintf(m.e.rt.Stderr, "hint: %sa value is not a %v %s\n", at, asserted, why)
}

// errorsAs is errors.As, which can fail in the same way.
func (m *machine) errorsAs(err error, target any) bool {
	if errors.As(err, target) || asNewest(err, target) {
		return true
	}
	if m.e.front.Anew() {
		m.missedError(err, reflect.TypeOf(target).Elem())
	}
	return false
}

// asNewest is errors.As for values whose types have got methods since they were put into an interface.
func asNewest(err error, target any) bool {
	to := reflect.ValueOf(target)
	return anyNewest(err, func(now any) bool {
		if v := reflect.ValueOf(now); v.Type().AssignableTo(to.Type().Elem()) {
			to.Elem().Set(v)
			return true
		}
		x, ok := now.(interface{ As(any) bool })
		return ok && x.As(target)
	})
}

// errorsIs is errors.Is for such values.
func errorsIs(err, target error) bool {
	if errors.Is(err, target) {
		return true
	}
	to := newest.Value(target)
	return target != nil && anyNewest(err, func(now any) bool {
		if reflect.TypeOf(to).Comparable() && now == to {
			return true
		}
		x, ok := now.(interface{ Is(error) bool })
		return ok && x.Is(target)
	})
}

// anyNewest reports whether found returns true for an error or one that it wraps, as values of the newest types.
func anyNewest(err error, found func(now any) bool) bool {
	if err == nil || !newest.Renewing() {
		return false
	}
	now := newest.Value(err)
	if found(now) {
		return true
	}
	switch x := now.(type) {
	case interface{ Unwrap() error }:
		return anyNewest(x.Unwrap(), found)
	case interface{ Unwrap() []error }:
		return slices.ContainsFunc(x.Unwrap(), func(err error) bool { return anyNewest(err, found) })
	}
	return false
}

func (m *machine) missedError(err error, target reflect.Type) {
	for err != nil {
		m.missed(reflect.TypeOf(err), target)
		switch x := err.(type) {
		case interface{ Unwrap() error }:
			err = x.Unwrap()
		case interface{ Unwrap() []error }:
			for _, err := range x.Unwrap() {
				m.missedError(err, target)
			}
			return
		default:
			return
		}
	}
}
