// Command avo writes the assembly of package gemm: the innermost tiles of a matrix product, for each instruction set
// and element type, and the copies and the transposition that packing needs.
package main

import (
	"log"

	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/reg"
)

func main() {
	var tiles []tile
	for _, e := range []elem{f32, f64} {
		for _, s := range []isa{avx512, avx2} {
			for _, w := range []walk{even, listed, ragged} {
				tiles = append(tiles, tile{isa: s, elem: e, walk: w, vectors: 2}, tile{isa: s, elem: e, walk: w, vectors: 1})
			}
			tiles = append(tiles, tile{isa: s, elem: e, walk: inOrder, vectors: 1})
		}
		tiles = append(tiles, tile{isa: avx2, elem: e, walk: inOrder, vectors: 2})
	}
	ConstraintExpr("amd64")
	ConstraintExpr("!noasm")
	for _, t := range tiles {
		for t.rows = 1; t.rows <= t.isa.rows; t.rows++ {
			t.emit()
		}
	}
	turned := append(turnings(f32), turnings(f64)...)
	for _, t := range turned {
		for ; t.rows >= 1; t.rows-- {
			t.emit()
		}
	}
	for pieces := 1; pieces <= 4; pieces++ {
		avx512.copyWindow(pieces)
		avx2.copyWindow(pieces)
	}
	copyRows(avx512, 1)
	copyRows(avx512, 2)
	copyRows(avx2, 1)
	for _, s := range []isa{avx512, avx2} {
		dot(s, f32)
		dot(s, f64)
		merge(s, f32)
		merge(s, f64)
		winograd(s)
		channels(s, f32)
	}
	pairs()
	Generate()
	if err := emitNeon("../zz_gemm_arm64.s", "../zz_gemm_arm64.go"); err != nil {
		log.Fatal(err)
	}
	if err := writeTables("../zz_tables_amd64.go", tiles, turned); err != nil {
		log.Fatal(err)
	}
}

// gp loads an argument of 64 bits.
func gp(name string) reg.GPVirtual { return Load(Param(name), GP64()).(reg.GPVirtual) }
