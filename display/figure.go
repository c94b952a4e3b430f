package display

import (
	"math"
	"slices"
	"sync"
	"time"
)

// Figure is a plot with two axes. [NewPlot], [Plot] and [Scatter] make one; its methods add to it and return it, so
// that calls can be chained:
//
//	display.NewPlot("training").XLabel("epoch").YLabel("loss").YLog().
//		Line("train", nil, train).Line("test", nil, test, display.Format("--")).
//		Save("loss.pdf")
//
// x and y are tensors or slices of numbers of the same length; NaN is a gap. x may be nil, which counts from 0, or a
// []string of categories, or a []time.Time, whose axis has dates and times of day. A name that is not empty appears
// in the legend; a series with the name of an earlier one has its colour and, on bars, its position. A figure is
// shown as the last value of a cell; on pages hovering shows values. Its methods may be called from any goroutine.
type Figure struct {
	*common
	y      axis
	layers []layer
	twin   *Figure // the part that is drawn against the right axis
	right  bool    // this is the twin
}

// common is the state that a figure shares with its twin.
type common struct {
	mu      sync.Mutex
	base    *Figure
	title   string
	x       axis
	w, h    float64 // between the axes
	grid    bool
	legend  string
	stacked bool
	plain   string // the figure as text, "" to draw it in dots
	live    *live  // set by Add
}

// axis is the state of an axis before drawing.
type axis struct {
	label      string
	log        bool
	lo, hi     float64 // NaN for the limits of the data
	at         []float64
	names      []string       // of at
	categories []string       // at 0, 1, 2 …
	whole      bool           // only whole numbers are labelled
	zone       *time.Location // of an axis of times: the numbers are seconds since 1970
	numbers    bool           // the axis has numbers, so it cannot have times
	down       bool           // the smallest number is at the top
}

// logarithmic reports whether the scale is logarithmic. Axes of categories and of times never are.
func (a *axis) logarithmic() bool { return a.log && a.categories == nil && a.zone == nil }

func newAxis() axis { return axis{lo: math.NaN(), hi: math.NaN()} }

// The size of a plot between its axes, in pixels.
const plotWidth, plotHeight = 420.0, 220.0

// NewPlot returns an empty figure with a title, which may be empty. Line, Scatter and the other methods add to it;
// Add adds a point to a curve during training and shows the figure:
//
//	p := display.NewPlot("loss")
//	for step := range 100 {
//		p.Add(step, train())
//	}
//	p.Done()
func NewPlot(title string) *Figure {
	c := &common{title: title, x: newAxis(), w: plotWidth, h: plotHeight, grid: true, legend: "right"}
	f := &Figure{common: c, y: newAxis()}
	f.base = f
	return f
}

// change calls f with the figure locked, and returns the figure.
func (f *Figure) change(do func()) *Figure {
	f.mu.Lock()
	defer f.mu.Unlock()
	do()
	return f
}

// Title sets the line above the plot.
func (f *Figure) Title(s string) *Figure { return f.change(func() { f.title = s }) }

// XLabel sets the text below the axis of x.
func (f *Figure) XLabel(s string) *Figure { return f.change(func() { f.x.label = s }) }

// YLabel sets the text beside the axis of y.
func (f *Figure) YLabel(s string) *Figure { return f.change(func() { f.y.label = s }) }

// XLim sets the limits of the x axis, left and right; left may be the greater one, and NaN uses the limit of the
// data. For times they are [Seconds]. The plot is clipped to them. Equal or infinite limits are a ValueError.
func (f *Figure) XLim(left, right float64) *Figure {
	checkLimits("XLim", left, right)
	return f.change(func() { f.x.lo, f.x.hi = left, right })
}

// YLim sets the limits of the y axis, lower and upper, as [Figure.XLim] does for x.
func (f *Figure) YLim(bottom, top float64) *Figure {
	checkLimits("YLim", bottom, top)
	return f.change(func() { f.y.lo, f.y.hi = bottom, top })
}

func checkLimits(op string, a, b float64) {
	if a == b || math.IsInf(a, 0) || math.IsInf(b, 0) {
		reject(op, "the limits must be two different finite numbers, but got %v and %v.", a, b)
	}
}

// XLog makes the x axis logarithmic, unless it has categories. Numbers that are not positive are left out.
func (f *Figure) XLog() *Figure { return f.change(func() { f.x.log = true }) }

// YLog makes the y axis logarithmic. Numbers that are not positive are left out.
func (f *Figure) YLog() *Figure { return f.change(func() { f.y.log = true }) }

// XTicks sets the ticks of the x axis, numbers or times. Optional texts, one per tick, replace the numbers.
func (f *Figure) XTicks(at any, texts ...string) *Figure {
	v := checkedTicks("XTicks", at, texts)
	return f.change(func() { f.x.at, f.x.names = v, slices.Clone(texts) })
}

// YTicks sets the ticks of the y axis as [Figure.XTicks] does for x.
func (f *Figure) YTicks(at any, texts ...string) *Figure {
	v := checkedTicks("YTicks", at, texts)
	return f.change(func() { f.y.at, f.y.names = v, slices.Clone(texts) })
}

func checkedTicks(op string, at any, texts []string) []float64 {
	v := []float64{}
	if times, ok := at.([]time.Time); ok {
		for _, t := range times {
			v = append(v, Seconds(t))
		}
	} else {
		v = append(v, reals(op, tensorOf(op, at))...)
	}
	if len(texts) > 0 && len(texts) != len(v) {
		reject(op, "there must be as many texts as numbers, but got %d and %d.", len(texts), len(v))
	}
	return v
}

// Grid sets whether grid lines are drawn; by default they are.
func (f *Figure) Grid(on bool) *Figure { return f.change(func() { f.grid = on }) }

// legendPlaces lists the positions of a legend.
var legendPlaces = []string{"right", "below", "upper left", "upper right", "lower left", "lower right", "none"}

// Legend sets the position of the legend: "right" of the plot, the default, "below" it, inside at "upper left",
// "upper right", "lower left" or "lower right", or "none".
func (f *Figure) Legend(where string) *Figure {
	if !slices.Contains(legendPlaces, where) {
		reject("Legend", "the place must be one of %q, but got %q.", legendPlaces, where)
	}
	return f.change(func() { f.legend = where })
}

// Size sets the width and height of the area between the axes, in pixels of 1/96 inch; the default is 420 by 220.
func (f *Figure) Size(w, h float64) *Figure {
	if !(w >= 20 && w <= 10000 && h >= 20 && h <= 10000) {
		reject("Size", "width and height must be in [20, 10000], but got %v and %v.", w, h)
	}
	return f.change(func() { f.w, f.h = w, h })
}

// Stack stacks the bars of several series instead of placing them side by side.
func (f *Figure) Stack() *Figure { return f.change(func() { f.stacked = true }) }

// TwinX returns the second half of the figure. Series added to it share the x axis and use a second y axis on the
// right, with its own label, limits, ticks and scale.
func (f *Figure) TwinX() *Figure {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.base.twin == nil {
		f.base.twin = &Figure{common: f.common, y: newAxis(), right: true}
	}
	return f.base.twin
}

// halves returns the figure and its twin.
func (f *Figure) halves() []*Figure {
	if f.base.twin != nil {
		return []*Figure{f.base, f.base.twin}
	}
	return []*Figure{f.base}
}

// add adds a layer.
func (f *Figure) add(l layer) *Figure { return f.change(func() { f.layers = append(f.layers, l) }) }

// numbersX returns the positions on the x axis.
func (f *Figure) numbersX(op string, x any, n int) []float64 { return f.numbersOn(&f.x, op, x, n) }

// numbersOn returns n positions on an axis: nil counts from 0, texts are categories, times are seconds since 1970.
func (f *Figure) numbersOn(a *axis, op string, at any, n int) []float64 {
	v := make([]float64, n)
	switch at := at.(type) {
	case nil:
		for i := range v {
			v[i] = float64(i)
		}
	case []string:
		checkLengths(op, len(at), n)
		f.change(func() {
			for i, name := range at {
				v[i] = float64(a.place(name))
			}
		})
	case []time.Time:
		checkLengths(op, len(at), n)
		for i, t := range at {
			v[i] = Seconds(t)
		}
	default:
		v = numbersOf(op, at)
		checkLengths(op, len(v), n)
	}
	f.change(func() { a.mustTake(op, at, n) })
	return v
}

// place returns the number of a category, adding a new one at the end.
func (a *axis) place(name string) int {
	i := slices.Index(a.categories, name)
	if i < 0 {
		i = len(a.categories)
		a.categories = append(a.categories, name)
	}
	return i
}

func checkLengths(op string, nx, ny int) {
	if nx != ny {
		reject(op, "x and y must have as many numbers, but got %d and %d.", nx, ny)
	}
}

// numbersOf returns the elements of a tensor or a slice of numbers.
func numbersOf(op string, v any) []float64 { return slices.Clone(reals(op, tensorOf(op, v))) }
