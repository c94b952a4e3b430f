package main

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"maps"
	"os"
	"slices"
	"strings"
)

// ---- generic aliases, type sets, constraints with methods
type Set[T comparable] = map[T]struct{}
type PairOf[T any] = struct{ A, B T }
type Vec[T any] []T

func (v Vec[T]) Map(f func(T) T) Vec[T] {
	out := make(Vec[T], 0, len(v))
	for _, x := range v {
		out = append(out, f(x))
	}
	return out
}

type Stringish interface {
	~string | ~[]byte
	Len() int
}
type Name string

func (n Name) Len() int { return len(n) }

type Blob []byte

func (b Blob) Len() int { return len(b) * 10 }

func total[S Stringish](xs ...S) (n int, first byte) {
	for i, x := range xs {
		n += x.Len()
		if i == 0 && len(x) > 0 {
			first = x[0]
		}
		for j := range len(x) {
			n += int(x[j])
		}
	}
	return
}

type Ptr[T any] interface {
	*T
	Reset()
	Add(int)
}
type Counter struct{ n, resets int }

func (c *Counter) Reset()    { c.n = 0; c.resets++ }
func (c *Counter) Add(i int) { c.n += i }

func fresh[T any, P Ptr[T]](n int) []T {
	out := make([]T, n)
	for i := range out {
		p := P(&out[i])
		p.Reset()
		p.Add(i * 10)
	}
	return out
}

type Ordered[T any] interface{ Compare(T) int }
type Ver [3]int

func (a Ver) Compare(b Ver) int { return slices.Compare(a[:], b[:]) }
func (a Ver) String() string    { return fmt.Sprintf("v%d.%d.%d", a[0], a[1], a[2]) }

func maxOf[T Ordered[T]](x T, rest ...T) T {
	for _, r := range rest {
		if r.Compare(x) > 0 {
			x = r
		}
	}
	return x
}

func kind[T any](x T) string {
	switch v := any(x).(type) {
	case int, int8:
		return fmt.Sprintf("int-ish %v", v)
	case []T:
		return "slice of itself"
	case interface{ Compare(T) int }:
		return "comparable to itself"
	case fmt.Stringer:
		return "stringer " + v.String()
	case nil:
		return "nil"
	case error:
		return "error " + v.Error()
	case func(T) T:
		return "func"
	case PairOf[T]:
		return "pair"
	case Set[string]:
		return fmt.Sprint("set ", len(v))
	default:
		return fmt.Sprintf("%T", v)
	}
}

func groupBy[K cmp.Ordered, V any](seq iter.Seq[V], key func(V) K) iter.Seq2[K, []V] {
	return func(yield func(K, []V) bool) {
		m := map[K][]V{}
		for v := range seq {
			k := key(v)
			m[k] = append(m[k], v)
		}
		for _, k := range slices.Sorted(maps.Keys(m)) {
			if !yield(k, m[k]) {
				return
			}
		}
	}
}

func zip[A, B any](a iter.Seq[A], b iter.Seq[B]) iter.Seq2[A, B] {
	return func(yield func(A, B) bool) {
		nb, stop := iter.Pull(b)
		defer stop()
		for x := range a {
			y, ok := nb()
			if !ok || !yield(x, y) {
				return
			}
		}
	}
}

func countdown(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		defer fmt.Print("[end ", n, "]")
		for ; n > 0; n-- {
			if !yield(n) {
				return
			}
		}
	}
}

var (
	a0     = b0 + 1
	b0     = f0("b", c0)
	c0     = f0("c", 1)
	d0     = func() int { return a0 * 2 }()
	_      = f0("blank", 0)
	x0, y0 = two()
)

func f0(s string, n int) int { fmt.Println("init", s, n); return n + 1 }
func two() (int, string)     { fmt.Println("two", d0); return d0, "y" }
func init()                  { fmt.Println("init1", x0, y0) }
func init()                  { a0++; fmt.Println("init2", a0) }

type exitErr struct {
	error
	code int
}

func (e exitErr) Unwrap() []error { return []error{e.error, os.ErrClosed} }

func run() (code int) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case exitErr:
			code = r.code
			fmt.Println("exit", r, errors.Is(r, os.ErrClosed), errors.Is(r, os.ErrExist))
		default:
			panic(r)
		}
	}()
	defer fmt.Println("deferred in run")
	panic(exitErr{fmt.Errorf("boom: %w", os.ErrExist), 3})
}

func main() {
	s := Set[string]{"a": {}, "b": {}}
	p := PairOf[Ver]{Ver{1}, Ver{2, 0, 1}}
	fmt.Printf("%T %T %v %+v\n", s, p, p, p)
	fmt.Println(Vec[int]{1, 2}.Map(func(i int) int { return i * i }), fmt.Sprintf("%T", Vec[Vec[Ver]]{}))
	fmt.Println(total(Name("ab"), "c"))
	fmt.Println(total(Blob("ab"), Blob{1}))
	fmt.Println(fresh[Counter](3))
	fmt.Println(maxOf(Ver{1, 2}, Ver{1, 10}, Ver{0, 99}))
	fmt.Println(kind(1), kind(int8(2)), kind(Ver{}), kind(s), kind[any](nil), kind[error](os.ErrExist),
		kind(PairOf[int]{}), kind(Vec[int]{}), kind("x"))
	for k, g := range groupBy(slices.Values(strings.Fields("the quick brown fox jumps over lazy dogs")),
		func(s string) int { return len(s) }) {
		fmt.Print(k, g, " ")
		if k == 4 {
			break
		}
	}
	fmt.Println()
	zips()
	shadows()
}

func zips() {
	for x, y := range zip(countdown(5), countdown(3)) {
		fmt.Print(x, y, " ")
	}
	fmt.Println()
	for x, y := range zip(countdown(5), countdown(7)) {
		if x == 3 {
			continue
		}
		fmt.Print(x*y, " ")
		if x == 2 {
			break
		}
	}
	fmt.Println()
	fmt.Println(run())
}

func shadows() {
	x := 1
	{
		x, y := x+1, x*10
		x++
		fmt.Println(x, y)
	}
	if x := x * 5; x > 3 {
		x, err := fmt.Sscan("7", &x)
		fmt.Println(x, err)
	}
	switch x := any(x).(type) {
	case int:
		x++
		fmt.Println(x)
	}
	fmt.Println(x)
	i := 0
loop:
	if i < 3 {
		for j := range 5 {
			switch {
			case j == i:
				fmt.Print("f")
				fallthrough
			case j > 3:
				fmt.Print(i, j, " ")
			case j == 2:
				i++
				goto loop
			default:
				continue
			}
		}
		i++
		goto loop
	}
	fmt.Println("end", i)
	os.Exit(run())
}
