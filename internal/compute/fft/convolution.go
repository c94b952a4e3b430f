package fft

import (
	"math/cmplx"

	"github.com/msrepl/msrepl/internal/session/interrupt"
)

// convolution is Bluestein's algorithm: i·j is (i² + j² - (i-j)²)/2, so a transform is a convolution with the
// chirp exp(-π√-1·i²/n).
type convolution struct {
	chirp  []complex128
	length int          // of the transforms that compute it
	factor []complex128 // the transform of the conjugate chirp, divided by length
}

func newConvolution(n int) *convolution {
	c := &convolution{chirp: make([]complex128, n), length: 2*n - 1}
	for !smooth(c.length) {
		c.length++
	}
	c.factor = make([]complex128, c.length)
	root := roots(2 * n)
	for i := range n {
		c.chirp[i] = root(i * i)
		c.factor[i] = cmplx.Conj(c.chirp[i])
		c.factor[(c.length-i)%c.length] = c.factor[i]
	}
	Complex(c.factor, c.factor, c.length, 1, false, 1/float64(c.length))
	return c
}

// smooth reports whether n has no prime factor but 2, 3 and 5.
func smooth(n int) bool {
	for _, p := range []int{2, 3, 5} {
		for n%p == 0 {
			n /= p
		}
	}
	return n == 1
}

// together is the number of elements that are transformed at once.
const together = 1 << 12

// byConvolution is rows for lengths with a large prime factor.
func (t transform[T]) byConvolution(dst []T, ds int, src []T, ss, count int) {
	c := cached(cacheOf[float64](), key{kind: "convolution", n: t.n}, 8*t.n, func() *convolution {
		return newConvolution(t.n)
	})
	sign := 1.0
	if t.inverse {
		sign = -1
	}
	some := max(lanes[float64](), together/c.length)
	if c.length > together {
		some = 1
	}
	share((count+some-1)/some, some*t.n*8, func(lo, hi int) {
		rows := make([]complex128, some*c.length)
		for i := lo * some; i < min(count, hi*some); i += some {
			interrupt.Check()
			some := min(some, count-i)
			c.of(rows[:some*c.length], func(row, at int) complex128 {
				x := src[(i+row)*ss+2*at:]
				return complex(float64(x[0]), sign*float64(x[1]))
			}, func(row, at int, v complex128) {
				y := dst[(i+row)*ds+2*at:]
				y[0], y[1] = T(real(v))*t.scale, T(sign*imag(v))*t.scale
			})
		}
	})
}

// of transforms the elements that get returns, in rows, and passes the results to put.
func (c *convolution) of(rows []complex128, get func(row, at int) complex128, put func(row, at int, v complex128)) {
	for row := 0; row*c.length < len(rows); row++ {
		to := rows[row*c.length:][:c.length]
		for at, w := range c.chirp {
			to[at] = mul(get(row, at), w)
		}
		clear(to[len(c.chirp):])
	}
	Complex(rows, rows, c.length, 1, false, 1)
	for row := 0; row < len(rows); row += c.length {
		for at, w := range c.factor {
			rows[row+at] = mul(rows[row+at], w)
		}
	}
	Complex(rows, rows, c.length, 1, true, 1)
	for row := 0; row*c.length < len(rows); row++ {
		from := rows[row*c.length:]
		for at, w := range c.chirp {
			put(row, at, mul(from[at], w))
		}
	}
}
