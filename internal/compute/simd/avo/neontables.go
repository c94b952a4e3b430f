package main

import (
	"strings"

	"github.com/msrepl/msrepl/internal/compute/neon"
)

// emitNeon writes all kernels for arm64 and their table, except those that bypass the caches: on arm64 it depends on
// the machine whether such stores are faster.
func emitNeon(assembly, declarations string, all []kernel) error {
	f := neon.NewFile("simd", "avo/neontables.go")
	f.Declare("\nvar setNEON = Set{\nName: \"neon\",\n")
	entry := func(name string) { f.Declare("%s: %sNEON,\n", strings.ToUpper(name[:1])+name[1:], name) }
	for _, k := range all {
		if !k.past {
			entry(k.name)
		}
	}
	for _, k := range streams() {
		if k.amd64 {
			continue
		}
		entry(k.name)
	}
	for _, p := range sums {
		f.Declare("%s: byHalves(%[1]sNEON),\n", p.name)
	}
	for _, name := range single {
		f.Declare("%s: %[1]sNEON,\n", name)
	}
	f.Declare("longBlock: longBlockNEON,\nGather: gatherNEON,\nsumRows: rowsBy(sumNEON),\n")
	f.Declare("StandardByPast: standardByNEON,\nSlopePast: slopeNEON,\nFence: func() {},\n")
	var table strings.Builder
	tableOfLines(&table, lanes{name: "NEON"}, false)
	tableOfFourier(&table, lanes{name: "NEON"})
	tableOfFourier(&table, lanes{name: "NEON", double: true})
	f.Declare("%s}\n", table.String())
	for _, k := range all {
		if !k.past {
			k.emitNeon(f)
		}
	}
	for _, k := range streams() {
		if k.amd64 {
			continue
		}
		k.emitNeon(f)
	}
	for _, p := range sums {
		p.emitNeon(f)
	}
	for _, w := range wholes {
		w.emitNeon(f)
	}
	neonExtreme(f, "largest", "fmax", false)
	neonExtreme(f, "smallest", "fmin", false)
	neonExtreme(f, "longLargest", "fmax", true)
	neonExtreme(f, "longSmallest", "fmin", true)
	neonLongBlock(f)
	neonCountTrue(f)
	neonEvens(f)
	neonFind(f)
	neonFlip(f, false)
	neonFlip(f, true)
	neonFourier(f, false)
	neonFourier(f, true)
	neonGather(f)
	return f.Write(assembly, declarations)
}
