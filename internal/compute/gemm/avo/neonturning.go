package main

import (
	"fmt"

	"github.com/msrepl/msrepl/internal/compute/neon"
)

// neonTurnings lists the transposing kernels by the number of vectors and the maximum number of rows of C, widest
// first.
var neonTurnings = []struct{ vectors, rows int }{{4, 4}, {2, 6}, {1, 8}}

// neonTurning is turning for arm64.
type neonTurning struct {
	*neon.Func
	elem          neonElem
	rows, vectors int

	x, ldx, row, off neon.R // row is the current row of X; off is the offset of the column of A and X
	a                []neon.R
	sums             [][]neon.V
}

// emitNeonTurnings writes the kernels of an element type, and the table of them.
func emitNeonTurnings(file *neon.File, e neonElem) {
	signature := fmt.Sprintf("(k int, a *%[1]s, rsa int, x *%[1]s, ldx int, c *%[1]s, ldc int, mask uint32, "+
		"old *%[1]s, ldo int)", e.typ)
	file.Declare("\nvar turningsNEON%s = []turning[%s]{", e.name, e.typ)
	for _, t := range neonTurnings {
		file.Declare("{%d, []turningKernel[%s]{", t.vectors*e.lanes(), e.typ)
		for rows := range t.rows {
			file.Declare("turningNEON%s%dx%d,", e.name, rows+1, t.vectors)
		}
		file.Declare("}},")
	}
	file.Declare("}\n")
	for _, t := range neonTurnings {
		for rows := range t.rows {
			name := fmt.Sprintf("turningNEON%s%dx%d", e.name, rows+1, t.vectors)
			doc := fmt.Sprintf("sets %d rows of %d vectors of c to a times the transpose of x, plus old unless that is nil. "+
				"See turningKernel.", rows+1, t.vectors)
			file.Func(name, signature, doc, func(f *neon.Func) {
				t := neonTurning{Func: f, elem: e, rows: rows + 1, vectors: t.vectors}
				t.multiply()
				t.store()
			})
		}
	}
}

// multiply sums the products.
func (t *neonTurning) multiply() {
	t.a = neonLeft(t.Func, t.rows)
	t.x, t.ldx, t.row, t.off = t.Arg("x"), t.Arg("ldx"), t.Reg(), t.Reg()
	t.G("MOVD $0, %v", t.off)
	for range t.rows {
		var sums []neon.V
		for range t.vectors {
			sums = append(sums, t.Zero())
		}
		t.sums = append(t.sums, sums)
	}
	k, rest, lanes := t.Arg("k"), t.Reg(), t.elem.lanes()
	t.G("AND $%d, %v, %v", lanes-1, k, rest)
	t.G("LSR $%d, %v", map[int]int{4: 2, 2: 1}[lanes], k)
	t.loop("pieces", k, "ldrx.q", lanes)
	t.loop("rest", rest, "ldrx."+t.elem.size, 1)
	t.Free(t.a...)
	t.Free(t.x, t.ldx, t.row, t.off, k, rest)
}

// loop multiplies columns columns of A and X, which load reads at once, n times.
func (t *neonTurning) loop(label string, n neon.R, load string, columns int) {
	t.Jump("CBZ "+n.String()+",", label+"_end")
	t.Label(label)
	t.G("MOVD %v, %v", t.x, t.row)
	for j := range t.vectors {
		turned := t.turned(load, columns)
		for i, a := range t.a {
			v := t.Load(load, 0, a, t.off)
			for column, x := range turned {
				t.DoImm("fmlae."+t.elem.as, column, t.sums[i][j], x, v)
			}
		}
	}
	t.G("ADD $%d, %v", columns*t.elem.bytes, t.off)
	t.G("SUB $1, %v", n)
	t.Jump("CBNZ "+n.String()+",", label)
	t.Label(label + "_end")
}

// turned reads the columns of as many rows of X as a vector has elements, and advances to the next rows.
func (t *neonTurning) turned(load string, columns int) (turned []neon.V) {
	var rows []neon.V
	for range t.elem.lanes() {
		rows = append(rows, t.Load(load, 0, t.row, t.off))
		t.G("ADD %v, %v", t.ldx, t.row)
	}
	pairs := [2][]neon.V{{rows[0]}, {rows[1]}}
	if t.elem.lanes() == 4 {
		for i, op := range []string{"trn1.4s", "trn2.4s"}[:min(2, columns)] {
			pairs[0] = append(pairs[0][:i:i], t.Op(op, rows[0], rows[1]))
			pairs[1] = append(pairs[1][:i:i], t.Op(op, rows[2], rows[3]))
		}
	}
	for _, op := range []string{"trn1.2d", "trn2.2d"} {
		for i := range pairs[0] {
			if len(turned) < columns {
				turned = append(turned, t.Op(op, pairs[0][i], pairs[1][i]))
			}
		}
	}
	return turned
}

// store adds old to the sums, and writes those selected by the mask.
func (t *neonTurning) store() {
	mask, whole := t.Arg("mask"), t.Reg()
	t.G("MOVD $%d, %v", 1<<(t.vectors*t.elem.lanes())-1, whole)
	t.G("CMPW %v, %v", whole, mask)
	t.Jump("BNE", "some")
	t.G("MOVD $%d, %v", 16*(t.vectors-1), whole)
	(&neonTile{Func: t.Func, elem: t.elem, rows: t.rows, last: whole, sums: t.sums}).store("all", t.vectors, false)
	t.Label("some")
	t.storeSome(mask)
}

// storeSome is store element by element, from copies in memory.
func (t *neonTurning) storeSome(mask neon.R) {
	row := 16 * t.vectors
	room := t.Local(t.rows * row)
	for i, sums := range t.sums {
		for j, v := range sums {
			t.Mem("str.q", v, i*row+16*j, room)
		}
	}
	c, ldc, old, ldo := t.Arg("c"), t.Arg("ldc"), t.Arg("old"), t.Arg("ldo")
	count, left, from, to, add := t.Reg(), t.Reg(), t.Reg(), t.Reg(), t.Reg()
	t.G("MOVD $%d, %v", t.rows, count)
	t.Label("row")
	for _, move := range [][2]neon.R{{mask, left}, {room, from}, {c, to}, {old, add}} {
		t.G("MOVD %v, %v", move[0], move[1])
	}
	t.Label("element")
	t.Jump("TBZ $0, "+left.String()+",", "next")
	v := t.Load("ldr."+t.elem.size, 0, from)
	t.Jump("CBZ "+old.String()+",", "set")
	t.Do("fadd."+t.elem.as, v, v, t.Load("ldr."+t.elem.size, 0, add))
	t.Label("set")
	t.Mem("str."+t.elem.size, v, 0, to)
	t.Label("next")
	for _, r := range []neon.R{from, to, add} {
		t.G("ADD $%d, %v", t.elem.bytes, r)
	}
	t.G("LSRW $1, %v", left)
	t.Jump("CBNZ "+left.String()+",", "element")
	t.G("ADD $%d, %v", row, room)
	t.G("ADD %v, %v", ldc, c)
	t.Jump("CBZ "+old.String()+",", "count")
	t.G("ADD %v, %v", ldo, old)
	t.Label("count")
	t.G("SUB $1, %v", count)
	t.Jump("CBNZ "+count.String()+",", "row")
	t.G("RET")
}
