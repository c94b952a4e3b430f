package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// transpose16 writes dst[p·ldd+i] = src[i·lds+p] for 16 rows i and 16·n columns p, strides in bytes: 16×16 blocks are
// interleaved by pairs, then by quarters, then their lanes are dealt out.
func transpose16() {
	TEXT("transpose16", NOSPLIT, "func(n int, src *float32, lds int, dst *float32, ldd int)")
	Doc("transpose16 writes 16 rows of 16·n elements of src as columns of dst; the strides are in bytes.")
	Pragma("noescape")
	n, lds, ldd := gp("n"), gp("lds"), gp("ldd")
	src, dst := gp("src"), gp("dst")
	Label("block")
	r, t := vectors16(), vectors16()
	p := GP64()
	MOVQ(src, p)
	for i := range r {
		VMOVUPS(Mem{Base: p}, r[i])
		ADDQ(lds, p)
	}
	for i := 0; i < 16; i += 2 {
		VUNPCKLPS(r[i+1], r[i], t[i])
		VUNPCKHPS(r[i+1], r[i], t[i+1])
	}
	for i := 0; i < 16; i += 4 {
		VUNPCKLPD(t[i+2], t[i], r[i])
		VUNPCKHPD(t[i+2], t[i], r[i+1])
		VUNPCKLPD(t[i+3], t[i+1], r[i+2])
		VUNPCKHPD(t[i+3], t[i+1], r[i+3])
	}
	for q := range 4 { // lane l of r[4g+q] is column 4l+q of rows 4g to 4g+3
		VSHUFF32X4(U8(0x88), r[4+q], r[q], t[q])
		VSHUFF32X4(U8(0xdd), r[4+q], r[q], t[4+q])
		VSHUFF32X4(U8(0x88), r[12+q], r[8+q], t[8+q])
		VSHUFF32X4(U8(0xdd), r[12+q], r[8+q], t[12+q])
	}
	for q := range 4 {
		VSHUFF32X4(U8(0x88), t[8+q], t[q], r[q])
		VSHUFF32X4(U8(0xdd), t[8+q], t[q], r[8+q])
		VSHUFF32X4(U8(0x88), t[12+q], t[4+q], r[4+q])
		VSHUFF32X4(U8(0xdd), t[12+q], t[4+q], r[12+q])
	}
	for i := range r {
		VMOVUPS(r[i], Mem{Base: dst})
		ADDQ(ldd, dst)
	}
	ADDQ(U8(64), src)
	DECQ(n)
	JNZ(LabelRef("block"))
	VZEROUPPER()
	RET()
}

func vectors16() []reg.VecVirtual {
	v := make([]reg.VecVirtual, 16)
	for i := range v {
		v[i] = ZMM()
	}
	return v
}
