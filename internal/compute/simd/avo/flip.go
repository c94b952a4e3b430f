package main

import (
	"fmt"
	"math/bits"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func flipDoc(edge int) string {
	return fmt.Sprintf("writes %[1]d rows of %[1]d·n elements, which begin xs bytes apart, "+
		"as columns of rows that are ys bytes apart.", edge)
}

// flip writes as many rows as a cache line has elements, which have 8 bytes if the set is double, as columns. It
// reads and writes whole lines, each once, so that their place in the cache does not matter.
func flip(set lanes) {
	label, typ := "flip"+set.name, "float32"
	if set.double {
		label, typ = "longFlip"+set.name, "float64"
	}
	tile := set.count() // rows and columns transposed in registers
	size := set.bytes / tile
	edge := line / size
	TEXT(label, NOSPLIT, fmt.Sprintf("func(n int, y *%[1]s, ys int, x *%[1]s, xs int)", typ))
	Doc(label + " " + flipDoc(edge))
	Pragma("noescape")
	n, ys, xs := Load(Param("n"), GP64()), Load(Param("ys"), GP64()), Load(Param("xs"), GP64())
	y, x := Load(Param("y"), GP64()), Load(Param("x"), GP64())
	from, soon := GP64(), GP64()
	MOVQ(xs, soon) // to a row of the next call, in a page that the prefetcher does not predict
	SHLQ(U8(bits.TrailingZeros(uint(edge))), soon)
	var first Mem // the columns of the first rows, where registers hold half of a line
	if !set.wide() {
		first = Mem{Base: alignedLocal(line / 2 * edge)}
	}
	Label(label + "_loop")
	MOVQ(x, from)
	for row := 0; row < edge; row += tile {
		for column := 0; column < edge; column += tile {
			v := make([]reg.VecVirtual, tile)
			next := GP64()
			MOVQ(from, next)
			for i := range v {
				v[i] = set.copy(Mem{Base: next, Disp: size * column})
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
			if column+tile == edge {
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

// turned is the transpose of as many vectors as one has elements: they are interleaved until each lane of 16 bytes
// has one column, then the lanes are distributed.
func (l lanes) turned(v []V) []V {
	n, deep := len(v), 16*len(v)/l.bytes // rows per lane
	// lane k of columns[deep·g+q] is column deep·k+q of the rows from deep·g on
	columns := make([]V, n)
	for i := 0; i < n; i += 2 {
		columns[i] = l.do(VUNPCKLPS, VUNPCKLPD, v[i+1], v[i])
		columns[i+1] = l.do(VUNPCKHPS, VUNPCKHPD, v[i+1], v[i])
	}
	for i := 0; i < n && deep == 4; i += 4 {
		a, b, c, d := columns[i], columns[i+1], columns[i+2], columns[i+3]
		columns[i], columns[i+1] = l.do(VUNPCKLPD, VUNPCKLPD, c, a), l.do(VUNPCKHPD, VUNPCKHPD, c, a)
		columns[i+2], columns[i+3] = l.do(VUNPCKLPD, VUNPCKLPD, d, b), l.do(VUNPCKHPD, VUNPCKHPD, d, b)
	}
	y := make([]V, n)
	for q := range deep {
		if !l.wide() {
			y[q], y[deep+q] = l.vector(), l.vector()
			VPERM2F128(U8(0x20), columns[deep+q], columns[q], y[q])
			VPERM2F128(U8(0x31), columns[deep+q], columns[q], y[deep+q])
			continue
		}
		var even, odd [2]V
		for i := range even {
			even[i], odd[i] = l.deal(columns[2*deep*i+q], columns[2*deep*i+deep+q])
		}
		y[q], y[2*deep+q] = l.deal(even[0], even[1])
		y[deep+q], y[3*deep+q] = l.deal(odd[0], odd[1])
	}
	return y
}

// deal returns the lanes of a and b with even numbers, and those with odd numbers.
func (l lanes) deal(a, b V) (even, odd V) {
	even, odd = l.vector(), l.vector()
	VSHUFF32X4(U8(0x88), b, a, even)
	VSHUFF32X4(U8(0xdd), b, a, odd)
	return even, odd
}
