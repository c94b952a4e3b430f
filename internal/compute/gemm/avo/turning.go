package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// avx is the registers of 16 bytes, for few rows.
var avx = isa{name: "128", bytes: 16, rows: 6, vector: XMM}

// turning is a kernel that transposes X, whose rows are contiguous, while it multiplies: for each k, the elements of
// the rows of X form vectors.
type turning struct {
	isa           isa
	elem          elem
	rows, vectors int // of C
}

func (t turning) name() string {
	return fmt.Sprintf("turning%s%s%dx%d", t.isa.name, t.elem.name, t.rows, t.vectors)
}

// table returns the name of the table of kernels of all heights.
func (t turning) table() string {
	return fmt.Sprintf("turning%s%sx%d", t.isa.name, t.elem.name, t.vectors)
}

// turnings returns the kernels of an element type, with the number of rows that fit in the registers.
func turnings(e elem) []turning {
	return []turning{{avx512, e, 10, 2}, {avx512, e, 10, 1}, {avx2, e, 4, 2}, {avx2, e, 8, 1}, {avx, e, 6, 1}}
}

// piece returns the number of elements in 16 bytes, within which instructions move elements without delay.
func (e elem) piece() int { return 16 / e.bytes }

// turned holds the arguments of a kernel.
type turned struct {
	x       []reg.GPVirtual // every eighth row of X
	strides [4]reg.GPVirtual
	a       [2]reg.GPVirtual    // the first two rows of A
	rsa     [2]reg.GPVirtual    // one and three rows of A
	pieces  []reg.OpmaskVirtual // the words of each of a vector's pieces but the first, with AVX-512
	sums    [][]reg.VecVirtual
}

// emit writes the kernel: C = A·Xᵀ, or old + A·Xᵀ, where X has as many rows as the vectors have elements. Rows
// of A and X are contiguous. Elements of a row of C outside the mask are neither read from old nor written.
func (t turning) emit() {
	TEXT(t.name(), NOSPLIT, fmt.Sprintf("func(k int, a *%[1]s, rsa int, x *%[1]s, ldx int, "+
		"c *%[1]s, ldc int, mask uint32, old *%[1]s, ldo int)", t.elem.typ))
	Doc(fmt.Sprintf("%s sets %d rows of %d vectors of c to a times the transpose of x, plus old unless that is nil. "+
		"See turningKernel.", t.name(), t.rows, t.vectors))
	Pragma("noescape")
	v := t.load()
	k, rest := gp("k"), t.name()+"_rest"
	SHRQ(U8(map[int]uint8{4: 2, 8: 1}[t.elem.bytes]), k)
	JZ(LabelRef(rest))
	loop := t.name() + "_loop"
	Label(loop)
	t.multiplyAll(v)
	t.advance(v, 16)
	DECQ(k)
	JNZ(LabelRef(loop))
	Label(rest)
	t.rest(v)
	store := tile{isa: t.isa, elem: t.elem, rows: t.rows, vectors: t.vectors, walk: walk{name: "turning"}}
	a := args{sums: v.sums}
	if !t.isa.wide() {
		some := t.name() + "_some"
		store.unlessWhole(some)
		store.store(a, "", false)
		Label(some)
	}
	a.masks = t.isa.masks(t.elem, "mask", t.vectors)
	store.store(a, "_some", true)
}

func (t turning) load() (v turned) {
	v.a[0], v.rsa[0] = gp("a"), gp("rsa")
	if t.rows > 3 {
		v.rsa[1] = GP64()
		LEAQ(Mem{Base: v.rsa[0], Index: v.rsa[0], Scale: 2}, v.rsa[1])
	}
	if t.rows > 5 {
		v.a[1] = GP64()
		LEAQ(Mem{Base: v.a[0], Index: v.rsa[0], Scale: 1}, v.a[1])
	}
	ldx := gp("ldx")
	v.strides[0] = ldx
	for i := 1; i < 4; i++ {
		v.strides[i] = GP64()
		LEAQ(Mem{Base: v.strides[i-1], Index: ldx, Scale: 2}, v.strides[i])
	}
	v.x = []reg.GPVirtual{gp("x")}
	for row := 8; row < t.vectors*t.isa.count(t.elem); row += 8 {
		p := GP64()
		LEAQ(Mem{Base: v.x[len(v.x)-1], Index: ldx, Scale: 8}, p)
		v.x = append(v.x, p)
	}
	for g := 1; g < t.isa.bytes/16 && t.isa.wide(); g++ {
		words, k := GP32(), K()
		MOVL(U32(0xf<<(4*g)), words)
		KMOVW(words, k)
		v.pieces = append(v.pieces, k)
	}
	for range t.rows {
		var row []reg.VecVirtual
		for range t.vectors {
			row = append(row, t.isa.zero())
		}
		v.sums = append(v.sums, row)
	}
	return v
}

// x returns the address of a row of X.
func (v turned) row(i int) Mem {
	m := Mem{Base: v.x[i/8]}
	switch i %= 8; i {
	case 0:
	case 1, 2, 4:
		m.Index, m.Scale = v.strides[0], uint8(i)
	case 3, 6:
		m.Index, m.Scale = v.strides[1], uint8(i/3)
	default:
		m.Index, m.Scale = v.strides[i/2], 1
	}
	return m
}

// left returns the address of a row of A.
func (v turned) left(i int) Mem {
	m := Mem{Base: v.a[0]}
	if i == 5 || i == 7 || i == 9 {
		m.Base = v.a[1]
		i--
	}
	switch i {
	case 0:
	case 3, 6:
		m.Index, m.Scale = v.rsa[1], uint8(i/3)
	default:
		m.Index, m.Scale = v.rsa[0], uint8(i)
	}
	return m
}

// piece reads 16 bytes of each row of X that vector j has, and returns a vector for each of the k's.
func (t turning) piece(v turned, j int) []reg.VecVirtual {
	n := t.elem.piece()
	rows := make([]reg.VecVirtual, n)
	for i := range rows {
		rows[i] = t.isa.vector()
		for g := range t.isa.bytes / 16 {
			from := v.row(j*t.isa.count(t.elem) + g*n + i)
			switch {
			case g == 0 && t.isa.wide():
				VBROADCASTF32X4(from, rows[i])
			case g == 0 && t.isa.bytes == 32:
				VBROADCASTF128(from, rows[i])
			case g == 0:
				VMOVUPS(from, rows[i])
			case t.isa.wide(): // faster than an insertion, which takes the unit that pairs need
				VBROADCASTF32X4(from, v.pieces[g-1], rows[i])
			default:
				VINSERTF128(U8(g), from, rows[i], rows[i])
			}
		}
	}
	if n == 2 {
		return t.pairs(rows[0], rows[1])
	}
	low, high := [2]reg.VecVirtual{}, [2]reg.VecVirtual{}
	for i := range 2 {
		low[i], high[i] = t.isa.vector(), t.isa.vector()
		VUNPCKLPS(rows[2*i+1], rows[2*i], low[i])
		VUNPCKHPS(rows[2*i+1], rows[2*i], high[i])
	}
	return append(t.pairs(low[0], low[1]), t.pairs(high[0], high[1])...)
}

// pairs joins the first, and the second, eight bytes of each 16.
func (t turning) pairs(x, y reg.VecVirtual) []reg.VecVirtual {
	low, high := t.isa.vector(), t.isa.vector()
	VUNPCKLPD(y, x, low)
	VUNPCKHPD(y, x, high)
	return []reg.VecVirtual{low, high}
}

// multiplyAll multiplies the columns of a piece. AVX2 has registers for those of one vector.
func (t turning) multiplyAll(v turned) {
	if !t.isa.wide() {
		for j := range t.vectors {
			for k, x := range t.piece(v, j) {
				t.multiply(v, j, []reg.VecVirtual{x}, k)
			}
		}
		return
	}
	var columns [2][]reg.VecVirtual
	for j := range t.vectors {
		columns[j] = t.piece(v, j)
	}
	for k, x := range columns[0] {
		xs := []reg.VecVirtual{x}
		if t.vectors == 2 {
			xs = append(xs, columns[1][k])
		}
		t.multiply(v, 0, xs, k)
	}
}

// multiply adds the products of a column of X, in vectors from j on, with the k-th column of A.
func (t turning) multiply(v turned, j int, column []reg.VecVirtual, k int) {
	for i := range t.rows {
		at, a := v.left(i), t.isa.vector()
		at.Disp = k * t.elem.bytes
		if t.isa.bytes == 16 && t.elem.bytes == 8 {
			VMOVDDUP(at, a) // VBROADCASTSD has no such form
		} else {
			t.elem.broadcast(at, a)
		}
		for n, x := range column {
			t.elem.fma(x, a, v.sums[i][j+n])
		}
	}
}

// advance moves on by bytes bytes.
func (t turning) advance(v turned, bytes int) {
	for _, p := range v.x {
		ADDQ(U8(bytes), p)
	}
	ADDQ(U8(bytes), v.a[0])
	if t.rows > 5 {
		ADDQ(U8(bytes), v.a[1])
	}
}

// rest multiplies the last columns, which are less than 16 bytes of a row. It collects their elements in memory.
func (t turning) rest(v turned) {
	room, k := AllocLocal(t.isa.bytes), gp("k")
	done, loop := t.name()+"_done", t.name()+"_rest_loop"
	ANDQ(U8(t.elem.piece()-1), k)
	JZ(LabelRef(done))
	Label(loop)
	for j := range t.vectors {
		for i := range t.isa.count(t.elem) {
			from, e := v.row(j*t.isa.count(t.elem)+i), GP64()
			if t.elem.bytes == 4 {
				MOVL(from, e.As32())
				MOVL(e.As32(), room.Offset(4*i))
				continue
			}
			MOVQ(from, e)
			MOVQ(e, room.Offset(8*i))
		}
		x := t.isa.vector()
		VMOVUPS(room, x)
		t.multiply(v, j, []reg.VecVirtual{x}, 0)
	}
	t.advance(v, t.elem.bytes)
	DECQ(k)
	JNZ(LabelRef(loop))
	Label(done)
}
