package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
)

type Op func(float64, float64) (float64, error)
type Celsius float64
type Grid [3][3]rune
type Point struct{ X, Y int }
type Seg struct{ A, B Point }
type Logger interface{ Log(string) }
type Namer interface{ Name() string }
type LN interface {
	Logger
	Namer
}
type base struct {
	name string
	logs *[]string
}

func (b base) Name() string     { return b.name }
func (b *base) Rename(s string) { b.name = s }
func (b base) Log(s string)     { *b.logs = append(*b.logs, b.name+":"+s) }

type mid struct {
	*base
	level int
}
type top struct {
	mid
	Namer
	fn func(string) string
}

func (t top) Name() string { return t.fn(t.mid.Name()) }

type Visitor struct {
	onInt func(int) (stop bool)
	kids  []Visitor
	next  *Visitor
}

func (g *Grid) Set(x, y int, r rune) *Grid { g[y][x] = r; return g }
func (g Grid) String() string {
	var b strings.Builder
	for _, row := range g {
		for _, c := range row {
			if c == 0 {
				c = '.'
			}
			b.WriteRune(c)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

var (
	a    = b + 1
	b    = f()
	_    = func() int { order = append(order, "blank"); return 0 }()
	c, d = pair()
)
var order []string

func f() int           { order = append(order, "f"); return len(order) * 10 }
func pair() (x, y int) { order = append(order, "pair"); x, y = a, b; return y, x }
func init()            { order = append(order, "init1") }
func init()            { order = append(order, "init2") }

func named(n int) (res int, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("caught %v", r)
			res++
		}
	}()
	defer func(m int) { res += m * 100 }(n)
	for i := 0; ; i++ {
		switch {
		case i == n:
			return i, nil
		case i > 3:
			panic(i)
		case i == 2:
			continue
		default:
			defer func() { res += i }()
		}
	}
}

func machine(s string) (out []string) {
	i := 0
start:
	if i >= len(s) {
		goto end
	}
	switch c := s[i]; {
	case c >= '0' && c <= '9':
		out = append(out, "num")
		goto num
	case c == ' ':
		i++
		goto start
	default:
		out = append(out, string(c))
		i++
		goto start
	}
num:
	for ; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			goto start
		}
	}
end:
	return append(out, "eof")
}

func first() {
	fmt.Println(a, b, c, d, order)
	for n := range 6 {
		fmt.Println(named(n))
	}
	fmt.Println(machine("12 + x34"))
	ops := map[string]Op{"+": func(x, y float64) (float64, error) { return x + y, nil }}
	ops["/"] = func(x, y float64) (float64, error) {
		if y == 0 {
			return 0, errors.New("div")
		}
		return x / y, nil
	}
	if r, err := ops["/"](1, 0); err != nil {
		fmt.Println(r, err)
	} else if r, err := ops["+"](r, 1); err == nil {
		fmt.Println(r)
	}
	var g Grid
	h := g
	g.Set(1, 1, 'x').Set(0, 2, 'o')
	fmt.Print(g, h == Grid{}, g == h, "\n")
	m := map[Seg][]Point{{Point{1, 2}, Point{3, 4}}: {{5, 6}}}
	m[Seg{B: Point{3, 4}, A: Point{1, 2}}][0].X++
	ma := map[[2]string]map[any]int{{"a", "b"}: {1: 2, "x": 3, Point{}: 4, [1]int{1}: 5, nil: 6}}
	fmt.Println(m, ma[[...]string{"a", "b"}][Point{}], ma[[2]string{"a", "b"}][[1]int{1}], ma[[2]string{}][nil])
}

func second() {
	var logs []string
	bs := &base{"b", &logs}
	t := top{mid{bs, 1}, nil, strings.ToUpper}
	log, name := t.Log, t.Name
	t.Rename("renamed")
	log("one")
	fmt.Println(name(), t.Name(), t.mid.Name(), LN(t).Name(), logs)
	rn := (*base).Rename
	rn(bs, "again")
	vn := base.Name
	fmt.Println(vn(*bs), Logger.Log != nil)
	v := Visitor{onInt: func(i int) bool { return i > 2 }, kids: []Visitor{{}, {onInt: func(int) bool { return true }}}}
	v.next = &v
	fmt.Println(v.next.next.kids[1].onInt(1), v.next.onInt(2), v.kids[0].onInt == nil)
	x := 1
	{
		x := x + 1
		if x := x * 10; x > 10 {
			x, y := x+1, x
			fmt.Println(x, y)
		}
		x++
		_ = x
	}
	fmt.Println(x)
	var fs []func() int
	for i := 0; i < 3; i++ {
		fs = append(fs, func() int { i *= 2; return i })
	}
	fmt.Println(fs[1](), fs[1](), fs[2](), fs[0]())
	defer func() {
		r := recover()
		fmt.Println("main recovered:", r)
		os.Exit(len(logs) + 4)
	}()
outer:
	for i, row := range [][]int{{1, 2}, {3, 4}, {5}} {
		for j := range row {
			switch {
			case i == 1 && j == 0:
				continue outer
			case i == 2:
				break outer
			}
			select {
			default:
				break
			}
			fmt.Print(i, j, " ")
		}
	}
}

func third() {
	var ln LN
	ln.Log("nil")
}

func main() {
	first()
	second()
	third()
}
