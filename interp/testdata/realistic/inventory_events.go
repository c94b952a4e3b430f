package main

import (
	"fmt"
	"sort"
	"strings"
	"time"
)

// An inventory that is the sum of its events.

type Event interface {
	When() time.Time
	Apply(s *State) error
}

type base struct{ at time.Time }

func (b base) When() time.Time { return b.at }

type Received struct {
	base
	SKU string
	N   int
}

type Shipped struct {
	base
	SKU string
	N   int
}

type Renamed struct {
	base
	From, To string
}

type Batch struct {
	base
	Events []Event
}

type State struct {
	Stock   map[string]int
	Version int
	Names   map[string]string
}

func (e Received) Apply(s *State) error {
	s.Stock[s.resolve(e.SKU)] += e.N
	return nil
}

func (e *Shipped) Apply(s *State) error {
	sku := s.resolve(e.SKU)
	if have := s.Stock[sku]; have < e.N {
		return fmt.Errorf("ship %d of %s: %d in stock", e.N, sku, have)
	}
	if s.Stock[sku] -= e.N; s.Stock[sku] == 0 {
		delete(s.Stock, sku)
	}
	return nil
}

func (e Renamed) Apply(s *State) error {
	n, ok := s.Stock[e.From]
	if !ok {
		return fmt.Errorf("rename: no %s", e.From)
	}
	delete(s.Stock, e.From)
	s.Stock[e.To] += n
	s.Names[e.From] = e.To
	return nil
}

func (b Batch) Apply(s *State) (err error) {
	copied := s.Clone()
	defer func() {
		if err != nil {
			*s = copied
		}
	}()
	for i, e := range b.Events {
		if err := e.Apply(s); err != nil {
			return fmt.Errorf("batch event %d (%T): %w", i, e, err)
		}
	}
	return nil
}

func (s *State) resolve(sku string) string {
	for next, ok := s.Names[sku]; ok; next, ok = s.Names[sku] {
		sku = next
	}
	return sku
}

func (s *State) Clone() State {
	c := State{Stock: map[string]int{}, Names: map[string]string{}, Version: s.Version}
	for k, v := range s.Stock {
		c.Stock[k] = v
	}
	for k, v := range s.Names {
		c.Names[k] = v
	}
	return c
}

func (s State) String() string {
	var parts []string
	for k, v := range s.Stock {
		parts = append(parts, fmt.Sprintf("%s:%d", k, v))
	}
	sort.Strings(parts)
	return fmt.Sprintf("v%d{%s}", s.Version, strings.Join(parts, " "))
}

func Replay(events []Event, until time.Time) (s State, errs []error) {
	s = (&State{}).Clone()
	sort.SliceStable(events, func(i, j int) bool { return events[i].When().Before(events[j].When()) })
	for _, e := range events {
		if e.When().After(until) {
			break
		}
		if err := e.Apply(&s); err != nil {
			errs = append(errs, err)
			continue
		}
		s.Version++
	}
	return
}

func main() {
	day := func(n int) base { return base{time.Date(2024, 1, n, 0, 0, 0, 0, time.UTC)} }
	events := []Event{
		&Shipped{day(3), "bolt", 30},
		Received{day(1), "bolt", 100},
		Received{day(2), "nut", 5},
		Renamed{day(4), "bolt", "m8-bolt"},
		&Shipped{base: day(5), SKU: "bolt", N: 70},
		&Shipped{day(6), "nut", 6},
		Batch{day(7), []Event{Received{day(7), "gear", 2}, &Shipped{day(7), "nut", 1}, Renamed{day(7), "cog", "wheel"}}},
		Batch{day(8), []Event{Received{SKU: "gear", N: 1}, Renamed{From: "gear", To: "cog"}, &Shipped{SKU: "gear", N: 1}}},
	}
	for _, d := range []int{2, 3, 4, 5, 31} {
		s, errs := Replay(events, day(d).at)
		fmt.Println("day", d, s, len(errs))
		if d == 31 {
			for _, err := range errs {
				fmt.Println("  ", err)
			}
			fmt.Println(s.resolve("bolt"), s.resolve("gear"), s.Names)
		}
	}
	counts := map[string]int{}
	for _, e := range events {
		switch e := e.(type) {
		case Received, *Shipped:
			counts["moves"]++
		case Batch:
			counts["batch"] += len(e.Events)
		case interface{ When() time.Time }:
			counts["other"]++
		}
	}
	fmt.Println(counts)
}
