package main

// bends are piecewise linear activations, and their gradients. They round after each operation, as the ops that they
// replace do; a value that is not selected has no effect, even if it is NaN.
var bends = []kernel{
	bend("clip", "x brought into p to q, r and s where it is beyond,", func(l lanes, s, in []V) V {
		return l.clip(in[0], s, s[2], in[0], s[3])
	}),
	bendGrad("clipGrad", "g where x is within p and q, zero elsewhere,", func(l lanes, s, in []V) V {
		return l.clip(in[0], s, l.zero(), in[1], l.zero())
	}),
	bend("leaky", "x, times p where it is not above zero,", func(l lanes, s, in []V) V {
		return l.pick(l.cmp(in[0], more, l.c(0)), in[0], l.mul(in[0], s[0]))
	}),
	bendGrad("leakyGrad", "g, times p where x is not above zero,", func(l lanes, s, in []V) V {
		above, zero := l.cmp(in[0], more, l.c(0)), l.zero()
		return l.add(l.pick(above, in[1], zero), l.mul(l.pick(above, zero, in[1]), s[0]))
	}),
	bend("hardSigmoid", "(x+3)/6 brought into 0 to 1", func(l lanes, _, in []V) V {
		y, _ := l.hardSigmoid(in[0])
		return y
	}),
	bendGrad("hardSigmoidGrad", "g/6 where x is within -3 and 3, zero elsewhere,", func(l lanes, _, in []V) V {
		_, slope := l.hardSigmoid(in[0])
		return slope(l.div(in[1], l.c(6)))
	}),
	bend("hardSwish", "x times its hardSigmoid", func(l lanes, _, in []V) V {
		y, _ := l.hardSigmoid(in[0])
		return l.mul(in[0], y)
	}),
	bendGrad("hardSwishGrad", "g times hardSigmoid's x and x times its slope", func(l lanes, _, in []V) V {
		y, slope := l.hardSigmoid(in[0])
		return l.add(l.mul(in[1], y), slope(l.div(l.mul(in[1], in[0]), l.c(6))))
	}),
	bend("softShrink", "x less what clip makes of it", func(l lanes, s, in []V) V {
		return l.sub(in[0], l.clip(in[0], s, s[0], in[0], s[1]))
	}),
	bendGrad("softShrinkGrad", "g less what clipGrad makes of it", func(l lanes, s, in []V) V {
		return l.add(in[1], l.clip(in[0], s, l.zero(), l.neg(in[1]), l.zero()))
	}),
	bendGrad("hardShrinkGrad", "g, zero where |x| is no more than p,", func(l lanes, s, in []V) V {
		return l.pick(l.cmp(l.abs(in[0]), lessEqual, s[0]), l.zero(), in[1])
	}),
	bendGrad("elu", "x where it is above zero, g times p elsewhere, times q", func(l lanes, s, in []V) V {
		return l.mul(l.pick(l.cmp(in[0], more, l.c(0)), in[0], l.mul(in[1], s[0])), s[1])
	}),
	bend("huber", "x²/2 where |x| is less than p, (|x|-q)·p elsewhere, divided by r,", func(l lanes, s, in []V) V {
		d := l.abs(in[0])
		near, line := l.mul(l.mul(in[0], in[0]), l.c(0.5)), l.mul(l.sub(d, s[1]), s[0])
		return l.div(l.pick(l.cmp(d, less, s[0]), near, line), s[2])
	}),
	bendGrad("huberGrad", "g/r times x where |x| is less than p, times p and x's sign elsewhere,", func(l lanes, s, in []V) V {
		is, zero, g := l.cmp(l.abs(in[0]), less, s[0]), l.zero(), l.div(in[1], s[2])
		near := l.mul(l.mul(l.mul(l.pick(is, g, zero), l.c(0.5)), in[0]), l.c(2))
		return l.add(near, l.mul(l.mul(l.pick(is, zero, g), s[0]), l.signOf(in[0])))
	}),
	{
		name: "xlogy", doc: "writes a·c to y, where a is zero and b is not NaN zero, for each a, b and c.", unroll: 2,
		outs: []string{"y"}, ins: []string{"a", "b", "c"},
		body: func(l lanes, _, in []V) []V {
			none := l.pick(l.cmp(in[1], unordered, in[1]), in[1], l.zero())
			return []V{l.pick(l.cmp(in[0], equal, l.c(0)), none, l.mul(in[0], in[2]))}
		},
	},
	{
		name: "eluGrad", doc: "writes g·q where x is above zero, times p and e+1 elsewhere, for each x, g and e to y.",
		unroll: 2, outs: []string{"y"}, ins: []string{"x", "grad", "e"}, scalars: []string{"p", "q"},
		body: func(l lanes, s, in []V) []V {
			above, zero, g := l.cmp(in[0], more, l.c(0)), l.zero(), l.mul(in[1], s[1])
			below := l.mul(l.mul(l.pick(above, zero, g), s[0]), l.add(in[2], l.c(1)))
			return []V{l.add(l.pick(above, g, zero), l.pick(above, zero, below))}
		},
	},
}

// bend is a kernel of one argument and four numbers, all of the same vector type.
func bend(name, doc string, f func(l lanes, s, in []V) V) kernel {
	return kernel{
		name: name, doc: "writes " + doc + " for each x to y.", unroll: 2, outs: []string{"y"}, ins: []string{"x"},
		scalars: []string{"p", "q", "r", "s"},
		body:    func(l lanes, s, in []V) []V { return []V{f(l, s, in)} },
	}
}

// bendGrad is the same for an argument and a gradient.
func bendGrad(name, doc string, f func(l lanes, s, in []V) V) kernel {
	k := bend(name, doc, f)
	k.doc, k.ins = "writes "+doc+" for each x and g to y.", []string{"x", "grad"}
	return k
}

// clip selects below where x is less than the first number, above where it is more than the second, else within.
func (l lanes) clip(x V, s []V, below, within, above V) V {
	return l.pick(l.cmp(x, more, s[1]), above, l.pick(l.cmp(x, less, s[0]), below, within))
}

// hardSigmoid is that of x, and what makes its slope of a number where it has one, zero elsewhere.
func (l lanes) hardSigmoid(x V) (y V, slope func(V) V) {
	low, far, zero := l.cmp(x, lessEqual, l.c(-3)), l.cmp(x, moreEqual, l.c(3)), l.zero()
	y = l.div(l.pick(far, l.c(6), l.pick(low, zero, l.add(x, l.c(3)))), l.c(6))
	return y, func(g V) V { return l.pick(far, zero, l.pick(low, zero, g)) }
}
