package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

type Clock struct{ time.Time }

func (c Clock) MarshalText() ([]byte, error) { return []byte(c.Format("15h04")), nil }
func (c *Clock) UnmarshalText(b []byte) (err error) {
	c.Time, err = time.ParseInLocation("15h04", string(b), zone)
	return err
}

type Span struct {
	From, To Clock
	What     string `json:",omitempty"`
}

type Hours time.Duration

func (h Hours) String() string {
	d := time.Duration(h)
	return fmt.Sprintf("%d:%02d", int(d.Hours()), int(d.Minutes())%60)
}
func (h Hours) MarshalJSON() ([]byte, error) { return json.Marshal(h.String()) }

var (
	zone     = time.FixedZone("X", 5*3600+1800)
	errOrder = errors.New("ends before it begins")
)

func (s Span) Len() (Hours, error) {
	d := s.To.Sub(s.From.Time)
	if d < 0 {
		return 0, fmt.Errorf("%s: %w", s.What, errOrder)
	}
	return Hours(d), nil
}

type Sheet struct {
	Spans []Span
	Sum   map[string]Hours
	Errs  []string `json:",omitempty"`
}

func (s *Sheet) Total() (all Hours) {
	s.Sum = map[string]Hours{}
	slices.SortFunc(s.Spans, func(a, b Span) int {
		return cmp.Or(a.From.Compare(b.From.Time), strings.Compare(a.What, b.What))
	})
	for _, p := range s.Spans {
		h, err := p.Len()
		if err != nil {
			s.Errs = append(s.Errs, err.Error())
			continue
		}
		s.Sum[p.What] += h
		all += h
	}
	return
}

func main() {
	var s Sheet
	err := json.Unmarshal([]byte(`{"Spans":[{"From":"13h00","To":"17h45","What":"go"},{"From":"08h30","To":"12h00"},
		{"From":"18h00","To":"02h00","What":"night"},{"From":"08h30","To":"09h15","What":"go"}]}`), &s)
	fmt.Println(err, s.Total(), s.Sum, s.Errs)
	b, err := json.MarshalIndent(s, "", " ")
	fmt.Println(string(b), err)
	err = json.Unmarshal([]byte(`{"Spans":[{"From":"25h00"}]}`), &s)
	var pe *time.ParseError
	fmt.Println(err, errors.As(err, &pe))
	t := time.Date(2024, time.January, 31, 23, 59, 59, 999_999_999, zone)
	for _, u := range []time.Time{t, t.AddDate(0, 1, 0), t.Add(1), t.UTC(), t.Truncate(time.Hour),
		t.Round(time.Second)} {
		y, w := u.ISOWeek()
		fmt.Println(u.Format(time.RFC3339Nano), u.Weekday(), u.YearDay(), y, w, u.Equal(t), u == t)
	}
	fmt.Println(t, t.Unix(), t.UnixNano()%7, t.Sub(t.Add(-90*time.Minute)), time.Duration(1<<63-1),
		-time.Millisecond*3/2)
	d, err := time.ParseDuration("1h15m30.918s")
	fmt.Println(d, err, d.Round(time.Minute), d.Truncate(time.Hour), d.Seconds(), Hours(d), d/time.Minute)
	_, err = time.ParseDuration("3x")
	fmt.Printf("%v %T %v %d %s\n", err, d, time.March, time.Saturday, time.Month(13))
}
