package display

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/internal/picture/drawing"

	"github.com/msrepl/msrepl/tensor"
)

// Hist shows a histogram of a tensor with the given number of bins, 30 by default. NaN and infinities are counted
// separately. The tensor must be real; a number of bins below 1 is a ValueError.
func Hist(t any, bins ...int) Bundle {
	n := 30
	if len(bins) > 0 {
		n = bins[0]
	}
	checkBins(n)
	x := tensorOf("Hist", t)
	h := histogram(reals("Hist", x), n)
	h.head = x.DType().String() + " " + x.Shape().String()
	if h.empty() {
		return headOnly(h.head + h.note() + ": no numbers to count")
	}
	return pictureBundle(h.text(), h.head+h.note(), h.draw())
}

func checkBins(n int) {
	if n < 1 {
		tensor.Throw("Hist", tensor.ValueError, "For 'Hist', the number of bins must be positive, but got %d.", n)
	}
}

// hist is a histogram over [lo, hi] in bins of equal width. As in numpy.histogram, the last bin includes hi.
type hist struct {
	head       string
	lo, hi     float64
	counts     []int
	nans, infs int
}

func histogram(v []float64, bins int) hist {
	h := hist{counts: make([]int, bins)}
	h.lo, h.hi = finite(v)
	h.lo, h.hi = widened(h.lo, h.hi)
	for _, x := range v {
		switch {
		case math.IsNaN(x):
			h.nans++
		case math.IsInf(x, 0):
			h.infs++
		default:
			k := int(float64(bins) * part(x, h.lo, h.hi))
			h.counts[min(max(k, 0), bins-1)]++
		}
	}
	return h
}

// edge returns the lower edge of bin k.
func (h hist) edge(k int) float64 { return between(float64(k)/float64(len(h.counts)), h.lo, h.hi) }

// empty reports whether no bin holds anything.
func (h hist) empty() bool { return slices.Max(h.counts) == 0 }

// note describes the numbers that are in no bin.
func (h hist) note() string { return oddityNote(h.nans, h.infs) }

func (h hist) draw() *drawing.Drawing {
	f := NewPlot("")
	f.y.whole = true
	f.layers = []layer{&steps{h: h, gaps: true}}
	return f.draw().d
}

// text draws the bins as bars, several bins to a bar when there are more than 20.
func (h hist) text() string {
	const rows, width = 20, 40
	per := 1
	for (len(h.counts)+per-1)/per > rows {
		per *= 2
	}
	bars := make([]int, (len(h.counts)+per-1)/per)
	for k, c := range h.counts {
		bars[k/per] += c
	}
	most := max(1, slices.Max(bars))
	var b strings.Builder
	b.WriteString(h.head + h.note() + "\n")
	for k, c := range bars {
		bar := strings.TrimRight(strings.Trim(gauge(float64(c)/float64(most), width), "│"), " ")
		fmt.Fprintf(&b, "%10s %7d %s\n", number(h.edge(k*per)), c, bar)
	}
	return strings.TrimSuffix(b.String(), "\n")
}
