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

// lanes writes the instructions of one instruction set for one element type. Its methods return new registers and
// leave their arguments alone, so that a formula can be written down as one.
type lanes struct {
	name   string
	bytes  int        // of a vector
	double bool       // float32 from memory is computed in float64 and rounded once, where it is stored
	neon   *neon.Func // what is written to instead of avo's function, for arm64
}

var sets = []lanes{{name: "512", bytes: 64}, {name: "256", bytes: 32}}

// wide says whether the set is AVX-512, which has masks and twice the registers.
func (l lanes) wide() bool { return l.bytes == 64 }

// count is how many elements a vector computes.
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

// half is a register for as many float32 as fit into a vector as float64.
func (l lanes) half() V {
	if l.wide() {
		return YMM()
	}
	return XMM()
}

type instruction = func(ops ...Op)

// do writes the instruction for the element type with a new register as its last operand.
func (l lanes) do(single, double instruction, ops ...Op) V {
	to := l.vector()
	if l.double {
		single = double
	}
	single(append(ops, to)...)
	return to
}

var constants = map[string]Mem{}

// bits is a constant vector in memory with the bit pattern v in each element.
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

// c is the constant v in memory: the last or the only argument of an instruction.
func (l lanes) c(v float64) Mem {
	if l.double {
		return l.bits(math.Float64bits(v))
	}
	return l.bits(uint64(math.Float32bits(float32(v))))
}

// r is the constant v in a register.
func (l lanes) r(v float64) V { return l.copy(l.c(v)) }

func (l lanes) copy(x Op) V {
	if l.neon != nil {
		return l.value(l.operand(x)) // nothing writes to it
	}
	return l.do(VMOVUPS, VMOVUPD, x)
}

// either writes the instruction of arm64, or that of amd64, on x and y.
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

// min and max return y where one is NaN, and where both are zeros.
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

// sign is the constant that has only the sign bit.
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
	single(append(ops, to)...)
	return to
}

// poly is the polynomial of x with the coefficients c, that of the highest power first.
func (l lanes) poly(x V, c ...float64) V {
	p := l.r(c[0])
	for _, k := range c[1:] {
		if l.neon != nil {
			p = l.fma(p, x, l.c(k))
			continue
		}
		if l.double {
			VFMADD213PD(l.c(k), x, p)
		} else {
			VFMADD213PS(l.c(k), x, p)
		}
	}
	return p
}

// round is the nearest whole number, of halves the even one.
func (l lanes) round(x V) V { return l.toward(x, 0) }

// toward rounds as the mode says: 0 to nearest, 1 down, 2 up, 3 toward zero.
func (l lanes) toward(x V, mode int) V {
	if l.neon != nil {
		return l.arm([]string{"frintn", "frintm", "frintp", "frintz"}[mode], x)
	}
	if l.wide() {
		return l.do(VRNDSCALEPS, VRNDSCALEPD, U8(mode|8), x)
	}
	to := YMM()
	if l.double {
		VROUNDPD(U8(mode|8), x, to)
	} else {
		VROUNDPS(U8(mode|8), x, to)
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

// truth is the outcome of a comparison per element: a mask register, or a vector of ones and zeros in all bits.
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
		VCMPPD(U8(is), y, x, t.k)
	} else {
		VCMPPS(U8(is), y, x, t.k)
	}
	return t
}

// pick is yes where t holds and no elsewhere.
func (l lanes) pick(t truth, yes Op, no V) V {
	if l.neon != nil {
		return l.armOnto("bsl.16b", t.v, yes, no)
	}
	if !l.wide() {
		to := YMM()
		if l.double {
			VBLENDVPD(t.v, yes, no, to)
		} else {
			VBLENDVPS(t.v, yes, no, to)
		}
		return to
	}
	to := l.copy(no)
	if l.double {
		VMOVUPD(yes, t.k, to)
	} else {
		VMOVUPS(yes, t.k, to)
	}
	return to
}

func (l lanes) zero() V {
	if l.neon != nil {
		return l.value(l.neon.Zero())
	}
	z := l.vector()
	if l.wide() {
		VPXORD(z, z, z)
	} else {
		VXORPS(z, z, z)
	}
	return z
}

// shifted is x with its elements' bits shifted to the left, or to the right where the number is negative.
func (l lanes) shifted(x V, bits int) V {
	if l.neon != nil {
		return l.armShift(x, bits)
	}
	to := l.vector()
	switch {
	case l.double && bits > 0:
		VPSLLQ(U8(bits), x, to)
	case l.double:
		VPSRLQ(U8(-bits), x, to)
	case bits > 0:
		VPSLLD(U8(bits), x, to)
	default:
		VPSRLD(U8(-bits), x, to)
	}
	return to
}

// addWhole and subWhole take the elements for integers.
func (l lanes) addWhole(x V, y Op) V { return l.either("add", VPADDD, VPADDQ, x, y) }
func (l lanes) subWhole(x V, y Op) V { return l.either("sub", VPSUBD, VPSUBQ, x, y) }
