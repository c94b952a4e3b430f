package simd

import "unsafe"

// Unary writes a function of n elements at x to y, which may be the same.
type Unary[T float32 | float64] func(n int, y, x *T)

// Binary writes a function of n elements at a and b to y, which may be one of them.
type Binary[T float32 | float64] func(n int, y, a, b *T)

// Scaled is a Binary whose second argument is one number, or whose first is.
type Scaled[T float32 | float64] func(n int, y, a *T, b T)

// Join4 combines n elements at each of a, b, c and d with those at y.
type Join4 func(n int, y, a, b, c, d *float32)

// Bend writes a function of n elements at x, with parameters, to y, which may be x.
type Bend func(n int, y, x *float32, p, q, r, s float32)

// BendGrad is Bend for two arrays; y may be one of them.
type BendGrad func(n int, y, x, g *float32, p, q, r, s float32)

// StateStep makes an optimizer's step of n elements at w by the gradient at g and the states at a and b.
type StateStep func(n int, w, a, b, g *float32, p, q, r, s, t, u, v float32)

// The kernels for float32 and for float64, whose data is twice as long.
type (
	Map1   = Unary[float32]
	Map2   = Binary[float32]
	Map2S  = Scaled[float32]
	Long1  = Unary[float64]
	Long2  = Binary[float64]
	Long2S = Scaled[float64]
)

// Set has the kernels of one instruction set; a missing kernel is nil.
type Set struct {
	Name string

	Neg, Abs, Square, Sqrt, Rsqrt, Reciprocal, Relu, Floor, Ceil, Trunc, Round       Map1
	Exp, ExpTwice, Sigmoid, Silu, Tanh, Erf, Gelu, GeluTanh, Log, Log2, Log10, Log1p Map1
	Cube, Sign, Exp2, Expm1, Sinh, Cosh, Asin, Acos, Atan, Softplus, Erfc            Map1

	AddVV, SubVV, MulVV, DivVV, MaximumVV, MinimumVV Map2
	RaisedVV, LoweredVV                              Map2
	RaisedVS, RaisedSV, LoweredVS, LoweredSV         Map2S
	AddVS, SubVS, MulVS, DivVS, MaximumVS, MinimumVS Map2S // b is the single number
	AddSV, SubSV, MulSV, DivSV, MaximumSV, MinimumSV Map2S // a is the single number

	// These write past the caches, see RunPast.
	SquarePast, ReluPast                       Map1
	AddVVPast, SubVVPast, MulVVPast, DivVVPast Map2
	AddVSPast, MulVSPast                       Map2S

	LongAddVVPast, LongSubVVPast, LongMulVVPast, LongDivVVPast Long2
	LongAddVSPast, LongMulVSPast                               Long2S

	LongNeg, LongAbs, LongSquare, LongSqrt, LongRsqrt, LongReciprocal, LongRelu, LongFloor, LongCeil, LongTrunc, LongRound Long1
	LongExp, LongLog, LongSigmoid, LongSilu, LongTanh                                                                      Long1

	LongExp2, LongExpm1, LongSinh, LongCosh, LongLog2, LongLog10 Long1
	LongAtan, LongAsin, LongAcos, LongSign                       Long1

	LongAddVV, LongSubVV, LongMulVV, LongDivVV, LongMaximumVV, LongMinimumVV Long2
	LongAddVS, LongSubVS, LongMulVS, LongDivVS, LongMaximumVS, LongMinimumVS Long2S
	LongAddSV, LongSubSV, LongMulSV, LongDivSV, LongMaximumSV, LongMinimumSV Long2S

	LongRaisedVV, LongLoweredVV                              Long2
	LongRaisedVS, LongRaisedSV, LongLoweredVS, LongLoweredSV Long2S

	// These combine y with each of four arrays, one after the other.
	AddFour, MulFour, MaximumFour, MinimumFour Join4

	ExpSub                          Map2S // e to the power of a - b
	ReluGrad, TanhGrad, SigmoidGrad Map2  // a is the function's result, b its gradient
	SiluGrad                        Map2  // a is its argument

	GeluGrad func(n int, y, a, b, c *float32) // c is 2Φ(a)
	Xlogy    func(n int, y, a, b, c *float32) // c is log b

	Clip, Leaky, HardSigmoid, HardSwish, SoftShrink, Huber                                   Bend
	ClipGrad, LeakyGrad, HardSigmoidGrad, HardSwishGrad, SoftShrinkGrad, HardShrinkGrad, Elu BendGrad // g is e for Elu

	HuberGrad BendGrad

	EluGrad func(n int, y, x, g, e *float32, p, q float32) // e is eˣ-1

	FloorDivVV, TruncDivVV Map2
	HypotVV, Atan2VV       Map2
	FloorDivVS, FloorDivSV Map2S
	TruncDivVS, TruncDivSV Map2S

	Sin, Cos, Tan   Part1
	Lgamma, Digamma Part1

	LongSin, LongCos, LongTan Part[float64]
	LongPow                   PairPart[float64]

	LongFloorModVV, LongTruncModVV PairPart[float64]
	LongFloorModVS, LongTruncModVS ScaledPart[float64]

	PowVV, FloorModVV, TruncModVV Part2
	PowVS, FloorModVS, TruncModVS Part2S

	// Philox writes turns of PhiloxTurn words of the stream of a key. The upper half of the counter has its words
	// in turn.
	Philox func(turns int, y *uint32, counter, high, key uint64)

	Standard   func(n int, y, x, w, b *float32, m, r float32)
	StandardBy func(n int, y, x *float32, m, r, w, b float32)
	Gather     func(n int, u, v, g, w, x *float32, m, r float32) (s, t float32)
	Slope      func(n int, y, a, x *float32, m, r, s, p, q float32)
	SlopeBy    func(n int, y, g, w, x *float32, m, r, s, p, q float32)

	// The same past the caches, for y aligned to a cache line. Results are visible after Fence.
	StandardByPast func(n int, y, x *float32, m, r, w, b float32)
	SlopePast      func(n int, y, a, x *float32, m, r, s, p, q float32)
	Fence          func()

	Descend  func(n int, w, g *float32, lr float32)
	Momentum func(n int, w, m, g *float32, lr, b float32)
	Accum    func(n int, w, m, f, g *float32, lr, b, keep float32)
	Adam     func(n int, w, m, v, g *float32, lr, r1, r2, eps float32)

	AdamW, AdaMax, RmsProp, Adadelta, Adagrad StateStep

	HalfToFloat, BrainToFloat func(n int, y *float32, x *uint16)
	FloatToHalf, FloatToBrain func(n int, y *uint16, x *float32)

	// only on amd64
	ByteToInt     func(n int, y *int32, x *uint8)
	ByteToFloat   func(n int, y *float32, x *uint8)
	CharToInt     func(n int, y *int32, x *int8)
	ShortToInt    func(n int, y *int32, x *int16)
	CharToFloat   func(n int, y *float32, x *int8)
	ShortToFloat  func(n int, y *float32, x *int16)
	IntToByte     func(n int, y *uint8, x *int32)
	IntToShort    func(n int, y *int16, x *int32)
	IntToFloat    func(n int, y *float32, x *int32)
	FloatToInt    func(n int, y *int32, x *float32)
	FloatToDouble func(n int, y *float64, x *float32)
	IntToDouble   func(n int, y *float64, x *int32)
	IntToLong     func(n int, y *int64, x *int32)
	DoubleToFloat func(n int, y *float32, x *float64)
	LongToInt     func(n int, y *int32, x *int64)
	FloatToByte   func(n int, y *uint8, x *float32)
	ByteToLong    func(n int, y *int64, x *uint8)
	DoubleToInt   func(n int, y *int32, x *float64)

	// only with AVX-512
	FloatToLong func(n int, y *int64, x *float32)
	LongToFloat func(n int, y *float32, x *int64)

	EqualVV, NotEqualVV, LessVV, LessEqualVV, GreaterVV, GreaterEqualVV func(n int, y *uint8, a, b *float32)
	EqualVS, NotEqualVS, LessVS, LessEqualVS, GreaterVS, GreaterEqualVS func(n int, y *uint8, a *float32, b float32)

	SelectVV func(n int, y *float32, c *uint8, a, b *float32)
	SelectVS func(n int, y *float32, c *uint8, a *float32, b float32)
	SelectSV func(n int, y *float32, c *uint8, b *float32, a float32)
	SelectSS func(n int, y *float32, c *uint8, a, b float32)

	SelectLong func(n int, y *float64, c *uint8, a, b *float64) // only on amd64

	Lines, LinesPast map[string]Lines // of integers by function and size: add32, maxUint8, and
	Fold             map[string]Fold

	Turns map[string]Turns // comparisons by name and type: lessFloat64

	sum, sumSquares, sumApart, sumNormal Pairwise
	sumRows                              func(n int, x *float32, stride int, y *float32)
	sumGroups                            [2]groups // of all elements of rows, and of every second one

	largest, smallest         func(n int, x *float32) (m float32, nan int)
	longLargest, longSmallest func(n int, x *float64) (m float64, nan int)
	longBlock                 func(lines int, x *float64) float64 // nil if there is longBlocks
	longBlocks                func(lines, log, ahead int, x, y *float64)
	countTrue                 func(lines int, x *byte) int
	evens                     func(turns int, y, x *float32)
	find                      func(n int, x *float32, v float32) int

	Fourier     *Fourier[float32]
	LongFourier *Fourier[float64]

	flip     func(n int, y *float32, ys int, x *float32, xs int)
	longFlip func(n int, y *float64, ys int, x *float64, xs int)
}

// Part is a Unary that stops before elements for which its formula is not valid, and returns the number of elements
// done.
type Part[T float32 | float64] func(n int, y, x *T) int

// Part1 is Part for float32.
type Part1 = Part[float32]

// PairPart is a Binary that stops before elements for which its formula is not valid, and returns the number of
// elements done.
type PairPart[T float32 | float64] func(n int, y, a, b *T) int

// Part2 is PairPart for float32.
type Part2 = PairPart[float32]

// ScaledPart is a PairPart whose second argument is a single number.
type ScaledPart[T float32 | float64] func(n int, y, a *T, b T) int

// Part2S is ScaledPart for float32.
type Part2S = ScaledPart[float32]

// PhiloxTurn is the number of words that Philox writes per turn.
const PhiloxTurn = 64

// Step is the maximum number of elements per call of a kernel: the scheduler cannot preempt assembly.
const Step = 1 << 16

// Run computes dst = k(x); both have the same length.
func (k Unary[T]) Run(dst, x []T) {
	x = x[:len(dst)]
	for len(dst) > Step {
		k(Step, &dst[0], &x[0])
		dst, x = dst[Step:], x[Step:]
	}
	if len(dst) > 0 {
		k(len(dst), &dst[0], &x[0])
	}
}

// Run computes dst = k(a, b); all three have the same length.
func (k Binary[T]) Run(dst, a, b []T) {
	a, b = a[:len(dst)], b[:len(dst)]
	for len(dst) > Step {
		k(Step, &dst[0], &a[0], &b[0])
		dst, a, b = dst[Step:], a[Step:], b[Step:]
	}
	if len(dst) > 0 {
		k(len(dst), &dst[0], &a[0], &b[0])
	}
}

// RunPast computes dst = past(x), where past is k for results that begin with a line of the caches.
func (k Unary[T]) RunPast(past Unary[T], dst, x []T) {
	n := Unaligned(dst)
	k.Run(dst[:n], x[:n])
	past.Run(dst[n:], x[n:])
}

// RunPast computes dst = past(a, b), where past is k for results that begin with a line of the caches.
func (k Binary[T]) RunPast(past Binary[T], dst, a, b []T) {
	n := Unaligned(dst)
	k.Run(dst[:n], a[:n], b[:n])
	past.Run(dst[n:], a[n:], b[n:])
}

// RunPast computes dst = past(a, b), where past is k for results that begin with a line of the caches.
func (k Scaled[T]) RunPast(past Scaled[T], dst, a []T, b T) {
	n := Unaligned(dst)
	k.Run(dst[:n], a[:n], b)
	past.Run(dst[n:], a[n:], b)
}

// Unaligned is the number of elements before the first cache line that begins with one.
func Unaligned[T float32 | float64](x []T) int {
	const line = 64
	var zero T
	return min(len(x), int(-uintptr(unsafe.Pointer(unsafe.SliceData(x)))%line)/int(unsafe.Sizeof(zero)))
}

// Run computes dst = k(a, b) with the number b.
func (k Scaled[T]) Run(dst, a []T, b T) {
	a = a[:len(dst)]
	for len(dst) > Step {
		k(Step, &dst[0], &a[0], b)
		dst, a = dst[Step:], a[Step:]
	}
	if len(dst) > 0 {
		k(len(dst), &dst[0], &a[0], b)
	}
}

// Run computes dst = k(x), by plain where the formula of k does not hold.
func (k Part[T]) Run(dst, x []T, plain func(dst, x []T)) {
	x = x[:len(dst)]
	parts(len(dst), func(i, n int) int { return k(n, &dst[i], &x[i]) }, func(lo, hi int) { plain(dst[lo:hi], x[lo:hi]) })
}

// Run computes dst = k(x) with the numbers p.
func (k Bend) Run(dst, x []float32, p [4]float32) {
	for at := 0; at < len(dst); at += Step {
		k(min(Step, len(dst)-at), &dst[at], &x[at], p[0], p[1], p[2], p[3])
	}
}

// Run computes dst = k(x, g) with the numbers p.
func (k BendGrad) Run(dst, x, g []float32, p [4]float32) {
	for at := 0; at < len(dst); at += Step {
		k(min(Step, len(dst)-at), &dst[at], &x[at], &g[at], p[0], p[1], p[2], p[3])
	}
}

// Run computes dst = k(a, b), by plain where the formula of k does not hold.
func (k PairPart[T]) Run(dst, a, b []T, plain func(dst, a, b []T)) {
	a, b = a[:len(dst)], b[:len(dst)]
	parts(len(dst), func(i, n int) int { return k(n, &dst[i], &a[i], &b[i]) }, func(lo, hi int) { plain(dst[lo:hi], a[lo:hi], b[lo:hi]) })
}

// Run computes dst = k(a, b) with the number b, by plain where the formula of k does not hold.
func (k ScaledPart[T]) Run(dst, a []T, b T, plain func(dst, a []T)) {
	a = a[:len(dst)]
	parts(len(dst), func(i, n int) int { return k(n, &dst[i], &a[i], b) }, func(lo, hi int) {
		plain(dst[lo:hi], a[lo:hi])
	})
}

// parts processes n elements with a kernel that may stop, and from where it stops, a few elements one by one, with
// plain where its formula is not valid: the digits of an element do not depend on its neighbours.
func parts(n int, k func(i, n int) int, plain func(lo, hi int)) {
	const some = 16
	for i := 0; i < n; {
		want := min(Step, n-i)
		done := k(i, want)
		i += done
		if done == want {
			continue
		}
		for end := min(i+some, n); i < end; i++ {
			if k(i, 1) == 0 {
				plain(i, i+1)
			}
		}
	}
}
