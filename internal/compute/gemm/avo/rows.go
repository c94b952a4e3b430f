package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// ahead is how many rows in advance a row is prefetched. Rows of a matrix are in different pages, which the processor
// does not prefetch by itself.
const ahead = 12

// copyRows writes dst[i·ldd:] = src[i·lds:] for n rows of lines lines of 64 bytes, strides in bytes. The bits of
// mask are the four-byte words that exist; the others become 0.
func copyRows(s isa, lines int) {
	name := fmt.Sprintf("copyRows%sx%d", s.name, lines)
	TEXT(name, NOSPLIT, "func(n int, src *byte, lds int, dst *byte, ldd int, mask uint32)")
	Doc(fmt.Sprintf("%s copies n rows of the words of mask, and zeros for the others of %d lines of 64 bytes.", name, lines))
	Pragma("noescape")
	n, lds, ldd := gp("n"), gp("lds"), gp("ldd")
	src, dst, soon := gp("src"), gp("dst"), GP64()
	masks := s.masks(f32, "mask", 64*lines/s.bytes)
	MOVQ(lds, soon)
	IMUL3Q(U8(ahead), soon, soon)
	ADDQ(src, soon)
	loop := name + "_loop"
	Label(loop)
	for j, m := range masks {
		if j*s.bytes%64 == 0 {
			PREFETCHT0(Mem{Base: soon, Disp: j * s.bytes})
		}
		v := s.vector()
		s.read(f32, Mem{Base: src, Disp: j * s.bytes}, m, v)
		VMOVUPS(v, Mem{Base: dst, Disp: j * s.bytes})
	}
	ADDQ(lds, soon)
	ADDQ(lds, src)
	ADDQ(ldd, dst)
	DECQ(n)
	JNZ(LabelRef(loop))
	VZEROUPPER()
	RET()
}
