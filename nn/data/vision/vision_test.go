package vision_test

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/png"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/nn/data/transforms"
	"github.com/msrepl/msrepl/nn/data/vision"
	"github.com/msrepl/msrepl/tensor"
)

func u8(v any) *tensor.Tensor { return tensor.New(v, tensor.UInt8) }

// grid has h·w pixels of one channel, 0, 1, 2 and so on.
func grid(h, w int) *tensor.Tensor { return tensor.Arange(h*w).AsType(tensor.UInt8).Reshape(h, w) }

// cases have what functions make of pictures, by arithmetic.
var cases = []struct {
	name string
	op   vision.Op
	in   *tensor.Tensor
	want string
}{
	{"Rescale", vision.NewRescale(1.0/256, 0), u8([][]int{{0, 64, 192}}), "[[0.   0.25 0.75]]"},
	{"Rescale with a shift", vision.NewRescale(0.5, -1), u8([][]int{{0, 2, 4}}), "[[-1.  0.  1.]]"},
	{"Normalize", vision.NewNormalize([]float64{1, 2}, []float64{0.5, 4}), u8([][][]int{{{1, 2}, {2, 10}}}), "[[[0. 0.]\n  [2. 2.]]]"},
	{
		"Normalize, channels in front", vision.NewNormalize([]float64{1, 2}, []float64{0.5, 4}, false), u8([][][]int{{{1, 2}}, {{2, 10}}}),
		"[[[0. 2.]]\n\n [[0. 2.]]]",
	},
	{"Normalize of one channel", vision.NewNormalize([]float64{2}, []float64{2}), u8([][]int{{0, 2, 6}}), "[[-1.  0.  2.]]"},
	{"HWC2CHW", vision.NewHWC2CHW(), u8([][][]int{{{1, 2}, {3, 4}}}), "[[[1 3]]\n\n [[2 4]]]"},
	{"ToTensor", vision.NewToTensor(), u8([][]int{{0, 255}}), "[[[0. 1.]]]"},
	{"Resize", vision.NewResize([]int{1, 4}), u8([][]int{{0, 10}}), "[[ 0  3  8 10]]"}, // 0, 2.5, 7.5, 10
	{"Resize, floats", vision.NewResize([]int{1, 4}), tensor.New([][]float32{{0, 10}}), "[[ 0.   2.5  7.5 10. ]]"},
	{"Resize to half", vision.NewResize([]int{1, 2}), u8([][]int{{0, 10, 20, 30}}), "[[ 5 25]]"},
	{"Resize, nearest", vision.NewResize([]int{1, 4}, vision.Nearest), u8([][]int{{0, 10}}), "[[ 0  0 10 10]]"},
	// a new pixel covers two and a half of the old ones: (0 + 10 + 20/2)/2.5 and (20/2 + 30 + 40)/2.5
	{"Resize, area", vision.NewResize([]int{1, 2}, vision.Area), u8([][]int{{0, 10, 20, 30, 40}}), "[[ 8 32]]"},
	{
		"Resize, area, two axes", vision.NewResize([]int{1, 2}, vision.Area),
		u8([][]int{{0, 10, 20, 30, 40}, {2, 12, 22, 32, 42}}), "[[ 9 33]]",
	},
	{"Resize, area, larger", vision.NewResize([]int{1, 3}, vision.Area), u8([][]int{{0, 10}}), "[[ 0  5 10]]"},
	{
		"Resize, area, twice", vision.NewResize([]int{2, 4}, vision.Area),
		u8([][]int{{0, 10}}), "[[ 0  0 10 10]\n [ 0  0 10 10]]",
	},
	{
		"Resize, Int64", vision.NewResize([]int{1, 2}),
		tensor.New([][]int64{{1<<40 + 1, 1<<40 + 3}}), "[[1099511627777 1099511627779]]",
	},
	{"Resize, Float64", vision.NewResize([]int{1, 1}), tensor.New([][]float64{{1e300, 3e300}}), "[[2.e+300]]"},
	// means of 0 1 4 5 and 2 3 6 7: 2.5 and 4.5
	{"Resize, the shorter side", vision.NewResize(1), grid(2, 4), "[[3 5]]"},
	{"CenterCrop", vision.NewCenterCrop(2), grid(4, 4), "[[ 5  6]\n [ 9 10]]"},
	{"CenterCrop, larger", vision.NewCenterCrop([]int{2, 4}), grid(2, 2), "[[0 0 1 0]\n [0 2 3 0]]"},
	{
		"CenterCrop, larger by odd numbers", vision.NewCenterCrop([]int{3, 5}), grid(2, 2),
		"[[0 0 0 0 0]\n [0 0 0 1 0]\n [0 0 2 3 0]]",
	},
	{"Crop", vision.NewCrop(1, 2, 2), grid(4, 4), "[[ 6  7]\n [10 11]]"},
	{"Pad", vision.NewPad([]int{1, 0, 2, 1}, 9), grid(1, 2), "[[9 0 1 9 9]\n [9 9 9 9 9]]"},
	{"Pad with a colour", vision.NewPad([]int{1, 0, 0, 0}, []int{7, 8}), u8([][][]int{{{1, 2}}}), "[[[7 8]\n  [1 2]]]"},
	{"RandomCrop of everything", vision.NewRandomCrop([]int{2, 3}), grid(2, 3), "[[0 1 2]\n [3 4 5]]"},
	{"HorizontalFlip", vision.NewHorizontalFlip(), grid(2, 2), "[[1 0]\n [3 2]]"},
	{"VerticalFlip", vision.NewVerticalFlip(), grid(2, 2), "[[2 3]\n [0 1]]"},
	{"RandomHorizontalFlip, always", vision.NewRandomHorizontalFlip(1), grid(1, 3), "[[2 1 0]]"},
	{"RandomVerticalFlip, never", vision.NewRandomVerticalFlip(0), grid(2, 1), "[[0]\n [1]]"},
	{"Invert", vision.NewInvert(), u8([][]int{{0, 100, 255}}), "[[255 155   0]]"},
	{"Posterize", vision.NewPosterize(3), u8([][]int{{31, 32, 100, 255}}), "[[  0  32  96 224]]"},
	{"Solarize", vision.NewSolarize(100), u8([][]int{{99, 100, 255}}), "[[ 99 155   0]]"},
	{"Solarize, two", vision.NewSolarize(100, 200), u8([][]int{{99, 100, 200, 201}}), "[[ 99 155  55 201]]"},
	{"Grayscale, three", vision.NewGrayscale(3), u8([][][]int{{{10, 100, 200}}}), "[[[84 84 84]]]"}, // 84.49
	{
		"AdjustContrast, floats", vision.NewAdjustContrast(0), tensor.New([][][]float64{{{1, 1, 1}, {0, 0, 0}}}),
		"[[[0.5 0.5 0.5]\n  [0.5 0.5 0.5]]]",
	},
	{"AdjustGamma, floats", vision.NewAdjustGamma(2, 2), tensor.New([][]float32{{0.25, 0.5, 1}}), "[[0.25 1.   1.  ]]"},
	{"AdjustSharpness, small", vision.NewAdjustSharpness(2), grid(2, 2), "[[0 1]\n [2 3]]"},
	{"Equalize of one value", vision.NewEqualize(), u8([][]int{{7, 7}}), "[[7 7]]"},
	{"AutoContrast of one value", vision.NewAutoContrast(0), u8([][]int{{7, 7}}), "[[7 7]]"},
	{
		"RgbToHsv, channels in front", vision.NewRgbToHsv(), tensor.New([][][]float64{{{0}}, {{0.5}}, {{0.5}}}),
		"[[[0.5]]\n\n [[1. ]]\n\n [[0.5]]]",
	},
	{"HsvToRgb", vision.NewHsvToRgb(true), tensor.New([][][]float64{{{0.5, 1, 0.5}}}), "[[[0.  0.5 0.5]]]"},
	{"GaussianBlur of one pixel", vision.NewGaussianBlur(5), u8([][]int{{9}}), "[[9]]"},
	{
		"Affine with a colour", vision.NewAffine(0, [2]float64{0.5, 0}, 1, [2]float64{}, vision.FillValue([]int{7, 8})),
		u8([][][]int{{{1, 2}, {3, 4}}}), "[[[7 8]\n  [1 2]]]",
	},
	{"Erase", vision.NewErase(0, 1, 2, 1, 9), grid(2, 3), "[[0 9 2]\n [3 9 5]]"},
	{"CutOut of everything", vision.NewCutOut(1, 200), tensor.Ones(2, 2), "[[0. 0.]\n [0. 0.]]"},
	{"FiveCrop", vision.NewFiveCrop([]int{1, 2}), grid(2, 3), "[[[0 1]]\n\n [[1 2]]\n\n [[3 4]]\n\n [[4 5]]\n\n [[0 1]]]"},
	{
		"TenCrop", vision.NewTenCrop(1), grid(1, 2),
		"[[[0]]\n\n [[1]]\n\n [[0]]\n\n [[1]]\n\n [[0]]\n\n [[1]]\n\n [[0]]\n\n [[1]]\n\n [[0]]\n\n [[1]]]",
	},
	{
		"RandomColorAdjust of nothing", vision.NewRandomColorAdjust(nil, nil, nil, nil), u8([][][]int{{{10, 100, 200}}}),
		"[[[ 10 100 200]]]",
	},
	{"RandomRotation by a quarter", vision.NewRandomRotation(vision.Range{90, 90}), grid(2, 2), "[[1 3]\n [0 2]]"},
	{
		"RandomAffine, moved", vision.NewRandomAffine(0, []float64{0.5, 0.5}, nil, nil), grid(2, 2),
		"[[0 0]\n [0 2]]",
	},
	{"RandomPerspective of nothing", vision.NewRandomPerspective(0, 1), grid(2, 2), "[[0 1]\n [2 3]]"},
	{
		"RandomErasing", vision.NewRandomErasing(1, vision.Range{1, 1}, vision.Range{1, 1}, 7), tensor.Ones(1, 2, 2),
		"[[[7. 7.]\n  [7. 7.]]]",
	},
	{"TypeCast", transforms.NewTypeCast(tensor.Float32), u8([]int{1, 2}), "[1. 2.]"},
	{"OneHot", transforms.NewOneHot(4), tensor.New(2), "[0 0 1 0]"},
	{"OneHot, smooth", transforms.NewOneHot(4, 0.2), tensor.New(2), "[0.05 0.05 0.85 0.05]"},
	{"Fill", transforms.NewFill(3), u8([]int{1, 2}), "[3 3]"},
	{"PadEnd", transforms.NewPadEnd([]int{2, 3}, -1), tensor.New([][]int{{1, 2}}), "[[ 1  2 -1]\n [-1 -1 -1]]"},
	{"PadEnd, shorter", transforms.NewPadEnd([]int{2}, -1), tensor.New([]int{1, 2, 3}), "[1 2]"},
	{"PadEnd, both", transforms.NewPadEnd([]int{1, 2}, -2), tensor.New([][]int{{100}, {200}}), "[[100  -2]]"},
	{"PadEnd, None", transforms.NewPadEnd([]int{-1, 2}, 0), tensor.New([][]int{{1}, {2}}), "[[1 0]\n [2 0]]"},
	{"PadEnd, number", transforms.NewPadEnd(nil, 0), tensor.New(3), "3"},
	{"PadEnd, nothing", transforms.NewPadEnd([]int{0}, 0), tensor.New([]int{3}), "[]"},
	{"Compose", transforms.NewCompose(vision.NewHorizontalFlip(), vision.NewRescale(2, 1)), u8([][]int{{1, 2}}), "[[5. 3.]]"},
	{"RandomApply, always", transforms.NewRandomApply(1, vision.NewHorizontalFlip()), u8([][]int{{1, 2}}), "[[2 1]]"},
	{"RandomChoice of one", transforms.NewRandomChoice(vision.NewHorizontalFlip()), u8([][]int{{1, 2}}), "[[2 1]]"},
}

func TestOps(t *testing.T) {
	for _, c := range cases {
		if got := c.op(c.in).String(); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

// TestRandom has what random functions may make, and that they make several of them.
func TestRandom(t *testing.T) {
	tensor.SetSeed(2)
	for name, c := range map[string]struct {
		op   vision.Op
		want []string
	}{
		"RandomCrop":           {vision.NewRandomCrop([]int{1, 2}), []string{"[[0 1]]", "[[1 2]]"}},
		"RandomCrop, padded":   {vision.NewRandomCrop([]int{1, 5}, 1, 0), []string{"[[0 0 1 2 0]]"}},
		"RandomHorizontalFlip": {vision.NewRandomHorizontalFlip(), []string{"[[0 1 2]]", "[[2 1 0]]"}},
		"RandomInvert":         {vision.NewRandomInvert(), []string{"[[0 1 2]]", "[[255 254 253]]"}},
		"CutOut":               {vision.NewCutOut(1), []string{"[[0 0 2]]", "[[0 1 0]]", "[[0 1 2]]"}},
		"RandomErasing": {
			func(x *tensor.Tensor) *tensor.Tensor {
				erase := vision.NewRandomErasing(1, vision.Range{1.0 / 3, 1.0 / 3}, vision.Range{1, 1}, 9)
				return erase(x.ExpandDims(0)).Squeeze(0)
			}, []string{"[[9 1 2]]", "[[0 9 2]]", "[[0 1 9]]"},
		},
		"RandomChoice": {
			transforms.NewRandomChoice(vision.NewCrop(0, 0, 1), vision.NewCrop(0, 2, 1)),
			[]string{"[[0]]", "[[2]]"},
		},
	} {
		seen := map[string]bool{}
		for range 60 {
			seen[c.op(grid(1, 3)).String()] = true
		}
		for _, w := range c.want {
			if !seen[w] || len(seen) != len(c.want) {
				t.Errorf("%s: %v, want %v", name, seen, c.want)
			}
		}
	}
	crop := vision.NewRandomResizedCrop(5, vision.Range{}, vision.Range{})
	for range 50 {
		if x := crop(tensor.Full([]int{9, 4, 3}, 200, tensor.UInt8)); x.Shape().String() != "(5, 5, 3)" || x.Min().Int() != 200 || x.Max().Int() != 200 {
			t.Fatalf("RandomResizedCrop: %s", x)
		}
	}
}

// hugePNG returns a file whose header claims 2⁴⁸ pixels.
func hugePNG() []byte {
	var file bytes.Buffer
	if err := png.Encode(&file, image.NewGray(image.Rect(0, 0, 1, 1))); err != nil {
		panic(err)
	}
	raw := file.Bytes()
	header := raw[12:29] // its name, width, height and five bytes; a checksum follows
	binary.BigEndian.PutUint32(header[4:], 1<<24-1)
	binary.BigEndian.PutUint32(header[8:], 1<<24-1)
	binary.BigEndian.PutUint32(raw[29:], crc32.ChecksumIEEE(header))
	return raw
}

func TestErrors(t *testing.T) {
	for want, f := range map[string]func(){
		"HWC2CHW: the image tensor should have at least two dimensions, <H,W> or <H,W,C>, but got shape (3,)": func() { vision.NewHWC2CHW()(u8([]int{1, 2, 3})) },
		"For 'Normalize', the length of mean and std must be equal, but got 1 and 2":                          func() { vision.NewNormalize([]float64{1}, []float64{1, 2}) },
		"For 'Normalize', std must be positive, but got [0]":                                                  func() { vision.NewNormalize([]float64{1}, []float64{0}) },
		"Normalize: number of channels does not match the size of mean and std vectors, got channels: 2, size of mean: 3": func() {
			vision.NewNormalize([]float64{1, 2, 3}, []float64{1, 2, 3})(tensor.Ones(1, 1, 2))
		},
		"For 'Resize', the size must be one or two positive ints, but got 0": func() { vision.NewResize(0) },
		"For 'Resize', the size must be an int or []int{height, width}, but got string": func() {
			vision.NewResize("big")
		},
		"RandomCrop: invalid crop size, crop size is greater than the image": func() {
			vision.NewRandomCrop(5)(grid(2, 9))
		},
		"Crop: a part of 2 x 2 at (1, 0) goes beyond the image, which has shape (2, 2)": func() {
			vision.NewCrop(1, 0, 2)(grid(2, 2))
		},
		"For 'Pad', the padding must be one, two or four ints that are not negative": func() {
			vision.NewPad([]int{1, 2, 3}, nil)
		},
		"For 'RandomHorizontalFlip', the probability must be within [0, 1], but got 2": func() {
			vision.NewRandomHorizontalFlip(2)
		},
		"Decode: image decode failed: image: unknown format": func() {
			vision.NewDecode()(u8([]int{1, 2}))
		},
		"Decode: the image must be the bytes of a file, UInt8 of shape (n,)": func() {
			vision.NewDecode()(tensor.Ones(2, 2))
		},
		"For 'AdjustContrast', the factor must not be negative or infinite, but got -10": func() {
			vision.NewAdjustContrast(-10)
		},
		"AdjustSaturation: the image must have shape <H,W,3>, but got shape (2, 2)": func() {
			vision.NewAdjustSaturation(2)(grid(2, 2))
		},
		"For 'AdjustHue', the hue_factor must be within [-0.5, 0.5], but got 0.6": func() {
			vision.NewAdjustHue(0.6)
		},
		"For 'Grayscale', the num_output_channels must be 1 or 3, but got 2": func() { vision.NewGrayscale(2) },
		"Invert: the image must be of UInt8, but got Float32": func() {
			vision.NewInvert()(tensor.Ones(2, 2))
		},
		"For 'Posterize', the bits must be within [0, 8], but got 9": func() { vision.NewPosterize(9) },
		"For 'Solarize', the threshold must be one or two values within [0, 255]": func() {
			vision.NewSolarize(200, 100)
		},
		"For 'AutoContrast', the cutoff must be within [0, 50), but got 50": func() {
			vision.NewAutoContrast(50)
		},
		"For 'AutoContrast', the values of ignore must be within [0, 255], but got 256": func() {
			vision.NewAutoContrast(0, 256)
		},
		"For 'AdjustGamma', the gamma must not be negative, but got -1": func() {
			vision.NewAdjustGamma(-1)
		},
		"For 'Rotate', the interpolation must be vision.Nearest, vision.Linear": func() {
			vision.NewRotate(1, vision.Resample(vision.Area))
		},
		"For 'Rotate', an image of UInt8 cannot hold the fill_value 300": func() {
			vision.NewRotate(1, vision.FillValue(300))(grid(2, 2))
		},
		"For 'Affine', the scale must be positive, but got 0": func() {
			vision.NewAffine(0, [2]float64{}, 0, [2]float64{})
		},
		"For 'Perspective', there must be four points (x, y) and where they go": func() {
			vision.NewPerspective(square[:3], slanted)
		},
		"For 'GaussianBlur', the kernel_size must be odd and sigma not negative, but got 2": func() {
			vision.NewGaussianBlur(2)
		},
		"Erase: a part of 2 x 2 at (1, 1) goes beyond the image, which has shape (2, 2)": func() {
			vision.NewErase(1, 1, 2, 2, 0)(grid(2, 2))
		},
		"CutOut: a part of 3 x 3 at (0, 0) goes beyond the image": func() {
			vision.NewCutOut(3)(grid(2, 2))
		},
		"FiveCrop: a part of 3 x 3 at (0, 0) goes beyond the image": func() {
			vision.NewFiveCrop(3)(grid(2, 2))
		},
		"For 'RandomRotation', the degrees must be a number or (least, greatest), but got all": func() {
			vision.NewRandomRotation("all")
		},
		"For 'RandomRotation', the degrees must be a number that is not negative": func() {
			vision.NewRandomRotation(-5)
		},
		"For 'RandomColorAdjust', the hue must be within [-0.5, 0.5], but got 0.7": func() {
			vision.NewRandomColorAdjust(nil, nil, nil, 0.7)
		},
		"For 'RandomAffine', the translate must be two or four numbers": func() {
			vision.NewRandomAffine(0, []float64{1}, nil, nil)
		},
		"For 'RandomPerspective', the distortion_scale must be within [0, 1], but got 2": func() {
			vision.NewRandomPerspective(2, 1)
		},
		"RandomErasing: the image must have shape <C,H,W>, but got shape (2, 2)": func() {
			vision.NewRandomErasing(1, vision.Range{}, vision.Range{}, 0)(grid(2, 2))
		},
		"For 'OneHot', there are 3 classes, but got class 3": func() { transforms.NewOneHot(3)(tensor.New(3)) },
		"For 'PadEnd', a tensor of shape (4,) does not fit shape (3, 1)": func() {
			transforms.NewPadEnd([]int{3, 1}, 0)(tensor.Ones(4))
		},
		"MemoryError: Allocate memory failed: a tensor of shape (16777215, 16777215, 8)": func() {
			vision.NewDecode()(u8(hugePNG()))
		},
		"For 'Pad', an image of UInt8 cannot hold the fill_value 300": func() {
			vision.NewPad([]int{1}, 300)(grid(1, 1))
		},
		"For 'Pad', the fill_value must be a number or have one for each channel": func() {
			vision.NewPad([]int{1}, []int{1, 2})(grid(1, 1))
		},
		"OneHot: classes must be integers, but got Float32": func() {
			transforms.NewOneHot(3)(tensor.Ones(1))
		},
	} {
		if err := tensor.Try(f); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
