// Exchanges of elements, comparisons of texts, and sorting by methods of embedded types.
package main

import (
	"cmp"
	"container/heap"
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"
)

type point struct {
	x, y int
	name string
}

type narrow struct {
	a int8
	b bool
	c int16
	d *int
}

type large struct{ a, b, c, d, e, f, g, h, i, j int }

func caught(f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println("  ", r)
		}
	}()
	f()
}

// reverse exchanges elements by what is an exchange for every type of elements.
func reverse[T any](list []T) []T {
	for i, j := 0, len(list)-1; i < j; i, j = i+1, j-1 {
		list[i], list[j] = list[j], list[i]
	}
	list[0], list[1] = list[1], list[0]
	list[1], list[1] = list[1], list[1]
	return list
}

func kinds() {
	n := 7
	fmt.Println(reverse([]int{1, 2, 3, 4, 5}), reverse([]byte("bytes")), string(reverse([]rune("rünés"))), reverse([]int16{1, -2, 3}))
	fmt.Println(reverse([]uint32{1, 1 << 31, 3}), reverse([]float32{1.5, 2.5}), reverse([]float64{1.5, 2.5, -3}), reverse([]bool{true, false, false}))
	fmt.Println(reverse([]string{"a", "", "ccc"}), reverse([][]int{{1}, nil, {2, 3}}), reverse([]any{1, "x", nil, 2.5, []int{4}}), reverse([]error{nil, fmt.Errorf("e")}))
	fmt.Println(reverse([]point{{1, 2, "p"}, {3, 4, "q"}, {5, 6, "r"}}), reverse([]large{{a: 1}, {b: 2, j: 3}}), reverse([][2]int{{1, 2}, {3, 4}}), reverse([]struct{}{{}, {}}))
	list := reverse([]narrow{{1, true, -3, nil}, {-4, false, 5, &n}, {6, true, 7, &n}})
	fmt.Println(list[0].a, list[1].c, list[2].d == nil, *list[0].d, reverse([]complex128{1, 2i, 3}), len(reverse([]func(){nil, func() {}})))
	ps := reverse([]*point{{1, 2, "p"}, nil, {3, 4, "q"}})
	fmt.Println(ps[0] == nil, ps[1].name, ps[2].name)
}

// others look like exchanges.
func others() {
	a, b := []int{1, 2, 3, 4}, []int{5, 6, 7, 8}
	i, j, k := 0, 1, 2
	a[i], a[j] = a[j], a[k]
	a[i], b[j] = b[j], a[i]
	a[i], a[j] = a[i], a[j]
	a[j], a[k] = b[k], b[j]
	fmt.Println(a, b)
	c := a[1:]
	a[i], c[i] = c[i], a[i]
	a[i], i = a[j], 3
	a[i], a[j] = a[j]+1, a[i]+1
	fmt.Println(a, b, c, i)
	t := a[j]
	a[j] = a[k]
	a[k] = t
	m := map[int]int{1: 2, 3: 4}
	m[1], m[3] = m[3], m[1]
	d := [3]int{1, 2, 3}
	d[i-3], d[k] = d[k], d[i-3]
	p := &d
	p[0], p[1] = p[1], p[0]
	fmt.Println(a, m, d)
	s := struct{ list []string }{[]string{"x", "y"}}
	s.list[0], s.list[1] = s.list[1], s.list[0]
	q := &s.list
	(*q)[0], (*q)[1] = (*q)[1]+"!", (*q)[0]
	fmt.Println(s)
}

func swap[T any](list []T, i, j int) func() {
	return func() { list[i], list[j] = list[j], list[i] }
}

func failures() {
	for _, ij := range [][2]int{{3, 0}, {0, 3}, {-1, 1}, {2, -1}, {1 << 40, 1}} {
		i, j := ij[0], ij[1]
		list := []int{1, 2, 3}
		caught(swap(list, i, j))
		caught(swap([]string{"a", "b", "c"}, i, j))
		caught(swap([]byte("abc"), i, j))
		caught(swap([]point{{}, {}, {}}, j, i))
		u, v := uint8(i), uint(j)
		caught(func() { list[u], list[v] = list[v], list[u] })
		fmt.Println(list)
	}
}

func texts() {
	base := strings.Repeat("abcdefgh\x00\x80\xff€", 20)
	var list []string
	for _, n := range []int{0, 1, 7, 8, 9, 15, 16, 17, 64, 127, 128, 129, 200} {
		s := base[:n]
		list = append(list, s, s+"a", strings.Clone(s))
		if n > 0 {
			list = append(list, s[:n-1]+"\xfe", s[:n-1]+"\x01", "\x7f"+s[1:], s[:n/2]+"\x90"+s[n/2+1:])
		}
	}
	counts := [6]int{}
	sum := 0
	for i, s := range list {
		for j, t := range list {
			for k, ok := range []bool{s < t, s <= t, s > t, s >= t, s == t, s != t} {
				if ok {
					counts[k]++
					sum += (i*7 + j*13 + k) % 101
				}
			}
			if s == t {
				sum += i
			} else if s < t {
				sum += j
			}
			if s != t {
				sum++
			}
			switch s {
			case t:
				sum += 5
			case "":
				sum += 3
			}
			if c := strings.Compare(s, t); (c < 0) != (s < t) || (c == 0) != (s == t) {
				fmt.Printf("%q %q\n", s, t)
			}
		}
	}
	fmt.Println(counts, sum)
	sort.Slice(list, func(i, j int) bool { return list[i] < list[j] })
	fmt.Println(sort.StringsAreSorted(list), slices.IsSortedFunc(list, strings.Compare))
}

// people are sorted by what embeds them.
type people []point

func (p people) Len() int      { return len(p) }
func (p people) Swap(i, j int) { p[i], p[j] = p[j], p[i] }

type byX struct{ people }

func (b byX) Less(i, j int) bool { return b.people[i].x < b.people[j].x }

type byName struct{ *people }

func (b *byName) Less(i, j int) bool { return (*b.people)[i].name < (*b.people)[j].name }

type lengths struct {
	sort.StringSlice
	calls int
}

func (l *lengths) Less(i, j int) bool {
	l.calls++
	return len(l.StringSlice[i]) < len(l.StringSlice[j])
}

type least struct {
	sort.IntSlice
}

func (l *least) Push(x any) { l.IntSlice = append(l.IntSlice, x.(int)) }
func (l *least) Pop() any {
	n := len(l.IntSlice) - 1
	x := l.IntSlice[n]
	l.IntSlice = l.IntSlice[:n]
	return x
}

func embedded() {
	for n := 1; n < 200; n *= 3 {
		list := make(people, n)
		words := make([]string, n)
		h := &least{}
		for i := range list {
			list[i] = point{i * 37 % 11, i, fmt.Sprint(i * 53 % 17)}
			words[i] = strings.Repeat("w", i*31%7)
			heap.Push(h, i*29%23)
		}
		sort.Sort(byX{list})
		fmt.Println(list)
		sort.Sort(&byName{&list})
		fmt.Println(list)
		sort.Sort(sort.Reverse(byX{list}))
		fmt.Println(list)
		l := &lengths{StringSlice: words}
		sort.Stable(l)
		fmt.Println(l.StringSlice, l.calls)
		for h.Len() > 0 {
			fmt.Print(heap.Pop(h), " ")
		}
		fmt.Println()
	}
	caught(func() { sort.Sort(&byName{}) })
}

type grade uint8

func sorted[E cmp.Ordered](list ...E) []E {
	slices.Sort(list)
	return list
}

func ordered() {
	nan, zero := math.NaN(), 0.0
	fmt.Println(sorted[int8](3, -128, 0), sorted[int16](3, -4), sorted('z', 'a', -1), sorted[int64](1<<60, -1), sorted(3, 1, 2))
	fmt.Println(sorted([]byte("listen")...), sorted[uint16](9, 1<<15), sorted[uint32](1<<31, 4), sorted[uint64](1<<63, 4), sorted[uint](2, 1), sorted[uintptr](5, 3))
	fmt.Println(sorted[float32](2, -1, 0.5), sorted(2, nan, math.Inf(-1), -zero, 1, nan), sorted("b", "", "aa", "a"), sorted[grade](7, 200, 3), sorted[int]())
	type name string
	for _, n := range []int{11, 12, 13, 50, 300} {
		var b []byte
		var s []name
		for i := range n {
			b, s = append(b, byte(i*167)), append(s, name(fmt.Sprint(i*167%n)))
		}
		fmt.Println(sorted(b...), sorted(s...))
	}
}

func main() {
	kinds()
	ordered()
	others()
	failures()
	texts()
	embedded()
}

func (b byName) Len() int { return len(*b.people) }
