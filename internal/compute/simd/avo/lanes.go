package main

import (
	"fmt"
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/msrepl/msrepl/internal/compute/neon"
)

// V is a vector register.
type V = reg.VecVirtual

// lanes writes the instructions of one instruction set for one element type. Its methods return new registers and do
// not change their arguments, so that formulas can be nested.
type lanes struct {
	name   string
	bytes  int        // of a vector
	double bool       // float32 from memory is computed in float64 and rounded once, when stored
	neon   *neon.Func // the function being written for arm64, nil for amd64
	later  *[]func()  // deferred instructions of amd64, nil to write at once
}

var sets = []lanes{{name: "512", bytes: 64}, {name: "256", bytes: 32}}

// wide reports whether the set is AVX-512, which has masks and twice the registers.
func (l lanes) wide() bool { return l.bytes == 64 }

// count returns the number of elements of a vector.
func (l lanes) count() int {
	if l.double {
		return l.bytes / 8
	}
	return l.bytes / 4
}

func (l lanes) vector() V {
	if l.wide() {
		return ZMM()
	}
	return YMM()
}

// half returns a register for as many float32 as a vector holds float64.
func (l lanes) half() V {
	if l.wide() {
		return YMM()
	}
	return XMM()
}

type instruction = func(ops ...Op)

// write writes an instruction, or defers it to l.later.
func (l lanes) write(f func()) {
	if l.later == nil {
		f()
		return
	}
	*l.later = append(*l.later, f)
}

// inTurn interleaves the instructions of several vectors. The processor's scheduling window is small: otherwise, it
// would be full of instructions of one vector that wait for each other.
func inTurn(all [][]func()) {
	for i, left := 0, true; left; i++ {
		left = false
		for _, list := range all {
			if i < len(list) {
				list[i]()
				left = true
			}
		}
	}
}

// do writes the instruction for the element type with a new register as its last operand.
func (l lanes) do(single, double instruction, ops ...Op) V {
	to := l.vector()
	if l.double {
		single = double
	}
	l.write(func() { single(append(ops, to)...) })
	return to
}

var constants = map[string]Mem{}

// bits returns a constant vector in memory with the bit pattern v in each element.
func (l lanes) bits(v uint64) Mem {
	name := fmt.Sprintf("single%08x", v)
	if l.double {
		name = fmt.Sprintf("double%016x", v)
	}
	if l.neon != nil {
		return l.neonBits(name, v)
	}
	if m, ok := constants[name]; ok {
		return m
	}
	m := GLOBL(name, RODATA|NOPTR)
	for at := 0; at < 64; {
		if l.double {
			DATA(at, U64(v))
			at += 8
		} else {
			DATA(at, U32(v))
			at += 4
		}
	}
	constants[name] = m
	return m
}

// c returns the constant v in memory: the last or only argument of an instruction.
func (l lanes) c(v float64) Mem {
	if l.double {
		return l.bits(math.Float64bits(v))
	}
	return l.bits(uint64(math.Float32bits(float32(v))))
}

// r returns the constant v in a register.
func (l lanes) r(v float64) V { return l.copy(l.c(v)) }

func (l lanes) copy(x Op) V {
	if l.neon != nil {
		return l.value(l.operand(x)) // nothing writes to it
	}
	return l.do(VMOVUPS, VMOVUPD, x)
}

// either writes the instruction of arm64 or of amd64 on x and y.
func (l lanes) either(arm string, single, double instruction, x V, y Op) V {
	if l.neon != nil {
		return l.arm(arm, x, y)
	}
	return l.do(single, double, y, x)
}

func (l lanes) add(x V, y Op) V { return l.either("fadd", VADDPS, VADDPD, x, y) }
func (l lanes) sub(x V, y Op) V { return l.either("fsub", VSUBPS, VSUBPD, x, y) }
func (l lanes) mul(x V, y Op) V { return l.either("fmul", VMULPS, VMULPD, x, y) }
func (l lanes) div(x V, y Op) V { return l.either("fdiv", VDIVPS, VDIVPD, x, y) }

func (l lanes) sqrt(x V) V {
	if l.neon != nil {
		return l.arm("fsqrt", x)
	}
	return l.do(VSQRTPS, VSQRTPD, x)
}

// min and max return y if one is NaN or both are zeros.
func (l lanes) min(x V, y Op) V {
	if l.neon != nil {
		return l.pick(l.cmp(x, less, y), x, l.copy(y))
	}
	return l.do(VMINPS, VMINPD, y, x)
}

func (l lanes) max(x V, y Op) V {
	if l.neon != nil {
		return l.pick(l.cmp(x, more, y), x, l.copy(y))
	}
	return l.do(VMAXPS, VMAXPD, y, x)
}

func (l lanes) and(x V, y Op) V { return l.either("and.16b", VANDPS, VANDPD, x, y) }
func (l lanes) or(x V, y Op) V  { return l.either("orr.16b", VORPS, VORPD, x, y) }
func (l lanes) xor(x V, y Op) V { return l.either("eor.16b", VXORPS, VXORPD, x, y) }

// sign returns the constant with only the sign bit set.
func (l lanes) sign() Mem {
	if l.double {
		return l.bits(1 << 63)
	}
	return l.bits(1 << 31)
}

func (l lanes) neg(x V) V {
	if l.neon != nil {
		return l.arm("fneg", x)
	}
	return l.xor(x, l.sign())
}

func (l lanes) abs(x V) V {
	if l.neon != nil {
		return l.arm("fabs", x)
	}
	if l.double {
		return l.and(x, l.bits(1<<63-1))
	}
	return l.and(x, l.bits(1<<31-1))
}

// fma is x·y + z, fnma z - x·y, rounded once.
func (l lanes) fma(x V, y Op, z Op) V { return l.onto(z, "fmla", VFMADD231PS, VFMADD231PD, y, x) }

func (l lanes) fnma(x V, y Op, z Op) V { return l.onto(z, "fmls", VFNMADD231PS, VFNMADD231PD, y, x) }

// fms is x·y - z, rounded once.
func (l lanes) fms(x V, y Op, z Op) V {
	if l.neon != nil {
		return l.fma(x, y, l.neg(l.copy(z)))
	}
	return l.onto(z, "", VFMSUB231PS, VFMSUB231PD, y, x)
}

func (l lanes) onto(z Op, arm string, single, double instruction, ops ...Op) V {
	if l.neon != nil {
		return l.armOnto(arm, z, ops[1], ops[0])
	}
	to := l.copy(z)
	if l.double {
		single = double
	}
	l.write(func() { single(append(ops, to)...) })
	return to
}

// poly returns the polynomial in x with the coefficients c, highest power first.
func (l lanes) poly(x V, c ...float64) V {
	p := l.r(c[0])
	for _, k := range c[1:] {
		if l.neon != nil {
			p = l.fma(p, x, l.c(k))
			continue
		}
		if l.double {
			k := l.c(k)
			l.write(func() { VFMADD213PD(k, x, p) })
		} else {
			k := l.c(k)
			l.write(func() { VFMADD213PS(k, x, p) })
		}
	}
	return p
}

// round returns the nearest integer, with ties to even.
func (l lanes) round(x V) V { return l.toward(x, 0) }

// toward rounds with a mode: 0 to nearest, 1 down, 2 up, 3 toward zero.
func (l lanes) toward(x V, mode int) V {
	if l.neon != nil {
		return l.arm([]string{"frintn", "frintm", "frintp", "frintz"}[mode], x)
	}
	if l.wide() {
		return l.do(VRNDSCALEPS, VRNDSCALEPD, U8(mode|8), x)
	}
	to := YMM()
	if l.double {
		l.write(func() { VROUNDPD(U8(mode|8), x, to) })
	} else {
		l.write(func() { VROUNDPS(U8(mode|8), x, to) })
	}
	return to
}

// relation is how two elements compare: the predicate of VCMPPS.
type relation uint8

const (
	equal     relation = 0
	notEqual  relation = 4
	unordered relation = 3
	less      relation = 0x11
	lessEqual relation = 0x12
	notBelow  relation = 0x15 // not less, also true for NaN
	moreEqual relation = 0x1d
	more      relation = 0x1e
)

// truth is the result of a comparison per element: a mask register, or a vector of elements whose bits are all set or
// all clear.
type truth struct {
	k reg.OpmaskVirtual
	v V
}

func (l lanes) cmp(x V, is relation, y Op) truth {
	if l.neon != nil {
		return truth{v: l.armCompare(x, is, l.copy(y))}
	}
	if !l.wide() {
		return truth{v: l.do(VCMPPS, VCMPPD, U8(is), y, x)}
	}
	t := truth{k: K()}
	if l.double {
		l.write(func() { VCMPPD(U8(is), y, x, t.k) })
	} else {
		l.write(func() { VCMPPS(U8(is), y, x, t.k) })
	}
	return t
}

// pick returns yes where t is true and no elsewhere.
func (l lanes) pick(t truth, yes Op, no V) V {
	if l.neon != nil {
		return l.armOnto("bsl.16b", t.v, yes, no)
	}
	if !l.wide() {
		to := YMM()
		if l.double {
			l.write(func() { VBLENDVPD(t.v, yes, no, to) })
		} else {
			l.write(func() { VBLENDVPS(t.v, yes, no, to) })
		}
		return to
	}
	to := l.copy(no)
	if l.double {
		l.write(func() { VMOVUPD(yes, t.k, to) })
	} else {
		l.write(func() { VMOVUPS(yes, t.k, to) })
	}
	return to
}

// place holds indices into a table of eight numbers; others are the indices that do not fit in one register of arm64.
type place struct {
	v      V
	others []V
}

// place returns the last three bits of index as indices into a table.
func (l lanes) place(index V) place {
	switch {
	case l.neon != nil:
		return l.armPlace(index)
	case l.double && !l.wide(): // look up both halves
		to := l.vector()
		l.write(func() { VMOVSLDUP(index, to) })
		return place{v: to}
	}
	return place{v: index}
}

// among returns the elements of a table of eight numbers at the indices at.
func (l lanes) among(eight []float64, at place) V {
	switch {
	case l.neon != nil:
		return l.armAmong(eight, at)
	case !l.double:
		return l.amongWords(l.words(eight), at)
	case l.wide():
		all, to := l.vector(), l.vector()
		m := l.words(eight)
		l.write(func() { VMOVUPD(m, all) })
		l.write(func() { VPERMPD(all, at.v, to) })
		return to
	}
	low, high := make([]uint32, 8), make([]uint32, 8)
	for i, v := range eight {
		low[i], high[i] = uint32(math.Float64bits(v)), uint32(math.Float64bits(v)>>32)
	}
	to := l.vector()
	first, second := l.amongWords(wordsOf(low), at), l.amongWords(wordsOf(high), at)
	l.write(func() { VBLENDPS(U8(0xaa), second, first, to) })
	return to
}

// amongWords is among for words in memory.
func (l lanes) amongWords(eight Mem, at place) V {
	to := l.vector()
	if !l.wide() {
		l.write(func() { VPERMPS(eight, at.v, to) })
		return to
	}
	twice := l.vector()
	l.write(func() { VBROADCASTF32X8(eight, twice) })
	l.write(func() { VPERMPS(twice, at.v, to) })
	return to
}

// words returns numbers of the element type in memory.
func (l lanes) words(of []float64) Mem {
	var w []uint32
	for _, v := range of {
		if l.double {
			w = append(w, uint32(math.Float64bits(v)), uint32(math.Float64bits(v)>>32))
		} else {
			w = append(w, math.Float32bits(float32(v)))
		}
	}
	return wordsOf(w)
}

// wordsOf returns words in memory: 32 bytes, or 64 that AVX-512 loads at once.
func wordsOf(w []uint32) Mem {
	key := fmt.Sprintf("%08x", w)
	m, ok := constants[key]
	if !ok {
		m = GLOBL(fmt.Sprintf("%s%d", map[int]string{8: "eight", 16: "sixteen"}[len(w)], len(constants)), RODATA|NOPTR)
		for i, v := range w {
			DATA(4*i, U32(v))
		}
		constants[key] = m
	}
	return m
}

func (l lanes) zero() V {
	if l.neon != nil {
		return l.value(l.neon.Zero())
	}
	z := l.vector()
	if l.wide() {
		l.write(func() { VPXORD(z, z, z) })
	} else {
		l.write(func() { VXORPS(z, z, z) })
	}
	return z
}

// shifted returns x with the bits of each element shifted to the left, or to the right if bits is negative.
func (l lanes) shifted(x V, bits int) V {
	if l.neon != nil {
		return l.armShift(x, bits)
	}
	to := l.vector()
	switch {
	case l.double && bits > 0:
		l.write(func() { VPSLLQ(U8(bits), x, to) })
	case l.double:
		l.write(func() { VPSRLQ(U8(-bits), x, to) })
	case bits > 0:
		l.write(func() { VPSLLD(U8(bits), x, to) })
	default:
		l.write(func() { VPSRLD(U8(-bits), x, to) })
	}
	return to
}

// addWhole and subWhole treat the elements as integers.
func (l lanes) addWhole(x V, y Op) V { return l.either("add", VPADDD, VPADDQ, x, y) }
func (l lanes) subWhole(x V, y Op) V { return l.either("sub", VPSUBD, VPSUBQ, x, y) }
