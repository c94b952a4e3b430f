package tensor

import "github.com/msrepl/msrepl/internal/compute/shape"

// optional returns the optional last argument of a call, an integer, or its default.
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

// intsOf returns a list of integers given as one integer, a slice or a tensor.
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
