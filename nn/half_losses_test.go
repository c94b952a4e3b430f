package nn_test

import (
	"math"
	"testing"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// TestHalfLossesRoundedOnce compares losses of 16384 numbers that Float16 holds, whose squares and sums it does not,
// with PyTorch 1.13 in float64, and RMSELoss and DiceLoss with their formulas: they are off by half a step of Float16,
// and by what float32 rounds off before.
func TestHalfLossesRoundedOnce(t *testing.T) {
	const n = 16384
	numbers := func(f func(i int) float64) *tensor.Tensor {
		v := make([]float64, n)
		for i := range v {
			v[i] = f(i)
		}
		return tensor.New(v, tensor.Float16)
	}
	a := numbers(func(i int) float64 { return float64(i*37%801-400) / 2 })
	b := numbers(func(i int) float64 { return float64(i*53%801-400) / 2 })
	x := numbers(func(i int) float64 { return float64(i*37%801-400) / 64 })
	v := numbers(func(i int) float64 { return float64(i*11%63+1) / 4 })
	rate := numbers(func(i int) float64 { return float64(i*11%63) / 4 })
	both, size := 0.0, 1e-5
	for i, p := range a.Float64s() {
		q := b.Float64s()[i]
		both, size = both+p*q, size+p*p+q*q
	}
	for _, c := range []struct {
		name string
		want float64
		loss *tensor.Tensor
	}{
		{"mse", 26705.2198638916, nn.NewMSELoss().Call(a, b)},
		{"rmse", math.Sqrt(26705.2198638916), nn.NewRMSELoss().Call(a, b)},
		{"l1", 266.81744384765625 / 2, nn.NewL1Loss().Call(a, b)},
		{"mae", 266.81744384765625 / 2, nn.NewMAELoss().Call(a, b)},
		{"poisson", 41.6717380166583, nn.NewPoissonNLLLoss().Call(x, v)},
		{"poisson of rates", -10.045551844345868, nn.NewPoissonNLLLoss(nn.LogInput(false)).Call(rate, v)},
		{"poisson of rates, full", 1.9079569029988082, nn.NewPoissonNLLLoss(nn.LogInput(false), nn.Full(true)).Call(rate, v)},
		{"dice", 1 - 2*both/size, nn.NewDiceLoss().Call(a, b)},
	} {
		_, e := math.Frexp(c.want)
		got := c.loss.Float()
		if c.loss.DType() != tensor.Float16 || !(math.Abs(got-c.want) <= 0.51*math.Ldexp(1, e-11)) {
			t.Errorf("%s: %v of %v, want %v", c.name, got, c.loss.DType(), c.want)
		}
	}
}
