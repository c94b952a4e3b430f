package port

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/msrepl/msrepl/internal/text/python"
)

// gridOf is mgrid[…] and ogrid[…]: ranges from start to stop, of which an imaginary step is the number of
// elements, both ends included.
func (t *Translator) gridOf(e *python.Subscript, path string) val {
	numpy := strings.HasPrefix(path, "numpy.")
	u := &typ{kind: array, numpy: numpy}
	elts, several := elements(e.Slice)
	if !several {
		elts = []python.Expr{e.Slice}
	}
	var ranges []string
	whole := true
	for _, x := range elts {
		s, ok := x.(*python.Slice)
		if !ok || isNone(s.Upper) {
			leave(e, "such a range of a grid")
		}
		code, isWhole := t.gridRange(s)
		ranges, whole = append(ranges, code), whole && isWhole
	}
	dtype := map[[2]bool]string{
		{true, true}: "Int64", {true, false}: "Float64", {false, true}: "Int32", {false, false}: "Float32",
	}[[2]bool{numpy, whole}]
	for i := range ranges {
		ranges[i] += ".AsType(tensor." + dtype + ")"
	}
	all := strings.Join(ranges, ", ")
	switch {
	case !several:
		return atom(all, u)
	case strings.HasSuffix(path, ".mgrid"):
		return atom("np.MGrid("+all+")", u)
	case numpy:
		return atom("np.OGrid("+all+")", &typ{kind: tuple, elem: u})
	}
	return atom("[]*Tensor(np.OGrid("+all+"))", listOf(u))
}

// gridRange is one range of a grid, and whether its numbers are whole.
func (t *Translator) gridRange(s *python.Slice) (code string, whole bool) {
	if isNone(s.Lower) {
		s = &python.Slice{Lower: &python.Constant{Value: new(big.Int)}, Upper: s.Upper, Step: s.Step}
	}
	from, to := t.value(s.Lower), t.value(s.Upper)
	if !from.t.is(integer, float) || !to.t.is(integer, float) {
		leave(s, "such a range of a grid")
	}
	if c, ok := s.Step.(*python.Constant); ok {
		if n, ok := c.Value.(complex128); ok && real(n) == 0 {
			from, to = t.convert(from, tFloat), t.convert(to, tFloat)
			return fmt.Sprintf("np.Linspace(%s, %s, %d)", from.code, to.code, int(imag(n))), false
		}
	}
	args := []string{t.typed(from), t.typed(to)}
	whole = from.t.kind == integer && to.t.kind == integer
	if !isNone(s.Step) {
		step := t.value(s.Step)
		if !step.t.is(integer, float) {
			leave(s, "such a step of a grid")
		}
		args, whole = append(args, t.typed(step)), whole && step.t.kind == integer
	}
	return "np.Arange(" + strings.Join(args, ", ") + ")", whole
}
