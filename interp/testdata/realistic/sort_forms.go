package main

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"
)

type Person struct {
	Name string
	Age  int
	City string
}

func (p Person) String() string { return fmt.Sprintf("%s/%d/%s", p.Name, p.Age, p.City) }

type byAge []Person

func (b byAge) Len() int           { return len(b) }
func (b byAge) Less(i, j int) bool { return b[i].Age < b[j].Age }
func (b byAge) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }

type lessFunc func(a, b *Person) bool

type multiSorter struct {
	people []Person
	less   []lessFunc
}

func OrderedBy(less ...lessFunc) *multiSorter { return &multiSorter{less: less} }

func (ms *multiSorter) Sort(people []Person) {
	ms.people = people
	sort.Sort(ms)
}

func (ms *multiSorter) Len() int      { return len(ms.people) }
func (ms *multiSorter) Swap(i, j int) { ms.people[i], ms.people[j] = ms.people[j], ms.people[i] }
func (ms *multiSorter) Less(i, j int) bool {
	p, q := &ms.people[i], &ms.people[j]
	var k int
	for k = 0; k < len(ms.less)-1; k++ {
		less := ms.less[k]
		switch {
		case less(p, q):
			return true
		case less(q, p):
			return false
		}
	}
	return ms.less[k](p, q)
}

type planet struct {
	name string
	mass float64
}

func keys[M ~map[K]V, K cmp.Ordered, V any](m M) []K {
	out := make([]K, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

func main() {
	people := []Person{{"Ann", 33, "Rome"}, {"Bob", 25, "Oslo"}, {"Cid", 33, "Oslo"}, {"Dee", 19, "Rome"}, {"Eve", 25, "Rome"}}
	fresh := func() []Person { return append([]Person(nil), people...) }

	p := fresh()
	sort.Stable(byAge(p))
	fmt.Println(p)
	sort.Stable(sort.Reverse(byAge(p)))
	fmt.Println(p)
	p = fresh()
	sort.Slice(p, func(i, j int) bool { return p[i].Name > p[j].Name })
	fmt.Println(p, sort.SliceIsSorted(p, func(i, j int) bool { return p[i].Name > p[j].Name }))
	p = fresh()
	city := func(a, b *Person) bool { return a.City < b.City }
	older := func(a, b *Person) bool { return a.Age > b.Age }
	OrderedBy(city, older, func(a, b *Person) bool { return a.Name < b.Name }).Sort(p)
	fmt.Println(p)
	p = fresh()
	slices.SortStableFunc(p, func(a, b Person) int {
		return cmp.Or(-strings.Compare(a.City, b.City), a.Age-b.Age)
	})
	fmt.Println(p)
	sort.Sort(sort.Reverse(byAge(p)))
	i := sort.Search(len(p), func(i int) bool { return p[i].Age <= 25 })
	fmt.Println(i, p[i].Age, sort.IsSorted(sort.Reverse(byAge(p))))

	words := strings.Fields("pear Fig apple fig Pear banana")
	slices.SortFunc(words, func(a, b string) int {
		return cmp.Or(strings.Compare(strings.ToLower(a), strings.ToLower(b)), strings.Compare(a, b))
	})
	fmt.Println(words, slices.Compact(slices.Clone(words)))
	sort.Sort(sort.Reverse(sort.StringSlice(words)))
	fmt.Println(words)
	nums := sort.IntSlice{5, 2, 9, -1}
	nums.Sort()
	fmt.Println(nums, nums.Search(5), sort.SearchInts(nums, 6))
	pos, found := slices.BinarySearchFunc([]planet{{"a", 1}, {"b", 2.5}, {"c", 9}}, 2.5, func(p planet, m float64) int { return cmp.Compare(p.mass, m) })
	fmt.Println(pos, found)
	groups := map[string][]Person{}
	for _, p := range people {
		groups[p.City] = append(groups[p.City], p)
	}
	for _, c := range keys(groups) {
		g := groups[c]
		sort.Slice(g, func(i, j int) bool { return g[i].Age < g[j].Age })
		fmt.Println(c, g, slices.MaxFunc(g, func(a, b Person) int { return cmp.Compare(a.Age, b.Age) }))
	}
	fmt.Println(slices.Sorted(slices.Values([]float64{2.5, -1, 0})), slices.IsSortedFunc(people, func(a, b Person) int { return strings.Compare(a.Name, b.Name) }))
}
