package main

import (
	"errors"
	"fmt"
	"strings"
)

type Number interface {
	~int | ~int64 | ~float64
}

type Matrix[T Number] struct {
	rows, cols int
	data       []T
}

var ErrShape = errors.New("shapes do not fit")

func New[T Number](rows, cols int, data ...T) Matrix[T] {
	m := Matrix[T]{rows, cols, make([]T, rows*cols)}
	copy(m.data, data)
	return m
}

func Identity[T Number](n int) Matrix[T] {
	m := New[T](n, n)
	for i := range n {
		*m.At(i, i) = 1
	}
	return m
}

func (m Matrix[T]) At(i, j int) *T { return &m.data[i*m.cols+j] }

func (m Matrix[T]) Mul(o Matrix[T]) (out Matrix[T], err error) {
	if m.cols != o.rows {
		return out, fmt.Errorf("%dx%d by %dx%d: %w", m.rows, m.cols, o.rows, o.cols, ErrShape)
	}
	out = New[T](m.rows, o.cols)
	for i := range m.rows {
		for j := range o.cols {
			var sum T
			for k := range m.cols {
				sum += *m.At(i, k) * *o.At(k, j)
			}
			*out.At(i, j) = sum
		}
	}
	return
}

func (m Matrix[T]) Pow(n int) Matrix[T] {
	result := Identity[T](m.rows)
	for base := m; n > 0; n >>= 1 {
		if n&1 == 1 {
			result, _ = result.Mul(base)
		}
		base, _ = base.Mul(base)
	}
	return result
}

func (m Matrix[T]) Transpose() Matrix[T] {
	t := New[T](m.cols, m.rows)
	for i := 0; i < m.rows; i++ {
		for j := 0; j < m.cols; j++ {
			*t.At(j, i) = *m.At(i, j)
		}
	}
	return t
}

func (m Matrix[T]) String() string {
	var b strings.Builder
	for i := range m.rows {
		fmt.Fprintln(&b, m.data[i*m.cols:(i+1)*m.cols])
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func MapMatrix[A, B Number](m Matrix[A], f func(A) B) Matrix[B] {
	out := New[B](m.rows, m.cols)
	for i, v := range m.data {
		out.data[i] = f(v)
	}
	return out
}

type Meters float64

func main() {
	a := New(2, 3, 1, 2, 3, 4, 5, 6)
	b := a.Transpose()
	p, err := a.Mul(b)
	fmt.Println(p, err)
	_, err = a.Mul(a)
	fmt.Println(err, errors.Is(err, ErrShape))
	fib := New(2, 2, 1, 1, 1, 0)
	fmt.Println(*fib.Pow(50).At(0, 1))
	half := MapMatrix(a, func(n int) float64 { return float64(n) / 2 })
	fmt.Println(half)
	m := New[Meters](1, 2, 1.5, 2)
	*m.At(0, 1) += 0.25
	fmt.Printf("%v %T\n", m, m)
}
