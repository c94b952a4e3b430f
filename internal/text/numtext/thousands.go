package numtext

import "fmt"

// Thousands formats a number that is not negative, with a comma between groups of three digits.
func Thousands[T int | int64](n T) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
