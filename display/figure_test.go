package display

import (
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/msrepl/msrepl/internal/picture/drawing"
	"github.com/msrepl/msrepl/tensor"
)

// mark is an element of a picture.
type mark struct {
	tag  string
	attr map[string]string
	text string // its own, or that of its title
}

func (m mark) num(name string) float64 {
	v, err := strconv.ParseFloat(m.attr[name], 64)
	if err != nil {
		return math.NaN()
	}
	return v
}

// points returns the points of a polyline or a polygon.
func (m mark) points() (at [][2]float64) {
	for pair := range strings.FieldsSeq(m.attr["points"]) {
		x, y, _ := strings.Cut(pair, ",")
		px, _ := strconv.ParseFloat(x, 64)
		py, _ := strconv.ParseFloat(y, 64)
		at = append(at, [2]float64{px, py})
	}
	return at
}

// drawn returns the elements of a picture.
func drawn(t interface {
	Helper()
	Fatal(args ...any)
}, v any,
) (marks []mark) {
	t.Helper()
	page, _ := Echo(v).Data["text/html"].(string)
	r := xml.NewDecoder(strings.NewReader(page))
	var open []int
	for {
		tok, err := r.Token()
		if err == io.EOF {
			return marks
		}
		if err != nil {
			t.Fatal(err)
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			m := mark{tok.Name.Local, map[string]string{}, ""}
			for _, a := range tok.Attr {
				m.attr[a.Name.Local] = a.Value
			}
			open = append(open, len(marks))
			marks = append(marks, m)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			for _, i := range open[max(0, len(open)-2):] {
				marks[i].text += strings.TrimSpace(string(tok))
			}
		}
	}
}

func having(marks []mark, tag string) (some []mark) {
	for _, m := range marks {
		if m.tag == tag {
			some = append(some, m)
		}
	}
	return some
}

// plotBox is the area between the axes.
type plotBox struct{ left, right, top, bottom float64 }

func boxOf(marks []mark) (b plotBox) {
	var axes []mark
	for _, m := range having(marks, "line") {
		if m.attr["opacity"] == "0.6" {
			axes = append(axes, m)
		}
	}
	return plotBox{axes[0].num("x1"), axes[0].num("x2"), axes[1].num("y1"), axes[1].num("y2")}
}

// numbers returns the coordinates of a pixel in a plot with these edges.
func (b plotBox) numbers(x, y, x0, x1, y0, y1 float64) (vx, vy float64) {
	return x0 + (x1-x0)*(x-b.left)/(b.right-b.left), y0 + (y1-y0)*(b.bottom-y)/(b.bottom-b.top)
}

// near allows for coordinates with two digits.
func near(a, b, tolerance float64) bool { return math.Abs(a-b) <= tolerance }

func TestLineNumbers(t *testing.T) {
	x, y := []float64{0, 2.5, 5, 10}, []float64{1, 3, 0.5, 4}
	marks := drawn(t, NewPlot("").Size(400, 200).XLim(0, 10).YLim(0, 4).Line("", x, y))
	b := boxOf(marks)
	if b.right-b.left != 400 || b.bottom-b.top != 200 {
		t.Fatalf("the plot is %v", b)
	}
	at := having(marks, "polyline")[0].points()
	for i, p := range at {
		if vx, vy := b.numbers(p[0], p[1], 0, 10, 0, 4); !near(vx, x[i], 0.01) || !near(vy, y[i], 0.01) {
			t.Errorf("point %d is at %v, that is %v, %v", i, p, vx, vy)
		}
	}
	// Reversed limits turn the axis around.
	marks = drawn(t, NewPlot("").Size(400, 200).XLim(10, 0).YLim(0, 4).Line("", x, y))
	if p := having(marks, "polyline")[0].points()[0]; !near(p[0], boxOf(marks).right, 0.01) {
		t.Errorf("the point at 0 is at %v of %v", p, boxOf(marks))
	}
}

// TestLogBars checks that bars on a logarithmic axis, which has no zero, begin at a power of ten below all of them, so
// that bars of 49 and 50 look alike, and one of 1 is visible.
func TestLogBars(t *testing.T) {
	for name, c := range map[string]struct {
		f    *Figure
		want float64 // of the height, for what is lowest: the part that is a decade above the ground
	}{
		"bars": {
			NewPlot("").YLog().YLim(math.NaN(), 1000).Bar("", []string{"a", "b"}, []float64{20, 100}),
			math.Log10(2) / 2,
		},
		"ones":  {NewPlot("").YLog().YLim(math.NaN(), 10).Bar("", []string{"a", "b"}, []float64{1, 10}), 1. / 2},
		"hist":  {NewPlot("").YLog().YLim(math.NaN(), 10).Hist("", []float64{0, 0, 1}, 2), 1. / 2},
		"flat":  {NewPlot("").XLog().XLim(math.NaN(), 10).BarH("", []string{"a", "b"}, []float64{1, 10}), 1. / 2},
		"given": {NewPlot("").YLog().YLim(1, 100).Bar("", []string{"a", "b"}, []float64{10, 100}), 1. / 2},
	} {
		marks := drawn(t, c.f.Size(400, 200).Legend("none"))
		b, got := boxOf(marks), 1.0
		for _, m := range having(marks, "rect") {
			part := m.num("height") / (b.bottom - b.top)
			if name == "flat" {
				part = m.num("width") / (b.right - b.left)
			}
			got = min(got, part)
		}
		if !near(got, c.want, 0.01) {
			t.Errorf("%s: the lowest has %v of the height, want %v", name, got, c.want)
		}
	}
}

// TestLogBarsInDots checks the same in a terminal, where 1 is half as high as 10, and complete.
func TestLogBarsInDots(t *testing.T) {
	for name, f := range map[string]*Figure{
		"bars": NewPlot("").YLog().Bar("", []string{"a", "b"}, []float64{1, 10}),
		"hist": NewPlot("").YLog().Hist("", append(make([]float64, 10), 1), 2),
	} {
		heights := map[int]int{}
		for line := range strings.Lines(Echo(f).Text()) {
			for at, r := range []rune(line) {
				if r > 0x2800 && r <= 0x28ff {
					heights[at]++
				}
			}
		}
		low, high := 100, 0
		for _, h := range heights {
			low, high = min(low, h), max(high, h)
		}
		if high < 6 || 2*low < high-1 || 2*low > high+2 {
			t.Errorf("%s: %d and %d lines high:\n%s", name, low, high, Echo(f).Text())
		}
	}
}

func TestLogNumbers(t *testing.T) {
	marks := drawn(t, NewPlot("").Size(400, 200).XLog().XLim(1, 10000).YLog().YLim(0.01, 1).
		Line("", []float64{1, 10, 100, -1, 1000, 10000}, []float64{0.01, 0.1, 1, 0.5, 0.1, 1}))
	b := boxOf(marks)
	var got [][2]float64
	for _, line := range having(marks, "polyline") {
		for _, p := range line.points() {
			got = append(got, [2]float64{math.Round((p[0] - b.left) / 100), math.Round((b.bottom - p[1]) / 100)})
		}
	}
	want := [][2]float64{{0, 0}, {1, 1}, {2, 2}, {3, 1}, {4, 2}} // decades; -1 has no place and breaks the line
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if n := len(having(marks, "polyline")); n != 2 {
		t.Errorf("%d lines, want 2", n)
	}
	var texts []string
	for _, m := range having(marks, "text") {
		texts = append(texts, m.text)
	}
	if diff := cmp.Diff([]string{"1", "10", "100", "1000", "10000", "0.01", "0.02", "0.05", "0.1", "0.2", "0.5", "1"}, texts); diff != "" {
		t.Errorf("ticks (-want +got):\n%s", diff)
	}
}

// TestMargins checks that no marker touches the frame, unless the user sets limits; then a marker is drawn whole or
// not at all.
func TestMargins(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 20).Draw(t, "n")
		number := rapid.Map(rapid.Float64Range(-1e6, 1e6), func(v float64) float64 {
			if math.Abs(v) < 1e-200 {
				return 0 // below it no numbers are left for a margin of decades
			}
			return v
		})
		x, y := rapid.SliceOfN(number, n, n).Draw(t, "x"), rapid.SliceOfN(number, n, n).Draw(t, "y")
		f := NewPlot("").Scatter("", x, y)
		if rapid.Bool().Draw(t, "log") {
			f.XLog().YLog()
		}
		marks := drawn(t, f)
		b := boxOf(marks)
		for _, c := range having(marks, "circle") {
			if r := c.num("r"); c.num("cx")-r < b.left || c.num("cx")+r > b.right || c.num("cy")-r < b.top || c.num("cy")+r > b.bottom {
				t.Fatalf("a point at %v touches %v", c.attr, b)
			}
		}
	})
	marks := drawn(t, NewPlot("").XLim(0, 10).Scatter("", []float64{-1, 0, 5, 10, 11}, seq(5)))
	if n := len(having(marks, "circle")); n != 3 {
		t.Errorf("%d points between the limits, want 3", n)
	}
	if n := len(having(marks, "svg")); n != 1 {
		t.Errorf("points at the limits are in a part that cuts them")
	}
}

// TestBars checks the heights of bars, side by side and stacked, and that error bars are on their bars.
func TestBars(t *testing.T) {
	names := []string{"x", "y"}
	f := func() *Figure {
		return NewPlot("").Size(400, 200).Bar("a", names, []float64{1, 2}).Bar("b", names, []float64{3, -1}).YLim(-2, 6)
	}
	type rect struct{ x, w, from, to float64 }
	rects := func(v any) (all []rect) {
		marks := drawn(t, v)
		b := boxOf(marks)
		for _, m := range having(marks, "rect") {
			if m.text == "" {
				continue // of the legend
			}
			_, from := b.numbers(0, m.num("y")+m.num("height"), 0, 1, -2, 6)
			_, to := b.numbers(0, m.num("y"), 0, 1, -2, 6)
			round := func(v float64) float64 { return math.Round(v*100) / 100 }
			all = append(all, rect{round(m.num("x") - b.left), round(m.num("width")), round(from), round(to)})
		}
		return all
	}
	// Two positions at a distance of 1, bars on 0.8 of it: from -0.4 to 1.4, with margins of 4 % 1.944 on 400 pixels.
	const unit, edge = 400 / 1.944, 0.472
	at := func(v float64) float64 { return math.Round((v+edge)*unit*100) / 100 }
	wide := math.Round(0.4*unit*100) / 100
	want := []rect{{at(-0.4), wide, 0, 1}, {at(0.6), wide, 0, 2}, {at(0), wide, 0, 3}, {at(1), wide, -1, 0}}
	closeTo := cmp.Comparer(func(a, b float64) bool { return near(a, b, 0.03) })
	if diff := cmp.Diff(want, rects(f()), cmp.AllowUnexported(rect{}), closeTo); diff != "" {
		t.Errorf("side by side (-want +got):\n%s", diff)
	}
	wide *= 2
	want = []rect{{at(-0.4), wide, 0, 1}, {at(0.6), wide, 0, 2}, {at(-0.4), wide, 1, 4}, {at(0.6), wide, -1, 0}}
	if diff := cmp.Diff(want, rects(f().Stack()), cmp.AllowUnexported(rect{}), closeTo); diff != "" {
		t.Errorf("stacked (-want +got):\n%s", diff)
	}
	marks := drawn(t, f())
	for _, m := range having(marks, "text") {
		if v, _ := boxOf(marks).numbers(m.num("x"), 0, -edge, 1+edge, 0, 1); m.text == "y" && !near(v, 1, 0.001) {
			t.Errorf("the second place is at %v", v)
		}
	}
	marks = drawn(t, f().ErrorBar("b", names, []float64{3, -1}, []float64{0.5, 0.25}))
	d := having(marks, "path")[0].attr["d"]
	var x, y, x2, y2 float64
	if _, err := fmt.Sscanf(d, "M%f,%fL%f,%f", &x, &y, &x2, &y2); err != nil {
		t.Fatal(err, d)
	}
	b := boxOf(marks)
	middle, low := b.numbers(x, y, -edge, 1+edge, -2, 6)
	_, high := b.numbers(x2, y2, 0, 1, -2, 6)
	if !near(middle, 0.2, 0.01) || !near(low, 2.5, 0.03) || !near(high, 3.5, 0.03) {
		t.Errorf("an error bar at %v from %v to %v, want 0.2 from 2.5 to 3.5", middle, low, high)
	}
}

// TestErrorBars has one number for all, one for each, and one for each direction.
func TestErrorBars(t *testing.T) {
	for name, c := range map[string]struct {
		err    any
		lo, hi []float64
	}{
		"one":   {0.5, []float64{0.5, 1.5}, []float64{1.5, 2.5}},
		"each":  {[]float64{1, 2}, []float64{0, 0}, []float64{2, 4}},
		"sides": {[][]float64{{1, 2}, {3, 4}}, []float64{0, 0}, []float64{4, 6}},
	} {
		l := NewPlot("").ErrorBar("", nil, []float64{1, 2}, c.err).layers[0].(*whiskers)
		if !slices.Equal(l.lo, c.lo) || !slices.Equal(l.hi, c.hi) {
			t.Errorf("%s: from %v to %v, want %v to %v", name, l.lo, l.hi, c.lo, c.hi)
		}
	}
}

// TestBox checks that the quartiles are numpy.percentile([1, 2, 3, 4, 5, 6, 7, 12], [25, 50, 75]): 2.75, 4.5, 6.25.
// The whiskers end within 2.75-5.25 and 6.25+5.25, so 12 is drawn as a point.
func TestBox(t *testing.T) {
	marks := drawn(t, NewPlot("").YLim(0, 25).Size(400, 250).Box("b", []float64{5, 1, 12, 2, 7, 3, 6, 4, math.NaN()}))
	b := boxOf(marks)
	up := func(y float64) float64 { _, v := b.numbers(0, y, 0, 1, 0, 25); return math.Round(v*100) / 100 }
	r := having(marks, "rect")[0]
	if top, bottom := up(r.num("y")), up(r.num("y")+r.num("height")); top != 6.25 || bottom != 2.75 {
		t.Errorf("the box is from %v to %v", bottom, top)
	}
	if want := "8 numbers, quartiles 2.75, 4.5, 6.25"; r.text != want {
		t.Errorf("its tip is %q, want %q", r.text, want)
	}
	c := having(marks, "circle")
	if len(c) != 1 || up(c[0].num("cy")) != 12 {
		t.Errorf("numbers drawn alone: %v", c)
	}
	l := distribution{v: []float64{1, 2, 3, 4, 5, 6, 7, 12}}
	if lo, hi := l.ends(); lo != 1 || hi != 7 {
		t.Errorf("whiskers to %v and %v, want 1 and 7", lo, hi)
	}
}

// TestViolin checks the density of two numbers 0 and 2: their deviation is √2, Scott's factor 2^(-1/5), so the
// kernels have a width of 1.2311, and the density at 0 is to that at 1 as (1+exp(-4/2h²)) to 2·exp(-1/2h²).
func TestViolin(t *testing.T) {
	marks := drawn(t, NewPlot("").Size(400, 250).Violin("v", []float64{0, 2}))
	ring := having(marks, "polygon")[0].points()
	if len(ring) != 200 {
		t.Fatalf("%d points", len(ring))
	}
	middle := (ring[0][0] + ring[199][0]) / 2
	h := math.Sqrt2 * math.Pow(2, -0.2)
	want := (1 + math.Exp(-2/(h*h))) / (2 * math.Exp(-1/(2*h*h)))
	centre := 0.0
	for _, p := range ring[:100] {
		centre = max(centre, p[0]-middle)
	}
	if got := (ring[0][0] - middle) / centre; !near(got, want, 0.002) {
		t.Errorf("the end has %.4f of the width of the middle, want %.4f", got, want)
	}
	if all := drawn(t, NewPlot("").Violin("same", []float64{3, 3, 3})); len(having(all, "polyline"))+len(having(all, "polygon")) == 0 {
		t.Error("equal numbers have no violin")
	}
}

// TestContours checks that contour lines of x²+y² are circles, each one closed line; those of a saddle never meet.
func TestContours(t *testing.T) {
	const n = 41
	v := make([]float64, n)
	for i := range v {
		v[i] = -2 + 4*float64(i)/(n-1)
	}
	circle, saddle := make([]float64, n*n), make([]float64, n*n)
	for i := range circle {
		x, y := v[i%n], v[i/n]
		circle[i], saddle[i] = x*x+y*y, x*y
	}
	f := NewPlot("").Contour(v, v, tensor.New(circle).Reshape(n, n), []float64{1, 2.25})
	for k, radius := range []float64{1, 1.5} {
		lines := f.layers[0].(*lattice).lines(radius * radius)
		if len(lines) != 1 || lines[0][0] != lines[0][len(lines[0])-1] {
			t.Fatalf("level %d: %d lines, want one that is closed", k, len(lines))
		}
		for _, p := range lines[0] {
			if r := math.Hypot(p.X, p.Y); !near(r, radius, 0.005) {
				t.Errorf("level %d passes %v, %v from the middle", k, p, r)
			}
		}
	}
	if lines := NewPlot("").Contour(v, v, tensor.New(saddle).Reshape(n, n), []float64{0.5}).layers[0].(*lattice).lines(0.5); len(lines) != 2 {
		t.Errorf("xy = 1/2 has %d branches, want 2", len(lines))
	}
	// In a square whose corners are alternately high and low, the mean of the corners decides which are joined.
	for level, want := range map[float64]string{0.4: "0.6 0.0 to 1.0 0.4", 0.6: "0.4 0.0 to 0.0 0.4"} {
		var pieces []string
		for _, l := range NewPlot("").Contour(nil, nil, [][]float64{{1, 0}, {0, 1}}, nil).layers[0].(*lattice).lines(level) {
			slices.SortFunc(l, func(a, b drawing.Point) int { return int(math.Copysign(1, a.Y-b.Y)) })
			pieces = append(pieces, fmt.Sprintf("%.1f %.1f to %.1f %.1f", l[0].X, l[0].Y, l[1].X, l[1].Y))
		}
		if len(pieces) != 2 || !slices.Contains(pieces, want) {
			t.Errorf("level %v has the lines %q, want %q among two", level, pieces, want)
		}
	}
	marks := drawn(t, f)
	if len(having(marks, "polyline")) != 2 {
		t.Errorf("%d lines are drawn, want 2", len(having(marks, "polyline")))
	}
}

// TestDecisionBoundary checks that regions have the colours of the same classes of points, and points are on top.
func TestDecisionBoundary(t *testing.T) {
	x := []float64{0, 1, 2}
	marks := drawn(t, NewPlot("").Regions(x, x, [][]int{{0, 0, 1}, {0, 1, 1}, {2, 2, 2}}).
		Scatter("", []float64{0, 2, 1}, []float64{0, 0, 2}, Style{By: []int{0, 1, 2}}))
	cells, dots := having(marks, "rect"), having(marks, "circle")
	if len(cells) != 9 || len(dots) != 3 {
		t.Fatalf("%d cells and %d points", len(cells), len(dots))
	}
	for k, cell := range []int{0, 2, 7} {
		if cells[cell].attr["fill"] != dots[k].attr["fill"] {
			t.Errorf("class %d is %s as a cell and %s as a point", k, cells[cell].attr["fill"], dots[k].attr["fill"])
		}
		dx := dots[k].num("cx") - cells[cell].num("x") - cells[cell].num("width")/2
		dy := dots[k].num("cy") - cells[cell].num("y") - cells[cell].num("height")/2
		if !near(dx, 0, 0.51) || !near(dy, 0, 0.51) { // edges of cells are whole pixels
			t.Errorf("point %d is %v, %v from the middle of its cell", k, dx, dy)
		}
	}
	if cells[8].text != "2, 2: 2" {
		t.Errorf("a cell shows %q", cells[8].text)
	}
	if a, b := strings.Index(fmt.Sprint(marks), "circle"), strings.LastIndex(fmt.Sprint(marks), "rect"); a < b {
		t.Error("points are below the plane")
	}
}

// TestThinning checks that large series are thinned without a visible difference.
func TestThinning(t *testing.T) {
	const n = 100_000
	x, y := make([]float64, n), make([]float64, n)
	for i := range x {
		x[i], y[i] = float64(i%300), float64(i/300%100)
	}
	x[n/2], y[n/2] = 600, 300
	page := NewPlot("").Scatter("", x, y).Display().Data["text/html"].(string)
	if len(page) > 200_000 {
		t.Errorf("%d points are %d bytes", n, len(page))
	}
	marks := drawn(t, NewPlot("").Scatter("", x, y))
	b := boxOf(marks)
	// The far point is at the upper right, 4 % from both edges: 1/27 of the plot.
	far := fmt.Sprintf("M%v,%vh0", math.Round((b.left+(b.right-b.left)*26/27)*100)/100, math.Round((b.top+(b.bottom-b.top)/27)*100)/100)
	if !strings.Contains(page, far) {
		t.Errorf("no %s in the page", far)
	}
	wave := make([]float64, n)
	wave[77_777], wave[33_333] = 5, -5
	least, greatest := math.Inf(1), math.Inf(-1)
	marks = drawn(t, NewPlot("").YLim(-10, 10).Line("", nil, wave))
	points := having(marks, "polyline")[0].points()
	for _, p := range points {
		_, v := boxOf(marks).numbers(p[0], p[1], 0, 1, -10, 10)
		least, greatest = min(least, v), max(greatest, v)
	}
	if len(points) > 2000 || !near(least, -5, 0.1) || !near(greatest, 5, 0.1) {
		t.Errorf("%d points from %v to %v, want at most 2000 from -5 to 5", len(points), least, greatest)
	}
}

// TestLegend: the legend is outside the plot or at the chosen position, with a line for each name.
func TestLegend(t *testing.T) {
	for _, where := range legendPlaces {
		f := NewPlot("").Line("same", nil, seq(3)).Band("same", nil, seq(3), []float64{1, 2, 3}).Scatter("other", nil, seq(3)).Legend(where)
		marks := drawn(t, f)
		b := boxOf(marks)
		var names []string
		for _, m := range having(marks, "text") {
			if m.text != "same" && m.text != "other" {
				continue
			}
			names = append(names, m.text)
			x, y := m.num("x"), m.num("y")
			inside := x > b.left && x < b.right && y > b.top && y < b.bottom
			if inside != (strings.HasPrefix(where, "upper") || strings.HasPrefix(where, "lower")) {
				t.Errorf("%s: %s is at %v, %v of %v", where, m.text, x, y, b)
			}
			if whole := marks[0]; x > whole.num("width") || y > whole.num("height") {
				t.Errorf("%s: %s is beyond the picture", where, m.text)
			}
		}
		if want := map[bool]string{true: "[]", false: "[same other]"}[where == "none"]; fmt.Sprint(names) != want {
			t.Errorf("%s: names %v, want %s", where, names, want)
		}
	}
}

// TestTwin checks that the second axis is on the right and has its own numbers.
func TestTwin(t *testing.T) {
	f := NewPlot("").Size(400, 200).YLim(0, 10).Line("loss", nil, []float64{10, 0})
	f.TwinX().YLim(0, 1).YLabel("accuracy").Line("accuracy", nil, []float64{0.5, 1})
	marks := drawn(t, f.TwinX()) // shows the whole figure
	b := boxOf(marks)
	var got []float64
	for _, line := range having(marks, "polyline") {
		for _, p := range line.points() {
			got = append(got, math.Round((b.bottom-p[1])/2)/100)
		}
	}
	if want := []float64{1, 0, 0.5, 1}; !slices.Equal(got, want) {
		t.Errorf("points at %v of the height, want %v", got, want)
	}
	var right []string
	for _, m := range having(marks, "text") {
		if m.num("x") > b.right {
			right = append(right, m.text)
		}
	}
	if want := []string{"0", "0.2", "0.4", "0.6", "0.8", "1", "accuracy", "loss", "accuracy"}; !slices.Equal(right, want) {
		t.Errorf("on the right are %q, want %q", right, want) // the last two are the legend
	}
}

// TestSeries checks that Plot and Scatter accept series with all fields, and return the same figures as methods.
func TestSeries(t *testing.T) {
	x, y := []float64{1, 10, 20}, []float64{0, 5, 1}
	red := Style{Color: "red"}
	for _, c := range []struct {
		name      string
		got, want *Figure
	}{
		{"named", Plot(Series{Name: "a", Y: y}, y), NewPlot("").Line("a", nil, y).Line("", nil, y)},
		{"x", Plot(Series{X: x, Y: y, Style: red}), NewPlot("").Line("", x, y, red)},
		{"rows", Scatter(Series{Name: "a", Y: [][]float64{x, y}}), NewPlot("").Scatter("a", x, y)},
		{"a string before, until the next release", Plot("a", y, y), NewPlot("").Line("a", nil, y).Line("", nil, y)},
	} {
		if got, want := fmt.Sprint(drawn(t, c.got)), fmt.Sprint(drawn(t, c.want)); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, want)
		}
	}
}
