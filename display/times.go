package display

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// Seconds returns the position of a time on a time axis: seconds since 1970 in UTC. Use it with [Figure.XLim],
// [Figure.VLine], [Figure.Text] and [Figure.Annotate]. The zero time is NaN, a gap.
func Seconds(t time.Time) float64 {
	if t.IsZero() {
		return math.NaN()
	}
	return float64(t.Unix()) + float64(t.Nanosecond())/1e9
}

const (
	daySeconds   = 24 * 3600
	monthSeconds = 30.436875 * daySeconds // the mean of the Gregorian calendar
)

// mustTake records whether an axis has times or numbers, and raises a ValueError if it already has the other.
func (a *axis) mustTake(op string, at any, n int) {
	times, ok := at.([]time.Time)
	switch {
	case n == 0:
	case ok && (a.numbers || a.categories != nil):
		reject(op, "an earlier series has numbers or names on this axis, so it cannot have times.")
	case !ok && a.zone != nil:
		reject(op, "an earlier series has times on this axis, so it must have []time.Time, but got %T.", at)
	case ok && a.zone == nil:
		a.zone = times[0].Location()
	case !ok:
		a.numbers = true
	}
}

// timed reports whether the axis has times and the numbers are within years of at most four digits.
func (a *axis) timed(lo, hi float64) bool {
	const most = 2.5e11
	return a.zone != nil && lo > -most/4 && hi < most
}

// unit returns the width of a single position on an axis.
func (a *axis) unit() float64 {
	if a.zone != nil {
		return daySeconds
	}
	return 1
}

// widened returns the range lo to hi, extended on both sides if it is a single number.
func (a *axis) widened(lo, hi float64) (float64, float64) {
	if a.zone != nil && lo == hi {
		return lo - daySeconds/2, hi + daySeconds/2
	}
	return widened(lo, hi)
}

// date returns the time at a number, to the microsecond.
func (a *axis) date(v float64) time.Time {
	s := math.Floor(v)
	return time.Unix(int64(s), int64(math.Round((v-s)*1e6))*1e3).In(a.zone)
}

// moment formats a time for a tip, without the time of day at midnight.
func (a *axis) moment(v float64) string {
	t := a.date(v)
	switch {
	case t.Nanosecond() != 0:
		return t.Format("2006-01-02 15:04:05.999999")
	case t.Hour() == 0 && t.Minute() == 0 && t.Second() == 0:
		return t.Format(time.DateOnly)
	}
	return t.Format(time.DateTime)
}

// pace is the distance between ticks of a time axis; one of its fields is set.
type pace struct {
	years, months, days int
	seconds             float64
}

func (p pace) length() float64 {
	return float64(float64(12*p.years+p.months)*monthSeconds) + float64(float64(p.days)*daySeconds) + p.seconds
}

// paceOf returns the smallest pace of at least raw seconds.
func paceOf(raw float64) pace {
	var all []pace
	for _, s := range []float64{1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200} {
		all = append(all, pace{seconds: s})
	}
	for _, d := range []int{1, 2, 7, 14} {
		all = append(all, pace{days: d})
	}
	for _, m := range []int{1, 3, 6} {
		all = append(all, pace{months: m})
	}
	for y := 1; y <= 1000; y *= 10 {
		all = append(all, pace{years: y}, pace{years: 2 * y}, pace{years: 5 * y})
	}
	for _, p := range all {
		if p.length() >= raw*0.999 {
			return p
		}
	}
	return all[len(all)-1]
}

// tick returns the k-th tick, counted from the last one that is not after t; k may be negative. Years and months
// are aligned with the calendar, fortnights with Mondays, and hours with midnight.
func (p pace) tick(t time.Time, k int) time.Time {
	year, month, day := t.Date()
	zone := t.Location()
	switch {
	case p.years > 0:
		return time.Date((year/p.years+k)*p.years, 1, 1, 0, 0, 0, 0, zone)
	case p.months > 0:
		return time.Date(year, time.Month(1+((int(month)-1)/p.months+k)*p.months), 1, 0, 0, 0, 0, zone)
	case p.days > 0:
		const monday = 4 // 1970 began on a Thursday
		n := int(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix()/daySeconds) - monday
		n = int(math.Floor(float64(n)/float64(p.days))) + k
		return time.Date(1970, 1, 1+monday+n*p.days, 0, 0, 0, 0, zone)
	}
	n := math.Floor(float64(3600*t.Hour()+60*t.Minute()+t.Second())/p.seconds) + float64(k)
	return time.Date(year, month, day, 0, 0, int(n*p.seconds), 0, zone)
}

// layout returns the time layout of tick labels.
func (p pace) layout() string {
	switch {
	case p.years > 0:
		return "2006"
	case p.months > 0:
		return "Jan 2006"
	case p.days > 0:
		return "Jan 2"
	case p.seconds < 60:
		return "15:04:05"
	}
	return "15:04"
}

// timeTicks marks about n times from lo to hi: whole seconds, minutes, hours, days, Mondays, months or years, or
// round fractions of a second.
func (a *axis) timeTicks(lo, hi float64, n int) (at []float64, texts []string) {
	raw := (hi - lo) / float64(n)
	if raw < 0.6 {
		second := math.Floor(lo)
		parts := niceTicks(lo-second, hi-second, n)
		digits := 0
		for _, s := range tickTexts(parts) {
			_, fraction, _ := strings.Cut(s, ".")
			digits = max(digits, len(fraction))
		}
		layout := strings.TrimRight("15:04:05."+strings.Repeat("0", min(digits, 6)), ".")
		for _, v := range parts {
			at, texts = append(at, second+v), append(texts, a.date(second+v).Format(layout))
		}
		return at, texts
	}
	p, first := paceOf(raw), a.date(lo)
	for k := 0; k < 10*n+10; k++ {
		t := p.tick(first, k)
		v := Seconds(t)
		if v > hi+float64(1e-9*(hi-lo)) {
			break
		}
		again := len(at) > 0 && v <= at[len(at)-1] // an hour repeated when the clocks go back
		if v < lo-float64(1e-9*(hi-lo)) || again {
			continue
		}
		layout := p.layout()
		if p.seconds > 0 && t.Hour() == 0 && t.Minute() == 0 && t.Second() == 0 {
			layout = "Jan 2"
		}
		at, texts = append(at, v), append(texts, t.Format(layout))
	}
	return at, texts
}

// caption returns the label of an axis. On a time axis it includes the day or year that the tick labels omit.
func (a *axis) caption(r ruler) string {
	lo, hi := min(r.lo, r.hi), max(r.lo, r.hi)
	if !a.timed(lo, hi) || a.at != nil {
		return a.label
	}
	p := paceOf((hi - lo) / xTicks)
	from, to := a.date(lo), a.date(hi)
	day := ""
	switch {
	case p.years > 0 || p.months > 0:
		return a.label
	case p.days == 0 && from.Format(time.DateOnly) == to.Format(time.DateOnly):
		day = from.Format(time.DateOnly)
	case from.Year() == to.Year():
		day = fmt.Sprint(from.Year())
	default:
		day = fmt.Sprintf("%d–%d", from.Year(), to.Year())
	}
	if a.label != "" {
		day = fmt.Sprintf("%s (%s)", a.label, day)
	}
	return day
}
