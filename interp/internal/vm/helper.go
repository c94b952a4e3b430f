package vm

import (
	"fmt"
	"go/token"
	"math"
	"math/bits"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"github.com/msrepl/msrepl/interp/internal/goabi"
	"github.com/msrepl/msrepl/interp/internal/vm/layout"
)

// Complex returns the helper of an operator on complex numbers; token.ILLEGAL means negation.
func Complex(op token.Token, single bool, to, a, b []uint32) *Helper {
	read := func(fp unsafe.Pointer, at []uint32) complex128 {
		if single {
			return complex(float64(math.Float32frombits(uint32(*num(fp, at[0])))), float64(math.Float32frombits(uint32(*num(fp, at[1])))))
		}
		return complex(math.Float64frombits(uint64(*num(fp, at[0]))), math.Float64frombits(uint64(*num(fp, at[1]))))
	}
	write := func(fp unsafe.Pointer, v complex128) {
		if single {
			*num(fp, to[0]), *num(fp, to[1]) = int64(math.Float32bits(float32(real(v)))), int64(math.Float32bits(float32(imag(v))))
			return
		}
		*num(fp, to[0]), *num(fp, to[1]) = int64(math.Float64bits(real(v))), int64(math.Float64bits(imag(v)))
	}
	return &Helper{"complex " + op.String(), func(_ *Machine, fp unsafe.Pointer) {
		v := read(fp, a)
		if op == token.ILLEGAL {
			write(fp, -v)
			return
		}
		w := read(fp, b)
		switch op {
		case token.EQL:
			*num(fp, to[0]) = b2i(v == w)
		case token.NEQ:
			*num(fp, to[0]) = b2i(v != w)
		default:
			write(fp, complexOf(op, v, w, single))
		}
	}}
}

// complexOf computes in the precision of the type: products of complex64 are rounded at each step.
func complexOf(op token.Token, v, w complex128, single bool) complex128 {
	if single {
		a, b := complex64(v), complex64(w)
		switch op {
		case token.ADD:
			return complex128(a + b)
		case token.SUB:
			return complex128(a - b)
		case token.MUL:
			return complex128(a * b)
		}
		return complex128(a / b)
	}
	switch op {
	case token.ADD:
		return v + w
	case token.SUB:
		return v - w
	case token.MUL:
		return v * w
	}
	return v / w
}

// TextOfChar returns the helper of string(c).
func TextOfChar(to, c uint32) *Helper {
	return &Helper{"text of a character", func(_ *Machine, fp unsafe.Pointer) {
		n := *num(fp, c)
		if n < 0 || n > math.MaxInt32 {
			n = 0xFFFD
		}
		*text(fp, to) = string(rune(n))
	}}
}

// TextOf returns the helper of string(b), where b holds bytes or runes.
func TextOf(to, from uint32, runes bool) *Helper {
	return &Helper{"text of a slice", func(m *Machine, fp unsafe.Pointer) {
		p, n := *ptr(fp, from), *num(fp, from+8)
		m.host.room(n, 1)
		if runes {
			*text(fp, to) = string(unsafe.Slice((*rune)(p), n))
		} else {
			*text(fp, to) = string(unsafe.Slice((*byte)(p), n))
		}
	}}
}

// OfText returns the helper of []byte(s) and []rune(s).
func OfText(to []uint32, s uint32, runes bool) *Helper {
	return &Helper{"slice of a text", func(m *Machine, fp unsafe.Pointer) {
		n := *num(fp, s+8)
		if runes {
			m.host.room(n, 4)
			r := []rune(*text(fp, s))
			*ptr(fp, to[0]), *num(fp, to[1]), *num(fp, to[2]) = unsafe.Pointer(unsafe.SliceData(r)), int64(len(r)), int64(cap(r))
			return
		}
		m.host.room(n, 1)
		b := []byte(*text(fp, s))
		*ptr(fp, to[0]), *num(fp, to[1]), *num(fp, to[2]) = unsafe.Pointer(unsafe.SliceData(b)), int64(len(b)), int64(cap(b))
	}}
}

// AddressOf returns the helper of uintptr(p).
func AddressOf(to, p uint32) *Helper {
	return &Helper{"address", func(_ *Machine, fp unsafe.Pointer) { *num(fp, to) = int64(uintptr(*ptr(fp, p))) }}
}

// PointerOf returns the helper of unsafe.Pointer(n).
func PointerOf(to, n uint32) *Helper {
	return &Helper{"pointer", func(_ *Machine, fp unsafe.Pointer) { *ptr(fp, to) = goabi.Word(*num(fp, n)) }}
}

// UnsafeAdd returns the helper of unsafe.Add.
func UnsafeAdd(to, p, n uint32) *Helper {
	return &Helper{"unsafe.Add", func(_ *Machine, fp unsafe.Pointer) { *ptr(fp, to) = unsafe.Add(*ptr(fp, p), *num(fp, n)) }}
}

// UnsafeCheck returns the helper that panics if unsafe.Slice or unsafe.String would, for n elements of size bytes at
// p.
func UnsafeCheck(name string, p, n uint32, size uintptr) *Helper {
	return &Helper{name, func(_ *Machine, fp unsafe.Pointer) {
		at, length := (*byte)(*ptr(fp, p)), *num(fp, n)
		high, bytes := bits.Mul64(uint64(length), uint64(size))
		if high > 0 && length > 0 || bytes > math.MaxInt64 {
			length = -1
		} else if length > 0 {
			length = max(1, int64(bytes))
		}
		checkLength(name, at, length)
	}}
}

// checkLength panics as Go does. With pointer checks on, a wrong length would end the program instead.
//
//go:nocheckptr
//go:noinline
func checkLength(name string, at *byte, length int64) {
	if name == "unsafe.String" {
		_ = unsafe.String(at, length)
	} else {
		_ = unsafe.Slice(at, length)
	}
}

// SliceToArray returns the helper that converts a slice to a pointer to an array of n elements.
func SliceToArray(to uint32, s []uint32, n int64) *Helper {
	return &Helper{"array of a slice", func(_ *Machine, fp unsafe.Pointer) {
		if have := *num(fp, s[1]); have < n {
			panic(goabi.ShortSlice(have, n))
		}
		*ptr(fp, to) = *ptr(fp, s[0])
	}}
}

// RangeMisused returns the helper that panics when an iterator continues after its loop has ended; the interface
// holds the state.
func RangeMisused(state []uint32) *Helper {
	return &Helper{"range function goes on", func(_ *Machine, fp unsafe.Pointer) {
		how, _ := Any(fp, state, false).(int)
		panic(goabi.RangeError(how))
	}}
}

// RangeRecovered returns the helper that panics when an iterator recovers a panic of its loop.
func RangeRecovered() *Helper {
	return &Helper{"range function recovers", func(*Machine, unsafe.Pointer) { panic(goabi.RangeRecovered) }}
}

// Bounds returns the helper that checks an index against the length n.
func Bounds(i uint32, n int64, sign unsafe.Pointer) *Helper {
	return &Helper{"check an index", func(_ *Machine, fp unsafe.Pointer) {
		if k := *num(fp, i); uint64(k) >= uint64(n) {
			index(k, int(n), sign)
		}
	}}
}

// Copy returns the helper of copy; src may be a string.
func Copy(elem unsafe.Pointer, to uint32, dst, src []uint32) *Helper {
	return &Helper{"copy", func(_ *Machine, fp unsafe.Pointer) {
		d := goabi.Slice{Data: *ptr(fp, dst[0]), Len: int(*num(fp, dst[1]))}
		s := goabi.Slice{Data: *ptr(fp, src[0]), Len: int(*num(fp, src[1]))}
		d.Cap, s.Cap = d.Len, s.Len
		n := 0
		if d.Len > 0 && s.Len > 0 {
			n = goabi.CopySlice(elem, d, s)
		}
		*num(fp, to) = int64(n)
	}}
}

// MinMax returns the helper of min and max for strings and floats.
func MinMax(largest bool, k layout.Kind, to, a, b uint32) *Helper {
	return &Helper{"min or max", func(_ *Machine, fp unsafe.Pointer) {
		switch k {
		case layout.F64:
			v, w := math.Float64frombits(uint64(*num(fp, a))), math.Float64frombits(uint64(*num(fp, b)))
			if largest {
				v = max(v, w)
			} else {
				v = min(v, w)
			}
			*num(fp, to) = int64(math.Float64bits(v))
		case layout.F32:
			v, w := math.Float32frombits(uint32(*num(fp, a))), math.Float32frombits(uint32(*num(fp, b)))
			if largest {
				v = max(v, w)
			} else {
				v = min(v, w)
			}
			*num(fp, to) = int64(math.Float32bits(v))
		default:
			if largest {
				*text(fp, to) = max(*text(fp, a), *text(fp, b))
			} else {
				*text(fp, to) = min(*text(fp, a), *text(fp, b))
			}
		}
	}}
}

// DeferStackOf returns the helper that returns the current frame, so that functions it calls can defer calls to it.
func DeferStackOf(to uint32) *Helper {
	return &Helper{"frame", func(m *Machine, fp unsafe.Pointer) { *ptr(fp, to) = unsafe.Pointer(m.NewDeferStack(fp)) }}
}

// PrintValues writes values as the built-in functions print and println do.
func (h *Host) PrintValues(line bool, values []reflect.Value) {
	var b strings.Builder
	for i, v := range values {
		if line && i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(printed(v))
	}
	if line {
		b.WriteByte('\n')
	}
	if h.Print != nil {
		h.Print(b.String())
		return
	}
	os.Stderr.WriteString(b.String())
}

func printed(v reflect.Value) string {
	switch k := v.Kind(); {
	case k == reflect.String:
		return v.String()
	case k == reflect.Bool:
		return strconv.FormatBool(v.Bool())
	case v.CanInt():
		return strconv.FormatInt(v.Int(), 10)
	case v.CanUint():
		return strconv.FormatUint(v.Uint(), 10)
	case v.CanFloat():
		return printedFloat(v.Float())
	case v.CanComplex():
		im := printedFloat(imag(v.Complex()))
		if im[0] != '-' && im[0] != '+' {
			im = "+" + im
		}
		return "(" + printedFloat(real(v.Complex())) + im + "i)"
	case k == reflect.Slice:
		return fmt.Sprintf("[%d/%d]%#x", v.Len(), v.Cap(), v.Pointer())
	case k == reflect.Interface:
		typ, data := goabi.Unpack(v.Interface())
		return fmt.Sprintf("(%#x,%#x)", uintptr(typ), uintptr(data))
	}
	return fmt.Sprintf("%#x", v.Pointer())
}

func printedFloat(f float64) string {
	switch {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 1):
		return "+Inf"
	case math.IsInf(f, -1):
		return "-Inf"
	}
	return strconv.FormatFloat(f, 'g', -1, 64)
}

// ClearSlice returns the helper that clears the elements, of type elem, of the slice in registers at.
func ClearSlice(elem reflect.Type, at []uint32) *Helper {
	clearAll := func(data unsafe.Pointer, n int) { reflect.SliceAt(elem, data, n).Clear() }
	if !slices.ContainsFunc(layout.Leaves(elem), func(l layout.Leaf) bool { return l.Kind.Pointer() }) {
		clearAll = func(data unsafe.Pointer, n int) { clear(unsafe.Slice((*byte)(data), n*int(elem.Size()))) }
	}
	return &Helper{"clear", func(_ *Machine, fp unsafe.Pointer) {
		if n := *num(fp, at[1]); n > 0 {
			clearAll(*ptr(fp, at[0]), int(n))
		}
	}}
}
