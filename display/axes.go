package display

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/msrepl/msrepl/internal/picture/svg"
)

// axes is the frame of a plot: a rectangle of a picture, and the numbers at its edges.
type axes struct {
	left, top, w, h float64
	x0, x1, y0, y1  float64
	counts          bool // what is drawn upwards are whole numbers
}

// newAxes leaves room for labels, and widens empty ranges.
func newAxes(x0, x1, y0, y1 float64) axes {
	a := axes{top: 24, w: 420, h: 220, x0: x0, x1: x1, y0: y0, y1: y1}
	a.x0, a.x1 = widened(x0, x1)
	a.y0, a.y1 = widened(y0, y1)
	a.left = 20 + widest(tickTexts(niceTicks(a.y0, a.y1, yTicks)))
	return a
}

func widened(lo, hi float64) (float64, float64) {
	if hi > lo {
		return lo, hi
	}
	d := math.Abs(lo) / 2
	if d == 0 {
		d = 0.5
	}
	return max(lo-d, -math.MaxFloat64), min(lo+d, math.MaxFloat64)
}

// part says where v is between two numbers: 0 at lo, 1 at hi.
func part(v, lo, hi float64) float64 {
	if math.IsInf(hi-lo, 0) {
		v, lo, hi = v/2, lo/2, hi/2
	}
	return (v - lo) / (hi - lo)
}

// between is the inverse of part.
func between(t, lo, hi float64) float64 {
	if math.IsInf(hi-lo, 0) {
		return lo*(1-t) + hi*t
	}
	return lo + (hi-lo)*t
}

func (a axes) x(v float64) float64 { return a.left + a.w*part(v, a.x0, a.x1) }
func (a axes) y(v float64) float64 { return a.top + a.h*(1-part(v, a.y0, a.y1)) }

// About how many grid lines are wanted.
const xTicks, yTicks = 7, 6

// doc begins a picture with title, grid and labels.
func (a axes) doc(title string) *svg.Doc {
	ticks := niceTicks(a.x0, a.x1, xTicks)
	texts := tickTexts(ticks)
	d := svg.New(a.left+a.w+max(24, widest(texts)/2+4), a.top+a.h+30, title)
	d.Elem("text", svg.Attr{"x", a.left, "y", 14, "fill", "currentColor", "font-weight", "bold"}, shortened(title, int(a.w/boldWidth)))
	every := 1 + int(float64(len(ticks))*(widest(texts)+letterWidth)/a.w)
	for i, t := range ticks {
		d.Line(a.x(t), a.top, a.x(t), a.top+a.h, 0.12)
		if i%every == 0 {
			d.Text(a.x(t), a.top+a.h+15, "middle", texts[i])
		}
	}
	ticks = niceTicks(a.y0, a.y1, yTicks)
	for i, s := range tickTexts(ticks) {
		t := ticks[i]
		if a.counts && math.Abs(t-math.Round(t)) > 1e-9 {
			continue
		}
		d.Line(a.left, a.y(t), a.left+a.w, a.y(t), 0.12)
		d.Text(a.left-6, a.y(t)+4, "end", s)
	}
	d.Line(a.left, a.top+a.h, a.left+a.w, a.top+a.h, 0.6)
	d.Line(a.left, a.top, a.left, a.top+a.h, 0.6)
	return d
}

// mantissa is beyond which whole numbers have gaps as float64.
const mantissa = 1 << 53

// niceTicks returns about n round numbers from lo to hi: multiples of 1, 2 or 5 times a power of ten. Where
// the numbers between are too few for that, it returns the two.
func niceTicks(lo, hi float64, n int) (at []float64) {
	if !(hi > lo) {
		return []float64{lo}
	}
	raw := hi/float64(n) - lo/float64(n)
	power := math.Pow(10, math.Floor(math.Log10(raw)))
	step := 10 * power
	for _, m := range []float64{1, 2, 5} {
		if m*power >= raw*0.999 {
			step = m * power
			break
		}
	}
	first, last := math.Ceil(lo/step-1e-9), math.Floor(hi/step+1e-9)
	if !(max(math.Abs(first), math.Abs(last)) < mantissa/16) || first == last {
		return []float64{lo, hi}
	}
	for k := first; k <= last; k++ {
		at = append(at, k*step)
	}
	return at
}

// tickTexts writes round numbers without the dust of their binary form, with as many digits as tell them apart.
func tickTexts(at []float64) []string {
	greatest, step := 0.0, math.Inf(1)
	for i, t := range at {
		greatest = max(greatest, math.Abs(t))
		if i > 0 {
			step = min(step, t-at[i-1])
		}
	}
	high, low := exponent(greatest), exponent(min(step, greatest))
	if len(at) < 2 {
		low = high - 5
	}
	texts := make([]string, len(at))
	for i, t := range at {
		switch {
		case t == 0:
			texts[i] = "0"
		case high > 6 || high < -4:
			mantissa, power, _ := strings.Cut(strconv.FormatFloat(t, 'e', min(max(high-low, 0), 16), 64), "e")
			texts[i] = trimmed(mantissa) + "e" + power
		default:
			texts[i] = trimmed(strconv.FormatFloat(t, 'f', min(max(-low, 0), 16), 64))
		}
	}
	return texts
}

// exponent is the power of ten of the first digit.
func exponent(v float64) int {
	if v == 0 {
		return 0
	}
	return int(math.Floor(math.Log10(v) + 1e-9))
}

// trimmed leaves zeros at the end of a fraction out.
func trimmed(s string) string {
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	if s == "-0" {
		return "0"
	}
	return s
}

// The width of letters of the pictures, about: browsers take different typefaces.
const letterWidth, boldWidth = 6.4, 7.2

// widest is the room that the widest of some texts takes.
func widest(texts []string) float64 {
	n := 0
	for _, s := range texts {
		n = max(n, utf8.RuneCountInString(s))
	}
	return letterWidth * float64(n)
}

// shortened cuts a text that has more than n letters.
func shortened(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:n-1]) + "…"
}
