package optest

import (
	"strings"
	"testing"

	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/tensor"
)

// checkMapped compares a row computed for two slices at once with the row of each slice. It also compares gradients:
// those computed for each slice within the mapped function, and those computed outside it.
func checkMapped(t *testing.T, r Row) {
	args := []tensors{r.Make(), turned(r.Make())}
	both := make(tensors, len(r.Args))
	for k := range both {
		both[k] = tensor.Stack(tensors{args[0][k], args[1][k]})
	}
	var want, wantGrads []tensors
	for _, in := range args {
		want = append(want, r.Call(in))
		wantGrads = append(wantGrads, slopes(in, r.Call))
	}
	ok := true
	results := func(in tensors) (out tensors) {
		ok = engine.MapOver(2, func(slice, back func(x *tensor.Tensor) *tensor.Tensor) {
			out = allOf(r.Call(each(in, slice)), back)
		})
		return out
	}
	out := results(both)
	if looks[r.Op] {
		return
	}
	if !ok {
		t.Fatal("cannot be computed for two slices at once")
	}
	nearEach(t, "result", out, want)
	if !infos[r.Op].Gradient {
		return
	}
	ok = engine.MapOver(2, func(slice, back func(x *tensor.Tensor) *tensor.Tensor) {
		nearEach(t, "gradient of a slice", allOf(slopes(each(both, slice), r.Call), back), wantGrads)
	})
	if !ok && !strings.HasPrefix(r.Op, "Conv") {
		t.Error("the gradient cannot be computed for two slices at once")
	}
	nearEach(t, "gradient of all slices", slopes(both, results), wantGrads)
}

// looks lists the ops that cannot be mapped automatically: they read elements of an argument before they are applied,
// write to tensors, or compute without applying ops.
var looks = func() map[string]bool {
	m := map[string]bool{}
	for _, op := range strings.Fields(`
	BetaInc Bincount Bucketize CTCGreedyDecoder CTCLoss Cond ConfusionMatrix Conv1DTranspose Conv2DBackpropFilter
	Conv2DBackpropInput Conv2DTranspose Conv3DTranspose CropAndResize CrossEntropy CumMax CumMin DataFormatDimMap
	DeformableConv2D Dilation2D EditDistance Eig Eigh Eigvals EigvalsH Embedding EmbeddingLookup FFT FFTN
	FractionalMaxPool2D FractionalMaxPool3D Gather GatherElements GatherNd GaussianNLLLoss Geqrf GridSample HFFT HFFTN
	Histc IFFT IFFTN IHFFT IHFFTN IRFFT IRFFTN InTopK IndexAdd IndexSelect InplaceIndexAdd InvertPermutation KthValue
	LUFactor ListDiff LogDet LogUniformCandidateSampler LowerBound MaskedScatter MaskedSelect MatrixExp MatrixNorm
	MatrixRank MaxWithIndex Median MinWithIndex MultiMarginLoss MultilabelMarginLoss Multinomial Mvlgamma NLLLoss
	NMSWithMask NanMedian NanQuantile NonMaxSuppressionWithOverlaps Nonzero NormBy Poisson QR Quantile RFFT RFFTN
	RaggedRange RandomCategorical RandomPoisson STFT SVD SVDVals ScatterAdd ScatterAddTo ScatterDiv ScatterMax
	ScatterMin ScatterMul ScatterNdAdd ScatterNdDiv ScatterNdMax ScatterNdMin ScatterNdMul ScatterNdSub ScatterNdUpdate
	ScatterSub ScatterUpdate SearchSorted SlogDet Sort SparseSoftmaxCrossEntropyWithLogits TensorScatterMin
	TensorScatterMul TopK TopKAlong UniformCandidateSampler Unique UniqueConsecutive UniqueWithPad UnravelIndex
	UnsortedSegmentMax UnsortedSegmentMin UnsortedSegmentProd UnsortedSegmentSum UpperBound`) {
		m[op] = true
	}
	return m
}()

// turned returns every tensor with its elements reversed.
func turned(list tensors) tensors {
	return each(list, func(x *tensor.Tensor) *tensor.Tensor { return x.Flip().Clone() })
}

func each(list tensors, f func(x *tensor.Tensor) *tensor.Tensor) tensors {
	out := make(tensors, len(list))
	for i, x := range list {
		out[i] = f(x)
	}
	return out
}

// allOf returns both slices of each tensor; they may be equal.
func allOf(list tensors, back func(x *tensor.Tensor) *tensor.Tensor) tensors {
	return each(list, func(x *tensor.Tensor) *tensor.Tensor {
		if all := back(x); all != nil {
			return all
		}
		return tensor.Stack(tensors{x, x})
	})
}

// slopes returns the gradients of the results of f, weighted by distinct numbers, with respect to the floating-point
// arguments.
func slopes(args tensors, f func(in tensors) tensors) tensors {
	tape := tensor.NewTape()
	defer tape.Stop()
	in := each(args, tape.Watch)
	var outs, sens tensors
	for _, y := range f(in) {
		if y.DType().IsFloat() {
			outs = append(outs, y)
			sens = append(sens, y.Detach().Mul(y.Detach()).Add(tensor.Scalar(0.5)))
		}
	}
	tape.Stop()
	return tape.Gradient(outs, sens, in)
}

func close(x, y *tensor.Tensor) bool {
	if x.DType().IsComplex() {
		x, y = x.Sub(y).Abs(), tensor.Scalar(0)
	}
	return x.AllClose(y, 1e-9, 1e-9, true).Bool()
}

// nearEach compares tensors of two slices with those of each slice.
func nearEach(t *testing.T, what string, got tensors, want []tensors) {
	t.Helper()
	for i, slice := range want {
		for k, w := range slice {
			g := got[k].At(i)
			if g.DType() != w.DType() || g.Shape().String() != w.Shape().String() || !close(g, w) {
				t.Errorf("%s %d of slice %d is %s %v, want %s %v", what, k, i, g.DType(), g, w.DType(), w)
			}
		}
	}
}
