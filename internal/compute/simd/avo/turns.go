package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// turnRelation is a relation of two elements other than float32; "greater" is "less" with swapped arguments.
type turnRelation struct {
	name, doc string
	floats    relation
	whole     uint8 // the predicate of VPCMPQ and VPCMPD
	more      bool  // AVX2 compares for greater, otherwise for equal
	turned    bool  // AVX2 compares with swapped arguments
	not       bool  // the result on AVX2 is negated
}

var turnRelations = []turnRelation{
	{"equal", "equals", equal, 0, false, false, false},
	{"notEqual", "does not equal", notEqual, 4, false, false, true},
	{"less", "is less than", less, 1, true, true, false},
	{"lessEqual", "is no more than", lessEqual, 2, true, false, true},
}

// turnType is an element type, with the instructions of integers.
type turnType struct {
	name       string
	size       int
	compare    func(ops ...Op) // of AVX-512, nil for floats
	same, more instruction     // of AVX2
}

var turnTypes = []turnType{
	{"Float64", 8, nil, nil, nil},
	{"Int64", 8, VPCMPQ, VPCMPEQQ, VPCMPGTQ},
	{"Int32", 4, VPCMPD, VPCMPEQD, VPCMPGTD},
}

// emit writes the comparison of elements of a type, for whole iterations.
func (r turnRelation) emit(set lanes, of turnType) {
	set.double = of.size == 8
	label := r.name + of.name + "Turns" + set.name
	TEXT(label, NOSPLIT, "func(turns int, y, a, b *byte, stepA, stepB int)")
	Doc(label + " writes 1 to y where a " + r.doc +
		" b, 0 elsewhere, for turns of 16 elements, which are so many bytes apart.")
	Pragma("noescape")
	arg := func(name string) reg.GPVirtual { return Load(Param(name), GP64()).(reg.GPVirtual) }
	turns, y, a, b, stepA, stepB := arg("turns"), arg("y"), arg("a"), arg("b"), arg("stepA"), arg("stepB")
	Label(label + "_loop")
	var last V // the first of two vectors that are combined into one of four-byte elements
	for j := 0; j < turn; j += set.count() {
		t := r.truth(set, of, Mem{Base: a, Disp: j * of.size}, Mem{Base: b, Disp: j * of.size})
		switch {
		case set.wide() && set.double:
			x := XMM()
			VMOVDQU8_Z(ones(), t.k, x)
			VMOVQ(x, Mem{Base: y, Disp: j})
		case !set.double:
			set.storeTruth(t, Mem{Base: y, Disp: j})
		case last == nil:
			last = t.v
		default:
			VSHUFPS(U8(0b10_00_10_00), t.v, last, last)
			VPERMPD(U8(0b11_01_10_00), last, last)
			set.storeTruth(truth{v: last}, Mem{Base: y, Disp: j - set.count()})
			last = nil
		}
	}
	ADDQ(U8(turn), y)
	ADDQ(stepA, a)
	ADDQ(stepB, b)
	DECQ(turns)
	JNZ(LabelRef(label + "_loop"))
	VZEROUPPER()
	RET()
}

// truth compares a vector.
func (r turnRelation) truth(l lanes, of turnType, a, b Mem) truth {
	x := l.copy(a)
	switch {
	case of.compare == nil:
		return l.cmp(x, r.floats, b)
	case l.wide():
		t := truth{k: K()}
		of.compare(U8(r.whole), b, x, t.k)
		return t
	}
	y, is := l.copy(b), YMM()
	if r.turned {
		x, y = y, x
	}
	if r.more {
		of.more(y, x, is)
	} else {
		of.same(y, x, is)
	}
	if r.not {
		is = l.xor(is, l.bits(1<<(8*of.size)-1))
	}
	return truth{v: is}
}
