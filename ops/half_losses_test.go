package ops_test

import (
	"math"
	"testing"

	"github.com/msrepl/msrepl/ops"
	. "github.com/msrepl/msrepl/tensor"
)

// halfStep is the distance of the numbers of a half type with so many bits behind the point near v.
func halfStep(v float64, bits int) float64 {
	_, e := math.Frexp(v)
	return math.Ldexp(1, e-1-bits)
}

// TestHalfLossesRoundedOnce compares losses of 16384 numbers that Float16 holds, whose squares and sums it does not,
// with PyTorch 1.13 in float64: they are off by half a step of Float16, and by what float32 rounds off before.
func TestHalfLossesRoundedOnce(t *testing.T) {
	const n = 16384
	numbers := func(f func(i int) float64) *Tensor {
		v := make([]float64, n)
		for i := range v {
			v[i] = f(i)
		}
		return New(v, Float16)
	}
	a := numbers(func(i int) float64 { return float64(i*37%801 - 400) })
	b := numbers(func(i int) float64 { return float64(i*53%801 - 400) })
	p := numbers(func(i int) float64 { return (float64(i*29%1023) + 0.5) / 1024 })
	yes := numbers(func(i int) float64 { return float64(i % 2) })
	sign := numbers(func(i int) float64 { return float64(i%2*2 - 1) })
	v := numbers(func(i int) float64 { return float64(i*11%63+1) / 4 })
	logits := make([]float64, n*7)
	y, labels := make([]int, n), make([]int, n*7)
	for i := range n {
		y[i] = i % 7
		for k := range 7 {
			logits[i*7+k], labels[i*7+k] = float64(i*(k+3)%64-32)/2, -1
		}
		labels[i*7] = i % 7
	}
	z, class := New(logits, Float16).Reshape(n, 7), New(y)
	rows := func(x *Tensor) *Tensor { return x.Reshape(-1, 64) }
	// what two halves make is rounded there, as the reference does it
	logP := z.AsType(Float64).LogSoftmax(-1).AsType(Float16)
	q, back := z.AsType(Float64).Softmax(-1).AsType(Float16), z.AsType(Float64).Neg().LogSoftmax(-1).AsType(Float16)
	for _, c := range []struct {
		name string
		want float64
		loss *Tensor
	}{
		{"mse", 26705.2198638916, ops.MSELoss(a.Mul(Scalar(0.5)), b.Mul(Scalar(0.5)))},
		{"l1", 266.81744384765625, ops.L1Loss(a, b)},
		{"smooth l1", 150.85178934733074, ops.SmoothL1Loss(a, b, ops.LinearFrom(300), ops.Reduction("mean"))},
		{"huber", 22089.50717163086, ops.HuberLoss(a, b, ops.LinearFrom(100))},
		{"kl batchmean", 21.602049739753564, ops.KLDiv(back, q, ops.Reduction("batchmean"))},
		{"gaussian", 16210.66382000738, ops.GaussianNLLLoss(a, b, v)},
		{"bce", 0.99690497891882, ops.BinaryCrossEntropy(p, yes)},
		{"bce logits", 100.10379338130588, ops.BinaryCrossEntropyWithLogits(a, yes)},
		{"multilabel soft", 0.1977228439280842, ops.MultilabelSoftMarginLoss(z, z.Greater(Scalar(3)).AsType(Float16))},
		{"soft margin", 100.10379338130588, ops.SoftMarginLoss(a, sign)},
		{"cross entropy", 11.202315149582468, ops.CrossEntropy(z, class)},
		{"cross entropy smoothed", 11.20837506866729, ops.CrossEntropy(z, class, ops.LabelSmoothing(0.5))},
		{"nll", 11.201562458678382, ops.NLLLoss(logP, class)},
		{"hinge", 50.29736328125, ops.HingeEmbeddingLoss(a, sign)},
		{"ranking", 133.3753662109375, ops.MarginRankingLoss(a, b, sign)},
		{"multi margin", 4215.7988542828725, ops.MultiMarginLoss(z.Mul(Scalar(8)), class, ops.NormDegree(2))},
		{"multilabel margin", 4.748897007533482, ops.MultilabelMarginLoss(z, New(labels).Reshape(n, 7))},
		{"triplet", 809.0610686256764, ops.TripletMarginLoss(rows(a), rows(b), rows(v), ops.Margin(50))},
		{"pdist", 3075.311854105206, ops.PDist(rows(a).At(To(9)), 2).Max()},
		{"dist", 147.43867909394874, ops.Dist(a.Div(Scalar(64)), b.Div(Scalar(64)), 3)},
		{"lp pool", 861.372901920047, ops.LpPool2D(a.Reshape(1, 1, 128, 128), 2, 4).AsType(Float64).Mean().AsType(Float16)},
	} {
		if got := c.loss.Float(); c.loss.DType() != Float16 || !(math.Abs(got-c.want) <= 0.51*halfStep(c.want, 10)) {
			t.Errorf("%s: %v of %v, want %v", c.name, got, c.loss.DType(), c.want)
		}
	}
}

// TestHalfLossDTypes expects the dtypes that the arguments promote to, where whole numbers do not count.
func TestHalfLossDTypes(t *testing.T) {
	half, full, whole := Ones(2, 3).AsType(Float16), Ones(2, 3), Ones(2, 3).AsType(Int32)
	for _, c := range []struct {
		name string
		loss *Tensor
		want DType
	}{
		{"mse", ops.MSELoss(half, half), Float16},
		{"mse of two dtypes", ops.MSELoss(half, full), Float32},
		{"mse of BFloat16", ops.MSELoss(half.AsType(BFloat16), half.AsType(BFloat16)), BFloat16},
		{"hinge", ops.HingeEmbeddingLoss(half, whole), Float16},
		{"ranking", ops.MarginRankingLoss(half, half, whole), Float16},
		{"l2", ops.L2Loss(half), Float16},
		{"l1 of whole numbers", ops.L1Loss(whole, whole), Float32},
		{"double", ops.HuberLoss(full.AsType(Float64), half), Float64},
	} {
		if c.loss.DType() != c.want {
			t.Errorf("%s: %v, want %v", c.name, c.loss.DType(), c.want)
		}
	}
}
