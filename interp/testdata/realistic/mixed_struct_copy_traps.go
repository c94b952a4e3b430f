package main

import (
	"fmt"
)

type (
	Point struct{ X, Y int }
	Line  struct {
		A, B Point
		Tags [2]string
		meta map[string]int
		pts  []Point
		fn   func() Point
	}
)

func (l Line) Moved(d int) Line {
	l.A.X += d
	l.Tags[0] = "m"
	l.meta["moved"]++
	l.pts[0].X++
	return l
}
func (l *Line) Move(d int) *Line { l.A.X += d; return l }

type Holder struct {
	Line
	*Point
	arr [3]Line
}

type Matrix [2][2]int

func (m Matrix) T() Matrix { m[0][1], m[1][0] = m[1][0], m[0][1]; return m }
func (m *Matrix) Inc() {
	for i := range m {
		for j := range m[i] {
			m[i][j]++
		}
	}
}
func byVal(m Matrix) *Matrix { m[0][0] = 100; return &m }

func main() {
	l := Line{meta: map[string]int{}, pts: []Point{{1, 1}}}
	l.fn = func() Point { return l.A }
	m := l.Moved(5)
	fmt.Println(l.A, m.A, l.Tags, m.Tags, l.meta, m.pts, m.fn())
	l.Move(2).Move(3)
	fmt.Println(l.A, m.fn(), l.fn())
	h := Holder{Line: l, Point: &Point{7, 7}}
	g := h
	g.Line.A.X, g.Point.X = 99, 99
	g.arr[1].A = Point{5, 5}
	fmt.Println(h.Line.A, h.Point.X, h.arr[1].A, g.arr[1].A, h.Move(1) == &h.Line)
	arr := [3]Point{{1, 1}, {2, 2}, {3, 3}}
	for i, p := range arr {
		arr[2].X = 10
		p.X = 50
		fmt.Print(i, p, arr[i], " ")
	}
	for i := range arr {
		p := &arr[i]
		p.Y *= 2
	}
	sl := arr[:]
	for i, p := range sl {
		sl[2].X = 20
		fmt.Print(i, p, " ")
	}
	fmt.Println(arr)
	mp := map[string]Point{"a": {1, 2}}
	p := mp["a"]
	p.X = 9
	mps := map[string]*Point{"a": {1, 2}}
	mps["a"].X = 9
	fmt.Println(mp, *mps["a"], mp["zz"])
	x := Matrix{{1, 2}, {3, 4}}
	y := x
	y.Inc()
	z := byVal(x)
	fmt.Println(x, y, *z, x.T(), x == Matrix{{1, 2}, {3, 4}}, x != y)
	var i any = x
	w := i.(Matrix)
	w[0][0] = -1
	fmt.Println(i, w, i == any(x))
	fs := [2]func(){x.Inc, func() { x[1][1] = 0 }}
	f := x.T
	fs[0]()
	fmt.Println(f(), x)
	fs[1]()
	ch := make(chan Point, 1)
	s := Point{1, 1}
	ch <- s
	s.X = 2
	fmt.Println(<-ch, s)
	a1 := [3]int{1, 2, 3}
	a2 := &a1
	for i := range a2 {
		a2[i] *= 10
	}
	for i, v := range a2 {
		a2[2] = 7
		fmt.Print(i, v, " ")
	}
	b1 := a1
	pa := &b1
	pa[0] = -1
	fmt.Println(a1, b1, *pa, len(pa), cap(pa[:1]))
	ss := []int{1, 2, 3, 4}
	t := ss[1:2]
	t = append(t, 30)
	u := append(ss[:1:1], 20)
	fmt.Println(ss, t, u, len(t), cap(t))
	type T struct {
		a [2]struct{ p *int }
		e struct{ Point }
	}
	n := 1
	t1 := T{}
	t1.a[0].p = &n
	t2 := t1
	*t2.a[0].p = 5
	t2.e.X = 3
	fmt.Println(n, t1.e, t2.e, t1 == t2, t1.a == t2.a)
	anon := []struct {
		Name string
		Opt  struct{ V int }
	}{{"a", struct{ V int }{1}}, {Name: "b"}}
	for _, c := range anon {
		c.Opt.V = 100
	}
	anon[1].Opt.V++
	fmt.Println(anon)
	defer func(p Point, l *Line) { fmt.Println("deferred", p, l.A) }(s, &l)
	s.X, l.A.X = 1000, 1000
}
