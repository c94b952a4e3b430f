package main

import (
	"fmt"
	"sort"
	"time"
)

type Slot struct {
	Start, End time.Time
}

func (s Slot) Duration() time.Duration { return s.End.Sub(s.Start) }
func (s Slot) Overlaps(t Slot) bool    { return s.Start.Before(t.End) && t.Start.Before(s.End) }
func (s Slot) String() string {
	return s.Start.Format("15:04") + "-" + s.End.Format("15:04")
}

type Event struct {
	Slot
	Title string
	Who   []string
}

type Calendar struct {
	day    time.Time
	events map[string][]Event
}

type ConflictError struct {
	Who  string
	With Event
}

func (c ConflictError) Error() string {
	return fmt.Sprintf("%s has %q at %v", c.Who, c.With.Title, c.With)
}

func (e Event) GoString() string { return "Event(" + e.Title + ")" }

func (c *Calendar) at(clock string) time.Time {
	t, err := time.Parse("15:04", clock)
	if err != nil {
		panic(err)
	}
	return c.day.Add(time.Duration(t.Hour())*time.Hour + time.Duration(t.Minute())*time.Minute)
}

func (c *Calendar) Book(title, from string, length time.Duration, who ...string) (ev Event, err error) {
	start := c.at(from)
	ev = Event{Slot{start, start.Add(length)}, title, who}
	for _, name := range who {
		for _, other := range c.events[name] {
			if other.Overlaps(ev.Slot) {
				return Event{}, ConflictError{name, other}
			}
		}
	}
	for _, name := range who {
		list := append(c.events[name], ev)
		sort.Slice(list, func(i, j int) bool { return list[i].Start.Before(list[j].Start) })
		c.events[name] = list
	}
	return ev, nil
}

func (c *Calendar) Free(length time.Duration, who ...string) []Slot {
	var busy []Slot
	for _, name := range who {
		for _, e := range c.events[name] {
			busy = append(busy, e.Slot)
		}
	}
	sort.SliceStable(busy, func(i, j int) bool { return busy[i].Start.Before(busy[j].Start) })
	var free []Slot
	cursor := c.at("09:00")
	for _, b := range append(busy, Slot{c.at("17:00"), c.at("17:00")}) {
		if gap := (Slot{cursor, b.Start}); gap.Duration() >= length {
			free = append(free, gap)
		}
		if b.End.After(cursor) {
			cursor = b.End
		}
	}
	return free
}

func main() {
	c := Calendar{day: time.Date(2024, 5, 6, 0, 0, 0, 0, time.UTC), events: map[string][]Event{}}
	type booking struct {
		title, at string
		length    time.Duration
		who       []string
	}
	for _, b := range []booking{
		{"standup", "09:30", 15 * time.Minute, []string{"ann", "bob", "eve"}},
		{"review", "13:00", 90 * time.Minute, []string{"ann", "bob"}},
		{"lunch", "12:00", time.Hour, []string{"eve"}},
		{"1:1", "14:00", 30 * time.Minute, []string{"bob", "eve"}},
		{"late", "16:00", 45 * time.Minute, []string{"eve"}},
	} {
		ev, err := c.Book(b.title, b.at, b.length, b.who...)
		if ce, ok := err.(ConflictError); ok {
			fmt.Println("conflict:", ce, "for", ce.Who)
			continue
		}
		fmt.Println(ev.Title, ev.Slot, ev.Duration(), ev)
	}
	for _, who := range [][]string{{"ann"}, {"bob", "eve"}, {"ann", "bob", "eve"}} {
		fmt.Println(who, c.Free(time.Hour, who...))
	}
	fmt.Printf("%#v\n", c.events["ann"][0])
}
