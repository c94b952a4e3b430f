package main

import (
	"errors"
	"fmt"
	"os"
)

type (
	I interface{ m(xs ...int) bool }
	T struct {
		f func(xs ...int) bool
		n int
	}
)

func (t T) m(xs ...int) bool { return xs == nil }

type Num int

func (n Num) String() string { return fmt.Sprintf("<%d>", int(n)) }

type E struct{ s string }

func (e *E) Error() string { return e.s }

type opt func(*T)

func main() {
	f := func(i I, xs ...int) string { return fmt.Sprintf("%T %v", i, xs) }
	fmt.Println(f(T{}), f(T{}, 1, 2), f(&T{}, 3), f(nil))
	g := func(e error, a any, s fmt.Stringer, xs ...any) string { return fmt.Sprint(e, a, s, len(xs), xs) }
	fmt.Println(g(&E{"e"}, Num(3), Num(4)), g(errors.New("x"), T{n: 1}, nil, Num(5), &E{"q"}, T{n: 2}.n))
	h := func(xs ...fmt.Stringer) (s string) {
		for _, x := range xs {
			s += x.String() + fmt.Sprintf("%T", x)
		}
		return
	}
	fmt.Println(h(Num(1), Num(2)), h())
	k := func(es ...error) error { return errors.Join(es...) }
	fmt.Println(k(&E{"a"}, nil, errors.New("b")), k(nil) == nil, k() == nil)
	mk := func(os ...opt) *T {
		t := &T{}
		for _, o := range os {
			o(t)
		}
		return t
	}
	with := func(n int) opt { return func(t *T) { t.n = n } }
	fmt.Println(mk(with(3), func(t *T) { t.n++ }).n, mk().n)
	l := struct {
		w func(w any, f string, a ...any)
	}{func(w any, f string, a ...any) { fmt.Fprintf(w.(*os.File), f, a...) }}
	l.w(os.Stdout, "%v %v\n", Num(1), &E{"z"})
	is := func(xs ...I) int {
		n := 0
		for _, x := range xs {
			if x.m() {
				n++
			}
			if y, ok := x.(T); ok {
				n += y.n
			}
		}
		return n
	}
	fmt.Println(is(T{n: 4}, &T{}), is())
	mm := func(ms ...map[string]any) any {
		if len(ms) == 0 {
			return nil
		}
		return ms[0]["k"]
	}
	fmt.Println(mm(map[string]any{"k": Num(9)}), mm())
	fl := func(fs ...float64) (t float64) {
		for _, f := range fs {
			t += f
		}
		return
	}
	x := 3
	fmt.Println(fl(1, 2.5, float64(x)), fl(1<<3))
	by := func(bs ...byte) string { return string(bs) }
	fmt.Println(by('a', 98, 'c'))
	an := func(xs ...any) string {
		s := ""
		for _, x := range xs {
			s += fmt.Sprintf("%T,", x)
		}
		return s
	}
	fmt.Println(an(1, 'a', 2.5, "s", nil, Num(1), T{n: 1}.n, []Num{1}, func() {} == nil, struct{ Q int }{1}, &E{}))
	var st fmt.Stringer = Num(7)
	fmt.Println(an(st, error(&E{}), I(T{})))
	ptr := func(ps ...*int) int { *ps[0]++; return *ps[0] }
	fmt.Println(ptr(&x), x)
	chs := func(cs ...chan<- int) {
		for _, c := range cs {
			c <- 1
		}
	}
	c := make(chan int, 2)
	chs(c, c)
	fmt.Println(len(c))
	arr := []func(...any){func(a ...any) { fmt.Println(a...) }}
	for _, fn := range arr {
		fn("a", Num(1), &E{"e"}, nil, []Num{2})
	}
	a, b := &os.PathError{Op: "a", Path: "p", Err: os.ErrExist}, &os.PathError{Op: "b", Path: "p", Err: os.ErrExist}
	fmt.Println(an(a, b), an(a), an(1, a), an(a, nil), k(a, b), k(a))
	call := func(f func(...any) string) string { return f(a, b) + f(a) }
	fmt.Println(call(an), func() func(...any) string { return an }()(b, a))
	ex := func(e error, xs ...error) string { return fmt.Sprint(e, len(xs), xs) }
	fmt.Println(ex(a, b, a), ex(a))
	var none *os.PathError
	fmt.Println(func(xs ...any) bool { return xs[0] == nil }(none), an(none, none))
	defer func(f func(...any) string) { fmt.Println(f(b, b)) }(an)
}
