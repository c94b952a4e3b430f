// More statements whose order of evaluation shows: with methods, results of several values and variables of the package.
package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
)

type stack struct {
	data []int
	n    int
	log  []string
}

func (s *stack) push(v int) int {
	s.data = append(s.data, v)
	s.n++
	s.log = append(s.log, fmt.Sprint("push", v))
	return v
}
func (s *stack) pop() int {
	v := s.data[len(s.data)-1]
	s.data = s.data[:len(s.data)-1]
	s.n--
	return v
}
func (s stack) size() int { return len(s.data) }

type parser struct {
	toks []string
	pos  int
	err  error
}

func (p *parser) next() string { t := p.toks[p.pos]; p.pos++; return t }
func (p *parser) expr() (int, error) {
	n := 0
	for p.pos < len(p.toks) {
		if p.toks[p.pos] == "x" {
			p.err = errors.New("bad " + p.next())
			return n + p.pos, p.err
		}
		n = n*10 + len(p.next()) + p.pos
	}
	return n, p.fail("end")
}
func (p *parser) fail(s string) error { p.err = errors.New(s); p.pos = -1; return p.err }

var counter int
var log strings.Builder

func tick() int          { counter++; return counter }
func note(s string) bool { log.WriteString(s); return len(s) > 1 }
func swap(a, b *int) int { *a, *b = *b, *a; return *a }

type acc struct {
	total float64
	hist  [3]int
	m     map[string]int
}

func (a *acc) add(f float64) *acc { a.total += f; a.hist[0]++; a.m["k"]++; return a }
func (a acc) snap() acc           { return a }

var (
	va, vb             = tick(), tick()
	vc                 = []any{counter, tick(), counter}
	vd                 = map[int]int{counter: tick()}
	ve                 = [2][]*[2]int{{{counter, tick()}}}[0][0][0]
	vf                 = &acc{total: float64(counter), hist: [3]int{tick(), counter}, m: map[string]int{}}
	vg                 = fmt.Sprint(counter, tick(), counter)
	vh                 = counter > 0 && tick() > 0 && counter == tick()
	vi     interface{} = acc{total: float64(counter), hist: [3]int{tick()}}
)

func main() {
	fmt.Println(va, vb, vc, vd, ve, *vf, vg, vh, vi)
	s := &stack{}
	fmt.Println(s.n, s.push(3), s.n, s.size(), s.push(4), s.size(), s.data, len(s.data), s.data[0]+s.pop(), s.log)
	s.push(1)
	s.push(2)
	fmt.Println(s.pop()-s.pop(), s.n*s.push(7)+s.n, s.data[s.n-1]+s.push(9))
	s.data[s.n-1] = s.push(s.n) + s.n
	fmt.Println(s.data, s.n)
	fmt.Println((&parser{toks: strings.Fields("a bb x")}).expr())
	p := &parser{toks: strings.Fields("a bb ccc")}
	fmt.Println(p.expr())
	a, b := 1, 2
	fmt.Println(a, b, swap(&a, &b), a, b)
	x := [...]int{a, swap(&a, &b), b}
	fmt.Println(x, a*10+swap(&a, &b)*100+b)
	z := &acc{m: map[string]int{}}
	fmt.Println(z.total, z.hist, z.m["k"], len(z.m), *z.add(2), z.total, z.snap().total, z.add(1).snap().hist, z.hist)
	fmt.Println(z.m["k"]+z.add(1).hist[0], z.m["k"] == 3 && z.add(1).m["k"] == 4, z.m)
	for i := counter; i+tick() < 40; i += tick() + i {
		fmt.Print(i, counter, " ")
	}
	switch counter + tick() {
	case counter - tick(), counter + tick()*0, 2*counter - 1:
		fmt.Println("one", counter)
	case tick():
		fmt.Println("two", counter)
	default:
		fmt.Println("three", counter)
	}
	if v, ok := vc[counter*0].(int); ok && v+tick() == counter+v || note("a") {
		fmt.Println("then", counter)
	} else if w := counter; w-tick() == 0 {
		fmt.Println("else", w)
	}
	chs := []chan int{make(chan int, 5), make(chan int, 5)}
	k := 0
	flip := func() int { k = 1 - k; return k }
	select {
	case chs[k] <- k*10 + flip():
	case chs[flip()] <- flip() + k:
	}
	fmt.Println(len(chs[0])+len(chs[1]), k)
	chs[k] <- flip()
	var e error
	set := func(s string) error { e = errors.New(s); return e }
	g := func() (int, error, error) { return k, e, set("g") }
	fmt.Println(g())
	func() (r any) {
		defer func() { fmt.Println("r", r, recover(), k) }()
		r = []any{k, flip(), k}
		return map[string]any{"a": k, "b": flip(), "c": k}
	}()
	pp := &z
	nz := func() *acc { *pp = &acc{total: 77, m: map[string]int{"k": 9}}; return *pp }
	fmt.Println(z.total, nz().total, z.m["k"], (*pp).total+nz().total)
	z.total, z.hist[flip()], z.m["k"] = z.add(1).total, z.hist[0]+tick(), len(z.m)+flip()
	fmt.Println(*z, k)
	var arr [9]int
	i := 0
	inc := func() int { i++; return i }
	arr[i], arr[inc()], arr[inc()] = inc(), i, i
	fmt.Println(arr, i)
	arr[i] += inc()*0 + 5
	fmt.Println(arr, i, arr[:i-1], append(arr[:1], inc(), arr[i-3]), arr)
	i = 0
	i, arr[i] = inc()+1, 9
	fmt.Println(i, arr)
	str := "abcdefghij"
	cut := func() string { str = str[1:]; return str }
	fmt.Println(str+cut()+str, str[0:1]+cut(), str, len(str), []byte(str), string(str[0])+cut())
	fn := func(a ...any) string { return fmt.Sprint(a...) }
	fmt.Println(fn(i, inc(), &i != nil, i > inc(), i, float32(i)/float32(inc())))
	iface := any(i)
	up := func() any { iface = inc(); return iface }
	fmt.Println(iface, up(), iface == up(), iface.(int)+up().(int), iface)
	defer fmt.Println(i, inc(), i, arr, s.n, s.push(1), log.String(), note("zz"), log.String())
	defer s.push(i + inc())
	go func(a, b int) {}(i, inc())
	fmt.Fprintln(os.Stdout, i, -i+inc(), ^inc()&i, !note("q") != (i == inc()))
}
