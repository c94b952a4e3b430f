package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Fourier transforms have columns of complex numbers side by side: a row is a line of real and a line of imaginary
// parts, as many numbers as a line has elements.

// radices are the lengths of the transforms that a kernel computes.
var radices = []int{2, 3, 4, 5}

// complexV is a vector of complex numbers.
type complexV struct{ re, im V }

// load reads part of a row: its real parts are at m, one line before the imaginary ones.
func (l lanes) load(m Mem) complexV { return complexV{l.copy(m), l.copy(m.Offset(line))} }

// store writes what load reads.
func (v complexV) store(m Mem) {
	VMOVUPS(v.re, m)
	VMOVUPS(v.im, m.Offset(line))
}

// repeat ends a loop of which left turns remain, and the function.
func repeat(label string, left reg.GPVirtual) {
	DECQ(left)
	JNZ(LabelRef(label))
	VZEROUPPER()
	RET()
}

// turnedBy is x·w, without fused operations, so that all instruction sets give the same digits.
func (l lanes) turnedBy(x complexV, re, im V) complexV {
	return complexV{
		l.sub(l.mul(x.re, re), l.mul(x.im, im)),
		l.add(l.mul(x.re, im), l.mul(x.im, re)),
	}
}

// put receives the real part (0) or the imaginary part (1) of the k-th result.
type put func(k, part int, v V)

// transform computes the Fourier transform of x, which has 2 to 5 numbers.
func (l lanes) transform(x []complexV, put put) {
	switch n := len(x); n {
	case 2:
		l.sumAndDifference(0, 1, x[0], x[1], put)
	case 4:
		a := complexV{l.add(x[0].re, x[2].re), l.add(x[0].im, x[2].im)}
		b := complexV{l.sub(x[0].re, x[2].re), l.sub(x[0].im, x[2].im)}
		c := complexV{l.add(x[1].re, x[3].re), l.add(x[1].im, x[3].im)}
		d := complexV{l.sub(x[3].im, x[1].im), l.sub(x[1].re, x[3].re)} // i·(x1 - x3)
		l.sumAndDifference(0, 2, a, c, put)
		l.sumAndDifference(3, 1, b, d, put)
	default:
		sums, differences := make([]complexV, n/2+1), make([]complexV, n/2+1)
		for j := 1; j <= n/2; j++ {
			a, b := x[j], x[n-j]
			sums[j] = complexV{l.add(a.re, b.re), l.add(a.im, b.im)}
			differences[j] = complexV{l.sub(a.re, b.re), l.sub(a.im, b.im)}
		}
		first, last := x[0].re, x[0].im
		for j := 1; j <= n/2; j++ {
			first, last = l.add(first, sums[j].re), l.add(last, sums[j].im)
		}
		put(0, 0, first)
		put(0, 1, last)
		for k := 1; k <= n/2; k++ {
			a, b := x[0].re, V(nil)
			c, d := x[0].im, V(nil)
			for j := 1; j <= n/2; j++ {
				sin, cos := partOfTurn(j*k, n)
				a = l.add(a, l.mul(sums[j].re, l.c(cos)))
				b = l.plus(b, l.mul(differences[j].im, l.c(sin)))
			}
			put(k, 0, l.add(a, b))
			put(n-k, 0, l.sub(a, b))
			for j := 1; j <= n/2; j++ {
				sin, cos := partOfTurn(j*k, n)
				c = l.add(c, l.mul(sums[j].im, l.c(cos)))
				d = l.plus(d, l.mul(differences[j].re, l.c(sin)))
			}
			put(k, 1, l.sub(c, d))
			put(n-k, 1, l.add(c, d))
		}
	}
}

// partOfTurn returns the sine and the cosine of k/n of a turn, for n = 3 or 5, more precisely than from an angle in
// float64.
func partOfTurn(k, n int) (sin, cos float64) {
	of := map[int][][2]float64{
		3: {{0, 1}, {0.86602540378443864676, -0.5}},
		5: {{0, 1}, {0.95105651629515357212, 0.30901699437494742410}, {0.58778525229247312917, -0.80901699437494742410}},
	}[n]
	if k %= n; k > n/2 {
		return -of[n-k][0], of[n-k][1]
	}
	return of[k][0], of[k][1]
}

// plus returns x + y, or y alone if there is no x.
func (l lanes) plus(x, y V) V {
	if x == nil {
		return y
	}
	return l.add(x, y)
}

func (l lanes) sumAndDifference(sum, difference int, a, b complexV, put put) {
	put(sum, 0, l.add(a.re, b.re))
	put(sum, 1, l.add(a.im, b.im))
	put(difference, 0, l.sub(a.re, b.re))
	put(difference, 1, l.sub(a.im, b.im))
}

// fourierName returns the name of a kernel of Fourier transforms for the set and the type of elements.
func (l lanes) fourierName(name string) string {
	if l.double {
		name = "long" + string(name[0]-'a'+'A') + name[1:]
	}
	return name + l.name
}

func (l lanes) elementType() string {
	if l.double {
		return "float64"
	}
	return "float32"
}

func radixDoc(n int) string {
	return fmt.Sprintf("writes the transforms of %d rows of complex numbers, which begin xs bytes apart, to rows that "+
		"are ys bytes apart, and goes on with the rows after them, so many times. All but the first row are multiplied by "+
		"the numbers at w before, if there are any.", n)
}

const (
	radixSignature  = "(times int, y *%[1]s, ys int, x *%[1]s, xs int, w *%[1]s)"
	splitSignature  = "(rows int, y *%[1]s, x *%[1]s, xs int)"
	joinSignature   = "(rows int, y *%[1]s, ys int, x *%[1]s)"
	rotateSignature = "(rows int, y *%[1]s, w *%[1]s)"
	sumSignature    = "(times int, n int, y *%[1]s, x *%[1]s, xs int, w *%[1]s)"

	splitDoc = "writes complex numbers that fill two lines, in rows that begin xs bytes apart, as lines of their parts."
	joinDoc  = "writes lines of parts as complex numbers in rows that begin ys bytes apart."
	sumDoc   = "writes the sum of n rows of complex numbers, which begin xs bytes apart, times the numbers at w, to y, " +
		"and goes on with the rows after them, so many times."
	rotateDoc = "multiplies complex numbers at y, in lines of their parts, by those at w."
)

// fourier writes the kernels of Fourier transforms.
func fourier(set lanes) {
	for _, n := range radices {
		set.radix(n)
	}
	set.split()
	set.join()
	set.rotate()
	set.sumOfRows()
}

func (l lanes) begin(name, signature, doc string) (label string, arg func(name string) reg.GPVirtual) {
	label = l.fourierName(name)
	TEXT(label, NOSPLIT, "func"+fmt.Sprintf(signature, l.elementType()))
	Doc(label + " " + doc)
	Pragma("noescape")
	return label, func(name string) reg.GPVirtual { return Load(Param(name), GP64()).(reg.GPVirtual) }
}

// rowsOf returns the addresses of rows.
func rowsOf(n int, base, step reg.GPVirtual) []Mem {
	at := []Mem{{Base: base}, {Base: base, Index: step, Scale: 1}, {Base: base, Index: step, Scale: 2}}
	if n > 3 {
		thrice := GP64()
		LEAQ(Mem{Base: step, Index: step, Scale: 2}, thrice)
		at = append(at, Mem{Base: base, Index: thrice, Scale: 1}, Mem{Base: base, Index: step, Scale: 4})
	}
	return at[:n]
}

func (l lanes) spreadFrom(m Mem) V {
	v := l.vector()
	if l.double {
		VBROADCASTSD(m, v)
	} else {
		VBROADCASTSS(m, v)
	}
	return v
}

func (l lanes) radix(n int) {
	label, arg := l.begin(fmt.Sprintf("radix%d", n), radixSignature, radixDoc(n))
	times, y, ys, x, xs, w := arg("times"), arg("y"), arg("ys"), arg("x"), arg("xs"), arg("w")
	from, to := rowsOf(n, x, xs), rowsOf(n, y, ys)
	size := l.bytes / l.count()
	twiddle := func(j, part int) V { return l.spreadFrom(Mem{Base: w, Disp: (2*(j-1) + part) * size}) }
	loop := func(name string, turn func(j int, v complexV) complexV) {
		Label(label + name)
		for at := 0; at < line; at += l.bytes {
			v := make([]complexV, n)
			for j, m := range from {
				v[j] = l.load(m.Offset(at))
				if j > 0 {
					v[j] = turn(j, v[j])
				}
			}
			l.transform(v, func(k, part int, v V) { VMOVUPS(v, to[k].Offset(line*part+at)) })
		}
		ADDQ(U32(2*line), x)
		ADDQ(U32(2*line), y)
		repeat(label+name, times)
	}
	TESTQ(w, w)
	JZ(LabelRef(label + "_plain"))
	factors := make([][2]V, n)
	if l.wide() { // there are enough registers
		for j := 1; j < n; j++ {
			factors[j] = [2]V{twiddle(j, 0), twiddle(j, 1)}
		}
	}
	loop("_turned", func(j int, v complexV) complexV {
		if !l.wide() {
			return l.turnedBy(v, twiddle(j, 0), twiddle(j, 1))
		}
		return l.turnedBy(v, factors[j][0], factors[j][1])
	})
	loop("_plain", func(_ int, v complexV) complexV { return v })
}

// inOrder exchanges the two middle words of 8 bytes.
func inOrder(v V) V {
	to := YMM()
	VPERMPD(U8(0xd8), v, to)
	return to
}

func (l lanes) split() {
	label, arg := l.begin("split", splitSignature, splitDoc)
	rows, y, x, xs := arg("rows"), arg("y"), arg("x"), arg("xs")
	l.bytes = 32
	Label(label + "_loop")
	for at := 0; at < line; at += l.bytes {
		a, b := l.copy(Mem{Base: x, Disp: 2 * at}), l.copy(Mem{Base: x, Disp: 2*at + l.bytes})
		re, im := YMM(), YMM()
		if l.double {
			VUNPCKLPD(b, a, re)
			VUNPCKHPD(b, a, im)
		} else {
			VSHUFPS(U8(0x88), b, a, re)
			VSHUFPS(U8(0xdd), b, a, im)
		}
		complexV{inOrder(re), inOrder(im)}.store(Mem{Base: y, Disp: at})
	}
	ADDQ(xs, x)
	ADDQ(U32(2*line), y)
	repeat(label+"_loop", rows)
}

func (l lanes) join() {
	label, arg := l.begin("join", joinSignature, joinDoc)
	rows, y, ys, x := arg("rows"), arg("y"), arg("ys"), arg("x")
	l.bytes = 32
	Label(label + "_loop")
	for at := 0; at < line; at += l.bytes {
		v := l.load(Mem{Base: x, Disp: at})
		re, im := inOrder(v.re), inOrder(v.im)
		VMOVUPS(l.do(VUNPCKLPS, VUNPCKLPD, im, re), Mem{Base: y, Disp: 2 * at})
		VMOVUPS(l.do(VUNPCKHPS, VUNPCKHPD, im, re), Mem{Base: y, Disp: 2*at + l.bytes})
	}
	ADDQ(U32(2*line), x)
	ADDQ(ys, y)
	repeat(label+"_loop", rows)
}

func (l lanes) rotate() {
	label, arg := l.begin("rotate", rotateSignature, rotateDoc)
	rows, y, w := arg("rows"), arg("y"), arg("w")
	Label(label + "_loop")
	for at := 0; at < line; at += l.bytes {
		by := l.load(Mem{Base: w, Disp: at})
		l.turnedBy(l.load(Mem{Base: y, Disp: at}), by.re, by.im).store(Mem{Base: y, Disp: at})
	}
	ADDQ(U32(2*line), y)
	ADDQ(U32(2*line), w)
	repeat(label+"_loop", rows)
}

// sumOfRows computes one number of a transform of any length.
func (l lanes) sumOfRows() {
	label, arg := l.begin("sumOfRows", sumSignature, sumDoc)
	times, n, y, x, xs, w := arg("times"), arg("n"), arg("y"), arg("x"), arg("xs"), arg("w")
	size := l.bytes / l.count()
	Label(label + "_loop")
	sums := make([]complexV, line/l.bytes)
	for i := range sums {
		sums[i] = complexV{l.zero(), l.zero()}
	}
	left, from, by := GP64(), GP64(), GP64()
	MOVQ(n, left)
	MOVQ(x, from)
	MOVQ(w, by)
	Label(label + "_row")
	re, im := l.spreadFrom(Mem{Base: by}), l.spreadFrom(Mem{Base: by, Disp: size})
	for i, sum := range sums {
		next := l.sumWith(sum, l.load(Mem{Base: from, Disp: i * l.bytes}), re, im)
		VMOVUPS(next.re, sum.re)
		VMOVUPS(next.im, sum.im)
	}
	ADDQ(xs, from)
	ADDQ(U8(2*size), by)
	DECQ(left)
	JNZ(LabelRef(label + "_row"))
	for i, sum := range sums {
		sum.store(Mem{Base: y, Disp: i * l.bytes})
	}
	ADDQ(U32(2*line), x)
	ADDQ(U32(2*line), y)
	repeat(label+"_loop", times)
}

// sumWith is sum + x·w, without fused operations.
func (l lanes) sumWith(sum, x complexV, re, im V) complexV {
	return complexV{
		l.sub(l.add(sum.re, l.mul(x.re, re)), l.mul(x.im, im)),
		l.add(l.add(sum.im, l.mul(x.re, im)), l.mul(x.im, re)),
	}
}
