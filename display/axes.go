package display

import (
	"cmp"
	"math"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

func widened(lo, hi float64) (float64, float64) {
	if hi > lo {
		return lo, hi
	}
	d := math.Abs(lo) / 2
	d = cmp.Or(d, 0.5)
	return max(lo-d, -math.MaxFloat64), min(lo+d, math.MaxFloat64)
}

// log10 returns the decimal logarithm of v. The conversion keeps the compiler from fusing the last product with a
// sum after it.
func log10(v float64) float64 { return float64(math.Log10(v)) }

// part returns the relative position of v between two numbers: 0 at lo, 1 at hi.
func part(v, lo, hi float64) float64 {
	if math.IsInf(hi-lo, 0) {
		v, lo, hi = v/2, lo/2, hi/2
	}
	return (v - lo) / (hi - lo)
}

// between is the inverse of part.
func between(t, lo, hi float64) float64 {
	if math.IsInf(hi-lo, 0) {
		return float64(lo*(1-t)) + float64(hi*t)
	}
	return lo + float64((hi-lo)*t)
}

// ruler maps the numbers of an axis to pixels, from one edge to the other.
type ruler struct {
	lo, hi   float64
	log      bool
	from, to float64
}

// farAway is the coordinate of points far outside the edges, so that no coordinate overflows.
const farAway = 20000

// at returns the pixel of a number.
func (r ruler) at(v float64) float64 {
	return min(max(between(r.part(v), r.from, r.to), -farAway), farAway)
}

// part returns the relative position of v between the edges.
func (r ruler) part(v float64) float64 {
	if r.log && v <= 0 {
		return math.Copysign(math.Inf(1), r.lo-r.hi)
	}
	if r.log {
		return part(log10(v), log10(r.lo), log10(r.hi))
	}
	return part(v, r.lo, r.hi)
}

// number returns the number at a pixel: the inverse of at.
func (r ruler) number(pixel float64) float64 {
	t := part(pixel, r.from, r.to)
	if r.log {
		return math.Pow(10, between(t, log10(r.lo), log10(r.hi)))
	}
	return between(t, r.lo, r.hi)
}

// shows reports whether a number can be drawn on the axis.
func (r ruler) shows(v float64) bool { return drawable(v) && (!r.log || v > 0) }

// Approximate number of grid lines.
const xTicks, yTicks = 7, 6

// ticks returns the numbers that an axis labels, their texts, and numbers that only have a fine line.
func (a *axis) ticks(r ruler, n int) (at []float64, texts []string, fine []float64) {
	lo, hi := min(r.lo, r.hi), max(r.lo, r.hi)
	inside := func(v float64) bool {
		t := r.part(v)
		return t > -1e-6 && t < 1+1e-6
	}
	switch {
	case a.at != nil:
		own := tickTexts(a.at)
		for i, v := range a.at {
			if a.names != nil {
				own[i] = a.names[i]
			} else if a.zone != nil {
				own[i] = a.text(v)
			}
			if r.shows(v) && inside(v) {
				at, texts = append(at, v), append(texts, own[i])
			}
		}
	case a.categories != nil:
		for i, name := range a.categories {
			if inside(float64(i)) {
				at, texts = append(at, float64(i)), append(texts, shortened(name, maxLegend))
			}
		}
	case r.log:
		return logTicks(lo, hi)
	case a.timed(lo, hi):
		at, texts = a.timeTicks(lo, hi, n)
	default:
		for _, v := range niceTicks(lo, hi, n) {
			if !a.whole || math.Abs(v-math.Round(v)) < 1e-9 {
				at = append(at, v)
			}
		}
		texts = tickTexts(at)
	}
	return at, texts, nil
}

// logTicks marks powers of ten, and if there are few, also their multiples by 2 and 5.
func logTicks(lo, hi float64) (at []float64, texts []string, fine []float64) {
	first, last := int(math.Floor(log10(lo)+1e-9)), int(math.Ceil(log10(hi)-1e-9))
	every := 1 // a round number of decades
	for k := 0; every < 1+(last-first)/8; k++ {
		every = []int{2, 3, 5, 10, 20, 50, 100}[k]
	}
	for k := first; k <= last; k++ {
		for m := 1; m < 10; m++ {
			v, _ := strconv.ParseFloat(strconv.Itoa(m)+"e"+strconv.Itoa(k), 64) // rounded once, like a literal
			named := m == 1 && k%every == 0 || last-first <= 2 && (m == 2 || m == 5)
			switch {
			case v < lo*(1-1e-9) || v > hi*(1+1e-9):
			case named:
				at, texts = append(at, v), append(texts, tickTexts([]float64{v})[0])
			case every == 1:
				fine = append(fine, v)
			}
		}
	}
	if len(at) < 2 { // the range is too small to contain two
		at = niceTicks(lo, hi, yTicks)
		return at, tickTexts(at), nil
	}
	return at, texts, fine
}

// mantissa is the number up to which float64 represents all whole numbers.
const mantissa = 1 << 53

// niceTicks returns about n round numbers from lo to hi: multiples of 1, 2 or 5 times a power of ten. If there are
// too few float64 values between lo and hi, it returns lo and hi.
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

// tickTexts formats round numbers without binary rounding errors, with as many digits as distinguish them.
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

// exponent returns the power of ten of the first digit.
func exponent(v float64) int {
	if v == 0 {
		return 0
	}
	return int(math.Floor(log10(v) + 1e-9))
}

// trimmed removes trailing zeros of a fraction.
func trimmed(s string) string {
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	if s == "-0" {
		return "0"
	}
	return s
}

// letterWidth is the approximate width of a letter in pixels: browsers use different typefaces. Chinese characters
// have twice this width.
const letterWidth = 6.4

// widest returns the width of the widest text in pixels.
func widest(texts []string) float64 {
	n := 0
	for _, s := range texts {
		n = max(n, ansi.StringWidth(s))
	}
	return letterWidth * float64(n)
}

// shortened truncates a text to n columns.
func shortened(s string, n int) string { return ansi.Truncate(s, n, "…") }
