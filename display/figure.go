package display

import (
	"math"
	"slices"
	"sync"
	"time"
)

// Figure is a plot: what is drawn between two axes, and what is said about them. [NewPlot], [Plot] and [Scatter] make
// one; its methods add to it and return it, so that calls can be chained:
//
//	display.NewPlot("training").XLabel("epoch").YLabel("loss").YLog().
//		Line("train", nil, train).Line("test", nil, test, display.Format("--")).
//		Save("loss.pdf")
//
// x and y are tensors or slices of numbers of one length, NaN a gap. x may be nil, which counts from 0, or a []string,
// the names of places on the axis, or a []time.Time, whose axis has dates and times of day. A name that is not empty is
// in the legend; what has the name of an earlier series has its colour, and on bars its place. A figure shows itself as
// the last value of a cell; in pages hovering shows values. Its methods may be called from any goroutine.
type Figure struct {
	*common
	y      axis
	layers []layer
	twin   *Figure // what is drawn against the axis on the right
	right  bool    // this is one
}

// common is what a figure has in common with its twin.
type common struct {
	mu      sync.Mutex
	base    *Figure
	title   string
	x       axis
	w, h    float64 // between the axes
	grid    bool
	legend  string
	stacked bool
	plain   string // what the figure is as text, "" for one that is drawn in dots
	live    *live  // once Add was called
}

// axis is what is known of an axis before anything is drawn.
type axis struct {
	label      string
	log        bool
	lo, hi     float64 // NaN where the data decides
	at         []float64
	names      []string       // of at
	categories []string       // at 0, 1, 2 …
	whole      bool           // only whole numbers are marked
	zone       *time.Location // of an axis of times: the numbers are seconds since 1970
	numbers    bool           // of an axis that no times fit on
	down       bool           // the least is at the top
}

// logarithmic reports whether the scale is one of powers: names of places have none, nor have times.
func (a *axis) logarithmic() bool { return a.log && a.categories == nil && a.zone == nil }

func newAxis() axis { return axis{lo: math.NaN(), hi: math.NaN()} }

// The size of a plot between its axes, in pixels.
const plotWidth, plotHeight = 420.0, 220.0

// NewPlot returns an empty figure with a title, which may be empty. Line, Scatter and the other methods add to it;
// Add adds a point to a curve that grows while a network learns, and shows the figure:
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

// XLim sets the numbers at the left and the right edge, of which the left one may be the greater; NaN leaves one to
// the data. On an axis of times they are [Seconds]. What is outside is cut. Equal or infinite ones are a ValueError.
func (f *Figure) XLim(left, right float64) *Figure {
	checkLimits("XLim", left, right)
	return f.change(func() { f.x.lo, f.x.hi = left, right })
}

// YLim sets the numbers at the lower and the upper edge as [Figure.XLim] does those of x.
func (f *Figure) YLim(bottom, top float64) *Figure {
	checkLimits("YLim", bottom, top)
	return f.change(func() { f.y.lo, f.y.hi = bottom, top })
}

func checkLimits(op string, a, b float64) {
	if a == b || math.IsInf(a, 0) || math.IsInf(b, 0) {
		reject(op, "the limits must be two different finite numbers, but got %v and %v.", a, b)
	}
}

// XLog makes the axis of x logarithmic, unless it has names of places. Numbers that are not positive have no place on
// it.
func (f *Figure) XLog() *Figure { return f.change(func() { f.x.log = true }) }

// YLog makes the axis of y logarithmic. Numbers that are not positive have no place on it.
func (f *Figure) YLog() *Figure { return f.change(func() { f.y.log = true }) }

// XTicks sets the numbers, or the times, that are marked on the axis of x, with texts in their place if there are any,
// which must then be as many.
func (f *Figure) XTicks(at any, texts ...string) *Figure {
	v := checkedTicks("XTicks", at, texts)
	return f.change(func() { f.x.at, f.x.names = v, slices.Clone(texts) })
}

// YTicks sets the numbers that are marked on the axis of y as [Figure.XTicks] does those of x.
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

// Grid says whether lines lead from the ticks through the plot, as they do at first.
func (f *Figure) Grid(on bool) *Figure { return f.change(func() { f.grid = on }) }

// legendPlaces are where a legend may be.
var legendPlaces = []string{"right", "below", "upper left", "upper right", "lower left", "lower right", "none"}

// Legend says where the names of the series are: "right" of the plot, as at first, "below" it, inside at "upper left",
// "upper right", "lower left" or "lower right", or "none".
func (f *Figure) Legend(where string) *Figure {
	if !slices.Contains(legendPlaces, where) {
		reject("Legend", "the place must be one of %q, but got %q.", legendPlaces, where)
	}
	return f.change(func() { f.legend = where })
}

// Size sets width and height of the plot between its axes, in pixels of 1/96 inch; 420 by 220 at first.
func (f *Figure) Size(w, h float64) *Figure {
	if !(w >= 20 && w <= 10000 && h >= 20 && h <= 10000) {
		reject("Size", "width and height must be in [20, 10000], but got %v and %v.", w, h)
	}
	return f.change(func() { f.w, f.h = w, h })
}

// Stack puts the bars of several series on each other, and not side by side.
func (f *Figure) Stack() *Figure { return f.change(func() { f.stacked = true }) }

// TwinX returns the second half of the figure: what is added to it has the same x and an axis of y of its own, on the
// right, with the label, limits, ticks and scale that are set on it.
func (f *Figure) TwinX() *Figure {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.base.twin == nil {
		f.base.twin = &Figure{common: f.common, y: newAxis(), right: true}
	}
	return f.base.twin
}

// halves are the figure and its twin.
func (f *Figure) halves() []*Figure {
	if f.base.twin != nil {
		return []*Figure{f.base, f.base.twin}
	}
	return []*Figure{f.base}
}

// add adds what is drawn.
func (f *Figure) add(l layer) *Figure { return f.change(func() { f.layers = append(f.layers, l) }) }

// numbersX takes the places on the axis of x.
func (f *Figure) numbersX(op string, x any, n int) []float64 { return f.numbersOn(&f.x, op, x, n) }

// numbersOn takes n places on an axis: nil counts them from 0, texts are names of places, times are seconds since 1970.
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

// place is the number of a category, a new one at the end.
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

// numbersOf takes a tensor or a slice of numbers.
func numbersOf(op string, v any) []float64 { return slices.Clone(reals(op, tensorOf(op, v))) }
