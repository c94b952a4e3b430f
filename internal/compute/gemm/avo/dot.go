package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/msrepl/msrepl/internal/compute/neon"
)

// dotBytes is the size in bytes of the partial sums of a dot product. Their number is the same on every instruction
// set.
const dotBytes = 256

const dotDoc = "sets sums, 256 bytes of them, to the products of n runs of as many elements of a and b, " +
	"summed each for itself."

// dot writes a kernel for dot products: sum i adds the i-th elements of all runs.
func dot(s isa, e elem) {
	TEXT("dot"+s.name+e.name, NOSPLIT, "func(n int, a, b, sums *"+e.typ+")")
	Doc("dot" + s.name + e.name + " " + dotDoc)
	Pragma("noescape")
	n, a, b, to := gp("n"), gp("a"), gp("b"), gp("sums")
	var sums []reg.VecVirtual
	for range dotBytes / s.bytes {
		sums = append(sums, s.zero())
	}
	loop := "dot" + s.name + e.name + "_loop"
	Label(loop)
	for i, sum := range sums {
		x := s.vector()
		VMOVUPS(Mem{Base: a, Disp: i * s.bytes}, x)
		e.fma(Mem{Base: b, Disp: i * s.bytes}, x, sum)
	}
	ADDQ(U32(dotBytes), a)
	ADDQ(U32(dotBytes), b)
	DECQ(n)
	JNZ(LabelRef(loop))
	for i, sum := range sums {
		VMOVUPS(sum, Mem{Base: to, Disp: i * s.bytes})
	}
	VZEROUPPER()
	RET()
}

// neonDot is dot for arm64.
func neonDot(file *neon.File, e neonElem) {
	file.Func("dotNEON"+e.name, "(n int, a, b, sums *"+e.typ+")", dotDoc, func(f *neon.Func) {
		n, a, b, to := f.Arg("n"), f.Arg("a"), f.Arg("b"), f.Arg("sums")
		var sums []neon.V
		for range dotBytes / 16 {
			sums = append(sums, f.Zero())
		}
		f.Label("loop")
		for i, sum := range sums {
			f.Do("fmla."+e.as, sum, f.Load("ldr.q", 16*i, a), f.Load("ldr.q", 16*i, b))
		}
		f.G("ADD $%d, %v", dotBytes, a)
		f.G("ADD $%d, %v", dotBytes, b)
		f.G("SUBS $1, %v", n)
		f.Jump("BNE", "loop")
		for i, sum := range sums {
			f.Mem("str.q", sum, 16*i, to)
		}
		f.G("RET")
	})
}
