package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// pairs writes the kernels that deinterleave and interleave rows of n pairs of words. They use AVX2 only: rows are
// short, and the last vector of a row overlaps the one before it, which needs no mask.
func pairs() {
	TEXT("splitPairs256", NOSPLIT, "func(rows, n int, src *float32, lds int, even, odd *float32, ldd int)")
	Doc("splitPairs256 writes the first elements of n pairs of each row of src to even, and the second ones to odd.")
	Pragma("noescape")
	rows, n, src, lds := gp("rows"), gp("n"), gp("src"), gp("lds")
	even, odd, ldd := gp("even"), gp("odd"), gp("ldd")
	pairRows(rows, n, func() { ADDQ(lds, src); ADDQ(ldd, even); ADDQ(ldd, odd) }, func(lanes int, i reg.GPVirtual) {
		if lanes == 1 {
			v := GP64()
			MOVQ(Mem{Base: src, Index: i, Scale: 8}, v)
			MOVL(v.As32(), Mem{Base: even, Index: i, Scale: 4})
			SHRQ(U8(32), v)
			MOVL(v.As32(), Mem{Base: odd, Index: i, Scale: 4})
			return
		}
		x, y, first, second := ofLanes(lanes), ofLanes(lanes), ofLanes(lanes), ofLanes(lanes)
		VMOVUPS(Mem{Base: src, Index: i, Scale: 8}, x)
		VMOVUPS(Mem{Base: src, Index: i, Scale: 8, Disp: 4 * lanes}, y)
		VSHUFPS(U8(0x88), y, x, first)
		VSHUFPS(U8(0xdd), y, x, second)
		if lanes == 8 {
			VPERMPD(U8(0xd8), first, first)
			VPERMPD(U8(0xd8), second, second)
		}
		VMOVUPS(first, Mem{Base: even, Index: i, Scale: 4})
		VMOVUPS(second, Mem{Base: odd, Index: i, Scale: 4})
	})
	TEXT("joinPairs256", NOSPLIT,
		"func(rows, n int, even *float32, lde int, odd *float32, ldo int, dst *float32, ldd int)")
	Doc("joinPairs256 writes n pairs of an element of even and one of odd to each row of dst.")
	Pragma("noescape")
	rows, n, even, odd = gp("rows"), gp("n"), gp("even"), gp("odd")
	lde, ldo, dst, ldd := gp("lde"), gp("ldo"), gp("dst"), gp("ldd")
	pairRows(rows, n, func() { ADDQ(lde, even); ADDQ(ldo, odd); ADDQ(ldd, dst) }, func(lanes int, i reg.GPVirtual) {
		if lanes == 1 {
			v := GP32()
			MOVL(Mem{Base: even, Index: i, Scale: 4}, v)
			MOVL(v, Mem{Base: dst, Index: i, Scale: 8})
			MOVL(Mem{Base: odd, Index: i, Scale: 4}, v)
			MOVL(v, Mem{Base: dst, Index: i, Scale: 8, Disp: 4})
			return
		}
		x, y, low, high := ofLanes(lanes), ofLanes(lanes), ofLanes(lanes), ofLanes(lanes)
		VMOVUPS(Mem{Base: even, Index: i, Scale: 4}, x)
		VMOVUPS(Mem{Base: odd, Index: i, Scale: 4}, y)
		VUNPCKLPS(y, x, low)
		VUNPCKHPS(y, x, high)
		if lanes == 8 {
			VPERM2F128(U8(0x20), high, low, x)
			VPERM2F128(U8(0x31), high, low, y)
			low, high = x, y
		}
		VMOVUPS(low, Mem{Base: dst, Index: i, Scale: 8})
		VMOVUPS(high, Mem{Base: dst, Index: i, Scale: 8, Disp: 4 * lanes})
	})
}

func ofLanes(n int) reg.VecVirtual {
	if n == 8 {
		return YMM()
	}
	return XMM()
}

// pairRows loops over rows of n pairs, in the widest vectors that a row fills, and returns.
func pairRows(rows, n reg.GPVirtual, next func(), body func(lanes int, i reg.GPVirtual)) {
	i, last := GP64(), GP64()
	for _, lanes := range []int{8, 4, 1} {
		label := func(what string) string { return fmt.Sprintf("%s%d", what, lanes) }
		MOVQ(n, last)
		SUBQ(U8(lanes), last)
		JLT(LabelRef(label("fewer")))
		Label(label("row"))
		XORQ(i, i)
		Label(label("vector"))
		body(lanes, i)
		ADDQ(U8(lanes), i)
		CMPQ(i, last)
		JLE(LabelRef(label("vector")))
		CMPQ(i, n)
		JEQ(LabelRef(label("end")))
		MOVQ(last, i)
		JMP(LabelRef(label("vector")))
		Label(label("end"))
		next()
		DECQ(rows)
		JNZ(LabelRef(label("row")))
		VZEROUPPER()
		RET()
		Label(label("fewer"))
	}
	RET()
}
