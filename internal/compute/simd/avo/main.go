// Command avo writes the assembly of package simd: loops over arrays of float32 for AVX-512 and for AVX2 with FMA.
package main

import (
	"log"

	. "github.com/mmcloughlin/avo/build"
)

func main() {
	ConstraintExpr("amd64")
	ConstraintExpr("!noasm")
	for _, p := range sums {
		for _, n := range blocks {
			p.emit(n)
		}
		p.emitLong(false)
		if p.far {
			p.emitLong(true)
		}
	}
	sumRows()
	every2 := sums[0]
	every2.every = 2
	sums[0].emitGroups("sumGroups", "")
	every2.emitGroups("sumEvens", " that are two apart")
	fence()
	all := kernels()
	for _, set := range sets {
		set.emit(all)
	}
	Generate()
	if err := broadcastConstants("../zz_simd_amd64.s"); err != nil {
		log.Fatal(err)
	}
	if err := emitNeon("../zz_simd_arm64.s", "../zz_simd_arm64.go", all); err != nil {
		log.Fatal(err)
	}
	if err := writeTables("../zz_tables_amd64.go", all); err != nil {
		log.Fatal(err)
	}
}

// emit writes the functions of all instruction sets.
func (l lanes) emit(all []kernel) {
	for _, k := range all {
		k.emit(l)
	}
	for _, k := range l.streams() {
		k.emit(l)
	}
	for _, w := range append(wholes, shifts...) {
		w.emit(l)
	}
	for _, of := range turnTypes {
		for _, r := range turnRelations {
			r.emit(l, of)
		}
	}
	countTrue(l)
	longSums(l)
	evens(l)
	extreme(l, "largest", "largest", VMAXPS)
	extreme(l, "smallest", "smallest", VMINPS)
	long := l
	long.double = true
	extreme(long, "longLargest", "largest", VMAXPD)
	extreme(long, "longSmallest", "smallest", VMINPD)
	find(l)
	flip(l)
	flip(long)
	fourier(l)
	fourier(long)
	gather(l)
	philox(l)
}
