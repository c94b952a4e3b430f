package main

import (
	"fmt"
	"strings"

	"github.com/msrepl/msrepl/internal/compute/neon"
)

// armFrame generates a kernel for arm64. Formulas are shared with amd64, the loop is not. Elements that do not fill a
// vector are loaded and stored in parts; missing ones read as zero.
type armFrame struct {
	*neon.Func
	of      kernel
	lanes   lanes
	n       neon.R // elements left
	total   neon.R // elements, for kernels that may stop early
	at      map[string]neon.R
	arrays  []string
	scalars []V
}

// emitNeon adds the kernel to a file.
func (k kernel) emitNeon(file *neon.File) {
	name := k.name + "NEON"
	file.Func(name, strings.TrimPrefix(k.signature(), "func"), k.doc, func(f *neon.Func) {
		newArmFrame(f, k).write()
	})
}

func newArmFrame(f *neon.Func, k kernel) *armFrame {
	a := &armFrame{Func: f, of: k, lanes: lanes{name: "NEON", bytes: 16, double: k.double || k.long, neon: f}}
	f.Hoist()
	a.n, a.at = f.Arg("n"), map[string]neon.R{}
	for _, name := range append(append([]string{}, k.outs...), k.ins...) {
		if _, ok := a.at[name]; !ok {
			a.at[name] = f.Arg(name)
			a.arrays = append(a.arrays, name)
		}
	}
	for _, s := range k.scalars {
		r := f.Arg(s)
		a.scalars = append(a.scalars, a.lanes.value(a.spread(r)))
		f.Free(r)
	}
	return a
}

// spread broadcasts a scalar argument.
func (f *armFrame) spread(r neon.R) neon.V {
	switch {
	case f.of.long:
		return f.Spread("2d", r)
	case f.of.double:
		return f.Op("fcvtl.2d", f.Spread("4s", r))
	}
	return f.Spread("4s", r)
}

// write writes full iterations, then single vectors, then the rest.
func (f *armFrame) write() {
	if f.of.unfit != nil {
		f.total = f.Reg()
		f.G("MOVD %v, %v", f.n, f.total)
	}
	if unroll := max(2, f.of.unroll); f.of.unfit == nil {
		f.turns(unroll)
	}
	f.turns(1)
	f.rest()
	if f.of.unfit != nil {
		f.Jump("B", "end")
		f.Label("stop")
		f.G("ADD $%d, %v", f.lanes.count(), f.n)
		f.Label("end")
		f.G("SUB %v, %v", f.n, f.total)
		f.Return("ret", f.total)
	} else {
		f.Label("end")
	}
	f.G("RET")
}

// turns computes u vectors per iteration while at least u are left.
func (f *armFrame) turns(u int) {
	step := u * f.lanes.count()
	loop, next := fmt.Sprintf("by%d", u), fmt.Sprintf("after%d", u)
	f.G("SUBS $%d, %v", step, f.n)
	f.Jump("BLT", next)
	f.Label(loop)
	for j := 0; j < u; j += 2 {
		f.vectors(j, min(2, u-j))
	}
	for _, a := range f.arrays {
		f.G("ADD $%d, %v", step*f.size(), f.at[a])
	}
	f.G("SUBS $%d, %v", step, f.n)
	f.Jump("BGE", loop)
	f.Label(next)
	f.G("ADD $%d, %v", step, f.n)
}

// vectors computes count vectors, one or two, from the j-th on.
func (f *armFrame) vectors(j, count int) {
	in, out := make([][]V, count), make([][]V, count)
	for _, a := range f.of.ins {
		for i, v := range f.read(a, j, count) {
			in[i] = append(in[i], f.lanes.value(v))
		}
	}
	for i := range in {
		if f.of.unfit != nil {
			f.leaveUnfit(in[i], false, "stop")
		}
		out[i] = f.of.body(f.lanes, f.scalars, in[i])
	}
	for k, a := range f.of.outs {
		var v []neon.V
		for i := range out {
			v = append(v, f.lanes.operand(out[i][k]))
		}
		f.put(a, j, v)
	}
}

// leaveUnfit jumps to a label if the formula is not valid for any element or, with first, for the first one.
func (f *armFrame) leaveUnfit(in []V, first bool, label string) {
	bad, unfit := f.Reg(), f.lanes.operand(f.of.unfit(f.lanes, f.scalars, in).v)
	if first {
		f.Extract("d", bad, unfit, 0)
	} else {
		f.Extract("s", bad, f.Op("umaxv.s", unfit), 0)
	}
	f.Jump("CBNZ "+bad.String()+",", label)
	f.Free(bad)
}

// size returns the size of an element in memory, in bytes.
func (f *armFrame) size() int {
	if f.of.long {
		return 8
	}
	return 4
}

// widens reports whether elements are float32 in memory and float64 in registers.
func (f *armFrame) widens() bool { return f.of.double && !f.of.long }

// read reads one or two vectors of an array, from the j-th on.
func (f *armFrame) read(array string, j, count int) []neon.V {
	at := f.at[array]
	switch {
	case count == 1 && f.widens():
		return []neon.V{f.Op("fcvtl.2d", f.Load("ldr.d", 8*j, at))}
	case count == 1:
		return []neon.V{f.Load("ldr.q", 16*j, at)}
	case f.widens():
		both := f.Load("ldr.q", 8*j, at)
		return []neon.V{f.Op("fcvtl.2d", both), f.Op("fcvtl2.2d", both)}
	}
	return neonTwo(f.Func, at, 16*j)
}

// put writes one or two vectors of an array, from the j-th on.
func (f *armFrame) put(array string, j int, v []neon.V) {
	at := f.at[array]
	switch {
	case len(v) == 1 && f.widens():
		f.Mem("str.d", f.Op("fcvtn.2s", v[0]), 8*j, at)
	case len(v) == 1:
		f.Mem("str.q", v[0], 16*j, at)
	case f.widens():
		both := f.Op("fcvtn.2s", v[0])
		f.Do("fcvtn2.4s", both, v[1])
		f.Mem("str.q", both, 8*j, at)
	default:
		f.Pair("stp.q", v[0], v[1], 16*j, at)
	}
}

// rest computes the elements that do not fill a vector.
func (f *armFrame) rest() {
	f.Jump("CBZ "+f.n.String()+",", "end")
	var in []V
	for i, a := range f.of.ins {
		in = append(in, f.lanes.value(f.readRest(a, fmt.Sprintf("read%d", i))))
	}
	if f.of.unfit != nil {
		f.leaveUnfit(in, f.lanes.double, "end") // missing float32 angles read as 0, which is valid
	}
	for i, v := range f.of.body(f.lanes, f.scalars, in) {
		f.putRest(f.of.outs[i], fmt.Sprintf("put%d", i), f.lanes.operand(v))
	}
	if f.of.unfit != nil {
		f.G("MOVD $0, %v", f.n)
	}
}

// byParts calls do for the parts of the rest, which is one to three 4-byte elements: one alone, or two and then
// possibly a third.
func (f *armFrame) byParts(array, label string, do func(op string, imm int, at neon.R)) {
	behind := f.Reg()
	f.G("CMP $2, %v", f.n)
	f.Jump("BLT", label+"_one")
	do("d", 0, f.at[array])
	f.Jump("BEQ", label+"_done")
	f.G("ADD $8, %v, %v", f.at[array], behind)
	do("lane", 2, behind)
	f.Jump("B", label+"_done")
	f.Label(label + "_one")
	do("s", 0, f.at[array])
	f.Label(label + "_done")
	f.Free(behind)
}

// readRest reads the rest of an array.
func (f *armFrame) readRest(array, label string) neon.V {
	switch {
	case f.of.long:
		return f.Load("ldr.d", 0, f.at[array])
	case f.widens():
		return f.Op("fcvtl.2d", f.Load("ldr.s", 0, f.at[array]))
	}
	v := f.Vec()
	f.byParts(array, label, func(op string, imm int, at neon.R) {
		if op == "lane" {
			f.Mem("ld1.s", v, imm, at)
			return
		}
		f.Mem("ldr."+op, v, imm, at)
	})
	return v
}

// putRest writes the rest of an array.
func (f *armFrame) putRest(array, label string, v neon.V) {
	switch {
	case f.of.long:
		f.Mem("str.d", v, 0, f.at[array])
	case f.widens():
		f.Mem("str.s", f.Op("fcvtn.2s", v), 0, f.at[array])
	default:
		f.byParts(array, label, func(op string, imm int, at neon.R) {
			if op == "lane" {
				f.Mem("st1.s", v, imm, at)
				return
			}
			f.Mem("str."+op, v, imm, at)
		})
	}
}
