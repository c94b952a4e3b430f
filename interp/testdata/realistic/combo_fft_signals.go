package main

import (
	"fmt"
	"math"
	"math/bits"
	"math/cmplx"
)

type Signal[C complex64 | complex128] []C

func (s Signal[C]) Energy() (e float64) {
	for _, x := range s {
		e += real(complex128(x))*real(complex128(x)) + imag(complex128(x))*imag(complex128(x))
	}
	return
}

func fft[C complex64 | complex128](a Signal[C], inverse bool) Signal[C] {
	n := len(a)
	if n&(n-1) != 0 {
		panic(fmt.Errorf("length %d is no power of 2", n))
	}
	out := make(Signal[C], n)
	for i := range uint32(n) {
		out[bits.Reverse32(i)>>(32-bits.Len32(uint32(n)-1))&uint32(n-1)] = a[i]
	}
	sign := -1.0
	if inverse {
		sign = 1
	}
	for size := 2; size <= n; size <<= 1 {
		w := C(cmplx.Rect(1, sign*2*math.Pi/float64(size)))
		for from := 0; from < n; from += size {
			f := C(1)
			for k := from; k < from+size/2; k++ {
				u, v := out[k], out[k+size/2]*f
				out[k], out[k+size/2] = u+v, u-v
				f *= w
			}
		}
	}
	if inverse {
		for i := range out {
			out[i] /= C(complex(float64(n), 0))
		}
	}
	return out
}

func round(c complex128) complex128 {
	r := func(x float64) float64 { return math.Round(x*1e4)/1e4 + 0 }
	return complex(r(real(c)), r(imag(c)))
}

func main() {
	defer func() { fmt.Println("end:", recover()) }()
	a := Signal[complex128]{1, 2i, -1, 3 - 1i, 0, 0.5, 2, -2i}
	f := fft(a, false)
	for _, x := range f {
		fmt.Print(round(x), " ")
	}
	fmt.Println()
	back := fft(f, true)
	same := true
	for i, x := range back {
		same = same && cmplx.Abs(x-a[i]) < 1e-12
	}
	fmt.Println(same, math.Abs(f.Energy()/8-a.Energy()) < 1e-9)
	var b Signal[complex64]
	for _, x := range a {
		b = append(b, complex64(x))
	}
	g := fft(b, false)
	worst := 0.0
	for i := range g {
		worst = max(worst, cmplx.Abs(complex128(g[i])-f[i]))
	}
	fmt.Println(worst < 1e-5, worst > 0, len(g))
	z := complex(math.Inf(1), math.NaN())
	fmt.Println(z, cmplx.IsInf(z), cmplx.IsNaN(z), z == z, real(z)*0, -z)
	zero, large := complex(0, 0), complex64(1e30+1e30i)
	fmt.Println(1/zero, large*complex64(1e30), cmplx.Exp(1i*math.Pi)+1 != 0)
	fmt.Printf("%v %.2f %8.1f %+g %T %T\n", 1-2i, 1-2i, 0.25i, complex64(2i), real(b[0]), 1i)
	const k = (1 + 2i) * (1 - 2i)
	var i int = k
	fmt.Println(i, k/2, real(k) > imag(k))
	fft(a[:3], false)
}
