package main

import (
	"errors"
	"fmt"
	"iter"
	"maps"
	"os"
	"slices"
	"strings"
)

// Generic dependency graph with self-referential constraints, iterators, panics with custom types.
type ID interface{ ~string | ~int }
type Noder[K ID, N any] interface {
	Key() K
	Deps() iter.Seq[K]
	comparable
}
type Graph[K ID, N Noder[K, N]] struct {
	nodes map[K]N
	order []K
}
type Cycle[K ID] struct{ Path []K }

func (c Cycle[K]) Error() string { return fmt.Sprintf("cycle %v", c.Path) }

type Task struct {
	name Name
	deps string
}
type Name string

func (t *Task) Key() Name { return t.name }
func (t *Task) Deps() iter.Seq[Name] {
	return func(yield func(Name) bool) {
		for d := range strings.FieldsSeq(t.deps) {
			if !yield(Name(d)) {
				return
			}
		}
	}
}

func (g *Graph[K, N]) Add(ns ...N) *Graph[K, N] {
	if g.nodes == nil {
		g.nodes = make(map[K]N)
	}
	for _, n := range ns {
		g.nodes[n.Key()] = n
		g.order = append(g.order, n.Key())
	}
	return g
}

func (g *Graph[K, N]) Sorted() (out []N, err error) {
	const (
		white = iota
		grey
		black
	)
	state := map[K]int{}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case Cycle[K]:
			out, err = nil, r
		default:
			panic(fmt.Sprintf("again: %v", r))
		}
	}()
	var visit func(k K, path []K)
	visit = func(k K, path []K) {
		n, ok := g.nodes[k]
		if !ok {
			panic(fmt.Errorf("no %v", k))
		}
		switch state[k] {
		case grey:
			panic(Cycle[K]{append(path, k)})
		case black:
			return
		}
		state[k] = grey
		for d := range n.Deps() {
			visit(d, append(path, k))
		}
		state[k] = black
		out = append(out, n)
	}
	for _, k := range g.order {
		visit(k, nil)
	}
	return out, nil
}

func (g *Graph[K, N]) Levels() iter.Seq2[int, []K] {
	return func(yield func(int, []K) bool) {
		level := map[K]int{}
		list, err := g.Sorted()
		if err != nil {
			return
		}
		by := map[int][]K{}
		for _, n := range list {
			l := 0
			for d := range n.Deps() {
				l = max(l, level[d]+1)
			}
			level[n.Key()] = l
			by[l] = append(by[l], n.Key())
		}
		for _, l := range slices.Sorted(maps.Keys(by)) {
			if !yield(l, by[l]) {
				return
			}
		}
	}
}

type Num struct {
	n    int
	with []int
}

func (n *Num) Key() int            { return n.n }
func (n *Num) Deps() iter.Seq[int] { return slices.Values(n.with) }

func first[K ID, N Noder[K, N]](g *Graph[K, N], min int) (_ K, err error) {
	for l, ks := range g.Levels() {
		defer func() { err = errors.Join(err, fmt.Errorf("left %d", l)) }()
		if l >= min {
			return ks[len(ks)-1], nil
		}
	}
	var zero K
	return zero, errors.New("none")
}

func main() {
	g := new(Graph[Name, *Task]).Add(&Task{"app", "lib db"}, &Task{"db", "log"}, &Task{"lib", "log"}, &Task{"log", ""})
	l, err := g.Sorted()
	for _, t := range l {
		fmt.Print(t.name, " ")
	}
	fmt.Println(err)
	for l, ks := range g.Levels() {
		fmt.Println(l, ks)
		if l == 1 {
			break
		}
	}
	k, err := first(g, 1)
	fmt.Printf("%v %q\n", k, err)
	h := (&Graph[int, *Num]{}).Add(&Num{1, []int{2}}, &Num{2, []int{3}}, &Num{3, []int{1}})
	_, err = h.Sorted()
	var c Cycle[int]
	fmt.Println(err, errors.As(err, &c), len(c.Path), errors.As(err, new(Cycle[Name])))
	fmt.Printf("%T %T %v\n", g, err, *h.nodes[1])
	_, err = first(h, 0)
	fmt.Println(err)
	f := (*Graph[int, *Num]).Sorted
	defer func() {
		r := recover()
		fmt.Printf("%v %T\n", r, r)
		os.Exit(len(h.order))
	}()
	h.Add(&Num{9, []int{99}})
	h.nodes[3].with = nil
	f(h)
}
