package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// merge writes the kernel that copies the elements selected by mask in n rows of up to two vectors to dst, or adds
// them. Strides are in bytes. It serves tiles whose elements are not contiguous in the result.
func merge(s isa, e elem) {
	name := "merge" + s.name + e.name
	TEXT(name, NOSPLIT, "func(n int, src *"+e.typ+", lds int, dst *"+e.typ+", ldd int, mask uint32, add int)")
	Doc(name + " sets the elements selected by mask in n rows of dst, or adds to them unless add is 0.")
	Pragma("noescape")
	n, lds, ldd := gp("n"), gp("lds"), gp("ldd")
	src, dst, add := gp("src"), gp("dst"), gp("add")
	masks := s.masks(e, "mask", 2)
	if !s.wide() { // masked stores are slow there: whole vectors avoid them
		bits := GP32()
		Load(Param("mask"), bits)
		ANDL(U32(1<<s.count(e)-1), bits)
		CMPL(bits, U32(1<<s.count(e)-1))
		JNE(LabelRef(name + "_some"))
		mergeRows(s, e, name+"_whole", n, lds, ldd, src, dst, add, []mask{{}, masks[1]})
		Label(name + "_some")
		mergeRows(s, e, name+"_part", n, lds, ldd, src, dst, add, masks[:1])
		return
	}
	mergeRows(s, e, name, n, lds, ldd, src, dst, add, masks)
}

// mergeRows loops over the rows and returns. A vector whose mask is none is written whole.
func mergeRows(s isa, e elem, label string, n, lds, ldd, src, dst, add reg.GPVirtual, masks []mask) {
	read := func(from Mem, m mask, to reg.VecVirtual) {
		if m == (mask{}) {
			VMOVUPS(from, to)
		} else {
			s.read(e, from, m, to)
		}
	}
	loop, set := label+"_loop", label+"_set"
	Label(loop)
	v := []reg.VecVirtual{s.vector(), s.vector()}[:len(masks)]
	for j := range v {
		read(Mem{Base: src, Disp: s.bytes * j}, masks[j], v[j])
	}
	TESTQ(add, add)
	JZ(LabelRef(set))
	for j := range v {
		old := s.vector()
		read(Mem{Base: dst, Disp: s.bytes * j}, masks[j], old)
		e.add(old, v[j], v[j])
	}
	Label(set)
	for j := range v {
		to := Mem{Base: dst, Disp: s.bytes * j}
		if masks[j] == (mask{}) {
			VMOVUPS(v[j], to)
		} else {
			s.write(e, v[j], masks[j], to)
		}
	}
	ADDQ(lds, src)
	ADDQ(ldd, dst)
	DECQ(n)
	JNZ(LabelRef(loop))
	VZEROUPPER()
	RET()
}
