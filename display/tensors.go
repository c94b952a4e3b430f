package display

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/msrepl/msrepl/internal/session/invoke"
	"github.com/msrepl/msrepl/tensor"
)

// tensorOf converts a tensor, a parameter, a number or nested slices to a tensor.
func tensorOf(op string, v any) *tensor.Tensor {
	if isNil(v) {
		tensor.Throw(op, tensor.TypeError, "For '%s', the input must be a Tensor, but got nil.", op)
	}
	t, ok := invoke.AsTensor(v)
	if ok {
		return t.Detach()
	}
	var wrong *tensor.Error
	if errors.As(tensor.Try(func() { t = tensor.New(v) }), &wrong) {
		why := strings.TrimPrefix(wrong.Msg, "For Tensor, ")
		tensor.Throw(op, wrong.Kind, "For '%s', the input must be a Tensor or numbers: %s", op, why)
	}
	return t
}

// reject raises a ValueError of op.
func reject(op, format string, a ...any) {
	tensor.Throw(op, tensor.ValueError, "For '%s', "+format, append([]any{op}, a...)...)
}

// PlaneOption selects the plane that [Table] and [Heatmap] show of a tensor with more than two axes.
type PlaneOption struct{ indices []int }

// At selects the plane with these leading indices; missing ones are 0.
func At(indices ...int) PlaneOption { return PlaneOption{indices} }

// indicesOf returns the leading indices of a plane.
func indicesOf(opts []PlaneOption) (at []int) {
	for _, o := range opts {
		at = o.indices
	}
	return at
}

// plane is the two-dimensional part of a tensor that is shown.
type plane struct {
	t    *tensor.Tensor // has two axes
	head string         // "Float32 (2, 3, 4, 5) [0, 1, :, :]"
	rank int            // axes of the tensor without those that are fixed: 0, 1 or 2
}

// planeOf fixes the leading axes at the indices at, and further ones at 0, until two axes are left.
func planeOf(op string, v any, at []int) plane {
	t := tensorOf(op, v)
	shape := t.Shape()
	if len(at) > len(shape) {
		tensor.Throw(op, tensor.IndexError, "For '%s', a tensor of %d axes has no index %v.", op, len(shape), at)
	}
	head := t.DType().String() + " " + shape.String()
	var index []string
	for i := 0; i < len(shape) && (i < len(at) || len(shape)-i > 2); i++ {
		k := 0
		if i < len(at) {
			k = at[i]
		}
		if k < -shape[i] || k >= shape[i] {
			tensor.Throw(op, tensor.IndexError, "For '%s', index %d is out of range for axis %d of size %d.", op, k, i, shape[i])
		}
		k = (k + shape[i]) % shape[i]
		t = t.At(k)
		index = append(index, strconv.Itoa(k))
	}
	rank := t.NDim()
	if len(index) > 0 {
		for range rank {
			index = append(index, ":")
		}
		head += " [" + strings.Join(index, ", ") + "]"
	}
	switch rank {
	case 0:
		t = t.Reshape(1, 1)
	case 1:
		t = t.Reshape(1, t.Size())
	}
	return plane{t, head, rank}
}

func (p plane) rows() int { return p.t.Dim(0) }
func (p plane) cols() int { return p.t.Dim(1) }

// reals returns the elements as float64. Complex tensors are rejected.
func reals(op string, t *tensor.Tensor) []float64 {
	if d := t.DType(); d == tensor.Complex64 || d == tensor.Complex128 {
		tensor.Throw(op, tensor.TypeError, "For '%s', the dtype must be real, but got %v; take Abs() or Real().", op, d)
	}
	return t.Float64s()
}

// finite returns the smallest and the largest finite number, or 0 and 0 if there are none.
func finite(v []float64) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, x := range v {
		if !math.IsNaN(x) && !math.IsInf(x, 0) {
			lo, hi = min(lo, x), max(hi, x)
		}
	}
	if lo > hi {
		return 0, 0
	}
	return lo, hi
}

// framed adds a heading above a picture.
func framed(head, inner string) string {
	return `<div style="color:inherit"><div style="opacity:0.75;font-family:monospace;font-size:90%">` + escaped(head) + `</div>` + inner + `</div>`
}

// headOnly shows a tensor without elements that can be drawn.
func headOnly(head string) Bundle {
	return Bundle{Data: map[string]any{"text/plain": head, "text/html": framed(head, "")}}
}

// oddities describes the NaN and infinite elements.
func oddities(v []float64) string {
	nans, infs := 0, 0
	for _, x := range v {
		if math.IsNaN(x) {
			nans++
		} else if math.IsInf(x, 0) {
			infs++
		}
	}
	return oddityNote(nans, infs)
}

func oddityNote(nans, infs int) (s string) {
	if nans > 0 {
		s += fmt.Sprintf(", %d NaN", nans)
	}
	if infs > 0 {
		s += fmt.Sprintf(", %d infinite", infs)
	}
	return s
}

// span formats two numbers with few digits, but enough to distinguish them.
func span(lo, hi float64) (string, string) {
	for digits := 4; ; digits++ {
		a, b := strconv.FormatFloat(lo, 'g', digits, 64), strconv.FormatFloat(hi, 'g', digits, 64)
		if a != b || lo == hi || digits == 17 {
			return a, b
		}
	}
}

// elementTexts formats the elements with few digits.
func elementTexts(t *tensor.Tensor) []string {
	out := make([]string, t.Size())
	switch v := t.Values().(type) {
	case []float32:
		for i, x := range v {
			out[i] = strconv.FormatFloat(float64(x), 'g', 5, 32)
		}
	case []float64:
		for i, x := range v {
			out[i] = strconv.FormatFloat(x, 'g', 6, 64)
		}
	case []complex64:
		for i, x := range v {
			out[i] = strconv.FormatComplex(complex128(x), 'g', 5, 64)
		}
	case []complex128:
		for i, x := range v {
			out[i] = strconv.FormatComplex(x, 'g', 6, 128)
		}
	default:
		if t.DType().IsFloat() { // half precision
			for i, x := range t.Float64s() {
				out[i] = strconv.FormatFloat(x, 'g', 4, 64)
			}
			return out
		}
		flat := t.Reshape(t.Size())
		for i := range out {
			out[i] = fmt.Sprint(flat.At(i).Item())
		}
	}
	return out
}
