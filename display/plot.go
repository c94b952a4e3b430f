package display

import (
	"math"
	"slices"
	"time"

	"github.com/msrepl/msrepl/tensor"
)

// Series is one of several lines of [Plot] or sets of points of [Scatter]. A nil X means the indices of Y or, if Y
// has the shape [2, N], for its first row.
type Series struct {
	Name  string
	X, Y  any
	Style Style
}

// Plot returns a figure of lines: each argument is a [Series], or only its Y, a tensor or a slice of numbers. A
// tensor of another shape than [N] or [2, N] is a ValueError. Until the next release, a string is the name of the
// series after it.
func Plot(series ...any) *Figure { return plotOf("Plot", series, (*Figure).Line) }

// Scatter returns a figure of points from series as [Plot] takes them.
func Scatter(series ...any) *Figure { return plotOf("Scatter", series, (*Figure).Scatter) }

func plotOf(op string, args []any, add func(f *Figure, name string, x, y any, style ...Style) *Figure) *Figure {
	f := NewPlot("")
	name := ""
	for _, a := range args {
		s, ok := a.(Series)
		if !ok {
			if former, ok := a.(string); ok {
				name = former
				continue
			}
			s = Series{Name: name, Y: a}
		}
		if s.X == nil {
			s.X, s.Y = columnsXY(op, tensorOf(op, s.Y))
		}
		add(f, s.Name, s.X, s.Y, s.Style)
		name = ""
	}
	return f
}

// columnsXY returns the two rows of a matrix as x and y; for a vector, x is nil.
func columnsXY(op string, t *tensor.Tensor) (x any, y []float64) {
	v := reals(op, t)
	switch {
	case t.NDim() == 2 && t.Dim(0) == 2:
		return v[:len(v)/2], v[len(v)/2:]
	case t.NDim() > 1:
		reject(op, "a series must have the shape [N] or [2, N], but got %v.", t.Shape())
	}
	return nil, v
}

// Line adds a line through the points.
func (f *Figure) Line(name string, x, y any, style ...Style) *Figure {
	return f.curve("Line", throughPoints, name, x, y, style)
}

// Step adds a line that keeps each y until the next x.
func (f *Figure) Step(name string, x, y any, style ...Style) *Figure {
	return f.curve("Step", inSteps, name, x, y, style)
}

// Area adds a line and fills the area between it and zero.
func (f *Figure) Area(name string, x, y any, style ...Style) *Figure {
	return f.curve("Area", aboveZero, name, x, y, style)
}

func (f *Figure) curve(op string, kind curveKind, name string, x, y any, style []Style) *Figure {
	vy := numbersOf(op, y)
	look := look{name: name, style: merged(op, style)}
	return f.add(&curve{look: look, kind: kind, x: f.numbersX(op, x, len(vy)), y: vy})
}

// Scatter adds points without lines. If there are very many, points within a pixel of another one are left out.
// Style.By must have as many numbers as there are points.
func (f *Figure) Scatter(name string, x, y any, style ...Style) *Figure {
	vy := numbersOf("Scatter", y)
	l := &cloud{look: look{name: name, style: merged("Scatter", style)}, x: f.numbersX("Scatter", x, len(vy)), y: vy}
	if by := l.style.By; by != nil {
		t := tensorOf("Scatter", by)
		l.by = reals("Scatter", t)
		if len(l.by) != len(vy) {
			reject("Scatter", "By must have as many numbers as there are points, but got %d and %d.", len(l.by), len(vy))
		}
		l.classes = !t.DType().IsFloat() && len(classesOf(l.by)) <= maxClasses
	}
	return f.add(l)
}

// Band fills the area between two lines, such as a mean minus and plus its deviation.
func (f *Figure) Band(name string, x, low, high any, style ...Style) *Figure {
	lo, hi := numbersOf("Band", low), numbersOf("Band", high)
	checkLengths("Band", len(hi), len(lo))
	look := look{name: name, style: merged("Band", style)}
	return f.add(&band{look: look, x: f.numbersX("Band", x, len(lo)), lo: lo, hi: hi})
}

// ErrorBar adds points with bars from y-err to y+err; if err has the shape [2, N], its rows are the lengths downward
// and upward. With the name of bars added before, it is drawn on those; for horizontal bars x are their positions and
// y their lengths.
func (f *Figure) ErrorBar(name string, x, y, err any, style ...Style) *Figure {
	vy := numbersOf("ErrorBar", y)
	t := tensorOf("ErrorBar", err)
	e := reals("ErrorBar", t)
	down, up := e, e
	switch n := len(vy); {
	case t.NDim() == 2 && t.Dim(0) == 2 && t.Dim(1) == n:
		down, up = e[:n], e[n:]
	case t.NDim() == 0:
		down = slices.Repeat(e, n)
		up = down
	case len(e) != n || t.NDim() != 1:
		reject("ErrorBar", "err must be one number or have the shape [%d] or [2, %d], but got %v.", n, n, t.Shape())
	}
	l := &whiskers{look: look{name: name, style: merged("ErrorBar", style)}, y: vy, flat: f.hasFlatBars(name)}
	places := &f.x
	if l.flat {
		places = &f.y
	}
	l.x = f.numbersOn(places, "ErrorBar", x, len(vy))
	for i, v := range vy {
		l.lo, l.hi = append(l.lo, v-down[i]), append(l.hi, v+up[i])
	}
	return f.add(l)
}

// Bar adds bars from zero. Those of several series are side by side, or stacked after [Figure.Stack].
func (f *Figure) Bar(name string, x, heights any, style ...Style) *Figure {
	vy := numbersOf("Bar", heights)
	return f.add(&bars{look: look{name: name, style: merged("Bar", style)}, x: f.numbersX("Bar", x, len(vy)), y: vy})
}

// BarH adds horizontal bars: y are their positions, the first one lowest, and widths their lengths from zero to the
// right. y may be nil, numbers, names or times, like x elsewhere. Several series are placed as in [Figure.Bar].
func (f *Figure) BarH(name string, y, widths any, style ...Style) *Figure {
	v := numbersOf("BarH", widths)
	l := &bars{look: look{name: name, style: merged("BarH", style)}, y: v, flat: true}
	l.x = f.numbersOn(&f.y, "BarH", y, len(v))
	return f.add(l)
}

// Hist adds a histogram with bins of equal width, 30 by default. NaN and infinities are not counted.
func (f *Figure) Hist(name string, v any, bins int, style ...Style) *Figure {
	checkBins(bins)
	h := histogram(numbersOf("Hist", v), bins)
	f.change(func() { f.y.whole = true })
	return f.add(&steps{look: look{name: name, style: merged("Hist", style)}, h: h})
}

// Box adds a box plot of numbers at a new position, named on the x axis: a box from the first to the third quartile
// (as numpy.percentile has them) with the median, whiskers to the farthest numbers within 1.5 times its height, and
// the outliers as points.
func (f *Figure) Box(name string, v any, style ...Style) *Figure {
	return f.summary("Box", name, v, false, style)
}

// Violin adds a violin plot of numbers at a new position: their density, estimated with Gaussian kernels and Scott's
// bandwidth as in matplotlib, with the median and the quartiles.
func (f *Figure) Violin(name string, v any, style ...Style) *Figure {
	return f.summary("Violin", name, v, true, style)
}

func (f *Figure) summary(op, name string, v any, violin bool, style []Style) *Figure {
	l := &distribution{look: look{style: merged(op, style)}, violin: violin}
	for _, x := range numbersOf(op, v) {
		if drawable(x) {
			l.v = append(l.v, x)
		}
	}
	slices.Sort(l.v)
	f.change(func() {
		f.x.mustTake(op, name, 1)
		l.at = float64(f.x.place(name))
	})
	return f.add(l)
}

// HLine adds a line at y from edge to edge.
func (f *Figure) HLine(name string, y float64, style ...Style) *Figure {
	return f.add(&rule{look: look{name: name, style: merged("HLine", style)}, v: y, level: true})
}

// VLine adds a line at x from edge to edge.
func (f *Figure) VLine(name string, x float64, style ...Style) *Figure {
	return f.add(&rule{look: look{name: name, style: merged("VLine", style)}, v: x})
}

// Text writes s centred at a point.
func (f *Figure) Text(s string, x, y float64) *Figure { return f.add(&note{s: s, x: x, y: y}) }

// Annotate writes s at (textX, textY) with an arrow from there to (x, y).
func (f *Figure) Annotate(s string, x, y, textX, textY float64) *Figure {
	return f.add(&note{s: s, x: textX, y: textY, arrow: true, toX: x, toY: y})
}

// Add adds a point to the unnamed curve and shows or updates the figure, at most ten times a second and at the end of
// the cell. x and y are numbers or tensors of one element; x may be a time.
func (f *Figure) Add(x, y any) { f.AddTo("", x, y) }

// AddTo is Add for one of several curves.
func (f *Figure) AddTo(name string, x, y any) {
	vy := tensorOf("Plot", y).Float()
	var vx float64
	if at, ok := x.(time.Time); ok {
		vx = f.numbersX("Plot", []time.Time{at}, 1)[0]
	} else {
		vx = f.numbersX("Plot", []float64{tensorOf("Plot", x).Float()}, 1)[0]
	}
	f.mu.Lock()
	var to *curve
	for _, l := range f.layers {
		if c, ok := l.(*curve); ok && c.name == name {
			to = c
		}
	}
	if to == nil {
		to = &curve{look: look{name: name}}
		f.layers = append(f.layers, to)
	}
	to.x, to.y = append(to.x, vx), append(to.y, vy)
	if f.live == nil {
		f.live = newLive(func(bool) Bundle { return f.Display() })
	}
	l := f.live
	f.mu.Unlock()
	l.changed()
}

// Done shows the final state of a figure that Add has shown. In cells this also happens at the end of the cell.
func (f *Figure) Done() {
	f.mu.Lock()
	l := f.live
	f.mu.Unlock()
	if l != nil {
		l.finish()
	}
}

func drawable(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
