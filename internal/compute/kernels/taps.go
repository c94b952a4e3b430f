package kernels

import (
	"math"
	"slices"

	"github.com/msrepl/msrepl/internal/compute/par"
	"github.com/msrepl/msrepl/internal/compute/shape"
)

// planesBy has functions for consecutive planes, starting at plane i. Those for many and for four may be nil.
type planesBy struct {
	one, four func(i int)
	many      func(i, n int)
}

// each calls the functions for planes with outs elements in total, shared among processors.
func (f planesBy) each(outs int, m *shape.Taps) {
	if outs == 0 {
		return
	}
	par.Range(outs/m.Out, 1+sharedTaps/(m.Out*max(m.Width, 1)), func(lo, hi int) {
		for f.many != nil && hi-lo >= minTurned {
			n := hi - lo
			if n > maxTurned {
				n = min(maxTurned, n-minTurned)
			}
			f.many(lo, n)
			lo += n
		}
		for ; f.four != nil && lo+4 <= hi; lo += 4 {
			f.four(lo)
		}
		for ; lo < hi; lo++ {
			f.one(lo)
		}
	})
}

// sharedTaps is the minimum number of cells of windows that is worth giving to another processor.
const sharedTaps = 16 << 10

// Tap maps each of the planes that follow one another in x by m.
func Tap[T Float](dst, x []T, m *shape.Taps) {
	if m.Width == 1 && m.Weights == nil && m.Div == nil {
		planesBy{one: func(i int) { pickPlane(dst[i*m.Out:][:m.Out], x[i*m.In:][:m.In], m) }}.each(len(dst), m)
		return
	}
	by := planesBy{
		one:  func(i int) { tapPlane(dst[i*m.Out:][:m.Out], x[i*m.In:][:m.In], m) },
		four: func(i int) { tapFour(dst[i*m.Out:][:4*m.Out], x[i*m.In:][:4*m.In], m) },
	}
	if t, ok := turnedMap[T](m, len(dst)/max(m.Out, 1)); ok {
		dst, x := any(dst).([]float32), any(x).([]float32)
		by.many = func(i, n int) { t.forward(dst[i*m.Out:][:n*m.Out], x[i*m.In:][:n*m.In], n) }
	}
	by.each(len(dst), m)
}

// pickPlane is tapPlane for one cell per output, or padding. A row equal to the one before is copied.
func pickPlane[T Float](dst, x []T, m *shape.Taps) {
	var before []int32
	for at := 0; at < len(dst); at += m.Row {
		row, cells := dst[at:][:m.Row], m.Cells[at:][:m.Row]
		if at > 0 && cells[0] == before[0] && slices.Equal(cells, before) {
			copy(row, dst[at-m.Row:])
			continue
		}
		for o, c := range cells {
			var v T
			if c >= 0 {
				v = x[c]
			}
			row[o] = v
		}
		before = cells
	}
}

// tapFour is tapPlane for four planes, whose sums are independent of each other.
func tapFour[T Float](dst, x []T, m *shape.Taps) {
	n, out := m.In, m.Out
	x0, x1, x2, x3 := x[:n], x[n:][:n], x[2*n:][:n], x[3*n:][:n]
	for o := range out {
		var a, b, c, d T
		cells := m.Cells[o*m.Width:][:m.Width]
		if m.Weights == nil {
			for _, at := range cells {
				if at >= 0 {
					a, b, c, d = a+x0[at], b+x1[at], c+x2[at], d+x3[at]
				}
			}
		} else {
			for k, w := range m.Weights[o*m.Width:][:m.Width] {
				if at := cells[k]; at >= 0 {
					w := T(w)
					a, b, c, d = a+T(x0[at]*w), b+T(x1[at]*w), c+T(x2[at]*w), d+T(x3[at]*w)
				}
			}
		}
		if m.Div != nil {
			by := T(m.Div[o])
			a, b, c, d = a/by, b/by, c/by, d/by
		}
		dst[o], dst[out+o], dst[2*out+o], dst[3*out+o] = a, b, c, d
	}
}

func tapPlane[T Float](dst, x []T, m *shape.Taps) {
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
	by := planesBy{
		one:  func(i int) { tapBackPlane(dst[i*m.In:][:m.In], g[i*m.Out:][:m.Out], m) },
		four: func(i int) { tapBackFour(dst[i*m.In:][:4*m.In], g[i*m.Out:][:4*m.Out], m) },
	}
	if t, ok := turnedMap[T](m, len(g)/max(m.Out, 1)); ok {
		dst, g := any(dst).([]float32), any(g).([]float32)
		by.many = func(i, n int) { t.backward(dst[i*m.In:][:n*m.In], g[i*m.Out:][:n*m.Out], n) }
	}
	if each := repeats(m); each > 0 {
		if dst, ok := any(dst).([]float32); ok {
			g := any(g).([]float32)
			by = planesBy{one: func(i int) { unrepeat(dst[i*m.In:][:m.In], g[i*m.Out:][:m.Out], m, each) }}
		}
	}
	by.each(len(g), m)
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

// tapBackFour is tapBackPlane for four planes.
func tapBackFour[T Float](dst, g []T, m *shape.Taps) {
	n, out := m.In, m.Out
	y0, y1, y2, y3 := dst[:n], dst[n:][:n], dst[2*n:][:n], dst[3*n:][:n]
	for o := range out {
		a, b, c, d := g[o], g[out+o], g[2*out+o], g[3*out+o]
		if m.Div != nil {
			by := T(m.Div[o])
			a, b, c, d = a/by, b/by, c/by, d/by
		}
		cells := m.Cells[o*m.Width:][:m.Width]
		if m.Weights == nil {
			for _, at := range cells {
				if at >= 0 {
					y0[at] += a
					y1[at] += b
					y2[at] += c
					y3[at] += d
				}
			}
			continue
		}
		for k, w := range m.Weights[o*m.Width:][:m.Width] {
			if at := cells[k]; at >= 0 {
				w := T(w)
				y0[at] += T(a * w)
				y1[at] += T(b * w)
				y2[at] += T(c * w)
				y3[at] += T(d * w)
			}
		}
	}
}

// TapMax writes the largest cell of each output of m to dst, NaN if there is one, and where in the plane it is to
// index, unless that is nil, the first of equals; -Inf and -1 for a window that is in the padding.
func TapMax[T Float](dst []T, index []int64, x []T, m *shape.Taps) {
	if arg, ok := any(ArgMax.F32).(func([]T) int); ok && m.Whole() {
		par.Range(len(dst), 1+sharedTaps/m.In, func(lo, hi int) {
			for i := lo; i < hi; i++ {
				at := i*m.In + arg(x[i*m.In:][:m.In])
				if dst[i] = x[at]; index != nil {
					index[i] = int64(at - i*m.In)
				}
			}
		})
		return
	}
	plane := func(dst []T, index []int64, x []T) { tapMaxPlane(dst, index, x, m) }
	if f, ok := any(maxOfRun(m)).(func(dst []T, index []int64, x []T)); ok && f != nil {
		plane = f
	}
	planesBy{one: func(i int) {
		var at []int64
		if index != nil {
			at = index[i*m.Out:][:m.Out]
		}
		plane(dst[i*m.Out:][:m.Out], at, x[i*m.In:][:m.In])
	}}.each(len(dst), m)
}

func tapMaxPlane[T Float](dst []T, index []int64, x []T, m *shape.Taps) {
	for o := range dst {
		cells := m.Cells[o*m.Width:][:m.Width]
		best := largestCell(x, cells)
		if best < 0 {
			best = largestOrNaN(x, cells)
		}
		if index != nil {
			index[o] = int64(best)
		}
		if dst[o] = T(math.Inf(-1)); best >= 0 {
			dst[o] = x[best]
		}
	}
}

// largestOrNaN returns the cell with the largest element, the first of equals, or with a NaN; -1 if all are padding.
func largestOrNaN[T Float](x []T, cells []int32) int32 {
	best := int32(-1)
	for _, c := range cells {
		if c >= 0 && (best < 0 || x[c] > x[best] || (x[c] != x[c] && x[best] == x[best])) {
			best = c
		}
	}
	return best
}

// largestCell returns the cell with the largest element, the first of equals, without branches that depend on which
// it is, or -1 as largestOfFour does.
func largestCell[T Float](x []T, cells []int32) int32 {
	best := int32(-1)
	for ; len(cells) >= 4; cells = cells[4:] {
		c := largestOfFour(x, cells[0], cells[1], cells[2], cells[3])
		if c < 0 {
			return -1
		}
		best = later(x, best, c)
	}
	for _, c := range cells {
		if c < 0 || x[c] != x[c] {
			return -1
		}
		best = later(x, best, c)
	}
	return best
}

// later returns c if its element is larger than that of best, or best is negative.
func later[T Float](x []T, best, c int32) int32 {
	if best < 0 {
		return c
	}
	return best + (c-best)*one(x[c] > x[best])
}

// largestOfFour returns which of four cells has the largest element, the first of equals: the window of most pools.
// It has no branches that depend on which it is. It returns -1 if a cell is padding, or if an element may be NaN.
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
