package vision_test

import (
	"strings"
	"testing"

	"github.com/msrepl/msrepl/nn/data/vision"
	"github.com/msrepl/msrepl/tensor"
)

var (
	colours = tensor.Arange(18).Mul(tensor.Scalar(37)).Add(tensor.Scalar(11)).Mod(tensor.Scalar(256)).
		AsType(tensor.UInt8).Reshape(2, 3, 3)
	bumps = tensor.Arange(20).Mul(tensor.Arange(20)).Mul(tensor.Scalar(29)).Add(tensor.Scalar(7)).
		Mod(tensor.Scalar(256)).AsType(tensor.UInt8).Reshape(4, 5)

	square  = [][]float64{{0, 0}, {4, 0}, {4, 3}, {0, 3}}
	slanted = [][]float64{{1, 0}, {4, 1}, {3, 3}, {0, 2}}
)

// pixels have what functions make of pictures by their formulas, in numpy, PyTorch (grid_sample, conv2d) and colorsys.
var pixels = []struct {
	name string
	op   vision.Op
	in   *tensor.Tensor
	want string
}{
	{"AdjustBrightness, darker", vision.NewAdjustBrightness(0.5), colours, `
[[[  6  24  42]
  [ 61  80  98]
  [116   7  26]]

 [[ 44  62  81]
  [100 118   8]
  [ 27  46  64]]]`},
	{"AdjustBrightness, brighter", vision.NewAdjustBrightness(2), colours, `
[[[ 22  96 170]
  [244 255 255]
  [255  28 102]]

 [[176 250 255]
  [255 255  34]
  [108 182 255]]]`},
	{"AdjustContrast, less", vision.NewAdjustContrast(0.5), colours, `
[[[ 62  80  99]
  [118 136 154]
  [173  64  82]]

 [[100 119 138]
  [156 174  65]
  [ 84 102 120]]]`},
	{"AdjustContrast, more", vision.NewAdjustContrast(2), colours, `
[[[  0   0  57]
  [131 205 255]
  [255   0   0]]

 [[ 63 137 211]
  [255 255   0]
  [  0  69 143]]]`},
	{"AdjustSaturation", vision.NewAdjustSaturation(0.25), colours, `
[[[ 34  43  52]
  [144 154 163]
  [121  66  76]]

 [[110 120 129]
  [200 209 154]
  [ 76  86  95]]]`},
	{"Grayscale", vision.NewGrayscale(), colours, `
[[ 41 152  84]
 [118 200  84]]`},
	{"AdjustSharpness, less", vision.NewAdjustSharpness(0), bumps, `
[[  7  36 123  12 215]
 [220  80 102  84  52]
 [ 91 142 100  97  59]
 [132   7 196 187 236]]`},
	{"AdjustSharpness, more", vision.NewAdjustSharpness(3), bumps, `
[[  7  36 123  12 215]
 [220   0 240  45  52]
 [ 91 255  61   0  59]
 [132   7 196 187 236]]`},
	{"AdjustHue", vision.NewAdjustHue(0.3), colours, `
[[[ 85  11  63]
  [196 122 174]
  [ 95 233  14]]

 [[162  88 140]
  [ 17 236 229]
  [128  54 106]]]`},
	{"RgbToHsv", vision.NewRgbToHsv(true), colours.AsType(tensor.Float64).Div(tensor.Scalar(255)), `
[[[0.58333333 0.87058824 0.33333333]
  [0.58333333 0.37755102 0.76862745]
  [0.9718417  0.93991416 0.91372549]]

 [[0.58333333 0.45679012 0.63529412]
  [0.19482496 0.9279661  0.9254902 ]
  [0.58333333 0.578125   0.50196078]]]`},
	{"AdjustGamma", vision.NewAdjustGamma(2), u8([][]int{{0, 64, 128, 255}}), "[[  0  16  64 255]]"},
	{"AdjustGamma with a gain", vision.NewAdjustGamma(0.5, 0.5), u8([][]int{{0, 64, 128, 255}}), "[[  0  64  90 127]]"},
	{"Equalize", vision.NewEqualize(), u8([][]int{{10, 10, 20, 30}, {30, 30, 40, 90}}), `
[[  0   0  42 170]
 [170 170 212 255]]`},
	{"AutoContrast", vision.NewAutoContrast(0), u8([][]int{{10, 20, 30, 110}}), "[[  0  25  51 255]]"},
	{"AutoContrast with a cutoff", vision.NewAutoContrast(25), u8([][]int{{10, 20, 30, 110}}), "[[  0   0 255 255]]"},
	{"AutoContrast, one ignored", vision.NewAutoContrast(0, 110), u8([][]int{{10, 20, 30, 110}}), "[[  0 127 255 255]]"},
	{"GaussianBlur", vision.NewGaussianBlur(3), bumps, `
[[ 72  75  88  86  91]
 [105  99  95  79  72]
 [120 117 112  98  92]
 [103 110 126 133 136]]`},
	{"GaussianBlur of two sizes", vision.NewGaussianBlur([]int{5, 3}, 2, 1), bumps, `
[[ 87  77  89  81  93]
 [102  93  92  80  84]
 [117 112 112 104 107]
 [116 114 120 121 125]]`},
	{"Rotate", vision.NewRotate(30), bumps, `
[[  0 123  12  52  52]
 [ 36  27 148  44  59]
 [220  27  87  44 187]
 [ 91  91   7 196   0]]`},
	{"Rotate, linear", vision.NewRotate(30, vision.Resample(vision.Linear), vision.FillValue(9)), bumps, `
[[ 15  82  50  83  32]
 [ 29  72 125  56  71]
 [203 105 113 117 200]
 [ 65 115  76 139  45]]`},
	{"Rotate, bicubic", vision.NewRotate(30, vision.Resample(vision.Bicubic)), bumps, `
[[  7  86  35  94  14]
 [ 21  61 141  40  70]
 [214 117 117 123 231]
 [ 54 130  69 164  36]]`},
	{"Rotate, expanded", vision.NewRotate(30, vision.Expand(true)), bumps, `
[[  0   0   0 215 215   0]
 [  0   0 123  12  52   0]
 [  7  36 148  71  44  59]
 [  0 220 188  87 187 236]
 [  0  91 188 196 196   0]
 [  0   0 132   0   0   0]]`},
	{"Rotate around a corner", vision.NewRotate(20, vision.Resample(vision.Linear), vision.Center(1, 0)), bumps, `
[[  6  36 126  63  55]
 [ 96  89 107  80  52]
 [ 57 126 139 144 180]
 [  4 121  15  84  29]]`},
	{"Rotate by a quarter", vision.NewRotate(90), grid(3, 3), `
[[2 5 8]
 [1 4 7]
 [0 3 6]]`},
	{"Rotate by a quarter, expanded", vision.NewRotate(90, vision.Expand(true)), grid(2, 3), `
[[2 5]
 [1 4]
 [0 3]]`},
	{
		"Affine",
		vision.NewAffine(20, [2]float64{0.2, -0.25}, 1.25, [2]float64{10, 5}, vision.Resample(vision.Linear)),
		bumps, `
[[ 81 137  83 121 105]
 [111 126 135  84  57]
 [ 52  39 167 147 119]
 [  0  17  68 106 172]]`,
	},
	{"Affine, nearest", vision.NewAffine(-15, [2]float64{0, 0.25}, 0.8, [2]float64{}), bumps, `
[[  0   0   0   0   0]
 [  0   0 123 215   0]
 [  7  27 148  71   0]
 [  0 188  87  44 236]]`},
	{
		"Affine, sheared",
		vision.NewAffine(0, [2]float64{}, 1, [2]float64{20, -10}, vision.Resample(vision.Linear), vision.FillValue(5)),
		bumps, `
[[ 50  39  76  67  52]
 [165  72 126  81  91]
 [111 144  79  50  54]
 [ 33 102 191 183 103]]`,
	},
	{"Perspective", vision.NewPerspective(square, slanted), bumps, `
[[  0   7  28  13   0]
 [ 55 120 111  51 215]
 [132  94  92  54  23]
 [  0  20 108 236   0]]`},
	{"Perspective, nearest", vision.NewPerspective(square, slanted, vision.Nearest), bumps, `
[[  0   7  36   0   0]
 [  0  27 148  12 215]
 [132   7  87  44   0]
 [  0   0 187 236   0]]`},
}

func TestPixels(t *testing.T) {
	for _, c := range pixels {
		if got, want := c.op(c.in).String(), strings.TrimPrefix(c.want, "\n"); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, want)
		}
	}
}
