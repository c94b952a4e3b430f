package rt

import (
	"fmt"

	"github.com/msrepl/msrepl/internal/bridge"
	"github.com/msrepl/msrepl/tensor"
)

// ErrorAs calls try with each error of a chain, as errors.As visits them, until it returns true.
func ErrorAs(err error, try func(any) bool) bool {
	if err == nil {
		return false
	}
	if try(bridge.Unwrap(err)) {
		return true
	}
	switch x := err.(type) {
	case interface{ Unwrap() error }:
		return ErrorAs(x.Unwrap(), try)
	case interface{ Unwrap() []error }:
		for _, e := range x.Unwrap() {
			if ErrorAs(e, try) {
				return true
			}
		}
	}
	return false
}

// BadAssert panics as x.(T) does when x is no T.
func BadAssert(x any, typ string) {
	if x == nil {
		panic(&Fault{string(tensor.TypeError), "interface conversion: interface is nil, not " + typ})
	}
	panic(&Fault{string(tensor.TypeError), fmt.Sprintf("interface conversion: %T is not %s", bridge.Unwrap(x), typ)})
}

// Equal is x == y for interfaces.
func Equal(x, y any) bool { return bridge.Unwrap(x) == bridge.Unwrap(y) }

// NotEqual is x != y for interfaces.
func NotEqual(x, y any) bool { return !Equal(x, y) }

// WithError hands an error of the session's over with its method.
func WithError(err error) any { return err }

// WithString hands a Stringer of the session's over with its method. Verbs that do not print text,
// %d for one, see the bare value.
func WithString(s fmt.Stringer) any { return &texted{s, bridge.Unwrap(s)} }

// texted prints a value that compiled code knows without its methods.
type texted struct {
	text fmt.Stringer
	bare any
}

// String returns the text.
func (t *texted) String() string { return t.text.String() }

// Format implements fmt.Formatter.
func (t *texted) Format(f fmt.State, verb rune) {
	switch verb {
	case 'v', 's', 'q', 'x', 'X':
		if !f.Flag('#') {
			format := fmt.FormatString(f, verb)
			fmt.Fprintf(f, format, t.text.String())
			return
		}
	}
	fmt.Fprintf(f, fmt.FormatString(f, verb), t.bare)
}
