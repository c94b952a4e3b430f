// Package shapes is a package that a personal msrepl shall know.
package shapes

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"slices"

	"example.org/units"
	"github.com/msrepl/msrepl/tensor"
)

// Shape is something that has an area.
type Shape interface {
	// Area returns the area in square metres.
	Area() float64
	fmt.Stringer
}

// Rect is a rectangle.
type Rect struct {
	Width, Height units.Metre
	note          string
}

// ErrFlat says that a shape has no area.
var ErrFlat = errors.New("flat")

// Limit is how many shapes there may be; the others are numbers without a type.
const (
	Limit  = 1 << 40
	Golden = 1.618
	Debt   = -2
	Loss   = -0.5
)

// Kind tells shapes apart.
type Kind uint8

// The kinds.
const (
	Round Kind = iota + 1
	Angular
)

// String names the kind.
func (k Kind) String() string { return [...]string{"?", "round", "angular"}[k] }

// NewRect returns a rectangle of the given width and height.
func NewRect(width, height units.Metre) (*Rect, error) {
	if width*height == 0 {
		return nil, ErrFlat
	}
	return &Rect{width, height, "made"}, nil
}

// Area returns the area of r.
func (r *Rect) Area() float64 { return float64(r.Width * r.Height) }

// String writes r as Width×Height.
func (r *Rect) String() string { return fmt.Sprintf("%v×%v", r.Width, r.Height) }

// Total adds up areas.
func Total(shapes ...Shape) (sum float64) {
	for _, s := range shapes {
		sum += s.Area()
	}
	return sum
}

// Sides returns the sides of r as a tensor.
func (r *Rect) Sides() *tensor.Tensor {
	return tensor.New([]float32{float32(r.Width), float32(r.Height)})
}

// Number is a constraint.
type Number interface{ ~int | ~float64 }

// Sum adds up numbers.
func Sum[T Number](xs ...T) T { return fold(xs, func(a, b T) T { return a + b }) }

func fold[T any](xs []T, f func(a, b T) T) (acc T) {
	for _, x := range xs {
		acc = f(acc, x)
	}
	return acc
}

// Stack is a pile of things, the last one on top.
type Stack[T any] struct {
	items []T
}

// Push puts x on top.
func (s *Stack[T]) Push(x T) *Stack[T] {
	s.items = append(s.items, x)
	return s
}

// Pop takes the top away.
func (s *Stack[T]) Pop() (x T, ok bool) {
	if len(s.items) == 0 {
		return x, false
	}
	x = s.items[len(s.items)-1]
	s.items = s.items[:len(s.items)-1]
	return x, true
}

// All goes through the pile from the top.
func (s *Stack[T]) All() iter.Seq[T] {
	return func(yield func(T) bool) {
		for _, x := range slices.Backward(s.items) {
			if !yield(x) {
				return
			}
		}
	}
}

// Largest returns the largest of a map's values.
func Largest[K comparable, V cmp.Ordered](m map[K]V) (best V) {
	for _, v := range m {
		best = max(best, v)
	}
	return best
}

// Noted calls f with the note of a rectangle, which other packages cannot read.
func Noted[T any](r *Rect, f func(string) T) T { return f(r.note) }
