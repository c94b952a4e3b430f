package rt

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Text is fmt.Sprintf for a format that is known only now.
func Text(format string, args ...any) string {
	format, args = typesNamed(format, args)
	return fmt.Sprintf(format, NamedAll(args)...)
}

// Errorf is fmt.Errorf for a format that is known only now.
func Errorf(format string, args ...any) error {
	format, args = typesNamed(format, args)
	for i, a := range args {
		if _, isError := a.(error); !isError {
			args[i] = Named(a)
		}
	}
	return fmt.Errorf(format, args...)
}

// directive matches a verb of a format: flags, the number of an argument, a width, a precision with numbers of its own, the verb.
var directive = regexp.MustCompile(`%([+\-# 0]*)(\[\d+\])?(\*|\d+)?(?:(\.)(\[\d+\])?(\*|\d+)?)?(\[\d+\])?(.)`)

// typesNamed answers %T, with the names of cells, by arguments of its own. All arguments are then called by their numbers.
func typesNamed(format string, args []any) (string, []any) {
	if !strings.Contains(format, "T") {
		return format, args
	}
	next := 0 // the argument that comes next
	all := args[:len(args):len(args)]
	seek := func(number string) {
		if n, err := strconv.Atoi(strings.Trim(number, "[]")); err == nil {
			next = n - 1
		}
	}
	size := func(text string) string {
		if text == "*" {
			next++
			return fmt.Sprintf("[%d]*", next)
		}
		return text
	}
	format = directive.ReplaceAllStringFunc(format, func(d string) string {
		m := directive.FindStringSubmatch(d)
		seek(m[2])
		width := size(m[3])
		seek(m[5])
		width += m[4] + size(m[6])
		seek(m[7])
		verb, at := m[8], next
		switch {
		case verb == "%":
			return d
		case verb == "T" && at < len(args):
			all = append(all, TypeName(args[at], ""))
			verb, at = "s", len(all)-1
		}
		next++
		return fmt.Sprintf("%%%s%s[%d]%s", m[1], width, at+1, verb)
	})
	return format, all
}
