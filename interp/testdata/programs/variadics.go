package main

import "fmt"

type (
	L struct {
		printf func(f string, a ...any)
		sum    func(...int) int
		pair   func(s string, xs ...string) (string, int)
	}
	Log struct {
		L
		out []func(...any)
	}
)

func (l *Log) do(xs ...int) int { return l.sum(xs...) + l.L.sum(1, 2, 3) }
func main() {
	l := L{printf: func(f string, a ...any) { fmt.Printf(f+"\n", a...) }, sum: func(xs ...int) (t int) {
		for _, x := range xs {
			t += x
		}
		return
	}, pair: func(s string, xs ...string) (string, int) { return s, len(xs) }}
	l.printf("%d %d", 1, 2)
	l.printf("none")
	l.printf("%d", 1)
	fmt.Println(l.sum(1, 2, 3), l.sum(), l.sum(4))
	fmt.Println(l.pair("a", "b", "c", "d"))
	lg := &Log{L: l, out: []func(...any){func(a ...any) { fmt.Println(len(a), a) }}}
	lg.printf("%v %v %v", 1, "x", nil)
	fmt.Println(lg.do(1, 2))
	lg.out[0](1, 2, 3)
	m := map[string]func(int, ...string) int{"a": func(n int, s ...string) int { return n + len(s) }}
	fmt.Println(m["a"](1, "x", "y", "z"), m["a"](1))
	p := &l
	s, n := p.pair("q", "r", "s")
	fmt.Println(s, n)
	arr := [2]func(...float64) int{func(f ...float64) int { return len(f) }}
	fmt.Println(arr[0](1, 2, 3, 4))
	f := func() func(...int) int { return l.sum }
	fmt.Println(f()(5, 6, 7))
	defer l.printf("deferred %d %d", 3, 4)
	ch := make(chan bool)
	go func() { l.printf("go %d %d %v", 1, 2, error(nil)); ch <- true }()
	<-ch
	st := struct{ log func(...any) }{log: func(a ...any) { fmt.Println(a...) }}
	st.log(1, 2)
	st.log()
	type E struct {
		err func(format string, a ...any) error
	}
	e := E{fmt.Errorf}
	fmt.Println(e.err("x %d %w", 3, fmt.Errorf("in")))
	e2 := struct{ Sprintf func(string, ...any) string }{fmt.Sprintf}
	fmt.Println(e2.Sprintf("%s-%s", "a", "b"))
	var pf func(string, ...any) = l.printf
	pf("%d/%d/%d", 1, 2, 3)
	l.printf("%d.%d", 1, 2)
	args := []any{1, 2}
	l.printf("%v,%v", args...)
	l.printf("%v", args)
}
