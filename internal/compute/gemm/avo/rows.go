package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// ahead is how many rows before its use a row is asked for: rows of a matrix lie in pages of their own, which the
// processor does not foresee.
const ahead = 12

// copyRows writes dst[i·ldd:] = src[i·lds:] for n rows of up to so many vectors, strides in bytes. The bits of mask
// are the words of four bytes that exist, the others become 0.
func copyRows(vectors int) {
	name := fmt.Sprintf("copyRows512x%d", vectors)
	TEXT(name, NOSPLIT, "func(n int, src *byte, lds int, dst *byte, ldd int, mask uint32)")
	Doc(fmt.Sprintf("%s copies n rows of the words of mask, and zeros for the others of %d vectors.", name, vectors))
	Pragma("noescape")
	n, lds, ldd := gp("n"), gp("lds"), gp("ldd")
	src, dst, soon := gp("src"), gp("dst"), GP64()
	m := Load(Param("mask"), GP32())
	var masks []reg.OpmaskVirtual
	for range vectors {
		k := K()
		KMOVW(m, k)
		SHRL(U8(16), m)
		masks = append(masks, k)
	}
	MOVQ(lds, soon)
	IMUL3Q(U8(ahead), soon, soon)
	ADDQ(src, soon)
	loop := name + "_loop"
	Label(loop)
	for j, k := range masks {
		PREFETCHT0(Mem{Base: soon, Disp: 64 * j})
		v := ZMM()
		VMOVDQU32_Z(Mem{Base: src, Disp: 64 * j}, k, v)
		VMOVDQU32(v, Mem{Base: dst, Disp: 64 * j})
	}
	ADDQ(lds, soon)
	ADDQ(lds, src)
	ADDQ(ldd, dst)
	DECQ(n)
	JNZ(LabelRef(loop))
	VZEROUPPER()
	RET()
}
