package main

import "fmt"

var log []string

func arr(s string) [3]int     { log = append(log, s); return [3]int{1, 2, 3} }
func str(s string) string     { log = append(log, s); return "abc" }
func idx(s string, i int) int { log = append(log, s); return i }

type T struct{ a [2][2]int }

func mk() T { log = append(log, "mk"); return T{} }

func elem[T ~string | ~[]byte](f func() T, i func() int) byte { return f()[i()] }

func main() {
	log = nil
	single()
	nilArrays()
	log = nil

	fmt.Println(arr("a")[idx("b", 1)], str("c")[idx("d", 2)])
	fmt.Println(mk().a[idx("e", 0)][idx("f", 1)], log)
	log = nil
	m := map[string][3]int{"x": {7, 8, 9}}
	fmt.Println(m[str("k")[:1]][idx("g", 2)], (str("h") + str("i"))[idx("j", 4)], log)
	log = nil
	s := elem(func() string { return str("l") }, func() int { return idx("m", 1) })
	b := elem(func() []byte { return []byte(str("n")) }, func() int { return idx("o", 1) })
	ch := make(chan [2]string, 2)
	ci := make(chan int, 1)
	ch <- [2]string{"p", "q"}
	ci <- 1
	fmt.Println(s, b, (<-ch)[<-ci], log)
	i := 0
	next := func() [3]int { i++; return [3]int{i, i * 10, i * 100} }
	fmt.Println(next()[i], next()[i-1], i)
	func() {
		defer func() { fmt.Println(recover()) }()
		q := []int{1}
		k, j := 5, 9
		fmt.Println([3]int{q[k]}[q[j]])
	}()
	func() {
		defer func() { fmt.Println(recover(), log) }()
		log = nil
		fmt.Println(arr("r")[idx("s", 4)]+idx("t", 1), 2)
	}()
}

func single() {
	x := arr("a")[idx("b", 1)]
	y := str("c")[idx("d", 2)]
	z := mk().a[idx("e", 0)][idx("f", 1)]
	i := 0
	next := func() [3]int { i++; return [3]int{i, i * 10, i * 100} }
	a := next()[i]
	b := next()[i-1]
	ns := func() string { i--; return "xyz" }
	c := ns()[i]
	s := "hello"
	cut := func() int { s = "world"; return 1 }
	d := s[cut()]
	var w [2]int
	cw := func() int { w[1] = 5; return 1 }
	e := w[cw()]
	fmt.Println(x, y, z, a, b, c, d, e, log)
}

func try(name string, f func()) {
	defer func() { fmt.Println(name, recover()) }()
	f()
}

type S struct{ a [3]int }

// nilArrays asks a pointer that is nil for elements that an array does not have.
func nilArrays() {
	i, k := 5, 9
	q := []int{1}
	var pa *[3]int
	var pt *S
	var pp **[3]int
	use := func(...any) {}
	try("a1", func() { x := pa[i]; use(x) })
	try("a2", func() { pa[i] = 1 })
	try("a3", func() { pa[i]++ })
	try("a4", func() { x := &pa[i]; use(x) })
	try("a5", func() { x := pt.a[i]; use(x) })
	try("a6", func() { pt.a[i]++ })
	try("a7", func() { pt.a[i] = 2 })
	try("a8", func() { pa[i] += q[k] })
	try("a9", func() { x := pa[i:]; use(x) })
	try("b1", func() { x := pa[i:2]; use(x) })
	try("b2", func() { x := (*pp)[i]; use(x) })
	try("b3", func() { x := pt.a[i:]; use(x) })
	try("b4", func() { var s []int; x := [3]int(s)[i]; use(x) })
}
