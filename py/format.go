package py

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/msrepl/msrepl/tensor"
)

// spec is a format specification: [[fill]align][sign][z][#][0][width][grouping][.precision][type].
var spec = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?s)^(?:(.)?([<>=^]))?([-+ ])?(z)?(#)?(0)?(\d+)?([,_])?(?:\.(\d+))?([a-zA-Z%])?$`)
})

// layout is a format specification that has been read.
type layout struct {
	text        string
	fill, align string
	sign        string
	noMinusZero bool
	alternate   bool
	width       int
	group       string
	precision   int // -1 for none
	verb        string
}

// Format returns format(v, spec), which {v:spec} in an f-string means: Format(3.14159, ">8.2f"). Numbers, text and
// tensors of one element can be formatted; for other values only a width is allowed. It raises ValueError for a
// specification that Python does not have for such a value.
func Format(v any, specification string) string {
	if t, ok := v.(*tensor.Tensor); ok && t.Size() == 1 {
		v = t.Item()
	}
	l := readLayout(specification)
	if b, ok := v.(bool); ok && specification != "" {
		v = map[bool]int{true: 1}[b]
	}
	switch x := v.(type) {
	case int:
		return l.whole(int64(x))
	case int32:
		return l.whole(int64(x))
	case int64:
		return l.whole(x)
	case float32:
		return l.real(float64(x))
	case float64:
		return l.real(x)
	case string:
		return l.plain(x)
	}
	return l.plain(Str(v))
}

func readLayout(text string) layout {
	m := spec().FindStringSubmatch(text)
	if m == nil {
		tensor.Throw("Format", tensor.ValueError, "%q is no format specification", text)
	}
	l := layout{
		text:        text,
		fill:        m[1],
		align:       m[2],
		sign:        m[3],
		noMinusZero: m[4] != "",
		alternate:   m[5] != "",
		group:       m[8],
		precision:   -1,
		verb:        m[10],
	}
	if m[6] != "" && l.fill == "" {
		l.fill = "0"
		if l.align == "" {
			l.align = "0"
		}
	}
	if l.fill == "" {
		l.fill = " "
	}
	l.width, _ = strconv.Atoi(m[7])
	if m[9] != "" {
		l.precision, _ = strconv.Atoi(m[9])
	}
	return l
}

// refuse raises ValueError if the specification is wrong for a value of a kind.
func (l layout) refuse(wrong bool, kind string) {
	if wrong {
		tensor.Throw("Format", tensor.ValueError, "%q is no format specification for %s", l.text, kind)
	}
}

func (l layout) plain(text string) string {
	l.refuse(
		l.verb != "" && l.verb != "s" || l.sign != "" || l.noMinusZero || l.alternate || l.group != "" ||
			l.align == "=",
		"text",
	)
	if r := []rune(text); l.precision >= 0 && l.precision < len(r) {
		text = string(r[:l.precision])
	}
	return l.pad(text, "<")
}

// bases are the numbers that integers are written in, with the prefix of the alternate form.
var bases = map[string]struct {
	base   int
	prefix string
}{"": {10, ""}, "d": {10, ""}, "n": {10, ""}, "b": {2, "0b"}, "o": {8, "0o"}, "x": {16, "0x"}, "X": {16, "0X"}}

func (l layout) whole(n int64) string {
	in, ok := bases[l.verb]
	if !ok && l.verb != "c" {
		return l.real(float64(n))
	}
	l.refuse(
		l.precision >= 0 || l.noMinusZero || l.group != "" && (l.verb == "n" || l.verb == "c") ||
			l.group == "," && in.base != 10,
		"an integer",
	)
	if l.verb == "c" {
		l.refuse(l.sign != "" || l.alternate || n < 0 || n > utf8.MaxRune, "an integer")
		return l.pad(string(rune(n)), "<")
	}
	digits := strings.TrimPrefix(strconv.FormatInt(n, in.base), "-")
	if l.verb == "X" {
		digits = strings.ToUpper(digits)
	}
	prefix := l.signOf(n < 0)
	if l.alternate {
		prefix += in.prefix
	}
	size := 3
	if in.base != 10 {
		size = 4
	}
	return l.number(prefix, digits, "", size)
}

func (l layout) real(f float64) string {
	percent := ""
	verb := l.verb
	switch verb {
	case "%":
		f, verb, percent = 100*f, "f", "%"
	case "", "e", "E", "f", "F", "g", "G":
	case "n":
		l.refuse(l.group != "", "a number")
		verb = "g"
	default:
		l.refuse(true, "a number")
	}
	text := l.digits(math.Abs(f), verb)
	negative := math.Signbit(f) && !math.IsNaN(f)
	if l.noMinusZero && strings.Trim(text, "0.") == "" {
		negative = false
	}
	if l.verb == "E" || l.verb == "F" || l.verb == "G" {
		text = strings.ToUpper(text)
	}
	whole := strings.IndexFunc(text, func(r rune) bool { return r < '0' || r > '9' })
	if whole < 0 {
		whole = len(text)
	}
	return l.number(l.signOf(negative), text[:whole], text[whole:]+percent, 3)
}

// digits is a number without its sign.
func (l layout) digits(f float64, verb string) string {
	switch {
	case math.IsInf(f, 0):
		return "inf"
	case math.IsNaN(f):
		return "nan"
	case verb == "" && l.precision < 0:
		return l.pointed(Repr(f))
	}
	p := l.precision
	if p < 0 {
		p = 6
	}
	switch verb {
	case "e", "E":
		return l.pointed(strconv.FormatFloat(f, 'e', p, 64))
	case "f", "F":
		return l.pointed(strconv.FormatFloat(f, 'f', p, 64))
	}
	return l.pointed(l.general(f, max(p, 1), verb == ""))
}

// general is the form of type g: of p digits, with an exponent where that is shorter. Without a type there is at least
// one digit after the point.
func (l layout) general(f float64, p int, point bool) string {
	scientific := strconv.FormatFloat(f, 'e', p-1, 64)
	mantissa, exponent, _ := strings.Cut(scientific, "e")
	x, _ := strconv.Atoi(exponent)
	most := p
	if point {
		most--
	}
	if x < -4 || x >= most {
		return l.trimmed(mantissa) + "e" + exponent
	}
	text := l.trimmed(strconv.FormatFloat(f, 'f', p-1-x, 64))
	if point && !strings.Contains(text, ".") {
		text += ".0"
	}
	return text
}

// trimmed drops zeros behind the point, which the alternate form keeps.
func (l layout) trimmed(text string) string {
	if l.alternate || !strings.Contains(text, ".") {
		return text
	}
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// pointed adds the point that the alternate form always has.
func (l layout) pointed(text string) string {
	if !l.alternate || strings.Contains(text, ".") {
		return text
	}
	mantissa, exponent, scientific := strings.Cut(text, "e")
	if scientific {
		return mantissa + ".e" + exponent
	}
	return text + "."
}

func (l layout) signOf(negative bool) string {
	switch {
	case negative:
		return "-"
	case l.sign == "-":
		return ""
	}
	return l.sign
}

// number puts a number together: what comes before its digits, the digits before the point in groups of a size, the
// rest. Zeros that fill it are grouped, too.
func (l layout) number(prefix, digits, rest string, size int) string {
	zeros := l.fill == "0" && (l.align == "0" || l.align == "=")
	if l.group != "" && digits != "" {
		least := 0
		if zeros {
			least = l.width - utf8.RuneCountInString(prefix) - len(rest)
		}
		digits = groups(digits, l.group, size, least)
	}
	if l.align != "0" && l.align != "=" {
		return l.pad(prefix+digits+rest, ">")
	}
	n := l.width - utf8.RuneCountInString(prefix+digits+rest)
	return prefix + strings.Repeat(l.fill, max(n, 0)) + digits + rest
}

// groups puts a sign between groups of digits, filled with zeros to a width that does not begin with the sign.
func groups(digits, sign string, size, least int) string {
	var parts []string
	width := 0
	for digits != "" || width <= least {
		n := min(size, len(digits))
		part := digits[len(digits)-n:]
		digits = digits[:len(digits)-n]
		if digits == "" && n < size {
			part = strings.Repeat("0", min(size-n, max(0, 1-n, least-width-n))) + part
		}
		parts = append([]string{part}, parts...)
		width += len(part) + 1
	}
	return strings.Join(parts, sign)
}

// pad fills a text up to the width; align is where it is without an alignment.
func (l layout) pad(text, align string) string {
	n := max(0, l.width-utf8.RuneCountInString(text))
	if l.align != "" && l.align != "0" {
		align = l.align
	}
	switch align {
	case "<":
		return text + strings.Repeat(l.fill, n)
	case "^":
		return strings.Repeat(l.fill, n/2) + text + strings.Repeat(l.fill, n-n/2)
	}
	return strings.Repeat(l.fill, n) + text
}

// FormatMap returns text.format(**values): each {name}, {name!r} and {name:specification} is replaced by the value of
// the name, and {{ and }} are braces. A name that is missing and a brace without its counterpart
// are ValueErrors.
func FormatMap(text string, values *Dict) string {
	var b strings.Builder
	for {
		i := strings.IndexAny(text, "{}")
		if i < 0 {
			return b.String() + text
		}
		b.WriteString(text[:i])
		if i+1 < len(text) && text[i+1] == text[i] {
			b.WriteByte(text[i])
			text = text[i+2:]
			continue
		}
		field, rest, closed := strings.Cut(text[i+1:], "}")
		if text[i] == '}' || !closed || strings.Contains(field, "{") {
			tensor.Throw("FormatMap", tensor.ValueError, "a brace of the format %q has no counterpart", text)
		}
		text = rest
		name, specification, _ := strings.Cut(field, ":")
		name, isRepr := strings.CutSuffix(name, "!r")
		switch v := values.Get(name); {
		case isRepr:
			b.WriteString(Format(Repr(v), specification))
		case specification == "":
			b.WriteString(Str(v))
		default:
			b.WriteString(Format(v, specification))
		}
	}
}
