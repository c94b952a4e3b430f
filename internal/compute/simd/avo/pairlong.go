package main

import (
	"fmt"
	"math/bits"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// maxBlocks is the maximum number of blocks that the kernel of emitLong adds, a power of two.
const maxBlocks = 256

// emitLong writes the sum of 8 to maxBlocks blocks, added in memory order, so that the processor prefetches a single
// stream. The additions of a block depend on each other, but not on those of the next block, with which they overlap.
func (p pairwise) emitLong(far bool) {
	k := &sumOf{pairwise: p, lanes: sets[1], label: p.name + "Long", count: 8}
	if far {
		k.label = p.name + "Far"
		k.fetch = func(at int) { PREFETCHT0(Mem{Base: k.a, Disp: at + ahead}) }
	}
	TEXT(k.label, NOSPLIT, "func(n, log int, a *float32, b *float32, m float32, r float32) float32")
	Doc(fmt.Sprintf("%s returns the sum of %s in numpy's order: of 1<<log, 8 to %d, "+
		"blocks of at least 64 and at most 128 elements.", k.label, p.doc, maxBlocks))
	Pragma("noescape")
	rounds, j, groups := k.loadLong()
	// Memory for the partial sums of a group, and for the sums of groups.
	slots, sum, slot := alignedLocal(8*32+maxBlocks/8*4), GP64(), GP64()
	sums := Mem{Base: slots, Disp: 8 * 32}
	LEAQ(sums, sum)
	Label(k.label + "_group")
	MOVQ(slots, slot)
	for n := 16; n > 8; n-- {
		CMPQ(rounds, U8(n))
		JEQ(LabelRef(fmt.Sprintf("%s_by%d", k.label, n)))
	}
	for n := 8; n <= 16; n++ {
		Label(fmt.Sprintf("%s_by%d", k.label, n))
		VMOVUPS(k.block(n, j), Mem{Base: slot})
		ADDQ(U8(32), slot)
		INCQ(j)
		TESTQ(U32(7), j)
		JNZ(LabelRef(fmt.Sprintf("%s_by%d", k.label, n)))
		if n < 16 {
			JMP(LabelRef(k.label + "_join"))
		}
	}
	Label(k.label + "_join")
	k.partial = nil
	for i := range 8 {
		k.partial = append(k.partial, k.copy(Mem{Base: slots, Disp: 32 * i}))
	}
	four, full := k.blockSums(), k.label+"_full"
	left := GP64()
	MOVQ(groups, left)
	SUBQ(U8(1), left)
	JNZ(LabelRef(full)) // the rest follows the last group
	TESTQ(k.rest, k.rest)
	JZ(LabelRef(full))
	k.addRest(four[1], 3, k.at(k.a, 0), k.at(k.b, 0))
	Label(full)
	VMOVSS(k.join(four).AsX(), Mem{Base: sum})
	ADDQ(U8(4), sum)
	DECQ(groups)
	JNZ(LabelRef(k.label + "_group"))
	s := k.joinGroups(j, sums)
	VZEROUPPER()
	Store(s, ReturnIndex(0))
	RET()
}

// alignedLocal returns aligned stack memory for vectors, so that each is in one cache line: reading one that spans two
// lines soon after writing it is much slower.
func alignedLocal(bytes int) reg.GPVirtual {
	p := GP64()
	LEAQ(AllocLocal(bytes+32).Offset(31), p)
	ANDQ(I32(-32), p)
	return p
}

// loadLong returns the minimum number of vectors per block, the number of the first block, and the number of groups of
// eight blocks.
func (k *sumOf) loadLong() (rounds, j, groups reg.GPVirtual) {
	n, log := Load(Param("n"), GP64()), Load(Param("log"), GP64())
	k.loadTerms()
	rounds, j, groups, k.rest, k.extra = GP64(), GP64(), GP64(), GP64(), GP64()
	MOVQ(n, k.rest)
	ANDQ(U8(7), k.rest)
	SHRQ(U8(3), n)
	SHRXQ(log, n, rounds)
	// The number of additional vectors, scaled so that maxBlocks means one per block.
	SHLXQ(log, rounds, k.extra)
	SUBQ(k.extra, n)
	MOVQ(U64(1), groups)
	SHLXQ(log, groups, groups)
	MOVQ(U64(maxBlocks), k.extra)
	XORQ(j, j)
	SHRQ(U8(3), groups)
	NEGQ(log)
	ADDQ(U8(bits.TrailingZeros(maxBlocks)), log)
	SHLXQ(log, n, k.extra)
	return rounds, j, groups
}

// block returns the partial sums of block j, which has n vectors or, as halving assigns the additional ones, n+1.
func (k *sumOf) block(n int, j reg.GPVirtual) V {
	at := func(p reg.GPVirtual, i int) Op {
		switch {
		case p == nil:
			return nil
		case k.every == 2:
			return k.evens(Mem{Base: p, Disp: 64 * i}, Mem{Base: p, Disp: 64*i + 32})
		}
		return Mem{Base: p, Disp: 32 * i}
	}
	sum := k.copy(k.f(k.lanes, k.m, k.r, at(k.a, 0), at(k.b, 0)))
	for i := 1; i < n; i++ {
		if step := 32 * max(k.every, 1); k.fetch != nil && i*step%line == 0 {
			k.fetch(i * step)
		}
		VADDPS(k.f(k.lanes, k.m, k.r, at(k.a, i), at(k.b, i)), sum, sum)
	}
	for _, p := range []reg.GPVirtual{k.a, k.b} {
		if p != nil {
			ADDQ(U32(32*n*max(k.every, 1)), p)
		}
	}
	if n < 16 {
		k.addMore(sum, j)
	}
	return sum
}

// addMore adds the additional vector of block j, or -0, which changes nothing, if it has none.
func (k *sumOf) addMore(sum V, j reg.GPVirtual) {
	more, table := GP64(), GP64()
	LEAQ(reversedBits(), table)
	MOVBQZX(Mem{Base: table, Index: j, Scale: 1}, more)
	ADDQ(k.extra, more)
	if !k.pair && !k.scalars && k.every == 0 { // a term is an element
		k.addElements(sum, more, table)
		return
	}
	k.addTerms(sum, more, table)
}

// addElements adds the vector at k.a, or the -0 of the table.
func (k *sumOf) addElements(sum V, more, table reg.GPVirtual) {
	from := GP64()
	LEAQ(Mem{Base: table, Disp: maxBlocks + 64}, from)
	ANDQ(U32(maxBlocks), more)
	CMOVQNE(k.a, from)
	SHRQ(U8(bits.TrailingZeros(maxBlocks/32)), more) // to the bytes of a vector
	VADDPS(Mem{Base: from}, sum, sum)
	ADDQ(more, k.a)
}

// addTerms adds the masked terms.
func (k *sumOf) addTerms(sum V, more, table reg.GPVirtual) {
	mask := k.vector()
	SHRQ(U8(bits.TrailingZeros(maxBlocks)), more)
	SHLQ(U8(5), more)
	VMOVUPS(Mem{Base: table, Index: more, Scale: 1, Disp: maxBlocks}, mask)
	read := func(p reg.GPVirtual) Op {
		if p == nil {
			return nil
		}
		v := k.vector()
		VMASKMOVPS(Mem{Base: p}, mask, v)
		if k.every == 2 {
			w := k.vector()
			VMASKMOVPS(Mem{Base: p, Disp: 32}, mask, w)
			return k.evens(v, w)
		}
		return v
	}
	term := k.and(mask, k.f(k.lanes, k.m, k.r, read(k.a), read(k.b)))
	VADDPS(k.or(term, Mem{Base: table, Index: more, Scale: 1, Disp: maxBlocks + 64}), sum, sum)
	for _, p := range []reg.GPVirtual{k.a, k.b} {
		if p != nil {
			for range max(k.every, 1) {
				ADDQ(more, p)
			}
		}
	}
}

// evens returns every second element of two vectors: of their first halves, then of their second ones, see inOrder.
func (k *sumOf) evens(a, b Op) V {
	v := k.copy(a)
	VSHUFPS(U8(0b10_00_10_00), b, v, v)
	return v
}

// inOrder returns partial sums in the order of the elements.
func (k *sumOf) inOrder(v V) V {
	if k.every == 2 {
		VPERMPD(U8(0b11_01_10_00), v, v)
	}
	return v
}

// reversedBits returns a table: the numbers below maxBlocks with their bits reversed, then masks for no vector and
// for one, then the bits to set in the masked terms: the sign, and nothing.
func reversedBits() Mem {
	if m, ok := constants["reversed"]; ok {
		return m
	}
	m := GLOBL("reversed", RODATA|NOPTR)
	for i := range maxBlocks {
		DATA(i, U8(bits.Reverse8(uint8(i))/(256/maxBlocks)))
	}
	for part, word := range []uint32{0, 0xffffffff, 1 << 31, 0} {
		for i := range 8 {
			DATA(maxBlocks+32*part+4*i, U32(word))
		}
	}
	constants["reversed"] = m
	return m
}

// joinGroups adds the sums of j/8 groups pairwise. It reads them one by one, as they were written: a vector load that
// spans several writes waits until all of them are in the cache.
func (k *sumOf) joinGroups(j reg.GPVirtual, sums Mem) reg.Register {
	s, done := XMM(), k.label+"_done"
	VMOVSS(sums, s)
	for n := 1; n < maxBlocks/8; n *= 2 {
		CMPQ(j, U32(8*n))
		JEQ(LabelRef(done))
		VADDSS(k.joined(sums, n, n), s, s)
	}
	Label(done)
	return s
}

// joined adds n sums, from index i on, pairwise.
func (k *sumOf) joined(sums Mem, i, n int) Op {
	if n == 1 {
		return sums.Offset(4 * i)
	}
	s, ok := k.joined(sums, i, n/2).(reg.VecVirtual)
	if !ok {
		s = XMM()
		VMOVSS(sums.Offset(4*i), s)
	}
	VADDSS(k.joined(sums, i+n/2, n/2), s, s)
	return s
}
