package main

import (
	"errors"
	"fmt"
	"sort"
	"strings"
	"time"
)

type (
	ID     int
	Names  []string
	Pair   struct{ A, B any }
	Op     func(int) int
	Empty  struct{}
	Nested map[string]any
)

func describe(v any) string {
	switch x := v.(type) {
	case nil:
		return "nil"
	case bool, int8:
		return fmt.Sprintf("small %v", x)
	case int, int64:
		return fmt.Sprintf("integer %v", x)
	case ID:
		return fmt.Sprintf("id %d", x+1)
	case float32:
		return fmt.Sprint("float32 ", x*2)
	case float64:
		return fmt.Sprint("float64 ", x/2)
	case string:
		return "string of " + fmt.Sprint(len(x))
	case []int:
		return fmt.Sprint("ints ", len(x), cap(x))
	case Names:
		return "names " + strings.Join(x, "&")
	case [2]string:
		return "array " + x[0] + x[1]
	case map[string]int:
		return fmt.Sprint("map ", len(x))
	case Nested:
		keys := make([]string, 0, len(x))
		for k, inner := range x {
			keys = append(keys, k+"="+describe(inner))
		}
		sort.Strings(keys)
		return "nested{" + strings.Join(keys, ", ") + "}"
	case Pair:
		return "pair(" + describe(x.A) + ", " + describe(x.B) + ")"
	case *Pair:
		return "pointer to " + describe(*x)
	case Op:
		return fmt.Sprint("op ", x(20))
	case func() string:
		return "func " + x()
	case chan int:
		return fmt.Sprint("chan ", len(x), cap(x))
	case <-chan int:
		return "receive only"
	case error:
		return "error " + x.Error()
	case fmt.Stringer:
		return "stringer " + x.String()
	case struct{ N int }:
		return fmt.Sprint("unnamed ", x.N)
	default:
		return fmt.Sprintf("other %T", x)
	}
}

func main() {
	c := make(chan int, 3)
	c <- 1
	values := []any{
		nil, true, int8(-3), 42, int64(7), ID(9), float32(1.5), 2.5, "héllo",
		[]int{1, 2},
		Names{"x", "y"},
		[2]string{"p", "q"},
		map[string]int{"a": 1},
		Nested{"k": 1, "n": Nested{"deep": nil}},
		Pair{1, "b"},
		&Pair{nil, Pair{}},
		Op(func(i int) int { return i * 2 }), func() string { return "called" }, c, (<-chan int)(c), errors.New("bad"),
		90 * time.Second,
		struct{ N int }{5},
		Empty{},
		uint(3), 'x',
		[]any{1},
		[0]int{},
	}
	for _, v := range values {
		fmt.Println(describe(v))
	}
}
