package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
)

type Celsius float64
type Code uint8
type Point struct{ X, Y int }
type Op func(int) int
type Pair[T any] struct{ A, B T }

const (
	c0 Code = 7 - iota*2
	c1
	c2
	_
	c4 = 200 + iota
)

func (c Code) Error() string { return fmt.Sprintf("code %d", uint8(c)) }

func classify(v any) (s string) {
	defer func() {
		if r := recover(); r != nil {
			s = fmt.Sprint("panic: ", r)
		}
	}()
	switch x := v.(type) {
	case nil:
		return "nil"
	case int, int64:
		return fmt.Sprintf("%T %d", x, x)
	case Celsius:
		switch {
		case math.IsNaN(float64(x)):
			return "not a temperature"
		case x < -273.15, x > 1e8:
			return "impossible"
		case x < 0:
			s = "freezing "
			fallthrough
		case x < 25:
			s += "cold"
		default:
			s = "warm"
		}
		return
	case *fs.PathError:
		return "path " + x.Path
	case Code:
		switch x {
		case c0, c1:
			return "low code"
		case c4:
			return "c4"
		}
		return x.Error()
	case error:
		return "error " + x.Error()
	case fmt.Stringer, io.Reader:
		return fmt.Sprintf("%T", x)
	}
	return composite(v)
}

func composite(v any) (s string) {
	switch x := v.(type) {
	case []int:
		switch n := len(x); n {
		case 0:
			return fmt.Sprint("empty ", x == nil)
		case x[0]:
			return "says its length"
		default:
			return fmt.Sprint(x[n])
		}
	case Pair[int], Pair[Pair[int]]:
		return fmt.Sprintf("%+v", x)
	case struct{ X, Y int }:
		return fmt.Sprint("unnamed ", x.X)
	case Point:
		return fmt.Sprint("point ", x.X, x.Y)
	case Op:
		return fmt.Sprint("op ", x(3))
	case func(int) int:
		return fmt.Sprint("func ", x(4))
	case map[string]any:
		for k, v := range x {
			s += k + "=" + classify(v) + ";"
		}
		return s
	case [2]any:
		switch x {
		case [2]any{1, "a"}:
			return "one a"
		case [2]any{}:
			return "zero pair"
		}
		return "pair " + classify(x[0]) + " " + classify(x[1])
	}
	return fmt.Sprintf("other %T", v)
}

var calls int

func next(v int) int { calls++; return v }

func main() {
	_, err := os.Open("/no/such/file")
	for _, v := range []any{
		nil, 1, int64(2), Celsius(-5), Celsius(20), Celsius(30), Celsius(math.NaN()), Celsius(-300), err, c0, c2, c4,
		errors.Join(err, c1), os.Stdin.Name, []int{}, []int(nil), []int{2, 0}, []int{5}, Pair[int]{1,
			2}, Pair[Pair[int]]{},
		struct{ X, Y int }{1, 2}, Point{3, 4}, Op(func(i int) int { return i * i }), func(i int) int { return -i },
		map[string]any{"k": map[string]any{"n": 1}}, [2]any{1, "a"}, [2]any{}, [2]any{[]int{}, 1}, [2]any{nil,
			2.5}, int8(3),
		(*fs.PathError)(nil), fs.FileMode(0o755), &Point{},
	} {
		fmt.Println(classify(v))
	}
	switch x := next(2); next(x) {
	case next(1), next(2), next(3):
		fmt.Println("found", calls)
	case next(4):
	}
	switch next(9); {
	case calls == 0:
	default:
		fmt.Println("default first", calls)
		break
	case calls > 100:
	}
	switch {
	}
	fmt.Println(c0, c1, c2, c4, errors.Is(errors.Join(c1), Code(5)))
}
