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

// Comparisons and exchanges that only look at words of two elements, which sorting does itself, and those that look
// almost like them.

type rec struct {
	name  string
	i8    int8
	u8    uint8
	i16   int16
	u16   uint16
	i32   int32
	u32   uint32
	i     int
	u     uint64
	f     float64
	g     float32
	ok    bool
	other *rec
}

func recs(n int) []rec {
	list := make([]rec, n)
	s := uint32(11)
	next := func() int64 { s = s*1664525 + 1013904223; return int64(s>>8) - 1<<23 }
	for i := range list {
		list[i] = rec{
			fmt.Sprint("n", next()%50), int8(next()), uint8(next()), int16(next()), uint16(next()), int32(next()),
			uint32(next()),
			int(next() % 20), uint64(next()), float64(next()%30) / 4, float32(next() % 9), next()%2 == 0, nil,
		}
		if i%7 == 3 {
			list[i].f = math.NaN()
		}
		list[i].other = &rec{i: int(next()), name: fmt.Sprint(next() % 9)}
	}
	return list
}

func sum(list []rec) (h int) {
	for _, r := range list {
		h = (h*31 + r.i + 3*int(r.i8) + len(r.name)*5 + int(r.u16) + r.other.i) % 1000003
	}
	return h
}

func byField(how string, less func(list []rec) func(i, j int) bool) {
	a, b := recs(200), recs(200)
	sort.Slice(a, less(a))
	sort.SliceStable(b, less(b))
	fmt.Println(how, sum(a), sum(b))
}

func fields() {
	byField("name", func(l []rec) func(i, j int) bool { return func(i, j int) bool { return l[i].name < l[j].name } })
	byField("name down", func(l []rec) func(i, j int) bool {
		return func(i, j int) bool { return l[i].name >= l[j].name && i != j }
	})
	byField("i8", func(l []rec) func(i, j int) bool { return func(i, j int) bool { return l[i].i8 < l[j].i8 } })
	byField("u8", func(l []rec) func(i, j int) bool { return func(i, j int) bool { return l[i].u8 > l[j].u8 } })
	byField("i16", func(l []rec) func(i, j int) bool { return func(i, j int) bool { return l[j].i16 < l[i].i16 } })
	byField("u16", func(l []rec) func(i, j int) bool { return func(i, j int) bool { return l[i].u16 < l[j].u16 } })
	byField("i32", func(l []rec) func(i, j int) bool { return func(i, j int) bool { return l[i].i32 < l[j].i32 } })
	byField("u32", func(l []rec) func(i, j int) bool { return func(i, j int) bool { return l[i].u32 < l[j].u32 } })
	byField("u", func(l []rec) func(i, j int) bool { return func(i, j int) bool { return l[i].u < l[j].u } })
	byField("f", func(l []rec) func(i, j int) bool { return func(i, j int) bool { return l[i].f < l[j].f } })
	byField("g", func(l []rec) func(i, j int) bool { return func(i, j int) bool { return l[i].g < l[j].g } })
	byField("other", func(l []rec) func(i, j int) bool {
		return func(i, j int) bool { return l[i].other.i < l[j].other.i }
	})
	byField("length", func(l []rec) func(i, j int) bool {
		return func(i, j int) bool { return len(l[i].name) < len(l[j].name) }
	})
	byField("ok", func(l []rec) func(i, j int) bool { return func(i, j int) bool { return !l[i].ok && l[j].ok } })
}

func severalKeys() {
	byField("two", func(l []rec) func(i, j int) bool {
		return func(i, j int) bool {
			if l[i].i != l[j].i {
				return l[i].i > l[j].i
			}
			return l[i].other.name < l[j].other.name
		}
	})
	byField("three", func(l []rec) func(i, j int) bool {
		return func(i, j int) bool {
			a, b := &l[i], &l[j]
			if a.g == b.g {
				if a.name == b.name {
					return a.u < b.u
				}
				return a.name > b.name
			}
			return a.g < b.g
		}
	})
	byField("floats", func(l []rec) func(i, j int) bool {
		return func(i, j int) bool {
			switch {
			case l[i].f < l[j].f:
				return true
			case l[i].f > l[j].f:
				return false
			case l[i].f == l[j].f:
				return l[i].i < l[j].i
			}
			return false
		}
	})
	byField("copies", func(l []rec) func(i, j int) bool {
		return func(i, j int) bool { a, b := l[i], l[j]; return a.i < b.i || a.i == b.i && a.i16 < b.i16 }
	})
}

func functions() {
	for k, f := range []func(a, b rec) int{
		func(a, b rec) int { return a.i - b.i },
		func(a, b rec) int { return int(a.i8) - int(b.i8) },
		func(a, b rec) int { return int(a.i8 - b.i8) },
		func(a, b rec) int { return -cmp.Compare(a.name, b.name) },
		func(a, b rec) int { return cmp.Compare(a.f, b.f) },
		func(a, b rec) int { return cmp.Compare(b.u, a.u) },
		func(a, b rec) int { return cmp.Compare(a.u8, b.u8) },
		func(a, b rec) int { return strings.Compare(a.name, b.name) },
		func(a, b rec) int { return strings.Compare(a.other.name, b.other.name) },
		func(a, b rec) int { return cmp.Or(cmp.Compare(a.i, b.i), -strings.Compare(a.name, b.name)) },
		func(a, b rec) int {
			if a.i < b.i {
				return -1
			}
			if a.i > b.i {
				return 1
			}
			return 0
		},
	} {
		a, b := recs(150), recs(150)
		slices.SortFunc(a, f)
		slices.SortStableFunc(b, f)
		lo := slices.MinFunc(a, f)
		fmt.Println(k, sum(a), sum(b), lo.name, slices.IsSortedFunc(b, f))
	}
	fmt.Println(strings.Compare("a", "b"), strings.Compare("b", "a"), strings.Compare("", ""), cmp.Compare("é", "e"),
		strings.Compare(strings.Repeat("x", 300), strings.Repeat("x", 299)+"y"))
}

// small is passed in registers, rec is not.
type small struct {
	name string
	i    int
	u    uint32
	f    float64
	p    *rec
}

func smalls() {
	for k, f := range []func(a, b small) int{
		func(a, b small) int { return a.i - b.i },
		func(a, b small) int { return b.i - a.i },
		func(a, b small) int { return -cmp.Compare(a.name, b.name) },
		func(a, b small) int { return -cmp.Compare(a.i, b.i) },
		func(a, b small) int { return cmp.Compare(a.u, b.u) },
		func(a, b small) int { return int(a.u) - int(b.u) },
		func(a, b small) int { return cmp.Compare(a.f, b.f) },
		func(a, b small) int { return strings.Compare(a.name, b.name) },
		func(a, b small) int { return strings.Compare(b.p.name, a.p.name) },
		func(a, b small) int { return a.p.i - b.p.i },
		func(a, b small) int { return cmp.Or(cmp.Compare(a.i, b.i), -strings.Compare(a.name, b.name)) },
		func(a, b small) int {
			if a.f < b.f {
				return -1
			}
			if a.f > b.f {
				return 1
			}
			return a.i - b.i
		},
		func(a, b small) int { return len(a.name) - len(b.name) },
		func(a, b small) int { return a.p.i - b.i },
	} {
		list := []small{}
		for _, r := range recs(120) {
			list = append(list, small{r.name, r.i, r.u32, r.f, r.other})
		}
		other := slices.Clone(list)
		slices.SortFunc(list, f)
		slices.SortStableFunc(other, f)
		h := 0
		for i, s := range list {
			h = (h*31 + s.i + int(s.u%97) + s.p.i + len(other[i].name)*7 + other[i].i) % 1000003
		}
		fmt.Println("small", k, h)
	}
	ints, texts := []int{3, math.MinInt, 5, math.MaxInt, -1}, []string{"b", "", "a", "ab"}
	slices.SortFunc(ints, func(a, b int) int { return cmp.Compare(b, a) })
	slices.SortFunc(texts, strings.Compare)
	fmt.Println(ints, texts)
	slices.SortFunc(ints, func(a, b int) int { return a - b }) // which wraps around
	slices.SortFunc(texts, func(a, b string) int { return strings.Compare(b, a) })
	fmt.Println(ints, texts)
}

type item struct {
	name  string
	prio  int
	index int
}

type queue []*item

func (q queue) Len() int            { return len(q) }
func (q queue) Less(i, j int) bool  { return q[i].prio > q[j].prio }
func (q queue) Swap(i, j int)       { q[i], q[j] = q[j], q[i]; q[i].index = i; q[j].index = j }
func (q *queue) Push(x interface{}) { it := x.(*item); it.index = len(*q); *q = append(*q, it) }
func (q *queue) Pop() interface{} {
	old := *q
	it := old[len(old)-1]
	*q = old[:len(old)-1]
	return it
}

func queues() {
	q := &queue{}
	var all []*item
	for i := range 60 {
		it := &item{name: fmt.Sprint(i), prio: i * 37 % 41}
		all = append(all, it)
		heap.Push(q, it)
	}
	for i, it := range *q {
		if it.index != i {
			fmt.Println("index", i, it.index)
		}
	}
	all[7].prio = 100
	heap.Fix(q, all[7].index)
	heap.Remove(q, all[9].index)
	for q.Len() > 0 {
		it := heap.Pop(q).(*item)
		fmt.Print(it.name, ":", it.prio, ":", it.index, " ")
	}
	fmt.Println()
}

// pairs has elements of several words, wrong exchanges too little, and odd a side effect.
type pairs []struct {
	a string
	b byte
	c int16
	d any
	e []int
}

func (p pairs) Len() int           { return len(p) }
func (p pairs) Less(i, j int) bool { return p[i].b < p[j].b }
func (p pairs) Swap(i, j int)      { p[i], p[j] = p[j], p[i] }

type wrong struct{ pairs }

func (w wrong) Swap(i, j int) { w.pairs[i].b, w.pairs[j].b = w.pairs[j].b, w.pairs[i].b }

type odd struct {
	pairs
	n *int
}

func (o odd) Swap(i, j int) { *o.n++; o.pairs[i].a = o.pairs[j].a }

type flat []int

func (f flat) Len() int           { return len(f) }
func (f flat) Less(i, j int) bool { return f[i] < f[j] }
func (f flat) Swap(i, j int)      { f[i] = f[j] }

func exchanges() {
	made := func() (p pairs) {
		for i := range 40 {
			p = append(p, struct {
				a string
				b byte
				c int16
				d any
				e []int
			}{fmt.Sprint(i), byte(i * 77), int16(-i), i, []int{i}})
		}
		return p
	}
	p, w, n := made(), wrong{made()}, 0
	o, f := odd{made(), &n}, flat{3, 1, 2, 9, 4, 4, 0}
	sort.Sort(p)
	sort.Stable(w)
	sort.Sort(o)
	sort.Sort(f)
	fmt.Println(p)
	fmt.Println(w)
	fmt.Println(o.pairs, n, f)
	sort.Sort(sort.Reverse(&p))
	fmt.Println(p[0], p[39])
}

func failing(name string, f func()) {
	defer func() { fmt.Println(name, recover()) }()
	f()
}

func failures() {
	a, short := recs(40), recs(3)
	failing("short", func() { sort.Slice(a, func(i, j int) bool { return short[i].i < short[j].i }) })
	failing("nil", func() {
		a[30].other = nil
		sort.Slice(a, func(i, j int) bool { return a[i].other.i < a[j].other.i })
	})
	failing("nil function", func() {
		slices.SortFunc(a, func(x, y rec) int { return x.other.i - y.other.i })
	})
	failing("unused", func() {
		sort.Slice(a, func(i, j int) bool { x, y := a[i], a[j]; _, _ = *x.other, *y.other; return x.i < y.i })
	})
	failing("nil item", func() { q := &queue{{}, nil, {}}; heap.Init(q) })
	failing("empty", func() { heap.Pop(&queue{}) })
	failing("nil receiver", func() { sort.Sort((*pairs)(nil)) })
	b := recs(30)
	turns := 0
	failing("changes", func() {
		sort.Slice(b, func(i, j int) bool {
			if turns++; turns == 20 {
				b = b[:10]
			}
			return b[i].i < b[j].i
		})
	})
	fmt.Println(turns)
}

// still looks at nothing, count at itself only.
type (
	still int
	count struct{ n *int }
)

func (s still) Len() int           { return int(s) }
func (s still) Swap(i, j int)      {}
func (s still) Less(i, j int) bool { return true }

func (c count) Len() int           { return 6 }
func (c count) Swap(i, j int)      { *c.n++ }
func (c count) Less(i, j int) bool { return i > j }

func blind() {
	n := 0
	sort.Sort(still(20))
	sort.Stable(still(5))
	sort.Stable(count{&n})
	sort.Slice([]int{3, 1, 2}, func(i, j int) bool { return false })
	sort.Slice([]int{3, 1, 2}, func(i, j int) bool { return n > 0 })
	list := []int{3, 1, 2}
	slices.SortFunc(list, func(a, b int) int { return 0 })
	fmt.Println(n, list)
}

type shape interface{ area() float64 }
type square struct{ side float64 }
type wide struct {
	a, b int
	name string
}

func (s square) area() float64 { return s.side * s.side }
func (w wide) area() float64   { return float64(w.a * w.b) }

func pointers() {
	s, w := &square{2}, &wide{3, 4, "w"}
	for k := range 3 {
		for _, x := range []shape{s, *s, w, *w} {
			fmt.Print(x.area(), " ")
		}
		s.side, w.a = float64(k), k
	}
	fmt.Println()
	for _, x := range []shape{(*square)(nil), (*wide)(nil)} {
		failing("through nil", func() { fmt.Println(x.area()) })
	}
}

func main() {
	fields()
	severalKeys()
	functions()
	smalls()
	queues()
	exchanges()
	failures()
	pointers()
	blind()
}
