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
	Throw(op, TypeError, "For '%s', at most one integer may be at the end of the arguments, but got %d.", op, len(given))
	return 0
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
