package vm

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/msrepl/msrepl/internal/session/newest"
	"github.com/msrepl/msrepl/interp/internal/goabi"
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
	Of          *FormatValue // nil for values of predeclared types
	spec        string       // the verb as it is written
}

// A FormatArg is what ParseFormat has to know of a value.
type FormatArg struct {
	Kind reflect.Kind
	Of   *FormatValue // nil for values of predeclared types
}

// A FormatValue is a value of a declared type, which may have a method Error or String of code that fmt calls.
type FormatValue struct {
	Type   reflect.Type
	Method *Func    // nil if there is none
	Name   string   // of the method
	At     []uint32 // where the words of the value are
}

// mostWide is the largest width that ParseFormat knows.
const mostWide = 1000

// ParseFormat returns the pieces of a format for values. It returns nil where it does not know a verb or a flag, or
// where they do not fit: package fmt has to say so.
func ParseFormat(format string, values []FormatArg) []Piece {
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
		rest := format[i+1:]
		if format = p.parse(rest); format == "" || len(values) == 0 || !p.fits(format[0], values[0]) {
			return nil
		}
		p.spec = "%" + strings.TrimSuffix(rest, format[1:])
		list = append(list, p)
		format, values = format[1:], values[1:]
	}
}

// A Printing is a function of package fmt that writes a text of values: whether it returns the text, what its
// arguments begin with, and whether it writes a line.
type Printing struct{ Text, Writer, Format, Line bool }

// Printings are these functions.
var Printings = map[string]*Printing{
	"fmt.Sprintf": {Text: true, Format: true}, "fmt.Sprint": {Text: true}, "fmt.Sprintln": {Text: true, Line: true},
	"fmt.Fprintf": {Writer: true, Format: true}, "fmt.Fprint": {Writer: true},
	"fmt.Fprintln": {Writer: true, Line: true}, "fmt.Printf": {Format: true}, "fmt.Print": {}, "fmt.Println": {Line: true},
}

// Parse returns the pieces of what the function writes of values, as ParseFormat does; those without a format put
// spaces between values.
func (p *Printing) Parse(format string, values []FormatArg) []Piece {
	if p.Format {
		return ParseFormat(format, values)
	}
	var b strings.Builder
	for i, v := range values {
		text := func(v FormatArg) bool { return v.Kind == reflect.String } // whatever its methods are
		if i > 0 && (p.Line || !text(v) && !text(values[i-1])) {
			b.WriteByte(' ')
		}
		b.WriteString("%v")
	}
	if p.Line {
		b.WriteByte('\n')
	}
	return ParseFormat(b.String(), values)
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
func (p *Piece) fits(verb byte, v FormatArg) bool {
	p.Verb = verb
	k := v.Kind
	if p.Of = v.Of; p.calls(verb) {
		k = reflect.String
	}
	switch {
	case p.Of != nil && p.Of.Method != nil && (verb == 'x' || verb == 'X'):
		return false // the digits of what the method returns
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

// calls says whether a verb calls a method of the value.
func (p *Piece) calls(verb byte) bool {
	return p.Of != nil && p.Of.Method != nil && (verb == 'v' || verb == 's' || verb == 'q')
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
		b := m.write(fp, pieces)
		*text(fp, to) = string(b)
		m.written(b)
	}}
}

// FormatTo returns the helper that writes pieces to the io.Writer in registers w, as fmt.Fprintf does; formats is that
// function, which knows by itself where to write when w is nil. The registers to get its results, if anybody wants
// them.
func FormatTo(w, to []uint32, pieces []Piece, formats func(io.Writer, string, ...any) (int, error)) *Helper {
	return &Helper{"fmt.Fprintf", func(m *Machine, fp unsafe.Pointer) {
		if m.stop.Load() {
			m.quit()
		}
		b := m.write(fp, pieces)
		n, err := len(b), error(nil)
		var dst io.Writer
		if w != nil {
			*(*goabi.Words)(unsafe.Pointer(&dst)) = goabi.Words{goabi.Word(*num(fp, w[0])), *ptr(fp, w[1])}
		}
		switch dst := dst.(type) {
		case *strings.Builder:
			dst.Write(b)
		case *bytes.Buffer:
			dst.Write(b)
		case *bufio.Writer:
			n, err = dst.Write(b)
		default:
			n, err = formats(dst, "%s", b)
		}
		m.written(b)
		m.back()
		if len(to) > 0 {
			words := *(*goabi.Words)(unsafe.Pointer(&err))
			*num(fp, to[0]), *num(fp, to[1]), *ptr(fp, to[2]) = int64(n), int64(uintptr(words[0])), words[1]
		}
	}}
}

// write writes pieces to memory of the machine.
func (m *Machine) write(fp unsafe.Pointer, pieces []Piece) []byte {
	b := m.format[:0]
	m.format = nil // what a writer or a method calls has memory of its own
	for i := range pieces {
		b = pieces[i].append(m, b, fp)
	}
	return b
}

// written keeps the memory for the next text.
func (m *Machine) written(b []byte) {
	if cap(b) <= keptFormat {
		m.format = b
	}
}

// keptFormat is the most bytes of memory for texts that a machine keeps.
const keptFormat = 1 << 12

func (p *Piece) append(m *Machine, b []byte, fp unsafe.Pointer) []byte {
	b = append(b, p.Text...)
	start := len(b)
	if v := p.Of; v != nil && newest.Renewing() && newest.Type(v.Type) != v.Type {
		return fmt.Appendf(b, p.spec, v.renewed(fp))
	}
	if p.Verb == 's' || p.Verb == 'q' {
		s, failed := "", false
		if !p.calls(p.spec[len(p.spec)-1]) {
			s = *text(fp, p.At)
		} else if s, failed = p.Of.call(m, fp, p.spec[len(p.spec)-1:]); failed {
			return append(b, s...)
		}
		if p.Verb == 's' {
			b = append(b, s...)
		} else {
			b = strconv.AppendQuote(b, s)
		}
		return p.pad(b, start)
	}
	switch p.Verb {
	case 0:
		return b
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
	return p.pad(b, start)
}

// pad fills what begins at start to the width.
func (p *Piece) pad(b []byte, start int) []byte {
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

// renewed returns the value as one of the type that has taken the place of its type since.
func (v *FormatValue) renewed(fp unsafe.Pointer) any {
	p := reflect.New(newest.Type(v.Type))
	Store(p.UnsafePointer(), fp, v.At, Leaves(v.Type))
	return p.Elem().Interface()
}

// call calls the method in a run of its own, as fmt does. When it panics, failed is true and s what fmt writes of that.
func (v *FormatValue) call(m *Machine, fp unsafe.Pointer, verb string) (s string, failed bool) {
	defer func() {
		with := recover()
		if with == nil {
			return
		}
		m.back()
		switch failed = true; {
		case v.Type.Kind() == reflect.Pointer && *ptr(fp, v.At[0]) == nil:
			s = "<nil>"
		case v.Name == "Error":
			s = fmt.Sprintf("%"+verb, failingError{with})
		default:
			s = fmt.Sprintf("%"+verb, failingText{with})
		}
	}()
	c := v.Method.Static()
	n, up := m.host.enter(c)
	to := c.fn.Sig.RecvAt
	for i, l := range c.fn.Sig.Recv {
		if l.Kind.Pointer() {
			*ptr(up, to[i]) = *ptr(fp, v.At[i])
		} else {
			*num(up, to[i]) = *num(fp, v.At[i])
		}
	}
	n.finish(c, up)
	s = unsafe.String((*byte)(*ptr(n.base(), slotSize)), *num(n.base(), 2*slotSize+8))
	n.release()
	return s, false
}

// failingText and failingError have methods that panic with a value.
type (
	failingText  struct{ v any }
	failingError struct{ v any }
)

func (f failingText) String() string { panic(f.v) }
func (f failingError) Error() string { panic(f.v) }
