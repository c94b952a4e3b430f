package debug

import (
	"fmt"
	"strconv"
	"strings"
)

// hitOperators lists the operators of hit conditions, longer ones first.
var hitOperators = []string{"==", ">=", "<=", ">", "<", "%"}

// CheckHit returns the error in a hit condition, or nil.
func CheckHit(cond string) error {
	_, _, err := parseHit(cond)
	return err
}

// parseHit parses a hit condition: "3" is "== 3", and "% 3" is every third time.
func parseHit(cond string) (op string, n int, err error) {
	text := strings.TrimSpace(cond)
	op = "=="
	for _, o := range hitOperators {
		if rest, ok := strings.CutPrefix(text, o); ok {
			op, text = o, strings.TrimSpace(rest)
			break
		}
	}
	if n, err = strconv.Atoi(text); err != nil || n <= 0 {
		return "", 0, fmt.Errorf("hit condition %q: want a number such as 3, or one after ==, >=, <=, >, < or %%", cond)
	}
	return op, n, nil
}

// counts reports whether a breakpoint stops at its n-th hit.
func counts(cond string, n int) bool {
	if cond == "" {
		return true
	}
	op, want, err := parseHit(cond)
	if err != nil {
		return true
	}
	switch op {
	case "==":
		return n == want
	case "<=":
		return n <= want
	case ">":
		return n > want
	case "<":
		return n < want
	case "%":
		return n%want == 0
	}
	return n >= want
}
