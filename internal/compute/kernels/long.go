package kernels

import (
	"math"

	"github.com/msrepl/msrepl/internal/compute/simd"
)

// This file installs the kernels for float64: functions that are one instruction, with the results of the plain
// loops, and others that may differ from them in the last digit, for rows that are not short.

type long1 struct {
	name   string
	table  *Unary
	plain  func(dst, x []float64)
	kernel simd.Long1
	short  int
}

func longs1(s *simd.Set) []long1 {
	return []long1{
		{"neg", &Neg, negLoop[float64], s.LongNeg, shortExact},
		{"abs", &Abs, absLoop[float64], s.LongAbs, shortExact},
		{"square", &Square, squareLoop[float64], s.LongSquare, shortExact},
		{"sqrt", &Sqrt, sqrtLoop[float64], s.LongSqrt, shortExact},
		{"rsqrt", &Rsqrt, rsqrtLoop[float64], s.LongRsqrt, shortExact},
		{"reciprocal", &Reciprocal, reciprocalLoop[float64], s.LongReciprocal, shortExact},
		{"relu", &Relu, reluLoop[float64], s.LongRelu, shortExact},
		{"sign", &Sign, signLoop[float64], s.LongSign, shortExact},
		{"floor", &Floor, floorLoop[float64], s.LongFloor, shortExact},
		{"ceil", &Ceil, ceilLoop[float64], s.LongCeil, shortExact},
		{"trunc", &Trunc, truncLoop[float64], s.LongTrunc, shortExact},
		{"round", &Round, roundLoop[float64], s.LongRound, shortExact},
		{"exp", &Exp, expLoop[float64], s.LongExp, shortRounded},
		{"log", &Log, logLoop[float64], s.LongLog, shortRounded},
		{"sigmoid", &Sigmoid, sigmoidLoop[float64], s.LongSigmoid, shortRounded},
		{"silu", &Silu, siluLoop[float64], s.LongSilu, shortRounded},
		{"tanh", &Tanh, tanhLoop[float64], s.LongTanh, shortRounded},
		{"exp2", &Exp2, exp2Loop[float64], s.LongExp2, shortRounded},
		{"expm1", &Expm1, expm1Loop[float64], s.LongExpm1, shortRounded},
		{"sinh", &Sinh, sinhLoop[float64], s.LongSinh, shortRounded},
		{"cosh", &Cosh, coshLoop[float64], s.LongCosh, shortRounded},
		{"log2", &Log2, log2Loop[float64], s.LongLog2, shortRounded},
		{"log10", &Log10, log10Loop[float64], s.LongLog10, shortRounded},
		{"atan", &Atan, atanLoop[float64], s.LongAtan, shortRounded},
		{"asin", &Asin, asinLoop[float64], s.LongAsin, shortRounded},
		{"acos", &Acos, acosLoop[float64], s.LongAcos, shortRounded},
	}
}

type long2 struct {
	name   string
	table  *Binary
	plain  func(dst, a, b []float64)
	vv     simd.Long2
	vs, sv simd.Long2S

	pastVV simd.Long2 // nil if there is none
	pastVS simd.Long2S
}

func longs2(s *simd.Set) []long2 {
	return []long2{
		{"add", &Add, addLoop[float64], s.LongAddVV, s.LongAddVS, s.LongAddSV, s.LongAddVVPast, s.LongAddVSPast},
		{"sub", &Sub, subLoop[float64], s.LongSubVV, s.LongSubVS, s.LongSubSV, s.LongSubVVPast, nil},
		{"mul", &Mul, mulLoop[float64], s.LongMulVV, s.LongMulVS, s.LongMulSV, s.LongMulVVPast, s.LongMulVSPast},
		{"div", &Div, divLoop[float64], s.LongDivVV, s.LongDivVS, s.LongDivSV, s.LongDivVVPast, nil},
		{"maximum", &Maximum, maximumLoop[float64], s.LongMaximumVV, s.LongMaximumVS, s.LongMaximumSV, nil, nil},
		{"minimum", &Minimum, minimumLoop[float64], s.LongMinimumVV, s.LongMinimumVS, s.LongMinimumSV, nil, nil},
		{"raised", &Raised, raisedLoop[float64], s.LongRaisedVV, s.LongRaisedVS, s.LongRaisedSV, nil, nil},
		{"lowered", &Lowered, loweredLoop[float64], s.LongLoweredVV, s.LongLoweredVS, s.LongLoweredSV, nil, nil},
	}
}

func useLong(s *simd.Set) {
	for _, e := range longs1(s) {
		e.table.F64 = unaryOr(e.plain, e.kernel, nil, e.short)
	}
	Sin.F64 = partialOr(sinLoop[float64], s.LongSin)
	Cos.F64 = partialOr(cosLoop[float64], s.LongCos)
	Tan.F64 = partialOr(tanLoop[float64], s.LongTan)
	for _, e := range longs2(s) {
		e.table.F64 = binaryOr(e.plain, e.vv, e.vs, e.sv, e.pastVV)
		e.table.F64Past = pastBinary(e.table.F64, e.vv, e.pastVV, e.vs, e.pastVS)
	}
	for _, e := range longBands(s) {
		e.table.F64 = func(dst, x []float64) {
			if len(x) < shortRounded {
				e.plain(dst, x)
				return
			}
			e.run(dst, x)
		}
	}
	Sum.F64 = reduceOr(sum[float64], s.LongSum)
	Softmax.F64 = func(dst, x []float64) { longSoftmax(s, dst, x) }
	LogSoftmax.F64 = func(dst, x []float64) { longLogSoftmax(s, dst, x) }
	Pow.F64 = longPow(s)
	FloorMod.F64 = modulo(floorModFloatLoop[float64], s.LongFloorModVV, s.LongFloorModVS)
	TruncMod.F64 = modulo(truncModFloatLoop[float64], s.LongTruncModVV, s.LongTruncModVS)
	Amax.F64 = reduceOr(amax[float64], s.LongLargest)
	Amin.F64 = reduceOr(amin[float64], s.LongSmallest)
}

// longSoftmax is a vector version of softmax.
func longSoftmax(s *simd.Set, dst, x []float64) {
	if len(x) < shortRounded {
		softmax(dst, x)
		return
	}
	s.LongSubVS.Run(dst, x, Amax.F64(x))
	s.LongExp.Run(dst, dst)
	s.LongDivVS.Run(dst, dst, Sum.F64(dst))
}

// longLogSoftmax is a vector version of logSoftmax.
func longLogSoftmax(s *simd.Set, dst, x []float64) {
	if len(x) < shortRounded {
		logSoftmax(dst, x)
		return
	}
	most := Amax.F64(x)
	s.LongSubVS.Run(dst, x, most)
	s.LongExp.Run(dst, dst)
	log := math.Log(Sum.F64(dst))
	s.LongSubVS.Run(dst, x, most)
	s.LongSubVS.Run(dst, dst, log)
}

// longPow returns powFloat by vectors, with its bits, so that few elements suffice.
func longPow(s *simd.Set) func(dst, a, b []float64) {
	each := func(dst, a, b []float64) { s.LongPow.Run(dst, a, b, powFloatLoop[float64]) }
	return func(dst, a, b []float64) {
		switch {
		case len(dst) < 4:
			powFloatLoop(dst, a, b)
		case len(b) == len(dst) && len(a) == len(dst):
			each(dst, a, b)
		case len(b) == len(dst):
			spread(dst, a, b, each)
		case b[0] == -1:
			Reciprocal.F64(dst, a)
		case b[0] == 0.5 && Amin.F64(a) > math.Inf(-1):
			Sqrt.F64(dst, a)
			s.LongAddVS.Run(dst, dst, 0) // the square root of -0 is -0, its power 0
		case b[0] == 0.5 || b[0] == 0:
			powFloatLoop(dst, a, b)
		case b[0] == 1 || b[0] == 2 || b[0] == 3:
			wholePower(dst, a, uint64(b[0]), Mul.F64)
		default:
			spread(dst, a, b, each)
		}
	}
}

// longBand is a function that several kernels compose.
type longBand struct {
	name       string
	table      *Unary
	run, plain func(dst, x []float64)
}

func longBands(s *simd.Set) []longBand {
	return []longBand{
		{"log1p", &Log1p, bandByBand(s, longLog1p), log1pLoop[float64]},
		{"softplus", &Softplus, bandByBand(s, longSoftplus), softplusLoop[float64]},
	}
}

func bandByBand(s *simd.Set, f func(s *simd.Set, room *composedRoom, dst, x []float64)) func(dst, x []float64) {
	return func(dst, x []float64) {
		room := composedRooms.Get().(*composedRoom)
		for n := 0; len(x) > 0; dst, x = dst[n:], x[n:] {
			n = min(len(x), composedBand)
			f(s, room, dst[:n], x[:n])
		}
		composedRooms.Put(room)
	}
}

// longLog1p is the logarithm of u = 1+x, less that of what is rounded off in u.
func longLog1p(s *simd.Set, room *composedRoom, dst, x []float64) {
	u, y := partOf[float64](room, 0, len(x)), partOf[float64](room, 1, len(x))
	s.LongAddVS.Run(u, x, 1)
	s.LongSubVS.Run(y, u, 1)
	s.LongSubVV.Run(y, y, x)
	s.LongDivVV.Run(y, y, u)
	s.LongLog.Run(u, u)
	s.LongSubVV.Run(y, u, y)
	for i, v := range x {
		if v == 0 || !(v > -1 && v <= math.MaxFloat64) { // NaN too
			y[i] = math.Log1p(v)
		}
	}
	copy(dst, y)
}

// longSoftplus is softplus by vectors.
func longSoftplus(s *simd.Set, room *composedRoom, dst, x []float64) {
	e := partOf[float64](room, 2, len(x))
	s.LongAbs.Run(e, x)
	s.LongNeg.Run(e, e)
	s.LongExp.Run(e, e)
	longLog1p(s, room, e, e)
	s.LongRelu.Run(dst, x)
	s.LongAddVV.Run(dst, dst, e)
}
