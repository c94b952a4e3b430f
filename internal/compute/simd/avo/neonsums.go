package main

import (
	"github.com/msrepl/msrepl/internal/compute/neon"
)

// armPlain returns lanes of float32 that write to f.
func armPlain(f *neon.Func) lanes { return lanes{name: "NEON", bytes: 16, neon: f} }

// emitNeon adds the sum of one block to a file: eight partial sums in two vectors, added pairwise, then the rest.
func (p pairwise) emitNeon(file *neon.File) {
	name := p.name + "NEON"
	doc := "returns the sum of " + p.doc + " in numpy's order: of a block of at least 8 and at most 128 elements."
	file.Func(name, "(n int, a, b *float32, m, r float32) float32", doc, func(f *neon.Func) {
		f.Hoist()
		l := armPlain(f)
		n, a := f.Arg("n"), f.Arg("a")
		b := a
		if p.pair {
			b = f.Arg("b")
		}
		var m, r V
		if p.scalars {
			m, r = l.value(f.Spread("4s", f.Arg("m"))), l.value(f.Spread("4s", f.Arg("r")))
		}
		term := func(load string, at int) neon.V {
			x, y := l.value(f.Load(load, at, a)), V(nil)
			if p.pair {
				y = l.value(f.Load(load, at, b))
			}
			return l.operand(p.f(l, m, r, x, y))
		}
		next := func(bytes int) {
			f.G("ADD $%d, %v", bytes, a)
			if p.pair {
				f.G("ADD $%d, %v", bytes, b)
			}
		}
		low, high := term("ldr.q", 0), term("ldr.q", 16)
		f.G("SUB $16, %v", n)
		f.Jump("B", "next")
		f.Label("loop")
		f.Do("fadd.4s", low, low, term("ldr.q", 0))
		f.Do("fadd.4s", high, high, term("ldr.q", 16))
		f.G("SUB $8, %v", n)
		f.Label("next")
		next(32)
		f.G("CMP $0, %v", n)
		f.Jump("BGE", "loop")
		pairs := f.Op("faddp.4s", low, high)
		sum := f.Op("faddp.s", f.Op("faddp.4s", pairs, pairs))
		f.G("ADDS $8, %v", n)
		f.Jump("BEQ", "done")
		f.Label("rest")
		f.Do("fadd.s", sum, sum, term("ldr.s", 0))
		next(4)
		f.G("SUBS $1, %v", n)
		f.Jump("BNE", "rest")
		f.Label("done")
		bits := f.Reg()
		f.Extract("s", bits, sum, 0)
		f.Return("ret", bits)
		f.G("RET")
	})
}

// neonLongBlock is longBlock for arm64.
func neonLongBlock(file *neon.File) {
	doc := "adds lines of eight elements."
	file.Func("longBlockNEON", "(lines int, x *float64) float64", doc, func(f *neon.Func) {
		n, x := f.Arg("lines"), f.Arg("x")
		var sums [4]neon.V
		load := func() (v [4]neon.V) {
			for j := range v {
				v[j] = f.Vec()
			}
			f.Pair("ldp.q", v[0], v[1], 0, x)
			f.Pair("ldp.q", v[2], v[3], 32, x)
			return v
		}
		sums = load()
		f.Jump("B", "next")
		f.Label("loop")
		for j, v := range load() {
			f.Do("fadd.2d", sums[j], sums[j], v)
		}
		f.Label("next")
		f.G("ADD $64, %v", x)
		f.G("SUBS $1, %v", n)
		f.Jump("BNE", "loop")
		four := f.Op("faddp.2d", f.Op("faddp.2d", sums[0], sums[1]), f.Op("faddp.2d", sums[2], sums[3]))
		bits := f.Reg()
		f.Extract("d", bits, f.Op("faddp.d", four), 0)
		f.Return("ret", bits)
		f.G("RET")
	})
}

// neonExtreme is extreme for arm64, whose instruction op propagates NaN.
func neonExtreme(file *neon.File, name, op string, double bool) {
	of, as, size, bytes := "float32", "4s", "s", 4
	if double {
		of, as, size, bytes = "float64", "2d", "d", 8
	}
	doc := "returns the " + map[string]string{"fmax": "largest", "fmin": "smallest"}[op] +
		" of at least four vectors of elements; nan is not 0 if there is a NaN, and then m is any."
	file.Func(name+"NEON", "(n int, x *"+of+") (m "+of+", nan int)", doc, func(f *neon.Func) {
		n, x := f.Arg("n"), f.Arg("x")
		last := f.Reg()
		f.G("ADD %v<<%d, %v, %v", n, map[int]int{4: 2, 8: 3}[bytes], x, last)
		f.G("SUB $64, %v", last)
		var best [4]neon.V
		for j := range best {
			best[j] = f.Load("ldr.q", 16*j, x)
		}
		four := func(p neon.R) {
			for j, v := range best {
				f.Do(op+"."+as, v, v, f.Load("ldr.q", 16*j, p))
			}
		}
		f.Jump("B", "next")
		f.Label("loop")
		four(x)
		f.Label("next")
		f.G("ADD $64, %v", x)
		f.G("CMP %v, %v", last, x)
		f.Jump("BLT", "loop")
		four(last)
		m := f.Op(op+"."+as, f.Op(op+"."+as, best[0], best[1]), f.Op(op+"."+as, best[2], best[3]))
		if double {
			m = f.Op(op+"p.d", m)
		} else {
			m = f.Op(op+"v.s", m)
		}
		bits, nan := f.Reg(), f.Reg()
		f.Extract(size, bits, m, 0)
		f.Return("m", bits)
		f.Extract("s", nan, f.Op("fcmeq."+as, m, m), 0)
		f.G("MVNW %v, %v", nan, nan)
		f.Return("nan", nan)
		f.G("RET")
	})
}

// neonFind is find for arm64: sixteen elements at a time, then one by one.
func neonFind(file *neon.File) {
	doc := "returns the index of the first of at least one vector of elements that equals v, n if there is none."
	file.Func("findNEON", "(n int, x *float32, v float32) int", doc, func(f *neon.Func) {
		n, x := f.Arg("n"), f.Arg("x")
		v := f.Spread("4s", f.Arg("v"))
		left, hit := f.Reg(), f.Reg()
		f.G("MOVD %v, %v", n, left)
		f.Jump("B", "next")
		f.Label("loop")
		var is [4]neon.V
		for j := range is {
			is[j] = f.Op("fcmeq.4s", f.Load("ldr.q", 16*j, x), v)
		}
		any := f.Op("orr.16b", f.Op("orr.16b", is[0], is[1]), f.Op("orr.16b", is[2], is[3]))
		f.Extract("s", hit, f.Op("umaxv.s", any), 0)
		f.Jump("CBNZ "+hit.String()+",", "single")
		f.G("ADD $64, %v", x)
		f.G("SUB $16, %v", left)
		f.Label("next")
		f.G("CMP $16, %v", left)
		f.Jump("BGE", "loop")
		f.Label("single")
		f.Jump("CBZ "+left.String()+",", "done")
		f.Extract("s", hit, f.Op("fcmeq.4s", f.Load("ldr.s", 0, x), v), 0)
		f.Jump("CBNZ "+hit.String()+",", "done")
		f.G("ADD $4, %v", x)
		f.G("SUB $1, %v", left)
		f.Jump("B", "single")
		f.Label("done")
		f.G("SUB %v, %v", left, n)
		f.Return("ret", n)
		f.G("RET")
	})
}
