package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

type field struct {
	name     string
	min, max int
}

var fields = []field{{"minute", 0, 59}, {"hour", 0, 23}, {"day", 1, 31}, {"month", 1, 12}, {"weekday", 0, 6}}

type Schedule struct {
	sets [5]map[int]bool
}

type FieldError struct {
	Field string
	Text  string
	Err   error
}

func (e *FieldError) Error() string {
	return e.Field + " " + strconv.Quote(e.Text) + ": " + e.Err.Error()
}
func (e *FieldError) Unwrap() error { return e.Err }

func ParseCron(spec string) (s Schedule, err error) {
	parts := strings.Fields(spec)
	if len(parts) != len(fields) {
		return s, fmt.Errorf("%d fields, want %d", len(parts), len(fields))
	}
	for i, part := range parts {
		f := fields[i]
		set := map[int]bool{}
		for _, piece := range strings.Split(part, ",") {
			if err := f.add(set, piece); err != nil {
				return s, &FieldError{f.name, piece, err}
			}
		}
		s.sets[i] = set
	}
	return
}

func (f field) add(set map[int]bool, piece string) (err error) {
	rng, stepText, hasStep := strings.Cut(piece, "/")
	step := 1
	if hasStep {
		if step, err = strconv.Atoi(stepText); err != nil {
			return err
		}
		if step < 1 {
			return fmt.Errorf("step %d", step)
		}
	}
	lo, hi := f.min, f.max
	if rng != "*" {
		from, to, isRange := strings.Cut(rng, "-")
		if lo, err = strconv.Atoi(from); err != nil {
			return
		}
		hi = lo
		if isRange {
			if hi, err = strconv.Atoi(to); err != nil {
				return
			}
		} else if hasStep {
			hi = f.max
		}
	}
	if lo < f.min || hi > f.max || lo > hi {
		return fmt.Errorf("out of range %d-%d", f.min, f.max)
	}
	for v := lo; v <= hi; v += step {
		set[v] = true
	}
	return nil
}

func (s Schedule) matches(t time.Time) bool {
	for i, v := range []int{t.Minute(), t.Hour(), t.Day(), int(t.Month()), int(t.Weekday())} {
		if !s.sets[i][v] {
			return false
		}
	}
	return true
}

func (s Schedule) Next(t time.Time, n int) (times []time.Time) {
	t = t.Truncate(time.Minute)
	for limit := 0; len(times) < n && limit < 10*24*60; limit++ {
		t = t.Add(time.Minute)
		if s.matches(t) {
			times = append(times, t)
		}
	}
	return times
}

func (s Schedule) String() string {
	var b strings.Builder
	for i, set := range s.sets {
		var vs []int
		for v := range set {
			vs = append(vs, v)
		}
		slices.Sort(vs)
		if full := fields[i].max - fields[i].min + 1; len(vs) == full {
			fmt.Fprintf(&b, "%s=* ", fields[i].name)
		} else {
			fmt.Fprintf(&b, "%s=%v ", fields[i].name, vs)
		}
	}
	return strings.TrimRight(b.String(), " ")
}

func main() {
	start := time.Date(2024, time.February, 28, 22, 50, 30, 0, time.UTC)
	for _, spec := range []string{"*/20 * * * *", "0 9-17/4 * * 1-5", "30 23 29 2 *", "5,35 0 1 * *", "60 * * * *", "* x * * *", "*/0 * * * *", "* *"} {
		s, err := ParseCron(spec)
		if err != nil {
			fmt.Printf("%-18s error: %v\n", spec, err)
			continue
		}
		fmt.Printf("%-18s %v\n", spec, s)
		for _, t := range s.Next(start, 3) {
			fmt.Println("    ", t.Format("Mon Jan _2 15:04"))
		}
	}
}
