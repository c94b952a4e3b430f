package elements

import (
	"math"
	"unsafe"
)

// A Term is a number that the code computes from words.
type Term struct {
	Op   Arith
	A, B Word
	Imm  int64
}

// Arith is the operation of a term on A and B, or on A alone.
type Arith uint8

// Operations of terms. Floats have 64 bits, and are passed as their bits.
const (
	Fixed Arith = iota // Imm
	Plus
	Minus
	Times
	Negative
	FloatPlus
	FloatMinus
	FloatTimes
	FloatQuotient
	FloatNegative
	Float // of an integer
	Root
)

// Binary reports whether the operation has two operands.
func (a Arith) Binary() bool {
	switch a {
	case Fixed, Negative, FloatNegative, Float, Root:
		return false
	}
	return true
}

// value returns the value of the term for the elements x and y.
func (t *Term) value(x, y unsafe.Pointer) (v int64, ok bool) {
	if t.Op == Fixed {
		return t.Imm, true
	}
	a, ok := t.A.number(x, y)
	if !ok {
		return 0, false
	}
	switch t.Op {
	case Negative:
		return -a, true
	case FloatNegative:
		return bits(-float(a)), true
	case Float:
		return bits(float64(a)), true
	case Root:
		return bits(math.Sqrt(float(a))), true
	}
	b, ok := t.B.number(x, y)
	switch t.Op {
	case Plus:
		v = a + b
	case Minus:
		v = a - b
	case Times:
		v = a * b
	case FloatPlus:
		v = bits(float(a) + float(b))
	case FloatMinus:
		v = bits(float(a) - float(b))
	case FloatTimes:
		v = bits(float(a) * float(b))
	default:
		v = bits(float(a) / float(b))
	}
	return v, ok
}

func float(v int64) float64 { return math.Float64frombits(uint64(v)) }
func bits(x float64) int64  { return int64(math.Float64bits(x)) }
