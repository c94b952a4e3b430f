package main

import (
	"fmt"
	"strings"

	"github.com/msrepl/msrepl/internal/compute/neon"
)

// neonWhole writes the function of wholes with the given name for two vectors.
func neonWhole(f *neon.Func, name string, a, b neon.V) neon.V {
	kind := strings.TrimRight(name, "0123456789")
	as := map[string]string{"8": "16b", "16": "8h", "32": "4s", "64": "2d"}[name[len(kind):]]
	one := uint64(0x0101010101010101)
	switch kind {
	case "add", "sub":
		return f.Op(kind+"."+as, a, b)
	case "mul":
		if as == "2d" {
			return neonProduct64(f, a, b)
		}
		return f.Op("mul."+as, a, b)
	case "maxInt", "minInt", "maxUint", "minUint":
		op := strings.ToLower(kind[3:4])
		op = map[string]string{"i": "s", "u": "u"}[op] + kind[:3]
		if as != "2d" {
			return f.Op(op+"."+as, a, b)
		}
		is := f.Op(map[byte]string{'s': "cmgt.2d", 'u': "cmhi.2d"}[op[0]], a, b)
		if kind[:3] == "min" {
			a, b = b, a
		}
		f.Do("bsl.16b", is, a, b)
		return is
	case "and":
		return f.Op("and.16b", a, b)
	case "or":
		return f.Op("orr.16b", a, b)
	case "xor":
		return f.Op("eor.16b", a, b)
	case "equal":
		return f.Op("and.16b", f.Op("cmeq.16b", a, b), f.Const(one))
	case "notEqual":
		return f.Op("bic.16b", f.Const(one), f.Op("cmeq.16b", a, b))
	case "less":
		return f.Op("and.16b", f.Op("cmhi.16b", b, a), f.Const(one))
	case "lessEqual":
		return f.Op("and.16b", f.Op("cmhs.16b", b, a), f.Const(one))
	case "greater":
		return f.Op("and.16b", f.Op("cmhi.16b", a, b), f.Const(one))
	case "greaterEqual":
		return f.Op("and.16b", f.Op("cmhs.16b", a, b), f.Const(one))
	}
	panic("no function " + name)
}

// neonProduct64 multiplies halves: both cross products for the high half, and the low halves.
func neonProduct64(f *neon.Func, a, b neon.V) neon.V {
	cross := f.Op("uaddlp.2d", f.Op("mul.4s", a, f.Op("rev64.4s", b)))
	product := f.OpImm("shl.2d", 32, cross)
	f.Do("umlal.2d", product, f.Op("xtn.2s", a), f.Op("xtn.2s", b))
	return product
}

// emitNeon adds the loop over lines of two arrays, and the reduction of the lines of one array, to a file.
func (w whole) emitNeon(file *neon.File) {
	doc := "writes a function of lines of 64 bytes at a and b to y. A line that repeats has the step 0, others 64."
	file.Func(w.name+"LinesNEON", "(lines int, y, a, b *byte, stepA, stepB int)", doc, func(f *neon.Func) {
		f.Hoist()
		n, y, a, b := f.Arg("lines"), f.Arg("y"), f.Arg("a"), f.Arg("b")
		stepA, stepB := f.Arg("stepA"), f.Arg("stepB")
		f.Label("loop")
		for at := 0; at < line; at += 32 {
			v, x := neonTwo(f, a, at), neonTwo(f, b, at)
			f.Pair("stp.q", neonWhole(f, w.name, v[0], x[0]), neonWhole(f, w.name, v[1], x[1]), at, y)
		}
		f.G("ADD %v, %v", stepA, a)
		f.G("ADD %v, %v", stepB, b)
		f.G("ADD $%d, %v", line, y)
		f.G("SUBS $1, %v", n)
		f.Jump("BNE", "loop")
		f.G("RET")
	})
	if !w.folds {
		return
	}
	doc = "joins lines of 64 bytes at x to the one at y, element by element."
	file.Func(w.name+"FoldNEON", "(lines int, y, x *byte)", doc, func(f *neon.Func) {
		f.Hoist()
		n, y, x := f.Arg("lines"), f.Arg("y"), f.Arg("x")
		sums := append(neonTwo(f, y, 0), neonTwo(f, y, 32)...)
		f.Label("loop")
		v := append(neonTwo(f, x, 0), neonTwo(f, x, 32)...)
		for i, s := range sums {
			f.Do("mov.16b", s, neonWhole(f, w.name, s, v[i]))
		}
		f.G("ADD $%d, %v", line, x)
		f.G("SUBS $1, %v", n)
		f.Jump("BNE", "loop")
		f.Pair("stp.q", sums[0], sums[1], 0, y)
		f.Pair("stp.q", sums[2], sums[3], 32, y)
		f.G("RET")
	})
}

// neonTwo loads two vectors.
func neonTwo(f *neon.Func, p neon.R, at int) []neon.V {
	v, w := f.Vec(), f.Vec()
	f.Pair("ldp.q", v, w, at, p)
	return []neon.V{v, w}
}

// neonCountTrue is countTrue for arm64.
func neonCountTrue(file *neon.File) {
	file.Func("countTrueNEON", "(lines int, x *byte) int", "adds the bytes of lines of 64 bytes.", func(f *neon.Func) {
		n, x := f.Arg("lines"), f.Arg("x")
		sum := f.Zero()
		f.Label("loop")
		v, w := neonTwo(f, x, 0), neonTwo(f, x, 32)
		four := f.Op("add.16b", f.Op("add.16b", v[0], v[1]), f.Op("add.16b", w[0], w[1]))
		f.Do("uadalp.2d", sum, f.Op("uaddlp.4s", f.Op("uaddlp.8h", four)))
		f.G("ADD $%d, %v", line, x)
		f.G("SUBS $1, %v", n)
		f.Jump("BNE", "loop")
		count := f.Reg()
		f.Extract("d", count, f.Op("addp.d", sum), 0)
		f.Return("ret", count)
		f.G("RET")
	})
}

// neonEvens is evens for arm64.
func neonEvens(file *neon.File) {
	doc := "writes every second element of x to y, 16 a turn, which reads 32."
	file.Func("evensNEON", "(turns int, y, x *float32)", doc, func(f *neon.Func) {
		n, y, x := f.Arg("turns"), f.Arg("y"), f.Arg("x")
		f.Label("loop")
		for at := 0; at < line; at += 32 {
			v, w := neonTwo(f, x, 2*at), neonTwo(f, x, 2*at+32)
			f.Pair("stp.q", f.Op("uzp1.4s", v[0], v[1]), f.Op("uzp1.4s", w[0], w[1]), at, y)
		}
		f.G("ADD $%d, %v", 2*line, x)
		f.G("ADD $%d, %v", line, y)
		f.G("SUBS $1, %v", n)
		f.Jump("BNE", "loop")
		f.G("RET")
	})
}

// neonFlip is flip for arm64, with 8-byte elements if long is set: it transposes tiles in registers.
func neonFlip(file *neon.File, long bool) {
	name, typ, size := "flipNEON", "float32", 4
	if long {
		name, typ, size = "longFlipNEON", "float64", 8
	}
	edge, tile := line/size, 16/size
	file.Func(name, fmt.Sprintf("(n int, y *%[1]s, ys int, x *%[1]s, xs int)", typ), flipDoc(edge), func(f *neon.Func) {
		n, ys, xs, y, x := f.Arg("n"), f.Arg("ys"), f.Arg("xs"), f.Arg("y"), f.Arg("x")
		from, to := f.Reg(), f.Reg()
		f.G("LSL $2, %v", n) // a line has four vectors
		f.Label("loop")
		f.G("MOVD %v, %v", x, from)
		for row := 0; row < edge; row += tile {
			v := make([]neon.V, tile)
			for i := range v {
				v[i] = f.Load("ldr.q", 0, from)
				f.G("ADD %v, %v", xs, from)
			}
			f.G("MOVD %v, %v", y, to)
			for _, v := range neonTurned(f, v) {
				f.Mem("str.q", v, size*row, to)
				f.G("ADD %v, %v", ys, to)
			}
		}
		f.G("MOVD %v, %v", to, y)
		f.G("ADD $16, %v", x)
		f.G("SUBS $1, %v", n)
		f.Jump("BNE", "loop")
		f.G("RET")
	})
}

// neonTurned returns the transpose of two vectors of two elements, or of four vectors of four.
func neonTurned(f *neon.Func, v []neon.V) []neon.V {
	if len(v) == 2 {
		return []neon.V{f.Op("trn1.2d", v[0], v[1]), f.Op("trn2.2d", v[0], v[1])}
	}
	a, b := f.Op("trn1.4s", v[0], v[1]), f.Op("trn2.4s", v[0], v[1])
	c, d := f.Op("trn1.4s", v[2], v[3]), f.Op("trn2.4s", v[2], v[3])
	return []neon.V{f.Op("trn1.2d", a, c), f.Op("trn1.2d", b, d), f.Op("trn2.2d", a, c), f.Op("trn2.2d", b, d)}
}
