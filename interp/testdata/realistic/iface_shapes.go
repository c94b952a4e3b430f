package main

import (
	"fmt"
	"math"
	"sort"
)

type Shape interface {
	Area() float64
	Perimeter() float64
}

type Named interface {
	Shape
	fmt.Stringer
}

type Rect struct{ W, H float64 }

func (r Rect) Area() float64      { return r.W * r.H }
func (r Rect) Perimeter() float64 { return 2 * (r.W + r.H) }
func (r Rect) String() string     { return fmt.Sprintf("rect %gx%g", r.W, r.H) }

type Square struct{ Rect }

func NewSquare(a float64) Square { return Square{Rect{a, a}} }
func (s Square) String() string  { return "square " + fmt.Sprint(s.W) }

type Circle struct{ R float64 }

func (c *Circle) Area() float64      { return math.Pi * c.R * c.R }
func (c *Circle) Perimeter() float64 { return 2 * math.Pi * c.R }

type scaled struct {
	Shape
	k float64
}

func (s scaled) Area() float64 { return s.k * s.k * s.Shape.Area() }

func describe(s Shape) string {
	switch v := s.(type) {
	case Square:
		return "a square with side " + fmt.Sprint(v.W)
	case Named:
		return "named " + v.String()
	case *Circle:
		v.R++
		return fmt.Sprintf("circle grown to %g", v.R)
	case scaled:
		return "scaled " + describe(v.Shape)
	}
	return "?"
}

func main() {
	shapes := []Shape{Rect{3, 4}, NewSquare(2), &Circle{1}, scaled{Rect{1, 2}, 3}, scaled{&Circle{0.5}, 2}}
	for _, s := range shapes {
		fmt.Printf("%-28s %8.3f %8.3f %T\n", describe(s), s.Area(), s.Perimeter(), s)
	}
	sort.Slice(shapes, func(i, j int) bool { return shapes[i].Area() < shapes[j].Area() })
	for i, s := range shapes {
		_, isNamed := s.(Named)
		_, isStringer := s.(fmt.Stringer)
		fmt.Println(i, isNamed, isStringer, math.Round(s.Area()))
	}
	fmt.Println(Rect{1, 2} == Rect{1, 2}, Shape(Rect{1, 2}) == Shape(NewSquare(1).Rect), shapes[0] == nil)
}
