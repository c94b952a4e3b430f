package ops

// Options with the names of an earlier release, which the next one removes.

// P is the degree of a norm.
//
// Deprecated: use [NormDegree].
func P(p float64) Option { return NormDegree(p) }

// Swap measures a further distance.
//
// Deprecated: use [DistanceSwap].
func Swap(on bool) Option { return DistanceSwap(on) }

// Size is the spatial shape of a result.
//
// Deprecated: use [OutputSize].
func Size(n ...int) Option { return OutputSize(n...) }

// Mode is how an op pads or interpolates.
//
// Deprecated: use [PaddingMode] or [Interpolation].
func Mode(mode string) Option { return Option{"PaddingMode|Interpolation", mode} }

// Beta is a setting of [SmoothL1Loss] and of [LRN].
//
// Deprecated: use [LinearFrom] or [Exponent].
func Beta(b float64) Option { return Option{"LinearFrom|Exponent", b} }

// Delta is a setting of [HuberLoss].
//
// Deprecated: use [LinearFrom].
func Delta(d float64) Option { return LinearFrom(d) }

// Epsilon is MindSpore's other name for eps.
//
// Deprecated: use [Eps].
func Epsilon(e float64) Option { return Eps(e) }
