package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// flip writes 16 rows of elements as columns. Whole lines of the cache are read and written, each once, so that it
// does not matter where in the cache they lie.
func flip(set lanes) {
	label := "flip" + set.name
	TEXT(label, NOSPLIT, "func(n int, y *float32, ys int, x *float32, xs int)")
	Doc(label + " writes 16 rows of 16·n elements, which begin xs bytes apart, as columns of rows that are ys bytes apart.")
	Pragma("noescape")
	n, ys, xs := Load(Param("n"), GP64()), Load(Param("ys"), GP64()), Load(Param("xs"), GP64())
	y, x := Load(Param("y"), GP64()), Load(Param("x"), GP64())
	from, soon := GP64(), GP64()
	MOVQ(xs, soon) // to a row of the next call, in a page that the processor does not foresee
	SHLQ(U8(4), soon)
	var first Mem // the columns of the first rows, where registers hold half of a line
	if !set.wide() {
		first = Mem{Base: alignedLocal(line / 2 * 16)}
	}
	Label(label + "_loop")
	MOVQ(x, from)
	tile := set.count() // rows and columns of what is turned in registers
	for row := 0; row < 16; row += tile {
		for column := 0; column < 16; column += tile {
			v := make([]reg.VecVirtual, tile)
			next := GP64()
			MOVQ(from, next)
			for i := range v {
				v[i] = set.copy(Mem{Base: next, Disp: 4 * column})
				if column == 0 {
					PREFETCHT1(Mem{Base: next, Index: soon, Scale: 1})
				}
				ADDQ(xs, next)
			}
			for i, v := range set.turned(v) {
				half := first.Offset(line / 2 * (column + i))
				switch {
				case set.wide():
					VMOVUPS(v, Mem{Base: y})
				case row == 0:
					VMOVUPS(v, half)
					continue
				default:
					VMOVUPS(set.copy(half), Mem{Base: y})
					VMOVUPS(v, Mem{Base: y, Disp: line / 2})
				}
				ADDQ(ys, y)
			}
			if column+tile == 16 {
				MOVQ(next, from)
			}
		}
	}
	ADDQ(U8(line), x)
	DECQ(n)
	JNZ(LabelRef(label + "_loop"))
	VZEROUPPER()
	RET()
}

// turned is the transpose of as many vectors as one has elements: they are interleaved by pairs, then by quarters,
// then their lanes of four elements are dealt out.
func (l lanes) turned(v []V) []V {
	op := func(f func(ops ...Op), ops ...Op) V {
		to := l.vector()
		f(append(ops, to)...)
		return to
	}
	n := len(v)
	pairs, four := make([]V, n), make([]V, n) // lane k of four[4g+q] is column 4k+q of rows 4g to 4g+3
	for i := 0; i < n; i += 2 {
		pairs[i], pairs[i+1] = op(VUNPCKLPS, v[i+1], v[i]), op(VUNPCKHPS, v[i+1], v[i])
	}
	for i := 0; i < n; i += 4 {
		four[i], four[i+1] = op(VUNPCKLPD, pairs[i+2], pairs[i]), op(VUNPCKHPD, pairs[i+2], pairs[i])
		four[i+2], four[i+3] = op(VUNPCKLPD, pairs[i+3], pairs[i+1]), op(VUNPCKHPD, pairs[i+3], pairs[i+1])
	}
	y := make([]V, n)
	for q := range 4 {
		if !l.wide() {
			y[q], y[4+q] = l.vector(), l.vector()
			VPERM2F128(U8(0x20), four[4+q], four[q], y[q])
			VPERM2F128(U8(0x31), four[4+q], four[q], y[4+q])
			continue
		}
		even := []V{op(VSHUFF32X4, U8(0x88), four[4+q], four[q]), op(VSHUFF32X4, U8(0x88), four[12+q], four[8+q])}
		odd := []V{op(VSHUFF32X4, U8(0xdd), four[4+q], four[q]), op(VSHUFF32X4, U8(0xdd), four[12+q], four[8+q])}
		y[q], y[8+q] = op(VSHUFF32X4, U8(0x88), even[1], even[0]), op(VSHUFF32X4, U8(0xdd), even[1], even[0])
		y[4+q], y[12+q] = op(VSHUFF32X4, U8(0x88), odd[1], odd[0]), op(VSHUFF32X4, U8(0xdd), odd[1], odd[0])
	}
	return y
}
