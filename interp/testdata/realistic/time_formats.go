package main

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

type Period struct{ Years, Months, Days int }

func between(a, b time.Time) (p Period) {
	if b.Before(a) {
		a, b = b, a
	}
	for ; !a.AddDate(1, 0, 0).After(b); p.Years++ {
		a = a.AddDate(1, 0, 0)
	}
	for ; !a.AddDate(0, 1, 0).After(b); p.Months++ {
		a = a.AddDate(0, 1, 0)
	}
	p.Days = int(b.Sub(a).Hours() / 24)
	return p
}

func (p Period) String() string {
	var parts []string
	for _, x := range []struct {
		n    int
		unit string
	}{{p.Years, "year"}, {p.Months, "month"}, {p.Days, "day"}} {
		switch {
		case x.n == 1:
			parts = append(parts, "1 "+x.unit)
		case x.n > 1:
			parts = append(parts, fmt.Sprintf("%d %ss", x.n, x.unit))
		}
	}
	if parts == nil {
		return "same day"
	}
	return strings.Join(parts, ", ")
}

func ago(d time.Duration) string {
	switch {
	case d < 0:
		return "in the future"
	case d < time.Minute:
		return "just now"
	case d < time.Hour:
		return fmt.Sprintf("%d min ago", int(d.Minutes()))
	case d < 24*time.Hour:
		return fmt.Sprintf("%.0f h ago", d.Truncate(time.Hour).Hours())
	default:
		return fmt.Sprintf("%d days ago", d/(24*time.Hour))
	}
}

func workdays(from time.Time, n int) (days []string) {
	for d := from; len(days) < n; d = d.AddDate(0, 0, 1) {
		switch d.Weekday() {
		case time.Saturday, time.Sunday:
			continue
		}
		days = append(days, d.Format("Mon 2"))
	}
	return
}

func main() {
	zone := time.FixedZone("CEST", 2*60*60)
	t := time.Date(2024, time.May, 31, 23, 59, 58, 123456789, zone)
	for _, layout := range []string{time.RFC3339Nano, time.RFC1123Z, time.Kitchen, time.StampMilli, "Monday, 2 January 2006", "06.1.2 3:4:5 pm MST", "day __2 of 002"} {
		fmt.Println(t.Format(layout))
	}
	fmt.Println(t.UTC(), t.Unix(), t.YearDay(), t.Equal(t.UTC()), t == t.UTC())
	fmt.Println(t.AddDate(0, 1, 0).Format(time.DateOnly), t.Add(2*time.Second).Format(time.DateTime))
	year, week := t.ISOWeek()
	fmt.Println(year, week, t.Month(), int(t.Month()), t.Weekday())

	for _, p := range [][2]string{{"2024-02-29", "2025-02-28"}, {"2000-01-01", "2024-05-31"}, {"2024-03-10", "2024-03-10"}, {"2024-12-25", "2024-11-24"}} {
		var ts []time.Time
		for _, s := range p {
			d, err := time.Parse(time.DateOnly, s)
			if err != nil {
				fmt.Println(err)
			}
			ts = append(ts, d)
		}
		fmt.Println(p, between(ts[0], ts[1]))
	}
	for _, d := range []time.Duration{-1, 59 * time.Second, 61 * time.Minute / 2, 5*time.Hour + 59*time.Minute, 100 * time.Hour} {
		fmt.Printf("%v: %s\n", d, ago(d))
	}
	fmt.Println(workdays(t, 4))
	if _, err := time.Parse("2006-01-02", "2024-2-30"); err != nil {
		fmt.Println(err)
	}
	d, err := time.ParseDuration("1h15m30.918s")
	fmt.Println(d.Round(time.Second), d.Truncate(time.Minute), d.Seconds(), err)
	times := []time.Time{t, t.Add(-time.Hour), t.UTC().Add(time.Minute), {}}
	slices.SortFunc(times, time.Time.Compare)
	fmt.Println(times[0].IsZero(), times[3].Sub(times[1]))
}
