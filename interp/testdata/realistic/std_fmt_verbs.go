package main

import (
	"errors"
	"fmt"
	"math"
	"math/cmplx"
	"time"
	"unsafe"
)

type S struct {
	A int
	b string
	P *int
	M map[string]any
	I any
	E error
	F func()
	C chan int
	B []byte
	R rune
	N *S
}
type Str string
type Val struct{ n int }
type Ptr struct{ n int }
type Fm struct{ n int }
type Gs struct{ n int }
type Er struct{ n int }
type Both struct{ n int }
type Bad struct{ p *int }
type Nested struct {
	V  Val
	P  Ptr
	PP *Ptr
	f  Fm
	L  []Val
	M  map[Str]*Val
	E  Er
}

func (v Val) String() string  { return fmt.Sprintf("val(%d)", v.n) }
func (p *Ptr) String() string { return fmt.Sprintf("ptr(%d)", p.n) }
func (f Fm) Format(s fmt.State, verb rune) {
	w, wok := s.Width()
	p, pok := s.Precision()
	fmt.Fprintf(s, "F{%c %d%t %d%t %t%t%t %s}", verb, w, wok, p, pok, s.Flag('+'), s.Flag('#'), s.Flag('-'),
		fmt.FormatString(s, verb))
}
func (g Gs) GoString() string { return "Gs!" }
func (e Er) Error() string    { return fmt.Sprint("er", e.n) }
func (Both) Error() string    { return "as error" }
func (Both) String() string   { return "as string" }
func (b Bad) String() string  { return fmt.Sprint(*b.p) }

type Rec []Rec
type Fn func(int) string
type Arr [2]Val
type Emb struct {
	Val
	x int
}
type EmbP struct {
	*Ptr
	Str
}
type ifc interface{ String() string }
type G[K comparable, V any] struct {
	k K
	v V
}

func main() {
	s := S{A: 1, b: "x\n", M: map[string]any{"z": 1, "a": []any{nil, 2.5}}, I: Val{3}, E: Er{4}, B: []byte("hi"), R: 'é'}
	fmt.Printf("%v\n%+v\n%#v\n", s, s, s)
	n := Nested{Val{1}, Ptr{2}, &Ptr{3}, Fm{4}, []Val{{5}}, map[Str]*Val{"k": nil}, Er{6}}
	fmt.Printf("%v\n%+v\n", n, n)
	n.PP = nil
	fmt.Printf("%#v\n", n)
	fmt.Printf("%v %d %s %x %q %T\n", Val{1}, Val{1}, Val{1}, Val{1}, Val{1}, Val{1})
	fmt.Printf("%v %v %s %d\n", Ptr{1}, &Ptr{1}, &Ptr{2}, Ptr{3})
	fmt.Printf("%+8.3v|%#x|%-5d|%s\n", Fm{1}, Fm{2}, Fm{3}, []Fm{{4}})
	fmt.Printf("%v %#v %#v %+v\n", Gs{1}, Gs{1}, []any{Gs{1}, &Val{2} == nil}, struct{ G Gs }{})
	fmt.Printf("%v %s %d %#v\n", Er{1}, Er{1}, Er{1}, Er{1})
	fmt.Println(Both{}, []any{Both{}}, map[Both]Both{{}: {}})
	fmt.Printf("%v|%s|%d|%v\n", Bad{}, Bad{}, Bad{}, (*Bad)(nil))
	fmt.Printf("%v %v\n", (*Val)(nil), (*Ptr)(nil) == nil)
	fmt.Printf("%v %#v %T\n", Rec{{}, {{}}}, Rec{{}, {{}}}, Rec{})
	fmt.Printf("%T %T %T %T %T\n", Fn(nil), Arr{}, G[Str, []Val]{}, G[struct{ a int }, map[Str]func(...int) (Val,
		error)]{}, &G[G[int, bool], any]{})
	fmt.Printf("%v %+v %#v\n", Arr{{1}, {2}}, Arr{}, Arr{})
	fmt.Printf("%v %+v %#v\n", Emb{Val{1}, 2}, Emb{}, Emb{})
	e := EmbP{&Ptr{1}, "s"}
	fmt.Printf("%v %s\n", e, e)
	fmt.Printf("%#v %+v\n", G[Str, *Val]{"a", nil}, G[Val, Er]{Val{1}, Er{2}})
	var i ifc
	var err error
	fmt.Printf("%v %+v %#v %T %v %d\n", i, i, i, i, err, nil)
	fmt.Printf("%d %s %!|%z|%d %d\n", "s", 5, 1, 2)
	fmt.Printf("%[2]d %[1]d %d|%[5]d|%*d|%.*f|%-*d|\n", 1, 2, 5, 42, 2)
	fmt.Printf("%*d|%.*f|%-*d|%0*d\n", 5, 42, 2, math.Pi, 4, 7, 6, -3)
	fmt.Printf("%6.2f|%-8s|%08.3f|%+d|%x|%X|%#o|%b|%e|%g|%G|%c|%U|%#U|%q\n", 3.14159, "ab", -3.14159, 5, "hi", []byte{1,
		171}, 8, 5, 12345.678, 1e21, 1e-7, 'x', 'é', '⌘', 'x')
	fmt.Printf("%t %v %p %v\n", true, struct{}{}, nil, [0]int{})
	fmt.Printf("%v %v %.2f %v %v\n", cmplx.Sqrt(-1), complex64(1+2i), 1+2i, cmplx.Inf(), math.NaN())
	fmt.Printf("%s %v %d\n", []string{"a", "b"}, []error{nil, Er{1}}, []Val{{1}})
	fmt.Printf("%q %x % x %#v %s\n", []string{"a b"}, []string{"hi"}, "hi there", []byte(nil), errors.New("x"))
	fmt.Printf("%5t|%-7v|%07d|%+q|%#q|% d|%x\n", false, Str("s"), -42, "é", "a`b", 5, -255)
	fmt.Printf("%v %s %d %v\n", time.Duration(1500)*time.Millisecond, 2*time.Second, time.Millisecond, time.March)
	fmt.Printf("%v %+v\n", &s.A != nil, &struct{ V *Val }{nil})
	fmt.Printf("%v %v %v\n", &[]Val{{1}}, &map[Str]int{"a": 1}, &[1]*int{})
	fmt.Printf("%6v|%-6v|%06v|%6v\n", []int{1, 2}, []Str{"a"}, [2]int{3, 4}, map[int]Val{1: {2}})
	fmt.Println(unsafe.Sizeof(s), unsafe.Offsetof(s.R))
	fmt.Println(fmt.Sprint("a", 1, 2, "b", "c", 3.0, nil, 'x'), fmt.Sprintln("a", 1))
	fmt.Printf("%v %v\n", int8(-128), uint8(200))
	fmt.Printf("%s|%v|%d", e.Str, e.Ptr, []any{1, "a", nil, Val{}})
	fmt.Printf("%!d %", 3)
	fmt.Println()
	fmt.Printf("extra %d\n", 1, "two", Val{3})
}
