package fft

import (
	"math"
	"math/cmplx"
	"sync"
)

// plan is the sequence of steps that transforms columns of n elements. Each step combines transforms of some length
// into transforms of radix times that length.
type plan[T Float] struct {
	n     int
	steps []step[T]
}

type step[T Float] struct {
	radix int
	w     []T // radix-1 roots of unity for each index in the shorter transforms except the first
}

func newPlan[T Float](n int) *plan[T] {
	p := &plan[T]{n: n}
	done := 1
	for _, r := range radices(n) {
		s := step[T]{radix: r}
		root := roots(done * r)
		if r > 5 { // all of them, for each index and each output of the transform
			for k := range done * r {
				for j := range r {
					w := root(j * k)
					s.w = append(s.w, T(real(w)), T(imag(w)))
				}
			}
		}
		for k := 1; k < done && r <= 5; k++ {
			for j := 1; j < r; j++ {
				w := root(j * k)
				s.w = append(s.w, T(real(w)), T(imag(w)))
			}
		}
		p.steps = append(p.steps, s)
		done *= r
	}
	return p
}

// largest is the largest prime factor that is one step: for larger ones a convolution is faster.
const largest = 127

// radices returns the factors of n, those without a kernel first. A 4, if there is one, comes last, because the last
// step has the most calls. The result is nil if a prime factor is too large.
func radices(n int) (all []int) {
	fours := 0
	for ; n%4 == 0; n /= 4 {
		fours++
	}
	var small []int
	for r := 2; r <= largest; r++ {
		for ; n%r == 0; n /= r {
			if r <= 5 {
				small = append(small, r)
			} else {
				all = append(all, r)
			}
		}
	}
	if n > 1 {
		return nil
	}
	all = append(all, small...)
	for range fours {
		all = append(all, 4)
	}
	return all
}

// run transforms the columns of a, and returns those of the result, which are in a or b. Both have n+1 rows.
func (p *plan[T]) run(k *kernels[T], a, b []T, inverse bool) []T {
	row := 2 * lanes[T]()
	done := 1
	for _, s := range p.steps {
		m := p.n / (done * s.radix)
		apart, w := p.n/s.radix, []T(nil)
		turned := inverse && m == 1 // element i of the inverse transform is element n-i
		for i := range done {
			if s.radix > 5 {
				p.sums(k, b, i, done, a[i*s.radix*m*row:], s, inverse)
				continue
			}
			if turned {
				k.radix(s.radix, m, b, p.n-i, -apart, a[i*s.radix*m*row:], m, w)
			} else {
				k.radix(s.radix, m, b, i*m, apart, a[i*s.radix*m*row:], m, w)
			}
			if i+1 < done {
				w = s.w[i*2*(s.radix-1):][:2*(s.radix-1)]
			}
		}
		if turned {
			copy(b[:row], b[p.n*row:(p.n+1)*row])
		}
		a, b = b, a
		done *= s.radix
	}
	return a
}

// sums computes the transforms of a step without a kernel, at index i of done.
func (p *plan[T]) sums(k *kernels[T], y []T, i, done int, x []T, s step[T], inverse bool) {
	m, row := p.n/(done*s.radix), 2*lanes[T]()
	for j := range s.radix {
		at := i + j*done
		to := at * m
		if inverse && m == 1 {
			to = p.n - at
		}
		k.sum(m, s.radix, y[to*row:], x, m, s.w[2*at*s.radix:])
	}
}

// roots returns a function of i that returns exp(-2π√-1·i/n).
func roots(n int) func(i int) complex128 {
	few := n
	if n > 1<<12 {
		few = 1 << (bitsOf(n) / 2)
	}
	low, high := make([]complex128, few), make([]complex128, (n-1)/few+1)
	for i := range low {
		low[i] = root(i, n)
	}
	for i := range high {
		high[i] = root(i*few, n)
	}
	return func(i int) complex128 {
		i %= n
		if i < few {
			return low[i]
		}
		return mul(high[i/few], low[i%few])
	}
}

// mul returns the product of two numbers, with the same digits on all machines.
func mul(x, y complex128) complex128 {
	return complex(product(real(x), imag(x), real(y), imag(y)))
}

func bitsOf(n int) (bits int) {
	for ; n > 0; n >>= 1 {
		bits++
	}
	return bits
}

// root returns exp(-2π√-1·i/n), for 0 ≤ i < n. It reduces the angle to at most π/4, so that parts that are 0,
// ½ or 1 are exact.
func root(i, n int) complex128 {
	quarters := (8*i/n + 1) / 2
	sin, cos := math.Sincos(math.Pi / 2 * float64(4*i-quarters*n) / float64(n))
	switch far := 4*i - quarters*n; { // the sine of a twelfth of a turn
	case 3*far == n:
		sin = 0.5
	case 3*far == -n:
		sin = -0.5
	}
	w := complex(cos, -sin)
	for range quarters % 4 {
		w = complex(imag(w), -real(w)) // times -√-1
	}
	return w
}

// key identifies a cached value.
type key struct {
	kind    string
	n       int
	inverse bool
}

// cache holds plans and tables, up to cacheSize elements of them. Exceeding that empties it.
type cache struct {
	mu     sync.Mutex
	values map[key]any
	size   int
}

const cacheSize = 1 << 23

// cached returns the value of a key, of about size elements. It calls produce if the cache does not have it.
func cached[V any](c *cache, k key, size int, produce func() V) V {
	c.mu.Lock()
	v, ok := c.values[k].(V)
	c.mu.Unlock()
	if ok {
		return v
	}
	v = produce()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.size+size > cacheSize || c.values == nil {
		c.values, c.size = map[key]any{}, 0
	}
	if _, ok := c.values[k]; !ok && size <= cacheSize {
		c.values[k] = v
		c.size += size
	}
	return v
}

var caches [2]cache // for float32 and float64

func cacheOf[T Float]() *cache { return &caches[16/lanes[T]()-1] }

func planOf[T Float](n int) *plan[T] {
	return cached(cacheOf[T](), key{kind: "plan", n: n}, 2*n, func() *plan[T] { return newPlan[T](n) })
}

// half returns the shorter side of the matrix as which n elements are transformed, or 1 if no matrix is worth it.
func half[T Float](n int) int {
	best, least := 1, math.MaxInt
	columns := lanes[T]()
	up := func(n int) int { return (n + columns - 1) / columns * columns }
	for i := 2; i < n; i++ {
		if n%i > 0 || i*i > 16*n || n > 16*i*i {
			continue
		}
		if work := up(n/i)*i + up(i)*(n/i); work < least {
			best, least = i, work
		}
	}
	return best
}

// matrix describes a long row transformed as first rows of second elements. Between the steps, the elements of each
// block of columns are multiplied by those of w.
type matrix[T Float] struct {
	first, second *plan[T]
	w             []T
}

func matrixOf[T Float](n int, inverse bool) *matrix[T] {
	return cached(cacheOf[T](), key{"matrix", n, inverse}, 2*n, func() *matrix[T] { return newMatrix[T](n, inverse) })
}

func newMatrix[T Float](n int, inverse bool) *matrix[T] {
	first := half[T](n)
	if first == 1 {
		return nil
	}
	second, columns := n/first, lanes[T]()
	m := &matrix[T]{first: planOf[T](first), second: planOf[T](second)}
	blocks := (second + columns - 1) / columns
	m.w = make([]T, 2*blocks*first*columns)
	root := roots(n)
	for b := range blocks {
		for k := range first {
			at := m.w[2*(b*first+k)*columns:]
			for c := range columns {
				w := root(k * (b*columns + c))
				if inverse {
					w = cmplx.Conj(w)
				}
				at[c], at[columns+c] = T(real(w)), T(imag(w))
			}
		}
	}
	return m
}
