//go:build !race

package vm_test

import (
	"go/types"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/interp/internal/vm"
)

// sorted sorts by functions whose names say whether sorting can do without their code.
const sorted = `
import ("cmp"; "container/heap"; "math"; "slices"; "sort"; "strings")
type item struct { name string; age int; w float64; b uint8; next *item }
type heapPlain []*item
func (h heapPlain) Len() int { return len(h) }
func (h heapPlain) Less(i, j int) bool { return h[i].w < h[j].w }
func (h heapPlain) Swap(i, j int) { h[i], h[j] = h[j], h[i]; h[i].age = i; h[j].age = j }
func (h *heapPlain) Push(x any) { *h = append(*h, x.(*item)) }
func (h *heapPlain) Pop() any { o := *h; x := o[len(o)-1]; *h = o[:len(o)-1]; return x }
type listPlain []item
func (l listPlain) Len() int { return len(l) }
func (l listPlain) Less(i, j int) bool { return l[i].b > l[j].b }
func (l listPlain) Swap(i, j int) { l[i], l[j] = l[j], l[i] }
type listNot []int
func (l listNot) Len() int { return len(l) + 0*calls }
func (l listNot) Less(i, j int) bool { calls++; return l[i] < l[j] }
func (l listNot) Swap(i, j int) { l[i], l[j] = l[j], l[i]; calls++ }
var items = []item{{"b", 1, 2, 3, &item{}}, {"a", 1, 1, 2, &item{}}, {"c", 0, 1, 2, &item{}}}
var order = []int{0, 1, 2}
var calls int
func namePlain(i, j int) bool { return items[i].name < items[j].name }
func nextPlain(i, j int) bool { return items[i].next.age < items[j].next.age }
func keysPlain(i, j int) bool {
	if items[i].age != items[j].age { return items[i].age > items[j].age }
	return items[i].name < items[j].name
}
func ageNot(i, j int) bool { calls++; return items[i].age < items[j].age }
func orderNot(i, j int) bool { return items[order[i]].age < items[order[j]].age }
func nextNot(i, j int) bool { return items[i].age < items[(j+1)%3].age }
func comparePlain(a, b item) int { return strings.Compare(a.name, b.name) }
func backPlain(a, b item) int { return -cmp.Compare(a.age, b.age) }
func floatPlain(a, b item) int { return -cmp.Compare(a.w, b.w) }
func twoPlain(a, b item) int { if c := cmp.Compare(a.w, b.w); c != 0 { return c }; return cmp.Compare(a.name, b.name) }
func largePlain(a, b large) int {
	if c := cmp.Compare(a.key, b.key); c == 0 { return a.rest[1] - b.rest[1] } else { return c }
}
func largeNot(a, b large) int { calls++; return a.rest[1] - b.rest[1] }
type large struct { key string; rest [9]int }
func minusPlain(a, b item) int { return a.age - b.age }
func oncePlain(a, b item) int { return a.age - 2*b.age }
func narrowPlain(a, b item) int { return int(a.b) - int(b.b) }
func farPlain(i, j int) bool { return items[i].dist(1) < items[j].dist(1) }
func (p *item) dist(x float64) float64 { return math.Sqrt((p.w-x)*(p.w-x) + float64(p.age*p.age)) }
func longPlain(i, j int) bool { return len(items[i].name)+2 > len(items[j].name)*2-items[j].age }
func partNot(i, j int) bool { return items[i].name[0] < items[j].name[0] }
func titlesPlain(a, b shape) int { return len(a.title()) - len(b.title()) }
type shape interface { area() float64; title() string; sides() uint8; noted() int; scaled(k float64) float64 }
type square struct { t string; side float64; n uint8 }
type circle struct { r float64; in *square }
type length int
func (q *square) area() float64 { return q.side }
func (q *square) title() string { return q.t }
func (q square) sides() uint8 { return q.n }
func (q *square) noted() int { return 4 }
func (q *square) scaled(k float64) float64 { return k*q.side }
func (c circle) area() float64 { return c.r }
func (c circle) title() string { return c.in.t }
func (c circle) sides() uint8 { return c.in.n }
func (c circle) noted() int { calls++; return 0 }
func (c circle) scaled(k float64) float64 { return k*c.r }
func (l length) area() float64 { return float64(l) }
func (l length) title() string { return "l" }
func (l length) sides() uint8 { return 1 }
func (l length) noted() int { return int(l) }
func (l length) scaled(k float64) float64 { return k }
var shapes = []shape{&square{"b", 2, 4}, circle{1, &square{"a", 1, 4}}, length(3), &square{"c", 0, 1}}
func age(p *item) int { return p.age }
func (p *item) title() string { return p.name }
func (p item) at(k int) int { return p.age }
func areaPlain(i, j int) bool { return shapes[i].area() < shapes[j].area() }
func titlePlain(i, j int) bool { return shapes[i].title() > shapes[j].title() }
func sidesPlain(a, b shape) int { return cmp.Compare(a.sides(), b.sides()) }
func twicePlain(a, b shape) int {
	if a.area() == b.area() { return strings.Compare(a.title(), b.title()) }
	return cmp.Compare(a.area(), b.area())
}
func scaledNot(i, j int) bool { return shapes[i].scaled(2) < shapes[j].scaled(2) }
func notedPlain(i, j int) bool { return shapes[i].noted() < shapes[j].noted() } // but the methods run
func callPlain(i, j int) bool { return age(&items[i]) < age(&items[j]) }
func ownPlain(i, j int) bool { return items[i].title() < items[j].title() }
func otherPlain(a, b item) int { return a.at(1) - b.at(2) }
func lessPlain(a, b item) int { if older(a, b) { return 1 }; return -1 }
func older(a, b item) bool { return a.age > b.age }
func recursiveNot(a, b item) int { return recursive(a.age) - recursive(b.age) }
func recursive(n int) int { if n <= 0 { return n }; return recursive(n-1) }
func main() {
	type less func(i, j int) bool
	type compare func(a, b item) int
	for _, f := range []less{namePlain, nextPlain, keysPlain, ageNot, orderNot, nextNot} { sort.Slice(items, f) }
	for _, f := range []less{callPlain, ownPlain, farPlain, longPlain, partNot} { sort.Slice(items, f) }
	for _, f := range []compare{comparePlain, backPlain, floatPlain, twoPlain, minusPlain, oncePlain, narrowPlain} {
		slices.SortFunc(items, f)
	}
	for _, f := range []compare{otherPlain, lessPlain, recursiveNot} { slices.SortFunc(items, f) }
	for _, f := range []less{areaPlain, titlePlain, scaledNot, notedPlain} { sort.Slice(shapes, f) }
	for _, f := range []func(a, b shape) int{sidesPlain, twicePlain, titlesPlain} { slices.SortFunc(shapes, f) }
	slices.SortFunc([]large{{key: "b"}, {key: "a"}}, largePlain)
	slices.SortFunc([]large{{key: "b"}, {key: "a"}}, largeNot)
	h := &heapPlain{}
	for i := range 8 { heap.Push(h, &item{w: float64(-i)}) }
	for range 8 { heap.Pop(h) }
	for range 2 { slices.Reverse(items); sort.Sort(listPlain(items)) } // the first call of a function compiles it
	sort.Sort(listNot(order))
}
func fails() {
	items[2].next = nil
	sort.Slice(items, nextPlain)
}
var many = make([]item, 40)
func lessOfMany(i, j int) bool { return len(many[i].name)+many[i].age < len(many[j].name)+many[j].age }
func failsOutside() {
	all := many
	many = all[:20]
	sort.Slice(all, lessOfMany)
}`

// TestPlainFailure has a function fail that sorting has not run until then: it fails where its code does.
func TestPlainFailure(t *testing.T) {
	p := load(t, &vm.Host{}, sorted, nil)
	p.run("main")
	text := strings.Split("package main\n"+sorted, "\n")
	for fails, where := range map[string]string{"fails": "func nextPlain", "failsOutside": "func lessOfMany"} {
		if err := p.run(fails); err == nil || !strings.Contains(text[p.line(err.Trace[0])-1], where) {
			t.Errorf("%s: %+v", fails, err)
		}
	}
}

// TestPlainFunctions looks at which functions sorting has not run.
func TestPlainFunctions(t *testing.T) {
	p := load(t, &vm.Host{}, sorted, nil)
	p.run("main")
	check := func(f *types.Func, name string) {
		if want := strings.Contains(name, "Plain"); strings.Contains(name, "Not") || want {
			if got := vm.Plain(p.code.Func(f)); got != want {
				t.Errorf("%s: plain %v", name, got)
			}
		}
	}
	for _, name := range p.pkg.Scope().Names() {
		switch o := p.pkg.Scope().Lookup(name).(type) {
		case *types.Func:
			check(o, name)
		case *types.TypeName:
			for m := range o.Type().(*types.Named).Methods() {
				if m.Name() != "Push" && m.Name() != "Pop" {
					check(m, name+"."+m.Name())
				}
			}
		}
	}
}
