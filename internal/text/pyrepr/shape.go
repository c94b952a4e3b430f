package pyrepr

import "strconv"

// Shape formats a shape as a Python tuple: (), (3,), (2, 3).
func Shape(dims []int) string {
	s := "("
	for i, d := range dims {
		if i > 0 {
			s += ", "
		}
		s += strconv.Itoa(d)
	}
	if len(dims) == 1 {
		s += ","
	}
	return s + ")"
}
