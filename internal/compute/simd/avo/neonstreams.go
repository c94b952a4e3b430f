package main

import (
	"strings"

	"github.com/msrepl/msrepl/internal/compute/neon"
)

// armStream is a stream for arm64, whose body computes sixteen elements.
type armStream struct {
	*neon.Func
	l       lanes
	at      map[string]neon.R
	scalars map[string]neon.V
}

// emitNeon adds the stream to a file.
func (k stream) emitNeon(file *neon.File) {
	args := "(n int"
	for _, a := range k.arrays {
		args += ", " + a.name + " *" + a.of
	}
	for _, s := range k.scalars {
		args += ", " + s + " float32"
	}
	file.Func(k.name+"NEON", args+")", k.doc+" n is a multiple of 16 and not 0.", func(f *neon.Func) {
		f.Hoist()
		s := armStream{Func: f, l: armPlain(f), at: map[string]neon.R{}, scalars: map[string]neon.V{}}
		n := f.Arg("n")
		for _, a := range k.arrays {
			s.at[a.name] = f.Arg(a.name)
		}
		for _, name := range k.scalars {
			s.scalars[name] = f.Spread("4s", f.Arg(name))
		}
		f.Label("loop")
		s.turn(k.name)
		for _, a := range k.arrays {
			f.G("ADD $%d, %v", turn*a.size(), s.at[a.name])
		}
		f.G("SUBS $%d, %v", turn, n)
		f.Jump("BNE", "loop")
		f.G("RET")
	})
}

// turn writes the body of a stream.
func (s armStream) turn(name string) {
	switch name {
	case "halfToFloat":
		s.widen("fcvtl.4s", "fcvtl2.4s", func(v neon.V) neon.V { return v })
	case "brainToFloat":
		s.widen("uxtl.4s", "uxtl2.4s", func(v neon.V) neon.V { return s.OpImm("shl.4s", 16, v) })
	case "floatToHalf":
		for j := range 2 {
			h := s.Op("fcvtn.4h", s.Load("ldr.q", 32*j, s.at["x"]))
			s.Do("fcvtn2.8h", h, s.Load("ldr.q", 32*j+16, s.at["x"]))
			s.Mem("str.q", h, 16*j, s.at["y"])
		}
	case "floatToBrain":
		for j := range 2 {
			low, high := s.brain(s.Load("ldr.q", 32*j, s.at["x"])), s.brain(s.Load("ldr.q", 32*j+16, s.at["x"]))
			s.Mem("str.q", s.Op("uzp1.8h", low, high), 16*j, s.at["y"])
		}
	default:
		if strings.HasPrefix(name, "select") {
			s.choose()
			return
		}
		s.compare(name[:len(name)-2])
	}
}

// widen converts 16 two-byte elements to four-byte ones, with instructions for the low and the high four of eight.
func (s armStream) widen(low, high string, then func(v neon.V) neon.V) {
	for j := range 2 {
		h := s.Load("ldr.q", 16*j, s.at["x"])
		s.Pair("stp.q", then(s.Op(low, h)), then(s.Op(high, h)), 32*j, s.at["y"])
	}
}

// brain is lanes.brain for arm64.
func (s armStream) brain(x neon.V) neon.V {
	word := func(v uint64) neon.V { return s.Const(v | v<<32) }
	odd := s.OpImm("ushr.4s", 16, x)
	nan := s.Op("orr.16b", odd, word(0x40))
	sum := s.Op("add.4s", s.Op("add.4s", x, word(0x7fff)), s.Op("and.16b", odd, word(1)))
	is := s.Op("fcmeq.4s", x, x)
	s.Do("bsl.16b", is, s.OpImm("ushr.4s", 16, sum), nan)
	return is
}

// vector returns the j-th vector of the float32 array, or the scalar, with this name.
func (s armStream) vector(name string, j int) neon.V {
	if v, ok := s.scalars[name]; ok {
		return v
	}
	return s.Load("ldr.q", 16*j, s.at[name])
}

// compare writes a byte that is 0 or 1 for each element.
func (s armStream) compare(name string) {
	var is [4]neon.V
	for _, r := range relations {
		for j := 0; r.name == name && j < len(is); j++ {
			a, b := s.l.value(s.vector("a", j)), s.l.value(s.vector("b", j))
			is[j] = s.l.operand(s.l.armCompare(a, r.is, b))
		}
	}
	bytes := s.Op("uzp1.16b", s.Op("uzp1.8h", is[0], is[1]), s.Op("uzp1.8h", is[2], is[3]))
	s.Mem("str.q", s.Op("and.16b", bytes, s.Const(0x0101010101010101)), 0, s.at["y"])
}

// choose writes a where c is not 0, b elsewhere.
func (s armStream) choose() {
	bytes := s.Op("cmhi.16b", s.Load("ldr.q", 0, s.at["c"]), s.Zero())
	low, high := s.Op("zip1.16b", bytes, bytes), s.Op("zip2.16b", bytes, bytes)
	for j, half := range []neon.V{low, low, high, high} {
		is := s.Op([]string{"zip1.8h", "zip2.8h"}[j%2], half, half)
		s.Do("bsl.16b", is, s.vector("a", j), s.vector("b", j))
		s.Mem("str.q", is, 16*j, s.at["y"])
	}
}
