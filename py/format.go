package py

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/msrepl/msrepl/tensor"
)

// spec is a format specification: [[fill]align][sign][#][0][width][,][.precision][type].
var spec = regexp.MustCompile(`^(?:(.)?([<>=^]))?([-+ ])?(#)?(0)?(\d+)?([,_])?(?:\.(\d+))?([a-zA-Z%])?$`)

// Format returns format(v, spec), which {v:spec} in an f-string means: Format(3.14159, ">8.2f"). Numbers, text and
// tensors of one element can be formatted. It raises ValueError for a specification that Python does not have.
func Format(v any, specification string) string {
	m := spec.FindStringSubmatch(specification)
	if m == nil {
		tensor.Throw("Format", tensor.ValueError, "%q is no format specification", specification)
	}
	if t, ok := v.(*tensor.Tensor); ok && t.Size() == 1 {
		v = t.Item()
	}
	text, number := formatted(v, m[9], m[8], m[3])
	if m[7] != "" {
		text = grouped(text, m[7])
	}
	fill, align := m[1], m[2]
	if fill == "" {
		fill = " "
	}
	if m[5] == "0" && align == "" {
		fill, align = "0", "="
	}
	if align == "" {
		align = map[bool]string{true: ">", false: "<"}[number]
	}
	width, _ := strconv.Atoi(m[6])
	return padded(text, fill, align, width-utf8.RuneCountInString(text))
}

// formatted returns the text of a value before it is padded, and whether it is a number.
func formatted(v any, verb, precision, sign string) (text string, number bool) {
	digits, err := strconv.Atoi(precision)
	if err != nil {
		digits = 6
	}
	switch x := v.(type) {
	case string:
		if precision != "" {
			r := []rune(x)
			x = string(r[:min(digits, len(r))])
		}
		return x, false
	case bool:
		if verb == "" {
			return Str(x), false
		}
	}
	f, whole := 0.0, 0
	isWhole := false
	switch x := v.(type) {
	case int:
		whole, isWhole = x, true
	case int32:
		whole, isWhole = int(x), true
	case int64:
		whole, isWhole = int(x), true
	case float32:
		f = float64(x)
	case float64:
		f = x
	default:
		return Str(v), false
	}
	if isWhole {
		text, f = wholeText(whole, verb), float64(whole)
	}
	if text == "" {
		text = realText(v, f, verb, digits, precision == "")
	}
	if sign != "" && sign != "-" && !strings.HasPrefix(text, "-") {
		text = sign + text
	}
	return text, true
}

func wholeText(n int, verb string) string {
	switch verb {
	case "", "d", "n":
		return strconv.Itoa(n)
	case "x", "X", "o", "b", "c":
		return fmt.Sprintf("%"+verb, n)
	}
	return ""
}

func realText(v any, f float64, verb string, digits int, free bool) string {
	switch verb {
	case "f", "F", "e", "E":
		return fmt.Sprintf("%.*"+verb, digits, f)
	case "%":
		return fmt.Sprintf("%.*f%%", digits, 100*f)
	case "g", "G":
		return fmt.Sprintf("%.*"+verb, max(digits, 1), f)
	case "":
		if free {
			return Str(v)
		}
		text := fmt.Sprintf("%.*g", max(digits, 1), f)
		if !strings.ContainsAny(text, ".en") {
			text += ".0"
		}
		return text
	}
	tensor.Throw("Format", tensor.ValueError, "unknown format code %q for a number", verb)
	return ""
}

// grouped puts a sign between groups of three digits.
func grouped(text, sign string) string {
	sgn := strings.TrimRight(text, "0123456789.eE%")
	if len(sgn) > 1 {
		return text
	}
	whole, rest := text[len(sgn):], ""
	if i := strings.IndexAny(whole, ".e%"); i >= 0 {
		whole, rest = whole[:i], whole[i:]
	}
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + sign + whole[i:]
	}
	return sgn + whole + rest
}

func padded(text, fill, align string, n int) string {
	if n <= 0 {
		return text
	}
	switch align {
	case "<":
		return text + strings.Repeat(fill, n)
	case "^":
		return strings.Repeat(fill, n/2) + text + strings.Repeat(fill, n-n/2)
	case "=":
		if text != "" && strings.ContainsAny(text[:1], "+- ") {
			return text[:1] + strings.Repeat(fill, n) + text[1:]
		}
	}
	return strings.Repeat(fill, n) + text
}
