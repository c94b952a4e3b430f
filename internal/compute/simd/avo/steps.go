package main

// steps are those of optimizers. They round after each operation, as the recorded numbers do.
var steps = []kernel{
	{
		name: "descend", doc: "subtracts lr times each grad from w.", unroll: 2, outs: []string{"w"}, ins: []string{"w", "grad"}, scalars: []string{"lr"},
		body: func(l lanes, s, in []V) []V { return []V{l.sub(in[0], l.mul(s[0], in[1]))} },
	},
	{
		name: "momentum", doc: "makes each m b·m + grad and subtracts lr·m from w.", unroll: 2,
		outs: []string{"w", "m"}, ins: []string{"w", "m", "grad"}, scalars: []string{"lr", "b"},
		body: func(l lanes, s, in []V) []V {
			m := l.add(l.mul(in[1], s[1]), in[2])
			return []V{l.sub(in[0], l.mul(m, s[0])), m}
		},
	},
	{
		name: "accum", doc: "makes each m b·m + keep·grad, or grad where f is positive, and f zero, and subtracts lr·m from w.", unroll: 2,
		outs: []string{"w", "m", "f"}, ins: []string{"w", "m", "f", "grad"}, scalars: []string{"lr", "b", "keep"},
		body: func(l lanes, s, in []V) []V {
			m := l.add(l.mul(in[1], s[1]), l.mul(s[2], in[3]))
			first := l.cmp(in[2], more, l.c(0))
			m = l.pick(first, in[3], m)
			return []V{l.sub(in[0], l.mul(s[0], m)), m, l.pick(first, l.c(0), in[2])}
		},
	},
	{
		name: "adam", doc: "moves each m toward grad by the share r1 and v toward its square by r2, and subtracts lr·m/(√v+eps) from w.", unroll: 1,
		outs: []string{"w", "m", "v"}, ins: []string{"w", "m", "v", "grad"}, scalars: []string{"lr", "r1", "r2", "eps"},
		body: func(l lanes, s, in []V) []V {
			m := l.add(in[1], l.mul(l.sub(in[3], in[1]), s[1]))
			v := l.add(in[2], l.mul(l.sub(l.mul(in[3], in[3]), in[2]), s[2]))
			return []V{l.sub(in[0], l.div(l.mul(s[0], m), l.add(l.sqrt(v), s[3]))), m, v}
		},
	},
}
