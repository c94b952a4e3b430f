// Sorting slices of large elements, by functions of two of them.
package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

type record struct {
	id, group int
	name      string
	weight    float64
	next      *record
	tags      [3]string
}

func records(n int) (list []record) {
	for i := range n {
		w := float64(i * 7919 % 101)
		switch i % 17 {
		case 3:
			w = math.NaN()
		case 5:
			w = math.Copysign(0, -1)
		case 8:
			w = math.Inf(1)
		}
		name := fmt.Sprint("name ", i*31%23)
		list = append(list, record{i, i % 5, name, w, &record{id: -i}, [3]string{1: name}})
	}
	return list
}

func show(name string, list []record) {
	fmt.Print(name, ":")
	for _, r := range list {
		fmt.Print(" ", r.id)
		if r.tags[1] != r.name {
			fmt.Print("?")
		}
	}
	fmt.Println()
}

func byWeight(a, b record) int { return cmp.Compare(a.weight, b.weight) }

func byKeys(a, b record) int {
	if c := cmp.Compare(a.group, b.group); c != 0 {
		return c
	}
	if c := -cmp.Compare(a.weight, b.weight); c != 0 {
		return c
	}
	return strings.Compare(a.name, b.name)
}

func byNext(a, b record) int { return a.next.id - b.next.id }

func either(a, b record) int { return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(b.id, a.id)) }

// What fails leaves the slice as far as it is sorted.
func fails(n, at int) {
	list := records(n)
	list[at].next = nil
	defer func() {
		r := recover()
		show(fmt.Sprint(r), list)
	}()
	slices.SortFunc(list, byNext)
}

func main() {
	for _, n := range []int{0, 1, 2, 11, 60, 200} {
		list := records(n)
		slices.SortFunc(list, byWeight)
		show("weight", list)
		slices.SortStableFunc(list, func(a, b record) int { return a.group - b.group })
		show("group", list)
		slices.SortFunc(list, byKeys)
		show("keys", list)
		slices.SortStableFunc(list, byNext)
		show("next", list)
		slices.SortFunc(list, either)
		show("either", list)
	}
	fails(2, 1)
	fails(40, 25)
	fails(100, 7)
	kept := []record{}
	list := records(12)
	slices.SortFunc(list, func(a, b record) int {
		kept = append(kept, a)
		a.group = 100
		list[0].name += "."
		return int(a.weight) - int(b.weight)
	})
	show("kept", kept)
	fmt.Println(kept[3].group, len(list[0].name) > 20, cmp.Compare(math.NaN(), 1), cmp.Compare(1, math.NaN()))
	x, y := math.NaN(), math.Copysign(0, -1)
	fmt.Println(cmp.Compare(x, x), cmp.Compare(y, 0), cmp.Compare(x, math.Inf(-1)), cmp.Compare(2.5, y))
}
