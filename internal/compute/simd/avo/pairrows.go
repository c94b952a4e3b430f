package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// groupSums generates the kernel of emitGroups.
type groupSums struct {
	*sumOf
	rounds, j, start reg.GPVirtual
	slots            reg.GPVirtual // for the partial sums of two groups
	half             reg.GPVirtual // offset in slots of the partial sums of the current group
	to, next         reg.GPVirtual // addresses for the sums of the previous and the current group
}

// emitGroups writes the sums of groups of eight consecutive blocks, as in emitLong, of many rows. The partial sums of
// a group are joined after the additions of the next group, so that nothing waits for the last additions of a group.
func (p pairwise) emitGroups(name, doc string) {
	k := &groupSums{sumOf: &sumOf{pairwise: p, lanes: sets[1], label: name, count: 8}}
	TEXT(k.label, NOSPLIT, "func(n, log, rows, stride, ahead int, a, y *float32)")
	Doc(fmt.Sprintf("%s writes to y the sums of groups of eight blocks, in numpy's order, of rows of n elements%s, a "+
		"multiple of 8, which begin stride elements after each other. A row is 1<<log, 8 to %d, blocks of at least 64 "+
		"and at most 128 elements. Memory is fetched ahead bytes before it is read.", name, doc, maxBlocks))
	Pragma("noescape")
	groups := k.loadGroups()
	soon := Load(Param("ahead"), GP64())
	k.fetch = func(at int) { PREFETCHT0(Mem{Base: k.a, Index: soon, Scale: 1, Disp: at}) }
	left := GP64()
	Label(k.label + "_row")
	MOVQ(k.start, k.a)
	XORQ(k.j, k.j)
	MOVQ(groups, left)
	Label(k.label + "_group")
	k.group()
	k.joinBefore()
	DECQ(left)
	JNZ(LabelRef(k.label + "_group"))
	ADDQ(argument("stride"), k.start)
	DECQ(argument("rows"))
	JNZ(LabelRef(k.label + "_row"))
	XORQ(U32(256), k.half)
	k.joinBefore()
	VZEROUPPER()
	RET()
}

// argument returns the address of an argument, whose value may be changed in place.
func argument(name string) Mem {
	b, err := Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	return b.Addr
}

func (k *groupSums) loadGroups() (groups reg.GPVirtual) {
	k.rounds, k.j, groups = k.loadLong()
	k.slots, k.start, k.half, k.to, k.next = alignedLocal(2*8*32), GP64(), GP64(), GP64(), GP64()
	none := AllocLocal(8) // receives the sum before the first group
	MOVQ(k.a, k.start)
	SHLQ(U8(2), argument("stride"))
	XORQ(k.half, k.half)
	LEAQ(none, k.to)
	Load(Param("y"), k.next)
	return groups
}

// group adds the blocks of a group.
func (k *groupSums) group() {
	slot := GP64()
	LEAQ(Mem{Base: k.slots, Index: k.half, Scale: 1}, slot)
	for n := 16; n > 8; n-- {
		CMPQ(k.rounds, U8(n))
		JEQ(LabelRef(fmt.Sprintf("%s_by%d", k.label, n)))
	}
	for n := 8; n <= 16; n++ {
		Label(fmt.Sprintf("%s_by%d", k.label, n))
		VMOVUPS(k.inOrder(k.block(n, k.j)), Mem{Base: slot})
		ADDQ(U8(32), slot)
		INCQ(k.j)
		TESTQ(U32(7), k.j)
		JNZ(LabelRef(fmt.Sprintf("%s_by%d", k.label, n)))
		if n < 16 {
			JMP(LabelRef(k.label + "_join"))
		}
	}
	Label(k.label + "_join")
	XORQ(U32(256), k.half)
}

// joinBefore writes the sum of the previous group, whose partial sums are in the other half.
func (k *groupSums) joinBefore() {
	from := GP64()
	LEAQ(Mem{Base: k.slots, Index: k.half, Scale: 1}, from)
	k.partial = nil
	for i := range 8 {
		k.partial = append(k.partial, k.copy(Mem{Base: from, Disp: 32 * i}))
	}
	VMOVSS(k.join(k.blockSums()).AsX(), Mem{Base: k.to})
	MOVQ(k.next, k.to)
	ADDQ(U8(4), k.next)
}
