package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
)

// Keys and elements of maps, receivers, captured variables, arguments and results of compiled functions: in all
// numbers and kinds of words.

type (
	pair  struct{ x, y int }
	mixed struct {
		s string
		n int8
		p *int
		f float32
	}
	wide  [12]int
	named string
)

type shape interface{ area() float64 }

type (
	s0 struct{}
	s1 struct{ a float64 }
	s2 struct{ a, b float64 }
	s3 struct {
		a, b float64
		s    string
	}
	s4 int8
	s5 []float64
	s6 map[string]float64
	s7 func() float64
)

func (s0) area() float64   { return 0.5 }
func (s s1) area() float64 { return s.a }
func (s s2) area() float64 { return s.a * s.b }
func (s *s3) area() float64 {
	s.a++
	return s.a*s.b + float64(len(s.s))
}
func (s s4) area() float64 { return float64(s) }
func (s s5) area() float64 { return s[0] }
func (s s6) area() float64 { return s["a"] }
func (s s7) area() float64 { return s() }

func count[K comparable, V any](name string, keys []K, values []V) {
	m := map[K]V{}
	for i, k := range keys {
		m[k] = values[i%len(values)]
	}
	_, no := m[*new(K)]
	fmt.Println(name, len(m), no)
	for i, k := range keys {
		v, ok := m[k]
		fmt.Printf("%v %v %v;", v, ok, m[k])
		if i%2 == 0 {
			delete(m, k)
		}
	}
	fmt.Println(len(m))
}

func maps() {
	n := 7
	count("int8", []int8{-128, 5, 127}, []uint8{255, 1})
	count("uint16", []uint16{65535, 5}, []int16{-1})
	count("rune", []rune{'a', -1, 1 << 30}, []int{-1, 2})
	count("uint32", []uint32{1 << 31, math.MaxUint32}, []float64{1.5, math.Inf(-1)})
	count("float32", []float32{1.5, -0.25}, []float32{0.1, -2})
	count("float64", []float64{1.5, -0.25, math.Inf(1)}, []bool{true, false})
	count("bool", []bool{true, false}, []string{"t", "f"})
	count("string", []string{"a", "", "long enough to be somewhere"}, []uint64{math.MaxUint64, 0})
	count("named", []named{"a", "b"}, []named{"x", ""})
	count("pair", []pair{{1, 2}, {2, 1}}, []pair{{3, 4}})
	count("array", []wide{{1}, {11: 1}}, []wide{{2: 2}})
	count("any", []any{1, "a", 2.5, pair{1, 2}, nil}, []any{nil, 1, "b", wide{5}})
	count("complex", []complex128{1 + 2i, -1i}, []complex64{2i})
	count("error", []error{os.ErrNotExist, nil}, []error{nil, os.ErrExist})
	count("mixed", []string{"m"}, []mixed{{"s", -3, nil, 0.5}})
	p := map[*int]mixed{&n: {"x", 1, &n, 2}}
	p[&n] = mixed{p[&n].s + "y", p[&n].n - 2, p[&n].p, p[&n].f / 4}
	fmt.Println(p[&n].s, p[&n].n, *p[&n].p, p[&n].f, p[nil].p == nil)
	lists := map[pair][]string{}
	for i := range 5 {
		k := pair{i % 2, 0}
		lists[k] = append(lists[k], strconv.Itoa(i))
	}
	fmt.Println(lists, len(lists[pair{9, 9}]))
	runes := map[rune]int{}
	for _, r := range "hello wörld" {
		runes[r]++
	}
	fmt.Println(runes)
	func() {
		defer func() { fmt.Println(recover()) }()
		var none map[rune]int
		fmt.Println(none['a'])
		none['a']++
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		m := map[any]int{}
		m[[]int{1}]++
	}()
}

func receivers() {
	list := []shape{s0{}, s1{1}, s2{2, 3}, &s3{1, 2, "abc"}, s4(-3), s5{4}, s6{"a": 5}, s7(func() float64 { return 6 })}
	sum := 0.0
	for range 3 {
		for i := range list {
			sum += list[i].area() * float64(i+1)
		}
		for i := range list {
			sum += list[i%3].area()
		}
	}
	fmt.Println(sum)
}

func closures() {
	a, b, c, d, e := 1, "b", 2.5, []int{4}, map[string]int{"e": 5}
	f0, f1 := func() int { return 1 }, func() int { a++; return a }
	f2 := func() string { b += "!"; return b + strconv.Itoa(a) }
	f3 := func() string { c *= 2; return fmt.Sprint(a, b, c) }
	f4 := func() string { d = append(d, a); return fmt.Sprint(a, b, c, d) }
	f5 := func() string { e["e"]++; return fmt.Sprint(a, b, c, d, e) }
	fmt.Println(f0(), f1(), f2(), f3(), f4(), f5(), f1(), f5())
}

func compiled() {
	var sb strings.Builder
	sb.WriteByte('x')
	sb.WriteRune('é')
	sb.WriteString("yz")
	n, err := sb.WriteString("")
	k, err2 := sb.WriteRune('世')
	fmt.Println(sb.String(), sb.Len(), n, err, k, err2, sb.WriteByte(200))
	var buf bytes.Buffer
	buf.Write([]byte("abc"))
	r, size, err := buf.ReadRune()
	fmt.Println(r, size, err, buf.Len(), buf.String())
	_, err = strconv.Atoi("x")
	fmt.Println(err, strings.HasPrefix("abc", "ab"), strings.Contains("abc", "d"), strings.Index("abc", "c"), strings.ToUpper("ab"), strings.TrimSpace(" a "))
	fmt.Println(math.Abs(-1.5), math.Pow(2, 10), math.Signbit(-1), math.IsNaN(math.NaN()), math.Float32bits(1), math.MaxInt8)
	fmt.Println(errors.Is(err, strconv.ErrSyntax), strconv.Quote("a"), strconv.FormatInt(-255, 16), strings.Repeat("ab", 2))
	fmt.Fprintln(os.Stdout, "to", 1)
	fmt.Fprintf(os.Stdout, "%s %d\n", "to", 2)
	fmt.Fprint(os.Stdout, "to", 3, "\n")
	fmt.Println(string(fmt.Appendf(nil, "%d %s", 1, "a")), string(fmt.Append([]byte("b"), 2)))
}

func boxes() {
	list := []any{0, 255, 256, -1, uint8(200), int64(7), "text", "", 1.5, float32(0.1), 'r', true, named("n"), s4(3), uint64(math.MaxUint64), uintptr(4)}
	for i := range 3 {
		list = append(list, i*200, float64(i), strconv.Itoa(i))
	}
	for _, x := range list {
		switch v := x.(type) {
		case int:
			fmt.Print("int ", v)
		case string:
			fmt.Print("string ", v)
		case float64:
			fmt.Print("float64 ", v)
		case uint64:
			fmt.Print("uint64 ", v)
		default:
			fmt.Printf("%T %v", v, v)
		}
		fmt.Print(";")
	}
	fmt.Println()
}

func sorted() {
	nan := math.NaN()
	xs := []float64{3, nan, 1, math.Inf(1), -2, nan, math.Inf(-1)}
	slices.SortFunc(xs, cmp.Compare[float64])
	fmt.Println(xs, cmp.Compare(nan, 1), cmp.Compare(1, nan), cmp.Compare(nan, nan), cmp.Compare(0.0, math.Copysign(0, -1)))
	words := []string{"bb", "a", "ccc", "dd", "e"}
	slices.SortFunc(words, func(a, b string) int { return len(b) - len(a) })
	ints := []int{3, 1, 2}
	slices.SortFunc(ints, func(a, b int) int { return cmp.Compare(b, a) })
	pairs := []pair{{2, 1}, {1, 2}, {1, 1}}
	slices.SortFunc(pairs, func(a, b pair) int { return cmp.Or(cmp.Compare(a.x, b.x), cmp.Compare(a.y, b.y)) })
	fmt.Println(words[0], ints, pairs, cmp.Compare("a", "b"), cmp.Compare(named("b"), "a"))
	defer func() { fmt.Println(recover(), ints) }()
	slices.SortFunc(ints, func(a, b int) int { panic("no order") })
}

func main() {
	maps()
	receivers()
	closures()
	compiled()
	boxes()
	sorted()
}
