package display

import (
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/msrepl/msrepl/internal/picture/colormap"
	"github.com/msrepl/msrepl/internal/picture/svg"
	"github.com/msrepl/msrepl/tensor"
)

// Figure is a plot of lines and points, see [NewPlot]. Its methods may be called from any goroutine.
type Figure struct {
	mu     sync.Mutex
	title  string
	series []*series
	live   *live // once Add was called
}

// series is one line or cloud of points.
type series struct {
	name   string
	points bool // not joined
	x, y   []float64
}

// Plot shows lines: each argument is a series of numbers (a tensor or a slice), or a string that names the series
// after it. Numbers stand above their index; a tensor [2, N] has its x in the first row. A tensor of another rank is
// a ValueError.
func Plot(args ...any) Bundle { return plotOf(false, args).bundle(true) }

// Scatter shows points as [Plot] does lines.
func Scatter(args ...any) Bundle { return plotOf(true, args).bundle(true) }

// NewPlot returns an empty figure. Line and Scatter add whole series; Add adds a point to a curve that grows while a
// network learns, and shows the figure:
//
//	p := display.NewPlot("loss")
//	for step := range 100 {
//		p.Add(step, train())
//	}
//	p.Done()
func NewPlot(title string) *Figure { return &Figure{title: title} }

func plotOf(points bool, args []any) *Figure {
	f := NewPlot("")
	name := ""
	for _, a := range args {
		if s, ok := a.(string); ok {
			name = s
			continue
		}
		t := tensorOf("Plot", a)
		x, y := columnsXY(t)
		f.append(name, x, y, points)
		name = ""
	}
	return f
}

// columnsXY takes the two rows of a matrix as x and y, otherwise counts x.
func columnsXY(t *tensor.Tensor) (x, y []float64) {
	v := reals("Plot", t)
	switch {
	case t.NDim() == 2 && t.Dim(0) == 2:
		return v[:len(v)/2], v[len(v)/2:]
	case t.NDim() > 1:
		tensor.Throw("Plot", tensor.ValueError, "For 'Plot', a series must have the shape [N] or [2, N], but got %v.", t.Shape())
	}
	x = make([]float64, len(v))
	for i := range x {
		x[i] = float64(i)
	}
	return x, v
}

// Line adds a line through points; x and y are tensors or slices of one length.
func (f *Figure) Line(name string, x, y any) *Figure { return f.add(name, x, y, false) }

// Scatter adds points that are not joined.
func (f *Figure) Scatter(name string, x, y any) *Figure { return f.add(name, x, y, true) }

func (f *Figure) add(name string, x, y any, points bool) *Figure {
	vx, vy := reals("Plot", tensorOf("Plot", x)), reals("Plot", tensorOf("Plot", y))
	if len(vx) != len(vy) {
		tensor.Throw("Plot", tensor.ValueError, "For 'Plot', x and y must have as many numbers, but got %d and %d.", len(vx), len(vy))
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.append(name, vx, vy, points)
}

func (f *Figure) append(name string, x, y []float64, points bool) *Figure {
	f.series = append(f.series, &series{name, points, slices.Clone(x), slices.Clone(y)})
	return f
}

// Add adds a point to the curve without a name and shows the figure, or brings it up to date: at most ten times a
// second, and at the end of the cell. x and y are numbers or tensors of one element.
func (f *Figure) Add(x, y any) { f.AddTo("", x, y) }

// AddTo is Add for one of several curves.
func (f *Figure) AddTo(name string, x, y any) {
	vx, vy := tensorOf("Plot", x).Float(), tensorOf("Plot", y).Float()
	f.mu.Lock()
	i := slices.IndexFunc(f.series, func(s *series) bool { return s.name == name })
	if i < 0 {
		i = len(f.series)
		f.append(name, nil, nil, false)
	}
	f.series[i].x, f.series[i].y = append(f.series[i].x, vx), append(f.series[i].y, vy)
	if f.live == nil {
		f.live = newLive(f.bundle)
	}
	l := f.live
	f.mu.Unlock()
	l.changed()
}

// Done shows the last state of a figure that Add has shown. Without it the end of the cell does, except in programs
// that are not cells.
func (f *Figure) Done() {
	f.mu.Lock()
	l := f.live
	f.mu.Unlock()
	if l != nil {
		l.finish()
	}
}

// Display shows the figure as a cell's last expression.
func (f *Figure) Display() Bundle { return f.bundle(true) }

// String is the figure as text.
func (f *Figure) String() string { return f.bundle(true).Text() }

func (f *Figure) bundle(bool) Bundle {
	f.mu.Lock()
	defer f.mu.Unlock()
	d := f.draw()
	return Bundle{Data: map[string]any{"text/plain": f.text(), "text/html": d.Inline(), "image/svg+xml": d.File()}}
}

// bounds are those of the finite numbers.
func (f *Figure) bounds() (x0, x1, y0, y1 float64) {
	var xs, ys []float64
	for _, s := range f.series {
		for i := range s.x {
			if drawable(s.x[i]) && drawable(s.y[i]) {
				xs, ys = append(xs, s.x[i]), append(ys, s.y[i])
			}
		}
	}
	x0, x1 = finite(xs)
	y0, y1 = finite(ys)
	return x0, x1, y0, y1
}

func drawable(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

func (f *Figure) draw() *svg.Doc {
	a := newAxes(f.bounds())
	d := a.doc(f.title)
	f.legend(d, a)
	for i, s := range f.series {
		colour := colormap.Hex(colormap.Series(i))
		if s.points {
			s.dots(d, a, colour)
		} else {
			s.line(d, a, colour, i)
		}
	}
	return d
}

// maxLegend is how many letters of a name the legend shows.
const maxLegend = 40

// legend writes the names of the series to the right of the axes.
func (f *Figure) legend(d *svg.Doc, a axes) {
	const row = 15
	y := a.top + 12
	var names []string
	for i, s := range f.series {
		if s.name == "" {
			continue
		}
		names = append(names, shortened(s.name, maxLegend))
		s.sample(d, a.left+a.w+8, y-3, i)
		d.Text(a.left+a.w+28, y+1, "start", names[len(names)-1])
		y += row
	}
	if len(names) > 0 {
		d.W = a.left + a.w + 28 + widest(names) + 8
		d.H = max(d.H, y)
	}
}

// sample draws what is beside the name of series i in the legend.
func (s *series) sample(d *svg.Doc, x, y float64, i int) {
	colour := colormap.Hex(colormap.Series(i))
	if s.points {
		d.Elem("circle", svg.Attr{"cx", x + 8, "cy", y, "r", 3.5, "fill", colour}, "")
		return
	}
	d.Elem("line", dashed(i, "x1", x, "y1", y, "x2", x+16, "y2", y, "stroke", colour, "stroke-width", 2.5), "")
}

// dashed tells the lines of one colour apart: there are as many colours as the eye can name.
func dashed(i int, a ...any) svg.Attr {
	if dashes := [...]string{"", "6 3", "2 2", "8 3 2 3"}[i/colormap.SeriesColours%4]; dashes != "" {
		a = append(a, "stroke-dasharray", dashes)
	}
	return a
}

func (s *series) dots(d *svg.Doc, a axes, colour string) {
	for i := range s.x {
		if drawable(s.x[i]) && drawable(s.y[i]) {
			d.Elem("circle", svg.Attr{"cx", a.x(s.x[i]), "cy", a.y(s.y[i]), "r", 2.5, "fill", colour}, "")
		}
	}
}

// line draws the runs between numbers that cannot be drawn.
func (s *series) line(d *svg.Doc, a axes, colour string, number int) {
	var run []string
	flush := func() {
		switch len(run) {
		case 0:
		case 1:
			x, y, _ := strings.Cut(run[0], ",")
			d.Elem("circle", svg.Attr{"cx", x, "cy", y, "r", 2.0, "fill", colour}, "")
		default:
			a := dashed(number, "points", strings.Join(run, " "), "fill", "none", "stroke", colour, "stroke-width", 1.8)
			d.Elem("polyline", a, "")
		}
		run = nil
	}
	for _, i := range thinned(len(s.x)) {
		if !drawable(s.x[i]) || !drawable(s.y[i]) {
			flush()
			continue
		}
		run = append(run, svg.Num(a.x(s.x[i]))+","+svg.Num(a.y(s.y[i])))
	}
	flush()
}

// maxPoints is how many points of a line are drawn; of more, evenly chosen ones with the last.
const maxPoints = 2000

func thinned(n int) []int {
	step := (n + maxPoints - 1) / maxPoints
	var at []int
	for i := 0; i < n; i += max(step, 1) {
		at = append(at, i)
	}
	if n > 0 && at[len(at)-1] != n-1 {
		at = append(at, n-1)
	}
	return at
}

// text draws the figure in dots.
func (f *Figure) text() string {
	const w, h = 60, 14
	x0, x1, y0, y1 := f.bounds()
	x0, x1 = widened(x0, x1)
	y0, y1 = widened(y0, y1)
	c := newDots(w, h)
	for _, s := range f.series {
		px, py, joined := 0, 0, false
		for i := range s.x {
			if !drawable(s.x[i]) || !drawable(s.y[i]) {
				joined = false
				continue
			}
			x := int(math.Round(part(s.x[i], x0, x1) * (2*w - 1)))
			y := int(math.Round((1 - part(s.y[i], y0, y1)) * (4*h - 1)))
			if joined && !s.points {
				c.line(px, py, x, y)
			}
			c.set(x, y)
			px, py, joined = x, y, true
		}
	}
	var names []string
	for _, s := range f.series {
		if s.name != "" {
			names = append(names, s.name)
		}
	}
	head := strings.TrimSpace(strings.TrimSpace(f.title) + "  " + strings.Join(names, ", "))
	if head != "" {
		head += "\n"
	}
	bottom, top := span(y0, y1)
	left, right := span(x0, x1)
	return head + c.framed(bottom, top, left, right)
}
