package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// fold is a loop that finds the largest or smallest element of at least four vectors. The last vectors overlap those
// before.
type fold struct {
	lanes
	label     string
	keep      instruction // of two elements; where the one it reads second is NaN, the other
	x, last   reg.GPVirtual
	nan, word reg.GPVirtual
	best      []V
}

func extreme(set lanes, name, doc string, keep instruction) {
	f := &fold{lanes: set, label: name + set.name, keep: keep, last: GP64(), nan: GP64(), word: GP64()}
	of, size := "float32", 4
	if set.double {
		of, size = "float64", 8
	}
	TEXT(f.label, NOSPLIT, "func(n int, x *"+of+") (m "+of+", nan int)")
	Doc(f.label + " returns the " + doc + " of at least four vectors of elements; nan is not 0 if there is a NaN, and then m is any.")
	Pragma("noescape")
	n := Load(Param("n"), GP64()).(reg.GPVirtual)
	f.x = Load(Param("x"), GP64()).(reg.GPVirtual)
	LEAQ(Mem{Base: f.x, Index: n, Scale: uint8(size), Disp: -4 * set.bytes}, f.last)
	XORQ(f.nan, f.nan)
	for j := range 4 {
		f.best = append(f.best, set.copy(Mem{Base: f.x, Disp: j * set.bytes}))
	}
	Label(f.label + "_loop")
	CMPQ(f.x, f.last)
	JGE(LabelRef(f.label + "_last"))
	f.four(f.x)
	ADDQ(U32(4*set.bytes), f.x)
	JMP(LabelRef(f.label + "_loop"))
	Label(f.label + "_last")
	f.four(f.last)
	m := f.join()
	VZEROUPPER()
	Store(m, ReturnIndex(0))
	Store(f.nan, ReturnIndex(1))
	RET()
}

// four combines four vectors at p with the result so far.
func (f *fold) four(p reg.GPVirtual) {
	v := make([]V, 4)
	for j := range v {
		v[j] = f.copy(Mem{Base: p, Disp: j * f.bytes})
		f.keep(f.best[j], v[j], f.best[j])
	}
	for j := 0; j < 4; j += 2 { // two vectors are unordered where either is NaN
		t := f.cmp(v[j], unordered, v[j+1])
		switch {
		case f.wide():
			KMOVW(t.k, f.word.As32())
		case f.double:
			VMOVMSKPD(t.v, f.word.As32())
		default:
			VMOVMSKPS(t.v, f.word.As32())
		}
		ORQ(f.word, f.nan)
	}
}

// join returns the largest or smallest element of all.
func (f *fold) join() reg.Register {
	for _, j := range []int{2, 1} {
		for i := range j {
			f.keep(f.best[i+j], f.best[i], f.best[i])
		}
	}
	var y reg.Register = f.best[0]
	if f.wide() {
		high := YMM()
		VEXTRACTF64X4(U8(1), f.best[0], high)
		f.keep(f.best[0].AsY(), high, high)
		y = high
	}
	x := XMM()
	VEXTRACTF128(U8(1), y, x)
	f.keep(y.(V).AsX(), x, x)
	other := XMM()
	VMOVHLPS(x, x, other)
	f.keep(x, other, other)
	if f.double {
		return other
	}
	last := XMM()
	VMOVSHDUP(other, last)
	f.keep(other, last, last)
	return last
}

// find writes the loop for the first element that equals a number.
func find(set lanes) {
	label := "find" + set.name
	TEXT(label, NOSPLIT, "func(n int, x *float32, v float32) int")
	Doc(label + " returns the index of the first of at least one vector of elements that equals v, n if there is none.")
	Pragma("noescape")
	f := frame{lanes: set}
	n, x := Load(Param("n"), GP64()).(reg.GPVirtual), Load(Param("x"), GP64())
	v := f.broadcast("v")
	i, last, hits := GP64(), GP64(), GP64()
	XORQ(i, i)
	LEAQ(Mem{Base: n, Disp: -set.count()}, last)
	look := func(at reg.GPVirtual) {
		t := set.cmp(v, equal, Mem{Base: x, Index: at, Scale: 4})
		XORL(hits.As32(), hits.As32())
		if set.wide() {
			KMOVW(t.k, hits.As32())
		} else {
			VMOVMSKPS(t.v, hits.As32())
		}
		TESTQ(hits, hits)
		JNZ(LabelRef(label + "_found"))
	}
	Label(label + "_loop")
	CMPQ(i, last)
	JGE(LabelRef(label + "_last"))
	look(i)
	ADDQ(U32(set.count()), i)
	JMP(LabelRef(label + "_loop"))
	Label(label + "_last")
	MOVQ(last, i)
	look(i)
	MOVQ(n, i)
	JMP(LabelRef(label + "_end"))
	Label(label + "_found")
	BSFQ(hits, hits)
	ADDQ(hits, i)
	Label(label + "_end")
	VZEROUPPER()
	Store(i, ReturnIndex(0))
	RET()
}
