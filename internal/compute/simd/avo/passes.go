package main

import "math"

// passes are the loops of the forward and backward passes of normalizations. (x-m)·r is a normalized element.
var passes = []kernel{
	{
		name: "expSub", doc: "writes e to the power of each a-b to y, for a number b that is no less than any a.", unroll: 2,
		outs: []string{"y"}, ins: []string{"a"}, scalars: []string{"b"},
		body: func(l lanes, s, in []V) []V { return []V{l.expBelow(l.sub(in[0], s[0]))} },
	},
	{
		name: "reluGrad", doc: "writes each b where a is above zero to y, b times zero elsewhere.", unroll: 4,
		outs: []string{"y"}, ins: []string{"a", "b"},
		body: func(l lanes, _, in []V) []V {
			return []V{l.mul(in[1], l.pick(l.cmp(in[0], more, l.c(0)), l.c(1), l.zero()))}
		},
	},
	{
		name: "tanhGrad", doc: "writes each b·(1-a²) to y.", unroll: 4, outs: []string{"y"}, ins: []string{"a", "b"},
		body: func(l lanes, _, in []V) []V { return []V{l.mul(in[1], l.sub(l.r(1), l.mul(in[0], in[0])))} },
	},
	{
		name: "sigmoidGrad", doc: "writes each b·a·(1-a) to y.", unroll: 4, outs: []string{"y"}, ins: []string{"a", "b"},
		body: func(l lanes, _, in []V) []V { return []V{l.mul(l.mul(in[1], in[0]), l.sub(l.r(1), in[0]))} },
	},
	{
		name: "siluGrad", doc: "writes each b·s·(1+a·(1-s)) to y, for the sigmoid s of a.", unroll: 2, outs: []string{"y"},
		ins: []string{"a", "b"},
		body: func(l lanes, _, in []V) []V {
			s := l.sigmoid(in[0])
			return []V{l.mul(l.mul(in[1], s), l.add(l.mul(in[0], l.sub(l.r(1), s)), l.c(1)))}
		},
	},
	{
		name: "geluGrad", doc: "writes each b·(c/2 + a·φ(a)) to y, for the normal density φ.", unroll: 2, outs: []string{"y"},
		ins: []string{"a", "b", "c"},
		body: func(l lanes, _, in []V) []V {
			density := l.mul(l.exp(l.mul(l.mul(in[0], in[0]), l.c(-0.5))), l.c(1/math.Sqrt(2*math.Pi)))
			return []V{l.mul(in[1], l.add(l.mul(in[2], l.c(0.5)), l.mul(in[0], density)))}
		},
	},
	{
		name: "standard", doc: "writes (x-m)·r·w + b for each x, w and b to y.", unroll: 2,
		outs: []string{"y"}, ins: []string{"x", "w", "b"}, scalars: []string{"m", "r"},
		body: func(l lanes, s, in []V) []V { return []V{l.add(l.mul(l.normal(in[0], s), in[1]), in[2])} },
	},
	{
		name: "standardBy", doc: "writes (x-m)·r·w + b for each x to y, for numbers w and b.", unroll: 4,
		outs: []string{"y"}, ins: []string{"x"}, scalars: []string{"m", "r", "w", "b"},
		body: func(l lanes, s, in []V) []V { return []V{l.add(l.mul(l.normal(in[0], s), s[2]), s[3])} },
	},
	{
		name: "slopeBy", doc: "writes s·(grad·w - p - (x-m)·r·q) for each grad, w and x to y.", unroll: 2,
		outs: []string{"y"}, ins: []string{"grad", "w", "x"}, scalars: []string{"m", "r", "s", "p", "q"},
		body: func(l lanes, s, in []V) []V {
			return []V{l.mul(s[2], l.sub(l.sub(l.mul(in[0], in[1]), s[3]), l.mul(l.normal(in[2], s), s[4])))}
		},
	},
	{
		name: "slope", doc: "writes s·(a - p - (x-m)·r·q) for each a and x to y.", unroll: 2,
		outs: []string{"y"}, ins: []string{"a", "x"}, scalars: []string{"m", "r", "s", "p", "q"},
		body: func(l lanes, s, in []V) []V {
			return []V{l.mul(s[2], l.sub(l.sub(in[0], s[3]), l.mul(l.normal(in[1], s), s[4])))}
		},
	},
}

// normal returns (x-m)·r; m and r are the first two scalars.
func (l lanes) normal(x V, s []V) V { return l.mul(l.sub(x, s[0]), s[1]) }
