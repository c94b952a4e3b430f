package main

import (
	"fmt"
	"math/bits"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// line is the number of bytes that kernels of integers compute at once, on arrays of any element type.
const line = 64

// whole is a function of two integers of the same size: one instruction, or a few with the operands of one.
type whole struct {
	name      string
	wide, avx instruction
	folds     bool // there is also a reduction of an array
	past      bool // there is also a variant that bypasses the caches on writes
}

var wholes = []whole{
	{"add8", VPADDB, VPADDB, true, false},
	{"add16", VPADDW, VPADDW, true, false},
	{"add32", VPADDD, VPADDD, true, true},
	{"add64", VPADDQ, VPADDQ, true, true},
	{"sub8", VPSUBB, VPSUBB, false, false},
	{"sub16", VPSUBW, VPSUBW, false, false},
	{"sub32", VPSUBD, VPSUBD, false, true},
	{"sub64", VPSUBQ, VPSUBQ, false, true},
	{"mul8", productOfBytes(sets[0]), productOfBytes(sets[1]), false, false},
	{"mul16", VPMULLW, VPMULLW, false, false},
	{"mul32", VPMULLD, VPMULLD, false, true},
	{"mul64", VPMULLQ, product64, false, true},
	{"maxInt8", VPMAXSB, VPMAXSB, true, false},
	{"maxInt16", VPMAXSW, VPMAXSW, true, false},
	{"maxInt32", VPMAXSD, VPMAXSD, true, false},
	{"maxInt64", VPMAXSQ, larger64(true, true), true, false},
	{"maxUint8", VPMAXUB, VPMAXUB, true, false},
	{"maxUint16", VPMAXUW, VPMAXUW, true, false},
	{"maxUint32", VPMAXUD, VPMAXUD, true, false},
	{"maxUint64", VPMAXUQ, larger64(true, false), true, false},
	{"minInt8", VPMINSB, VPMINSB, true, false},
	{"minInt16", VPMINSW, VPMINSW, true, false},
	{"minInt32", VPMINSD, VPMINSD, true, false},
	{"minInt64", VPMINSQ, larger64(false, true), true, false},
	{"minUint8", VPMINUB, VPMINUB, true, false},
	{"minUint16", VPMINUW, VPMINUW, true, false},
	{"minUint32", VPMINUD, VPMINUD, true, false},
	{"minUint64", VPMINUQ, larger64(false, false), true, false},
	{"and", VANDPS, VANDPS, false, false},
	{"or", VORPS, VORPS, false, false},
	{"equal", bytesThat(0), sameBytes(VANDPS, nil), false, false},
	{"less", bytesThat(1), sameBytes(VANDNPS, VPMAXUB), false, false},
	{"lessEqual", bytesThat(2), sameBytes(VANDPS, VPMINUB), false, false},
	{"notEqual", bytesThat(4), sameBytes(VANDNPS, nil), false, false},
	{"greaterEqual", bytesThat(5), sameBytes(VANDPS, VPMAXUB), false, false},
	{"greater", bytesThat(6), sameBytes(VANDNPS, VPMINUB), false, false},
	{"xor", VXORPS, VXORPS, false, false},
}

// shifts are functions of amd64 only: the second operand is the number of bits by which the first is shifted; any
// number of at least the width shifts out all bits.
var shifts = []whole{
	{"shl32", VPSLLVD, VPSLLVD, false, false},
	{"shl64", VPSLLVQ, VPSLLVQ, false, false},
	{"shrInt32", VPSRAVD, VPSRAVD, false, false},
	{"shrUint32", VPSRLVD, VPSRLVD, false, false},
	{"shrUint64", VPSRLVQ, VPSRLVQ, false, false},
}

// bytesThat compares bytes: the result is 1 where the predicate of VPCMPUB is true, 0 elsewhere.
func bytesThat(predicate uint8) instruction {
	return func(ops ...Op) {
		k := K()
		VPCMPUB(U8(predicate), ops[0], ops[1], k)
		VMOVDQU8_Z(sets[0].bits(0x01010101), k, ops[2])
	}
}

// sameBytes compares bytes on AVX2: 1 where a equals pick(a, b) or, with VANDNPS as keep, where it does not. If pick
// is nil, a is compared with b.
func sameBytes(keep, pick instruction) instruction {
	return func(ops ...Op) {
		other := ops[0]
		if pick != nil {
			v := YMM()
			pick(ops[0], ops[1], v)
			other = v
		}
		VPCMPEQB(other, ops[1], ops[2])
		keep(sets[1].bits(0x01010101), ops[2], ops[2])
	}
}

// productOfBytes multiplies 16-bit words: unshifted for the even bytes, shifted for the odd ones.
func productOfBytes(l lanes) instruction {
	return func(ops ...Op) {
		b, odd := l.copy(ops[0]), l.vector()
		VPSRLW(U8(8), b, odd)
		VPMULLW(ops[1], b, b)
		high := l.vector()
		VPSRLW(U8(8), ops[1], high)
		VPMULLW(high, odd, odd)
		VPSLLW(U8(8), odd, odd)
		VANDPS(l.bits(0x00ff00ff), b, b)
		VORPS(b, odd, ops[2])
	}
}

// product64 multiplies halves on AVX2: the low halves, and both cross products for the high half.
func product64(ops ...Op) {
	b, high, cross := sets[1].copy(ops[0]), YMM(), YMM()
	VPSRLQ(U8(32), ops[1], high)
	VPMULUDQ(b, high, high)
	VPSRLQ(U8(32), b, cross)
	VPMULUDQ(ops[1], cross, cross)
	VPADDQ(high, cross, cross)
	VPSLLQ(U8(32), cross, cross)
	VPMULUDQ(ops[1], b, b)
	VPADDQ(cross, b, ops[2])
}

// larger64 returns the larger, or the smaller, of two numbers on AVX2. AVX2 compares signed integers, so the highest
// bits of unsigned ones are flipped.
func larger64(larger, signed bool) instruction {
	return func(ops ...Op) {
		l := sets[1]
		b, a, x := l.copy(ops[0]), ops[1], YMM()
		y, is := b, YMM()
		if signed {
			VPCMPGTQ(y, a, is)
		} else {
			l.double = true
			y = l.xor(b, l.sign())
			VXORPD(l.sign(), a, x)
			VPCMPGTQ(y, x, is)
		}
		if larger {
			VBLENDVPD(is, a, b, ops[2])
		} else {
			VBLENDVPD(is, b, a, ops[2])
		}
	}
}

// in returns the instruction for an instruction set.
func (w whole) in(l lanes) instruction {
	if l.wide() {
		return w.wide
	}
	return w.avx
}

// emit writes the loop over lines of two arrays, and the reduction of the lines of one array.
func (w whole) emit(l lanes) {
	w.lines(l, false)
	if w.past {
		w.lines(l, true)
	}
	if w.folds {
		w.fold(l)
	}
}

func (w whole) lines(l lanes, past bool) {
	name, doc, write := w.name+"Lines"+l.name, "", VMOVUPS
	if past {
		name, doc, write = w.name+"LinesPast"+l.name, ", which begins with a line of the caches, past them", func(ops ...Op) { VMOVNTPS(ops[0], ops[1]) }
	}
	TEXT(name, NOSPLIT, "func(lines int, y, a, b *byte, stepA, stepB int)")
	Doc(fmt.Sprintf("%s writes a function of lines of %d bytes at a and b to y%s. A line that repeats has the step 0, others %[2]d.", name, line, doc))
	Pragma("noescape")
	n, y := Load(Param("lines"), GP64()), Load(Param("y"), GP64())
	a, b := Load(Param("a"), GP64()), Load(Param("b"), GP64())
	stepA, stepB := Load(Param("stepA"), GP64()), Load(Param("stepB"), GP64())
	Label(name + "_loop")
	for at := 0; at < line; at += l.bytes {
		v := l.copy(Mem{Base: a, Disp: at})
		w.in(l)(Mem{Base: b, Disp: at}, v, v)
		write(v, Mem{Base: y, Disp: at})
	}
	ADDQ(stepA, a)
	ADDQ(stepB, b)
	ADDQ(U8(line), y)
	DECQ(n)
	JNZ(LabelRef(name + "_loop"))
	if past {
		SFENCE() // before the result is published
	}
	VZEROUPPER()
	RET()
}

func (w whole) fold(l lanes) {
	name := w.name + "Fold" + l.name
	TEXT(name, NOSPLIT, "func(lines int, y, x *byte)")
	Doc(fmt.Sprintf("%s joins lines of %d bytes at x to the one at y, element by element.", name, line))
	Pragma("noescape")
	n, y, x := Load(Param("lines"), GP64()), Load(Param("y"), GP64()), Load(Param("x"), GP64())
	// Two lines of partial results, so that no operation waits for the previous one. The second line starts at x.
	vectors := line / l.bytes
	var sums []V
	for i := range 2 * vectors {
		from := y
		if i >= vectors {
			from = x
		}
		sums = append(sums, l.copy(Mem{Base: from, Disp: i % vectors * l.bytes}))
	}
	ADDQ(U8(line), x)
	DECQ(n)
	JZ(LabelRef(name + "_end"))
	perLine(name, n, func(lines int) {
		for i := range lines * vectors {
			v := sums[i%len(sums)]
			w.in(l)(Mem{Base: x, Disp: i * l.bytes}, v, v)
		}
		ADDQ(U32(lines*line), x)
	})
	for i, v := range sums[:vectors] {
		w.in(l)(sums[vectors+i], v, v)
		VMOVUPS(v, Mem{Base: y, Disp: i * l.bytes})
	}
	VZEROUPPER()
	RET()
}

// linesPerTurn is the number of lines per iteration of a loop that writes nothing: an iteration takes at least two
// cycles.
const linesPerTurn = 4

// perLine writes a loop over n lines: first several per iteration, then one by one.
func perLine(name string, n reg.Register, body func(lines int)) {
	SUBQ(U8(linesPerTurn), n)
	JL(LabelRef(name + "_few"))
	Label(name + "_turn")
	body(linesPerTurn)
	SUBQ(U8(linesPerTurn), n)
	JGE(LabelRef(name + "_turn"))
	Label(name + "_few")
	ADDQ(U8(linesPerTurn), n)
	JZ(LabelRef(name + "_end"))
	Label(name + "_loop")
	body(1)
	DECQ(n)
	JNZ(LabelRef(name + "_loop"))
	Label(name + "_end")
}

// countTrue writes the loop that counts the bytes that are 1; the others are 0.
func countTrue(l lanes) {
	name := "countTrue" + l.name
	TEXT(name, NOSPLIT, "func(lines int, x *byte) int")
	Doc(fmt.Sprintf("%s adds the bytes of lines of %d bytes.", name, line))
	Pragma("noescape")
	n, x := Load(Param("lines"), GP64()), Load(Param("x"), GP64())
	zero, sum := l.zero(), l.zero()
	perLine(name, n, func(lines int) {
		for at := 0; at < lines*line; at += l.bytes {
			v := l.vector()
			VPSADBW(Mem{Base: x, Disp: at}, zero, v)
			VPADDQ(v, sum, sum)
		}
		ADDQ(U32(lines*line), x)
	})
	half := sum.AsY()
	if l.wide() {
		high := YMM()
		VEXTRACTI64X4(U8(1), sum, high)
		VPADDQ(high, half, half)
	}
	quarter, other, result := XMM(), XMM(), GP64()
	VEXTRACTI128(U8(1), half, quarter)
	VPADDQ(quarter, sum.AsX(), quarter)
	VPSHUFD(U8(0x4e), quarter, other)
	VPADDQ(other, quarter, quarter)
	VMOVQ(quarter, result)
	VZEROUPPER()
	Store(result, ReturnIndex(0))
	RET()
}

// longBlocks generates the loop that adds blocks of float64.
type longBlocks struct {
	lanes
	label string
	x     reg.GPVirtual
	ahead reg.Register
	sums  []V // eight partial sums
}

// longSums writes the loop that adds consecutive blocks of float64, as emitLong does for float32.
func longSums(l lanes) {
	l.double = true
	f := &longBlocks{lanes: l, label: "longBlocks" + l.name}
	TEXT(f.label, NOSPLIT, "func(lines, log, ahead int, x, y *float64)")
	Doc(f.label + " writes to y the sums, in numpy's order, of 1<<log blocks of lines of eight elements in all. " +
		"Memory is fetched ahead bytes before it is read.")
	Pragma("noescape")
	n, log := Load(Param("lines"), GP64()), Load(Param("log"), GP64())
	f.x, f.ahead = Load(Param("x"), GP64()).(reg.GPVirtual), Load(Param("ahead"), GP64())
	y, least, extra, blocks, j, left, table := Load(Param("y"), GP64()), GP64(), GP64(), GP64(), GP64(), GP64(), GP64()
	SHRXQ(log, n, least) // minimum number of lines per block
	SHLXQ(log, least, extra)
	SUBQ(extra, n)
	MOVQ(U64(1), blocks)
	SHLXQ(log, blocks, blocks)
	NEGQ(log)
	ADDQ(U8(bits.TrailingZeros(maxBlocks)), log)
	SHLXQ(log, n, extra) // number of additional lines, scaled so that maxBlocks means one per block
	XORQ(j, j)
	LEAQ(reversedBits(), table)
	for n := 8; n <= 16; n++ { // fixed sizes need no branch at the end of a block, which would delay the next block
		CMPQ(least, U8(n))
		JEQ(LabelRef(fmt.Sprintf("%s_by%d", f.label, n)))
	}
	for n := 7; n <= 16; n++ { // 7 is for any number
		label := fmt.Sprintf("%s_by%d", f.label, n)
		Label(label)
		f.block(n, least, left)
		f.more(j, table, extra)
		VMOVSD(f.join(), Mem{Base: y})
		ADDQ(U8(8), y)
		INCQ(j)
		CMPQ(j, blocks)
		JNE(LabelRef(label))
		if n < 16 {
			JMP(LabelRef(f.label + "_end"))
		}
	}
	Label(f.label + "_end")
	VZEROUPPER()
	RET()
}

// block adds n lines if n is at least 8, otherwise least lines.
func (f *longBlocks) block(n int, least, left reg.Register) {
	f.sums = nil
	for at := 0; at < line; at += f.bytes {
		f.sums = append(f.sums, f.copy(Mem{Base: f.x, Disp: at}))
	}
	if n >= 8 {
		for at := line; at < n*line; at += f.bytes {
			v := f.sums[at%line/f.bytes]
			if at%line == 0 {
				PREFETCHT0(Mem{Base: f.x, Index: f.ahead, Scale: 1, Disp: at})
			}
			VADDPD(Mem{Base: f.x, Disp: at}, v, v)
		}
		ADDQ(U32(n*line), f.x)
		return
	}
	MOVQ(least, left)
	JMP(LabelRef(f.label + "_next"))
	Label(f.label + "_loop")
	for i, v := range f.sums {
		VADDPD(Mem{Base: f.x, Disp: i * f.bytes}, v, v)
	}
	Label(f.label + "_next")
	ADDQ(U8(line), f.x)
	DECQ(left)
	JNZ(LabelRef(f.label + "_loop"))
}

// more adds another line to block j if the block has one more than others.
func (f *longBlocks) more(j, table, extra reg.Register) {
	more := GP64()
	MOVBQZX(Mem{Base: table, Index: j, Scale: 1}, more)
	ADDQ(extra, more)
	SHRQ(U8(bits.TrailingZeros(maxBlocks)), more)
	SHLQ(U8(5), more)
	mask := YMM()
	VMOVUPS(Mem{Base: table, Index: more, Scale: 1, Disp: maxBlocks}, mask)
	if f.wide() {
		k := K()
		VPMOVD2M(mask, k)
		VADDPD(Mem{Base: f.x}, f.sums[0], k, f.sums[0])
	} else {
		for i, v := range f.sums {
			term := f.vector()
			VMASKMOVPD(Mem{Base: f.x, Disp: i * f.bytes}, mask, term)
			VADDPD(term, v, term)
			VBLENDVPD(mask, term, v, v)
		}
	}
	LEAQ(Mem{Base: f.x, Index: more, Scale: 2}, f.x)
}

// join adds the partial sums of a block pairwise.
func (f *longBlocks) join() reg.VecVirtual {
	low, high := f.sums[0].AsY(), f.sums[len(f.sums)-1].AsY()
	if f.wide() {
		high = YMM()
		VEXTRACTF64X4(U8(1), f.sums[0], high)
	}
	VHADDPD(high, low, low) // 0+1, 4+5, 2+3, 6+7
	pair, other := XMM(), XMM()
	VEXTRACTF128(U8(1), low, pair)
	VADDPD(pair, f.sums[0].AsX(), pair)
	VPERMILPD(U8(1), pair, other)
	VADDSD(other, pair, pair)
	return pair
}

// evens writes the loop that copies every second 32-bit word.
func evens(l lanes) {
	name := "evens" + l.name
	TEXT(name, NOSPLIT, "func(turns int, y, x *float32)")
	Doc(name + " writes every second element of x to y, 16 a turn, which reads 32.")
	Pragma("noescape")
	n, y, x := Load(Param("turns"), GP64()), Load(Param("y"), GP64()), Load(Param("x"), GP64())
	var which V
	if l.wide() {
		which = l.copy(evenWords())
	}
	Label(name + "_loop")
	for at := 0; at < line; at += l.bytes {
		v, next := l.copy(Mem{Base: x, Disp: 2 * at}), Mem{Base: x, Disp: 2*at + l.bytes}
		if l.wide() {
			VPERMT2PS(next, which, v)
		} else {
			VSHUFPS(U8(0x88), next, v, v) // 0 2 8 10, 4 6 12 14
			VPERMPD(U8(0xd8), v, v)
		}
		VMOVUPS(v, Mem{Base: y, Disp: at})
	}
	ADDQ(U32(2*line), x)
	ADDQ(U8(line), y)
	DECQ(n)
	JNZ(LabelRef(name + "_loop"))
	VZEROUPPER()
	RET()
}

// evenWords returns the even numbers below 32.
func evenWords() Mem {
	m := GLOBL("evenWords", RODATA|NOPTR)
	for i := range 16 {
		DATA(4*i, U32(2*i))
	}
	return m
}
