package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
)

const data = `
{"team": "red", "player": "ann", "points": [3, 5, 8]}
{"team": "blue", "player": "bob", "points": [1]}
{"team": "red", "player": "cid", "points": []}
{"team": "blue", "player": "dee", "points": [10, 2, 2, 4], "captain": true}
`

type record struct {
	Team, Player string
	Points       []int
	Captain      bool
}

type Number interface {
	~int | ~int64 | ~float64
}

type Summary[T Number] struct {
	N        int     `json:"n"`
	Min, Max T       `json:"-"`
	Mean     float64 `json:"mean"`
	Std      float64 `json:"std"`
}

func Summarize[T Number](xs []T) (s Summary[T], ok bool) {
	if s.N = len(xs); s.N == 0 {
		return
	}
	s.Min, s.Max = slices.Min(xs), slices.Max(xs)
	var sum, sq float64
	for _, x := range xs {
		sum += float64(x)
		sq += float64(x) * float64(x)
	}
	s.Mean = sum / float64(s.N)
	s.Std = math.Sqrt(sq/float64(s.N) - s.Mean*s.Mean)
	return s, true
}

func groupBy[K comparable, V any](vs []V, key func(V) K) (order []K, groups map[K][]V) {
	groups = map[K][]V{}
	for _, v := range vs {
		k := key(v)
		if _, seen := groups[k]; !seen {
			order = append(order, k)
		}
		groups[k] = append(groups[k], v)
	}
	return
}

func main() {
	var records []record
	for _, line := range strings.Split(strings.TrimSpace(data), "\n") {
		var r record
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			fmt.Println(err)
			continue
		}
		records = append(records, r)
	}
	teams, byTeam := groupBy(records, func(r record) string { return r.Team })
	out := map[string]any{}
	for _, team := range teams {
		var all []int
		players := []map[string]any{}
		for _, r := range byTeam[team] {
			all = append(all, r.Points...)
			p := map[string]any{"name": r.Player}
			if s, ok := Summarize(r.Points); ok {
				p["best"] = s.Max
			}
			if r.Captain {
				p["captain"] = r.Captain
			}
			players = append(players, p)
		}
		s, _ := Summarize(all)
		fmt.Printf("%s: %d..%d %+v\n", team, s.Min, s.Max, s.N)
		out[team] = struct {
			Summary[int] `json:"summary"`
			Players      []map[string]any `json:"players"`
		}{s, players}
	}
	enc := json.NewEncoder(os.Stdout)
	enc.SetIndent("", "  ")
	if err := enc.Encode(out); err != nil {
		fmt.Println(err)
	}
	counts, byCaptain := groupBy(records, func(r record) bool { return r.Captain })
	fmt.Println(counts, len(byCaptain[true]), len(byCaptain[false]))
	type celsius float64
	t, ok := Summarize([]celsius{-2.5, 0, 7})
	fmt.Printf("%v %.2f %.3f %t\n", t.Max-t.Min, t.Mean, t.Std, ok)
}
