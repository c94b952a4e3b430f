package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
)

type Option[T any] struct {
	v  T
	ok bool
}

func Some[T any](v T) Option[T]  { return Option[T]{v, true} }
func None[T any]() (o Option[T]) { return }
func (o Option[T]) OrElse(f func() T) T {
	if o.ok {
		return o.v
	}
	return f()
}
func (o Option[T]) MarshalJSON() ([]byte, error) {
	if !o.ok {
		return []byte("null"), nil
	}
	return json.Marshal(o.v)
}
func (o *Option[T]) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		*o = None[T]()
		return nil
	}
	o.ok = true
	return json.Unmarshal(b, &o.v)
}

type Result[T any] struct {
	Val T
	Err error
}

func Try[T any](f func() T) (r Result[T]) {
	defer func() {
		switch v := recover().(type) {
		case nil:
		case error:
			r.Err = fmt.Errorf("try %T: %w", r.Val, v)
		default:
			r.Err = fmt.Errorf("try %T: %v", r.Val, v)
		}
	}()
	return Result[T]{Val: f()}
}

func Then[A, B any](r Result[A], f func(A) (B, error)) (out Result[B]) {
	if out.Err = r.Err; r.Err == nil {
		out.Val, out.Err = f(r.Val)
	}
	return
}

type Ordered interface{ cmp.Ordered }

type Keyed[K Ordered] interface {
	comparable
	Key() K
}

type Index[K Ordered, V Keyed[K]] struct {
	m      map[K][]V
	sorted []K
}

func (ix *Index[K, V]) Add(vs ...V) *Index[K, V] {
	if ix.m == nil {
		ix.m = map[K][]V{}
	}
	for _, v := range vs {
		k := v.Key()
		if at, found := slices.BinarySearch(ix.sorted, k); !found {
			ix.sorted = slices.Insert(ix.sorted, at, k)
		}
		if !slices.Contains(ix.m[k], v) {
			ix.m[k] = append(ix.m[k], v)
		}
	}
	return ix
}

func (ix *Index[K, V]) Range(lo, hi K) iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		from, _ := slices.BinarySearch(ix.sorted, lo)
		for _, k := range ix.sorted[from:] {
			if k >= hi {
				return
			}
			for _, v := range ix.m[k] {
				if !yield(k, v) {
					return
				}
			}
		}
	}
}

type user struct {
	Name string
	Age  Option[int]
}

func (u user) Key() string { return u.Name[:1] }

type num int

func (n num) Key() num { return n % 10 }

func Fold[S ~[]E, E, A any](s S, a A, f func(A, E) A) A {
	for _, e := range s {
		a = f(a, e)
	}
	return a
}

type Pipeline[T any] []func(T) (T, error)

func (p Pipeline[T]) Then(f func(T) T) Pipeline[T] {
	return append(p[:len(p):len(p)], func(v T) (T, error) { return f(v), nil })
}
func (p Pipeline[T]) Run(v T) (_ T, err error) {
	for i, f := range p {
		if v, err = f(v); err != nil {
			return v, fmt.Errorf("stage %d: %w", i, err)
		}
	}
	return v, nil
}

var errOdd = errors.New("odd")

func main() {
	us := []user{{"ann", Some(3)}, {"bob", None[int]()}, {"al", Some(0)}, {"ann", Some(3)}, {"cy", Some(-1)}}
	ix := new(Index[string, user]).Add(us...)
	for k, u := range ix.Range("a", "c") {
		fmt.Print(k, u, u.Age.OrElse(func() int { return len(u.Name) }), "; ")
	}
	fmt.Println(len(ix.m), (&Index[num, num]{}).Add(13, 3, 7, 21, 13).m)
	b, err := json.Marshal(us[:2])
	fmt.Println(string(b), err)
	var back []user
	fmt.Println(json.Unmarshal(b, &back), slices.Equal(back, us[:2]), back)
	fmt.Println(json.Unmarshal([]byte(`[{"Age":"x"}]`), &back))
	half := func(n int) (int, error) {
		if n%2 != 0 {
			return n, errOdd
		}
		return n / 2, nil
	}
	for _, f := range []func() int{func() int { return 12 }, func() int { return 7 }, func() int { return []int{}[len(us)] }, func() int { panic("no") }} {
		r := Then(Then(Try(f), half), func(n int) (string, error) { return strings.Repeat("x", n), nil })
		fmt.Printf("%+v %v\n", r, errors.Is(r.Err, errOdd))
	}
	p := Pipeline[int]{half}.Then(func(n int) int { return n + 1 })
	q := append(p, half, half)
	fmt.Println(p.Run(4))
	fmt.Println(q.Run(10))
	_, err = q.Run(20)
	fmt.Println(err, errors.Is(err, errOdd), len(p), len(q))
	m := Fold(us, map[string]int{}, func(m map[string]int, u user) map[string]int { m[u.Key()]++; return m })
	ps := Fold(slices.Sorted(maps.Keys(m)), nil, func(l []pair[string, int], k string) []pair[string, int] {
		return append(l, pair[string, int]{k, m[k]})
	})
	slices.SortFunc(ps, func(a, b pair[string, int]) int { return cmp.Or(-cmp.Compare(a.v, b.v), cmp.Compare(a.k, b.k)) })
	fmt.Printf("%v %T %T %v\n", ps, ps, Some(ps[0].v), Try(func() map[string][]int { return nil }))
}

type pair[K comparable, V any] struct {
	k K
	v V
}
