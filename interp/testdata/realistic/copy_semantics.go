package main

import "fmt"

type Inner struct {
	Vals [3]int
	List []int
}

type Outer struct {
	Inner
	Name string
	Ptr  *Inner
	M    map[string]int
}

func (o Outer) Renamed(n string) Outer { o.Name = n; o.Vals[0] = 99; o.List[0] = 99; return o }
func (o *Outer) Rename(n string)       { o.Name = n }

func byValue(a [3]int, o Outer) { a[0] = -1; o.Vals[0] = -1; o.M["byValue"]++ }
func byRef(a *[3]int, s []int)  { a[0] = -2; s[0] = -2 }

func grow(s []int) []int {
	s = append(s, 4)
	s[0] = 7
	return s
}

type Matrix [2][2]int

func main() {
	o := Outer{Inner{[3]int{1, 2, 3}, []int{1, 2, 3}}, "orig", &Inner{}, map[string]int{}}
	p := o
	p.Vals[1] = 20
	p.List[1] = 20
	p.Ptr.Vals[2] = 30
	p.M["p"] = 1
	p.Rename("copy")
	fmt.Println(o.Inner, o.Name, *o.Ptr, o.M)
	q := o.Renamed("third")
	fmt.Println(o.Vals, o.List, o.Name, q.Vals, q.Name)

	a := [3]int{1, 2, 3}
	byValue(a, o)
	fmt.Println(a, o.Vals, o.M)
	byRef(&a, o.List)
	fmt.Println(a, o.List)

	full := make([]int, 3, 3)
	room := make([]int, 3, 8)
	x, y := grow(full), grow(room)
	fmt.Println(full, room, x, y, len(room))

	grid := Matrix{{1, 2}, {3, 4}}
	for i, row := range grid {
		row[0] = 0
		grid[i][1] *= 10
	}
	fmt.Println(grid)
	structs := []Inner{{Vals: [3]int{1}}, {Vals: [3]int{2}}}
	for _, s := range structs {
		s.Vals[0] = 100
	}
	for i := range structs {
		structs[i].Vals[1] = i + 5
	}
	fmt.Println(structs)
	m := map[string]Inner{"k": structs[0]}
	v := m["k"]
	v.Vals[2] = 8
	fmt.Println(m["k"].Vals, v.Vals, m["none"].List == nil)
	pm := map[string]*Inner{"k": &v}
	pm["k"].Vals[0]++
	fmt.Println(v.Vals, pm["k"].List == nil)

	var i any = a
	a[1] = 50
	fmt.Println(i, i == any([3]int{-2, 2, 3}), a)
	f := func(o Outer) func() string { return func() string { return o.Name } }(o)
	o.Name = "changed"
	fmt.Println(f(), o.Name)
	for i, v := range a {
		a[2] = 1000
		fmt.Print(i, v, " ")
	}
	for i, v := range &a {
		a[2] = 2000
		fmt.Print(i, v, " ")
	}
	s := a[:]
	for i, v := range s {
		if i == 0 {
			s = append(s, 1)
			s[1] = 77
		}
		fmt.Print(v, " ")
	}
	fmt.Println(a, len(s))
	s1, s2 := []int{1, 2, 3}, []int{1, 2, 3}
	n := copy(s1[1:], s1)
	clear(s2[:2])
	fmt.Println(n, s1, s2, s1[1:2:2])
}
