package main

import (
	"fmt"

	"github.com/msrepl/msrepl/internal/compute/neon"
)

// wordRun copies times runs of n four-byte words, 1 to 16, at given strides. Runs are read and written from both ends
// by vectors that may overlap, so that nothing beyond a run is touched.
type wordRun struct {
	*neon.Func
	label            string
	n, times         neon.R
	from, to         neon.R // overwritten, as is times
	stepFrom, stepTo neon.R
}

// write writes the loops, for runs of up to most words, and a label after them.
func (w wordRun) write(most int) {
	last, end, lastTo := w.Reg(), w.Reg(), w.Reg()
	w.G("LSL $2, %v, %v", w.n, last)
	forms := []struct {
		least, count int
		size         string
		bytes        int
	}{{9, 2, "q", 16}, {4, 1, "q", 16}, {2, 1, "d", 8}, {1, 1, "s", 4}}
	for _, form := range forms {
		if form.least > most {
			continue
		}
		label := fmt.Sprintf("%s_%d", w.label, form.least)
		w.G("CMP $%d, %v", form.least, w.n)
		w.Jump("BLT", label+"_less")
		w.G("SUB $%d, %v", form.count*form.bytes, last)
		w.Label(label)
		w.G("ADD %v, %v, %v", last, w.from, end)
		w.G("ADD %v, %v, %v", last, w.to, lastTo)
		var v []neon.V
		for j := range form.count {
			v = append(v, w.Load("ldr."+form.size, j*form.bytes, w.from), w.Load("ldr."+form.size, j*form.bytes, end))
		}
		for j := range form.count {
			w.Mem("str."+form.size, v[2*j], j*form.bytes, w.to)
			w.Mem("str."+form.size, v[2*j+1], j*form.bytes, lastTo)
		}
		w.G("ADD %v, %v", w.stepFrom, w.from)
		w.G("ADD %v, %v", w.stepTo, w.to)
		w.G("SUBS $1, %v", w.times)
		w.Jump("BNE", label)
		w.Jump("B", w.label+"_end")
		w.Label(label + "_less")
	}
	w.Label(w.label + "_end")
	w.Free(last, end, lastTo)
}

// neonZeros clears vectors vectors at to, count times, step bytes apart. It overwrites count and to.
func neonZeros(f *neon.Func, label string, vectors int, count, to, step neon.R) {
	zero := f.Zero()
	f.Label(label)
	for j := 0; j < vectors; j += 2 {
		f.Pair("stp.q", zero, zero, 16*j, to)
	}
	f.G("ADD %v, %v", step, to)
	f.G("SUBS $1, %v", count)
	f.Jump("BNE", label)
}

// neonCopyRows copies n rows of the first words of 64 bytes, and clears the rest of them.
func neonCopyRows(file *neon.File) {
	doc := "copies n rows of the words of mask, which are the first ones; the others become 0."
	file.Func("copyRowsNEON", "(n int, src *byte, lds int, dst *byte, ldd int, mask uint32)", doc, func(f *neon.Func) {
		n, mask := f.Arg("n"), f.Arg("mask")
		from, lds, to, ldd := f.Arg("src"), f.Arg("lds"), f.Arg("dst"), f.Arg("ldd")
		words, count := f.Reg(), f.Reg()
		f.G("CLZW %v, %v", mask, words)
		f.G("MOVD $32, %v", count)
		f.G("SUB %v, %v, %v", words, count, words)
		f.G("CMP $16, %v", words)
		f.Jump("BEQ", "run")
		f.G("MOVD %v, %v", n, count)
		f.G("MOVD %v, %v", to, mask)
		neonZeros(f, "zero", 4, count, mask, ldd)
		f.Label("run")
		wordRun{f, "copy", words, n, from, to, lds, ldd}.write(16)
		f.G("RET")
	})
}

// neonWindow is copyWindow for vectors of eight words, whose pieces are runs.
func neonWindow(file *neon.File, pieces int) {
	name := fmt.Sprintf("copyWindowNEONx%d", pieces)
	doc := fmt.Sprintf("copies vectors of %d pieces for cells, row bytes apart in dst, and planes, ldd apart.", pieces)
	signature := "(cells, planes int, src *byte, plane int, dst *byte, row, ldd int, table *[2]int)"
	file.Func(name, signature, doc, func(f *neon.Func) {
		cells, planes, src, plane := f.Arg("cells"), f.Arg("planes"), f.Arg("src"), f.Arg("plane")
		dst, row, ldd, table := f.Arg("dst"), f.Arg("row"), f.Arg("ldd"), f.Arg("table")
		from, to, mask, words, count := f.Reg(), f.Reg(), f.Reg(), f.Reg(), f.Reg()
		f.Label("cell")
		f.G("MOVD 8(%v), %v", table, mask)
		for p := 1; p < pieces; p++ {
			f.G("MOVD %d(%v), %v", 16*p+8, table, words)
			f.G("ORR %v, %v", words, mask)
		}
		f.G("CMP $255, %v", mask)
		f.Jump("BEQ", "whole")
		f.G("MOVD %v, %v", planes, count)
		f.G("MOVD %v, %v", dst, to)
		neonZeros(f, "zero", 2, count, to, ldd)
		f.Label("whole")
		for p := range pieces {
			f.G("MOVD %d(%v), %v", 16*p+8, table, mask)
			f.Jump("CBZ "+mask.String()+",", fmt.Sprintf("piece%d_end", p))
			f.G("MOVD %d(%v), %v", 16*p, table, from)
			f.G("RBIT %v, %v", mask, words)
			f.G("CLZ %v, %v", words, words) // the first word
			f.G("ADD %v, %v", src, from)
			f.G("ADD %v<<2, %v", words, from)
			f.G("ADD %v<<2, %v, %v", words, dst, to)
			f.G("CLZ %v, %v", mask, mask)
			f.G("MOVD $64, %v", count)
			f.G("SUB %v, %v", mask, count)
			f.G("SUB %v, %v, %v", words, count, words)
			f.G("MOVD %v, %v", planes, count)
			wordRun{f, fmt.Sprintf("piece%d", p), words, count, from, to, plane, ldd}.write(8)
		}
		f.G("ADD $%d, %v", 16*pieces, table)
		f.G("ADD %v, %v", row, dst)
		f.G("SUBS $1, %v", cells)
		f.Jump("BNE", "cell")
		f.G("RET")
	})
}
