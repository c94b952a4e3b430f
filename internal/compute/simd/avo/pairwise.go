package main

import (
	"fmt"
	"math/bits"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// pairwise is a sum in numpy's order: blocks of up to 128 elements are added in eight partial sums, which are added
// pairwise, then the rest of the block; the sums of blocks are added pairwise. One AVX vector holds the partial sums
// of a block. A kernel adds 1, 2, 4 or 8 blocks side by side, so that no addition waits for another.
type pairwise struct {
	name, doc string
	f         func(l lanes, m, r V, a, b Op) Op // the terms of a and b
	pair      bool                              // there is a b
	scalars   bool
	every     int  // stride of the elements that are added, 0 for 1; those between them are read, too
	far       bool // there is also a kernel that prefetches, for data that is in no near cache
}

// ahead is the prefetch distance in bytes: the processor prefetches by itself, but only within a page.
const ahead = 2048

var sums = []pairwise{
	{name: "sum", doc: "each a", far: true, f: func(_ lanes, _, _ V, a, _ Op) Op { return a }},
	{name: "sumSquares", doc: "(a-m)² for each a", scalars: true, f: func(l lanes, m, _ V, a, _ Op) Op {
		d := l.sub(l.copy(a), m)
		return l.mul(d, d)
	}},
	{name: "sumApart", doc: "(a-b)² for each a and b", pair: true, f: func(l lanes, _, _ V, a, b Op) Op {
		d := l.sub(l.copy(a), b)
		return l.mul(d, d)
	}},
	{name: "sumNormal", doc: "a·(b-m)·r for each a and b", pair: true, scalars: true, f: func(l lanes, m, r V, a, b Op) Op {
		return l.mul(l.mul(l.sub(l.copy(b), m), r), a)
	}},
}

// blocks are the numbers of blocks that kernels add.
var blocks = []int{1, 2, 4}

// sumOf generates a kernel.
type sumOf struct {
	pairwise
	lanes
	label   string
	count   int // of blocks
	a, b    reg.GPVirtual
	off     []reg.GPVirtual // offsets of blocks in bytes, nil for the first
	extra   reg.GPVirtual   // number of blocks with an additional vector
	rest    reg.GPVirtual   // elements that do not fill a vector, in the last block
	m, r    V
	partial []V
	log     int
	fetch   func(at int) // prefetches at the prefetch distance after a+at, nil for no prefetching
}

func (p pairwise) emit(count int) {
	k := &sumOf{pairwise: p, lanes: sets[1], label: fmt.Sprintf("%s%d", p.name, count), count: count, log: bits.TrailingZeros(uint(count))}
	TEXT(k.label, NOSPLIT, "func(n int, a *float32, b *float32, m float32, r float32) float32")
	Doc(fmt.Sprintf("%s returns the sum of %s in numpy's order: of %d blocks of at least 8 and at most 128 elements.", k.label, p.doc, count))
	Pragma("noescape")
	rounds := k.load()
	for j := range count {
		k.partial = append(k.partial, k.copy(k.term(j)))
	}
	k.next()
	Label(k.label + "_loop")
	DECQ(rounds)
	JZ(LabelRef(k.label + "_more"))
	for j := range count {
		k.add(j)
	}
	k.next()
	JMP(LabelRef(k.label + "_loop"))
	Label(k.label + "_more")
	for j := 1; j < count; j++ {
		skip := fmt.Sprintf("%s_skip%d", k.label, j)
		CMPQ(k.extra, U8(count-k.reversed(j)))
		JL(LabelRef(skip))
		k.add(j)
		Label(skip)
	}
	s := k.join(k.restOf())
	VZEROUPPER()
	Store(s, ReturnIndex(0))
	RET()
}

// reversed returns j with its bits reversed: halving assigns an additional vector to block j if the sum of that and
// extra is at least count.
func (k *sumOf) reversed(j int) int { return int(bits.Reverse8(uint8(j)) >> (8 - k.log)) }

// load computes the offsets of the blocks and returns the minimum number of vectors per block.
func (k *sumOf) load() (rounds reg.GPVirtual) {
	rounds, k.rest, k.extra = GP64(), Load(Param("n"), GP64()).(reg.GPVirtual), GP64()
	k.loadTerms()
	MOVQ(k.rest, k.extra)
	SHRQ(U8(3), k.extra)
	MOVQ(k.extra, rounds)
	ANDQ(U8(7), k.rest)
	ANDQ(U8(k.count-1), k.extra)
	if k.count > 1 {
		SHRQ(U8(k.log), rounds)
	}
	k.off = make([]reg.GPVirtual, k.count)
	for j := 1; j < k.count; j++ {
		o := GP64() // (rounds + (extra + reversed(j-1))/count)·32, from the start of the previous block
		LEAQ(Mem{Base: k.extra, Disp: k.reversed(j - 1)}, o)
		SHRQ(U8(k.log), o)
		ADDQ(rounds, o)
		SHLQ(U8(5), o)
		if j > 1 {
			ADDQ(k.off[j-1], o)
		}
		k.off[j] = o
	}
	return rounds
}

// loadTerms loads the arguments of the terms.
func (k *sumOf) loadTerms() {
	k.a = Load(Param("a"), GP64()).(reg.GPVirtual)
	if k.pair {
		k.b = Load(Param("b"), GP64()).(reg.GPVirtual)
	}
	f := frame{lanes: k.lanes}
	if k.scalars {
		k.m, k.r = f.broadcast("m"), f.broadcast("r")
	}
}

// at returns the current address in block j of an array.
func (k *sumOf) at(p reg.GPVirtual, j int) Mem {
	if j == 0 || p == nil {
		return Mem{Base: p}
	}
	return Mem{Base: p, Index: k.off[j], Scale: 1}
}

func (k *sumOf) term(j int) Op {
	if k.pair {
		return k.f(k.lanes, k.m, k.r, k.at(k.a, j), k.at(k.b, j))
	}
	return k.f(k.lanes, k.m, k.r, k.at(k.a, j), Mem{})
}

func (k *sumOf) add(j int) { VADDPS(k.term(j), k.partial[j], k.partial[j]) }

func (k *sumOf) next() {
	ADDQ(U8(32), k.a)
	if k.pair {
		ADDQ(U8(32), k.b)
	}
}

// blockSums adds the partial sums of each block pairwise; a register holds the sums of up to four blocks.
func (k *sumOf) blockSums() (four []reg.VecVirtual) {
	p := k.partial
	for len(p) < 4 {
		p = append(p, p[len(p)-1])
	}
	for i := 0; i < len(p); i += 4 {
		low, high, both, x := YMM(), YMM(), YMM(), XMM()
		VHADDPS(p[i+1], p[i], low)
		VHADDPS(p[i+3], p[i+2], high)
		VHADDPS(high, low, both)
		VEXTRACTF128(U8(1), both, x)
		VADDPS(x, both.AsX(), x)
		four = append(four, x)
	}
	return four
}

// restOf returns the sums of blocks. The elements that do not fill a vector are added one by one to the last sum.
func (k *sumOf) restOf() []reg.VecVirtual {
	four := k.blockSums()
	done := k.label + "_full"
	TESTQ(k.rest, k.rest)
	JZ(LabelRef(done))
	last, lane := four[len(four)-1], uint8((k.count-1)%4)
	end := k.count - 1
	if end > 0 { // the last block may have an additional vector
		CMPQ(k.extra, U8(k.count-k.reversed(end)))
		JL(LabelRef(k.label + "_behind"))
		ADDQ(U8(32), k.off[end])
		Label(k.label + "_behind")
	}
	k.addRest(last, lane, k.at(k.a, end), k.at(k.b, end))
	Label(done)
	return four
}

// addRest adds the terms of the last elements, at a and b, one by one to a lane of the sums of blocks.
func (k *sumOf) addRest(sums reg.VecVirtual, lane uint8, a, b Mem) {
	f := frame{lanes: k.lanes, n: GP64()}
	MOVQ(k.rest, f.n)
	f.mask()
	terms := []Op{f.readMasked(a), nil}
	if k.pair {
		terms[1] = f.readMasked(b)
	}
	room := AllocLocal(32)
	VMOVUPS(k.copy(k.f(k.lanes, k.m, k.r, terms[0], terms[1])), room)
	s, p := XMM(), GP64()
	VPERMILPS(U8(lane), sums, s)
	LEAQ(room, p)
	Label(k.label + "_rest")
	VADDSS(Mem{Base: p}, s, s)
	ADDQ(U8(4), p)
	DECQ(k.rest)
	JNZ(LabelRef(k.label + "_rest"))
	VINSERTPS(U8(lane<<4), s, sums, sums)
}

// join adds the sums of blocks pairwise.
func (k *sumOf) join(four []reg.VecVirtual) reg.VecVirtual {
	s := four[0]
	width := min(k.count, 4)
	if len(four) > 1 {
		VHADDPS(four[1], s, s)
	}
	for ; width > 1; width /= 2 {
		VHADDPS(s, s, s)
	}
	return s
}

// sumRows adds a block of each of eight rows, which are long streams that the processor prefetches.
func sumRows() {
	k := &sumOf{pairwise: sums[0], lanes: sets[1], label: "sumRows8", count: 8}
	TEXT(k.label, NOSPLIT, "func(n int, x *float32, stride int, y *float32)")
	Doc("sumRows8 writes to y the sums of n elements, 8 to 128 and a multiple of 8, of each of 8 rows in numpy's order.")
	Pragma("noescape")
	rounds, y, stride := Load(Param("n"), GP64()), Load(Param("y"), GP64()), Load(Param("stride"), GP64())
	k.a = Load(Param("x"), GP64()).(reg.GPVirtual)
	SHRQ(U8(3), rounds)
	SHLQ(U8(2), stride)
	k.off = make([]reg.GPVirtual, k.count)
	for j := 1; j < k.count; j++ {
		k.off[j] = GP64()
		MOVQ(stride, k.off[j])
		if j > 1 {
			ADDQ(k.off[j-1], k.off[j])
		}
	}
	for j := range k.count {
		k.partial = append(k.partial, k.copy(k.term(j)))
	}
	k.next()
	Label(k.label + "_loop")
	DECQ(rounds)
	JZ(LabelRef(k.label + "_join"))
	for j := range k.count {
		k.add(j)
	}
	k.next()
	JMP(LabelRef(k.label + "_loop"))
	Label(k.label + "_join")
	for i, four := range k.blockSums() {
		VMOVUPS(four, Mem{Base: y, Disp: 16 * i})
	}
	VZEROUPPER()
	RET()
}
