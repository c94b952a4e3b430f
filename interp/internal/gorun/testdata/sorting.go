package main

import (
	"cmp"
	"container/heap"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sort"
	"strings"
	"sync"
)

// Sorting by code: the sequence of comparisons, the order of what is equal, panics, ends of goroutines.

type person struct {
	name string
	age  int
	f    float32
	b    byte
	tags [2]string
}

type seed uint32

func (s *seed) next(n int) int {
	*s = *s*1664525 + 1013904223
	return int(*s>>8) % n
}

func people(n, ages int) []person {
	s := seed(7)
	list := make([]person, n)
	for i := range list {
		list[i] = person{
			name: fmt.Sprint("p", i),
			age:  s.next(ages),
			f:    float32(s.next(9)),
			b:    byte(s.next(5)),
			tags: [2]string{"t", fmt.Sprint(s.next(4))},
		}
	}
	return list
}

func order(list []person) int {
	h := 0
	for _, p := range list {
		for _, c := range p.name {
			h = (h*31 + int(c)) % 1000003
		}
	}
	return h
}

// byAge has value receivers, ring a pointer receiver and backwards an embedded interface.
type byAge []person

func (b byAge) Len() int           { return len(b) }
func (b byAge) Less(i, j int) bool { return b[i].age < b[j].age }
func (b byAge) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }

type ring struct {
	list   []int
	start  int
	swaps  int
	depths []int
}

func (r *ring) at(i int) *int      { return &r.list[(i+r.start)%len(r.list)] }
func (r *ring) Len() int           { return len(r.list) }
func (r *ring) Less(i, j int) bool { return *r.at(i) < *r.at(j) }
func (r *ring) Swap(i, j int)      { r.swaps++; *r.at(i), *r.at(j) = *r.at(j), *r.at(i) }

type backwards struct{ sort.Interface }

func (b backwards) Less(i, j int) bool { return b.Interface.Less(j, i) }

type pair struct{ a, b *int }

func (p pair) Len() int           { return 2 }
func (p pair) Less(_, j int) bool { return j == 0 && *p.b < *p.a || j == 1 && *p.a < *p.b }
func (p pair) Swap(_, _ int)      { *p.a, *p.b = *p.b, *p.a }

type only struct{ p *[3]int }

func (o only) Len() int           { return 3 }
func (o only) Less(i, j int) bool { return o.p[i] < o.p[j] }
func (o only) Swap(i, j int)      { o.p[i], o.p[j] = o.p[j], o.p[i] }

func indices() {
	for _, n := range []int{0, 1, 2, 11, 12, 13, 50, 700} {
		list, seen, calls := people(n, 20), 0, 0
		sort.Slice(list, func(i, j int) bool {
			calls++
			seen = (seen*33 + i*7 + j) % 1000003
			return list[i].age < list[j].age
		})
		fmt.Println(n, order(list), calls, seen)
		list = people(n, 20)
		sort.Slice(list, func(i, j int) bool {
			if list[i].f != list[j].f {
				return list[i].f > list[j].f
			}
			if list[i].b != list[j].b {
				return list[i].b < list[j].b
			}
			return list[i].tags[1] < list[j].tags[1]
		})
		fmt.Println(order(list))
		sort.SliceStable(list, func(i, j int) bool { return list[i].age > list[j].age })
		fmt.Println(order(list))
		sort.Sort(byAge(list))
		fmt.Println(order(list), sort.IsSorted(byAge(list)))
		sort.Sort(backwards{byAge(list)})
		fmt.Println(order(list))
		sort.Stable(sort.Reverse(byAge(list)))
		fmt.Println(order(list))
	}
	r := &ring{list: []int{5, 2, 8, 2, 9, 1, 0, 7, 3, 3, 4, 6, 11, 10, 15, 13}, start: 5}
	sort.Sort(r)
	fmt.Println(r.list, r.swaps)
	x, y := 2, 1
	sort.Sort(pair{&x, &y})
	fmt.Println(x, y)
	three := [3]int{3, 1, 2}
	sort.Stable(only{&three})
	fmt.Println(three)
}

func compared[E any](list []E, by func(a, b E) int) {
	l := slices.Clone(list)
	slices.SortFunc(l, by)
	m := slices.Clone(list)
	slices.SortStableFunc(m, func(a, b E) int { return -by(a, b) })
	fmt.Println(
		fmt.Sprintf("%v", l) == fmt.Sprintf("%v", list),
		l[:min(6, len(l))],
		m[:min(6, len(m))],
		slices.IsSortedFunc(l, by),
	)
}

func elements() {
	s := seed(3)
	var ints []int
	var small []int8
	var floats []float64
	var singles []float32
	var texts []string
	var anys []any
	var arrays [][2]int
	var lists [][]int
	var ptrs []*int
	for range 40 {
		n := s.next(30)
		ints, small, texts = append(ints, n), append(small, int8(n-15)), append(texts, strings.Repeat("x", n%7))
		floats, singles = append(floats, float64(n)/4), append(singles, float32(n)/4)
		anys, arrays = append(anys, n), append(arrays, [2]int{n % 3, n})
		lists, ptrs = append(lists, ints[len(ints)-1:]), append(ptrs, new(int))
		*ptrs[len(ptrs)-1] = n
	}
	floats[3], floats[9] = math.NaN(), math.Inf(-1)
	compared(ints, func(a, b int) int { return a - b })
	compared(small, func(a, b int8) int { return int(b) - int(a) })
	compared(floats, cmp.Compare[float64])
	compared(floats, func(a, b float64) int { return cmp.Compare(b, a) })
	compared(singles, func(a, b float32) int {
		if a < b {
			return -1
		} else if a > b {
			return 1
		}
		return 0
	})
	compared(texts, func(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b)) })
	compared(anys, func(a, b any) int { return a.(int) - b.(int) })
	compared(arrays, func(a, b [2]int) int { return cmp.Or(a[0]-b[0], b[1]-a[1]) })
	compared(lists, func(a, b []int) int { return slices.Compare(a, b) })
	slices.SortFunc(ptrs, func(a, b *int) int { return *a - *b })
	fmt.Println(*ptrs[0], *ptrs[20], *ptrs[39])
	list := people(300, 10)
	slices.SortFunc(list, func(a, b person) int {
		if c := cmp.Compare(a.age, b.age); c != 0 {
			return c
		}
		return cmp.Compare(b.b, a.b)
	})
	fmt.Println(order(list))
	slices.SortFunc(texts, strings.Compare)
	fmt.Println(slices.BinarySearch(texts, "xxx"))
	fmt.Println(slices.BinarySearch([]float64{math.NaN(), 1, 2}, 2))
	fmt.Println(slices.BinarySearchFunc(list, 5, func(p person, age int) int { return p.age - age }))
	fmt.Println(sort.Search(100, func(i int) bool { return i*i > 50 }))
}

func caught(what string, f func()) {
	defer func() { fmt.Println(what, recover()) }()
	f()
	fmt.Println(what, "has ended")
}

type fault struct{ sort.IntSlice }

func (f fault) Swap(i, j int) { panic(errors.New("no swap")) }

func panics() {
	list := people(30, 20)
	caught("index", func() { sort.Slice(list, func(i, j int) bool { return list[i+20].age < list[j].age }) })
	caught("own", func() {
		n := 0
		sort.Slice(list, func(i, j int) bool {
			if n++; n == 17 {
				panic(fmt.Sprint("at ", n))
			}
			return list[i].age < list[j].age
		})
	})
	caught("inside", func() {
		n := 0
		slices.SortFunc(list, func(a, b person) (c int) {
			defer func() {
				if recover() != nil {
					n++
					c = cmp.Compare(a.name, b.name)
				}
			}()
			if a.age%2 == 0 {
				panic("even")
			}
			return cmp.Compare(a.age, b.age)
		})
		fmt.Println(n, order(list))
	})
	caught("map", func() {
		var m map[string]int
		slices.SortStableFunc(list, func(a, b person) int { m[a.name]++; return 0 })
	})
	caught("nil", func() { sort.Slice(list, nil) })
	caught("no slice", func() { sort.Slice(3, func(i, j int) bool { return false }) })
	caught("swap", func() { sort.Sort(fault{sort.IntSlice{3, 1, 2}}) })
	caught("nobody", func() { sort.Sort(nil) })
	var r *ring
	caught("nil ring", func() { sort.Sort(r) })
	caught("zero", func() {
		zero := 0
		slices.SortFunc([]int{3, 2, 1}, func(a, b int) int { return a / zero })
	})
}

func deep(n int) int {
	if n == 0 {
		return 0
	}
	return 1 + deep(n-1)
}

func others() {
	list := people(20, 5)
	slices.SortFunc(list, func(a, b person) int { // the stack grows, and sorts while it sorts
		inner := []int{b.age, a.age, deep(3000)}
		slices.SortFunc(inner, func(x, y int) int { return x - y })
		sort.Slice(inner, func(i, j int) bool { return inner[i] > inner[j] })
		return a.age - b.age + inner[0] - 3000
	})
	fmt.Println(order(list))
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		defer fmt.Println("the goroutine ends")
		sort.Slice(list, func(i, j int) bool { runtime.Goexit(); return true })
	}()
	wg.Wait()
	for range 3 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			own := people(100, 5)
			sort.Slice(own, func(i, j int) bool { runtime.Gosched(); return own[i].age < own[j].age })
			if order(own) == 0 {
				fmt.Println("no order")
			}
		}()
	}
	wg.Wait()
	less := func(i, j int) bool { return false }
	defer sort.Slice(list, func(i, j int) bool { return less(i, j) })
	less = func(i, j int) bool { return list[i].name < list[j].name }
}

type job struct {
	prio, at int
}

type queue []*job

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].prio < q[j].prio }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i]; q[i].at, q[j].at = i, j }
func (q *queue) Push(x any)        { j := x.(*job); j.at = len(*q); *q = append(*q, j) }
func (q *queue) Pop() any {
	old := *q
	j := old[len(old)-1]
	*q = old[:len(old)-1]
	return j
}

type limited struct {
	heap.Interface
	most int
}

func (l limited) Push(x any) {
	if l.Len() == l.most {
		panic("full")
	}
	l.Interface.Push(x)
}

func heaps() {
	q, s := &queue{}, seed(9)
	for i := range 40 {
		*q = append(*q, &job{s.next(50), i})
	}
	heap.Init(q)
	for i := range 60 {
		heap.Push(q, &job{prio: s.next(50)})
		j := (*q)[s.next(q.Len())]
		j.prio = s.next(60)
		heap.Fix(q, j.at)
		if i%3 == 0 {
			fmt.Print(heap.Remove(q, s.next(q.Len())).(*job).prio, " ")
		}
	}
	l := limited{q, 80}
	caught("limited", func() { heap.Push(l, &job{}) })
	caught("no job", func() { heap.Push(q, 3) })
	caught("nil", func() { heap.Init(nil) })
	for q.Len() > 0 {
		j := heap.Pop(l).(*job)
		fmt.Print(j.prio, ":", j.at, " ")
	}
	fmt.Println()
}

func main() {
	heaps()
	indices()
	elements()
	panics()
	others()
}
