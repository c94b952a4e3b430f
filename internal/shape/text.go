package shape

import (
	"fmt"
	"strings"
)

// Tuple writes a shape as Python prints a tuple: (), (3,), (2, 3).
func Tuple(dims []int) string {
	s := strings.Trim(strings.ReplaceAll(fmt.Sprint(dims), " ", ", "), "[]")
	if len(dims) == 1 {
		s += ","
	}
	return "(" + s + ")"
}
