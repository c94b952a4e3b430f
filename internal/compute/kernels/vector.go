package kernels

import (
	"math"

	"github.com/msrepl/msrepl/internal/compute/simd"
)

// Rows shorter than these use the plain loops: for few elements, a call of assembly costs more, and functions that
// vectors compute to within an ulp or two stay exact to the last digit, as recorded, where single numbers are
// examined.
const (
	shortExact   = 16
	shortRounded = 64
)

func init() {
	if sets := simd.Sets(); len(sets) > 0 {
		useVectors(sets[0])
	}
}

// useVectors replaces the plain loops for float32 with the kernels of s.
func useVectors(s *simd.Set) {
	for _, e := range vectors1(s) {
		e.table.F32 = unaryOr(e.plain, e.kernel, e.past, e.short)
		e.table.F32Past = pastUnary(e.table.F32, e.kernel, e.past)
	}
	for _, e := range vectors2(s) {
		e.table.F32 = binaryOr(e.plain, e.vv, e.vs, e.sv, e.pastVV)
		e.table.F32Past = pastBinary(e.table.F32, e.vv, e.pastVV, e.vs, e.pastVS)
	}
	useLong(s)
	useIntegers[int8](s)
	useIntegers[int16](s)
	useIntegers[int32](s)
	useIntegers[int64](s)
	useIntegers[uint8](s)
	useIntegers[uint16](s)
	useIntegers[uint32](s)
	useIntegers[uint64](s)
	useQuotients(s)
	for _, c := range byteComparisons {
		c.table.U8 = c.loop(s.Lines[c.kernel])
	}
	useTurns(s)
	CountTrue = s.CountTrue
	for _, c := range comparisons(s) {
		c.table.F32 = c.loop()
	}
	useConversions(s)
	useSelections(s)
	usePartial(s)
	useFolds(s)
	useBends(s)
	useSteps(s)
	usePasses(s)
	useComplex(s)
	flipWords, flipLongs, evens = s.Flip, s.LongFlip, s.Evens
}

// usePartial installs the kernels of s that leave some arguments to the plain loops.
func usePartial(s *simd.Set) {
	Sin.F32 = partialOr(sinLoop[float32], s.Sin)
	Cos.F32 = partialOr(cosLoop[float32], s.Cos)
	Tan.F32 = partialOr(tanLoop[float32], s.Tan)
	Lgamma.F32 = partialOr(lgammaLoop[float32], s.Lgamma)
	Digamma.F32 = partialOr(digammaLoop[float32], s.Digamma)
	Hypot.F32 = spreadOr(hypotLoop[float32], s.HypotVV.Run)
	Atan2.F32 = spreadOr(atan2Loop[float32], s.Atan2VV.Run)
	Xlogy.F32 = spreadOr(xlogyLoop[float32], func(dst, a, b []float32) { xlogyVectors(s, dst, a, b) })
	LogAddExp.F32 = spreadOr(logAddExpLoop[float32], func(dst, a, b []float32) { logAddExpVectors(s, dst, a, b) })
	Fmax.F32 = spreadOr(fmaxLoop[float32], fmaxPieces)
	Fmin.F32 = spreadOr(fminLoop[float32], fminPieces)
	Leaned.F32 = piecesOr(leanedLoop[float32], leanedPieces)
	Heaviside.F32 = piecesOr(heavisideLoop[float32], heavisidePieces)
	NextAfter.F32 = piecesOr(nextAfterLoop[float32], nextFloats)
	Frac.F32 = func(dst, x []float32) { fracVectors(s, dst, x) }
	CopySign.F32 = spreadOr(copySignLoop[float32], copySignBits)
	Pow.F32 = func(dst, a, b []float32) { powVectors(s, dst, a, b) }
	SiluGrad.F32 = spreadOr(siluGradLoop[float32], s.SiluGrad.Run)
	GeluGrad.F32 = spreadOr(geluGradLoop[float32], func(dst, x, g []float32) { geluGradVectors(s, dst, x, g) })
	FloorMod.F32 = modulo(floorModFloatLoop[float32], s.FloorModVV, s.FloorModVS)
	TruncMod.F32 = modulo(truncModFloatLoop[float32], s.TruncModVV, s.TruncModVS)
}

func partialOr[T float32 | float64](plain func(dst, x []T), k simd.Part[T]) func(dst, x []T) {
	return func(dst, x []T) {
		if len(dst) < shortRounded {
			plain(dst, x)
			return
		}
		k.Run(dst, x, plain)
	}
}

// spreadOr uses plain for short rows, else run, for which a single number is repeated.
func spreadOr[T float32 | float64](plain, run func(dst, a, b []T)) func(dst, a, b []T) {
	return func(dst, a, b []T) {
		switch {
		case len(dst) < shortRounded:
			plain(dst, a, b)
		case len(a) == len(b):
			run(dst, a, b)
		default:
			spread(dst, a, b, run)
		}
	}
}

// spread calls run for a few elements at a time, repeating whichever of a and b is a single number.
func spread[T float32 | float64](dst, a, b []T, run func(dst, a, b []T)) {
	room := composedRooms.Get().(*composedRoom)
	same := partOf[T](room, 0, min(composedBand, len(dst)))
	for i := range same {
		same[i] = a[0]
		if len(a) == len(dst) {
			same[i] = b[0]
		}
	}
	for at, n := 0, 0; at < len(dst); at += n {
		n = min(len(same), len(dst)-at)
		if len(a) < len(dst) {
			run(dst[at:at+n], same[:n], b[at:at+n])
		} else {
			run(dst[at:at+n], a[at:at+n], same[:n])
		}
	}
	composedRooms.Put(room)
}

// logAddExpVectors is a vector version of logAddExp: the larger argument plus softplus of the difference, in pieces
// that fit in the first-level cache. The difference is taken from a finite number to avoid inf - inf.
func logAddExpVectors(s *simd.Set, dst, a, b []float32) {
	room := composedRooms.Get().(*composedRoom)
	for n := 0; len(dst) > 0; dst, a, b = dst[n:], a[n:], b[n:] {
		n = min(len(dst), composedBand)
		larger, finite, rest := partOf[float32](room, 0, n), partOf[float32](room, 1, n), partOf[float32](room, 2, n)
		s.MaximumVV.Run(larger, a[:n], b[:n])
		s.MaximumVS.Run(finite, larger, -math.MaxFloat32)
		s.MinimumVS.Run(finite, finite, math.MaxFloat32)
		s.MinimumVV.Run(rest, a[:n], b[:n])
		s.SubVV.Run(rest, rest, finite)
		s.Softplus.Run(rest, rest)
		s.AddVV.Run(dst[:n], larger, rest)
	}
	composedRooms.Put(room)
}

// copySignBits is copySign on the bits of two arrays.
func copySignBits(dst, a, b []float32) {
	const sign = 1 << 31
	to, from, signs := numbers[uint32](dst), numbers[uint32](a)[:len(dst)], numbers[uint32](b)[:len(dst)]
	for i := range to {
		to[i] = from[i]&^sign | signs[i]&sign
	}
}

// nextFloats is nextAfter without branches that depend on the order of the arguments, which processors cannot predict.
func nextFloats(dst, a, b []float32) {
	step := min(1, len(b)-1)
	for i, v := range a {
		w := b[i*step]
		if v == 0 || v != v || w != w {
			dst[i] = nextAfter(v, w)
			continue
		}
		x, y := int32(math.Float32bits(v)), int32(math.Float32bits(w))
		x, y = x^x>>31&math.MaxInt32, y^y>>31&math.MaxInt32 // in the order of the numbers
		way := int64(y) - int64(x)
		x += int32(way>>63 | int64(uint64(-way)>>63))
		dst[i] = math.Float32frombits(uint32(x ^ x>>31&math.MaxInt32))
	}
}

// fracVectors is a vector version of frac, in pieces that fit in the first-level cache.
func fracVectors(s *simd.Set, dst, x []float32) {
	room := composedRooms.Get().(*composedRoom)
	for n := 0; len(dst) > 0; dst, x = dst[n:], x[n:] {
		n = min(len(dst), composedBand)
		whole := partOf[float32](room, 0, n)
		s.Trunc.Run(whole, x[:n])
		s.SubVV.Run(dst[:n], x[:n], whole)
	}
	composedRooms.Put(room)
}

// xlogyVectors is a vector version of xlogy, in pieces whose logarithms fit in the first-level cache.
func xlogyVectors(s *simd.Set, dst, a, b []float32) {
	room := composedRooms.Get().(*composedRoom)
	logs := partOf[float32](room, 0, composedBand)
	for len(dst) > 0 {
		n := min(len(dst), len(logs))
		s.Log.Run(logs[:n], b[:n])
		s.Xlogy(n, &dst[0], &a[0], &b[0], &logs[0])
		dst, a, b = dst[n:], a[n:], b[n:]
	}
	composedRooms.Put(room)
}

// powVectors is a vector version of powFloat. The square is exact, also for negative numbers; the cube and the
// reciprocal are rounded as in the Go loop.
func powVectors(s *simd.Set, dst, a, b []float32) {
	each := func(dst, a, b []float32) { s.PowVV.Run(dst, a, b, powFloatLoop[float32]) }
	switch {
	case len(dst) < shortRounded:
		powFloatLoop(dst, a, b)
	case len(a) < len(dst):
		spread(dst, a, b, each)
	case len(b) == len(dst):
		each(dst, a, b)
	case b[0] == -1:
		s.Reciprocal.Run(dst, a)
	case b[0] == 2:
		s.MulVV.Run(dst, a, a)
	case b[0] == 3:
		s.Cube.Run(dst, a)
	default:
		powers(s, dst, a, b)
	}
}

// powers computes dst = a to the power of a single number. The exponent 0.5 uses the square root if no element is
// -∞; whole exponents use powers of the absolute values, with the signs of a if odd.
func powers(s *simd.Set, dst, a, b []float32) {
	from := a
	whole := b[0] == float32(math.Trunc(float64(b[0]))) && &dst[0] != &a[0]
	switch {
	case b[0] == 0.5 && s.Smallest(a) > float32(math.Inf(-1)):
		s.Sqrt.Run(dst, a)
		s.AddVS.Run(dst, dst, 0) // the square root of -0 is -0, its power 0
		return
	case whole:
		s.Abs.Run(dst, a)
		from = dst
	}
	s.PowVS.Run(dst, from, b[0], func(dst, a []float32) { powFloatLoop(dst, a, b) })
	if whole && math.Abs(math.Mod(float64(b[0]), 2)) == 1 {
		copySignBits(dst, dst, a)
	}
}

// geluGradVectors is a vector version of geluGrad, in pieces whose erfc values fit in the first-level cache.
func geluGradVectors(s *simd.Set, dst, x, g []float32) {
	room := composedRooms.Get().(*composedRoom)
	for len(dst) > 0 {
		n := min(len(dst), composedBand)
		part := partOf[float32](room, 0, n)
		s.MulVS.Run(part, x[:n], -math.Sqrt2/2)
		s.Erfc.Run(part, part)
		s.GeluGrad(n, &dst[0], &x[0], &g[0], &part[0])
		dst, x, g = dst[n:], x[n:], g[n:]
	}
	composedRooms.Put(room)
}

// modulo returns a vector version of a remainder.
func modulo[T float32 | float64](
	plain func(dst, a, b []T), vv simd.PairPart[T], vs simd.ScaledPart[T],
) func(dst, a, b []T) {
	each := func(dst, a, b []T) { vv.Run(dst, a, b, plain) }
	return func(dst, a, b []T) {
		switch {
		case len(dst) < shortExact:
			plain(dst, a, b)
		case len(a) < len(dst):
			spread(dst, a, b, each)
		case len(b) == len(dst):
			each(dst, a, b)
		default:
			vs.Run(dst, a, b[0], func(dst, a []T) { plain(dst, a, b) })
		}
	}
}

// useFolds replaces the plain reductions with those of s. Plain loops that call others do so through the tables.
func useFolds(s *simd.Set) {
	Sum.F32 = s.Sum
	sumRows = func(dst, x []float32, n int) {
		if n < 8 {
			sumRowsLoop(dst, x, n)
			return
		}
		s.SumRows(dst, x, n)
	}
	rowSums = func(dst, x []float32, n, apart, step int) {
		if n < 8 {
			rowSumsLoop(dst, x, n, apart, step)
			return
		}
		s.RowSums(dst, x, n, apart, step)
	}
	Add.f32Rows = joinFours(s.AddFour, s.AddVV)
	Mul.f32Rows = joinFours(s.MulFour, s.MulVV)
	Maximum.f32Rows = joinFours(s.MaximumFour, s.MaximumVV)
	Minimum.f32Rows = joinFours(s.MinimumFour, s.MinimumVV)
	if s.SumsSteps() {
		rowStep = 2
	}
	Amax.F32 = reduceOr(amax[float32], s.Largest)
	Amin.F32 = reduceOr(amin[float32], s.Smallest)
	ArgMax.F32 = argOr(argMax[float32], s.ArgLargest)
	ArgMin.F32 = argOr(argMin[float32], s.ArgSmallest)
	exponentials = func(dst, x, most []float32, n int) { exponentialVectors(s, dst, x, most, n) }
	exponential = func(y []float32, n int) { exponentialVector(s, y, n) }
}

// joinFours combines rows into dst four at a time.
func joinFours(four simd.Join4, one simd.Map2) func(dst, x []float32, rows, apart int) {
	return func(dst, x []float32, rows, apart int) {
		n := len(dst)
		for ; rows >= 4; rows -= 4 {
			a, b, c, d := x[:n], x[apart:apart+n], x[2*apart:2*apart+n], x[3*apart:3*apart+n]
			for at := 0; at < n; at += simd.Step { // an iterator would allocate here
				four(min(simd.Step, n-at), &dst[at], &a[at], &b[at], &c[at], &d[at])
			}
			x = x[min(len(x), 4*apart):]
		}
		for i := range rows {
			one.Run(dst, dst, x[i*apart:i*apart+n])
		}
	}
}

func reduceOr[T Float](plain, k func(x []T) T) func(x []T) T {
	return func(x []T) T {
		if len(x) < shortRounded {
			return plain(x)
		}
		return k(x)
	}
}

func argOr(plain, k func(x []float32) int) func(x []float32) int {
	return func(x []float32) int {
		if len(x) < shortRounded {
			return plain(x)
		}
		return k(x)
	}
}

// exponentialVectors is a vector version of exponentialLoop. Short rows almost always have the digits of the Go
// loop.
func exponentialVectors(s *simd.Set, dst, x, most []float32, n int) {
	if n >= shortRounded {
		for i, m := range most {
			s.ExpSub.Run(dst[i*n:(i+1)*n], x[i*n:(i+1)*n], m)
		}
		return
	}
	for i, m := range most {
		to := dst[i*n : (i+1)*n]
		for j, v := range x[i*n : (i+1)*n] {
			to[j] = v - m
		}
	}
	exponentialVector(s, dst, n)
}

// exponentialVector replaces y by e to the power of y, for rows or columns of n elements.
func exponentialVector(s *simd.Set, y []float32, n int) {
	switch {
	case len(y) < shortRounded:
		expLoop(y, y)
	case n < shortRounded:
		s.ExpTwice.Run(y, y)
	default:
		s.Exp.Run(y, y)
	}
}

// vector1 is a unary function with its loops.
type vector1 struct {
	name   string
	table  *Unary
	plain  func(dst, x []float32)
	kernel simd.Map1
	past   simd.Map1 // nil if there is none
	short  int
}

func vectors1(s *simd.Set) []vector1 {
	return []vector1{
		{"neg", &Neg, negLoop[float32], s.Neg, nil, shortExact},
		{"abs", &Abs, absLoop[float32], s.Abs, nil, shortExact},
		{"square", &Square, squareLoop[float32], s.Square, s.SquarePast, shortExact},
		{"sign", &Sign, signLoop[float32], s.Sign, nil, shortExact},
		{"sqrt", &Sqrt, sqrtLoop[float32], s.Sqrt, nil, shortExact},
		{"rsqrt", &Rsqrt, rsqrtLoop[float32], s.Rsqrt, nil, shortExact},
		{"reciprocal", &Reciprocal, reciprocalLoop[float32], s.Reciprocal, nil, shortExact},
		{"relu", &Relu, reluLoop[float32], s.Relu, s.ReluPast, shortExact},
		{"floor", &Floor, floorLoop[float32], s.Floor, nil, shortExact},
		{"ceil", &Ceil, ceilLoop[float32], s.Ceil, nil, shortExact},
		{"trunc", &Trunc, truncLoop[float32], s.Trunc, nil, shortExact},
		{"round", &Round, roundLoop[float32], s.Round, nil, shortExact},
		{"exp", &Exp, expLoop[float32], s.Exp, nil, shortRounded},
		{"exp2", &Exp2, exp2Loop[float32], s.Exp2, nil, shortRounded},
		{"expm1", &Expm1, expm1Loop[float32], s.Expm1, nil, shortRounded},
		{"sinh", &Sinh, sinhLoop[float32], s.Sinh, nil, shortRounded},
		{"cosh", &Cosh, coshLoop[float32], s.Cosh, nil, shortRounded},
		{"asin", &Asin, asinLoop[float32], s.Asin, nil, shortRounded},
		{"acos", &Acos, acosLoop[float32], s.Acos, nil, shortRounded},
		{"atan", &Atan, atanLoop[float32], s.Atan, nil, shortRounded},
		{"softplus", &Softplus, softplusLoop[float32], s.Softplus, nil, shortRounded},
		{"erfc", &Erfc, erfcLoop[float32], s.Erfc, nil, shortRounded},
		{"sigmoid", &Sigmoid, sigmoidLoop[float32], s.Sigmoid, nil, shortRounded},
		{"silu", &Silu, siluLoop[float32], s.Silu, nil, shortRounded},
		{"gelu", &Gelu, geluLoop[float32], s.Gelu, nil, shortRounded},
		{"geluTanh", &GeluTanh, geluTanhLoop[float32], s.GeluTanh, nil, shortRounded},
		{"tanh", &Tanh, tanhLoop[float32], s.Tanh, nil, shortRounded},
		{"erf", &Erf, erfLoop[float32], s.Erf, nil, shortRounded},
		{"log", &Log, logLoop[float32], s.Log, nil, shortRounded},
		{"log2", &Log2, log2Loop[float32], s.Log2, nil, shortRounded},
		{"log10", &Log10, log10Loop[float32], s.Log10, nil, shortRounded},
		{"log1p", &Log1p, log1pLoop[float32], s.Log1p, nil, shortRounded},
	}
}

func unaryOr[T float32 | float64](plain func(dst, x []T), k, past simd.Unary[T], short int) func(dst, x []T) {
	return func(dst, x []T) {
		switch {
		case len(dst) < short:
			plain(dst, x)
		case len(dst) >= pastFrom && past != nil && &dst[0] != &x[0]:
			k.RunPast(past, dst, x)
		default:
			k.Run(dst, x)
		}
	}
}

// vector2 is a binary function with its loops: for two arrays, and for an array with a number as second or first
// argument.
type vector2 struct {
	name   string
	table  *Binary
	plain  func(dst, a, b []float32)
	vv     simd.Map2
	vs, sv simd.Map2S

	pastVV simd.Map2 // nil if there is none
	pastVS simd.Map2S
}

func vectors2(s *simd.Set) []vector2 {
	none := simd.Map2S(nil)
	return []vector2{
		{"reluGrad", &ReluGrad, reluGradLoop[float32], s.ReluGrad, none, none, nil, none},
		{"tanhGrad", &TanhGrad, tanhGradLoop[float32], s.TanhGrad, none, none, nil, none},
		{"sigmoidGrad", &SigmoidGrad, sigmoidGradLoop[float32], s.SigmoidGrad, none, none, nil, none},
		{"add", &Add, addLoop[float32], s.AddVV, s.AddVS, s.AddSV, s.AddVVPast, s.AddVSPast},
		{"sub", &Sub, subLoop[float32], s.SubVV, s.SubVS, s.SubSV, s.SubVVPast, none},
		{"mul", &Mul, mulLoop[float32], s.MulVV, s.MulVS, s.MulSV, s.MulVVPast, s.MulVSPast},
		{"div", &Div, divLoop[float32], s.DivVV, s.DivVS, s.DivSV, s.DivVVPast, none},
		{"floorDiv", &FloorDiv, floorDivFloatLoop[float32], s.FloorDivVV, s.FloorDivVS, s.FloorDivSV, nil, none},
		{"truncDiv", &TruncDiv, truncDivFloatLoop[float32], s.TruncDivVV, s.TruncDivVS, s.TruncDivSV, nil, none},
		{"maximum", &Maximum, maximumLoop[float32], s.MaximumVV, s.MaximumVS, s.MaximumSV, nil, none},
		{"minimum", &Minimum, minimumLoop[float32], s.MinimumVV, s.MinimumVS, s.MinimumSV, nil, none},
		{"raised", &Raised, raisedLoop[float32], s.RaisedVV, s.RaisedVS, s.RaisedSV, nil, none},
		{"lowered", &Lowered, loweredLoop[float32], s.LoweredVV, s.LoweredVS, s.LoweredSV, nil, none},
	}
}

func binaryOr[T float32 | float64](plain func(dst, a, b []T), vv simd.Binary[T], vs, sv simd.Scaled[T], pastVV simd.Binary[T]) func(dst, a, b []T) {
	return func(dst, a, b []T) {
		switch {
		case len(dst) < shortExact:
			plain(dst, a, b)
		case vs == nil && len(a) != len(b):
			spread(dst, a, b, vv.Run)
		case len(a) == len(dst) && len(b) == len(dst):
			if len(dst) >= pastFrom && pastVV != nil && &dst[0] != &a[0] && &dst[0] != &b[0] {
				vv.RunPast(pastVV, dst, a, b)
				return
			}
			vv.Run(dst, a, b)
		case len(b) == 1:
			vs.Run(dst, a, b[0])
		default:
			sv.Run(dst, b, a[0])
		}
	}
}

// useSteps replaces the plain optimizer steps with those of s.
func useSteps(s *simd.Set) {
	descend = func(w, g []float32, lr float32) {
		for p := range calls(len(w)) {
			s.Descend(p.n, &w[p.at], &g[p.at], lr)
		}
	}
	momentumStep = func(w, moments, g []float32, lr, m float32) {
		for p := range calls(len(w)) {
			s.Momentum(p.n, &w[p.at], &moments[p.at], &g[p.at], lr, m)
		}
	}
	accumStep = func(w, accum, first, g []float32, lr, m, keep float32) {
		for p := range calls(len(w)) {
			s.Accum(p.n, &w[p.at], &accum[p.at], &first[p.at], &g[p.at], lr, m, keep)
		}
	}
	adamStep = func(w, m, v, g []float32, lr, rest1, rest2, eps float32) {
		for p := range calls(len(w)) {
			s.Adam(p.n, &w[p.at], &m[p.at], &v[p.at], &g[p.at], lr, rest1, rest2, eps)
		}
	}
	AdamW, AdaMax, RMSProp = StateStep(s.AdamW), StateStep(s.AdaMax), StateStep(s.RmsProp)
	Adadelta, Adagrad = StateStep(s.Adadelta), StateStep(s.Adagrad)
}

// part is n elements, starting at index at.
type part struct{ at, n int }

// calls divides n elements into the parts that one call of a kernel may process.
func calls(n int) func(yield func(part) bool) {
	return func(yield func(part) bool) {
		for at := 0; at < n; at += simd.Step {
			if !yield(part{at, min(simd.Step, n-at)}) {
				return
			}
		}
	}
}

// usePasses replaces the plain loops of norms with those of s.
func usePasses(s *simd.Set) {
	passes.sumSquares, passes.sumApart, passes.sumNormal = s.SumSquares, s.SumApart, s.SumNormal
	passes.standard = func(y, x, w, b []float32, m, r float32) {
		for p := range calls(len(y)) {
			s.Standard(p.n, &y[p.at], &x[p.at], &w[p.at], &b[p.at], m, r)
		}
	}
	passes.standardBy = func(y, x []float32, m, r, w, b float32) {
		for p := range calls(len(y)) {
			s.StandardBy(p.n, &y[p.at], &x[p.at], m, r, w, b)
		}
	}
	passes.gather = func(u, v, g, w, x []float32, m, r float32) (sum, product float32) {
		if len(g) == 0 {
			return 0, 0
		}
		return s.Gather(len(g), &u[0], &v[0], &g[0], &w[0], &x[0], m, r)
	}
	passes.slopeBy = func(y, g, w, x []float32, m, r, k, p, q float32) {
		for c := range calls(len(y)) {
			s.SlopeBy(c.n, &y[c.at], &g[c.at], &w[c.at], &x[c.at], m, r, k, p, q)
		}
	}
	passes.slope = func(y, a, x []float32, m, r, k, p, q float32) {
		for c := range calls(len(y)) {
			s.Slope(c.n, &y[c.at], &a[c.at], &x[c.at], m, r, k, p, q)
		}
	}
	passes.standardByPast = func(y, x []float32, m, r, w, b float32) {
		n := simd.Unaligned(y)
		passes.standardBy(y[:n], x[:n], m, r, w, b)
		y, x = y[n:], x[n:]
		for p := range calls(len(y)) {
			s.StandardByPast(p.n, &y[p.at], &x[p.at], m, r, w, b)
		}
	}
	passes.slopePast = func(y, a, x []float32, m, r, k, p, q float32) {
		n := simd.Unaligned(y)
		passes.slope(y[:n], a[:n], x[:n], m, r, k, p, q)
		y, a, x = y[n:], a[n:], x[n:]
		for c := range calls(len(y)) {
			s.SlopePast(c.n, &y[c.at], &a[c.at], &x[c.at], m, r, k, p, q)
		}
	}
	passes.fence = s.Fence
}
