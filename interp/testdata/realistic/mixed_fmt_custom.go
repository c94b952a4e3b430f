package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
)

type Vec struct{ X, Y float64 }

func (v Vec) Format(s fmt.State, verb rune) {
	w, hw := s.Width()
	p, hp := s.Precision()
	switch verb {
	case 'v':
		if s.Flag('#') {
			fmt.Fprintf(s, "Vec(%v, %v)", v.X, v.Y)
			return
		}
		fallthrough
	case 's':
		fmt.Fprintf(s, "<%g %g>", v.X, v.Y)
	case 'd':
		fmt.Fprint(s, w, hw, p, hp, s.Flag('+'), s.Flag('-'), s.Flag(' '), s.Flag('0'))
	default:
		fmt.Fprintf(s, fmt.FormatString(s, verb), v.X)
	}
}

type Temp float64

func (t Temp) String() string   { return fmt.Sprintf("%.1f°", float64(t)) }
func (t Temp) GoString() string { return "Temp!" }

type Err struct{ c int }

func (e *Err) Error() string { return fmt.Sprint("err", e.c) }

type Bad struct{}

func (Bad) String() string { panic("bad string") }

type PtrStr struct{ n *int }

func (p *PtrStr) String() string { return fmt.Sprint("n=", *p.n) }

type nested struct {
	A  Temp
	b  Temp
	C  *Temp
	D  map[string]Temp
	E  []error
	F  any
	fn func()
}

type (
	Bytes []byte
	Names []string
)

func (n Names) String() string { return strings.Join(n, "+") }

type rec struct {
	Name string
	Next *rec
}

func main() {
	v := Vec{1, 2.5}
	fmt.Printf("%v %#v %s %+08.3d %6.2f %x|%v\n", v, v, v, v, v, v, []Vec{v})
	t := Temp(36.6)
	n := nested{A: t, b: t, C: nil, D: map[string]Temp{"z": 1, "a": 2}, E: []error{&Err{1}, nil}, F: t}
	fmt.Printf("%v\n%+v\n%#v %#v\n", n, n, t, []Temp{t})
	fmt.Printf("%v %s %d %v\n", Bad{}, &Bad{}, Bad{}, (*Bad)(nil))
	fmt.Printf("%v %v\n", &PtrStr{}, (*PtrStr)(nil))
	fmt.Println(fmt.Sprintf("%d %s", 1), fmt.Sprintf("%d", 1, 2), fmt.Sprintf("%!", 3), fmt.Sprintf("%z %d", "s", "s"), fmt.Sprintf("%[3]d %[1]d %d", 1, 2, 3))
	fmt.Printf("%*d|%-*d|%.*f|%[5]*[4]d\n", 5, 1, 4, 2, 6, 3.14159)
	fmt.Printf("%t %v %q %x %X %c %U %#U %b %o %O %e %G\n", true, nil, 'x', "hi", []byte("hi"), 0x1F600, 0x1F600, 'ü', 5, 8, 8, 1e6, 1e-7)
	fmt.Printf("%v %v %+v %#v %T\n", Bytes("ab"), Names{"a", "b"}, struct {
		N Names
		B Bytes
	}{Names{"x"}, Bytes{1}}, Names{"q"}, Names{})
	fmt.Printf("%s %x %q %v\n", Bytes("ab"), Bytes("ab"), Bytes("ab"), [3]byte{1, 2, 3})
	fmt.Printf("%#v %#v %#v %#v %#v\n", map[string]int{"b": 1, "a": 2}, []any{1, "a", nil, 1.0}, struct{ A, b any }{}, [2]bool{}, rec{"x", nil})
	fmt.Printf("%v %+v %s\n", rec{"a", nil}, &rec{"b", nil}, &rec{Name: "c"})
	fmt.Printf("%6.2f|%-8q|%08b|%+d|% x|%#x|%#o|%+.2e|%t\n", 3.14159, "a", 5, 5, "abc", "abc", 8, 12345.678, "x")
	fmt.Printf("%p %v %v\n", nil, (func())(nil) == nil, (chan int)(nil))
	fmt.Printf("%v %v %v %.3v %10.4v|\n", 1e21, 1e20, float32(0.1), 3.14159, "abcdefgh")
	fmt.Printf("%s %v %d\n", errors.New("e"), fmt.Errorf("w %w %w", io.EOF, &Err{2}), []error{nil})
	fmt.Printf("%5t|%-5t|%05d|%x|%X\n", true, false, -42, -255, "ÿ")
	fmt.Printf("%v %v %v\n", int8(-5), uint8(200), uintptr(10))
	fmt.Printf("%s|%v|%d\n", []string{"a b", "c"}, []string{}, [][]int{{1}, {2, 3}})
	fmt.Printf("%w\n", io.EOF)
	fmt.Println(fmt.Sprint("a", 1, 2, "b", "c", 3.0, nil, 'x'), fmt.Sprintln("x", 1))
	fmt.Println(fmt.Append(nil, "z", 1), string(fmt.Appendf([]byte("p"), "%d", 5)))
	var np *nested
	var ni fmt.Stringer
	fmt.Printf("%v %+v %v %s\n", np, np, ni, ni)
	fmt.Printf("%6v|%-6v|%06v|%v\n", t, t, 7, &t == nil)
	fmt.Printf("%x %X %x\n", 3.5, -1, []string{"ab", "c"})
	fmt.Printf("%08.3f|%+08d|%-08d|% d|%x\n", -3.14159, 42, 42, 42, struct{ A, B int }{10, 11})
}
