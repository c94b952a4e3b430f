package main

import (
	"fmt"
	"os"
	"strings"
)

// Names that sessions give meanings to are names like others in programs.
type Tensor struct{ rows []int }

func (t Tensor) Construct(x int) int { return x + len(t.rows) }
func (t Tensor) Call(x int) int      { return -x }

type Cell interface{ Call(int) int }

type Parameter[T any] struct{ Value T }

var In, Out = []string{"in"}, map[int]string{1: "out"}

const help = `
%time fmt.Println(1)
!ls -l
?Tensor
    # not a comment
x[:, 1:2] // %percent
`

func nn(ops int, np ...string) (grad string) {
	for display := range np {
		grad += fmt.Sprint(display, np[display][:1], ";")
	}
	return grad + strings.Repeat("!", ops)
}

func tensor(x Cell) (py func() int) {
	return func() int { return x.Call(3) }
}

type list []int

func (l list) map_(f func(int) int) (out list) {
	for _, lambda := range l {
		out = append(out, f(lambda))
	}
	return
}

func None(True, False bool) (None bool) {
	switch {
	case True && !False, !True &&
		False:
		None = true
	}
	return
}

func where() string {
	def, class, lambda, pass := 1, 2, 3, 4
	import_, self := def+class, lambda*
		pass
	not := !None(true, false) ||
		!None(false, false)
	return fmt.Sprint(import_, self, not)
}

type matrix [2][3]float64

func (m *matrix) at(i, j int) *float64 { return &m[i][j] }

func main() {
	fmt.Println(Tensor{[]int{1, 2}}.Construct(1), Tensor{}.Call(1), In[0], Out[1], len(help))
	fmt.Print(help[1:5], "\n")
	fmt.Println(nn(2, "ab", "cd"), tensor(Tensor{})(), Parameter[[2]int]{[2]int{1, 2}})
	fmt.Println(list{1, 2}.map_(func(x int) int { return x * x }), where())
	var m matrix
	*m.at(1, 2) = 5
	n := m
	n[0], n[1] = n[1], n[0]
	fmt.Println(m, n, m == n, len(n[0][1:]), n[0][1:][1])
	print := func(a ...any) { fmt.Fprintln(os.Stdout, append([]any{"mine"}, a...)...) }
	print(1, "two")
	len := func(s string) string { return "len of " + s }
	fmt.Println(len("x"))
	{
		true, nil, append, string := false, 1, "app", 2.5
		fmt.Println(true, nil, append, string)
	}
	type int string
	var i int = "not a number"
	fmt.Printf("%T %v\n", i, i)
	_, _ = fmt.Println(strings.Map(func(r rune) rune {
		if r == '%' || r == '!' {
			return -1
		}
		return r
	}, "%a!b"))
}
