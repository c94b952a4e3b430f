package fft

// The functions below are the Go twins of methods of simd.Fourier and simd.Set. Conversions prevent fusing.

func plainRadix[T Float](r, times int, y []T, first, ys int, x []T, xs int, w []T) {
	columns := lanes[T]()
	for i := range times {
		for c := range columns {
			var re, im [5]T
			for j := range r {
				at := 2*columns*(i+j*xs) + c
				re[j], im[j] = x[at], x[at+columns]
				if j > 0 && len(w) > 0 {
					re[j], im[j] = product(re[j], im[j], w[2*j-2], w[2*j-1])
				}
			}
			switch r {
			case 2:
				re[0], im[0], re[1], im[1] = re[0]+re[1], im[0]+im[1], re[0]-re[1], im[0]-im[1]
			case 4:
				ofFour(&re, &im)
			default:
				ofOdd(r, &re, &im)
			}
			for k := range r {
				at := 2*columns*(first+i+k*ys) + c
				y[at], y[at+columns] = re[k], im[k]
			}
		}
	}
}

func product[T Float](re, im, a, b T) (T, T) {
	return T(re*a) - T(im*b), T(re*b) + T(im*a)
}

func ofFour[T Float](re, im *[5]T) {
	ar, ai, br, bi := re[0]+re[2], im[0]+im[2], re[0]-re[2], im[0]-im[2]
	cr, ci, dr, di := re[1]+re[3], im[1]+im[3], im[3]-im[1], re[1]-re[3]
	*re = [5]T{ar + cr, br - dr, ar - cr, br + dr}
	*im = [5]T{ai + ci, bi - di, ai - ci, bi + di}
}

func ofOdd[T Float](n int, re, im *[5]T) {
	x, y := *re, *im
	for j := 1; j <= n/2; j++ {
		x[j], x[n-j] = x[j]+x[n-j], x[j]-x[n-j]
		y[j], y[n-j] = y[j]+y[n-j], y[j]-y[n-j]
	}
	for k := range n/2 + 1 {
		a, b, c, d := x[0], T(0), y[0], T(0)
		for j := 1; j <= n/2; j++ {
			sin, cos := -imag(roots5[n][j*k%n]), real(roots5[n][j*k%n])
			if k == 0 {
				a, c = a+x[j], c+y[j]
				continue
			}
			a, c = a+T(x[j]*T(cos)), c+T(y[j]*T(cos))
			if p, q := T(y[n-j]*T(sin)), T(x[n-j]*T(sin)); j == 1 {
				b, d = p, q
			} else {
				b, d = b+p, d+q
			}
		}
		if k == 0 {
			re[0], im[0] = a, c
			continue
		}
		re[k], re[n-k], im[k], im[n-k] = a+b, a-b, c-d, c+d
	}
}

// roots5 are the n-th roots of unity, for odd n, each the nearest to it.
var roots5 = [6][]complex128{
	3: {1, -0.5 - 0.86602540378443864676i, -0.5 + 0.86602540378443864676i},
	5: {
		1, 0.30901699437494742410 - 0.95105651629515357212i, -0.80901699437494742410 - 0.58778525229247312917i,
		-0.80901699437494742410 + 0.58778525229247312917i, 0.30901699437494742410 + 0.95105651629515357212i,
	},
}

func plainRotate[T Float](rows int, y, w []T) {
	columns := lanes[T]()
	for at := 0; at < 2*rows*columns; at += 2 * columns {
		for c := at; c < at+columns; c++ {
			y[c], y[c+columns] = product(y[c], y[c+columns], w[c], w[c+columns])
		}
	}
}

func plainSplit[T Float](rows int, y, x []T, xs int) {
	splitSome(rows, lanes[T](), y, x, xs)
}

// splitSome is split for some columns; the others become zero.
func splitSome[T Float](rows, some int, y, x []T, xs int) {
	columns := lanes[T]()
	for i := range rows {
		re, im, from := y[2*i*columns:][:columns], y[(2*i+1)*columns:][:columns], x[i*xs:]
		for c := range some {
			re[c], im[c] = from[2*c], from[2*c+1]
		}
		clear(re[some:])
		clear(im[some:])
	}
}

func plainJoin[T Float](rows int, y []T, ys int, x []T) { joinSome(rows, lanes[T](), y, ys, x) }

// joinSome is join for some columns.
func joinSome[T Float](rows, some int, y []T, ys int, x []T) {
	columns := lanes[T]()
	for i := range rows {
		re, im, to := x[2*i*columns:][:columns], x[(2*i+1)*columns:][:columns], y[i*ys:]
		for c := range some {
			to[2*c], to[2*c+1] = re[c], im[c]
		}
	}
}

func plainFlip[T Float](n int, y []T, ys int, x []T, xs int) {
	columns := lanes[T]()
	for i := range n * columns {
		for c := range columns {
			y[i*ys+c] = x[c*xs+i]
		}
	}
}

func plainScale[T Float](dst, a []T, b T) {
	for i, v := range a {
		dst[i] = v * b
	}
}

func plainSum[T Float](times, n int, y, x []T, xs int, w []T) {
	columns := lanes[T]()
	for i := range times {
		for c := range columns {
			var re, im T
			for j := range n {
				at := 2*columns*(i+j*xs) + c
				a, b, p, q := x[at], x[at+columns], w[2*j], w[2*j+1]
				re, im = re+T(a*p)-T(b*q), im+T(a*q)+T(b*p)
			}
			y[2*columns*i+c], y[2*columns*i+columns+c] = re, im
		}
	}
}
