package ops_test

import (
	"math"
	"testing"

	"github.com/msrepl/msrepl/grad"
	"github.com/msrepl/msrepl/ops"
	. "github.com/msrepl/msrepl/tensor"
)

// bicubicSamples are what PyTorch gives for each padding, without and with corners aligned.
var bicubicSamples = []struct {
	padding       string
	corners       bool
	y, dx, dpoint []float64
}{
	{
		"zeros", false,
		[]float64{
			-0.0168476, -0.1848637, 1.504901, 0.7880766, 0.05450465, -0.08816189, 0.0959511, 0.03456147, 0.162037,
			0.4368141, -0.2192242, 0.1749674,
		},
		[]float64{
			0.01672726, 0.009192949, -0.1595454, 0.8037351, 0.09807711, 0.001446759, -0.009337625, -0.08830255,
			-0.02123253, 0.0773112, 0.0773112, -0.0146183, 0.005575754, -0.02737791, 0.1391367, 1.699915, 0.03269237,
			0.002411265, -0.01013736, -0.2243984, -0.007077511, 0.0257704, 0.0257704, -0.001657745,
		},
		[]float64{
			-0.1592239, 0.3140874, 0.7899306, 0.08951823, -4.518772, -0.02368164, -1.0951, 12.60153, -1.577872,
			-2.511529, -0.8789062, 0.2416992,
		},
	},
	{
		"zeros", true,
		[]float64{
			0.08459315, 0.8436, 2.328532, 0.6886574, -0.8710562, 0.64997, -0.2674595, -0.8427426, -0.03155007, 1.916667,
			1.663237, -1.496914,
		},
		[]float64{
			-0.02416505, -0.1343521, 2.55502, 1.164373, -0.2494975, 0.1262503, -0.1930298, -0.1571073, 0.1094464,
			-0.594243, -0.5973508, 0.1096965, -0.008055016, -0.2273972, 0.4233753, 2.953939, -0.08316583, 0.05442911,
			0.05594136, 0.4354853, 0.03648215, -0.198081, -0.1926869, -0.04256687,
		},
		[]float64{
			-0.04654278, -0.3937623, 2.785494, 0.2304687, -3.685185, -5.37963, 1.191551, 2.026693, -0.005787037,
			-8.564815, 5.94184, 0.4919705,
		},
	},
	{
		"border", false,
		[]float64{
			0.2864583, 1.851852, 3.089898, 2.052694, -0.6712963, 1.015625, -1.40162, -0.4537037, 0.5295139, 0.9919946,
			2.516782, -2.015625,
		},
		[]float64{
			-0.2152778, -0.2445023, 2.562, 1.966646, -1.414931, 0.001446759, -0.009337625, -0.3040304, 0.2708333,
			-0.890625, -0.890625, 0.1684028, -0.07175926, 0.08439429, -1.143219, 4.170515, -0.4716435, 0.002411265,
			-0.01013736, -0.07618594, 0.09027778, -0.296875, -0.296875, 0.01909722,
		},
		[]float64{
			-4.392063e-16, -3.617188, -2.198666e-15, -1.03125, 0.3792318, -2.4646, -0.9131944, 3.341797, 16.11458,
			-1.116381e-14, 10.125, 9.835882e-16,
		},
	},
	{
		"border", true,
		[]float64{
			0.4211224, 1.389296, 2.076475, 0.5120885, -1.308642, 1.094393, -1.526039, -1.455225, -0.08196159, 2.026685,
			2.757202, -2.378922,
		},
		[]float64{
			-0.1402535, -0.1474909, 3.72698, 0.9609697, -1.500736, 0.1262503, -0.1930298, -0.3141718, 0.2555727,
			-0.9839678, -0.9870756, 0.1969522, -0.04675116, -0.2490093, -0.09272119, 2.774284, -0.5002453, 0.05442911,
			0.05594136, 0.6172411, 0.0851909, -0.3279893, -0.3225952, -0.04777521,
		},
		[]float64{
			-0.3112461, -1.962304, 0.418017, -0.1289063, -2.286844, -5.768519, -0.3804977, -2.840278, 0.7326389,
			-1.5625, 9.264757, -0.08572049,
		},
	},
	{
		"reflection", false,
		[]float64{
			-1.114694, 1.59868, 3.524089, 2.232157, -0.2338157, 0.9100839, 0.7206119, -0.09211034, 0.3854167, 1.280382,
			2.119165, -1.495533,
		},
		[]float64{
			-0.08331823, -0.3526904, 2.181589, 2.165878, -0.5089457, -1.208124, 0.3299801, -0.3542303, 0.1693601,
			-0.6640446, -0.8134591, 0.1380048, -0.02777274, 0.007474055, -0.9850898, 4.573097, -0.1696486, -0.3686219,
			-0.2319647, -0.4108991, 0.05645338, -0.2242216, -0.2388997, 0.02009388,
		},
		[]float64{
			-2.714055, 0.1491907, 4.228974, -1.697663, 4.510281e-16, -4.136719, 0.6145833, 3.341797, 14.72937,
			-17.45219, 6.712565, -1.100342,
		},
	},
	{
		"reflection", true,
		[]float64{
			-1.44322, 1.320902, 2.328532, 0.9219607, 0.2098765, 0.7799426, 1.457266, 0.1140261, 0.170096, 1.555727,
			1.868999, -0.7706833,
		},
		[]float64{
			-0.03573912, -0.178367, 2.350059, 1.152799, -0.1744018, -1.690153, 0.6768404, -0.02079047, 0.1094464,
			-0.5047439, -0.7873157, 0.1023663, -0.01191304, -0.274562, 0.3782317, 2.950081, -0.05813392, -0.6062513,
			-0.5187852, 0.4328275, 0.03648215, -0.1602747, -0.1129187, -0.05478395,
		},
		[]float64{
			0.1643947, 0.5413666, 3.322917, -2.454789, -2.081668e-16, -4.796296, -1.749904, 2.887948, 6.831019,
			-14.72222, 1.075231, -0.9456019,
		},
	},
}

// TestGridSampleBicubic compares values, and gradients of their sum with weights, with PyTorch 1.13's grid_sample in
// float64, at points within and far beyond the edges.
func TestGridSampleBicubic(t *testing.T) {
	numbers := func(f func(i int) float64, dims ...int) *Tensor {
		n := 1
		for _, d := range dims {
			n *= d
		}
		v := make([]float64, n)
		for i := range v {
			v[i] = f(i)
		}
		return New(v).Reshape(dims...)
	}
	x := numbers(func(i int) float64 { return float64(i*7%11-5) / 2 }, 1, 2, 3, 4)
	grid := numbers(func(i int) float64 { return float64(i*13%29-14) / 9 }, 1, 2, 3, 2)
	w := numbers(func(i int) float64 { return float64(i%5) - 1.5 }, 1, 2, 2, 3)
	for _, c := range bicubicSamples {
		f := func(x, grid *Tensor) *Tensor {
			return ops.GridSample(x, grid, ops.Interpolation("bicubic"), ops.PaddingMode(c.padding), ops.AlignCorners(c.corners))
		}
		g := grad.GradAt(func(x, grid *Tensor) *Tensor { return f(x, grid).Mul(w).Sum() }, 0, 1)(x, grid)
		for _, p := range []struct {
			name string
			got  *Tensor
			want []float64
		}{{"values", f(x, grid), c.y}, {"gradient of x", g[0], c.dx}, {"gradient of the grid", g[1], c.dpoint}} {
			got := p.got.Float64s()
			if len(got) != len(p.want) {
				t.Fatalf("%s: %d numbers, want %d", p.name, len(got), len(p.want))
			}
			for i, v := range got {
				if !(math.Abs(v-p.want[i]) <= 1e-6*max(1, math.Abs(p.want[i]))) {
					t.Errorf("%s, align_corners %v, %s: %v, want %v", c.padding, c.corners, p.name, got, p.want)
					break
				}
			}
		}
	}
}

// TestGridSampleNotFinite compares values with PyTorch 1.13's for an image with an infinity and NaN in one of its
// channels: points far beyond the edges do not read them if the padding is zeros.
func TestGridSampleNotFinite(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	x := New([]float64{inf, 2, 3, 4, -1, nan, 0.5, 1.5, 2.5, 3.5, 4.5, 5.5}).Reshape(1, 2, 2, 3)
	grid := New([]float64{-3, 0, 0, 0, 0.2, 3, -1.2, 0.9, 0.1, -0.4, 1, 1}).Reshape(1, 1, 6, 2)
	for _, c := range []struct {
		mode, padding string
		want          []float64
	}{
		{"bilinear", "zeros", []float64{0, nan, 0, 0.48, nan, nan, 0, 3, 0, 0.42, 1.95, 1.375}},
		{"bilinear", "border", []float64{inf, nan, nan, 4, nan, nan, 2, 3, 4.8, 3.5, 1.95, 5.5}},
		{"nearest", "zeros", []float64{0, 2, 0, 0, 2, 0, 0, 1.5, 0, 0, 1.5, 0}},
		{"nearest", "border", []float64{inf, 2, -1, 4, 2, nan, 0.5, 1.5, 4.5, 3.5, 1.5, 5.5}},
	} {
		y := ops.GridSample(x, grid, ops.Interpolation(c.mode), ops.PaddingMode(c.padding))
		if want := New(c.want).Reshape(1, 2, 1, 6); !ops.AllClose(y, want, 1e-6, 1e-6, true).Bools()[0] {
			t.Errorf("%s, %s: %v, want %v", c.mode, c.padding, y, want)
		}
	}
}
