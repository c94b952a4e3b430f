package tensor

import "fmt"

// Kind classifies an Error as Python's exceptions do; it is the ename that a notebook shows.
type Kind string

// The kinds of errors that ops, cells and gradients raise.
const (
	ValueError     Kind = "ValueError"
	TypeError      Kind = "TypeError"
	IndexError     Kind = "IndexError"
	RuntimeError   Kind = "RuntimeError"
	AttributeError Kind = "AttributeError"
	KeyError       Kind = "KeyError"
	MemoryError    Kind = "MemoryError" // beyond the soft limit of the program
)

// Error is the panic value of misused ops, cells and gradients. Msg names the argument and the shapes or dtypes
// involved, with MindSpore's text where there is one.
type Error struct {
	Op   string // MindSpore's name of the op or function; may be empty
	Kind Kind
	Msg  string
}

// Error returns "Kind: Msg".
func (e *Error) Error() string { return string(e.Kind) + ": " + e.Msg }

// Throw panics with an *Error for op.
func Throw(op string, kind Kind, format string, args ...any) {
	panic(&Error{Op: op, Kind: kind, Msg: fmt.Sprintf(format, args...)})
}

// Try runs f and returns the *Error that it panicked with, or nil. Other panics pass through.
func Try(f func()) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *Error:
			err = r
		default:
			panic(r)
		}
	}()
	f()
	return nil
}
