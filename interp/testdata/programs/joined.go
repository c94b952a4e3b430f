package main

import (
	"errors"
	"fmt"
	"log"
	"os"
	"strings"
)

type (
	L string
	N int
	S struct{ a L }
	B []byte
	E struct{}
)

func (E) Error() string { return "err" }

type T string

func (t T) String() string { return "<" + string(t) + ">" }
func main() {
	fmt.Println(fmt.Sprint(L("a"), 1), fmt.Sprint(L("p"), L("q")), fmt.Sprint("a", L("b")), fmt.Sprint(1, 2, L("x"), N(3), N(4)))
	fmt.Print(L("p"), L("q"), "\n")
	fmt.Print(L("p"), 1, 2, L("q"), S{"s"}, S{"t"}, nil, nil, L("z"), "\n")
	fmt.Fprint(os.Stdout, L("f"), N(1), N(2), "\n")
	fmt.Println(fmt.Sprint(T("a"), T("b")), fmt.Sprint(T("a"), 1), fmt.Sprint(E{}, E{}), fmt.Sprint(E{}, "x", E{}), fmt.Sprint(errors.New("a"), errors.New("b")))
	fmt.Println(string(fmt.Append(nil, L("a"), L("b"), 1, 2)), fmt.Sprint(B("x"), B("y")), fmt.Sprint([]L{"a"}, []L{"b"}))
	var x, y any = L("i"), N(3)
	fmt.Println(fmt.Sprint(x, y), fmt.Sprint(y, y), fmt.Sprint(x, x))
	args := []any{L("a"), L("b"), 1, N(2), "c"}
	fmt.Println(fmt.Sprint(args...))
	log.SetFlags(0)
	log.SetOutput(os.Stdout)
	log.Print(L("l"), L("m"), 1, N(2))
	log.Print(args...)
	lg := log.New(os.Stdout, "> ", 0)
	lg.Print(L("l"), L("m"), 1, N(2))
	p := L("ptr")
	_ = p
	fmt.Println(fmt.Sprint(&S{"q"}, &S{"r"}), strings.TrimSpace(fmt.Sprintln(L("a"), 1, L("b"))))
	f := fmt.Sprint
	fmt.Println(f(L("a"), L("b"), 1), f(args...))
	defer fmt.Print(L("d"), L("e"), "\n")
	panicS := func() (r any) { defer func() { r = recover() }(); log.Panic(L("x"), L("y")); return }
	fmt.Println(panicS())
	fmt.Println(fmt.Errorf("%v%v", L("a"), L("b")))
	var st fmt.Stringer = T("q")
	fmt.Println(fmt.Sprint(st, st), fmt.Sprint("a", st), fmt.Sprint(st, 1))
}
