package fft

import "unsafe"

// FromReal writes to rows of dst, of n/2+1 elements, the first half of the transforms of rows of src, of n elements,
// multiplied by scale. If twice is set, all elements are doubled except the first and, if n is even, the last.
func FromReal[C complex64 | complex128, T Float](dst []C, src []T, n int, inverse, twice bool, scale float64) {
	t := transform[T]{n, inverse, T(scale)}
	t.fromReal(partsOf[C, T](dst), src, twice)
}

// ToReal writes to rows of dst, of n elements, the real parts of the transforms of rows of src, multiplied by scale.
// The n/2+1 elements of a row of src are taken to be followed by zeros. If twice is set, elements of src are doubled
// as in FromReal, of which this is the transpose.
func ToReal[C complex64 | complex128, T Float](dst []T, src []C, n int, inverse, twice bool, scale float64) {
	t := transform[T]{n, inverse, T(scale)}
	t.toReal(dst, partsOf[C, T](src), twice)
}

// partsOf returns the parts of complex numbers, which must be of type T.
func partsOf[C complex64 | complex128, T Float](x []C) []T {
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(x))), 2*len(x))
}

func (t transform[T]) fromReal(dst, src []T, twice bool) {
	n, h, count := t.n, t.n/2, len(src)/t.n
	factor := T(0.5)
	if twice {
		factor = 1
	}
	if n%2 == 1 {
		whole := make([]T, 2*len(src))
		for i, v := range src {
			whole[2*i] = v
		}
		t.rows(whole, 2*n, whole, 2*n, count)
		for i := range count {
			y, from := dst[2*i*(h+1):][:2*(h+1)], whole[2*i*n:]
			copy(y, from)
			for j := 2; twice && j < len(y); j++ {
				y[j] *= 2
			}
		}
		return
	}
	transform[T]{h, t.inverse, t.scale}.rows(dst, 2*(h+1), src, n, count)
	w := t.untangleFactors(false)
	share(count, n, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			y := dst[2*i*(h+1):][:2*(h+1)]
			re, im := y[0], y[1]
			y[0], y[1], y[2*h], y[2*h+1] = re+im, 0, re-im, 0
			untangle(y, y, w, factor)
		}
	})
}

func (t transform[T]) toReal(dst, src []T, twice bool) {
	n, h := t.n, t.n/2
	count := len(dst) / n
	factor := T(0.5)
	if twice {
		factor = 1
	}
	if n%2 == 1 {
		whole := make([]T, 2*len(dst))
		for i := range count {
			from, to := src[2*i*(h+1):][:2*(h+1)], whole[2*i*n:][:2*n]
			to[0] = from[0]
			for j := 1; j <= h; j++ {
				re, im := from[2*j]*factor, from[2*j+1]*factor
				to[2*j], to[2*j+1], to[2*(n-j)], to[2*(n-j)+1] = re, im, re, -im
			}
		}
		t.rows(whole, 2*n, whole, 2*n, count)
		for i := range dst {
			dst[i] = whole[2*i]
		}
		return
	}
	w := t.untangleFactors(true)
	share(count, n, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			x, y := src[2*i*(h+1):][:2*(h+1)], dst[i*n:][:n]
			untangle(y, x, w, factor)
			y[0], y[1] = x[0]+x[2*h], x[0]-x[2*h]
		}
	})
	transform[T]{h, t.inverse, t.scale}.rows(dst, n, dst, n, count)
}

// untangleFactors returns the factors of untangle, one for each pair of elements of a row except the first.
func (t transform[T]) untangleFactors(toReal bool) []T {
	kind := map[bool]string{false: "from real", true: "to real"}[toReal]
	return cached(cacheOf[T](), key{kind, t.n, t.inverse}, t.n/2, func() []T {
		w := make([]T, 0, t.n/2+2)
		root := roots(t.n)
		for i := 1; i <= t.n/2-i; i++ {
			re, im := real(root(i)), imag(root(i))
			if t.inverse {
				im = -im
			}
			if re, im = im, -re; toReal { // times -√-1, or √-1
				re, im = -re, -im
			}
			w = append(w, T(re), T(im))
		}
		return w
	})
}

// untangle converts between the transform of pairs of real numbers, taken as complex numbers, and that of the real
// numbers, except for the first element. It combines each element with the conjugate of the one equally far from the
// end: their sum, and their difference multiplied by w.
func untangle[T Float](y, x, w []T, factor T) {
	last := len(x) - 2
	for i := 2; i <= last-i; i += 2 {
		ar, ai, br, bi := x[i], x[i+1], x[last-i], x[last-i+1]
		sr, si, dr, di := ar+br, ai-bi, ar-br, ai+bi
		wr, wi := w[i-2], w[i-1]
		tr, ti := T(dr*wr)-T(di*wi), T(dr*wi)+T(di*wr)
		y[i], y[i+1] = factor*(sr+tr), factor*(si+ti)
		y[last-i], y[last-i+1] = factor*(sr-tr), factor*(ti-si)
	}
}
