package main

import (
	"errors"
	"fmt"
	"log"
	"os"
	"strings"
)

type Dim struct{ L int }

func (d Dim) String() string { return "dim" }

type Col int

func (c Col) String() string { return [...]string{"red", "green"}[c] }

type E struct{ code int }

func (e *E) Error() string { return fmt.Sprint("E", e.code) }

type P struct{ x, y int }

func two() (Dim, Col)         { return Dim{1}, 1 }
func three() (*Dim, P, error) { return &Dim{}, P{1, 2}, &E{3} }
func anys() (any, error)      { return Col(0), errors.New("x") }
func mp() (map[Col]Dim, []Col, *P) {
	return map[Col]Dim{1: {}}, []Col{0, 1}, nil
}
func form() (string, Col, P) { return "%v %+v\n", 1, P{3, 4} }

func show(prefix fmt.Stringer, rest ...any) string {
	s := prefix.String()
	for _, r := range rest {
		switch r := r.(type) {
		case Col:
			s += " col " + r.String()
		case fmt.Stringer:
			s += " str " + r.String()
		case error:
			s += " err " + r.Error()
		case nil:
			s += " nil"
		default:
			s += fmt.Sprintf(" %T", r)
		}
	}
	return s
}

type logger struct{ b strings.Builder }

func (l *logger) print(a ...any)             { fmt.Fprintln(&l.b, a...) }
func (l *logger) errs(s fmt.Stringer, e any) { fmt.Fprintln(&l.b, s, e) }
func wrap(x any, err error) (string, error) {
	if err != nil {
		return "", fmt.Errorf("wrap %v: %w", x, err)
	}
	return fmt.Sprint(x), nil
}
func pair[T any](a, b T) string         { return fmt.Sprint(a, b) }
func same() (Col, Col)                  { return 0, 1 }
func gshow[T, U any](a T, b U) (any, U) { return a, b }
func three2() (*Dim, any)               { return &Dim{}, Col(1) }
func getE() (Col, error)                { return 1, &E{9} }

func main() {
	fmt.Println(two())
	fmt.Println(three())
	fmt.Println(anys())
	fmt.Println(mp())
	fmt.Printf(form())
	s := fmt.Sprint(two())
	fmt.Println(s, fmt.Sprintln(three()))
	fmt.Println(show(two()))
	fmt.Println(show(three()))
	fmt.Println(pair(same()))
	fmt.Println(gshow(two()))
	fmt.Println(wrap(getE()))
	fmt.Println(wrap(anys()))
	var l logger
	l.print(two())
	l.print(three())
	l.errs(two())
	l.errs(three2())
	fmt.Print(l.b.String())
	defer fmt.Println(two())
	defer func() { fmt.Println(anys()) }()
	n := 0
	next := func() (Col, int) { n++; return Col(n % 2), n }
	defer fmt.Println(next())
	fmt.Println(next())
	done := make(chan bool)
	go func(a ...any) { fmt.Println(a...); close(done) }(next())
	<-done
	fs := []func(...any) (int, error){fmt.Println}
	fs[0](next())
	log.SetOutput(os.Stdout)
	log.SetFlags(0)
	log.Println(two())
	f := fmt.Sprint
	fmt.Println(f(two()))
	var list []any
	add := func(xs ...any) { list = append(list, xs...) }
	add(two())
	add(three())
	fmt.Println(list...)
	fmt.Printf("%T %T\n", list[0], list[1])
	if c, ok := list[1].(Col); ok {
		fmt.Println("col", c)
	}
	_, e := wrap(getE())
	var target *E
	fmt.Println(errors.As(e, &target))
}
