package main

import "fmt"

type Vec3 [3]float64

type Mat3 [3][3]int

func (v Vec3) Dot(w Vec3) (s float64) {
	for i := range v {
		s += v[i] * w[i]
	}
	return
}

func (v Vec3) Cross(w Vec3) Vec3 {
	return Vec3{v[1]*w[2] - v[2]*w[1], v[2]*w[0] - v[0]*w[2], v[0]*w[1] - v[1]*w[0]}
}

func (v *Vec3) Scale(f float64) *Vec3 {
	for i := range v {
		v[i] *= f
	}
	return v
}

func (m Mat3) Mul(n Mat3) (p Mat3) {
	for i, row := range m {
		for j := 0; j < 3; j++ {
			for k, a := range row {
				p[i][j] += a * n[k][j]
			}
		}
	}
	return p
}

func (m *Mat3) Transpose() {
	for i := range m {
		for j := i + 1; j < len(m); j++ {
			m[i][j], m[j][i] = m[j][i], m[i][j]
		}
	}
}

func power(m Mat3, n uint) Mat3 {
	result := Mat3{{1}, {1: 1}, {2: 1}}
	for ; n > 0; n >>= 1 {
		if n&1 != 0 {
			result = result.Mul(m)
		}
		m = m.Mul(m)
	}
	return result
}

type board [8][8]rune

func (b *board) place(r, c int, piece rune) (old rune) {
	defer func() { b[r][c] = piece }()
	return b[r][c]
}

func main() {
	x, y := Vec3{1, 0, 0}, Vec3{1: 1}
	z := x.Cross(y)
	fmt.Println(z, z.Dot(z), *z.Scale(2).Scale(0.25), z)
	copied := z
	copied[0] = 9
	fmt.Println(z != copied, z == Vec3{2: 0.5})

	fib := Mat3{{1, 1, 0}, {1, 0, 0}, {0, 0, 1}}
	for _, n := range []uint{1, 2, 10, 50} {
		fmt.Print(power(fib, n)[0][1], " ")
	}
	fmt.Println()
	m := Mat3{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}
	keep := m
	m.Transpose()
	fmt.Println(m, keep, m == keep)
	for _, row := range m {
		row[0] = 0
	}
	fmt.Println(m[0][0], len(m), len(m[1]))
	seen := map[Vec3][]string{}
	seen[x] = append(seen[x], "x")
	seen[Vec3{1}] = append(seen[Vec3{1}], "again")
	fmt.Println(seen)

	var b board
	for r := range b {
		for c := range b[r] {
			b[r][c] = '.'
		}
	}
	b.place(0, 0, 'R')
	b.place(3, 4, 'Q')
	fmt.Printf("%c %c\n", b.place(0, 0, 'N'), b[0][0])
	for _, row := range b[:4] {
		fmt.Println(string(row[:]))
	}
	p := &b[3]
	p[0] = 'P'
	s := p[2:6]
	s[1] = 'x'
	fmt.Println(string(b[3][:]), len(s), cap(s))
}
