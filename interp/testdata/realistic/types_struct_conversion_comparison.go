package main

import "cmp"
import "fmt"
import "reflect"
import "slices"

type P struct {
	X, Y int `k:"v"`
}
type Q struct{ X, Y int }
type L [3]P
type M map[P][]L

func (p P) Add(o P) P       { return P{p.X + o.X, p.Y + o.Y} }
func (p *P) Scale(n int) *P { p.X *= n; p.Y *= n; return p }
func (l L) Sum() (s P) {
	for _, p := range l {
		s = s.Add(p)
	}
	return
}
func (m M) Keys() (l []P) {
	for p := range m {
		l = append(l, p)
	}
	slices.SortFunc(l, func(a, b P) int { return cmp.Or(cmp.Compare(a.X, b.X), b.Y-a.Y) })
	return
}

func main() {
	q := Q{1, 2}
	p := P(q)
	r := (*P)(&q)
	r.Scale(5)
	fmt.Println(p, q, P(q) == P{5, 10}, struct{ X, Y int }(q) == struct{ X, Y int }{5, 10})
	l := L{{1, 2}, p, P{18, 36}}
	k := l
	k[0].Scale(9)
	fmt.Println(l.Sum(), k.Sum(), l == k, l != k)
	ops := map[string]func(P, P) P{"add": P.Add, "sub": func(a, b P) P { b.Scale(-1); return a.Add(b) }}
	fmt.Println(ops["add"](p, l[1]), ops["sub"](p, l[2]))
	m := M{p: {l, k}, {0, 1}: nil}
	m[P{0, 1}] = append(m[P{0, 1}], L{})
	fmt.Println(m.Keys(), len(m[p]), m)
	fmt.Printf("%#v %+v %T\n", l, m[P{0, 1}], (*P).Scale)
	sf, _ := reflect.TypeFor[P]().FieldByName("Y")
	fmt.Println(sf.Tag.Get("k"), reflect.TypeOf(p).ConvertibleTo(reflect.TypeOf(q)))
}
