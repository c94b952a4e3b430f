package main

// steps are the steps of optimizers. They round after each operation, as the recorded values were computed.
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
	stateStep("adamW", "makes a q·a + r·grad and b s·b + t·grad², takes p·(a/(√b+u) + v·w, if v>0) from w.",
		[]string{"w", "a", "b"}, func(l lanes, s, in []V) []V {
			a := l.add(l.mul(in[1], s[1]), l.mul(s[2], in[3]))
			b := l.add(l.mul(in[2], s[3]), l.mul(l.mul(s[4], in[3]), in[3]))
			by := l.div(a, l.add(l.sqrt(b), s[5]))
			by = l.pick(l.cmp(s[6], more, l.c(0)), l.add(by, l.mul(s[6], in[0])), by)
			return []V{l.sub(in[0], l.mul(s[0], by)), a, b}
		}),
	stateStep("adaMax", "makes a q·a + r·grad and b the larger of s·b and |grad|, and subtracts p·a/(b+t) from w.",
		[]string{"w", "a", "b"}, func(l lanes, s, in []V) []V {
			a, b := l.add(l.mul(s[1], in[1]), l.mul(s[2], in[3])), l.mul(s[3], in[2])
			b = l.pick(l.cmp(b, unordered, b), b, l.max(b, l.abs(in[3])))
			return []V{l.sub(in[0], l.div(l.mul(s[0], a), l.add(b, s[4]))), a, b}
		}),
	stateStep("rmsProp", "moves a toward grad² by the share q, makes b r·b + p·grad/√(a+s), and subtracts b from w.",
		[]string{"w", "a", "b"}, func(l lanes, s, in []V) []V {
			a := l.add(in[1], l.mul(l.sub(l.mul(in[3], in[3]), in[1]), s[1]))
			b := l.add(l.mul(in[2], s[2]), l.div(l.mul(s[0], in[3]), l.sqrt(l.add(a, s[3]))))
			return []V{l.sub(in[0], b), a, b}
		}),
	stateStep("adadelta", "makes a q·a + r·grad², u √(b+s)/√(a+s)·grad and b q·b + r·u², takes p·u from w.",
		[]string{"w", "a", "b"}, func(l lanes, s, in []V) []V {
			a := l.add(l.mul(s[1], in[1]), l.mul(s[2], l.mul(in[3], in[3])))
			u := l.mul(l.div(l.sqrt(l.add(in[2], s[3])), l.sqrt(l.add(a, s[3]))), in[3])
			return []V{l.sub(in[0], l.mul(s[0], u)), a, l.add(l.mul(s[1], in[2]), l.mul(s[2], l.mul(u, u)))}
		}),
	stateStep("adagrad", "adds grad² to a and subtracts p·grad·(1/√(a+q)) from w; b stays.",
		[]string{"w", "a"}, func(l lanes, s, in []V) []V {
			a := l.add(in[1], l.mul(in[3], in[3]))
			by := l.div(l.r(1), l.sqrt(l.add(a, s[1])))
			return []V{l.sub(in[0], l.mul(l.mul(s[0], in[3]), by)), a}
		}),
}

// stateStep returns a step with the states a and b and up to seven scalars, so that all have the same signature.
func stateStep(name, doc string, outs []string, body func(l lanes, s, in []V) []V) kernel {
	return kernel{
		name: name, doc: doc, unroll: 1, outs: outs, ins: []string{"w", "a", "b", "grad"},
		scalars: []string{"p", "q", "r", "s", "t", "u", "v"}, body: body,
	}
}
