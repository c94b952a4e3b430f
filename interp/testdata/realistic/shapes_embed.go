package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"reflect"
	"sort"
	"strings"
)

type Shape interface {
	Area() float64
	Perimeter() float64
}

type Named struct {
	Name  string `json:"name"`
	count *int
}

func (n Named) Label() string    { return "<" + n.Name + ">" }
func (n *Named) Rename(s string) { n.Name = s; *n.count++ }

type Rect struct {
	Named `json:",inline"`
	W, H  float64
}

func (r Rect) Area() float64      { return r.W * r.H }
func (r Rect) Perimeter() float64 { return 2 * (r.W + r.H) }

type Square struct{ Rect }

func (s Square) Label() string { return "sq" + s.Rect.Label() }

type Circle struct {
	*Named
	R float64
}

func (c *Circle) Area() float64      { return math.Pi * c.R * c.R }
func (c *Circle) Perimeter() float64 { return 2 * math.Pi * c.R }
func (c Circle) Format(f fmt.State, verb rune) {
	w, ok := f.Width()
	fmt.Fprintf(f, "circle[%c %d %t %t]", verb, w, ok, f.Flag('+'))
}

type byArea []Shape

func (b byArea) Len() int           { return len(b) }
func (b byArea) Less(i, j int) bool { return b[i].Area() < b[j].Area() }
func (b byArea) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }

type Visitor[R any] interface {
	Rect(Rect) R
	Other(Shape) R
}

func Visit[R any](s Shape, v Visitor[R]) R {
	switch s := s.(type) {
	case Rect:
		return v.Rect(s)
	case Square:
		return v.Rect(s.Rect)
	default:
		return v.Other(s)
	}
}

type describer struct{ io.Writer }

func (d describer) Rect(r Rect) (n int) {
	n, _ = fmt.Fprintf(d, "rect %gx%g;", r.W, r.H)
	return
}
func (d describer) Other(s Shape) int { n, _ := fmt.Fprintf(d, "%T;", s); return n }

type doubler struct{}

func (doubler) Rect(r Rect) Shape   { r.W, r.H = 2*r.W, 2*r.H; return r }
func (doubler) Other(s Shape) Shape { return s }

func main() {
	n := 0
	c := &Circle{&Named{"c", &n}, 1.5}
	shapes := []Shape{Rect{Named{"r", &n}, 3, 4}, Square{Rect{Named{"s", &n}, 2, 2}}, c}
	sort.Sort(sort.Reverse(byArea(shapes)))
	var b strings.Builder
	for i, s := range shapes {
		l := s.(interface{ Label() string }).Label()
		if r, ok := s.(interface{ Rename(string) }); ok {
			r.Rename(strings.ToUpper(l))
		}
		fmt.Printf("%d %s %.2f %.2f %d\n", i, l, s.Area(), s.Perimeter(), Visit[int](s, describer{&b}))
	}
	fmt.Println(b.String(), n, c.Label(), c.Name)
	fmt.Printf("%v|%+8d|%s\n", *c, c, []any{*c})
	r := shapes[0].(Rect)
	r.Rename("q")
	f := r.Label
	r.Name = "changed"
	g := (*Named).Rename
	g(&r.Named, "again")
	fmt.Println(f(), r.Label(), n, Rect.Area(r), Visit[Shape](r, doubler{}).Area())
	out, err := json.Marshal(map[string]any{"rect": r, "sq": shapes[2], "c": c})
	fmt.Println(string(out), err)
	var back struct {
		Rect *Rect
		Sq   Square
		C    struct{ R float64 }
	}
	fmt.Println(json.Unmarshal(out, &back), back.Rect.Name, back.Sq.W, back.C)
	t := reflect.TypeOf(Square{})
	for i := range t.NumMethod() {
		m := t.Method(i)
		fmt.Print(m.Name, " ", m.Type, "; ")
	}
	fl, ok := t.FieldByName("Name")
	fmt.Println(fl.Index, ok, fl.Tag.Get("json"), reflect.ValueOf(r).MethodByName("Area").Call(nil)[0])
	m := map[Shape]string{Rect{W: 1, H: 2}: "one"}
	fmt.Println(m[Rect{W: 1, H: 2}], m[Square{}] == "", shapes[2] == Shape(Square{Rect{Named{"s", &n}, 2, 2}}))
}
