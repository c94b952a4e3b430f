// The order of evaluation in the heads of loops, behind labels, and in assignments to parts.
package main

import "fmt"

type R struct{ a, b int }

func main() {
	x := 0
	inc := func(n int) int { x += n; return x }
	// labels, goto and loops whose conditions have to be split
outer:
	for i := x; i+inc(1) < 30 && x < 50; i++ {
		for j := range x + inc(1) {
			if j+inc(0) > 12 {
				continue outer
			}
			if x+inc(1) > 25 {
				break outer
			}
		}
	}
	fmt.Println(x)
again:
	for k := range []int{x, inc(1), x}[x-x+inc(1)%3:] {
		if x+inc(k) < 80 {
			goto again
		}
	}
	fmt.Println(x)
	var fs []func() int
	for i := 0; i*x < inc(1)+x; i += inc(1) - x + 1 {
		if i > 3 {
			break
		}
		fs = append(fs, func() int { i++; return i })
	}
	for _, f := range fs {
		fmt.Print(f(), f(), " ")
	}
	fmt.Println(x)
	switch y := x + inc(1); {
	case y+inc(1) == 3:
		fmt.Println("a")
	case y < x+inc(2):
		fmt.Println("b", y, x)
		fallthrough
	case x > inc(100):
		fmt.Println("c", x)
	}
	switch v := any(R{x, inc(1)}).(type) {
	case R:
		fmt.Println(v, x)
	}
	m := map[string]int{}
	cnt := 0
	next := func() string { cnt++; return fmt.Sprint(cnt) }
	m[next()] += len(m) + cnt
	m[next()], m[next()] = cnt, len(m)
	m[next()]++
	fmt.Println(m, cnt)
	p := &R{1, 2}
	repl := func() int { p = &R{x, cnt}; return 5 }
	q := p
	p.a, p.b = repl(), p.a
	fmt.Println(*p, *q)
	p.a += repl()
	*p, q = R{p.b, repl()}, p
	fmt.Println(*p, *q)
	arr := [2][2]R{}
	i := 0
	step := func() *R { i = 1 - i; return &arr[i][1-i] }
	arr[i][i], *step() = R{i, inc(1)}, arr[i][i]
	step().a, arr[i][i].b = i, inc(1)
	fmt.Println(arr, i)
	if r, ok := any(i).(int); ok && r == i && r != step().a+i {
		fmt.Println("if", r, i)
	}
	ch := make(chan R, 4)
	ch <- R{i, inc(1)}
	ch <- arr[i][inc(0)*0]
	v, ok := <-ch
	var w [2]R
	w[i], ok = <-ch, ok && step() != nil
	fmt.Println(v, w, ok, i)
	defer func(a ...any) { fmt.Println(append(a, x, inc(1), x)...) }(x, inc(1), x)
	func() {
		defer func() { fmt.Println(recover(), x) }()
		var np *R
		np.a, x = inc(1), 1000
	}()
	func() {
		defer func() { fmt.Println(recover(), x) }()
		s := []int{1}
		s[i+5], x = inc(1), 2000
	}()
	for i := range 3 {
		defer func(n int) { fmt.Print(n, i, x, " ") }(i*10 + inc(1))
	}
}
