package tensor

import (
	"fmt"
	"math"
	"reflect"
	"strings"

	"github.com/msrepl/msrepl/internal/compute/dtype"
	"github.com/msrepl/msrepl/internal/text/numtext"
)

// Format implements fmt.Formatter: %v and %s print String, %#v prints Repr, and the verbs for numbers apply to the
// elements, as in "[1.00 2.50]" for %.2f. A 0-d tensor prints as its number alone, so that fmt.Printf("loss: %7.4f",
// loss) works. As in Python the verbs for floats take integers too, and write "nan" and "inf".
func (t *Tensor) Format(s fmt.State, verb rune) {
	switch {
	case verb == 'v' && s.Flag('#'):
		fmt.Fprint(s, t.Repr())
	case verb == 'v' || t == nil:
		fmt.Fprintf(s, fmt.FormatString(s, 's'), t.String())
	case verb == 's' || verb == 'q':
		fmt.Fprintf(s, fmt.FormatString(s, verb), t.String())
	default:
		number := func(v any) string { return formatNumber(s, verb, v) }
		fmt.Fprint(s, numtext.Spell(t.array(), numtext.Options(GetPrintOptions()), number))
	}
}

// formatNumber formats one element by a verb of fmt.
func formatNumber(s fmt.State, verb rune, v any) string {
	switch x := v.(type) {
	case dtype.Half:
		v = x.Float32()
	case dtype.BF16:
		v = x.Float32()
	}
	x, isReal := asFloat(v)
	switch {
	case !isReal || !strings.ContainsRune("eEfFgG", verb):
		return fmt.Sprintf(fmt.FormatString(s, verb), v)
	case math.IsNaN(x) || math.IsInf(x, 0):
		return formatNonFinite(s, x)
	case dtype.Of(v) == Float32:
		return fmt.Sprintf(fmt.FormatString(s, verb), v) // %g depends on the width of the float
	}
	return fmt.Sprintf(fmt.FormatString(s, verb), x)
}

// asFloat returns a real number as a float64.
func asFloat(v any) (x float64, ok bool) {
	switch r := reflect.ValueOf(v); {
	case r.CanInt():
		return float64(r.Int()), true
	case r.CanUint():
		return float64(r.Uint()), true
	case r.CanFloat():
		return r.Float(), true
	}
	return 0, false
}

// formatNonFinite formats x, an infinity or NaN, with the width given in s.
func formatNonFinite(s fmt.State, x float64) string {
	text, _ := numtext.Python(x)
	if s.Flag('+') && !(x < 0) {
		text = "+" + text
	}
	width, _ := s.Width()
	if s.Flag('-') {
		width = -width
	}
	return fmt.Sprintf("%*s", width, text)
}
