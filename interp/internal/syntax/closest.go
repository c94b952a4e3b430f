package syntax

import (
	"go/token"
	"slices"
	"strings"
)

// Keywords returns the keywords of Go.
func Keywords() (words []string) {
	for tok := token.BREAK; tok <= token.VAR; tok++ {
		words = append(words, tok.String())
	}
	return words
}

// Closest returns the candidate that a mistyped name most likely means, or "" if none is similar. Names that differ
// only in case come first. Among equally similar ones, it prefers those that differ only in repeated letters, then
// those whose first letter has the case of the name, then the longest, because letters are omitted more often than
// added.
func Closest(name string, candidates []string) string {
	limit := max(1, len(name)/3)
	if len(name) < 3 {
		limit = 0
	}
	best, least := "", 4*limit+2
	for _, c := range candidates {
		if c == name || c == "" {
			continue
		}
		if strings.EqualFold(c, name) {
			return c
		}
		d := editDistance(strings.ToLower(name), strings.ToLower(c), limit)
		if d > limit || d >= len(name) {
			continue
		}
		d *= 4
		if squeezed(c) == squeezed(name) {
			d -= 2
		}
		if token.IsExported(c) != token.IsExported(name) {
			d++
		}
		if d < least || d == least && (len(c) > len(best) || len(c) == len(best) && c < best) {
			best, least = c, d
		}
	}
	return best
}

// squeezed returns a name in lower case with repeated letters reduced to one.
func squeezed(name string) string { return string(slices.Compact([]byte(strings.ToLower(name)))) }

// editDistance counts the letters to insert, delete, change or swap with their neighbour. If the result exceeds
// limit, it returns limit+1.
func editDistance(a, b string, limit int) int {
	if d := len(a) - len(b); d > limit || -d > limit {
		return limit + 1
	}
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := last[j-1]
			if a[i-1] != b[j-1] {
				change++
			}
			row[j] = min(change, last[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return min(last[len(b)], limit+1)
}
