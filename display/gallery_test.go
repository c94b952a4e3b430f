package display

import (
	"encoding/xml"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"html/template"
	"image"
	"image/color"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"github.com/msrepl/msrepl/grad"
	"github.com/msrepl/msrepl/internal/picture/colormap"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/py"
	"github.com/msrepl/msrepl/tensor"
)

// markup parses a page or picture, which must be well formed, and returns the texts and the number of each element.
func markup(t *testing.T, name, s string) (texts []string, elements map[string]int) {
	t.Helper()
	elements = map[string]int{}
	r := xml.NewDecoder(strings.NewReader("<body>" + s + "</body>"))
	r.Strict, r.AutoClose = true, nil
	for {
		tok, err := r.Token()
		if err == io.EOF {
			return texts, elements
		}
		if err != nil {
			t.Fatalf("%s: %v in %s", name, err, s)
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			elements[tok.Name.Local]++
			for _, a := range tok.Attr {
				if a.Name.Local == "style" && strings.Contains(a.Value, "background") {
					t.Errorf("%s: a background, which does not suit every theme: %s", name, a.Value)
				}
			}
		case xml.CharData:
			if text := strings.TrimSpace(string(tok)); text != "" {
				texts = append(texts, text)
			}
		}
	}
}

func seq(n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = float64(i)
	}
	return v
}

func smallNet() *nn.SequentialCell {
	return nn.NewSequentialCell(nn.NewConv2d(1, 2, 3), nn.NewReLU(), nn.NewFlatten(), nn.NewDense(32, 10))
}

// gallery returns all pictures with the texts and the numbers of elements that their forms must have.
func gallery() []struct {
	name     string
	b        Bundle
	plain    []string       // parts of text/plain
	texts    []string       // texts of text/html
	elements map[string]int // in text/html
} {
	cube := tensor.Arange(0, 24, 1).Reshape(2, 3, 4)
	var recorded Bundle
	grad.Grad(func(x *tensor.Tensor) *tensor.Tensor {
		y := x.Mul(x).Sum()
		recorded = Graph(y)
		return y
	})(tensor.Ones(3))
	type count = map[string]int
	return []struct {
		name     string
		b        Bundle
		plain    []string
		texts    []string
		elements map[string]int
	}{
		{"table", Table(tensor.New([][]float32{{1.5, -2}})), []string{"Float32 (1, 2)", "1.5  -2"}, []string{"Float32 (1, 2)", "1.5", "-2"}, count{"td": 3, "th": 3}},
		{
			"slice of a cube", Table(cube, At(1)),
			[]string{"[1, :, :]", "23"},
			[]string{"Int64 (2, 3, 4) [1, :, :]", "12", "23"},
			count{"td": 15},
		},
		{"vector", Table(tensor.New(seq(100))), []string{"Float64 (100,)", "…", "99"}, []string{"0", "9", "…", "90", "99"}, count{"td": 22}},
		{"structs", Table([]point{{1, 2, "p"}, {3, 4, "<q>"}}), []string{"X  Y  name", "<q>"}, []string{"X", "name", "<q>"}, count{"td": 8}},
		{"map", Table(map[string]any{"b": 2.5, "a": nil}), []string{"key  value", "b      2.5"}, []string{"a", "2.5"}, count{"tr": 3}},
		{
			"dictionary", Table(py.NewDict("b", 2.5, "a", nil)),
			[]string{"key  value", "b      2.5\na      nil"},
			[]string{"a", "2.5"},
			count{"tr": 3},
		},
		{
			"dictionaries", Table([]*py.Dict{py.NewDict("n", 1, "a", "x"), py.NewDict("a", "y", "c", 2)}),
			[]string{"   n  a  c\n", "\n0  1  x", "\n1     y  2"},
			nil,
			count{"td": 8},
		},
		{
			"dictionary of dictionaries", Table(py.NewDict("z", py.NewDict("n", 1), "y", map[string]int{"n": 2})),
			[]string{"key  n\n", "\nz    1\ny    2"},
			nil, nil,
		},
		{"map of lists", Table(map[string][]float64{"a": {1, 2.5}, "b": {3}}), []string{"key  0    1", "a    1  2.5", "b    3"}, []string{"a", "2.5"}, count{"tr": 3}},
		{"map of arrays", Table(map[int][3]bool{7: {true, false, true}}), []string{"key  0     1      2", "7  true  false  true"}, nil, count{"td": 4}},
		{"map of mixed values", Table(map[string]any{"a": []int{4, 5, 6}, "b": 7, "c": point{1, 2, "p"}}), []string{"key  0  1  2", "a    4  5  6", "c    1  2  p"}, nil, nil},
		{"map of empty lists", Table(map[string][]int{"a": {}, "b": nil}), []string{"key  value", "a", "b"}, nil, nil},
		{"struct", Table(&point{1, 2, "p"}), []string{"field  value", "name   p"}, []string{"X", "p"}, count{"tr": 4}},
		{
			"records", Table([]map[string]any{{"n": 1, "name": "a"}, {"more": 2.5, "name": "bc"}}),
			[]string{"   more  n  name", "\n0        1  a", "\n1   2.5     bc"},
			[]string{"more", "2.5", "bc"},
			count{"td": 8, "th": 4},
		},
		{"no rows", Table([]point{}), []string{"X  Y  name", "no rows"}, []string{"X", "name", "no rows"}, count{"td": 0}},
		{"no numbers", Table([]int{}), []string{"no rows"}, nil, nil},
		{"half floats", Table(tensor.New([]float32{1.0 / 3}).AsType(tensor.BFloat16)), []string{"0.334"}, []string{"0.334"}, nil},
		{"rows", Table([][]int{{1, 2}, {3}}), []string{"0  1  2", "1  3"}, nil, count{"tr": 3}},
		{
			"heat map", Heatmap(tensor.New([][]float64{{-1, 0}, {0.5, math.NaN()}})),
			[]string{"-1", "to 1"},
			[]string{"[0, 0] -1", "[1, 0] 0.5", "1", "0", "-1"},
			count{"svg": 1, "image": 0, "rect": 4 + 48},
		},
		{"large heat map", Heatmap(tensor.Arange(0, 10000, 1).Reshape(100, 100)), []string{"9999"}, []string{"9999", "80"}, count{"image": 1}},
		{"pictures", Image(tensor.Zeros(3, 1, 8, 8)), []string{"3 picture(s) of 8×8"}, []string{"Float32 (3, 1, 8, 8)"}, count{"img": 1}},
		{"histogram", Hist([]float64{0, 0, 1, 2, 9}, 3), []string{"0       4 ", "6       1 "}, []string{"0 to 3: 4", "3 to 6: 0", "6 to 9: 1", "4"}, count{"rect": 3}},
		{
			"lines", Plot(Series{Name: "up", Y: seq(3)}, Series{Name: "flat", X: seq(3), Y: []float64{1, 1, 1}}).Display(),
			[]string{"up, flat"},
			[]string{"up", "flat", "0", "0.5", "1", "1.5", "2"},
			count{"polyline": 2, "circle": 0},
		},
		{"points", Scatter([][]float64{{10, 20, 30}, {1, 2, 3}}).Display(), []string{"10", "30"}, []string{"10", "30", "3"}, count{"circle": 3, "polyline": 0}},
		{"broken line", Plot([]float64{1, 2, math.NaN(), 3, 2, math.Inf(1), 5}).Display(), nil, nil, count{"polyline": 2, "circle": 1}},
		{"no points", Plot([]float64{}).Display(), nil, nil, count{"svg": 1}},
		{
			"figure", NewPlot("t & u").Line("a", seq(2), seq(2)).Scatter("b", seq(2), seq(2)).Display(),
			[]string{"t & u  a, b"},
			[]string{"t & u", "a", "b"},
			count{"polyline": 1, "circle": 2 + 1}, // one in the legend
		},
		{
			"cells", Graph(smallNet()),
			[]string{"├─ 0: Conv2d  18 parameters · weight (2, 1, 3, 3)", "└─ 3: Dense  330 parameters"},
			[]string{"SequentialCell", "0: Conv2d", "330 parameters · weight (10, 32), bias (10,)"},
			count{"rect": 5, "path": 4},
		},
		{
			"ops of a network", Graph(smallNet(), tensor.Ones(1, 1, 4, 4)),
			[]string{"%2 = Conv2D(x0, 0.weight)  Float32 (1, 2, 4, 4)"},
			[]string{"x0", "0.weight", "Conv2D", "ReLU", "3.bias", "Float32 (1, 10)"},
			nil,
		},
		{
			"ops of a function", Graph(func(x, y *tensor.Tensor) *tensor.Tensor { return x.Mul(y).Add(x) }, tensor.Ones(2), tensor.Ones(2)),
			[]string{"x0  Float32 (2,)", "%2 = Mul(x0, x1)", "%3 = Add(%2, x0)"},
			[]string{"x0", "x1", "Mul", "Add"},
			count{"rect": 4, "path": 8},
		},
		{"recorded", recorded, []string{"Mul(leaf 0, leaf 0)", "ReduceSum(%1)"}, []string{"leaf 0", "Mul", "ReduceSum"}, count{"rect": 3, "path": 6}},
		{
			"difference", Diff([]float32{1, 2, 3.5, 4}, []float32{1, 2.5, 3.5, 5}),
			[]string{"2 of 4 elements differ, max |a-b| 1 at [3], max |a-b|/|b| 0.2 at [1], mean |a-b| 0.375"},
			[]string{"[3]", "[1]", "0.5"},
			count{"svg": 1, "table": 1},
		},
		{"no difference", Diff(tensor.Ones(2, 2), tensor.Ones(2, 2)), []string{": equal"}, nil, count{"table": 0}},
		{
			"great integers", Diff([]int64{1 << 60, 3}, []int64{1<<60 + 1, 3}),
			[]string{"1 of 2 elements differ, max |a-b| 1 at [0]"},
			[]string{"1152921504606846976", "1152921504606846977"},
			count{"table": 1},
		},
		{"ends of integers", Diff([]int64{math.MinInt64}, []int64{math.MaxInt64}), []string{"max |a-b| 1.845e+19"}, nil, nil},
		{"truths", Diff([]bool{true, true}, []bool{true, false}), []string{"1 of 2 elements differ"}, []string{"true", "false"}, nil},
		{"complex", Diff([]complex64{1i, 4}, []complex64{1i, 4 + 3i}), []string{"max |a-b| 3 at [1], max |a-b|/|b| 0.6 at [1]"}, []string{"(4+0i)", "(4+3i)"}, nil},
		{"other shapes", Diff(tensor.Ones(2), tensor.Ones(3)), []string{"the shapes differ"}, nil, nil},
		{"summary", Echo(Summary(smallNet(), tensor.Ones(1, 1, 4, 4))), []string{"Conv2d"}, []string{"Conv2d", "Dense"}, count{"table": 1}},
	}
}

func TestGallery(t *testing.T) {
	for _, c := range gallery() {
		for _, want := range c.plain {
			if !strings.Contains(c.b.Text(), want) {
				t.Errorf("%s: no %q in\n%s", c.name, want, c.b.Text())
			}
		}
		page, _ := c.b.Data["text/html"].(string)
		texts, elements := markup(t, c.name, page)
		for _, want := range c.texts {
			if !slices.Contains(texts, want) {
				t.Errorf("%s: no text %q among %q", c.name, want, texts)
			}
		}
		for tag, want := range c.elements {
			if elements[tag] != want {
				t.Errorf("%s: %d elements %s, want %d", c.name, elements[tag], tag, want)
			}
		}
		if s, ok := c.b.Data["image/svg+xml"].(string); ok {
			if _, e := markup(t, c.name, s); e["svg"] != 1 || e["style"] != 1 {
				t.Errorf("%s: the SVG file has %v", c.name, e)
			}
		}
	}
}

// TestGalleryRepeats checks that pictures are reproducible.
func TestGalleryRepeats(t *testing.T) {
	first, second := gallery(), gallery()
	for i := range first {
		for mime := range first[i].b.Data {
			if a, b := fmt.Sprint(first[i].b.Data[mime]), fmt.Sprint(second[i].b.Data[mime]); a != b {
				t.Errorf("%s: %s differs between two runs", first[i].name, mime)
			}
		}
	}
}

// TestHeatmapPixels checks that the corners of a heat map have the colours of the smallest and the largest number.
func TestHeatmapPixels(t *testing.T) {
	img := pixels(t, Heatmap([][]float64{{0, 1}, {2, 4}}))
	box := img.Bounds()
	for _, c := range []struct {
		x, y int
		want color.NRGBA
	}{
		{0, 0, colormap.Sequential(0)},
		{box.Dx() - 1, 0, colormap.Sequential(0.25)},
		{0, box.Dy() - 1, colormap.Sequential(0.5)},
		{box.Dx() - 1, box.Dy() - 1, colormap.Sequential(1)},
	} {
		if got := color.NRGBAModel.Convert(img.At(c.x, c.y)); got != c.want {
			t.Errorf("pixel %d,%d of %v is %v, want %v", c.x, c.y, box, got, c.want)
		}
	}
	img = pixels(t, Heatmap([][]float64{{-2, 0, 1, math.NaN()}}))
	at := func(k int) color.NRGBA {
		return color.NRGBAModel.Convert(img.At(img.Bounds().Dx()*(2*k+1)/8, 0)).(color.NRGBA)
	}
	if b := at(0); b.B <= b.R {
		t.Errorf("the negative number is %v, want blue", b)
	}
	if r := at(2); r.R <= r.B {
		t.Errorf("the positive number is %v, want red", r)
	}
	if at(3).A != 0 {
		t.Errorf("NaN is %v, want nothing", at(3))
	}
}

func TestImagePixels(t *testing.T) {
	x := tensor.New([][][]float32{{{1, 0}}, {{0, 0.5}}, {{0, 1}}}) // [3, 1, 2]: red, and a blue green
	rgb := func(img image.Image, x, y int) [4]uint8 {
		c := color.NRGBAModel.Convert(img.At(x, y)).(color.NRGBA)
		return [4]uint8{c.R, c.G, c.B, c.A}
	}
	first := [4]uint8{255, 0, 0, 255}
	second := [4]uint8{0, 128, 255, 255}
	for name, v := range map[string]*tensor.Tensor{"CHW": x, "HWC": x.Transpose(1, 2, 0), "NCHW": x.Reshape(1, 3, 1, 2)} {
		img := pixels(t, Image(v))
		if a, b := rgb(img, 0, 0), rgb(img, img.Bounds().Dx()-1, 0); a != first || b != second {
			t.Errorf("%s: %v and %v, want %v and %v", name, a, b, first, second)
		}
	}
	// Numbers beyond [0, 1] are scaled; a grid has transparent gaps.
	img := pixels(t, Image(tensor.New([]float32{-1, 3, 1, 1}).Reshape(4, 1, 1, 1)))
	if a, gap, b := rgb(img, 0, 0), rgb(img, 97, 0), rgb(img, 100, 0); a != [4]uint8{0, 0, 0, 255} || gap[3] != 0 || b != [4]uint8{255, 255, 255, 255} {
		t.Errorf("grid: %v, %v, %v", a, gap, b)
	}
}

// TestDots draws a diagonal: each character of 2×4 dots has two steps of it.
func TestDots(t *testing.T) {
	d := newDots(2, 1)
	d.line(0, 0, 3, 3)
	if got, want := d.row(0), "\u2811\u2884"; got != want {
		t.Errorf("a diagonal is %q, want %q", got, want)
	}
}

// TestLogTicks checks that ticks over many decades have round exponents.
func TestLogTicks(t *testing.T) {
	for _, c := range []struct {
		lo, hi float64
		want   string
	}{
		{0.5, 2e4, "1 10 100 1000 10000"},
		{3e-12, 4e7, "1e-09 1e-06 0.001 1 1000 1000000"},
		{1e-15, 1e7, "1e-15 1e-12 1e-09 1e-06 0.001 1 1000 1000000"},
		{0.3, 2e16, "1 1000 1000000 1e+09 1e+12 1e+15"},
		{1e-3, 2e42, "1 1e+10 1e+20 1e+30 1e+40"},
		{1e-15, 1e300, "1 1e+50 1e+100 1e+150 1e+200 1e+250 1e+300"},
		{5e-324, math.MaxFloat64, "1e-300 1e-200 1e-100 1 1e+100 1e+200 1e+300"},
	} {
		if _, texts, _ := logTicks(c.lo, c.hi); strings.Join(texts, " ") != c.want {
			t.Errorf("logTicks(%v, %v) = %v, want %s", c.lo, c.hi, texts, c.want)
		}
	}
}

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		lo, hi float64
		n      int
		want   []float64
	}{
		{0, 10, 5, []float64{0, 2, 4, 6, 8, 10}},
		{0, 1, 5, []float64{0, 0.2, 0.4, 0.6, 0.8, 1}},
		{-3, 7, 5, []float64{-2, 0, 2, 4, 6}},
		{0, 99, 7, []float64{0, 20, 40, 60, 80}},
		{5, 5, 4, []float64{5}},
		{1, 1 + 0x1p-52, 7, []float64{1, 1 + 0x1p-52}}, // neighbours: no number is between them
		{-math.MaxFloat64, math.MaxFloat64, 6, []float64{-1e308, 0, 1e308}},
		{0, 5e-324, 7, []float64{0, 5e-324}},
	} {
		got := niceTicks(c.lo, c.hi, c.n)
		same := len(got) == len(c.want)
		for i := range c.want {
			same = same && math.Abs(got[i]-c.want[i]) <= 1e-12*math.Abs(c.want[i])
		}
		if !same {
			t.Errorf("niceTicks(%v, %v, %d) = %v, want %v", c.lo, c.hi, c.n, got, c.want)
		}
	}
	for n, want := range map[int][]int{0: nil, 3: {0, 1, 2}, 9: {0, 2, 4, 6, 8}, 100: {0, 20, 40, 60, 80}, 1000: {0, 200, 400, 600, 800}} {
		if got := ticksOf(n); !slices.Equal(got, want) {
			t.Errorf("ticksOf(%d) = %v, want %v", n, got, want)
		}
	}
}

// TestCountsAreWhole checks that the grid lines of a histogram are at integers.
func TestCountsAreWhole(t *testing.T) {
	texts, _ := markup(t, "histogram", Hist([]float64{10, 10, 30}, 2).Data["text/html"].(string))
	if slices.Contains(texts, "0.5") || !slices.Contains(texts, "1") || !slices.Contains(texts, "2") {
		t.Errorf("its texts are %q", texts)
	}
}

// loud has all methods that define how a type is shown.
type loud struct{}

func (loud) String() string       { return "plain" }
func (loud) HTML() string         { return "<b>html</b>" }
func (loud) Markdown() string     { return "*md*" }
func (loud) Latex() string        { return "$x$" }
func (loud) SVG() string          { return "<svg/>" }
func (loud) PNG() []byte          { return []byte{1} }
func (loud) JPEG() []byte         { return []byte{2} }
func (loud) MIME() map[string]any { return map[string]any{"application/json": 3} }

type htmlOnly struct{}

func (*htmlOnly) HTML() string { return "<p>a</p><p>b</p>" }

// nothing has a method that returns no picture.
type nothing struct{}

func (nothing) PNG() []byte    { return nil }
func (nothing) String() string { return "<image>" }

func TestMethods(t *testing.T) {
	got := Echo(loud{}).Data
	for mime, want := range map[string]any{
		"text/plain": "plain", "text/html": "<b>html</b>", "text/markdown": "*md*", "text/latex": "$x$",
		"image/svg+xml": "<svg/>", "image/png": []byte{1}, "image/jpeg": []byte{2}, "application/json": 3,
	} {
		if fmt.Sprint(got[mime]) != fmt.Sprint(want) {
			t.Errorf("%s is %v, want %v", mime, got[mime], want)
		}
	}
	for want, v := range map[string]any{
		"a\nb": &htmlOnly{}, "nil": (*htmlOnly)(nil), "<2×3 picture>": image.NewGray(image.Rect(0, 0, 2, 3)),
		"":           Bundle{Data: map[string]any{"image/png": []byte(nil), "text/html": template.HTML(""), "image/jpeg": nil}},
		"h":          Bundle{Data: map[string]any{"text/html": template.HTML("<i>h</i>")}},
		"t":          Bundle{Data: map[string]any{"text/plain": []byte("t")}},
		"&{C:{Y:0}}": image.NewUniform(color.Black), "<image>": nothing{},
		"bad": errors.New("bad"), "x y": HTML("x <i>y</i>"), "# h": Markdown("# h"), "{\n  \"a\": 1\n}": JSON(map[string]int{"a": 1}),
		"<SVG picture>": SVG("<svg/>"), "<Javascript>": Javascript("1"), "$x$": Latex("$x$"), "<image/png>": PNG(nil),
	} {
		if got := Echo(v).Text(); got != want {
			t.Errorf("Echo(%T) = %q, want %q", v, got, want)
		}
	}
	if got := Echo(SVG("<svg/>")).Data["text/html"]; got != "<svg/>" {
		t.Errorf("a page has %v of a drawing", got)
	}
	b := PNG([]byte{1}).With("image/png", "width", 20).With("image/png", "height", 10)
	if got := fmt.Sprint(b.Metadata); got != "map[image/png:map[height:10 width:20]]" {
		t.Errorf("metadata %s", got)
	}
}

func TestRich(t *testing.T) {
	x := tensor.Ones(1)
	if Echo(x).Data["text/html"] != nil {
		t.Error("a tensor shows a table by default")
	}
	Rich(true)
	defer Rich(false)
	if b := Echo(x); b.Data["text/html"] == nil || b.Text() != one {
		t.Errorf("rich tensor: %v", b.Data)
	}
}

// TestGonumPlot checks that a figure of gonum is shown as both kinds of picture.
func TestGonumPlot(t *testing.T) {
	p := plot.New()
	p.Title.Text = "Squares"
	line, err := plotter.NewLine(plotter.XYs{{X: 0, Y: 0}, {X: 1, Y: 1}, {X: 2, Y: 4}})
	if err != nil {
		t.Fatal(err)
	}
	p.Add(line)
	b := Echo(p)
	if box := pixels(t, b).Bounds(); box.Dx() < 300 || box.Dy() < 200 {
		t.Errorf("a picture of %v", box)
	}
	if s, _ := b.Data["image/svg+xml"].(string); !strings.Contains(s, ">Squares<") {
		t.Errorf("no title in %.300s", s)
	}
}

func TestErrors(t *testing.T) {
	for name, c := range map[string]struct {
		f    func()
		want string
	}{
		"table of a number": {func() { Table(3) }, "TypeError"},
		"index":             {func() { Table(tensor.Ones(2, 3, 4), At(2)) }, "IndexError"},
		"too many indices":  {func() { Heatmap(tensor.Ones(2), At(0, 0)) }, "IndexError"},
		"complex":           {func() { Heatmap(tensor.New([]complex64{1})) }, "TypeError"},
		"image":             {func() { Image(tensor.Ones(2)) }, "ValueError"},
		"empty image":       {func() { Image(tensor.Ones(0, 3)) }, "ValueError"},
		"bins":              {func() { Hist([]float64{1}, 0) }, "ValueError"},
		"series":            {func() { Plot(tensor.Ones(3, 3)) }, "ValueError"},
		"lengths":           {func() { NewPlot("").Line("", seq(2), seq(3)) }, "ValueError"},
		"graph of a number": {func() { Graph("x") }, "TypeError"},
		"no graph":          {func() { Graph(tensor.Ones(1)) }, "ValueError"},
		"JSON":              {func() { JSON(func() {}) }, "TypeError"},
		"nil":               {func() { Hist(nil) }, "TypeError"},
		"number as page":    {func() { Echo(Bundle{Data: map[string]any{"text/html": 5}}) }, "TypeError"},
		"NaN in JSON":       {func() { Echo(Bundle{Data: map[string]any{"x/y+json": math.NaN()}}) }, "TypeError"},
		"broken JSON":       {func() { Echo(Bundle{Data: map[string]any{"application/json": []byte("{")}}) }, "TypeError"},
		"NaN in metadata":   {func() { Echo(HTML("").With("text/html", "x", math.NaN())) }, "TypeError"},
	} {
		var e *tensor.Error
		if err := tensor.Try(c.f); !errors.As(err, &e) || string(e.Kind) != c.want {
			t.Errorf("%s: %v, want a %s", name, err, c.want)
		}
	}
}

// plainForms are functions whose bundles are not pictures; other tests have them.
var plainForms = []string{"TextBundle", "OfMedia", "Math", "EchoAll", "EchoText"}

// TestDocumented checks that docs/display.md has all ways to show a value, and the tests of this file all pictures.
func TestDocumented(t *testing.T) {
	text, err := os.ReadFile("../docs/display.md")
	if err != nil {
		t.Fatal(err)
	}
	rows, err := os.ReadFile("gallery_test.go")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Recv != nil || !fn.Name.IsExported() || fn.Type.Results.NumFields() != 1 {
				continue
			}
			if id, ok := fn.Type.Results.List[0].Type.(*ast.Ident); !ok || id.Name != "Bundle" {
				continue
			}
			if !regexp.MustCompile("[`.]" + fn.Name.Name + `\b`).Match(text) {
				t.Errorf("docs/display.md lacks display.%s", fn.Name.Name)
			}
			if !slices.Contains(plainForms, fn.Name.Name) && !regexp.MustCompile(`\b`+fn.Name.Name+`\(`).Match(rows) {
				t.Errorf("gallery in gallery_test.go has no row that calls %s", fn.Name.Name)
			}
		}
	}
}
