package main

import (
	"fmt"

	"github.com/msrepl/msrepl/internal/compute/neon"
)

// neonFourier is fourier for arm64.
func neonFourier(file *neon.File, long bool) {
	l := lanes{name: "NEON", bytes: 16, double: long}
	write := func(name, signature, doc string, body func(l lanes, f *neon.Func)) {
		file.Func(l.fourierName(name), fmt.Sprintf(signature, l.elementType()), doc, func(f *neon.Func) {
			l.neon = f
			f.Hoist()
			body(l, f)
			f.G("RET")
		})
	}
	for _, n := range radices {
		write(fmt.Sprintf("radix%d", n), radixSignature, radixDoc(n), func(l lanes, f *neon.Func) { l.neonRadix(f, n) })
	}
	write("split", splitSignature, splitDoc, func(l lanes, f *neon.Func) {
		rows, y, x, xs := f.Arg("rows"), f.Arg("y"), f.Arg("x"), f.Arg("xs")
		f.Label("loop")
		for at := 0; at < line; at += l.bytes {
			v := neonTwo(f, x, 2*at)
			f.Mem("str.q", f.Op(l.of("uzp1"), v...), at, y)
			f.Mem("str.q", f.Op(l.of("uzp2"), v...), line+at, y)
		}
		f.G("ADD %v, %v", xs, x)
		f.G("ADD $%d, %v", 2*line, y)
		f.G("SUBS $1, %v", rows)
		f.Jump("BNE", "loop")
	})
	write("join", joinSignature, joinDoc, func(l lanes, f *neon.Func) {
		rows, y, ys, x := f.Arg("rows"), f.Arg("y"), f.Arg("ys"), f.Arg("x")
		f.Label("loop")
		for at := 0; at < line; at += l.bytes {
			re, im := f.Load("ldr.q", at, x), f.Load("ldr.q", line+at, x)
			f.Pair("stp.q", f.Op(l.of("zip1"), re, im), f.Op(l.of("zip2"), re, im), 2*at, y)
		}
		f.G("ADD $%d, %v", 2*line, x)
		f.G("ADD %v, %v", ys, y)
		f.G("SUBS $1, %v", rows)
		f.Jump("BNE", "loop")
	})
	write("sumOfRows", sumSignature, sumDoc, lanes.neonSumOfRows)
	write("rotate", rotateSignature, rotateDoc, func(l lanes, f *neon.Func) {
		rows, y, w := f.Arg("rows"), f.Arg("y"), f.Arg("w")
		f.Label("loop")
		for at := 0; at < line; at += l.bytes {
			by := l.neonComplex(f, w, at)
			v := l.turnedBy(l.neonComplex(f, y, at), by.re, by.im)
			f.Mem("str.q", l.operand(v.re), at, y)
			f.Mem("str.q", l.operand(v.im), line+at, y)
		}
		f.G("ADD $%d, %v", 2*line, y)
		f.G("ADD $%d, %v", 2*line, w)
		f.G("SUBS $1, %v", rows)
		f.Jump("BNE", "loop")
	})
}

// neonSumOfRows is sumOfRows for arm64.
func (l lanes) neonSumOfRows(f *neon.Func) {
	times, n, y, x, xs, w := f.Arg("times"), f.Arg("n"), f.Arg("y"), f.Arg("x"), f.Arg("xs"), f.Arg("w")
	left, from, by := f.Reg(), f.Reg(), f.Reg()
	size := l.bytes / l.count()
	f.Label("loop")
	sums := make([]complexV, line/l.bytes)
	for i := range sums {
		sums[i] = complexV{l.value(f.Zero()), l.value(f.Zero())}
	}
	f.G("MOVD %v, %v", n, left)
	f.G("MOVD %v, %v", x, from)
	f.G("MOVD %v, %v", w, by)
	f.Label("row")
	re, im := l.neonSpreadFrom(f, 0, by), l.neonSpreadFrom(f, size, by)
	for i, sum := range sums {
		next := l.sumWith(sum, l.neonComplex(f, from, i*l.bytes), re, im)
		f.Do("mov.16b", l.operand(sum.re), l.operand(next.re))
		f.Do("mov.16b", l.operand(sum.im), l.operand(next.im))
	}
	f.G("ADD %v, %v", xs, from)
	f.G("ADD $%d, %v", 2*size, by)
	f.G("SUBS $1, %v", left)
	f.Jump("BNE", "row")
	for i, sum := range sums {
		f.Mem("str.q", l.operand(sum.re), i*l.bytes, y)
		f.Mem("str.q", l.operand(sum.im), line+i*l.bytes, y)
	}
	f.G("ADD $%d, %v", 2*line, x)
	f.G("ADD $%d, %v", 2*line, y)
	f.G("SUBS $1, %v", times)
	f.Jump("BNE", "loop")
}

// neonSpreadFrom broadcasts a number in memory.
func (l lanes) neonSpreadFrom(f *neon.Func, at int, p neon.R) V {
	bits := f.Reg()
	load := "MOVWU"
	if l.double {
		load = "MOVD"
	}
	f.G(load+" %d(%v), %v", at, p, bits)
	defer f.Free(bits)
	return l.value(f.Spread(l.of("")[1:], bits))
}

// neonComplex loads a vector of complex numbers, whose parts are in separate lines.
func (l lanes) neonComplex(f *neon.Func, p neon.R, at int) complexV {
	return complexV{l.value(f.Load("ldr.q", at, p)), l.value(f.Load("ldr.q", line+at, p))}
}

// neonRadix is radix for arm64.
func (l lanes) neonRadix(f *neon.Func, n int) {
	times, y, ys, x, xs, w := f.Arg("times"), f.Arg("y"), f.Arg("ys"), f.Arg("x"), f.Arg("xs"), f.Arg("w")
	rows := func(base, step neon.R) []neon.R {
		at := []neon.R{base}
		for j := 1; j < n; j++ {
			at = append(at, f.Reg())
			f.G("ADD %v, %v, %v", step, at[j-1], at[j])
		}
		return at
	}
	from, to := rows(x, xs), rows(y, ys)
	loop := func(name string, turn func(j int, v complexV) complexV) {
		f.Label(name)
		for at := 0; at < line; at += l.bytes {
			v := make([]complexV, n)
			for j, p := range from {
				if v[j] = l.neonComplex(f, p, at); j > 0 {
					v[j] = turn(j, v[j])
				}
			}
			l.transform(v, func(k, part int, v V) { f.Mem("str.q", l.operand(v), line*part+at, to[k]) })
		}
		for j := range n {
			f.G("ADD $%d, %v", 2*line, from[j])
			f.G("ADD $%d, %v", 2*line, to[j])
		}
		f.G("SUBS $1, %v", times)
		f.Jump("BNE", name)
	}
	f.Jump("CBZ "+w.String()+",", "plain")
	size := l.bytes / l.count()
	var factors [][2]V
	for i := range 2 * (n - 1) {
		v := l.neonSpreadFrom(f, i*size, w)
		if i%2 == 0 {
			factors = append(factors, [2]V{v})
		} else {
			factors[i/2][1] = v
		}
	}
	loop("turned", func(j int, v complexV) complexV { return l.turnedBy(v, factors[j-1][0], factors[j-1][1]) })
	f.G("RET")
	loop("plain", func(_ int, v complexV) complexV { return v })
}
