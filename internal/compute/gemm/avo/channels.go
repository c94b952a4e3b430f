package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// maxLines is the maximum number of lines of channels that a kernel sums together.
const maxLines = 2

// channels writes the kernels for depthwise convolutions.
func channels(s isa, e elem) {
	channelSums(s, e)
	for lines := 1; lines <= maxLines; lines++ {
		channelDots(s, e, lines)
	}
}

// channelSums writes the kernel that slides over positions.
func channelSums(s isa, e elem) {
	name := "channelSums" + s.name + e.name
	TEXT(name, NOSPLIT, fmt.Sprintf(
		"func(vectors, n, cells int, w, x *%[1]s, table *[2]int, step int, y *%[1]s, every int, bias *%[1]s)", e.typ))
	Doc(name + " sets n positions of vectors of channels to the sums over cells, plus bias. See channelSumsKernel.")
	Pragma("noescape")
	c := sliding{isa: s, elem: e, w: gp("w"), step: gp("step"), every: gp("every"), bias: gp("bias"), x: GP64(), y: GP64()}
	x, y, vectors := gp("x"), gp("y"), gp("vectors")
	Label("vector")
	n := gp("n")
	MOVQ(x, c.x)
	MOVQ(y, c.y)
	all := GP64()
	MOVQ(n, all)
	for _, at := range []int{8, 4, 1} { // positions with independent sums
		some, fewer := fmt.Sprintf("by%d", at), fmt.Sprintf("less%d", at)
		Label(some)
		CMPQ(n, U8(at))
		JL(LabelRef(fewer))
		c.positions(some+"_cells", at)
		SUBQ(U8(at), n)
		JMP(LabelRef(some))
		Label(fewer)
		if at > 1 {
			c.again(some, all, n, at)
		}
	}
	Label("done")
	for _, p := range []reg.GPVirtual{x, y, c.w, c.bias} {
		ADDQ(U8(s.bytes), p)
	}
	DECQ(vectors)
	JNZ(LabelRef("vector"))
	VZEROUPPER()
	RET()
}

// sliding is the registers of channelSums.
type sliding struct {
	isa                        isa
	elem                       elem
	w, x, y, step, every, bias reg.GPVirtual
}

// positions computes n positions and advances past them.
func (c sliding) positions(label string, n int) {
	entry, cells := gp("table"), gp("cells")
	sums := make([]reg.VecVirtual, n)
	for i := range sums {
		sums[i] = c.isa.zero()
	}
	TESTQ(cells, cells)
	JZ(LabelRef(label + "_done"))
	Label(label)
	at, w := GP64(), c.isa.vector()
	MOVQ(Mem{Base: entry}, at)
	VMOVUPS(Mem{Base: c.w, Index: at, Scale: 1}, w)
	MOVQ(Mem{Base: entry, Disp: 8}, at)
	ADDQ(c.x, at)
	for i, sum := range sums {
		c.elem.fma(Mem{Base: at}, w, sum)
		if i+1 < n {
			ADDQ(c.step, at)
		}
	}
	ADDQ(U8(16), entry)
	DECQ(cells)
	JNZ(LabelRef(label))
	Label(label + "_done")
	for _, sum := range sums {
		c.elem.add(Mem{Base: c.bias}, sum, sum)
		VMOVUPS(sum, Mem{Base: c.y})
		ADDQ(c.step, c.x)
		ADDQ(c.every, c.y)
	}
}

// again goes back to the last at of all positions, which label computes, if fewer than those are left. To compute
// some of them twice takes less time than to compute the others one by one.
func (c sliding) again(label string, all, left reg.GPVirtual, at int) {
	none, back := label+"_none", label+"_back"
	TESTQ(left, left)
	JZ(LabelRef("done"))
	CMPQ(all, U8(at))
	JL(LabelRef(none))
	Label(back)
	SUBQ(c.step, c.x)
	SUBQ(c.every, c.y)
	INCQ(left)
	CMPQ(left, U8(at))
	JL(LabelRef(back))
	JMP(LabelRef(label))
	Label(none)
}

// channelDots writes a kernel for lines lines of 64 bytes.
func channelDots(s isa, e elem, lines int) {
	name := fmt.Sprintf("channelDots%s%sx%d", s.name, e.name, lines)
	TEXT(name, NOSPLIT, fmt.Sprintf("func(n int, x *%[1]s, step int, y *%[1]s, every int, sums *%[1]s)", e.typ))
	Doc(fmt.Sprintf("%s adds to %d lines of channels the sums of n products. See channelDotsKernel.", name, lines))
	Pragma("noescape")
	n, x, step, y, every, to := gp("n"), gp("x"), gp("step"), gp("y"), gp("every"), gp("sums")
	var sums []reg.VecVirtual
	for range lines * 64 / s.bytes {
		sums = append(sums, s.zero())
	}
	Label("loop")
	for i, sum := range sums {
		v := s.vector()
		VMOVUPS(Mem{Base: y, Disp: i * s.bytes}, v)
		e.mul(Mem{Base: x, Disp: i * s.bytes}, v, v)
		e.add(v, sum, sum)
	}
	ADDQ(step, x)
	ADDQ(every, y)
	DECQ(n)
	JNZ(LabelRef("loop"))
	for i, sum := range sums {
		at := Mem{Base: to, Disp: i * s.bytes}
		e.add(at, sum, sum)
		VMOVUPS(sum, at)
	}
	VZEROUPPER()
	RET()
}
