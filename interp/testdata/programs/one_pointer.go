package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"sync/atomic"
)

// Structs and arrays that are one pointer, with and without fields of size zero, in interfaces that compiled packages look into.

type noCompare [0]func()

type before struct {
	_ struct{}
	P *int
}

type several struct {
	_ [0]string
	_ struct{}
	P *int
}

type nested struct {
	_ [0]int
	several
}

type behind struct {
	P *int
	_ struct{}
}

type array struct {
	_ [0]int
	A [1]*int
}

func (a array) String() string { return fmt.Sprint("array ", *a.A[0]) }

type list [1]*int

func (l list) String() string { return fmt.Sprint("list ", *l[0]) }

func (l list) sum(x int) int { return *l[0] + x }

type summer interface{ sum(int) int }

type held struct {
	noCompare
	M map[string]int
}

type mark struct{}

type failure struct {
	mark
	at *int
}

func (f failure) Error() string { return fmt.Sprint("failed at ", *f.at) }

type generic[T any] struct {
	_ [0]*T
	P *T
}

func (g generic[T]) String() string { return fmt.Sprint("<", *g.P, ">") }

func is[T any](x any) bool { _, ok := x.(T); return ok }

func main() {
	n, m := 7, 7
	for _, x := range []any{before{P: &n}, several{P: &n}, nested{several: several{P: &n}}, behind{P: &n}, array{A: [1]*int{&n}}, [1]several{{P: &n}}} {
		text, err := json.Marshal(x)
		v := reflect.ValueOf(x)
		fmt.Printf("%T %s %v %v\n", x, text, err, v.Kind())
		switch x := x.(type) {
		case before:
			fmt.Println(x.P == &n, x == before{P: &n}, x == before{P: &m}, any(x) == any(before{P: &n}), *v.Field(1).Interface().(*int))
		case several:
			fmt.Println(x.P == &n, x == several{P: &n}, x == several{}, any(x) == any(several{P: &n}), *v.Field(2).Interface().(*int))
		case nested:
			fmt.Println(x.P == &n, x == nested{several: several{P: &n}}, any(x) == any(nested{}))
		case behind:
			fmt.Println(x.P == &n, x == behind{P: &n}, any(x) == any(behind{P: &m}), *v.Field(0).Interface().(*int))
		case array:
			fmt.Println(x.A[0] == &n, x == array{A: [1]*int{&n}}, *v.Field(1).Index(0).Interface().(*int))
		case [1]several:
			fmt.Println(x[0].P == &n, x == [1]several{{P: &n}}, any(x) == any([1]several{{P: &m}}))
		}
	}
	for _, s := range []fmt.Stringer{array{A: [1]*int{&n}}, list{&n}} {
		fmt.Println(s, s.String(), reflect.ValueOf(s).MethodByName("String").Call(nil)[0])
		show := s.String
		defer func() { fmt.Println(show()) }()
		if l, ok := s.(summer); ok {
			fmt.Println(l.sum(3), l.(list)[0] == &n, l == summer(list{&n}), l == summer(list{&m}))
		}
	}
	fmt.Println(map[any]int{list{&n}: 1}[list{&n}], []any{list{&n}, [1]chan int{}, [1][1]func(){}})
	h := any(held{M: map[string]int{"a": 1}})
	fmt.Println(h, h.(held).M["a"], reflect.ValueOf(h).Field(1).Len())

	keys := map[any]int{before{P: &n}: 1, several{P: &n}: 2}
	keys[before{P: &n}]++
	fmt.Println(keys[before{P: &n}], keys[several{P: &n}], len(keys))
	typed := map[several]string{{P: &n}: "n"}
	fmt.Println(typed[several{P: &n}], typed[several{P: &m}] == "")

	err := fmt.Errorf("outer: %w", failure{at: &n})
	var f failure
	fmt.Println(err, errors.As(err, &f), f.at == &n, errors.Is(err, failure{at: &n}), errors.Is(err, failure{at: &m}))
	f, ok := errors.AsType[failure](err)
	fmt.Println(f, ok)

	g := generic[int]{P: &n}
	var s fmt.Stringer = g
	fmt.Println(s, s == fmt.Stringer(generic[int]{P: &n}), is[generic[int]](s), is[generic[string]](s))
	fmt.Println([]any{g, &g}, reflect.ValueOf(g).MethodByName("String").Call(nil)[0])
	show, from := g.String, generic[int].String
	fmt.Println(show(), from(g))

	var v atomic.Value
	v.Store(several{P: &n})
	fmt.Println(v.Load().(several).P == &n, v.CompareAndSwap(several{P: &n}, several{P: &m}), *v.Load().(several).P)
	ch := make(chan any, 1)
	ch <- before{P: &n}
	fmt.Println((<-ch).(before).P == &n)
	defer func() { fmt.Println(recover().(before).P == &n) }()
	panic(before{P: &n})
}
