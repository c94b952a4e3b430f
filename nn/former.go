package nn

import "github.com/msrepl/msrepl/tensor"

// Options with the names of an earlier release, which the next one removes.

// P is a probability or the degree of a norm.
//
// Deprecated: use [DropProb] or [NormDegree].
func P(p float64) Option { return Option{"DropProb|NormDegree", p} }

// W says how slopes begin.
//
// Deprecated: use [WeightInit].
func W(init any) Option { return WeightInit(init) }

// Full adds the constant term of a likelihood.
//
// Deprecated: use [FullTerm].
func Full(on bool) Option { return FullTerm(on) }

// Swap measures a further distance.
//
// Deprecated: use [DistanceSwap].
func Swap(on bool) Option { return DistanceSwap(on) }

// Size is the spatial shape of a result.
//
// Deprecated: use [OutputSize].
func Size(n ...int) Option { return OutputSize(n...) }

// Norm is a normalization behind a stack of layers.
//
// Deprecated: use [FinalNorm].
func Norm(layer Layer) Option { return FinalNorm(layer) }

// Mode is how a layer pads or interpolates.
//
// Deprecated: use [PaddingMode] or [Interpolation].
func Mode(mode string) Option { return Option{"PaddingMode|Interpolation", mode} }

// Beta is a setting of losses, of [Softplus] and of [LRN].
//
// Deprecated: use [LinearFrom], [Sharpness] or [Exponent].
func Beta(b float64) Option { return Option{"LinearFrom|Sharpness|Exponent", b} }

// Delta is a setting of [HuberLoss].
//
// Deprecated: use [LinearFrom].
func Delta(d float64) Option { return LinearFrom(d) }

// Bias is a setting of [LRN].
//
// Deprecated: use [Offset].
func Bias(b float64) Option { return Offset(b) }

// Weights sets how much each class counts.
//
// Deprecated: use [Weight].
func Weights(w *tensor.Tensor) Option { return Weight(w) }

// Epsilon is MindSpore's other name for eps.
//
// Deprecated: use [Eps].
func Epsilon(e float64) Option { return Eps(e) }

// Group sets into how many groups the channels are split.
//
// Deprecated: use [Groups].
func Group(n int) Option { return Groups(n) }

// IgnoreIndiex is MindSpore's spelling for [MultiClassDiceLoss].
//
// Deprecated: use [IgnoreIndex].
func IgnoreIndiex(class int) Option { return IgnoreIndex(class) }
