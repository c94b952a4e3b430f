package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// gatherLanes is the number of partial sums of gather: element i belongs to partial sum i mod gatherLanes.
const gatherLanes = 32

// gathering generates the first loop of the gradients of a layer norm.
type gathering struct {
	*frame
	sums, products []V // partial sums of grad·w and of grad·w·(x-m)·r
}

func gather(set lanes) {
	k := kernel{name: "gather", outs: []string{"u", "v"}, ins: []string{"grad", "w", "x"}, scalars: []string{"m", "r"}}
	f := &gathering{frame: &frame{of: k, lanes: set, label: k.name + set.name}}
	TEXT(f.label, NOSPLIT, "func(n int, u, v, grad, w, x *float32, m, r float32) (s, t float32)")
	Doc(f.label + " adds each grad·(x-m)·r to u and grad to v, and returns the sums of grad·w and of grad·w·(x-m)·r in 32 partial sums.")
	Pragma("noescape")
	f.load()
	vectors := gatherLanes / f.count()
	for range vectors {
		f.sums, f.products = append(f.sums, f.zero()), append(f.products, f.zero())
	}
	last := GP64()
	MOVQ(f.n, last)
	SUBQ(U8(gatherLanes), last)
	Label(f.label + "_loop")
	CMPQ(f.i, last)
	JG(LabelRef(f.label + "_rest"))
	for j := range vectors {
		f.add(j, f.copy, func(v V, to Mem) { VMOVUPS(v, to) })
	}
	ADDQ(U8(gatherLanes), f.i)
	JMP(LabelRef(f.label + "_loop"))
	Label(f.label + "_rest")
	SUBQ(f.i, f.n)
	for j := range vectors {
		TESTQ(f.n, f.n)
		JLE(LabelRef(f.label + "_end"))
		f.some()
		f.add(j, func(from Op) V { return f.readMasked(from.(Mem)) }, f.writeMasked)
		SUBQ(U8(f.count()), f.n)
	}
	Label(f.label + "_end")
	s, t := f.fold(f.sums), f.fold(f.products)
	VZEROUPPER()
	Store(s, ReturnIndex(0))
	Store(t, ReturnIndex(1))
	RET()
}

// add processes vector j of an iteration.
func (f *gathering) add(j int, read func(from Op) V, write func(v V, to Mem)) {
	at := func(array string) Mem { return f.element(array, j) }
	g, w := read(at("grad")), read(at("w"))
	normal := f.normal(read(at("x")), f.scalars)
	write(f.frame.add(f.mul(g, normal), read(at("u"))), at("u"))
	write(f.frame.add(g, read(at("v"))), at("v"))
	weighed := f.mul(g, w)
	VADDPS(weighed, f.sums[j], f.sums[j])
	VADDPS(f.mul(weighed, normal), f.products[j], f.products[j])
}

// some sets the mask for the first n elements of a vector, or for all if n is larger.
func (f *gathering) some() {
	n, all := f.n, GP64()
	f.n = GP64()
	MOVQ(n, f.n)
	MOVQ(U64(f.count()), all)
	CMPQ(f.n, all)
	CMOVQGT(all, f.n)
	f.mask()
	f.n = n
}

// fold reduces partial sums: it adds the second half to the first until one is left.
func (f *gathering) fold(v []V) reg.Register {
	for n := len(v) / 2; n > 0; n /= 2 {
		for i := range n {
			VADDPS(v[i+n], v[i], v[i])
		}
	}
	y := v[0]
	if f.wide() {
		high := YMM()
		VEXTRACTF64X4(U8(1), y, high)
		VADDPS(high, y.AsY(), high)
		y = high
	}
	x, other, last := XMM(), XMM(), XMM()
	VEXTRACTF128(U8(1), y.AsY(), x)
	VADDPS(x, y.AsX(), x)
	VMOVHLPS(x, x, other)
	VADDPS(other, x, x)
	VMOVSHDUP(x, last)
	VADDSS(last, x, x)
	return x
}
