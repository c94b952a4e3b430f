package main

import (
	"errors"
	"fmt"
	"math"
	"strings"
)

type Number interface {
	~int | ~int64 | ~float32 | ~float64 | ~complex128
}

type Matrix[T Number] struct {
	rows, cols int
	data       []T
}

var ErrShape = errors.New("shapes do not match")

func Zeros[T Number](r, c int) Matrix[T] { return Matrix[T]{r, c, make([]T, r*c)} }

func From[T Number](rows ...[]T) (m Matrix[T], err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("From: %v", r)
		}
	}()
	m = Zeros[T](len(rows), len(rows[0]))
	for i, row := range rows {
		if len(row) != m.cols {
			return Matrix[T]{}, fmt.Errorf("row %d: %w", i, ErrShape)
		}
		copy(m.data[i*m.cols:(i+1)*m.cols], row)
	}
	return
}

func (m Matrix[T]) At(i, j int) T      { return m.data[i*m.cols+j] }
func (m *Matrix[T]) Set(i, j int, v T) { m.data[i*m.cols+j] = v }

func (m Matrix[T]) Mul(o Matrix[T]) (Matrix[T], error) {
	if m.cols != o.rows {
		return m, fmt.Errorf("(%d, %d)·(%d, %d): %w", m.rows, m.cols, o.rows, o.cols, ErrShape)
	}
	out := Zeros[T](m.rows, o.cols)
	for i := range m.rows {
		for j := range o.cols {
			var sum T
			for k := range m.cols {
				sum += m.At(i, k) * o.At(k, j)
			}
			out.Set(i, j, sum)
		}
	}
	return out, nil
}

func Map[T, U Number](m Matrix[T], f func(T) U) Matrix[U] {
	out := Zeros[U](m.rows, m.cols)
	for i, v := range m.data {
		out.data[i] = f(v)
	}
	return out
}

func (m Matrix[T]) String() string {
	var b strings.Builder
	for i := range m.rows {
		fmt.Fprintln(&b, m.data[i*m.cols:(i+1)*m.cols])
	}
	return b.String()
}

func (m Matrix[T]) Pow(n int) (out Matrix[T], err error) {
	out = Zeros[T](m.rows, m.rows)
	for i := range m.rows {
		out.Set(i, i, 1)
	}
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			if out, err = out.Mul(m); err != nil {
				return out, fmt.Errorf("pow: %w", err)
			}
		}
		if m, err = m.Mul(m); err != nil {
			return
		}
	}
	return
}

type celsius float64

func main() {
	fib, _ := From([]int64{1, 1}, []int64{1, 0})
	p, err := fib.Pow(80)
	fmt.Print(p, err, "\n")
	z, _ := From([]complex128{1i, 2}, []complex128{0, -1i})
	zz, _ := z.Mul(z)
	fmt.Print(zz)
	_, err = From([]float64{1, 2}, []float64{3})
	fmt.Println(err, errors.Is(err, ErrShape))
	_, err = From[float32]()
	fmt.Println(err)
	w, _ := From([]float64{1, 2, 3})
	_, err = w.Pow(2)
	fmt.Println(err, errors.Is(err, ErrShape))
	t := Map(w, func(x float64) celsius { return celsius(math.Sqrt(x)) })
	fmt.Printf("%.3f %T %v", t.data, t, Map(t, func(c celsius) int { return int(c * 100) }))
	t2 := t
	t2.Set(0, 0, -1)
	fmt.Println(t.At(0, 0), fmt.Sprintf("%+v", struct {
		Matrix[int]
		name string
	}{Zeros[int](1, 2), "n"}))
}
