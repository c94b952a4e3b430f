package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// What package fmt writes of values with methods, and of those without.

type color int

const (
	red color = iota
	green
)

func (c color) String() string { return [...]string{"red", "green"}[c] }

type point struct{ x, y int }

func (p point) String() string { return fmt.Sprintf("(%d,%d)", p.x, p.y) }

type tree struct {
	l, r *tree
	v    int
}

func (t *tree) String() string {
	if t == nil {
		return "."
	}
	return fmt.Sprint("[", t.l, t.v, t.r, "]")
}

type failure struct{ code int }

func (f *failure) Error() string  { return fmt.Sprint("failure ", f.code) }
func (f *failure) String() string { return "not this" }

type (
	celsius float64
	name    string
	label   string
	flag    bool
	outer   struct{ point }
	deep    struct {
		*tree
		n int
	}
	big struct {
		a, b, c, d, e, f, g, h, i, j int
	}
	nothing  struct{}
	list     []int
	table    map[string]int
	callback func() string
	wrongOne int
	own      int
	generic  [1]int
)

func (l label) String() string           { return "<" + string(l) + ">" }
func (b big) String() string             { return fmt.Sprint(b.a + b.j) }
func (nothing) String() string           { return "nothing" }
func (l list) String() string            { return fmt.Sprintf("list of %d", len(l)) }
func (t table) String() string           { return fmt.Sprintf("table of %d", len(t)) }
func (c callback) String() string        { return c() }
func (wrongOne) String(n int) string     { return "no" }
func (o own) Format(f fmt.State, c rune) { fmt.Fprintf(f, "own %c %d", c, int(o)) }
func (o own) String() string             { return "not this" }
func (g generic) GoString() string       { return "go" }

type box[T any] struct{ v T }

func (b box[T]) String() string { return fmt.Sprintf("box %v", b.v) }

func kinds() {
	c, p, t := green, point{1, -2}, &tree{v: 1, l: &tree{v: 2}}
	fmt.Println(c, p, t, &p, celsius(1.5), name("n"), label("l"), flag(true), outer{p}, deep{t, 3}, big{a: 1, j: 2})
	fmt.Println(nothing{}, list{1, 2}, table{"a": 1}, callback(func() string { return "called" }),
		wrongOne(4), own(5), generic{6})
	fmt.Println(box[int]{3}, box[point]{p}, &box[string]{"s"})
	fmt.Printf("%v %s %q %d %x %5d|%8v|%-8s|%-10q|%+v %#v %T\n", c, c, c, c, c, c, c, c, c, c, c, c)
	fmt.Printf("%v %s %q %+v|%12v|%-12s|%.3s|%08v\n", p, p, p, p, p, p, p, p)
	fmt.Printf("%v %s %6v|%.2f %g %e %5.1f\n", celsius(2.25), name("é"), name("é"),
		celsius(2.25), celsius(1e9), celsius(3), celsius(4))
	fmt.Printf("%s %d %v %t %v %x\n", p, p, flag(false), flag(true), label("x"), label("x"))
	fmt.Printf("%c %c %s\n", c, 'x', own(3))
	var s fmt.Stringer = c
	var e error = &failure{3}
	f := &failure{4}
	fmt.Println(s, e, f, *f, errors.Join(e, f))
	fmt.Printf("%v %s %q %d\n", f, f, f, f)
}

func spaces() {
	fmt.Print("a", 1, 2, "b", "c", 3.5, name("d"), label("e"), green, red, point{}, '\n', "\n")
	fmt.Print(1, 2, true, false, nil, "\n")
	fmt.Print(label("a"), label("b"), green, 1, "\n")
	fmt.Print()
	fmt.Println()
	fmt.Println("", "", 1)
	fmt.Println(fmt.Sprint("x", 1, 2, "y"), fmt.Sprintln("x", 1, 2, "y"), fmt.Sprint(),
		fmt.Sprintln(), fmt.Sprint(""), fmt.Sprint(1, 2))
	fmt.Println(int8(-3), uint8(200), 'x', 1e6, 1e20, 1e21, 1e-7, float32(0.1),
		uintptr(7), 1e100, -0.0, 100000.0, 123456789.0)
	n, err := fmt.Println("é", 2)
	fmt.Println(n, err)
}

type picky struct{ text []string }

func (p *picky) Write(b []byte) (int, error) {
	p.text = append(p.text, fmt.Sprintf("%d:%s", len(b), b))
	if len(b) > 8 {
		return 8, errors.New("too long")
	}
	return len(b), nil
}

func writers() {
	var b strings.Builder
	var buf bytes.Buffer
	p := &picky{}
	w := bufio.NewWriterSize(p, 16)
	for _, to := range []io.Writer{&b, &buf, w, p, os.Stdout, io.Discard} {
		n, err := fmt.Fprintf(to, "%d %s|", 12, green)
		m, err2 := fmt.Fprintln(to, "line", 3, point{4, 5})
		k, err3 := fmt.Fprint(to, "x", 1)
		fmt.Println(n, err, m, err2, k, err3)
		fmt.Fprint(to, 1, "\n")
	}
	fmt.Fprintf(&b, "%s", strings.Repeat("long ", 20))
	fmt.Fprintf(w, "%s", strings.Repeat("long ", 5))
	w.Flush()
	fmt.Printf("%q %q %q\n", b.String(), buf.String(), p.text)
}

func trying(what string, f func()) {
	defer func() {
		if v := recover(); v != nil {
			fmt.Println(what, "panics:", v)
		}
	}()
	f()
}

var turns []string

type noisy string

func (n noisy) String() string { turns = append(turns, string(n)); return strings.ToUpper(string(n)) }

type frail struct{ p *point }

func (f frail) String() string { return fmt.Sprint("frail ", f.p.x) }

type angry struct{ v any }

func (a angry) Error() string { panic(a.v) }

func failures() {
	fmt.Println(color(7), "after", frail{}, angry{"text"}, angry{errors.New("e")}, angry{point{1, 2}})
	fmt.Printf("%v|%8s|%q|%d|%-12v|%s\n", color(7), color(-1), color(9), color(9), frail{}, angry{3})
	var p *point
	var t *tree
	var f *failure
	fmt.Println(p, t, fmt.Sprint(p), fmt.Sprintf("%s %v %5v|", p, t, p))
	fmt.Println(fmt.Sprintf("%v", f), callback(nil))
	trying("nil writer", func() { var w io.Writer; fmt.Fprintf(w, "%d", 1) })
	trying("nil builder", func() { var b *strings.Builder; fmt.Fprintln(b, 1) })
	trying("writer", func() { fmt.Fprintf(writer(func([]byte) (int, error) { panic("w") }), "%s", red) })
	fmt.Println(noisy("a"), noisy("b"), fmt.Sprintf("%s-%v", noisy("c"), noisy("d")), turns)
}

type writer func([]byte) (int, error)

func (w writer) Write(b []byte) (int, error) { return w(b) }

type counter struct{ n *int }

func (c counter) String() string { *c.n++; return fmt.Sprintf("%03d", *c.n) }

func changes() {
	n := 0
	c := counter{&n}
	p := point{1, 1}
	move := func() int { p = point{p.x + 1, 5}; return p.x }
	before := fmt.Sprintf("%v %d", p, p.y)
	fmt.Println(move(), before, p)
	fmt.Println(c, n, c, n)
	s := fmt.Sprintf("%v %v %d", c, c, n)
	fmt.Println(s, n)
	for i := range 3 {
		defer fmt.Println("deferred", c, point{i, i})
	}
	func() {
		defer func() { fmt.Println("recovered", recover(), p) }()
		panic(fmt.Sprint(p, c))
	}()
}

func main() {
	kinds()
	fmt.Printf("%x %X %d %8x|\n", color(1), color(0), color(1), point{1, 2})
	spaces()
	writers()
	failures()
	changes()
}
