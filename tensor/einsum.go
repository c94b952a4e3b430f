package tensor

import (
	"slices"
	"strings"

	"github.com/msrepl/msrepl/internal/compute/shape"
)

// Einsum sums products of tensors by Einstein's convention: "ij,jk->ik" is a matrix product. Letters name axes; a
// letter that is not in the result is summed over, a letter that a tensor repeats takes its diagonal, and "..." means
// axes that broadcast. Without an arrow, the result has the dots and the letters that occur once, in alphabetical
// order. A malformed equation and lengths that do not agree are a ValueError.
//
//ms:op func=einsum class=Einsum types=number
func Einsum(equation string, xs ...*Tensor) *Tensor {
	e := parseEinsum(equation, xs)
	notBool("Einsum", xs...)
	x, names := e.operand(0, xs[0])
	for i := 1; i < len(xs); i++ {
		y, own := e.operand(i, xs[i])
		needed := e.neededAfter(i)
		x, names = contract(x, names, y, own, needed)
	}
	x, names = sumAxes(x, names, e.out)
	if len(xs) > 1 && slices.Equal(names, e.out) {
		return x // a view of it would prevent a scope from reclaiming the memory
	}
	return x.permuted(order(names, e.out))
}

// einsum is a parsed equation: a name per axis for each operand and the result. The axes of an ellipsis have
// negative numbers that count from its end, so that they align as in broadcasting.
type einsum struct {
	equation string
	in       [][]int
	out      []int
	length   map[int]int
}

func (e *einsum) fail(format string, args ...any) {
	Throw("Einsum", ValueError, "For 'Einsum', the equation '"+strings.ReplaceAll(e.equation, "%", "%%")+"' is not valid: "+format, args...)
}

func parseEinsum(equation string, xs []*Tensor) *einsum {
	e := &einsum{equation: equation, length: map[int]int{}}
	left, right, explicit := strings.Cut(strings.ReplaceAll(equation, " ", ""), "->")
	terms := strings.Split(left, ",")
	if len(terms) != len(xs) || len(xs) == 0 {
		e.fail("it names %d operands, but got %d.", len(terms), len(xs))
	}
	dots := 0
	for i, t := range terms {
		names := e.names(t, len(xs[i].lay.shape), true)
		e.measure(names, xs[i].lay.shape)
		e.in = append(e.in, names)
		for _, n := range names {
			dots = max(dots, -n)
		}
	}
	if explicit {
		e.out = e.names(right, dots, false)
		e.checkResult()
		return e
	}
	e.out = e.implicit(dots)
	return e
}

// names parses one term. ndim is the number of axes of an operand, or of the ellipsis in the result.
func (e *einsum) names(term string, ndim int, operand bool) []int {
	before, after, dots := strings.Cut(term, "...")
	for _, c := range before + after {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z') {
			e.fail("%q is neither a letter nor an ellipsis.", string(c))
		}
	}
	letters := len(before) + len(after)
	wide := ndim
	if operand {
		wide = ndim - letters
		if wide < 0 || (wide > 0 && !dots) {
			e.fail("'%s' names %d axes of an operand that has %d.", term, letters, ndim)
		}
	}
	var res []int
	for _, c := range before {
		res = append(res, int(c))
	}
	for i := wide; i > 0 && dots; i-- {
		res = append(res, -i)
	}
	for _, c := range after {
		res = append(res, int(c))
	}
	return res
}

// measure records the length of each name. A length of one broadcasts.
func (e *einsum) measure(names, dims []int) {
	for i, n := range names {
		switch have, seen := e.length[n]; {
		case !seen || have == 1:
			e.length[n] = dims[i]
		case have != dims[i] && dims[i] != 1:
			e.fail("an axis has length %d in one operand and %d in another: its shape is %s.", have, dims[i], tupleText(dims))
		}
	}
}

func (e *einsum) checkResult() {
	for i, n := range e.out {
		if _, ok := e.length[n]; !ok {
			e.fail("no operand has the axis '%c' of the result.", rune(n))
		}
		if slices.Contains(e.out[:i], n) {
			e.fail("the result names the axis '%c' twice.", rune(n))
		}
	}
}

// implicit returns the result of an equation without an arrow.
func (e *einsum) implicit(dots int) []int {
	count := map[int]int{}
	for _, names := range e.in {
		for _, n := range names {
			count[n]++
		}
	}
	var out, letters []int
	for i := dots; i > 0; i-- {
		out = append(out, -i)
	}
	for n, c := range count {
		if n > 0 && c == 1 {
			letters = append(letters, n)
		}
	}
	slices.Sort(letters)
	return append(out, letters...)
}

// operand returns an operand in which each name occurs once, with full length, and its names.
func (e *einsum) operand(i int, x *Tensor) (*Tensor, []int) {
	names := slices.Clone(e.in[i])
	for k := 0; k < len(names); k++ {
		j := slices.Index(names[:k], names[k])
		if j < 0 {
			continue
		}
		x = x.Diagonal(0, j, k) // moves the common axis to the end
		n := names[k]
		names = append(slices.Delete(slices.Delete(names, k, k+1), j, j+1), n)
		k = -1
	}
	full := make([]int, len(names))
	for k, n := range names {
		full[k] = e.length[n]
	}
	if !slices.Equal(full, x.lay.shape) {
		x = x.BroadcastTo(full...)
	}
	return x, names
}

// neededAfter lists the names that occur in the operands after i or in the result.
func (e *einsum) neededAfter(i int) []int {
	return slices.Concat(append(slices.Clone(e.in[i+1:]), e.out)...)
}

// sumAxes sums the axes of x whose names are not needed.
func sumAxes(x *Tensor, names, needed []int) (*Tensor, []int) {
	var axes, kept []int
	for i, n := range names {
		if slices.Contains(needed, n) {
			kept = append(kept, n)
		} else {
			axes = append(axes, i)
		}
	}
	if axes != nil {
		x = x.SumAxes(axes, false)
	}
	return x, kept
}

// contract multiplies x and y and sums the names that are not needed, as one stack of matrix products.
func contract(x *Tensor, xn []int, y *Tensor, yn, needed []int) (*Tensor, []int) {
	x, xn = sumAxes(x, xn, slices.Concat(yn, needed))
	y, yn = sumAxes(y, yn, slices.Concat(xn, needed))
	var batch, rows, inner, cols []int
	for _, n := range xn {
		switch {
		case !slices.Contains(yn, n):
			rows = append(rows, n)
		case slices.Contains(needed, n):
			batch = append(batch, n)
		default:
			inner = append(inner, n)
		}
	}
	for _, n := range yn {
		if !slices.Contains(xn, n) {
			cols = append(cols, n)
		}
	}
	left := x.permuted(order(xn, slices.Concat(batch, rows, inner)))
	right := y.permuted(order(yn, slices.Concat(batch, inner, cols)))
	nb, nr, ni := len(batch), len(rows), len(inner)
	b, r, k := left.lay.shape[:nb], left.lay.shape[nb:nb+nr], left.lay.shape[nb+nr:]
	c := right.lay.shape[nb+ni:]
	var stack []int
	if nb > 0 {
		stack = []int{shape.Size(b)}
	}
	left = left.reshaped(append(stack[:len(stack):len(stack)], shape.Size(r), shape.Size(k)))
	right = right.reshaped(append(stack[:len(stack):len(stack)], shape.Size(k), shape.Size(c)))
	return left.MatMul(right).reshaped(slices.Concat(b, r, c)), slices.Concat(batch, rows, cols)
}

// reshaped is Reshape, but returns x itself if it has the shape.
func (x *Tensor) reshaped(dims []int) *Tensor {
	if slices.Equal(x.lay.shape, dims) {
		return x
	}
	return x.Reshape(dims...)
}

// order returns the index in names of each wanted name.
func order(names, wanted []int) []int {
	res := make([]int, len(wanted))
	for i, n := range wanted {
		res[i] = slices.Index(names, n)
	}
	return res
}
