// Package format parses formats of package fmt, and formats values of predeclared kinds as fmt does. It supports the
// most frequent verbs and flags; everything else is left to fmt.
package format

import (
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A Piece is a part of a format: literal text, and the verb after it.
type Piece struct {
	Text        string
	Spec        string // the verb as written, with its flags; "" at the end
	Calls       bool   // the verb calls a method of the value
	verb        byte   // c, s, t, q, d for any base, e, f or g
	width, prec int
	minus, zero bool
	base        int // for d
	unsigned    bool
	single      bool // a float32
	upper       bool
}

// A Value describes an operand for Parse.
type Value struct {
	Kind   reflect.Kind
	Method bool // it has a method Error or String, whose result is formatted
}

// maxWidth is the largest width that Parse supports.
const maxWidth = 1000

// Parse returns the pieces of a format for values. It returns nil if it does not support a verb or a flag, or if they
// do not match the values: package fmt has to report that.
func Parse(format string, values []Value) []Piece {
	list := []Piece{}
	for {
		i := strings.IndexByte(format, '%')
		text := ""
		for i >= 0 && strings.HasPrefix(format[i:], "%%") {
			text, format = text+format[:i+1], format[i+2:]
			i = strings.IndexByte(format, '%')
		}
		if i < 0 {
			if len(values) > 0 {
				return nil
			}
			return append(list, Piece{Text: text + format})
		}
		p := Piece{Text: text + format[:i], prec: -1}
		rest := format[i+1:]
		if format = p.parse(rest); format == "" || len(values) == 0 || !p.fits(format[0], values[0]) {
			return nil
		}
		p.Spec = "%" + strings.TrimSuffix(rest, format[1:])
		list = append(list, p)
		format, values = format[1:], values[1:]
	}
}

// A Printing describes a function of package fmt that formats values: whether it returns the text, what its first
// arguments are, and whether it ends the line.
type Printing struct{ Text, Writer, Format, Line bool }

// Printings lists the functions.
var Printings = map[string]*Printing{
	"fmt.Sprintf": {Text: true, Format: true}, "fmt.Sprint": {Text: true}, "fmt.Sprintln": {Text: true, Line: true},
	"fmt.Fprintf": {Writer: true, Format: true}, "fmt.Fprint": {Writer: true},
	"fmt.Fprintln": {Writer: true, Line: true},
	"fmt.Printf":   {Format: true}, "fmt.Print": {}, "fmt.Println": {Line: true},
}

// Parse returns the pieces of the output of the function for values, as the function Parse does; functions without a
// format put spaces between values.
func (p *Printing) Parse(format string, values []Value) []Piece {
	if p.Format {
		return Parse(format, values)
	}
	var b strings.Builder
	for i, v := range values {
		text := func(v Value) bool { return v.Kind == reflect.String } // even if it has methods
		if i > 0 && (p.Line || !text(v) && !text(values[i-1])) {
			b.WriteByte(' ')
		}
		b.WriteString("%v")
	}
	if p.Line {
		b.WriteByte('\n')
	}
	return Parse(b.String(), values)
}

// parse reads flags, width and precision, and returns the rest, beginning with the verb, or "" if it does not support
// them.
func (p *Piece) parse(s string) string {
	for ; s != "" && (s[0] == '-' || s[0] == '0'); s = s[1:] {
		p.minus, p.zero = p.minus || s[0] == '-', p.zero || s[0] == '0'
	}
	digits := func() (n int) {
		for ; s != "" && '0' <= s[0] && s[0] <= '9' && n <= maxWidth; s = s[1:] {
			n = n*10 + int(s[0]-'0')
		}
		return n
	}
	p.width = digits()
	if strings.HasPrefix(s, ".") {
		s = s[1:]
		p.prec = digits()
	}
	if p.minus && p.zero || p.width > maxWidth || p.prec > maxWidth {
		return ""
	}
	return s
}

// fits completes the piece for a verb and a type; it returns false if it does not support the combination.
func (p *Piece) fits(verb byte, v Value) bool {
	p.verb = verb
	k := v.Kind
	if p.Calls = v.Method && strings.IndexByte("vsq", verb) >= 0; p.Calls {
		k = reflect.String
	}
	switch {
	case v.Method && (verb == 'x' || verb == 'X'):
		return false // digits of the result of the method
	case k == reflect.Float32 || k == reflect.Float64:
		return !p.zero && p.fitsFloat(verb, k)
	case p.prec >= 0:
		return false
	case k == reflect.String || k == reflect.Bool:
		if verb == 'v' {
			p.verb = map[reflect.Kind]byte{reflect.String: 's', reflect.Bool: 't'}[k]
		}
		return !p.zero && (p.verb == 't') == (k == reflect.Bool) && strings.IndexByte("tsq", p.verb) >= 0
	case k < reflect.Int || k > reflect.Uintptr:
		return false
	case verb == 'c':
		return !p.zero
	}
	p.unsigned, p.upper, p.verb = k >= reflect.Uint, verb == 'X', 'd'
	p.base = map[byte]int{'d': 10, 'v': 10, 'x': 16, 'X': 16, 'o': 8, 'b': 2}[verb]
	return p.base != 0
}

func (p *Piece) fitsFloat(verb byte, k reflect.Kind) bool {
	p.single = k == reflect.Float32
	switch verb {
	case 'v':
		p.verb = 'g'
	case 'F':
		p.verb = 'f'
	case 'g', 'f', 'e':
	default:
		return false
	}
	if p.prec < 0 && p.verb != 'g' {
		p.prec = 6
	}
	return true
}

// IsText reports whether the piece is formatted by AppendText rather than by AppendNumber.
func (p *Piece) IsText() bool { return p.verb == 's' || p.verb == 'q' }

// AppendText formats a string, or the result of the method.
func (p *Piece) AppendText(b []byte, s string) []byte {
	start := len(b)
	if p.verb == 's' {
		b = append(b, s...)
	} else {
		b = strconv.AppendQuote(b, s)
	}
	return p.pad(b, start)
}

// AppendNumber formats a number or a boolean. Integers are sign-extended to 64 bits; floats are passed as their bits.
func (p *Piece) AppendNumber(b []byte, n int64) []byte {
	start := len(b)
	switch p.verb {
	case 'c':
		b = utf8.AppendRune(b, rune(min(uint64(n), utf8.MaxRune+1)))
	case 't':
		b = strconv.AppendBool(b, n != 0)
	case 'd':
		b = p.integer(b, n)
	default:
		if p.single {
			b = strconv.AppendFloat(b, float64(math.Float32frombits(uint32(n))), p.verb, p.prec, 32)
		} else {
			b = strconv.AppendFloat(b, math.Float64frombits(uint64(n)), p.verb, p.prec, 64)
		}
	}
	return p.pad(b, start)
}

// pad pads the text that begins at start to the width.
func (p *Piece) pad(b []byte, start int) []byte {
	if p.width == 0 {
		return b
	}
	missing := p.width - utf8.RuneCount(b[start:])
	switch fill := byte(' '); {
	case missing <= 0:
		return b
	case p.minus:
		start = len(b)
		fallthrough
	default:
		if p.zero {
			fill = '0'
			if b[start] == '-' {
				start++
			}
		}
		b = slices.Insert(b, start, zeros[:missing]...)
		for i := range missing {
			b[start+i] = fill
		}
	}
	return b
}

var zeros [maxWidth]byte

func (p *Piece) integer(b []byte, n int64) []byte {
	start := len(b)
	if p.unsigned {
		b = strconv.AppendUint(b, uint64(n), p.base)
	} else {
		b = strconv.AppendInt(b, n, p.base)
	}
	for i := start; p.upper && i < len(b); i++ {
		if 'a' <= b[i] && b[i] <= 'f' {
			b[i] -= 'a' - 'A'
		}
	}
	return b
}
