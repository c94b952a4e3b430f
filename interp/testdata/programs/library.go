package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"
)

type Shape interface {
	Area() float64
	Perimeter() float64
}

type Rect struct{ W, H float64 }
type Circle struct{ R float64 }

func (r Rect) Area() float64        { return r.W * r.H }
func (r Rect) Perimeter() float64   { return 2 * (r.W + r.H) }
func (c Circle) Area() float64      { return math.Pi * c.R * c.R }
func (c Circle) Perimeter() float64 { return 2 * math.Pi * c.R }

type byArea []Shape

func (b byArea) Len() int           { return len(b) }
func (b byArea) Less(i, j int) bool { return b[i].Area() < b[j].Area() }
func (b byArea) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }

type upper struct{ r io.Reader }

func (u upper) Read(p []byte) (int, error) {
	n, err := u.r.Read(p)
	copy(p, bytes.ToUpper(p[:n]))
	return n, err
}

type counter struct {
	mu sync.Mutex
	n  map[string]int
}

func (c *counter) inc(k string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n[k]++
}

type Person struct {
	Name  string            `json:"name"`
	Age   int               `json:"age,omitempty"`
	Tags  []string          `json:"tags"`
	Extra map[string]string `json:"extra,omitempty"`
	Boss  *Person           `json:"boss,omitempty"`
}

type state int

const (
	idle state = iota
	busy
)

var names = map[state]string{idle: "idle", busy: "busy"}

func (s state) String() string { return names[s] }

type machine struct {
	state
	log []string
}

func (m *machine) to(s state) *machine {
	m.log = append(m.log, fmt.Sprintf("%v->%v", m.state, s))
	m.state = s
	return m
}

type queue[T any] struct {
	items []T
}

func (q *queue[T]) put(x T) { q.items = append(q.items, x) }
func (q *queue[T]) get() (T, bool) {
	var zero T
	if len(q.items) == 0 {
		return zero, false
	}
	x := q.items[0]
	q.items = q.items[1:]
	return x, true
}

func keys[K comparable, V any](m map[K]V) []K {
	out := make([]K, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	return out
}

func reduce[T, A any](xs []T, init A, f func(A, T) A) A {
	for _, x := range xs {
		init = f(init, x)
	}
	return init
}

func worker(id int, jobs <-chan int, results chan<- string, wg *sync.WaitGroup) {
	defer wg.Done()
	for j := range jobs {
		results <- fmt.Sprintf("%d*2=%d", j, j*2)
	}
	_ = id
}

func parse(s string) (n int, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("parse(%q): %w", s, err)
		}
	}()
	n, err = strconv.Atoi(s)
	return
}

func variadic(prefix string, xs ...any) string {
	return prefix + fmt.Sprint(len(xs)) + fmt.Sprint(xs...)
}

func nested() func() func() int {
	x := 0
	return func() func() int {
		x++
		y := x * 10
		return func() int {
			y++
			return x + y
		}
	}
}

func order(s string) string { fmt.Print(s, " "); return s }

func sieve(n int) (primes []int) {
	comp := make([]bool, n+1)
	for i := 2; i <= n; i++ {
		if comp[i] {
			continue
		}
		primes = append(primes, i)
		for j := i * i; j <= n; j += i {
			comp[j] = true
		}
	}
	return
}

type grid [][]rune

func (g grid) String() string {
	var b strings.Builder
	for _, row := range g {
		b.WriteString(string(row))
		b.WriteByte('\n')
	}
	return b.String()
}

func main() {
	shapes := []Shape{Rect{3, 4}, Circle{1}, Rect{1, 1}}
	sort.Sort(byArea(shapes))
	for _, s := range shapes {
		switch s := s.(type) {
		case Rect:
			fmt.Printf("rect %vx%v ", s.W, s.H)
		case Circle:
			fmt.Printf("circle %v ", s.R)
		}
		fmt.Printf("%.2f %.2f\n", s.Area(), s.Perimeter())
	}
	b, err := io.ReadAll(upper{strings.NewReader("shout")})
	fmt.Println(string(b), err)
	c := &counter{n: map[string]int{}}
	var wg sync.WaitGroup
	for _, k := range strings.Split("a b a c a b", " ") {
		wg.Add(1)
		go func() { defer wg.Done(); c.inc(k) }()
	}
	wg.Wait()
	fmt.Println(c.n)
	p := Person{Name: "al", Tags: []string{"x"}, Boss: &Person{Name: "bo", Age: 50}}
	js, err := json.Marshal(p)
	fmt.Println(string(js), err)
	var q Person
	fmt.Println(json.Unmarshal(js, &q), q.Boss.Name, q.Boss.Age, q.Tags)
	m := &machine{}
	m.to(busy).to(idle).to(busy)
	fmt.Println(m.log, m.state)
	qs := &queue[string]{}
	qs.put("a")
	qs.put("b")
	x, ok := qs.get()
	fmt.Println(x, ok, len(qs.items))
	qi := queue[int]{}
	n, ok := qi.get()
	fmt.Println(n, ok)
	ks := keys(map[string]int{"q": 1, "p": 2})
	sort.Strings(ks)
	fmt.Println(ks, reduce([]int{1, 2, 3}, "", func(a string, x int) string { return a + strconv.Itoa(x) }))
	jobs, results := make(chan int, 5), make(chan string, 5)
	var wg2 sync.WaitGroup
	for i := 0; i < 2; i++ {
		wg2.Add(1)
		go worker(i, jobs, results, &wg2)
	}
	for i := 1; i <= 4; i++ {
		jobs <- i
	}
	close(jobs)
	wg2.Wait()
	close(results)
	var rs []string
	for r := range results {
		rs = append(rs, r)
	}
	sort.Strings(rs)
	fmt.Println(rs)
	_, err = parse("x1")
	fmt.Println(err)
	fmt.Println(variadic("p"), variadic("p", 1, "a", nil), variadic("q", []any{1, 2}...))
	f := nested()
	g1, g2 := f(), f()
	fmt.Println(g1(), g1(), g2())
	fmt.Println(order("a")+order("b") == "ab" && order("c") == "x" || order("d") == "d")
	fmt.Println(sieve(30))
	fmt.Print(grid{[]rune("ab"), []rune("cd")})
	sc := bufio.NewScanner(strings.NewReader("one two\nthree"))
	sc.Split(bufio.ScanWords)
	for sc.Scan() {
		fmt.Print(sc.Text(), "|")
	}
	fmt.Println()
	var buf bytes.Buffer
	fmt.Fprintf(&buf, "%08b %o %X %e %g %t %c %U", 5, 8, 255, 12345.678, 1e-7, true, 'x', 'é')
	fmt.Println(buf.String())
	fmt.Printf("%v %+v %T\n", []string{"a"}, map[string]int{"z": 1}, 3.5)
	fmt.Printf("%6.2f|%-6s|%6s|%06d|%x|% x\n", math.E, "ab", "cd", 42, "hi", []byte("hi"))
	fmt.Println(math.MaxInt64, math.Inf(1), -math.Inf(1), math.NaN(), math.Sqrt2)
	fmt.Println(strconv.Quote("a\"b"), strconv.FormatInt(255, 2), strings.Title("go lang"))
	d := 90 * time.Minute
	fmt.Println(d, d.Hours(), time.Unix(0, 0).UTC())
	type key struct{ a, b int }
	seen := map[key]bool{}
	for i := 0; i < 3; i++ {
		for j := i; j < 3; j++ {
			seen[key{i, j}] = (i+j)%2 == 0
		}
	}
	cnt := 0
	for k, v := range seen {
		if v && k.a <= k.b {
			cnt++
		}
	}
	fmt.Println(cnt, seen[key{1, 1}], len(seen))
	matrix := make([][]int, 3)
	for i := range matrix {
		matrix[i] = make([]int, 3)
		for j := range matrix[i] {
			matrix[i][j] = i * j
		}
	}
	matrix[1], matrix[2] = matrix[2], matrix[1]
	fmt.Println(matrix)
	var arr2 [2][3]int
	arr2[1][2] = 7
	cp := arr2
	cp[1][2]++
	fmt.Println(arr2, cp, len(arr2[0]))
	ptrs := []*int{}
	for i := 0; i < 3; i++ {
		ptrs = append(ptrs, &i)
	}
	for _, p := range ptrs {
		fmt.Print(*p, " ")
	}
	fmt.Println()
	var sb strings.Builder
	for i, r := range []rune("zażółć") {
		if i%2 == 0 {
			sb.WriteRune(r)
		}
	}
	fmt.Println(sb.String(), sb.Len())
	defer fmt.Println("deferred 1")
	defer func() {
		if r := recover(); r != nil {
			fmt.Println("main recovered", fmt.Sprint(r)[:33])
			fmt.Fprintln(os.Stdout, "bye")
		}
	}()
	var s []int
	idx := 5
	fmt.Println(s[idx])
}
