package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// elem is an element type with its instructions.
type elem struct {
	name, typ string
	bytes     int
	broadcast func(from, to Op)
	fma       func(x, y, acc Op)
	mul, add  func(x, y, to Op)
	// move reads or writes the elements whose sign bits are set in a vector, on AVX2
	some func(x, y, to Op)
}

var (
	f32 = elem{
		name: "F32", typ: "float32", bytes: 4,
		broadcast: func(m, v Op) { VBROADCASTSS(m, v) },
		fma:       func(x, y, acc Op) { VFMADD231PS(x, y, acc) },
		mul:       func(x, y, to Op) { VMULPS(x, y, to) },
		add:       func(x, y, to Op) { VADDPS(x, y, to) },
		some:      func(x, y, to Op) { VMASKMOVPS(x, y, to) },
	}
	f64 = elem{
		name: "F64", typ: "float64", bytes: 8,
		broadcast: func(m, v Op) { VBROADCASTSD(m, v) },
		fma:       func(x, y, acc Op) { VFMADD231PD(x, y, acc) },
		mul:       func(x, y, to Op) { VMULPD(x, y, to) },
		add:       func(x, y, to Op) { VADDPD(x, y, to) },
		some:      func(x, y, to Op) { VMASKMOVPD(x, y, to) },
	}
)

// walk is how a kernel advances from one column of A, and row of B, to the next.
type walk struct{ name, kernel, params, doc string }

var (
	// even: by the same distance each time.
	even = walk{"tile", "kernel", "k int, a *%[1]s, rsa, csa int", "k columns of a, csa apart"}
	// listed: in B to places from a list, for the elements of an image under the cells of a convolution's kernel.
	listed = walk{"listed", "listedKernel", even.params, "k rows of b, whose places offsets lists"}
	// inOrder: as even, and each product is rounded before it is added.
	inOrder = walk{"inOrder", "kernel", even.params, "k columns of a, csa apart, products rounded"}
	// ragged: in runs, by a further distance after each, for the rows of an image or the channels of weights.
	ragged = walk{"ragged", "raggedKernel", "runs, k int, a *%[1]s, rsa, csa, jumpA, jumpB int", "runs of k columns of a, csa apart, with jumpA after each and jumpB in b"}
)

// tile is one kernel: rows × vectors of C.
type tile struct {
	isa           isa
	elem          elem
	walk          walk
	rows, vectors int
}

func (t tile) name() string {
	return fmt.Sprintf("%s%s%s%dx%d", t.walk.name, t.isa.name, t.elem.name, t.rows, t.vectors)
}

// args holds the arguments of a kernel.
type args struct {
	b, ldb, rsa, csa reg.GPVirtual
	offsets          reg.GPVirtual   // of a listed walk, instead of ldb
	rows             []reg.GPVirtual // every third row of A
	masks            []mask
	sums             [][]reg.VecVirtual
}

// emit writes the kernel: C = A·B, or old + A·B, over k, with strides in bytes. Elements of a row of C outside the
// mask are neither read from old nor written.
func (t tile) emit() {
	second, last := "ldb int", ""
	switch t.walk {
	case listed:
		second = "offsets *int"
	case even, inOrder:
		last = ", next uintptr"
	}
	TEXT(t.name(), NOSPLIT, fmt.Sprintf(
		"func("+t.walk.params+", b *%[1]s, "+second+", c *%[1]s, ldc int, mask uint32, old *%[1]s, ldo int"+last+")",
		t.elem.typ))
	Doc(fmt.Sprintf("%s sets %d rows of %d vectors of c to a·b, plus old unless that is nil; %s. See kernel.", t.name(), t.rows, t.vectors, t.walk.doc))
	Pragma("noescape")
	a := t.load()
	t.prefetchC()
	done, guarded := t.name()+"_done", t.name()+"_guarded"
	switch {
	case t.walk == inOrder && t.isa.wide():
		t.walkAll(a, "", t.guardedColumns, done)
	case t.walk == even || t.walk == inOrder:
		t.unlessWhole(guarded)
		t.walkAll(a, "", t.columns, done)
		if t.isa.wide() {
			JMP(LabelRef(done))
			Label(guarded)
			t.walkAll(a, "_guarded", t.guardedColumns, done)
			break
		}
		Label(done)
		t.store(a, "", false)
		Label(guarded)
		a.masks = t.isa.masks(t.elem, "mask", t.vectors)
		done += "_guarded"
		t.walkAll(a, "_guarded", t.guardedColumns, done)
	default:
		t.walkAll(a, "", t.columns, done)
	}
	Label(done)
	if !t.isa.wide() && (t.walk == ragged || t.walk == listed) { // masked stores are slow there
		some := t.name() + "_some"
		t.unlessWhole(some)
		t.store(a, "", false)
		Label(some)
		a.masks = t.isa.masks(t.elem, "mask", t.vectors)
	}
	t.store(a, "_some", true)
}

// unlessWhole jumps to a label if the mask lacks an element.
func (t tile) unlessWhole(label string) {
	CMPL(Load(Param("mask"), GP32()), I32(int32(uint32(1<<(t.vectors*t.isa.bytes/t.elem.bytes)-1))))
	JNE(LabelRef(label))
}

// walkAll loops over all of k, by columns; part distinguishes its labels from those of other calls.
func (t tile) walkAll(a args, part string, columns func(a args, k reg.GPVirtual, done string), done string) {
	if t.walk == ragged {
		t.runs(a, part, columns, done)
		return
	}
	k := gp("k")
	TESTQ(k, k)
	JZ(LabelRef(done))
	columns(a, k, done)
}

// runs loops over the runs.
func (t tile) runs(a args, part string, columns func(a args, k reg.GPVirtual, done string), done string) {
	runs, k, jumpA, jumpB := GP64(), GP64(), GP64(), GP64()
	Load(Param("runs"), runs)
	Load(Param("jumpA"), jumpA)
	Load(Param("jumpB"), jumpB)
	run, next := t.name()+part+"_run", t.name()+part+"_next"
	TESTQ(runs, runs)
	JZ(LabelRef(done))
	Label(run)
	Load(Param("k"), k)
	columns(a, k, next)
	Label(next)
	for _, p := range a.rows {
		ADDQ(jumpA, p)
	}
	ADDQ(jumpB, a.b)
	DECQ(runs)
	JNZ(LabelRef(run))
}

// columns adds k columns, two at a time.
func (t tile) columns(a args, k reg.GPVirtual, done string) {
	odd, tail, loop := GP64(), t.name()+"_tail", t.name()+"_loop"
	MOVQ(k, odd)
	SHRQ(U8(1), k)
	JZ(LabelRef(tail))
	if t.walk == even {
		next := gp("next")
		Label(loop)
		PREFETCHT1(Mem{Base: next})
		ADDQ(U8(64), next)
	} else {
		Label(loop)
	}
	t.step(a, false)
	t.step(a, false)
	DECQ(k)
	JNZ(LabelRef(loop))
	Label(tail)
	TESTQ(U32(1), odd)
	JZ(LabelRef(done))
	t.step(a, false)
}

// guardedColumns adds k columns, reading only the elements of B that the mask selects.
func (t tile) guardedColumns(a args, k reg.GPVirtual, done string) {
	loop := t.name() + "_guarded_loop"
	TESTQ(k, k)
	JZ(LabelRef(done))
	Label(loop)
	t.step(a, true)
	DECQ(k)
	JNZ(LabelRef(loop))
}

func (t tile) load() args {
	a := args{b: gp("b"), rsa: gp("rsa"), csa: gp("csa")}
	if t.walk == listed {
		a.offsets = gp("offsets")
	} else {
		a.ldb = gp("ldb")
	}
	a.rows = append(a.rows, gp("a"))
	for i := 3; i < t.rows; i += 3 {
		row := GP64()
		LEAQ(Mem{Base: a.rows[len(a.rows)-1], Index: a.rsa, Scale: 2}, row)
		ADDQ(a.rsa, row)
		a.rows = append(a.rows, row)
	}
	if t.isa.wide() {
		a.masks = t.isa.masks(t.elem, "mask", t.vectors)
	}
	for range t.rows {
		var row []reg.VecVirtual
		for range t.vectors {
			row = append(row, t.isa.zero())
		}
		a.sums = append(a.sums, row)
	}
	return a
}

func (t tile) prefetchC() {
	c, ldc := gp("c"), gp("ldc")
	for i := range t.rows {
		PREFETCHT0(Mem{Base: c})
		if t.vectors*t.isa.bytes > 64 {
			PREFETCHT0(Mem{Base: c, Disp: 64})
		}
		if i+1 < t.rows {
			ADDQ(ldc, c)
		}
	}
}

// step adds the outer product of a column of A and a row of B. Masked reads also take time from the multipliers (2.5
// % of a tile's on Zen 4), so they are used only where necessary.
func (t tile) step(a args, guarded bool) {
	row, at := make([]reg.VecVirtual, t.vectors), Mem{Base: a.b}
	if t.walk == listed {
		at.Index, at.Scale = GP64(), 1
		MOVQ(Mem{Base: a.offsets}, at.Index)
	}
	for j := range row {
		row[j] = t.isa.vector()
		if at.Disp = j * t.isa.bytes; guarded {
			t.isa.read(t.elem, at, a.masks[j], row[j])
		} else {
			VMOVUPS(at, row[j])
		}
	}
	for i := range t.rows {
		x := t.isa.vector()
		at := Mem{Base: a.rows[i/3]}
		if i%3 != 0 {
			at.Index, at.Scale = a.rsa, uint8(i%3)
		}
		t.elem.broadcast(at, x)
		for j := range row {
			if t.walk != inOrder {
				t.elem.fma(row[j], x, a.sums[i][j])
				continue
			}
			product := t.isa.vector()
			t.elem.mul(row[j], x, product)
			t.elem.add(product, a.sums[i][j], a.sums[i][j])
		}
	}
	t.advance(a)
}

// advance moves to the next column of A and row of B.
func (t tile) advance(a args) {
	if t.walk == listed {
		ADDQ(U8(8), a.offsets)
	} else {
		ADDQ(a.ldb, a.b)
	}
	for _, p := range a.rows {
		ADDQ(a.csa, p)
	}
}

// store adds old to the sums, writes them and returns; part distinguishes its labels from those of other calls.
func (t tile) store(a args, part string, guarded bool) {
	guarded = guarded || t.isa.wide()
	read := func(from Mem, j int, to reg.VecVirtual) {
		if guarded {
			t.isa.read(t.elem, from, a.masks[j], to)
		} else {
			VMOVUPS(from, to)
		}
	}
	set := t.name() + part + "_store"
	old, ldo := gp("old"), GP64()
	TESTQ(old, old)
	JZ(LabelRef(set))
	Load(Param("ldo"), ldo)
	for i := range t.rows {
		for j := range t.vectors {
			v := t.isa.vector()
			read(Mem{Base: old, Disp: j * t.isa.bytes}, j, v)
			t.elem.add(v, a.sums[i][j], a.sums[i][j])
		}
		if i+1 < t.rows {
			ADDQ(ldo, old)
		}
	}
	Label(set)
	c, ldc := gp("c"), gp("ldc")
	for i := range t.rows {
		for j := range t.vectors {
			to := Mem{Base: c, Disp: j * t.isa.bytes}
			if guarded {
				t.isa.write(t.elem, a.sums[i][j], a.masks[j], to)
			} else {
				VMOVUPS(a.sums[i][j], to)
			}
		}
		if i+1 < t.rows {
			ADDQ(ldc, c)
		}
	}
	VZEROUPPER()
	RET()
}
