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
import ("cmp"; "container/heap"; "slices"; "sort"; "strings")
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
func onceNot(a, b item) int { return a.age - 2*b.age }
func narrowNot(a, b item) int { return int(a.b) - int(b.b) }
func main() {
	type less func(i, j int) bool
	type compare func(a, b item) int
	for _, f := range []less{namePlain, nextPlain, keysPlain, ageNot, orderNot, nextNot} { sort.Slice(items, f) }
	for _, f := range []compare{comparePlain, backPlain, floatPlain, twoPlain, minusPlain, onceNot, narrowNot} {
		slices.SortFunc(items, f)
	}
	slices.SortFunc([]large{{key: "b"}, {key: "a"}}, largePlain)
	slices.SortFunc([]large{{key: "b"}, {key: "a"}}, largeNot)
	h := &heapPlain{}
	for i := range 8 { heap.Push(h, &item{w: float64(-i)}) }
	for range 8 { heap.Pop(h) }
	for range 2 { sort.Sort(listPlain(items)) } // the first call of a function compiles it
	sort.Sort(listNot(order))
}
func fails() {
	items[2].next = nil
	sort.Slice(items, nextPlain)
}`

// TestPlainFailure has a function fail that sorting has not run until then: it fails where its code does.
func TestPlainFailure(t *testing.T) {
	p := load(t, &vm.Host{}, sorted, nil)
	p.run("main")
	text := strings.Split("package main\n"+sorted, "\n")
	if err := p.run("fails"); err == nil || !strings.Contains(text[p.line(err.Trace[0])-1], "func nextPlain") {
		t.Errorf("%+v", err)
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
