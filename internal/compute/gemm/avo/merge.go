package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// merge writes, or adds, the elements of mask of n rows of up to two vectors to dst, strides in bytes: what a tile
// computed that does not lie together in the result.
func merge(e elem) {
	name := "merge512" + e.name
	TEXT(name, NOSPLIT, "func(n int, src *"+e.typ+", lds int, dst *"+e.typ+", ldd int, mask uint32, add int)")
	Doc(name + " sets the elements of mask of n rows of dst, or adds to them unless add is 0.")
	Pragma("noescape")
	n, lds, ldd := gp("n"), gp("lds"), gp("ldd")
	src, dst, add := gp("src"), gp("dst"), gp("add")
	t := tile{isa: avx512, elem: e, vectors: 2}
	a := args{}
	t.loadMasks(&a)
	loop, set := name+"_loop", name+"_set"
	Label(loop)
	v := []reg.VecVirtual{ZMM(), ZMM()}
	for j := range v {
		t.read(a, Mem{Base: src, Disp: 64 * j}, j, v[j])
	}
	TESTQ(add, add)
	JZ(LabelRef(set))
	for j := range v {
		old := ZMM()
		t.read(a, Mem{Base: dst, Disp: 64 * j}, j, old)
		e.add(old, v[j], v[j])
	}
	Label(set)
	for j := range v {
		t.write(a, v[j], j, Mem{Base: dst, Disp: 64 * j})
	}
	ADDQ(lds, src)
	ADDQ(ldd, dst)
	DECQ(n)
	JNZ(LabelRef(loop))
	VZEROUPPER()
	RET()
}
