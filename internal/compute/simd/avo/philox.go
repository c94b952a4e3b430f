package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

const (
	philoxTurn   = 16 // blocks of four words per iteration
	philoxGroups = 2  // vectors of blocks that are computed side by side
)

// The multipliers of Philox4x32, and the increments of the halves of its key after each round.
var (
	philoxFactors = [2]uint64{0xD2511F53, 0xCD9E8D57}
	philoxSteps   = [2]uint64{0x9E3779B9, 0xBB67AE85}
)

// philox computes blocks in 64-bit elements: the first and third word of a block are upper halves, like the halves of
// the products that they are computed from; the others are lower halves.
func philox(l lanes) {
	l.double = true
	name := "philox" + l.name
	TEXT(name, NOSPLIT, "func(turns int, y *uint32, counter, high, key uint64)")
	Doc(name + " writes turns of 16 blocks of four words from a counter on, whose upper half has its words in turn.")
	Pragma("noescape")
	n, y := Load(Param("turns"), GP64()), Load(Param("y"), GP64())
	spread := func(name string) V {
		b, err := Param(name).Resolve()
		if err != nil {
			panic(err)
		}
		v := l.vector()
		VPBROADCASTQ(b.Addr, v)
		return v
	}
	counter := l.addWhole(spread("counter"), l.philoxOrder())
	Label(name + "_loop")
	for at := 0; at < philoxTurn; at += philoxGroups * l.count() {
		key := spread("key")
		keys := [2]V{l.shifted(key, 32), l.shifted(l.shifted(key, -32), 32)}
		var x [philoxGroups][2]V
		for g := range x {
			x[g] = [2]V{l.vector(), spread("high")}
			VPSHUFD(U8(0xb1), counter, x[g][0])
			VPADDQ(l.bits(uint64(l.count())), counter, counter)
		}
		for range 10 {
			l.philoxRound(&x, keys)
		}
		for g, v := range x {
			l.philoxStore(v, Mem{Base: y, Disp: 16 * (at + g*l.count())})
		}
	}
	ADDQ(U32(16*philoxTurn), y)
	DECQ(n)
	JNZ(LabelRef(name + "_loop"))
	VZEROUPPER()
	RET()
}

// philoxOrder returns the offset of the counter in each element, such that the elements of a pair of vectors are in
// order when interleaved. It has its own name because it is read before the loop, before other constants are loaded.
func (l lanes) philoxOrder() Mem {
	m := GLOBL("philoxOrder"+l.name, RODATA|NOPTR)
	for i := range l.count() {
		DATA(8*i, U64(i/2+i%2*l.count()/2))
	}
	return m
}

// philoxRound computes one round of all groups and updates the keys for the next one.
func (l lanes) philoxRound(x *[philoxGroups][2]V, keys [2]V) {
	var products [philoxGroups][2]V
	for g := range x {
		for i := range 2 {
			p := l.shifted(x[g][i], -32)
			VPMULUDQ(l.bits(philoxFactors[i]), p, p)
			products[g][1-i] = p
		}
	}
	for g := range x {
		for i, p := range products[g] {
			v := l.shifted(x[g][i], 32)
			if l.wide() {
				VPTERNLOGQ(U8(0x96), keys[i], p, v)
			} else {
				VPXOR(keys[i], v, v)
				VPXOR(p, v, v)
			}
			x[g][i] = v
		}
	}
	for i, k := range keys {
		VPADDQ(l.bits(philoxSteps[i]<<32), k, k)
	}
}

// philoxStore writes the words of blocks.
func (l lanes) philoxStore(x [2]V, to Mem) {
	for i, interleave := range []instruction{VPUNPCKLQDQ, VPUNPCKHQDQ} {
		v := l.vector()
		interleave(x[1], x[0], v)
		VPSHUFD(U8(0xb1), v, v)
		to.Disp += i * l.bytes
		VMOVUPS(v, to)
	}
}
