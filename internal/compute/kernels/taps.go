package kernels

import (
	"math"

	"github.com/msrepl/msrepl/internal/compute/par"
	"github.com/msrepl/msrepl/internal/compute/shape"
)

// eachPlane calls f with numbers of planes of outs elements in all, which processors share.
func eachPlane(outs int, m *shape.Taps, f func(i int)) {
	if outs == 0 {
		return
	}
	par.Range(outs/m.Out, 1+sharedTaps/(m.Out*max(m.Width, 1)), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			f(i)
		}
	})
}

// sharedTaps is how many cells of windows are worth giving to another processor.
const sharedTaps = 16 << 10

// Tap maps each of the planes that follow one another in x by m.
func Tap[T Float](dst, x []T, m *shape.Taps) {
	eachPlane(len(dst), m, func(i int) { tapPlane(dst[i*m.Out:][:m.Out], x[i*m.In:][:m.In], m) })
}

func tapPlane[T Float](dst, x []T, m *shape.Taps) {
	if m.Width == 1 && m.Weights == nil && m.Div == nil {
		for o, c := range m.Cells {
			if c >= 0 {
				dst[o] = x[c]
			}
		}
		return
	}
	for o := range dst {
		var s T
		for k := o * m.Width; k < (o+1)*m.Width; k++ {
			switch c := m.Cells[k]; {
			case c < 0:
			case m.Weights == nil:
				s += x[c]
			default:
				s += T(x[c] * T(m.Weights[k]))
			}
		}
		if m.Div != nil {
			s /= T(m.Div[o])
		}
		dst[o] = s
	}
}

// TapBack is the transpose of Tap: it adds each plane's elements in g to the cells in dst that they were made of.
func TapBack[T Float](dst, g []T, m *shape.Taps) {
	eachPlane(len(g), m, func(i int) { tapBackPlane(dst[i*m.In:][:m.In], g[i*m.Out:][:m.Out], m) })
}

func tapBackPlane[T Float](dst, g []T, m *shape.Taps) {
	for o, v := range g {
		if m.Div != nil {
			v /= T(m.Div[o])
		}
		for k := o * m.Width; k < (o+1)*m.Width; k++ {
			switch c := m.Cells[k]; {
			case c < 0:
			case m.Weights == nil:
				dst[c] += v
			default:
				dst[c] += T(v * T(m.Weights[k]))
			}
		}
	}
}

// TapMax writes the largest cell of each output of m to dst, NaN if there is one, and where in the plane it is to
// index, the first of equals; -Inf and -1 for a window that is in the padding.
func TapMax[T Float](dst []T, index []int64, x []T, m *shape.Taps) {
	eachPlane(len(dst), m, func(i int) { tapMaxPlane(dst[i*m.Out:][:m.Out], index[i*m.Out:][:m.Out], x[i*m.In:][:m.In], m) })
}

func tapMaxPlane[T Float](dst []T, index []int64, x []T, m *shape.Taps) {
	for o := range dst {
		cells := m.Cells[o*m.Width : (o+1)*m.Width]
		if len(cells) == 4 {
			if best := largestOfFour(x, cells[0], cells[1], cells[2], cells[3]); best >= 0 {
				index[o], dst[o] = int64(best), x[best]
				continue
			}
		}
		best := int32(-1)
		for _, c := range cells {
			if c >= 0 && (best < 0 || x[c] > x[best] || (x[c] != x[c] && x[best] == x[best])) {
				best = c
			}
		}
		index[o] = int64(best)
		if dst[o] = T(math.Inf(-1)); best >= 0 {
			dst[o] = x[best]
		}
	}
}

// largestOfFour returns which of four cells has the largest element, the first of equals: the window of most pools.
// It has no branches that depend on which it is. It returns -1 where it may not be asked: if a cell is padding, or
// if there may be a NaN.
func largestOfFour[T Float](x []T, a, b, c, d int32) int32 {
	if a|b|c|d < 0 {
		return -1
	}
	p, q, r, s := x[a], x[b], x[c], x[d]
	if sum := (p + q) + (r + s); sum != sum {
		return -1
	}
	a += (b - a) * one(q > p)
	c += (d - c) * one(s > r)
	return a + (c-a)*one(x[c] > x[a])
}

// one returns 1 for true and 0 for false.
func one(b bool) int32 {
	if b {
		return 1
	}
	return 0
}

// Pick sets dst to the elements of x, planes of n elements, that index names in each plane; index has out per plane.
// A negative index names none.
func Pick[T any](dst, x []T, index []int64, out, n int) {
	for o, i := range index {
		if i >= 0 {
			dst[o] = x[o/out*n+int(i)]
		}
	}
}

// Spread is the transpose of Pick: it adds the elements of x to the places in dst that index names.
func Spread[T Float](dst, x []T, index []int64, out, n int) {
	for o, i := range index {
		if i >= 0 {
			dst[o/out*n+int(i)] += x[o]
		}
	}
}
