package main

import (
	"fmt"
	"strings"
)

type Weekday int

const (
	Mon Weekday = iota
	Tue
	Wed
)

func (d Weekday) String() string {
	if d < Mon || d > Wed {
		return fmt.Sprintf("Weekday(%d)", int(d))
	}
	return [...]string{"Mon", "Tue", "Wed"}[d]
}

type Hex []byte

func (h Hex) Format(f fmt.State, verb rune) {
	switch verb {
	case 'x', 'X':
		width, ok := f.Width()
		for i, b := range h {
			if i > 0 && f.Flag(' ') {
				f.Write([]byte(" "))
			}
			fmt.Fprintf(f, "%0"+fmt.Sprint(map[bool]int{true: width, false: 2}[ok])+string(verb), b)
		}
	case 'v':
		if f.Flag('#') {
			fmt.Fprintf(f, "Hex{%d bytes}", len(h))
			return
		}
		fmt.Fprint(f, string(h))
	default:
		fmt.Fprintf(f, "%%!%c(Hex)", verb)
	}
}

type Secret string

func (Secret) String() string   { return "***" }
func (Secret) GoString() string { return "Secret(hidden)" }

type Pt struct{ X, Y int }

func (p *Pt) String() string { return fmt.Sprintf("<%d,%d>", p.X, p.Y) }

type Tree struct {
	Label string
	Kids  []*Tree
}

func (t *Tree) String() string {
	if t == nil {
		return "nil"
	}
	var parts []string
	for _, k := range t.Kids {
		parts = append(parts, k.String())
	}
	if len(parts) == 0 {
		return t.Label
	}
	return t.Label + "(" + strings.Join(parts, " ") + ")"
}

func main() {
	fmt.Println(Tue, Weekday(9), []Weekday{Mon, Wed}, map[Weekday]int{Wed: 1, Mon: 2})
	fmt.Printf("%v %d %s %q %x %5v|%-5v|\n", Tue, Tue, Tue, Tue, Tue, Mon, Wed)
	h := Hex("go!")
	fmt.Printf("%v %x % X %#v %d %4x\n", h, h, h, h, h, h)
	s := Secret("pw")
	fmt.Println(s, string(s), len(s))
	fmt.Printf("%v %s %#v %q\n", s, s, s, s)
	p := Pt{1, 2}
	fmt.Println(p, &p, []*Pt{}, []Pt{p})
	fmt.Printf("%v %+v %v\n", p, p, &p)
	t := &Tree{"a", []*Tree{{Label: "b"}, {"c", []*Tree{{Label: "d"}, nil}}}}
	fmt.Println(t)
	var none *Tree
	fmt.Println(none.String(), fmt.Sprint(t.Kids[1]))
}
