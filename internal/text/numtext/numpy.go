package numtext

import "github.com/msrepl/msrepl/internal/compute/dtype"

// NumpyRepr returns repr(a) of numpy: "array(…, dtype=float32)".
func NumpyRepr(a Array, o Options) string {
	const open = "array("
	d, size := a.DType(), a.Size()
	implied := size > 0 && (d == dtype.Bool || d == dtype.Int64 || d == dtype.Float64 || d == dtype.Complex128)
	out := []byte(open)
	switch {
	case size == 0 && len(a.Shape) > 1:
		out = appendTuple(append(out, "[], shape="...), a.Shape)
	default:
		inner := o
		inner.LineWidth-- // room for the "," or ")" that follows
		out = brackets(out, a, inner, ", ", len(open))
	}
	if implied {
		return string(append(out, ')'))
	}
	out = append(out, ',')
	kind := "dtype=" + d.NumpyName() + ")"
	if lastLine(out)+len(kind)+1 > o.LineWidth {
		return string(append(indent(append(out, '\n'), len(open)), kind...))
	}
	return string(append(append(out, ' '), kind...))
}

// appendTuple appends a shape as Python prints a tuple: "(2, 0)", "(3,)".
func appendTuple(dst []byte, shape []int) []byte {
	dst = append(dst, '(')
	dst = appendDims(dst, shape)
	if len(shape) == 1 {
		dst = append(dst, ',')
	}
	return append(dst, ')')
}

// lastLine returns the length of the last line of text.
func lastLine(text []byte) int {
	n := 0
	for n < len(text) && text[len(text)-1-n] != '\n' {
		n++
	}
	return n
}
