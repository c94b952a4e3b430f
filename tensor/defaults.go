package tensor

import "github.com/msrepl/msrepl/internal/compute/shape"

// optional is the last argument of a call, an integer that may be left out.
func optional(op string, given []int, otherwise int) int {
	switch len(given) {
	case 0:
		return otherwise
	case 1:
		return given[0]
	}
	Throw(op, TypeError, "For '%s', at most one integer may stand at the end of the arguments, but got %d.", op, len(given))
	return 0
}

// arguments completes the arguments at the end of a call, each of which may be left out with all that follow. They
// have the types of their defaults (TypeError); a default of nil takes anything.
func arguments(op string, given []any, defaults ...any) []any {
	if len(given) > len(defaults) {
		Throw(op, TypeError, "For '%s', got %d arguments at the end of the call, but there are %d.", op, len(given), len(defaults))
	}
	res := append(append([]any{}, given...), defaults[len(given):]...)
	for i, d := range defaults[:len(given)] {
		ok := true
		switch d.(type) {
		case int:
			_, ok = res[i].(int)
		case bool:
			_, ok = res[i].(bool)
		}
		if !ok {
			Throw(op, TypeError, "For '%s', argument %d at the end of the call must be like %v, but got %T.", op, i+1, d, res[i])
		}
	}
	return res
}

// axisAndFlag is the axis and the flag at the end of a call.
func axisAndFlag(op string, given []any, axis int) (int, bool) {
	a := arguments(op, given, axis, false)
	return a[0].(int), a[1].(bool)
}

// intsOf is a list of integers given as one integer, a slice or a tensor.
func intsOf(v any) []int {
	if list, ok := shape.Ints(v); ok {
		return list
	}
	var res []int
	for _, n := range New(v).Reshape(-1).Int64s() {
		res = append(res, int(n))
	}
	return res
}
