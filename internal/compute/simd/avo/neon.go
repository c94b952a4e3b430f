package main

import (
	"math"

	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/msrepl/msrepl/internal/compute/neon"
)

// armVector is a NEON register in place of one of avo's.
type armVector struct {
	reg.VecVirtual
	v neon.V
}

// armConstants are the constants that formulas use on arm64, by name.
var armConstants = map[string]uint64{}

// value returns a register for formulas.
func (l lanes) value(v neon.V) V { return armVector{v: v} }

// neonBits is bits for arm64: the operand is only the constant's name.
func (l lanes) neonBits(name string, v uint64) Mem {
	if !l.double {
		v |= v << 32
	}
	armConstants[name] = v
	return Mem{Symbol: Symbol{Name: name}}
}

// operand returns the register of an operand, loading it if it is a constant.
func (l lanes) operand(x Op) neon.V {
	if m, ok := x.(Mem); ok {
		return l.neon.Const(armConstants[m.Symbol.Name])
	}
	return x.(armVector).v
}

// of returns the name of an instruction with the element type, unless it already has one.
func (l lanes) of(name string) string {
	for _, c := range name {
		if c == '.' {
			return name
		}
	}
	if l.double {
		return name + ".2d"
	}
	return name + ".4s"
}

// arm writes an instruction and returns its result.
func (l lanes) arm(name string, ops ...Op) V {
	v := make([]neon.V, len(ops))
	for i, o := range ops {
		v[i] = l.operand(o)
	}
	return l.value(l.neon.Op(l.of(name), v...))
}

// armOnto writes an instruction that reads and writes a copy of z.
func (l lanes) armOnto(name string, z, x, y Op) V {
	var to neon.V
	a, b := l.operand(x), l.operand(y)
	if m, ok := z.(Mem); ok {
		to = l.neon.ConstCopy(armConstants[m.Symbol.Name])
	} else {
		to = l.neon.Copy(l.operand(z))
	}
	l.neon.Do(l.of(name), to, a, b)
	return l.value(to)
}

// armShift is shifted for arm64.
func (l lanes) armShift(x V, bits int) V {
	if bits < 0 {
		return l.value(l.neon.OpImm(l.of("ushr"), -bits, l.operand(x)))
	}
	return l.value(l.neon.OpImm(l.of("shl"), bits, l.operand(x)))
}

// armNegative sets all bits of the elements in which the sign bit of x is set.
func (l lanes) armNegative(x V) V {
	bits := 31
	if l.double {
		bits = 63
	}
	return l.value(l.neon.OpImm(l.of("sshr"), bits, l.operand(x)))
}

// armCompare sets all bits of the elements for which a relation is true.
func (l lanes) armCompare(x V, is relation, y V) V {
	not := func(v V) V { return l.arm("mvn.16b", v) }
	switch is {
	case equal:
		return l.arm("fcmeq", x, y)
	case notEqual:
		return not(l.arm("fcmeq", x, y))
	case unordered:
		if x == y {
			return not(l.arm("fcmeq", x, x))
		}
		return not(l.and(l.arm("fcmeq", x, x), l.arm("fcmeq", y, y)))
	case less:
		return l.arm("fcmgt", y, x)
	case lessEqual:
		return l.arm("fcmge", y, x)
	case notBelow:
		return not(l.arm("fcmgt", y, x))
	case moreEqual:
		return l.arm("fcmge", x, y)
	case more:
		return l.arm("fcmgt", x, y)
	}
	panic("no such relation")
}

// armPlace is place for arm64: the indices of bytes in the first sixteen bytes of the table, in the next, and so on.
func (l lanes) armPlace(index V) place {
	index = l.and(index, l.bits(7))
	tables, times, first, next := 2, uint64(0x04040404), uint64(0x03020100), uint64(0x10101010)
	if l.double {
		index = l.or(index, l.shifted(index, 32))
		tables, times, first, next = 4, 0x0808080808080808, 0x0706050403020100, 0x1010101010101010
	}
	at := l.arm("add.16b", l.arm("mul.4s", index, l.bits(times)), l.bits(first))
	to := place{v: at}
	for range tables - 1 {
		at = l.arm("sub.16b", at, l.bits(next))
		to.others = append(to.others, at)
	}
	return to
}

// armAmong is among for arm64: bytes that are not in the first sixteen are zero at first, and then taken from the
// others.
func (l lanes) armAmong(eight []float64, at place) V {
	var words []uint64
	for i := range eight {
		if l.double {
			words = append(words, math.Float64bits(eight[i]))
		} else if i%2 == 1 {
			words = append(words, uint64(math.Float32bits(float32(eight[i-1])))|uint64(math.Float32bits(float32(eight[i])))<<32)
		}
	}
	to := l.neon.Op("tbl.16b", l.neon.Words(words[0], words[1]), l.operand(at.v))
	for i, other := range at.others {
		l.neon.Do("tbx.16b", to, l.neon.Words(words[2*i+2], words[2*i+3]), l.operand(other))
	}
	return l.value(to)
}
