package main

import (
	"cmp"
	"fmt"
	"math"
	"math/cmplx"
	"reflect"
	"slices"
	"strconv"
)

// Roots of polynomials with Durand-Kerner, complex arithmetic, formatting.
type poly []complex128

func (p poly) at(z complex128) (s complex128) {
	for i := len(p) - 1; i >= 0; i-- {
		s = s*z + p[i]
	}
	return
}

func (p poly) roots() []complex128 {
	n := len(p) - 1
	zs := make([]complex128, n)
	for i := range zs {
		zs[i] = cmplx.Pow(0.4+0.9i, complex(float64(i), 0))
	}
	for range 200 {
		for i := range zs {
			num, den := p.at(zs[i]), p[n]
			for j := range zs {
				if j != i {
					den *= zs[i] - zs[j]
				}
			}
			zs[i] -= num / den
		}
	}
	slices.SortFunc(zs, func(a, b complex128) int {
		return cmp.Or(cmp.Compare(math.Round(real(a)*1e6), math.Round(real(b)*1e6)), cmp.Compare(imag(a), imag(b)))
	})
	return zs
}

type C64 complex64

func (c C64) Conj() C64 { return C64(complex(real(c), -imag(c))) }

func main() {
	for _, p := range []poly{{-6, 11, -6, 1}, {1, 0, 1}, {-1, 0, 0, 1}} {
		for _, z := range p.roots() {
			fmt.Printf("(%.4f,%.4f) ", math.Round(real(z)*1e4)/1e4+0, math.Round(imag(z)*1e4)/1e4+0)
		}
		fmt.Println()
	}
	c := C64(complex(1.1, 2.2))
	fmt.Println(c, c.Conj(), c*c.Conj(), -c, c == c.Conj().Conj(), c/3)
	fmt.Printf("%v %.2f %T %g %6.1f|%+v\n", c, c, c, complex(1e30, -0.0), 3-2i, complex64(1i))
	inf := cmplx.Inf()
	fmt.Println(inf, cmplx.NaN() == cmplx.NaN(), cmplx.Abs(3+4i), cmplx.Sqrt(-1), 1i*1i, real(2i), imag(2i))
	m := map[complex128]string{1 + 2i: "a", complex(1, 3): "b"}
	m[complex(math.NaN(), 0)] = "n"
	fmt.Println(len(m), m[1+2i], m[complex(math.NaN(), 0)] == "")
	const k = 2i * 2i
	var f float64 = real(k)
	var i int = k
	fmt.Println(f, i, k, complex(2, 3)*complex(2, -3))
	var z complex128
	fmt.Println(1/z, z/z, -z, complex(1, 1)/complex(math.Inf(1), 0))
	var a any = 1 + 0i
	switch v := a.(type) {
	case complex64:
		fmt.Println("c64", v)
	case complex128:
		fmt.Println("c128", v, v == 1)
	}
	s, err := strconv.ParseComplex("1.5-2.5i", 128)
	fmt.Println(s, err, strconv.FormatComplex(s, 'e', 3, 64))
	_, err = strconv.ParseComplex("1+i2", 128)
	fmt.Println(err)
	type pair struct {
		c complex64
		d complex128
	}
	p := pair{1i, 2}
	q := p
	q.c += complex64(q.d)
	fmt.Println(p, q, p == q, reflect.ValueOf(q.c).Complex())
	p.d *= 1i
	p.d -= 3
	xs := [2]complex64{1, 1i}
	for i, x := range xs {
		xs[(i+1)%2] = x * xs[i]
	}
	fmt.Println(p, xs)
}
