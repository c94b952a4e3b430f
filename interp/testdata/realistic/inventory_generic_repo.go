package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

type Entity[K cmp.Ordered] interface {
	Key() K
}

type Repo[K cmp.Ordered, V Entity[K]] struct {
	rows    map[K]V
	indexes map[string]func(V) string
}

func NewRepo[K cmp.Ordered, V Entity[K]]() *Repo[K, V] {
	return &Repo[K, V]{rows: map[K]V{}, indexes: map[string]func(V) string{}}
}

func (r *Repo[K, V]) Save(vs ...V) {
	for _, v := range vs {
		r.rows[v.Key()] = v
	}
}

func (r *Repo[K, V]) Get(k K) (V, bool) {
	v, ok := r.rows[k]
	return v, ok
}

func (r *Repo[K, V]) Index(name string, f func(V) string) { r.indexes[name] = f }

func (r *Repo[K, V]) Where(preds ...func(V) bool) []V {
	var out []V
next:
	for _, k := range slices.Sorted(maps.Keys(r.rows)) {
		v := r.rows[k]
		for _, p := range preds {
			if !p(v) {
				continue next
			}
		}
		out = append(out, v)
	}
	return out
}

func (r *Repo[K, V]) GroupBy(index string) map[string][]V {
	f := r.indexes[index]
	groups := map[string][]V{}
	for _, v := range r.Where() {
		key := f(v)
		groups[key] = append(groups[key], v)
	}
	return groups
}

func Map[A, B any](in []A, f func(A) B) []B {
	out := make([]B, 0, len(in))
	for _, a := range in {
		out = append(out, f(a))
	}
	return out
}

func Reduce[A, B any](in []A, acc B, f func(B, A) B) B {
	for _, a := range in {
		acc = f(acc, a)
	}
	return acc
}

type Product struct {
	ID    int
	Name  string
	Kind  string
	Price float64
}

func (p Product) Key() int { return p.ID }

type Warehouse struct {
	Code  string
	Stock map[int]int
}

func (w *Warehouse) Key() string { return w.Code }

func main() {
	products := NewRepo[int, Product]()
	products.Save(
		Product{3, "hammer", "tool", 19.5},
		Product{1, "nail", "part", 0.05},
		Product{2, "saw", "tool", 24},
		Product{7, "screw", "part", 0.1},
	)
	products.Index("kind", func(p Product) string { return p.Kind })
	sites := NewRepo[string, *Warehouse]()
	sites.Save(&Warehouse{"north", map[int]int{1: 1000, 2: 3}}, &Warehouse{"east", map[int]int{1: 50, 7: 20, 3: 1}})

	cheap := func(p Product) bool { return p.Price < 20 }
	named := func(sub string) func(Product) bool {
		return func(p Product) bool { return strings.Contains(p.Name, sub) }
	}
	fmt.Println(products.Where(cheap, named("a")))
	name := func(p Product) string { return p.Name }
	groups := products.GroupBy("kind")
	for _, kind := range slices.Sorted(maps.Keys(groups)) {
		fmt.Println(kind, Map(groups[kind], name))
	}
	for _, w := range sites.Where() {
		value := Reduce(products.Where(), 0.0, func(sum float64, p Product) float64 {
			return sum + p.Price*float64(w.Stock[p.ID])
		})
		fmt.Printf("%s %.2f\n", w.Code, value)
	}
	if w, ok := sites.Get("east"); ok {
		w.Stock[3]++
		delete(w.Stock, 7)
	}
	again, _ := sites.Get("east")
	missing, ok := sites.Get("west")
	fmt.Println(again.Stock, missing == nil, ok)
	p, ok := products.Get(99)
	fmt.Printf("%+v %t\n", p, ok)
	most := slices.MaxFunc(products.Where(), func(a, b Product) int { return cmp.Compare(a.Price, b.Price) })
	fmt.Println(most.Name)
}
