package kernels

import (
	"github.com/msrepl/msrepl/internal/compute/par"
)

// sum adds x by numpy's pairwise summation: blocks of up to 128 elements in eight partial sums; longer rows are
// halved. The error grows with the logarithm of the length, and the digits are numpy's.
//
//cpu:reduce number
func sum[T Number](x []T) T {
	switch n := len(x); {
	case n < 8:
		var s T
		for _, v := range x {
			s += v
		}
		return s
	case n <= 128:
		return sumBlock(x)
	default:
		half := n / 2
		half -= half % 8
		return sum(x[:half]) + sum(x[half:])
	}
}

// SumRows adds the sum of each row of n elements of x to dst. Every row is a sum in the order of Sum on any number
// of processors.
func SumRows(dst, x []float32, n int) {
	if len(x) < sharedSums { // avoids a function literal
		sumRows(dst, x, n)
		return
	}
	par.Range(len(dst), 1+sharedSums/n, func(lo, hi int) { sumRows(dst[lo:hi], x[lo*n:hi*n], n) })
}

// sharedSums is the minimum number of elements in sums of rows that is worth giving to another processor.
const sharedSums = 64 << 10

// sumRows is the loop of SumRows, which vector code replaces.
var sumRows = sumRowsLoop

func sumRowsLoop(dst, x []float32, n int) {
	for i := range dst {
		dst[i] += sum(x[i*n : (i+1)*n])
	}
}

// RowSums writes to dst the sums, in the order of Sum, of rows of n elements of x that are step apart; rows begin so
// many elements apart.
func RowSums(dst, x []float32, n, apart, step int) {
	if len(dst)*n < sharedSums {
		rowSums(dst, x, n, apart, step)
		return
	}
	par.Range(len(dst), 1+sharedSums/n, func(lo, hi int) { rowSums(dst[lo:hi], x[lo*apart:], n, apart, step) })
}

// rowSums is the loop of RowSums for steps up to rowStep, which vector code replaces.
var (
	rowSums = rowSumsLoop
	rowStep = 1
)

// SumsStep reports whether RowSums sums elements that are step apart faster than their copy.
func SumsStep(step int) bool { return step > 0 && step <= rowStep }

func rowSumsLoop(dst, x []float32, n, apart, step int) {
	for i := range dst {
		if row := x[i*apart:]; step == 1 {
			dst[i] = Sum.F32(row[:n])
		} else {
			some := make([]float32, n)
			Stepped(some, row, 0, step)
			dst[i] = Sum.F32(some)
		}
	}
}

// wideRow is the minimum length of pieces of rows that several processors add: in shorter pieces, each processor
// prefetches data that belongs to the others. With pieces of 128, two took longer than one does alone.
const wideRow = 384

// lines is the unit of pieces of rows, two cache lines: no two processors alternate in writing to one.
const lines = 32

// JoinRows joins rows as long as dst, which begin so many elements apart in x, to dst by k, one after the other. The
// elements of a row are step apart.
func JoinRows(k *Binary, dst, x []float32, rows, apart, step int) {
	if len(dst)*rows < sharedSums {
		k.joinStepped(dst, x, rows, apart, step)
		return
	}
	n := len(dst)
	par.Range((n+lines-1)/lines, max(wideRow, 1+sharedSums/rows)/lines, func(lo, hi int) {
		k.joinStepped(dst[lo*lines:min(n, hi*lines)], x[lo*lines*step:], rows, apart, step)
	})
}

// copiedColumns and copiedRows limit how much of rows with gaps is copied at a time: it fits in the first-level
// cache.
const (
	copiedColumns = 512
	copiedRows    = 8
)

// joinStepped is joinRows for rows whose elements are step apart. They are copied, as kernels read rows without
// gaps.
func (k *Binary) joinStepped(dst, x []float32, rows, apart, step int) {
	if step == 1 {
		k.joinRows(dst, x, rows, apart)
		return
	}
	var room [copiedRows * copiedColumns]float32
	for at := 0; at < len(dst); at += copiedColumns {
		to := dst[at:min(len(dst), at+copiedColumns)]
		for i := 0; i < rows; i += copiedRows {
			some := min(copiedRows, rows-i)
			for r := range some {
				Stepped(room[r*len(to):][:len(to)], x, at*step+(i+r)*apart, step)
			}
			k.joinRows(to, room[:], some, len(to))
		}
	}
}

func (k *Binary) joinRows(dst, x []float32, rows, apart int) {
	if k.f32Rows != nil {
		k.f32Rows(dst, x, rows, apart)
		return
	}
	for i := range rows {
		k.F32(dst, dst, x[i*apart:i*apart+len(dst)])
	}
}

func sumBlock[T Number](x []T) T {
	r0, r1, r2, r3, r4, r5, r6, r7 := x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7]
	i := 8
	for ; i+8 <= len(x); i += 8 {
		y := (*[8]T)(x[i:])
		r0, r1, r2, r3 = r0+y[0], r1+y[1], r2+y[2], r3+y[3]
		r4, r5, r6, r7 = r4+y[4], r5+y[5], r6+y[6], r7+y[7]
	}
	s := ((r0 + r1) + (r2 + r3)) + ((r4 + r5) + (r6 + r7))
	for _, v := range x[i:] {
		s += v
	}
	return s
}

// prod multiplies x in order.
//
//cpu:reduce number
func prod[T Number](x []T) T {
	var p T = 1
	for _, v := range x {
		p *= v
	}
	return p
}

func init() {
	Prod.F32Rows = prodRows
	Prod.F32 = func(x []float32) float32 { return wideProd(x, nil, Mul.F32) }
	Prod.F64 = func(x []float64) float64 { return wideProd(x, nil, Mul.F64) }
}

// prodWidth is how many partial products a long row has.
const prodWidth = 256

// wideProd returns the product of x. In a long row, elements that are prodWidth apart make partial products, many of
// which fit into a vector; room is memory for them, or nil. The order depends on the length only.
func wideProd[T Float](x []T, room *[prodWidth]T, mul func(dst, a, b []T)) T {
	if len(x) < prodWidth {
		return prod(x)
	}
	if room == nil {
		room = new([prodWidth]T)
	}
	parts := room[:copy(room[:], x)]
	for x = x[prodWidth:]; len(x) > 0; x = x[min(len(x), prodWidth):] {
		some := parts[:min(len(x), prodWidth)]
		mul(some, some, x[:len(some)])
	}
	for n := prodWidth / 2; n >= shortExact; n /= 2 {
		mul(parts[:n], parts[:n], parts[n:2*n])
	}
	return prod(parts[:shortExact])
}

// prodRows multiplies rows of n elements; short ones are processed eight at once, as each product depends on the one
// before.
func prodRows(dst, x []float32, n int) {
	for ; len(dst) >= 8 && n >= shortExact && n < prodWidth; dst, x = dst[8:], x[8*n:] {
		r0 := x[:n]
		r1, r2, r3 := x[n:][:len(r0)], x[2*n:][:len(r0)], x[3*n:][:len(r0)]
		r4, r5, r6, r7 := x[4*n:][:len(r0)], x[5*n:][:len(r0)], x[6*n:][:len(r0)], x[7*n:][:len(r0)]
		var a, b, c, d, e, f, g, h float32 = 1, 1, 1, 1, 1, 1, 1, 1
		for i, v := range r0 {
			a, b, c, d = a*v, b*r1[i], c*r2[i], d*r3[i]
			e, f, g, h = e*r4[i], f*r5[i], g*r6[i], h*r7[i]
		}
		*(*[8]float32)(dst) = [8]float32{a, b, c, d, e, f, g, h}
	}
	var room *[prodWidth]float32
	if n >= prodWidth {
		room = new([prodWidth]float32)
	}
	for i := range dst {
		dst[i] = wideProd(x[i*n:(i+1)*n], room, Mul.F32)
	}
}

// amax returns the largest element of x, NaN if there is one. x must not be empty.
//
//cpu:reduce real
func amax[T Real](x []T) T {
	m := x[0]
	for _, v := range x[1:] {
		m = max(m, v)
	}
	return m
}

// amin returns the smallest element of x, NaN if there is one. x must not be empty.
//
//cpu:reduce real
func amin[T Real](x []T) T {
	m := x[0]
	for _, v := range x[1:] {
		m = min(m, v)
	}
	return m
}

// argMax returns the index of the first largest element of x, or of the first NaN.
//
//cpu:arg real
func argMax[T Real](x []T) int {
	at := 0
	for i, v := range x {
		if v > x[at] || (v != v && x[at] == x[at]) {
			at = i
		}
	}
	return at
}

// argMin returns the index of the first smallest element of x, or of the first NaN.
//
//cpu:arg real
func argMin[T Real](x []T) int {
	at := 0
	for i, v := range x {
		if v < x[at] || (v != v && x[at] == x[at]) {
			at = i
		}
	}
	return at
}

// cumSum writes the running sum of x to dst. It begins with the first element, which may be -0, as numpy's does.
//
//cpu:rows number
func cumSum[T Number](dst, x []T) {
	var s T
	for i, v := range x {
		if i == 0 {
			s = v
		} else {
			s += v
		}
		dst[i] = s
	}
}

// cumProd writes the running product of x to dst.
//
//cpu:rows number
func cumProd[T Number](dst, x []T) {
	var p T = 1
	for i, v := range x {
		p *= v
		dst[i] = p
	}
}
