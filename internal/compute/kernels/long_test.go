package kernels

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/msrepl/msrepl/internal/compute/simd"
)

// sample64 is sample in float64, with bits of its own.
func sample64(r *rand.Rand, n int) []float64 {
	x := make([]float64, n)
	for i, v := range sample(r, n) {
		x[i] = float64(v)
		if r.IntN(4) == 0 {
			x[i] = math.Float64frombits(r.Uint64())
		}
	}
	return x
}

func same64(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) || a != a && b != b }

// TestLongVectors compares the kernels for float64 with their twins in every bit, and what is around their results.
func TestLongVectors(t *testing.T) {
	eachSet(t, func(t *testing.T, s *simd.Set) {
		r := rand.New(rand.NewPCG(25, 26))
		for _, n := range lengths() {
			a, b := sample64(r, n+8)[n%5:][:n], sample64(r, n+8)[n%3:][:n]
			room, want := make([]float64, n+8), make([]float64, n)
			got := room[n%7:][:n]
			check := func(name string) {
				t.Helper()
				if !slices.EqualFunc(got, want, same64) {
					t.Fatalf("%s of %d differs", name, n)
				}
				if slices.ContainsFunc(append(room[:n%7:n%7], room[n%7+n:]...), func(v float64) bool { return v != 0 }) {
					t.Fatalf("%s of %d wrote beyond", name, n)
				}
			}
			for _, e := range longs1(s) {
				e.kernel.Run(got, a)
				if e.plain(want, a); e.short == shortRounded {
					oneByOne(want, a, e.kernel.Run)
				}
				check(e.name)
			}
			for _, e := range longs2(s) {
				e.vv.Run(got, a, b)
				e.plain(want, a, b)
				check(e.name)
				if n < 2 {
					continue
				}
				e.vs.Run(got, a, b[0])
				e.plain(want, a, b[:1])
				check(e.name + " with a number")
				e.sv.Run(got, b, a[0])
				e.plain(want, a[:1], b)
				check(e.name + " of a number")
			}
		}
	})
}

// TestLongPow compares powers of float64 by vectors with their twin in every bit.
func TestLongPow(t *testing.T) {
	exponents := []float64{
		-2, -1, -0.5, 0, 0.5, 1, 1.7, 2, 2.5, 3, 4, 5, 10, 63, 365, 1 << 40, 1<<53 - 1, 1e300, math.Inf(1), math.NaN(),
	}
	eachSet(t, func(t *testing.T, s *simd.Set) {
		r := rand.New(rand.NewPCG(45, 46))
		for _, n := range lengths()[1:] {
			x := sample64(r, n)
			if n%2 == 0 {
				for i := range x {
					x[i] = math.Copysign(float64(i%9)/4, r.NormFloat64())
				}
			}
			mixed := make([]float64, n)
			for i := range mixed {
				mixed[i] = exponents[r.IntN(len(exponents))]
			}
			check := func(a, b []float64) {
				t.Helper()
				got, want := make([]float64, n), make([]float64, n)
				longPow(s)(got, a, b)
				powFloatLoop(want, a, b)
				for i, w := range want {
					if !same64(got[i], w) {
						t.Fatalf("%v to the power of %v among %d is %v, want %v", a[i%len(a)], b[i%len(b)], n, got[i], w)
					}
				}
			}
			for _, e := range exponents {
				check(x, []float64{e})
			}
			check(x, mixed)
			check(x[:1], mixed)
		}
	})
}

// TestLongUlps compares functions of float64 by vectors with series in numbers of 400 bits.
func TestLongUlps(t *testing.T) {
	r := rand.New(rand.NewPCG(61, 62))
	one := bigOf(1)
	half := func(a, b *big.Float) *big.Float { return bigMul(bigOf(0.5), bigAdd(a, b)) }
	tan := func(x *big.Float) *big.Float { return bigQuo(sinBig(x), cosBig(x)) }
	bounded := func() float64 {
		return math.Copysign(math.Exp(-r.ExpFloat64()*(0.1+float64(r.IntN(12)))), r.NormFloat64())
	}
	near := func() float64 { return math.Copysign(1-math.Exp(-36*r.Float64()), r.NormFloat64()) }
	wide := func(most float64) func() float64 {
		return func() float64 { return math.Copysign(most*math.Exp(-30*r.Float64()*r.Float64()), r.NormFloat64()) }
	}
	positive := func() float64 { return math.Exp(math.Exp(4*r.Float64()-2) * r.NormFloat64()) }
	ln2, ln10 := lnBig(bigOf(2)), lnBig(bigOf(10))
	for _, f := range []struct {
		name string
		most float64
		at   []func() float64
		want func(x, y float64) *big.Float
	}{
		{"atan", 0.9, []func() float64{wide(3), wide(1e9)}, func(x, y float64) *big.Float {
			return inverseBig(tan, 1+math.Pow(math.Tan(y), 2), y, x)
		}},
		{"asin", 0.8, []func() float64{bounded, near}, func(x, y float64) *big.Float {
			return inverseBig(sinBig, math.Cos(y), y, x)
		}},
		{"acos", 0.8, []func() float64{bounded, near}, func(x, y float64) *big.Float {
			return inverseBig(cosBig, -math.Sin(y), y, x)
		}},
		{"tan", 0.8, []func() float64{wide(3), wide(40)}, func(x, _ float64) *big.Float { return tan(bigOf(x)) }},
		{"exp2", 0.9, []func() float64{wide(1000), wide(2)}, func(x, _ float64) *big.Float {
			return expBig(bigMul(bigOf(x), ln2))
		}},
		{"expm1", 1, []func() float64{wide(37), wide(1)}, func(x, _ float64) *big.Float {
			return bigSub(expBig(bigOf(x)), one)
		}},
		{"sinh", 0.9, []func() float64{wide(700), wide(3)}, func(x, _ float64) *big.Float {
			e := expBig(bigOf(x))
			return half(e, bigSub(bigOf(0), bigQuo(one, e)))
		}},
		{"cosh", 0.9, []func() float64{wide(700), wide(3)}, func(x, _ float64) *big.Float {
			e := expBig(bigOf(x))
			return half(e, bigQuo(one, e))
		}},
		{"log2", 0.7, []func() float64{positive}, func(x, _ float64) *big.Float { return bigQuo(lnBig(bigOf(x)), ln2) }},
		{"log10", 0.7, []func() float64{positive}, func(x, _ float64) *big.Float { return bigQuo(lnBig(bigOf(x)), ln10) }},
	} {
		for _, s := range vectorSets(t) {
			list := longFunctions(s)
			run := list[slices.IndexFunc(list, func(l longFunction) bool { return l.name == f.name })].run
			x, y := make([]float64, 500), make([]float64, 500)
			for i := range x {
				x[i] = f.at[i%len(f.at)]()
			}
			run(y, x)
			worst, where := 0.0, 0.0
			for i, v := range x {
				if u := ulps(y[i], f.want(v, y[i])); u > worst || u != u {
					worst, where = u, v
				}
			}
			t.Logf("%s of %s: %.3f units in the last place at %v", f.name, s.Name, worst, where)
			if !(worst <= f.most) {
				t.Errorf("%s(%v) is %.3g units in the last place off", f.name, where, worst)
			}
		}
	}
}

// TestPowUlps compares powers of float64 by vectors with e to the power of b·log a in numbers of 400 bits.
func TestPowUlps(t *testing.T) {
	r := rand.New(rand.NewPCG(63, 64))
	for _, s := range vectorSets(t) {
		const n = 500
		a, b, y, one := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, 1)
		for i := range a {
			a[i] = math.Exp(r.NormFloat64() * math.Exp(6*r.Float64()-4))
			b[i] = r.NormFloat64() * 4
			if i%2 == 0 { // large results
				b[i] = (2*r.Float64() - 1) * 700 / math.Log(a[i])
			}
			if i%5 == 0 { // whole exponents, which numpy's digits need, too
				if b[i] = math.Round(b[i]); math.Abs(b[i]) <= 3 {
					b[i] = 9
				}
			}
		}
		a[0], b[0] = 1.712074883430157e115, 2.5
		longPow(s)(y, a, b)
		for i := range a {
			if powFloatLoop(one, a[i:i+1], b[i:i+1]); !same64(one[0], y[i]) {
				t.Fatalf("%v to the power of %v is %v alone and %v in a row", a[i], b[i], one[0], y[i])
			}
		}
		worst, at := 0.0, 0
		for i, v := range a {
			if u := ulps(y[i], expBig(bigMul(bigOf(b[i]), lnBig(bigOf(v))))); y[i] > 0x1p-1021 && (u > worst || u != u) {
				worst, at = u, i
			}
		}
		t.Logf("%s: %.3f units in the last place at %v, %v", s.Name, worst, a[at], b[at])
		if !(worst <= 0.7) {
			t.Errorf("%v to the power of %v is %.3g units in the last place off", a[at], b[at], worst)
		}
	}
}

// TestLongSoftmax compares rows of float64 by vectors with their twins.
func TestLongSoftmax(t *testing.T) {
	eachSet(t, func(t *testing.T, s *simd.Set) {
		useVectors(s)
		r := rand.New(rand.NewPCG(47, 48))
		for _, n := range lengths()[1:] {
			x, got, want := make([]float64, n), make([]float64, n), make([]float64, n)
			for i := range x {
				x[i] = 10 * r.NormFloat64()
			}
			for k, f := range map[string][2]func(dst, x []float64){
				"softmax": {Softmax.F64, softmax[float64]}, "logSoftmax": {LogSoftmax.F64, logSoftmax[float64]},
			} {
				for _, first := range []float64{x[0], math.Inf(-1), math.Inf(1), math.NaN()} {
					x[0] = first
					f[0](got, x)
					f[1](want, x)
					for i, w := range want {
						if v := got[i]; n < shortRounded && !same64(v, w) || apart64(v, w) > 8 {
							t.Fatalf("%s of %d, the first of which is %v: %v, want %v", k, n, first, v, w)
						}
					}
				}
			}
		}
	})
	useVectors(simd.Sets()[0])
}

// oneByOne computes each element by a call of its own.
func oneByOne(dst, x []float64, f func(dst, x []float64)) {
	for i := range x {
		f(dst[i:i+1], x[i:i+1])
	}
}

// longFunction is a function of float64 that vectors round in their own way, with its twin.
type longFunction struct {
	name       string
	run, plain func(dst, x []float64)
}

// longFunctions lists those of a set.
func longFunctions(s *simd.Set) []longFunction {
	list := []longFunction{
		{"sin", func(dst, x []float64) { s.LongSin.Run(dst, x, sinLoop[float64]) }, sinLoop[float64]},
		{"cos", func(dst, x []float64) { s.LongCos.Run(dst, x, cosLoop[float64]) }, cosLoop[float64]},
		{"tan", func(dst, x []float64) { s.LongTan.Run(dst, x, tanLoop[float64]) }, tanLoop[float64]},
	}
	for _, e := range longs1(s) {
		if e.short == shortRounded {
			list = append(list, longFunction{e.name, e.kernel.Run, e.plain})
		}
	}
	for _, e := range longBands(s) {
		list = append(list, longFunction{e.name, e.run, e.plain})
	}
	return list
}

// apart64 is by how many units in the last place of b, or of the smallest normal number, a differs.
func apart64(a, b float64) float64 {
	if same64(a, b) {
		return 0
	}
	size := max(math.Abs(b), 0x1p-1022)
	return math.Abs(a-b) / (math.Nextafter(size, math.Inf(1)) - size)
}

// TestLongFunctions compares functions of float64 with their twins, which are Go's, at usual numbers, and those of
// all instruction sets with each other, in every bit.
func TestLongFunctions(t *testing.T) {
	sets := vectorSets(t)
	r := rand.New(rand.NewPCG(37, 38))
	x, got, want, first := make([]float64, 4096), make([]float64, 4096), make([]float64, 4096), make([]float64, 4096)
	for round := range 8 {
		for i := range x {
			x[i] = r.NormFloat64() * math.Pow(4, float64(round)-3)
		}
		copy(x, []float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN()})
		for k, f := range longFunctions(sets[0]) {
			f.plain(want, x)
			f.run(first, x)
			for i, v := range want {
				near := apart64(first[i], v) <= 4 || (f.name == "sin" || f.name == "cos") && math.Abs(first[i]-v) < 0x1p-52
				if !near || v == 0 && !same64(first[i], v) {
					t.Fatalf("%s of %v is %v, want %v", f.name, x[i], first[i], v)
				}
			}
			for _, s := range sets {
				run := longFunctions(s)[k].run
				if run(got, x); !slices.EqualFunc(got, first, same64) {
					t.Fatalf("%s differs by %s", f.name, s.Name)
				}
				for n := range 40 {
					clear(got)
					run(got[:n], x[64:64+n])
					if !slices.EqualFunc(got[:n], first[64:64+n], same64) || got[n] != 0 {
						t.Fatalf("%s of %d differs by %s", f.name, n, s.Name)
					}
				}
			}
		}
	}
}

// TestNeighbours: the digits of an element do not depend on those beside it for which a formula does not hold.
func TestNeighbours(t *testing.T) {
	const n = 200
	r := rand.New(rand.NewPCG(41, 42))
	eachSet(t, func(t *testing.T, s *simd.Set) {
		for name, f := range map[string]func(dst, x []float64){
			"sin":     func(dst, x []float64) { s.LongSin.Run(dst, x, sinLoop[float64]) },
			"cos":     func(dst, x []float64) { s.LongCos.Run(dst, x, cosLoop[float64]) },
			"tan":     func(dst, x []float64) { s.LongTan.Run(dst, x, tanLoop[float64]) },
			"lgamma":  func(dst, x []float64) { byFloats(dst, x, s.Lgamma, lgammaLoop[float32]) },
			"digamma": func(dst, x []float64) { byFloats(dst, x, s.Digamma, digammaLoop[float32]) },
		} {
			x, want, got := make([]float64, n), make([]float64, n), make([]float64, n)
			for i := range x {
				x[i] = r.Float64()*20 + 0.5
			}
			f(want, x)
			for range 50 {
				odd := slices.Clone(x)
				for range r.IntN(9) {
					odd[r.IntN(n)] = []float64{math.NaN(), math.Inf(1), -0x1p40, -2.5}[r.IntN(4)]
				}
				f(got, odd)
				for i, v := range got {
					if odd[i] == x[i] && v != want[i] {
						t.Fatalf("%s of %v is %v, alone %v", name, x[i], v, want[i])
					}
				}
			}
		}
	})
}

// byFloats computes a function of float32.
func byFloats(dst, x []float64, k simd.Part1, plain func(dst, x []float32)) {
	in, out := make([]float32, len(x)), make([]float32, len(x))
	for i, v := range x {
		in[i] = float32(v)
	}
	k.Run(out, in, plain)
	for i, v := range out {
		dst[i] = float64(v)
	}
}

// TestLongDigits compares functions of float64 with values that were computed with 400 bits, where Go's lose digits
// or results are at the bounds of float64, too.
func TestLongDigits(t *testing.T) {
	eachSet(t, func(t *testing.T, s *simd.Set) {
		for _, f := range longFunctions(s) {
			for _, c := range longDigits {
				y := []float64{0}
				if c.name != f.name {
					continue
				}
				if f.run(y, []float64{c.x}); apart64(y[0], c.want) > 2 || math.Signbit(y[0]) != math.Signbit(c.want) {
					t.Errorf("%s of %v is %v, want %v", c.name, c.x, y[0], c.want)
				}
			}
		}
	})
}

var longDigits = []struct {
	name    string
	x, want float64
}{
	{"expm1", 1e-300, 1e-300},
	{"expm1", 1.1102230246251565e-16, 1.1102230246251565e-16},
	{"expm1", -0.5, -0.3934693402873666},
	{"expm1", -38.5, -1},
	{"expm1", 709.7429159798432, 1.7275553862955762e+308},
	{"log1p", -5e-324, -5e-324},
	{"log1p", 1.6653345369377348e-16, 1.6653345369377346e-16},
	{"log1p", -0.9999999999999999, -36.7368005696771},
	{"log1p", 1.7976931348623157e+308, 709.782712893384},
	{"log2", 5e-324, -1074},
	{"log2", 0.5, -1},
	{"log2", 0x1p-900, -900},
	{"log2", 0x1p+1000, 1000},
	{"log2", 0.9999999999999999, -1.6017132519074588e-16},
	{"log2", 1.0000000000000002, 3.203426503814917e-16},
	{"log2", 1.7976931348623157e+308, 1024},
	{"softplus", -740.0, 4.2e-322},
	{"softplus", -36.7368005696771, 1.1102230246251573e-16},
	{"softplus", 1.7976931348623157e+308, 1.7976931348623157e+308},
	{"exp", 709.7429159798432, 1.7275553862955762e+308},
	{"exp", 709.782712893384, 1.7976931348622732e+308},
	{"exp", 709.7827128933841, math.Inf(1)},
	{"exp", -708.5, 2.006132305331306e-308},
	{"exp", -740.0, 4.2e-322},
	{"exp", -745.1332191019411, 5e-324},
	{"exp", -745.1332191019412, 0.0},
	{"exp", 53.71678214761005, 2.1325639937949055e+23},
	{"exp", 1e-300, 1.0},
	{"exp", -0.34657359027997264, 0.7071067811865476},
	{"log", 5e-324, -744.4400719213812},
	{"log", 1.494949733243118e-308, -708.7941160591374},
	{"log", 2.2250738585072014e-308, -708.3964185322641},
	{"log", 1.7976931348623157e+308, 709.782712893384},
	{"log", 1.314614884750236e+308, 709.4697524015952},
	{"log", 0.9999999999999999, -1.1102230246251565e-16},
	{"log", 1.0000000000000002, 2.2204460492503128e-16},
	{"log", 1.0423942392236922, 0.041520220358596004},
	{"log", 0.7083333333333334, -0.3448404862917295},
	{"tanh", 0.6252044320530434, 0.5547412589682635},
	{"tanh", 0.6416600893048023, 0.5660288285011622},
	{"tanh", 0.625, 0.5545997223493823},
	{"tanh", 0.6249999999999999, 0.5545997223493823},
	{"tanh", 1e-08, 1e-08},
	{"tanh", -1e-310, -1e-310},
	{"tanh", 22.5, 1.0},
	{"tanh", -400.0, -1.0},
	{"sigmoid", -3.454579135995045, 0.030632592768237307},
	{"sigmoid", -709.7429159798432, 5.78852642255549e-309},
	{"sigmoid", -745.0, 5e-324},
	{"sigmoid", 36.7, 0.9999999999999999},
	{"sigmoid", 1e-17, 0.5},
	{"silu", -37.118392643885066, -2.8136887823230656e-15},
	{"silu", -709.475004691333, -5.368556323714045e-306},
	{"silu", 0.015625, 0.007873533914516883},
	{"silu", 800.0, 800.0},
	{"sin", 3.141592653589793, 1.2246467991473532e-16},
	{"sin", 207902857.78868142, -2.2503611349564782e-11},
	{"sin", 61875644.94502641, -1.0},
	{"sin", 2.3446936615374767, 0.7151921521841763},
	{"sin", 1e-09, 1e-09},
	{"sin", -1e-310, -1e-310},
	{"sin", 1e+22, -0.8522008497671888},
	{"cos", 1.5707963267948966, 6.123233995736766e-17},
	{"cos", -238953292.17568898, -0.7381797147503172},
	{"cos", 61875644.94502641, -1.2605482004333375e-13},
	{"cos", 1e-09, 1.0},
	{"cos", 0.7853981633974484, 0.7071067811865475},
}
