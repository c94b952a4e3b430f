package main

import (
	"errors"
	"fmt"
	"math"
	"strings"
)

type Matrix [][]float64

type ShapeError struct {
	Op     string
	R1, C1 int
	R2, C2 int
}

func (e ShapeError) Error() string {
	return fmt.Sprintf("%s: %dx%d and %dx%d", e.Op, e.R1, e.C1, e.R2, e.C2)
}

var ErrSingular = errors.New("matrix is singular")

func New(r, c int, f func(i, j int) float64) Matrix {
	m := make(Matrix, r)
	for i := range m {
		m[i] = make([]float64, c)
		if f == nil {
			continue
		}
		for j := range m[i] {
			m[i][j] = f(i, j)
		}
	}
	return m
}

func Identity(n int) Matrix {
	return New(n, n, func(i, j int) float64 {
		if i == j {
			return 1
		}
		return 0
	})
}

func (m Matrix) Dims() (r, c int) {
	if r = len(m); r > 0 {
		c = len(m[0])
	}
	return
}

func (m Matrix) Mul(n Matrix) (Matrix, error) {
	r1, c1 := m.Dims()
	r2, c2 := n.Dims()
	if c1 != r2 {
		return nil, ShapeError{"mul", r1, c1, r2, c2}
	}
	return New(r1, c2, func(i, j int) (sum float64) {
		for k := range c1 {
			sum += m[i][k] * n[k][j]
		}
		return
	}), nil
}

func (m Matrix) T() Matrix {
	r, c := m.Dims()
	return New(c, r, func(i, j int) float64 { return m[j][i] })
}

func (m Matrix) Clone() Matrix {
	out := make(Matrix, len(m))
	for i, row := range m {
		out[i] = append([]float64(nil), row...)
	}
	return out
}

// Invert uses Gauss and Jordan's method with pivots.
func (m Matrix) Invert() (inv Matrix, det float64, err error) {
	n, c := m.Dims()
	if n != c {
		return nil, 0, ShapeError{Op: "invert", R1: n, C1: c}
	}
	a := m.Clone()
	inv, det = Identity(n), 1
	for col := 0; col < n; col++ {
		p := col
		for r := col + 1; r < n; r++ {
			if math.Abs(a[r][col]) > math.Abs(a[p][col]) {
				p = r
			}
		}
		if a[p][col] == 0 {
			return nil, 0, fmt.Errorf("column %d: %w", col, ErrSingular)
		}
		if p != col {
			a[p], a[col] = a[col], a[p]
			inv[p], inv[col] = inv[col], inv[p]
			det = -det
		}
		pivot := a[col][col]
		det *= pivot
		for j := range n {
			a[col][j] /= pivot
			inv[col][j] /= pivot
		}
		for r := range n {
			if f := a[r][col]; r != col && f != 0 {
				for j := range n {
					a[r][j] -= f * a[col][j]
					inv[r][j] -= f * inv[col][j]
				}
			}
		}
	}
	return inv, det, nil
}

func (m Matrix) String() string {
	var b strings.Builder
	for _, row := range m {
		for j, v := range row {
			if j > 0 {
				b.WriteByte(' ')
			}
			if v == 0 {
				v = 0 // no -0
			}
			fmt.Fprintf(&b, "%7.3f", v)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func main() {
	a := Matrix{{2, 1, 0}, {1, 3, 1}, {0, 1, 4}}
	inv, det, err := a.Invert()
	fmt.Printf("%vdet %.1f err %v\n", inv, det, err)
	check, _ := a.Mul(inv)
	diff := 0.0
	id := Identity(3)
	for i := range check {
		for j := range check[i] {
			diff = math.Max(diff, math.Abs(check[i][j]-id[i][j]))
		}
	}
	fmt.Println("close:", diff < 1e-12)
	b := New(2, 3, func(i, j int) float64 { return float64(i*3 + j) })
	fmt.Print(b, b.T())
	if _, err := b.Mul(b); err != nil {
		var se ShapeError
		fmt.Println(err, errors.As(err, &se), se.C1)
	}
	for _, bad := range []Matrix{b, {{1, 2}, {2, 4}}} {
		_, _, err := bad.Invert()
		fmt.Println(err, errors.Is(err, ErrSingular))
	}
	swap := Matrix{{0, 1}, {1, 0}}
	inv, det, _ = swap.Invert()
	fmt.Println(inv, det)
}
