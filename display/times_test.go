package display

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/msrepl/msrepl/tensor"
)

// axisTexts returns the texts below a figure of 500 by 200.
func axisTexts(t *testing.T, f *Figure) string {
	t.Helper()
	marks := drawn(t, f.Size(500, 200).Legend("none"))
	b := boxOf(marks)
	var texts []string
	for _, m := range having(marks, "text") {
		if m.num("y") > b.bottom+8 {
			texts = append(texts, m.text)
		}
	}
	return strings.Join(texts, "|")
}

// TestTimes checks that ticks are at round times and dates, and that the label of the axis has the day or year that
// their texts omit.
func TestTimes(t *testing.T) {
	at := func(s string) time.Time {
		v, err := time.Parse("2006-01-02 15:04:05.999", s)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	for _, c := range []struct{ from, to, want string }{
		{
			"2026-01-28 07:00:00", "2026-01-28 07:00:01",
			"07:00:00.0|07:00:00.2|07:00:00.4|07:00:00.6|07:00:00.8|07:00:01.0|2026-01-28",
		},
		{
			"2026-01-28 07:00:00", "2026-01-28 07:00:12",
			"07:00:00|07:00:02|07:00:04|07:00:06|07:00:08|07:00:10|07:00:12|2026-01-28",
		},
		{"2026-01-28 07:04:00", "2026-01-28 08:03:00", "07:10|07:20|07:30|07:40|07:50|08:00|2026-01-28"},
		{"2026-01-28 20:00:00", "2026-01-29 11:00:00", "21:00|Jan 29|03:00|06:00|09:00|2026"},
		{"2024-02-26 00:00:00", "2024-03-03 00:00:00", "Feb 26|Feb 27|Feb 28|Feb 29|Mar 1|Mar 2|Mar 3|2024"},
		// Mondays, into another year.
		{"2025-12-05 00:00:00", "2026-01-13 00:00:00", "Dec 8|Dec 15|Dec 22|Dec 29|Jan 5|Jan 12|2025–2026"},
		{"2025-11-20 00:00:00", "2026-04-20 00:00:00", "Dec 2025|Jan 2026|Feb 2026|Mar 2026|Apr 2026"},
		{"2023-11-20 00:00:00", "2026-08-20 00:00:00", "Jan 2024|Jul 2024|Jan 2025|Jul 2025|Jan 2026|Jul 2026"},
		{"1950-06-01 00:00:00", "2010-06-01 00:00:00", "1950|1960|1970|1980|1990|2000|2010"},
	} {
		x := []time.Time{at(c.from), at(c.to)}
		if got := axisTexts(t, NewPlot("").Line("", x, []float64{1, 2})); got != c.want {
			t.Errorf("%s to %s: %s, want %s", c.from, c.to, got, c.want)
		}
	}
	// The axis has the zone of the first time; the user's label is kept.
	east := time.FixedZone("east", 2*3600)
	x := []time.Time{time.Date(2026, 5, 1, 1, 0, 0, 0, east), time.Date(2026, 5, 1, 3, 0, 0, 0, east)}
	got := axisTexts(t, NewPlot("").XLabel("clock").Scatter("", x, []float64{1, 2}))
	if want := "01:00|01:30|02:00|02:30|03:00|clock (2026-05-01)"; got != want {
		t.Errorf("two hours in the east: %s, want %s", got, want)
	}
	// A year is between two years: 2026-07-02 12:00 is its middle.
	f := NewPlot("").Size(500, 200).XLim(Seconds(at("2026-01-01 00:00:00")), Seconds(at("2027-01-01 00:00:00")))
	x = []time.Time{at("2026-01-01 00:00:00"), at("2026-07-02 12:00:00"), {}}
	marks := drawn(t, f.Line("", x, []float64{0, 1, 2}))
	b, p := boxOf(marks), having(marks, "polyline")[0].points()
	if v, _ := b.numbers(p[1][0], 0, 0, 1, 0, 1); len(p) != 2 || !near(v, 0.5, 1e-4) {
		t.Errorf("points %v in %v: the zero time is a gap, the middle of the year at %v", p, b, v)
	}
	const tip = "2026-07-02 12:00:00, 1"
	if !slices.ContainsFunc(marks, func(m mark) bool { return m.text == tip }) {
		t.Errorf("nothing shows %q when it is hovered over", tip)
	}
}

// TestTimesAmongOthers checks that an axis has either times or numbers.
func TestTimesAmongOthers(t *testing.T) {
	x, y := []time.Time{time.Unix(0, 0).UTC(), time.Unix(60, 0).UTC()}, []float64{1, 2}
	for name, f := range map[string]func(){
		"numbers after times": func() { NewPlot("").Line("", x, y).Scatter("", []float64{1, 2}, y) },
		"places after times":  func() { NewPlot("").Line("", x, y).Bar("", nil, y) },
		"boxes after times":   func() { NewPlot("").Line("", x, y).Box("a", y) },
		"times after numbers": func() { NewPlot("").Line("", y, y).Band("", x, y, y) },
		"times after names":   func() { NewPlot("").Bar("", []string{"a", "b"}, y).Step("", x, y) },
		"too few":             func() { NewPlot("").Line("", x[:1], y) },
		"a live number":       func() { NewPlot("").Line("", x, y).Add(3, 4) },
	} {
		if err := tensor.Try(f); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	f := NewPlot("").Line("a", x, y).TwinX().Area("b", x, y)
	f.BarH("c", x, []float64{1, 2})
	got := axisTexts(t, NewPlot("").Bar("", x[:1], y[:1]))
	if want := "15:00|18:00|21:00|Jan 1|03:00|06:00|09:00|1969–1970"; got != want {
		t.Errorf("one bar on a day: %s, want %s", got, want)
	}
	text := NewPlot("").Line("", x, y).text()
	if _, ends, _ := strings.Cut(text, "└"); !strings.Contains(ends, " 1970-01-01  ") ||
		!strings.HasSuffix(ends, " 1970-01-01 00:01:00") {
		t.Errorf("in dots:\n%s", text)
	}
}

// TestHorizontalBars is TestBars with the axes exchanged.
func TestHorizontalBars(t *testing.T) {
	names := []string{"x", "y"}
	f := NewPlot("").Size(400, 200).BarH("a", names, []float64{1, 2}).BarH("b", names, []float64{3, -1}).XLim(-2, 6).
		ErrorBar("b", names, []float64{3, -1}, []float64{0.5, 0.25})
	marks := drawn(t, f)
	b := boxOf(marks)
	const edge = 0.472 // 0.4 of the bars and 4 % of 1.8
	type rect struct{ left, right, low, high float64 }
	var got []rect
	for _, m := range having(marks, "rect") {
		if m.text == "" {
			continue // of the legend
		}
		x0, y1 := b.numbers(m.num("x"), m.num("y"), -2, 6, -edge, 1+edge)
		x1, y0 := b.numbers(m.num("x")+m.num("width"), m.num("y")+m.num("height"), -2, 6, -edge, 1+edge)
		got = append(got, rect{x0, x1, y0, y1})
	}
	want := []rect{{0, 1, -0.4, 0}, {0, 2, 0.6, 1}, {0, 3, 0, 0.4}, {-1, 0, 1, 1.4}}
	closeTo := cmp.Comparer(func(a, b float64) bool { return near(a, b, 0.02) })
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(rect{}), closeTo); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	bar := f.layers[2].(*whiskers).lines(&canvas{
		x: ruler{lo: -2, hi: 6, from: -2, to: 6}, y: ruler{lo: -1, hi: 2, from: -1, to: 2},
	})[0]
	if bar[0].X != 2.5 || bar[1].X != 3.5 || math.Abs(bar[0].Y-0.2) > 1e-9 || bar[0].Y != bar[1].Y {
		t.Errorf("the first error bar is %v, want from 2.5 to 3.5 at 0.2", bar)
	}
	for _, m := range having(marks, "text") {
		if _, v := b.numbers(0, m.num("y")-4, 0, 1, -edge, 1+edge); m.text == "y" && !near(v, 1, 0.01) {
			t.Errorf("the second place is at %v", v)
		}
	}
}

// TestNamesOfPlaces checks that category names are slanted if they would overlap, and that on a vertical axis there
// are as many as fit.
func TestNamesOfPlaces(t *testing.T) {
	short := []string{"a", "b", "c", "d", "e", "f", "g", "h"}
	long := append([]string{"a name that is much wider than its bar"}, short[1:]...)
	for _, c := range []struct {
		names  []string
		aslant bool
	}{{short, false}, {long, true}, {long[:1], false}, {long[:2], false}} {
		marks := drawn(t, NewPlot("").Size(420, 200).Bar("", c.names, seq(len(c.names))))
		for _, name := range c.names {
			i := slices.IndexFunc(marks, func(m mark) bool { return m.tag == "text" && m.text == name })
			if i < 0 {
				t.Errorf("%d names: %q is not there", len(c.names), name)
			} else if turned := marks[i].attr["transform"] != ""; turned != c.aslant {
				t.Errorf("%d names: %q is aslant: %t, want %t", len(c.names), name, turned, c.aslant)
			}
		}
	}
	var many []string
	for i := range 60 {
		many = append(many, fmt.Sprint("name ", i))
	}
	marks, last, n := drawn(t, NewPlot("").Size(420, 200).BarH("", many, seq(60))), math.Inf(1), 0
	for _, m := range having(marks, "text") {
		if strings.HasPrefix(m.text, "name ") {
			if n++; last-m.num("y") < 10 {
				t.Errorf("%q is within %v pixels of the name before", m.text, last-m.num("y"))
			}
			last = m.num("y")
		}
	}
	if n < 10 {
		t.Errorf("%d names, want those that there is room for", n)
	}
}
