package port

import (
	"strconv"
	"strings"

	"github.com/msrepl/msrepl/internal/text/python"
)

// complexTensor makes a tensor of a list of complex numbers, "" of other expressions and element types.
func complexTensor(x python.Expr, dtype string) string {
	elem := "complex128"
	if dtype != "" {
		elem = strings.ToLower(strings.TrimPrefix(dtype, "tensor."))
	}
	code := complexLiteral(x)
	if code == "" || !strings.HasPrefix(elem, "complex") {
		return ""
	}
	return "tensor.New(" + strings.Repeat("[]", depthOf(x)) + elem + code + ")"
}

// complexLiteral writes a list of complex numbers as the elements of a literal of Go, "" for other expressions.
func complexLiteral(e python.Expr) string {
	elts, ok := elements(e)
	if !ok {
		return ""
	}
	isComplex := false
	code := complexText(&python.List{Elts: elts}, &isComplex)
	if !isComplex {
		return ""
	}
	return code
}

// complexText writes numbers and sums of them, "" where there is anything else.
func complexText(e python.Expr, isComplex *bool) string {
	if elts, ok := elements(e); ok {
		l := make([]string, len(elts))
		for i, x := range elts {
			if l[i] = complexText(x, isComplex); l[i] == "" {
				*isComplex = false
				return ""
			}
		}
		return "{" + strings.Join(l, ", ") + "}"
	}
	switch e := e.(type) {
	case *python.Constant:
		if z, ok := e.Value.(complex128); ok {
			*isComplex = true
			return strconv.FormatFloat(imag(z), 'g', -1, 64) + "i"
		}
		if k, _ := literalKind(e); k == float || k == integer {
			return literalText(e)
		}
	case *python.UnaryOp:
		if x := complexText(e.Operand, isComplex); x != "" && e.Op == "USub" {
			return "-" + x
		}
	case *python.BinOp:
		sign := map[string]string{"Add": " + ", "Sub": " - "}[string(e.Op)]
		x, y := complexText(e.Left, isComplex), complexText(e.Right, isComplex)
		if sign != "" && x != "" && y != "" {
			return x + sign + y
		}
	}
	return ""
}
