package main

import (
	"fmt"

	"github.com/msrepl/msrepl/internal/compute/neon"
)

// armGathering generates the loop of gather for arm64.
type armGathering struct {
	*armFrame
	sums, products []neon.V
}

// neonGather is gather for arm64.
func neonGather(file *neon.File) {
	k := kernel{
		name: "gather", outs: []string{"u", "v"}, ins: []string{"grad", "w", "x"}, scalars: []string{"m", "r"},
	}
	doc := "adds each grad·(x-m)·r to u and grad to v, and returns the sums of grad·w and of grad·w·(x-m)·r " +
		"in 32 partial sums."
	signature := "(n int, u, v, grad, w, x *float32, m, r float32) (s, t float32)"
	file.Func("gatherNEON", signature, doc, func(f *neon.Func) {
		g := &armGathering{armFrame: newArmFrame(f, k)}
		for range gatherLanes / 4 {
			g.sums, g.products = append(g.sums, f.Zero()), append(g.products, f.Zero())
		}
		f.G("SUBS $%d, %v", gatherLanes, g.n)
		f.Jump("BLT", "some")
		f.Label("loop")
		for j := range g.sums {
			g.add(j, func(array string) neon.V { return g.read(array, j, 1)[0] },
				func(array string, v neon.V) { g.put(array, j, []neon.V{v}) })
		}
		g.forward(4 * gatherLanes)
		f.G("SUBS $%d, %v", gatherLanes, g.n)
		f.Jump("BGE", "loop")
		f.Label("some")
		f.G("ADD $%d, %v", gatherLanes, g.n)
		for j := range g.sums {
			g.some(j)
		}
		f.Label("end")
		for i, v := range [][]neon.V{g.sums, g.products} {
			bits := f.Reg()
			f.Extract("s", bits, foldHalves(f, v), 0)
			f.Return([]string{"s", "t"}[i], bits)
		}
		f.G("RET")
	})
}

// add processes vector j of an iteration.
func (g *armGathering) add(j int, read func(array string) neon.V, put func(array string, v neon.V)) {
	l := g.lanes
	value := func(array string) V { return l.value(read(array)) }
	grad, w := value("grad"), value("w")
	normal := l.normal(value("x"), g.scalars)
	put("u", l.operand(l.add(l.mul(grad, normal), value("u"))))
	put("v", l.operand(l.add(grad, value("v"))))
	weighed := l.mul(grad, w)
	g.Do("fadd.4s", g.sums[j], g.sums[j], l.operand(weighed))
	g.Do("fadd.4s", g.products[j], g.products[j], l.operand(l.mul(weighed, normal)))
}

// some processes vector j of the last iteration, which ends if the vector is not full.
func (g *armGathering) some(j int) {
	part, whole := fmt.Sprintf("part%d", j), fmt.Sprintf("whole%d", j)
	g.Jump("CBZ "+g.n.String()+",", "end")
	if j+1 < len(g.sums) { // the last one is never full
		g.G("CMP $4, %v", g.n)
		g.Jump("BLT", part)
		g.add(j, func(array string) neon.V { return g.read(array, 0, 1)[0] },
			func(array string, v neon.V) { g.put(array, 0, []neon.V{v}) })
		g.forward(16)
		g.G("SUB $4, %v", g.n)
		g.Jump("B", whole)
		g.Label(part)
	}
	g.add(j, func(array string) neon.V { return g.readRest(array, part+"_read_"+array) },
		func(array string, v neon.V) { g.putRest(array, part+"_put_"+array, v) })
	g.Jump("B", "end")
	g.Label(whole)
}

// forward advances all array pointers by a number of bytes.
func (g *armGathering) forward(bytes int) {
	for _, name := range g.arrays {
		g.G("ADD $%d, %v", bytes, g.at[name])
	}
}

// foldHalves reduces partial sums: it adds the second half to the first until one is left.
func foldHalves(f *neon.Func, v []neon.V) neon.V {
	for n := len(v) / 2; n > 0; n /= 2 {
		for i := range n {
			f.Do("fadd.4s", v[i], v[i], v[i+n])
		}
	}
	return f.Op("faddp.s", f.Op("fadd.4s", v[0], f.OpImm("ext.16b", 8, v[0], v[0])))
}
