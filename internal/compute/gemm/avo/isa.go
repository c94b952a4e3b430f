package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// isa is an instruction set: the size of a vector in bytes, and the maximum number of rows of a tile whose sums fit
// in the registers beside two vectors of B and one broadcast element of A.
type isa struct {
	name        string
	bytes, rows int
	vector      func() reg.VecVirtual
}

var (
	avx512 = isa{name: "512", bytes: 64, rows: 12, vector: ZMM}
	avx2   = isa{name: "256", bytes: 32, rows: 6, vector: YMM}
)

// wide reports whether the set is AVX-512, which has masks and twice the registers.
func (s isa) wide() bool { return s.bytes == 64 }

// count returns the number of elements in a vector.
func (s isa) count(e elem) int { return s.bytes / e.bytes }

func (s isa) zero() reg.VecVirtual {
	v := s.vector()
	if s.wide() {
		VPXORD(v, v, v)
	} else {
		VXORPS(v, v, v)
	}
	return v
}

// mask selects the elements of a vector that exist. It is a mask register, or, for AVX2, whose registers are filled
// with sums, a vector in the function's frame that has ones in all bits of these elements.
type mask struct {
	k  reg.OpmaskVirtual
	at Mem
}

// masks splits the bits of an argument into masks for a number of vectors.
func (s isa) masks(e elem, param string, vectors int) (all []mask) {
	bits := Load(Param(param), GP32())
	for j := range vectors {
		all = append(all, s.mask(e, bits, j*s.count(e)))
	}
	return all
}

// mask returns the mask of the bits from the given one on.
func (s isa) mask(e elem, bits Op, from int) mask {
	if s.wide() {
		m, k := GP32(), K()
		MOVL(bits, m)
		if from > 0 {
			SHRL(U8(from), m)
		}
		KMOVW(m, k)
		return mask{k: k}
	}
	room := AllocLocal(s.bytes)
	VMOVUPS(s.spread(e, bits, from), room)
	return mask{at: room}
}

// spread makes a vector of the bits from the given one on: ones in all bits of an element whose bit is set.
func (s isa) spread(e elem, bits Op, from int) reg.VecVirtual {
	v := s.vector()
	if r, ok := bits.(reg.Register); ok {
		x := XMM()
		VMOVD(r, x)
		bits = x
	}
	each := powersOfTwo(e).Offset(from * e.bytes)
	if e.bytes == 4 {
		VPBROADCASTD(bits, v)
		VPAND(each, v, v)
		VPCMPEQD(each, v, v)
	} else {
		VPBROADCASTQ(bits, v)
		VPAND(each, v, v)
		VPCMPEQQ(each, v, v)
	}
	return v
}

var powers = map[string]Mem{}

// powersOfTwo is sixteen elements of an integer type with one bit set each.
func powersOfTwo(e elem) Mem {
	if m, ok := powers[e.name]; ok {
		return m
	}
	m := GLOBL("bits"+e.name, 8|16) // RODATA|NOPTR
	for i := range 16 {
		if e.bytes == 4 {
			DATA(4*i, U32(1<<i))
		} else {
			DATA(8*i, U64(1<<i))
		}
	}
	powers[e.name] = m
	return m
}

// read reads the elements of a mask, and zeros for the others.
func (s isa) read(e elem, from Mem, m mask, to reg.VecVirtual) {
	switch {
	case s.wide() && e.bytes == 4:
		VMOVUPS_Z(from, m.k, to)
	case s.wide():
		VMOVUPD_Z(from, m.k, to)
	default:
		VMOVUPS(m.at, to)
		e.some(from, to, to)
	}
}

// write writes the elements of a mask.
func (s isa) write(e elem, v reg.VecVirtual, m mask, to Mem) {
	switch {
	case s.wide() && e.bytes == 4:
		VMOVUPS(v, m.k, to)
	case s.wide():
		VMOVUPD(v, m.k, to)
	default:
		which := s.vector()
		VMOVUPS(m.at, which)
		e.some(v, which, to)
	}
}
