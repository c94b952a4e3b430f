package main

import (
	"math"
	"strings"
)

func kernels() []kernel {
	all := append(unaries(), powers...)
	for _, b := range binaries {
		all = append(all, b.variants(false)...)
		if fours[b.name] {
			all = append(all, b.four())
		}
	}
	for _, b := range quotients {
		all = append(all, b.variants(true)...)
	}
	for _, k := range all {
		if past[k.name] {
			all = append(all, k.pastCaches())
		}
	}
	all = append(append(append(all, passes...), steps...), bends...)
	for _, k := range passes {
		if past[k.name] {
			k = k.pastCaches()
			k.open = true
			all = append(all, k)
		}
	}
	for _, k := range all {
		if name := strings.TrimSuffix(k.name, "Past"); exact[strings.TrimRight(name, "VS")] && (!k.past || len(k.ins)+len(k.scalars) == 2) {
			k.name, k.long = "long"+strings.ToUpper(k.name[:1])+k.name[1:], true
			all = append(all, k)
		}
	}
	return append(append(all, specials...), doubles()...)
}

// unaries are the functions of one argument.
func unaries() []kernel {
	var all []kernel
	unary := func(name, doc string, double bool, f func(l lanes, x V) V) {
		k := kernel{
			name: name, doc: "writes " + doc + " for each x to y.", double: double, outs: []string{"y"},
			ins: []string{"x"}, unroll: 2,
		}
		k.body = func(l lanes, _, in []V) []V { return []V{f(l, in[0])} }
		all = append(all, k)
	}
	unary("neg", "-x", false, lanes.neg)
	unary("abs", "|x|", false, lanes.abs)
	unary("square", "x²", false, func(l lanes, x V) V { return l.mul(x, x) })
	unary("cube", "x³, rounded once,", true, func(l lanes, x V) V { return l.mul(x, l.mul(x, x)) })
	unary("sign", "-1, 0 or 1", false, lanes.signOf)
	unary("sqrt", "√x", false, lanes.sqrt)
	unary("rsqrt", "1/√x", false, func(l lanes, x V) V { return l.div(l.r(1), l.sqrt(x)) })
	unary("reciprocal", "1/x", false, func(l lanes, x V) V { return l.div(l.r(1), x) })
	unary("relu", "max(x, 0)", false, func(l lanes, x V) V { return l.max(l.r(0), x) })
	unary("floor", "the next whole number below", false, func(l lanes, x V) V { return l.toward(x, 1) })
	unary("ceil", "the next whole number above", false, func(l lanes, x V) V { return l.toward(x, 2) })
	unary("trunc", "the next whole number toward zero", false, func(l lanes, x V) V { return l.toward(x, 3) })
	unary("round", "the nearest whole number", false, lanes.round)
	unary("exp", "eˣ", false, lanes.exp)
	unary("expTwice", "eˣ, computed to float64's precision and rounded once,", true, func(l lanes, x V) V { return l.expBy(x, 9) })
	unary("exp2", "2ˣ", true, func(l lanes, x V) V { return l.exp(l.mul(x, l.c(math.Ln2))) })
	unary("expm1", "eˣ-1", true, lanes.expm1)
	unary("sinh", "sinh x", true, lanes.sinh)
	unary("cosh", "cosh x", true, lanes.cosh)
	unary("asin", "asin x", true, lanes.asin)
	unary("acos", "acos x", true, lanes.acos)
	unary("atan", "atan x", true, lanes.atan)
	unary("softplus", "ln(1+eˣ)", true, lanes.softplus)
	unary("sigmoid", "1/(1+e⁻ˣ)", false, lanes.sigmoid)
	unary("silu", "x/(1+e⁻ˣ)", false, lanes.silu)
	unary("tanh", "tanh x", true, lanes.tanh)
	unary("erf", "erf x", true, lanes.erf)
	unary("erfc", "1-erf x", true, lanes.erfc)
	unary("gelu", "x·Φ(x)", false, lanes.gelu)
	unary("geluTanh", "x·Φ(x), approximated by tanh,", true, lanes.geluTanh)
	unary("log", "ln x", true, func(l lanes, x V) V { return l.log(x, 1) })
	unary("log2", "log₂ x", true, func(l lanes, x V) V { return l.log(x, math.Ln2) })
	unary("log10", "log₁₀ x", true, func(l lanes, x V) V { return l.log(x, math.Ln10) })
	unary("log1p", "ln(1+x)", true, lanes.log1p)
	return append(all, circular()...)
}

// circular are functions of an angle, which are valid for angles that are not too large.
func circular() []kernel {
	var all []kernel
	for _, f := range []struct {
		name   string
		f      func(l lanes, x V) V
		double bool
	}{
		{"sin", func(l lanes, x V) V { return l.cycle(x, 0) }, false},
		{"cos", func(l lanes, x V) V { return l.cycle(x, 1) }, false},
		{"tan", lanes.tan, true},
	} {
		all = append(all, kernel{
			name: f.name, doc: "writes " + f.name + " of each x to y, up to an x that is too large; it returns how many.",
			double: f.double, outs: []string{"y"}, ins: []string{"x"}, unroll: 1,
			body:  func(l lanes, _, in []V) []V { return []V{f.f(l, in[0])} },
			unfit: func(l lanes, _, in []V) truth { return l.far(in[0]) },
		})
	}
	return all
}

// exact are the functions that exist for arrays of float64, too: those that are one instruction, or few.
var exact = map[string]bool{
	"neg": true, "abs": true, "square": true, "sqrt": true, "rsqrt": true, "reciprocal": true, "relu": true,
	"floor": true, "ceil": true, "trunc": true, "round": true,
	"add": true, "sub": true, "mul": true, "div": true, "maximum": true, "minimum": true,
	"raised": true, "lowered": true, "sign": true, "floorMod": true, "truncMod": true,
}

// binary is a function of two arguments, either of which may be a scalar.
type binary struct {
	name, doc string
	f         func(l lanes, a, b V) V
}

// quotients are computed in float64.
var quotients = []binary{
	{"floorDiv", "the whole number below a/b", func(l lanes, a, b V) V { return l.toward(l.div(a, b), 1) }},
	{"truncDiv", "a/b rounded to zero", func(l lanes, a, b V) V { return l.toward(l.div(a, b), 3) }},
	{"floorMod", "a modulo b, up to where that is not exact, and returns how many,", func(l lanes, a, b V) V {
		return l.modulo(a, b, 1, b)
	}},
	{"truncMod", "that with the sign of a, up to where it is not exact, and returns how many,", func(l lanes, a, b V) V {
		return l.modulo(a, b, 3, a)
	}},
}

var binaries = []binary{
	{"add", "a+b", func(l lanes, a, b V) V { return l.add(a, b) }},
	{"sub", "a-b", func(l lanes, a, b V) V { return l.sub(a, b) }},
	{"mul", "a·b", func(l lanes, a, b V) V { return l.mul(a, b) }},
	{"div", "a/b", func(l lanes, a, b V) V { return l.div(a, b) }},
	{"maximum", "the larger of a and b, or NaN,", func(l lanes, a, b V) V { return l.pick(l.cmp(a, unordered, a), a, l.max(a, b)) }},
	{"minimum", "the smaller of a and b, or NaN,", func(l lanes, a, b V) V { return l.pick(l.cmp(a, unordered, a), a, l.min(a, b)) }},
	{"raised", "b where a is less, otherwise a,", func(l lanes, a, b V) V { return l.max(b, a) }},
	{"lowered", "b where a is more, otherwise a,", func(l lanes, a, b V) V { return l.min(b, a) }},
}

// fours are the functions of two arguments that reduce four arrays to one, from left to right.
var fours = map[string]bool{"add": true, "mul": true, "maximum": true, "minimum": true}

// four returns the kernel that reduces four arrays with b.
func (b binary) four() kernel {
	return kernel{
		name: b.name + "Four", doc: "joins each a, b, c and d to y as " + b.doc + " one after the other.", unroll: 2,
		outs: []string{"y"}, ins: []string{"y", "a", "b", "c", "d"},
		body: func(l lanes, _, in []V) []V {
			joined := in[0]
			for _, v := range in[1:] {
				joined = b.f(l, joined, v)
			}
			return []V{joined}
		},
	}
}

// past are the functions with a variant that bypasses the caches on writes: those that compute so little that they are
// memory-bound.
var past = map[string]bool{
	"square": true, "relu": true, "addVV": true, "subVV": true, "mulVV": true, "divVV": true, "addVS": true, "mulVS": true,
	"standardBy": true, "slope": true,
}

// pastCaches returns a variant of k whose writes bypass the caches.
func (k kernel) pastCaches() kernel {
	k.name, k.doc, k.past = k.name+"Past", k.doc[:len(k.doc)-1]+", which begins a cache line, past the caches.", true
	return k
}

// variants returns the loops for two arrays, an array and a scalar, and a scalar and an array.
func (b binary) variants(double bool) []kernel {
	k := kernel{
		name: b.name + "VV", doc: "writes " + b.doc + " for each a and b to y.", double: double, outs: []string{"y"},
		ins: []string{"a", "b"}, unroll: 4,
	}
	if double {
		k.unroll = 1
	}
	k.body = func(l lanes, _, in []V) []V { return []V{b.f(l, in[0], in[1])} }
	vs := k
	vs.name, vs.ins, vs.scalars = b.name+"VS", []string{"a"}, []string{"b"}
	vs.body = func(l lanes, s, in []V) []V { return []V{b.f(l, in[0], s[0])} }
	if strings.HasSuffix(b.name, "Mod") {
		k.unfit = func(l lanes, _, in []V) truth { return l.unlike(in[0], in[1]) }
		vs.unfit = func(l lanes, s, in []V) truth { return l.unlike(in[0], s[0]) }
		return []kernel{k, vs}
	}
	sv := k
	sv.name, sv.ins, sv.scalars = b.name+"SV", []string{"b"}, []string{"a"}
	sv.body = func(l lanes, s, in []V) []V { return []V{b.f(l, s[0], in[0])} }
	return []kernel{k, vs, sv}
}

var powers = []kernel{
	{
		name: "powVV", doc: "writes each a to the power of b to y, up to an a that is not positive; it returns how many.", double: true,
		outs: []string{"y"}, ins: []string{"a", "b"}, unroll: 1,
		body:  func(l lanes, _, in []V) []V { return []V{l.pow(in[0], in[1])} },
		unfit: func(l lanes, _, in []V) truth { return l.unusual(in[0]) },
	},
	{
		name: "powVS", doc: "writes each a to the power of b to y, up to an a that is not positive; it returns how many.", double: true,
		outs: []string{"y"}, ins: []string{"a"}, scalars: []string{"b"}, unroll: 1,
		body:  func(l lanes, s, in []V) []V { return []V{l.pow(in[0], s[0])} },
		unfit: func(l lanes, _, in []V) truth { return l.unusual(in[0]) },
	},
}
