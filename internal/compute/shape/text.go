package shape

import (
	"fmt"
	"strconv"
	"strings"
)

// Tuple writes a shape as Python prints a tuple: (), (3,), (2, 3).
func Tuple(dims []int) string {
	b := []byte("(")
	for i, d := range dims {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = strconv.AppendInt(b, int64(d), 10)
	}
	if len(dims) == 1 {
		b = append(b, ',')
	}
	return string(append(b, ')'))
}

// Mismatch returns MindSpore's message for an op whose shapes a and b do not broadcast.
func Mismatch(op string, a, b []int) string {
	i := 1
	for a[len(a)-i] == b[len(b)-i] || a[len(a)-i] == 1 || b[len(b)-i] == 1 {
		i++
	}
	return fmt.Sprintf("For '%s', x.shape and y.shape need to broadcast. The value of x.shape[-%d] or y.shape[-%d] must be 1 or -1 "+
		"when they are not the same, but got x.shape = %s and y.shape = %s.", op, i, i, list(a), list(b))
}

// list writes a shape as MindSpore's C++ side does: [2, 3].
func list(dims []int) string { return strings.ReplaceAll(fmt.Sprint(dims), " ", ", ") }
