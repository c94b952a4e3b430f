package main

import (
	"fmt"
	"sort"
)

const N = 3

type Pair[A, B any] struct {
	First  A
	Second B
}

func (p Pair[A, B]) Flip() Pair[B, A] { return Pair[B, A]{p.Second, p.First} }

type Grid[T any, I ~int | ~uint8] [N][N + 1]T

func (g *Grid[T, I]) At(i, j I) *T { return &g[i][j] }

type Sum[T [2]int | [3]int, U any] struct {
	t T
	u U
}
type Fn[A, B any] func(A) B
type Tree[K interface{ ~[2]int | ~string }, V any] struct {
	k    K
	v    V
	kids map[K]*Tree[K, V]
}

func zip[A, B any](a []A, b []B) (out []Pair[A, B]) {
	for i := range min(len(a), len(b)) {
		out = append(out, Pair[A, B]{a[i], b[i]})
	}
	return
}
func conv[To, From ~int | ~[2]int | ~float64](f From, g func(From) To) To { return g(f) }
func apply[F ~func(X) Y, X, Y any](f F, xs ...X) (ys []Y) {
	for _, x := range xs {
		ys = append(ys, f(x))
	}
	return
}

func main() {
	p := Pair[[2]int, string]{[2]int{1, 2}, "x"}
	fmt.Printf("%T %v %T\n", p, p.Flip(), p.Flip())
	ps := []Pair[[N]byte, map[[1]string]int]{{[N]byte{1}, nil}, {Second: map[[1]string]int{{"a"}: 1}}}
	fmt.Println(ps, len(ps[1].Second), new(Pair[[2 * N]int, [1 << 2]bool]).Second)
	var g Grid[Pair[int, [2]rune], uint8]
	*g.At(1, 3) = Pair[int, [2]rune]{5, [...]rune{'a', 'b'}}
	h := g
	h.At(1, 3).Second[1]++
	fmt.Println(g[1], h[1][3].Second, g == h, len(g[0]))
	fmt.Println(Sum[[2]int, struct {
		A int `json:"a,omitempty"`
	}]{t: [2]int{1}}, Sum[[3]int, *[2]int]{u: &[2]int{3}}.u[0])
	ch := make(chan Pair[[2]int, chan<- int], 1)
	ch <- Pair[[2]int, chan<- int]{First: [2]int{7}}
	fmt.Println((<-ch).First[0])
	t := Tree[[2]int, func() [2]int]{kids: map[[2]int]*Tree[[2]int, func() [2]int]{{1, 1}: {k: [2]int{9}}}}
	fmt.Println(t.kids[[2]int{1, 1}].k, t.kids[[2]int{}] == nil)
	functions()
	indices()
}

func functions() {
	fmt.Println(zip[[1]int, [2]string]([][1]int{{1}, {2}}, [][2]string{{"a", "b"}}))
	fmt.Println(conv[float64, [2]int]([2]int{3, 4}, func(a [2]int) float64 { return float64(a[0]) / float64(a[1]) }))
	f := conv[[2]int, int]
	fmt.Println(f(3, func(i int) [2]int { return [2]int{i, -i} }),
		apply[func(int) [2]int](func(i int) [2]int { return [2]int{i} }, 1, 2))
	m := map[[2]int]int{{1, 2}: 3, [2]int{4, 5}: 6}
	m[[2]int{1, 2}] += m[[2]int{4, 5}]
	fmt.Println(m[[2]int{1, 2}], m[[...]int{4, 5}], [][2]int{{1, 2}, {3, 4}}[1][0], [2][]int{{1}, {2, 3}}[1][1])
}

func indices() {
	s := []int{1, 2, 3, 4, 5}
	i, j := 1, 2
	fmt.Println(s[i:j:j+1], s[i:j+1:len(s)-1], s[:j:j], [5]int(s)[i], s[s[0]:s[1]+1:N+1], (*[2]int)(s[2:])[1])
	x := [...]func(a, b int) int{func(a, b int) int { return a * b }, 2: func(a, b int) int { return a - b }}
	fmt.Println(x[0](2, 3), x[1] == nil, x[i+1](2, 3))
	var e Fn[[2]int, Pair[string, [2]int]] = func(a [2]int) Pair[string,
		[2]int] {
		return Pair[string, [2]int]{fmt.Sprint(a), a}
	}
	fmt.Println(e([2]int{1, 2}), any(e) != nil)
	m := map[[2]int]int{{1, 2}: 3, {4, 5}: 6}
	p := Pair[[2]int, string]{[2]int{1, 2}, "x"}
	keys := make([][2]int, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Slice(keys,
		func(a, b int) bool {
			return keys[a][0] < keys[b][0] || keys[a][0] == keys[b][0] && keys[a][1] < keys[b][1]
		})
	fmt.Println(keys)
	switch v := any(p).(type) {
	case Pair[[3]int, string], Pair[[2]int, int]:
		fmt.Println("no", v)
	case Pair[[2]int, string]:
		fmt.Println("yes", v.First[1:])
	}
}
