package numtext

import (
	"bytes"
	"math"
	"strconv"

	"github.com/msrepl/msrepl/internal/compute/dtype"
)

// MindSpore's constants (mindspore/core/ir/tensor_data.h, TensorStringifier).
const (
	msEdge         = 3    // elements shown at each end of a cut axis
	msThreshold    = 6    // an axis of an n-d tensor longer than this is cut
	msThreshold1D  = 1000 // the same for the axis of a 1-d tensor
	msBreakFloat   = 12   // floats or bools per line of a 1-d tensor
	msBreakOther   = 24   // numbers of other types per line
	msHalfWidth    = 11
	msHalfDigits   = 4
	msFloatWidth   = 15
	msFloatDigits  = 8
	msScalarDigits = 6 // the precision of a C++ stream
)

// Repr returns repr of a MindSpore tensor: "Tensor(shape=[2], dtype=Float32, value= [ 1.00000000e+00, …])".
func Repr(a Array) string {
	out := appendDims([]byte("Tensor(shape=["), a.Shape)
	out = append(append(out, "], dtype="...), a.DType().String()...)
	out = append(out, ", value="...)
	if len(a.Shape) > 1 {
		out = append(out, '\n')
	} else {
		out = append(out, ' ')
	}
	return string(append(appendStringified(out, a), ')'))
}

// appendStringified appends the data part of Repr.
func appendStringified(dst []byte, a Array) []byte {
	if a.Size() == 0 {
		return dst
	}
	rank := len(a.Shape)
	cut := make([]bool, rank)
	for i, d := range a.Shape {
		cut[i] = rank > 1 && d > msThreshold || d > msThreshold1D
	}
	w := pick(a, cut, msEdge, mindStyle{})
	if rank == 0 {
		return append(dst, bytes.TrimLeft(scalarWord(a, w), " ")...)
	}
	s := stringifier{out: dst, words: w, shape: a.Shape, cut: cut}
	s.axis(0, lineBreak(a.DType()))
	return s.out
}

func scalarWord(a Array, w words) []byte {
	if a.DType().IsFloat() {
		return appendG(nil, pickFloats(a, nil, 0)[0], false)
	}
	return w.put(nil, 0)
}

func lineBreak(d dtype.DType) int {
	if d == dtype.Bool || d.IsFloat() && d != dtype.BFloat16 {
		return msBreakFloat
	}
	return msBreakOther
}

// stringifier arranges words as MindSpore's TensorStringifier does.
type stringifier struct {
	out   []byte
	words words
	next  int
	shape []int
	cut   []bool
}

func (s *stringifier) axis(axis, every int) {
	s.out = append(s.out, '[')
	if axis == len(s.shape)-1 {
		s.row(axis, every)
	} else {
		s.blocks(axis, every)
	}
	s.out = append(s.out, ']')
}

// blocks appends the elements of an axis other than the last, one per line. No comma follows the "...".
func (s *stringifier) blocks(axis, every int) {
	for i := 0; i < s.shape[axis]; i++ {
		if i > 0 {
			s.newLine(",", axis)
		}
		if s.cut[axis] && i == msEdge {
			s.out = append(s.out, "..."...)
			s.newLine("", axis)
			i = s.shape[axis] - msEdge
		}
		s.axis(axis+1, every)
	}
}

func (s *stringifier) newLine(after string, axis int) {
	s.out = indent(append(append(s.out, after...), '\n'), axis+1)
}

// row appends the elements of the last axis. Only a 1-d tensor breaks lines, after the separator of every so many
// elements, and even after the last element.
func (s *stringifier) row(axis, every int) {
	n := s.shape[axis]
	breaks := len(s.shape) == 1 && n > msEdge && !s.cut[axis]
	for i := 0; i < n; i++ {
		if s.cut[axis] && i == msEdge {
			s.out = append(s.out, " ... "...)
			i = n - msEdge
		} else if i > 0 {
			s.out = append(s.out, ", "...)
			if breaks && i%every == 0 {
				s.out = append(s.out, "\n "...)
			}
		}
		s.out = s.words.put(s.out, s.next)
		s.next++
	}
	if breaks && n%every == 0 {
		s.out = append(s.out, "\n "...)
	}
}

// mindStyle formats floats and complex numbers as MindSpore's C++ streams do.
type mindStyle struct{}

func (mindStyle) floats(vals []float64, d dtype.DType) words {
	switch d {
	case dtype.BFloat16:
		return newShortWords(vals)
	case dtype.Float16:
		return sciWords{vals, msHalfWidth, msHalfDigits}
	}
	return sciWords{vals, msFloatWidth, msFloatDigits}
}

func (mindStyle) complexes(vals []complex128, _ dtype.DType) words { return streamedComplex(vals) }

// sciWords formats floats in scientific notation, right-justified to a fixed width.
type sciWords struct {
	vals         []float64
	width, digit int
}

func (w sciWords) put(dst []byte, i int) []byte {
	start := len(dst)
	if x := w.vals[i]; finite(x) {
		dst = strconv.AppendFloat(dst, x, 'e', w.digit, 64)
	} else {
		dst = appendNonFinite(dst, x, false)
	}
	return justify(dst, start, w.width)
}

// shortWords formats numbers as %g does, right-justified to the longest.
type shortWords struct {
	vals  []float64
	width int
}

func newShortWords(vals []float64) words {
	w := shortWords{vals: vals}
	var buf [32]byte
	for _, x := range vals {
		w.width = max(w.width, len(appendG(buf[:0], x, false)))
	}
	return w
}

func (w shortWords) put(dst []byte, i int) []byte {
	start := len(dst)
	return justify(appendG(dst, w.vals[i], false), start, w.width)
}

// streamedComplex formats complex numbers as "1+2j", without padding.
type streamedComplex []complex128

func (w streamedComplex) put(dst []byte, i int) []byte {
	dst = appendG(dst, real(w[i]), false)
	return append(appendG(dst, imag(w[i]), true), 'j')
}

// appendG appends x as C's %g does, or %+g if plus is set.
func appendG(dst []byte, x float64, plus bool) []byte {
	if !finite(x) {
		return appendNonFinite(dst, x, plus)
	}
	if plus && !math.Signbit(x) {
		dst = append(dst, '+')
	}
	return strconv.AppendFloat(dst, x, 'g', msScalarDigits, 64)
}
