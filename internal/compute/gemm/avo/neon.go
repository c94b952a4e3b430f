package main

import (
	"fmt"

	"github.com/msrepl/msrepl/internal/compute/neon"
)

// neonElem is an element type of NEON's tiles.
type neonElem struct {
	name, typ, as, size string
	bytes               int
}

var neonElems = []neonElem{{"F32", "float32", "4s", "s", 4}, {"F64", "float64", "2d", "d", 8}}

// neonRows is the maximum number of rows of a tile: with four vectors per row the sums take 24 of 32 registers.
const neonRows, neonVectors = 6, 4

// neonTile is a kernel for arm64. It has a loop for each number of vectors that a row of C may take. NEON has no
// masks: the last vector of a row ends where the row ends, so some elements are computed twice. Rows shorter than a
// vector are read in parts.
type neonTile struct {
	*neon.Func
	elem neonElem
	walk walk
	rows int

	k, b, ldb, csa, last neon.R
	off                  neon.R // of the column of A
	a                    []neon.R
	part                 int // elements of a row that is shorter than a vector, or 0
	behind               neon.R
	sums                 [][]neon.V
}

func (e neonElem) lanes() int { return 16 / e.bytes }

// emitNeon writes the tiles of all heights.
func emitNeon(assembly, declarations string) error {
	f := neon.NewFile("gemm", "avo/neon.go")
	for _, w := range []walk{even, inOrder, ragged} {
		for _, e := range neonElems {
			f.Declare("\nvar %ssNEON%s = []%s[%s]{", w.name, e.name, w.kernel, e.typ)
			for rows := 1; rows <= neonRows; rows++ {
				f.Declare("%sNEON%sx%d,", w.name, e.name, rows)
			}
			f.Declare("}\n")
			for rows := 1; rows <= neonRows; rows++ {
				name := fmt.Sprintf("%sNEON%sx%d", w.name, e.name, rows)
				last := ", next uintptr"
				if w == ragged {
					last = ""
				}
				signature := fmt.Sprintf("("+w.params+
					", b *%[1]s, ldb int, c *%[1]s, ldc int, mask uint32, old *%[1]s, ldo int"+last+")", e.typ)
				doc := fmt.Sprintf("sets %d rows of up to %d elements of c to a·b, plus old unless that is nil; %s.",
					rows, neonVectors*e.lanes(), w.doc)
				f.Func(name, signature, doc+" See kernel.", func(f *neon.Func) {
					(&neonTile{Func: f, elem: e, walk: w, rows: rows}).write()
				})
			}
		}
	}
	for _, e := range neonElems {
		emitNeonTurnings(f, e)
		neonDot(f, e)
		neonMerge(f, e)
	}
	neonCopyRows(f)
	for pieces := 1; pieces <= 4; pieces++ {
		neonWindow(f, pieces)
	}
	return f.Write(assembly, declarations)
}

// write writes a kernel. The highest bit of the mask selects the loop.
func (t *neonTile) write() {
	t.b, t.ldb, t.csa = t.Arg("b"), t.Arg("ldb"), t.Arg("csa")
	t.a = neonLeft(t.Func, t.rows)
	t.k, t.off, t.behind = t.Reg(), t.Reg(), t.Reg()
	if t.walk != ragged {
		t.G("MOVD k+0(FP), %v", t.k)
		t.G("MOVD $0, %v", t.off)
	}
	mask, n := t.Arg("mask"), t.Reg()
	t.G("CLZW %v, %v", mask, n)
	t.G("MOVD $32, %v", mask)
	t.G("SUB %v, %v", n, mask)
	lanes := t.elem.lanes()
	t.last = n
	t.G("SUB $%d, %v, %v", lanes, mask, n)
	t.G("LSL $%d, %v", map[int]int{4: 2, 8: 3}[t.elem.bytes], n)
	t.G("CMP $%d, %v", neonVectors*lanes, mask)
	t.Jump("BEQ", "whole")
	for v := neonVectors; v > 1; v-- {
		t.G("CMP $%d, %v", (v-1)*lanes, mask)
		t.Jump("BGT", fmt.Sprintf("row%d", v))
	}
	t.Jump("BEQ", "row1")
	for part := lanes - 1; part > 1; part-- {
		t.G("CMP $%d, %v", part, mask)
		t.Jump("BEQ", fmt.Sprintf("part%d", part))
	}
	t.Free(mask)
	for part := 1; part < lanes; part++ {
		t.part = part
		t.section(fmt.Sprintf("part%d", part), 1, false)
	}
	t.part = 0
	for v := 1; v <= neonVectors; v++ {
		t.section(fmt.Sprintf("row%d", v), v, false)
	}
	t.section("whole", neonVectors, true)
}

// neonLeft returns registers with the addresses of rows of A.
func neonLeft(f *neon.Func, rows int) []neon.R {
	a, rsa := []neon.R{f.Arg("a")}, f.Arg("rsa")
	for i := 1; i < rows; i++ {
		a = append(a, f.Reg())
		f.G("ADD %v, %v, %v", rsa, a[i-1], a[i])
	}
	f.Free(rsa)
	return a
}

// section writes the loop for rows of vectors vectors. If rows are whole, the last vector needs no offset.
func (t *neonTile) section(label string, vectors int, whole bool) {
	t.Label(label)
	t.sums = nil
	for range t.rows {
		var row []neon.V
		for range vectors {
			row = append(row, t.Zero())
		}
		t.sums = append(t.sums, row)
	}
	if t.walk == ragged {
		t.runs(label, vectors, whole)
	} else {
		t.columns(label, vectors, whole, label+"_done")
	}
	t.Label(label + "_done")
	t.store(label, vectors, whole)
}

// runs loops over runs of columns.
func (t *neonTile) runs(label string, vectors int, whole bool) {
	runs, jumpA, jumpB := t.Arg("runs"), t.Arg("jumpA"), t.Arg("jumpB")
	t.Jump("CBZ "+runs.String()+",", label+"_done")
	t.Label(label + "_run")
	t.G("MOVD k+8(FP), %v", t.k)
	t.G("MOVD $0, %v", t.off)
	t.columns(label, vectors, whole, label+"_next")
	t.Label(label + "_next")
	t.G("ADD %v, %v", jumpA, t.off)
	for _, a := range t.a {
		t.G("ADD %v, %v", t.off, a)
	}
	t.G("ADD %v, %v", jumpB, t.b)
	t.G("SUB $1, %v", runs)
	t.Jump("CBNZ "+runs.String()+",", label+"_run")
	t.Free(runs, jumpA, jumpB)
}

// columns adds k products of a column of A and a row of B.
func (t *neonTile) columns(label string, vectors int, whole bool, done string) {
	t.Jump("CBZ "+t.k.String()+",", done)
	t.Label(label + "_loop")
	row := t.read(t.b, vectors, whole)
	for i, a := range t.a {
		x := t.Load("ldrx."+t.elem.size, 0, a, t.off)
		for j, v := range row {
			if t.walk != inOrder {
				t.Do("fmlae."+t.elem.as, t.sums[i][j], v, x)
				continue
			}
			t.Do("fadd."+t.elem.as, t.sums[i][j], t.sums[i][j], t.Op("fmule."+t.elem.as, v, x))
		}
	}
	t.G("ADD %v, %v", t.csa, t.off)
	t.G("ADD %v, %v", t.ldb, t.b)
	t.G("SUB $1, %v", t.k)
	t.Jump("CBNZ "+t.k.String()+",", label+"_loop")
}

// read reads a row of vectors at p.
func (t *neonTile) read(p neon.R, vectors int, whole bool) (row []neon.V) {
	if whole {
		for j := 0; j < vectors; j += 2 {
			v, w := t.Vec(), t.Vec()
			t.Pair("ldp.q", v, w, 16*j, p)
			row = append(row, v, w)
		}
		return row
	}
	switch t.part {
	case 0:
		for j := range vectors - 1 {
			row = append(row, t.Load("ldr.q", 16*j, p))
		}
		return append(row, t.Load("ldrx.q", 0, p, t.last))
	case 1:
		return append(row, t.Load("ldr."+t.elem.size, 0, p))
	}
	row = append(row, t.Load("ldr.d", 0, p))
	if t.part == 3 {
		t.G("ADD $8, %v, %v", p, t.behind)
		t.lane("ld1.s", row[0])
	}
	return row
}

// lane reads or writes the third element of a vector, behind.
func (t *neonTile) lane(op string, v neon.V) { t.Mem(op, v, 2, t.behind) }

// store adds old to the sums, writes them and returns.
func (t *neonTile) store(label string, vectors int, whole bool) {
	old, ldo := t.Arg("old"), t.Arg("ldo")
	t.Jump("CBZ "+old.String()+",", label+"_store")
	for _, sums := range t.sums {
		for j, v := range t.read(old, vectors, whole) {
			t.Do("fadd."+t.elem.as, sums[j], sums[j], v)
		}
		t.G("ADD %v, %v", ldo, old)
	}
	t.Label(label + "_store")
	t.Free(old, ldo)
	c, ldc := t.Arg("c"), t.Arg("ldc")
	for i, sums := range t.sums {
		t.writeRow(sums, c, whole)
		if i+1 < t.rows {
			t.G("ADD %v, %v", ldc, c)
		}
	}
	t.Free(c, ldc)
	t.G("RET")
}

// writeRow writes the sums of a row to c.
func (t *neonTile) writeRow(sums []neon.V, c neon.R, whole bool) {
	switch end := len(sums) - 1; {
	case whole:
		for j := 0; j < end; j += 2 {
			t.Pair("stp.q", sums[j], sums[j+1], 16*j, c)
		}
	case t.part == 0:
		for j := range end {
			t.Mem("str.q", sums[j], 16*j, c)
		}
		t.Mem("strx.q", sums[end], 0, c, t.last)
	case t.part == 1:
		t.Mem("str."+t.elem.size, sums[0], 0, c)
	default:
		t.Mem("str.d", sums[0], 0, c)
		if t.part == 3 {
			t.G("ADD $8, %v, %v", c, t.behind)
			t.lane("st1.s", sums[0])
		}
	}
}

// neonMerge writes the kernel that sets the first elements of rows of dst, or adds to them.
func neonMerge(file *neon.File, e neonElem) {
	name := "mergeNEON" + e.name
	signature := fmt.Sprintf("(n int, src *%[1]s, lds int, dst *%[1]s, ldd int, mask uint32, add int)", e.typ)
	doc := "sets the elements of mask, which are the first ones, of n rows of dst, or adds to them unless add is 0."
	file.Func(name, signature, doc, func(f *neon.Func) {
		n, src, lds := f.Arg("n"), f.Arg("src"), f.Arg("lds")
		dst, ldd, mask, add := f.Arg("dst"), f.Arg("ldd"), f.Arg("mask"), f.Arg("add")
		left, from, to := f.Reg(), f.Reg(), f.Reg()
		cols := f.Reg()
		f.G("CLZW %v, %v", mask, cols)
		f.G("MOVD $32, %v", mask)
		f.G("SUB %v, %v, %v", cols, mask, cols)
		f.Jump("CBZ "+n.String()+",", "done")
		f.Label("row")
		f.G("MOVD %v, %v", cols, left)
		f.G("MOVD %v, %v", src, from)
		f.G("MOVD %v, %v", dst, to)
		piece := func(label, size string, lanes int) {
			f.Label(label)
			f.G("SUBS $%d, %v", lanes, left)
			f.Jump("BLT", label+"_end")
			v := f.Load("ldr."+size, 0, from)
			f.Jump("CBZ "+add.String()+",", label+"_set")
			f.Do("fadd."+e.as, v, f.Load("ldr."+size, 0, to), v)
			f.Label(label + "_set")
			f.Mem("str."+size, v, 0, to)
			f.G("ADD $%d, %v", lanes*e.bytes, from)
			f.G("ADD $%d, %v", lanes*e.bytes, to)
			f.Jump("B", label)
			f.Label(label + "_end")
			f.G("ADD $%d, %v", lanes, left)
		}
		piece("vector", "q", e.lanes())
		piece("one", e.size, 1)
		f.G("ADD %v, %v", lds, src)
		f.G("ADD %v, %v", ldd, dst)
		f.G("SUB $1, %v", n)
		f.Jump("CBNZ "+n.String()+",", "row")
		f.Label("done")
		f.G("RET")
	})
}
