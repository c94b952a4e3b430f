package vm

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"reflect"
	"strings"
	"unsafe"

	"github.com/msrepl/msrepl/internal/session/newest"
	"github.com/msrepl/msrepl/interp/internal/goabi"
	"github.com/msrepl/msrepl/interp/internal/vm/format"
	"github.com/msrepl/msrepl/interp/internal/vm/layout"
)

// A Printed is a piece of a format and the register of the operand of its verb.
type Printed struct {
	format.Piece
	At uint32
	Of *FormatValue // nil for operands of predeclared types
}

// A FormatValue is an operand of a declared type. The type may have a method Error or String in code, which fmt
// calls.
type FormatValue struct {
	Type   reflect.Type
	Method *Func    // nil if there is no such method
	Name   string   // of the method
	At     []uint32 // registers of the words of the value
}

// Format returns the helper that formats pieces into a string, as fmt.Sprintf does.
func Format(to uint32, pieces []Printed) *Helper {
	return &Helper{"fmt.Sprintf", func(m *Machine, fp unsafe.Pointer) {
		b := m.write(fp, pieces)
		*text(fp, to) = string(b)
		m.written(b)
	}}
}

// FormatTo returns the helper that formats pieces to the io.Writer in registers w, as fmt.Fprintf does. Formats is
// that function; if w is nil, it has its writer already. Registers to receive the results, unless they are unused.
func FormatTo(w, to []uint32, pieces []Printed, formats func(io.Writer, string, ...any) (int, error)) *Helper {
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

// write formats pieces into the buffer of the machine.
func (m *Machine) write(fp unsafe.Pointer, pieces []Printed) []byte {
	b := m.format[:0]
	m.format = nil // a writer or a method called needs another buffer
	for i := range pieces {
		b = pieces[i].append(m, b, fp)
	}
	return b
}

// written keeps the buffer for the next string.
func (m *Machine) written(b []byte) {
	if cap(b) <= keptFormat {
		m.format = b
	}
}

// keptFormat is the largest buffer for strings, in bytes, that a machine keeps.
const keptFormat = 1 << 12

func (p *Printed) append(m *Machine, b []byte, fp unsafe.Pointer) []byte {
	b = append(b, p.Text...)
	if v := p.Of; v != nil && newest.Renewing() && newest.Type(v.Type) != v.Type {
		return fmt.Appendf(b, p.Spec, v.renewed(fp))
	}
	switch {
	case p.Calls:
		s, failed := p.Of.call(m, fp, p.Spec[len(p.Spec)-1:])
		if failed {
			return append(b, s...)
		}
		return p.AppendText(b, s)
	case p.IsText():
		return p.AppendText(b, *text(fp, p.At))
	case p.Spec == "":
		return b
	}
	return p.AppendNumber(b, *num(fp, p.At))
}

// renewed returns the value converted to the newest declaration of its type.
func (v *FormatValue) renewed(fp unsafe.Pointer) any {
	p := reflect.New(newest.Type(v.Type))
	layout.Store(p.UnsafePointer(), fp, v.At, layout.Leaves(v.Type))
	return p.Elem().Interface()
}

// call calls the method in a separate run, as fmt does. If it panics, failed is true and s is what fmt prints for the
// panic.
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

// failingText and failingError have methods that panic with a given value.
type (
	failingText  struct{ v any }
	failingError struct{ v any }
)

func (f failingText) String() string { panic(f.v) }
func (f failingError) Error() string { panic(f.v) }
