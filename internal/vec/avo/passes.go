package main

// passes are the loops that rows are normalized with and gradients come back through.
var passes = []kernel{
	{
		name: "expSub", doc: "writes e to the power of each a-b to y, for a number b.", unroll: 2,
		outs: []string{"y"}, ins: []string{"a"}, scalars: []string{"b"},
		body: func(l lanes, s, in []V) []V { return []V{l.exp(l.sub(in[0], s[0]))} },
	},
	{
		name: "reluGrad", doc: "writes each b where a is above zero to y, zero elsewhere.", unroll: 4,
		outs: []string{"y"}, ins: []string{"a", "b"},
		body: func(l lanes, s, in []V) []V {
			return []V{l.mul(in[1], l.pick(l.cmp(in[0], more, l.c(0)), l.c(1), l.zero()))}
		},
	},
}
