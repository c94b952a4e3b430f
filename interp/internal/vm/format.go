package vm

import (
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
	"unsafe"
)

// A Piece is a part of a format of package fmt: a text, and the verb after it with the register of its value.
type Piece struct {
	Text        string
	Verb        byte // 0 at the end; c, s, t and q, d in any base, e, f and g
	At          uint32
	Width, Prec int
	Minus, Zero bool
	base        int // of d
	unsigned    bool
	single      bool // a float32
	upper       bool
}

// mostWide is the largest width that ParseFormat knows.
const mostWide = 1000

// ParseFormat returns the pieces of a format for values of types without methods. It returns nil where it does not
// know a verb or a flag, or where they do not fit: package fmt has to say so.
func ParseFormat(format string, values []reflect.Kind) []Piece {
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
		p := Piece{Text: text + format[:i], Prec: -1}
		if format = p.parse(format[i+1:]); format == "" || len(values) == 0 || !p.fits(format[0], values[0]) {
			return nil
		}
		list = append(list, p)
		format, values = format[1:], values[1:]
	}
}

// parse reads flags, width and precision, and returns what begins with the verb, "" for what it does not know.
func (p *Piece) parse(s string) string {
	for ; s != "" && (s[0] == '-' || s[0] == '0'); s = s[1:] {
		p.Minus, p.Zero = p.Minus || s[0] == '-', p.Zero || s[0] == '0'
	}
	digits := func() (n int) {
		for ; s != "" && '0' <= s[0] && s[0] <= '9' && n <= mostWide; s = s[1:] {
			n = n*10 + int(s[0]-'0')
		}
		return n
	}
	p.Width = digits()
	if strings.HasPrefix(s, ".") {
		s = s[1:]
		p.Prec = digits()
	}
	if p.Minus && p.Zero || p.Width > mostWide || p.Prec > mostWide {
		return ""
	}
	return s
}

// fits completes the piece for a verb and a type; it returns false when they are not known together.
func (p *Piece) fits(verb byte, k reflect.Kind) bool {
	p.Verb = verb
	switch {
	case k == reflect.Float32 || k == reflect.Float64:
		return !p.Zero && p.fitsFloat(verb, k)
	case p.Prec >= 0:
		return false
	case k == reflect.String || k == reflect.Bool:
		if verb == 'v' {
			p.Verb = map[reflect.Kind]byte{reflect.String: 's', reflect.Bool: 't'}[k]
		}
		return !p.Zero && (p.Verb == 't') == (k == reflect.Bool) && strings.IndexByte("tsq", p.Verb) >= 0
	case k < reflect.Int || k > reflect.Uintptr:
		return false
	case verb == 'c':
		return !p.Zero
	}
	p.unsigned, p.upper, p.Verb = k >= reflect.Uint, verb == 'X', 'd'
	p.base = map[byte]int{'d': 10, 'v': 10, 'x': 16, 'X': 16, 'o': 8, 'b': 2}[verb]
	return p.base != 0
}

func (p *Piece) fitsFloat(verb byte, k reflect.Kind) bool {
	p.single = k == reflect.Float32
	switch verb {
	case 'v':
		p.Verb = 'g'
	case 'F':
		p.Verb = 'f'
	case 'g', 'f', 'e':
	default:
		return false
	}
	if p.Prec < 0 && p.Verb != 'g' {
		p.Prec = 6
	}
	return true
}

// Format returns the helper that writes a text of pieces, as fmt.Sprintf does.
func Format(to uint32, pieces []Piece) *Helper {
	return &Helper{"fmt.Sprintf", func(m *Machine, fp unsafe.Pointer) {
		b := m.format[:0]
		for i := range pieces {
			b = pieces[i].append(b, fp)
		}
		*text(fp, to) = string(b)
		if cap(b) <= keptFormat {
			m.format = b
		}
	}}
}

// keptFormat is the most bytes of memory for texts that a machine keeps.
const keptFormat = 1 << 12

func (p *Piece) append(b []byte, fp unsafe.Pointer) []byte {
	b = append(b, p.Text...)
	start := len(b)
	switch p.Verb {
	case 0:
		return b
	case 's':
		b = append(b, *text(fp, p.At)...)
	case 'q':
		b = strconv.AppendQuote(b, *text(fp, p.At))
	case 'c':
		r := uint64(*num(fp, p.At))
		b = utf8.AppendRune(b, rune(min(r, utf8.MaxRune+1)))
	case 't':
		b = strconv.AppendBool(b, *num(fp, p.At) != 0)
	case 'd':
		b = p.integer(b, *num(fp, p.At))
	default:
		if f := *num(fp, p.At); p.single {
			b = strconv.AppendFloat(b, float64(math.Float32frombits(uint32(f))), p.Verb, p.Prec, 32)
		} else {
			b = strconv.AppendFloat(b, math.Float64frombits(uint64(f)), p.Verb, p.Prec, 64)
		}
	}
	if p.Width == 0 {
		return b
	}
	missing := p.Width - utf8.RuneCount(b[start:])
	switch fill := byte(' '); {
	case missing <= 0:
		return b
	case p.Minus:
		start = len(b)
		fallthrough
	default:
		if p.Zero {
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

var zeros [mostWide]byte

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
