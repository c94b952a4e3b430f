package display

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/msrepl/msrepl/tensor"
)

// odd has numbers that are difficult to draw.
var odd = map[string][]float64{
	"nothing":            {},
	"one":                {5},
	"equal":              {7, 7, 7},
	"no number":          {math.NaN(), math.NaN()},
	"all infinite":       {math.Inf(1), math.Inf(-1)},
	"some infinite":      {1, math.Inf(1), 2, math.NaN()},
	"the whole range":    {-math.MaxFloat64, math.MaxFloat64, 0},
	"half the range":     {-1e308, 1e308, 1e300},
	"the greatest":       {math.MaxFloat64, math.MaxFloat64},
	"neighbours":         {1, 1 + 0x1p-52},
	"great neighbours":   {1e300, math.Nextafter(1e300, math.Inf(1))},
	"below the normal":   {5e-324, 1e-320},
	"small":              {1e-300, 2e-300},
	"far from zero":      {1000000.1, 1000000.2, 1000000.3},
	"close to zero":      {1.2345e-7, 2e-7},
	"zeros of both kind": {0, math.Copysign(0, -1)},
}

// badNumber matches a coordinate that is invalid in browsers, or a negative size.
var badNumber = regexp.MustCompile(` (?:[xy][12]?|c[xy]|r|width|height|points|d)="[^"]*(?:NaN|Inf)|(?:width|height|r)="-`)

// TestExtremes draws odd numbers: each picture must be well formed, have the expected elements, and valid coordinates.
func TestExtremes(t *testing.T) {
	for name, v := range odd {
		t.Run(name, func(t *testing.T) {
			drawn := map[string]func() Bundle{
				"Table":   func() Bundle { return Table(v) },
				"tensor":  func() Bundle { return Table(tensor.New(v)) },
				"Heatmap": func() Bundle { return Heatmap(v) },
				"Hist":    func() Bundle { return Hist(v) },
				"Plot":    func() Bundle { return Plot(Series{Name: "a", Y: v}).Display() },
				"Scatter": func() Bundle { return Scatter(v, v).Display() },
				"Line":    func() Bundle { return NewPlot("").Line("", v, v).Display() },
				"Diff":    func() Bundle { return Diff(v, append(slices.Clone(v[:len(v)/2]), make([]float64, len(v)-len(v)/2)...)) },
			}
			for kind, f := range oddFigures(v) {
				drawn[kind] = func() Bundle { return f().Display() }
			}
			if len(v) > 0 {
				drawn["Image"] = func() Bundle { return Image(tensor.New(v).Reshape(1, len(v))) }
			}
			for kind, draw := range drawn {
				b := draw()
				for mime, x := range b.Data {
					if raw, ok := x.([]byte); ok && len(raw) == 0 {
						t.Errorf("%s: no data of %s", kind, mime)
					}
				}
				for _, mime := range []string{"text/html", "image/svg+xml"} {
					s, ok := b.Data[mime].(string)
					if !ok {
						continue
					}
					markup(t, kind, s)
					if bad := badNumber.FindString(s); bad != "" {
						t.Errorf("%s: %s in %s", kind, bad, s)
					}
				}
			}
		})
	}
}

// oddFigures returns a figure of each kind with odd numbers, on each scale.
func oddFigures(v []float64) map[string]func() *Figure {
	kinds := map[string]func(f *Figure) *Figure{
		"Area": func(f *Figure) *Figure { return f.Area("a", v, v) }, "Step": func(f *Figure) *Figure { return f.Step("a", nil, v) },
		"Band": func(f *Figure) *Figure { return f.Band("a", nil, v, v) }, "ErrorBar": func(f *Figure) *Figure { return f.ErrorBar("a", nil, v, v) },
		"Bar":   func(f *Figure) *Figure { return f.Bar("a", v, v).Bar("b", nil, v) },
		"Stack": func(f *Figure) *Figure { return f.Stack().Bar("a", nil, v).Bar("b", nil, v) },
		"BarH": func(f *Figure) *Figure {
			return f.BarH("a", v, v).BarH("b", nil, v).ErrorBar("b", v, v, v).Bar("c", v, v)
		},
		"heaps": func(f *Figure) *Figure { return f.Stack().BarH("a", nil, v).BarH("b", nil, v) },
		"times": func(f *Figure) *Figure { return f.Line("a", moments(v), v).Bar("b", moments(v), v) },
		"bins":  func(f *Figure) *Figure { return f.Hist("a", v, 3) }, "Box": func(f *Figure) *Figure { return f.Box("a", v) },
		"Violin": func(f *Figure) *Figure { return f.Violin("a", v) }, "By": func(f *Figure) *Figure { return f.Scatter("a", v, v, Style{By: v}) },
		"twin": func(f *Figure) *Figure { return f.Line("", nil, v).TwinX().YLog().Line("", v, v) },
	}
	if len(v) > 0 {
		z := tensor.New(append(slices.Clone(v), v...)).Reshape(2, len(v))
		kinds["Heat"] = func(f *Figure) *Figure { return f.Heat(nil, nil, z) }
		kinds["Contour"] = func(f *Figure) *Figure { return f.Contour(nil, nil, z, nil) }
		kinds["ContourFill"] = func(f *Figure) *Figure {
			return f.ContourFill(nil, nil, z, nil).Contour(nil, nil, z, nil)
		}
		kinds["areas"] = func(f *Figure) *Figure {
			return f.ContourFill(nil, nil, z, []float64{-1, 0, 1e9}, Style{Alpha: 0.5})
		}
		kinds["levels"] = func(f *Figure) *Figure { return f.Contour(nil, []float64{1, 2}, z, v) }
		kinds["Regions"] = func(f *Figure) *Figure { return f.Regions(nil, nil, z) }
		kinds["rules"] = func(f *Figure) *Figure {
			return f.HLine("", v[0]).VLine("", v[0]).Text("s", v[0], v[0]).Annotate("s", v[0], 1, 2, v[0])
		}
	}
	all := map[string]func() *Figure{}
	for name, kind := range kinds {
		all[name] = func() *Figure { return kind(NewPlot("")) }
		all[name+" log"] = func() *Figure { return kind(NewPlot("").XLog().YLog()) }
		all[name+" limits"] = func() *Figure { return kind(NewPlot("").XLim(0, 1e-3).YLim(math.NaN(), -1e9)) }
	}
	return all
}

// moments returns times at odd numbers.
func moments(v []float64) []time.Time {
	at := make([]time.Time, len(v))
	for i, x := range v {
		if drawable(x) {
			at[i] = time.Unix(int64(min(max(x, -1e18), 1e18)), 0)
		}
	}
	return at
}

// TestTickTexts checks that labels distinguish numbers, with as few digits as possible.
func TestTickTexts(t *testing.T) {
	for _, c := range []struct {
		lo, hi float64
		want   string
	}{
		{0, 1, "[0 0.2 0.4 0.6 0.8 1]"},
		{-1, 1, "[-1 -0.5 0 0.5 1]"},
		{0, 3000000, "[0 500000 1000000 1500000 2000000 2500000 3000000]"},
		{1000000.1, 1000000.3, "[1000000.1 1000000.15 1000000.2 1000000.25 1000000.3]"},
		{0, 3e7, "[0 5e+06 1e+07 1.5e+07 2e+07 2.5e+07 3e+07]"},
		{1e-7, 2e-7, "[1e-07 1.2e-07 1.4e-07 1.6e-07 1.8e-07 2e-07]"},
		{1, 1 + 0x1p-52, "[1 1.0000000000000002]"},
		{-math.MaxFloat64, math.MaxFloat64, "[-1e+308 0 1e+308]"},
	} {
		if got := fmt.Sprint(tickTexts(niceTicks(c.lo, c.hi, yTicks))); got != c.want {
			t.Errorf("%v to %v: %v, want %v", c.lo, c.hi, got, c.want)
		}
	}
}

// TestCellSizes checks that no cell is too thin.
func TestCellSizes(t *testing.T) {
	for _, c := range []struct {
		rows, cols int
		w, h       float64
	}{
		{1, 1, 28, 28},
		{24, 36, 10, 10},
		{3, 256, 1, 16},
		{200, 3, 16, 1},
		{1, 36, 10, 28},
	} {
		if w, h := cellSizes(c.rows, c.cols); w != c.w || h != c.h {
			t.Errorf("%d×%d: %v×%v, want %v×%v", c.rows, c.cols, w, h, c.w, c.h)
		}
	}
}
