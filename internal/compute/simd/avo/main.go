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
		for _, k := range all {
			k.emit(set)
		}
		for _, k := range set.streams() {
			k.emit(set)
		}
		for _, w := range append(wholes, shifts...) {
			w.emit(set)
		}
		for _, of := range turnTypes {
			for _, r := range turnRelations {
				r.emit(set, of)
			}
		}
		countTrue(set)
		longSums(set)
		evens(set)
		extreme(set, "largest", "largest", VMAXPS)
		extreme(set, "smallest", "smallest", VMINPS)
		long := set
		long.double = true
		extreme(long, "longLargest", "largest", VMAXPD)
		extreme(long, "longSmallest", "smallest", VMINPD)
		find(set)
		flip(set)
		flip(long)
		fourier(set)
		fourier(long)
		gather(set)
		philox(set)
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
