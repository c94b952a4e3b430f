package main

import (
	"errors"
	"fmt"
	"time"
)

type Shift struct {
	Start, End time.Time
	Break      time.Duration
}

var errOrder = errors.New("ends before it starts")

func parseShift(start, end, pause string) (s Shift, err error) {
	const layout = "2006-01-02 15:04"
	if s.Start, err = time.Parse(layout, start); err != nil {
		return s, fmt.Errorf("start: %w", err)
	}
	if s.End, err = time.Parse(layout, end); err != nil {
		return s, fmt.Errorf("end: %w", err)
	}
	if s.Break, err = time.ParseDuration(pause); err != nil {
		return
	}
	if s.End.Before(s.Start) {
		err = errOrder
	}
	return
}

func (s Shift) Worked() time.Duration { return s.End.Sub(s.Start) - s.Break }

func main() {
	var total time.Duration
	for _, in := range [][3]string{
		{"2024-03-01 08:30", "2024-03-01 17:15", "45m"},
		{"2024-03-01 22:00", "2024-03-02 06:00", "1h"},
		{"2024-03-03 09:00", "2024-03-03 08:00", "0s"},
		{"2024-03-32 09:00", "2024-03-03 08:00", "0s"},
		{"2024-03-03 09:00", "2024-03-03 18:00", "soon"},
	} {
		s, err := parseShift(in[0], in[1], in[2])
		var pe *time.ParseError
		switch {
		case errors.As(err, &pe):
			fmt.Println("not a time:", pe.Value, "|", err)
		case err != nil:
			fmt.Println("bad:", err, errors.Is(err, errOrder))
		default:
			total += s.Worked()
			fmt.Println(s.Start.Format(time.RFC1123), s.Worked(), s.Start.Weekday())
		}
	}
	fmt.Println(total, total.Hours(), total.Round(time.Hour), total.Truncate(10*time.Minute))
	t := time.Date(2024, time.January, 31, 23, 59, 59, 999, time.UTC)
	fmt.Println(t.AddDate(0, 1, 0).Format("Jan 2"), t.Add(time.Second).Format(time.DateOnly), t.Truncate(24*time.Hour).Format(time.Kitchen))
	y, w := t.ISOWeek()
	fmt.Println(y, w, t.Unix(), t.Equal(time.Unix(t.Unix(), 999)))
	zone := time.FixedZone("CET", 3600)
	fmt.Println(t.In(zone).Format("2006-01-02T15:04:05Z07:00"), time.Duration(1500)*time.Microsecond)
}
