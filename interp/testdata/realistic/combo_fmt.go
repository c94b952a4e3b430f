package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"
)

type Level int

const (
	Debug Level = iota - 1
	Info
	Warn
)

func (l Level) String() string { return [...]string{"D", "I", "W"}[l+1] }

type Pt struct{ X, Y int }

func (p Pt) Format(s fmt.State, v rune) {
	w, ok := s.Width()
	pr, ok2 := s.Precision()
	fmt.Fprintf(s, "{%c %d %v %d %v %v%v %s}", v, w, ok, pr, ok2, s.Flag('+'), s.Flag('#'), fmt.FormatString(s, v))
}

type Secret string

func (s Secret) String() string   { return "***" }
func (s Secret) GoString() string { return "Secret(***)" }

type E1 struct{ code int }

func (e *E1) Error() string { return "e1:" + strconv.Itoa(e.code) }

type PanicS struct{ p *int }

func (p PanicS) String() string { return fmt.Sprint(*p.p) }

type Ptr struct{ n int }

func (p *Ptr) String() string { return fmt.Sprintf("ptr%d", p.n) }

type Deep struct {
	L   Level
	Ls  []Level
	M   map[Level]Secret
	P   *Pt
	Q   Pt
	E   error
	any any
	lv  Level
	A   [2]Secret
	F   func()
	Ch  chan int
	Pp  Ptr
	PP  *Ptr
	T   time.Duration
	N   struct{ A, B Level }
	I   interface{ String() string }
}
type Bytes []byte
type Hex [4]byte
type Runes []rune
type Bl bool
type Cx complex64

func main() {
	d := Deep{L: Warn, Ls: []Level{Debug, Info}, M: map[Level]Secret{Info: "x", Debug: "y"}, P: &Pt{1, 2},
		Q: Pt{3, 4}, E: &E1{5}, any: Level(1), lv: Warn, A: [2]Secret{"a",
			"b"}, PP: &Ptr{3}, T: 1500 * time.Millisecond, I: Info}
	d.P = nil
	fmt.Printf("%v\n", d)
	fmt.Printf("%+v\n", d)
	d.PP = nil
	d.E = errors.New("x")
	d.E = nil
	fmt.Printf("%#v\n", d)
	fmt.Printf("%d %x %s %q\n", d.L, d.Ls, d.Ls, d.A)
	fmt.Printf("%5v|%-5v|%05d|%x|%X|%q\n", Info, Warn, Warn, Secret("a"), "hi", Secret("zz"))
	fmt.Printf("%v %+5.2d %#x %s\n", Pt{1, 2}, Pt{}, &Pt{}, []Pt{{1, 2}})
	fmt.Printf("%v %s %d\n", PanicS{}, &PanicS{}, PanicS{})
	fmt.Printf("%v %v\n", (*Ptr)(nil), Ptr{1})
	fmt.Printf("%v %s %x %X % x %#v %q\n", Bytes("hey"), Bytes("hey"), Bytes("hey"), Hex{1, 2}, Hex{1, 255},
		Hex{1}, Bytes("a\xff"))
	fmt.Printf("%s %x %v %c %U %q\n", Hex{65}, Hex{65}, Runes("hé"), Runes("hé"), Runes("hé"), Runes("h\n"))
	fmt.Printf("%t %v %#v %v %#v %.2f\n", Bl(true), Bl(false), Bl(true), Cx(1+2i), Cx(3i), Cx(1.234-5i))
	fmt.Printf("%!|%z|%d|%s\n", 1, "a")
	fmt.Printf("%[2]d %[1]d %[3]*.[2]*[1]f|%d\n", 12, 2, 9)
	fmt.Printf("%*d|%-*d|%.*f\n", 5, 42, 5, 42, 2, 3.14159)
	fmt.Printf("%w %v\n", io.EOF, fmt.Errorf("a: %w b: %w", io.EOF, &E1{2}))
	fmt.Printf("%6.2f|%-8.3e|%+g|%08.3f|%x|%b\n", 3.14159, 1234.5, 1.0, -3.14159, 1.5, 2.0)
	fmt.Printf("%v %v %v %v\n", float32(0.1), float64(float32(0.1)), 1e21, 1e20)
	fmt.Printf("%q %+q %#q %x % X\n", "héllo\x00", "héllo", "a`b", "hé", "hé")
	fmt.Printf("%t %d %s\n", 1, true, 3.5)
	fmt.Printf("%v %v\n", struct {
		A any
		B error
	}{nil, nil}, [](*int){nil})
	fmt.Printf("%T %T %T %T\n", d.N, d.F, map[Level][]*Pt{}, struct {
		X Level `json:"x"`
	}{})
	var np *Deep
	fmt.Printf("%v %+v %s\n", np, np, np)
	fmt.Fprintln(os.Stdout, d.N, &d.N, &d.Ls, &d.M, &d.A)
	fmt.Println(fmt.Sprint("a", 1, 2, "b", "c", 3.0, Info, Warn, nil, []any{1, "x", nil}))
	var e error = (*E1)(nil)
	fmt.Printf("%v\n", e)
	fmt.Printf("%v %d\n", &[]*Ptr{}, []*int{})
	fmt.Printf("%08b %o %#o %O %c %#U\n", 5, 8, 8, 8, 0x1F600, 0x1F600)
	fmt.Printf("%x %X %#x\n", -255, []int{10, 11}, []byte{1, 2})
	fmt.Printf("%s|%10.3s|%-10s|\n", []string{"a", "b"}, "abcdef", "é")
}
