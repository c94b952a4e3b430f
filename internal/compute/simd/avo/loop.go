package main

import (
	"fmt"
	"strings"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// kernel is a loop over n elements of some arrays.
type kernel struct {
	name    string
	doc     string
	double  bool     // compute in float64
	long    bool     // arrays and scalars are float64, too
	outs    []string // arrays that are written; one that is also among ins is updated
	ins     []string // arrays that are read
	scalars []string
	unroll  int  // vectors per iteration
	past    bool // bypass the caches on writes, which must start at a cache line
	open    bool // without a fence at the end: the caller, which calls the loop often, calls fence after the last call
	body    func(l lanes, s, in []V) []V
	// unfit, if not nil, returns for which elements the formula is not valid. The loop stops before a vector with such
	// an element.
	unfit func(l lanes, s, in []V) truth
}

// frame has the registers of a kernel's arguments.
type frame struct {
	of kernel
	lanes
	label   string
	n, i    reg.GPVirtual
	at      map[string]reg.GPVirtual
	scalars []V
	k       reg.OpmaskVirtual // which elements exist in the last vector
	tail    V                 // the same, for sets without masks
}

func (k kernel) signature() string {
	var args []string
	seen := map[string]bool{}
	for _, a := range append(append([]string{}, k.outs...), k.ins...) {
		if !seen[a] {
			args = append(args, a)
		}
		seen[a] = true
	}
	of := "float32"
	if k.long {
		of = "float64"
	}
	s := "func(n int, " + strings.Join(args, ", ") + " *" + of
	if len(k.scalars) > 0 {
		s += ", " + strings.Join(k.scalars, ", ") + " " + of
	}
	s += ")"
	if k.unfit != nil {
		s += " int"
	}
	return s
}

// emit writes the loop: full iterations, then single vectors, then the rest with a mask.
func (k kernel) emit(set lanes) {
	f := &frame{of: k, lanes: set, label: k.name + set.name}
	f.lanes.double = k.double || k.long
	TEXT(f.label, NOSPLIT, k.signature())
	Doc(f.label + " " + k.doc)
	Pragma("noescape")
	f.load()
	if f.of.unroll > 1 {
		f.turns(f.of.unroll)
	}
	f.turns(1)
	f.rest()
	Label(f.label + "_end")
	if k.unfit != nil {
		Store(f.i, ReturnIndex(0))
	}
	if k.past && !k.open {
		SFENCE() // before the result is published
	}
	VZEROUPPER()
	RET()
}

func (f *frame) load() {
	f.n = Load(Param("n"), GP64()).(reg.GPVirtual)
	f.at = map[string]reg.GPVirtual{}
	for _, a := range append(append([]string{}, f.of.outs...), f.of.ins...) {
		if _, ok := f.at[a]; !ok {
			f.at[a] = Load(Param(a), GP64()).(reg.GPVirtual)
		}
	}
	f.i = GP64()
	XORQ(f.i, f.i)
	for _, s := range f.of.scalars {
		f.scalars = append(f.scalars, f.broadcast(s))
	}
}

// broadcast loads a scalar argument directly from the stack frame: a legacy MOVSS among wide vectors would cause a
// state transition.
func (f *frame) broadcast(name string) V {
	b, err := Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	v := f.vector()
	switch {
	case f.of.long:
		VBROADCASTSD(b.Addr, v)
		return v
	case !f.double:
		VBROADCASTSS(b.Addr, v)
		return v
	}
	h := f.half()
	VBROADCASTSS(b.Addr, h)
	VCVTPS2PD(h, v)
	return v
}

// turns computes u vectors per iteration while at least u are left.
func (f *frame) turns(u int) {
	step := u * f.count()
	loop, next := fmt.Sprintf("%s_by%d", f.label, u), fmt.Sprintf("%s_after%d", f.label, u)
	last := GP64()
	MOVQ(f.n, last)
	SUBQ(U32(step), last)
	Label(loop)
	CMPQ(f.i, last)
	JG(LabelRef(next))
	later := make([][]func(), u)
	for j := range u {
		if f.of.unfit == nil {
			f.later = &later[j]
		}
		in := make([]V, len(f.of.ins))
		for i, a := range f.of.ins {
			in[i] = f.read(f.element(a, j))
		}
		f.stopIfUnfit(in)
		for i, v := range f.of.body(f.lanes, f.scalars, in) {
			f.write(v, f.element(f.of.outs[i], j))
		}
	}
	f.later = nil
	inTurn(later)
	ADDQ(U32(step), f.i)
	JMP(LabelRef(loop))
	Label(next)
}

// element returns the j-th vector from i on.
func (f *frame) element(array string, j int) Mem {
	size := 1 << f.sizeLog()
	return Mem{Base: f.at[array], Index: f.i, Scale: uint8(size), Disp: size * j * f.count()}
}

// sizeLog returns the binary logarithm of an element's size in memory.
func (f *frame) sizeLog() int {
	if f.of.long {
		return 3
	}
	return 2
}

// widens reports whether elements are float32 in memory and float64 in registers.
func (f *frame) widens() bool { return f.double && !f.of.long }

func (f *frame) stopIfUnfit(in []V) {
	if f.of.unfit == nil {
		return
	}
	t := f.of.unfit(f.lanes, f.scalars, in)
	if f.wide() {
		KORTESTW(t.k, t.k)
	} else {
		VTESTPS(t.v, t.v)
	}
	JNZ(LabelRef(f.label + "_end"))
}

// rest computes the elements that do not fill a vector. Missing elements read as zero.
func (f *frame) rest() {
	CMPQ(f.i, f.n)
	JGE(LabelRef(f.label + "_end"))
	SUBQ(f.i, f.n)
	f.mask()
	in := make([]V, len(f.of.ins))
	for i, a := range f.of.ins {
		in[i] = f.readMasked(f.element(a, 0))
	}
	if f.of.unfit != nil {
		t := f.of.unfit(f.lanes, f.scalars, in)
		if f.wide() {
			KTESTW(f.k, t.k)
		} else {
			f.testMasked(t)
		}
		JNZ(LabelRef(f.label + "_end"))
	}
	for i, v := range f.of.body(f.lanes, f.scalars, in) {
		f.writeMasked(v, f.element(f.of.outs[i], 0))
	}
	ADDQ(f.n, f.i)
}

func (f *frame) testMasked(t truth) {
	switch {
	case f.of.long:
		VTESTPD(t.v, f.tail)
		return
	case f.double:
		wide := YMM()
		VPMOVSXDQ(f.tail, wide)
		VTESTPD(t.v, wide)
		return
	}
	VTESTPS(t.v, f.tail)
}

// mask sets the mask for the first n elements of a vector.
func (f *frame) mask() {
	if f.wide() {
		m := GP32()
		MOVL(U32(0xffffffff), m)
		BZHIL(f.n.As32(), m, m)
		f.k = K()
		KMOVW(m, f.k)
		return
	}
	f.tail = YMM()
	if f.widens() {
		f.tail = XMM()
	}
	p, size := GP64(), U8(f.sizeLog())
	LEAQ(window(), p)
	SHLQ(size, f.n)
	SUBQ(f.n, p)
	SHRQ(size, f.n)
	VMOVDQU(Mem{Base: p, Disp: 32}, f.tail)
}

// window returns eight words with all bits set, followed by eight zero words.
func window() Mem {
	if m, ok := constants["window"]; ok {
		return m
	}
	m := GLOBL("window", RODATA|NOPTR)
	for i := range 16 {
		v := uint32(0xffffffff)
		if i >= 8 {
			v = 0
		}
		DATA(4*i, U32(v))
	}
	constants["window"] = m
	return m
}

func (f *frame) read(from Mem) V {
	if !f.widens() {
		return f.copy(from)
	}
	v := f.vector()
	f.lanes.write(func() { VCVTPS2PD(from, v) })
	return v
}

func (f *frame) readMasked(from Mem) V {
	to := f.vector()
	if f.widens() {
		to = f.half()
	}
	switch {
	case f.wide() && f.of.long:
		VMOVUPD_Z(from, f.k, to)
	case f.wide():
		VMOVUPS_Z(from, f.k, to)
	case f.of.long:
		VMASKMOVPD(from, f.tail, to)
	default:
		VMASKMOVPS(from, f.tail, to)
	}
	if !f.widens() {
		return to
	}
	v := f.vector()
	VCVTPS2PD(to, v)
	return v
}

func (f *frame) write(v V, to Mem) {
	if f.of.past {
		f.lanes.write(func() { VMOVNTPS(f.narrow(v), to) })
		return
	}
	f.lanes.write(func() { VMOVUPS(f.narrow(v), to) })
}

func (f *frame) writeMasked(v V, to Mem) {
	v = f.narrow(v)
	switch {
	case f.wide() && f.of.long:
		VMOVUPD(v, f.k, to)
	case f.wide():
		VMOVUPS(v, f.k, to)
	case f.of.long:
		VMASKMOVPD(v, f.tail, to)
	default:
		VMASKMOVPS(v, f.tail, to)
	}
}

// narrow rounds a float64 result to float32.
func (f *frame) narrow(v V) V {
	if !f.widens() {
		return v
	}
	h := f.half()
	if f.wide() {
		f.lanes.write(func() { VCVTPD2PS(v, h) })
	} else {
		f.lanes.write(func() { VCVTPD2PSY(v, h) })
	}
	return h
}

// fence writes the function that ends a sequence of open loops.
func fence() {
	TEXT("fence", NOSPLIT, "func()")
	Doc("fence waits until what was written past the caches is there.")
	SFENCE()
	RET()
}
