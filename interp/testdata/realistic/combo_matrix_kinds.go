package main

import (
	"errors"
	"fmt"
	"math"
	"strings"
)

type Number interface {
	~int8 | ~int | ~float32 | ~float64 | ~complex128
}

// Mat is a matrix of R rows as a value: assignments copy it.
type Mat[T Number] [2][3]T

type Square[T Number] struct {
	Mat[T]
	extra [3]T
}

type Tiny int8

func (t Tiny) String() string { return fmt.Sprintf("%+d", int8(t)) }

func (m Mat[T]) Plus(o Mat[T]) Mat[T] {
	for i, row := range o {
		for j := range row {
			m[i][j] += o[i][j]
		}
	}
	return m
}

func (m *Mat[T]) Scale(k T) *Mat[T] {
	for i := range m {
		for j := range m[i] {
			m[i][j] *= k
		}
	}
	return m
}

func (m Mat[T]) Sum() (s T) {
	for _, row := range m {
		for _, x := range row {
			s += x
		}
	}
	return
}

func (m Mat[T]) String() string {
	var rows []string
	for _, r := range m {
		rows = append(rows, fmt.Sprint(r[:]))
	}
	return strings.Join(rows, "|")
}

func fill[T Number](from, by T) (m Mat[T]) {
	for i := range m {
		for j := range m[i] {
			m[i][j] = from
			from += by
		}
	}
	return
}

func det[T ~float32 | ~float64](s Square[T]) (d T, err error) {
	rows := [...][3]T{s.Mat[0], s.Mat[1], s.extra}
	d = 1
	for i := range rows {
		p := i
		for k := i; k < len(rows); k++ {
			if math.Abs(float64(rows[k][i])) > math.Abs(float64(rows[p][i])) {
				p = k
			}
		}
		if rows[p][i] == 0 {
			return 0, errors.New("singular")
		}
		if p != i {
			rows[p], rows[i] = rows[i], rows[p]
			d = -d
		}
		d *= rows[i][i]
		for k := i + 1; k < len(rows); k++ {
			f := rows[k][i] / rows[i][i]
			for j := range rows[k] {
				rows[k][j] -= f * rows[i][j]
			}
		}
	}
	return d, nil
}

func main() {
	a := fill[Tiny](100, 5)
	b := a
	b.Scale(2)
	fmt.Println(a, b, a.Plus(b).Sum(), a == fill[Tiny](100, 5))
	c := fill[complex128](1i, 1-0.5i)
	fmt.Println(c, c.Plus(*c.Scale(2i)).Sum())
	f := fill[float32](0.1, 0.1)
	g := fill(0.1, 0.1)
	fmt.Println(f, f.Sum(), g.Sum(), float64(f.Sum()) == g.Sum())
	s := Square[float64]{fill(2.0, 1), [3]float64{0, 7, 1}}
	t := s
	t.Scale(2).Scale(0.5)
	t.extra, t.Mat[1] = t.Mat[1], t.extra
	fmt.Println(det(s))
	fmt.Println(det(t))
	fmt.Println(det(Square[float32]{Mat: fill[float32](0, 1)}))
	cells := map[[2]int]Mat[int]{}
	for i := range 3 {
		k := [2]int{i % 2, i}
		m := cells[k]
		m[i%2][i] = i + 1
		cells[k] = m
		m[0][0] = 99
	}
	fmt.Println(cells, len(cells[[2]int{9, 9}][0]))
	rows := a[:]
	first := rows[0]
	rows[0][0] = 1
	pr := &rows[1][2]
	*pr -= 100
	fmt.Println(a, first, s.Sum(), fmt.Sprintf("%T %v", s, s.Mat[0]))
	sum, show := Mat[Tiny].Sum, b.String
	b = Mat[Tiny]{}
	fmt.Println(sum(a), show(), b)
}
