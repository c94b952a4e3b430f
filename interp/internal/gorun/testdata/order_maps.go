package main

import "fmt"

type point struct {
	x, y int
	tags [2]any
}

var key = "a"

var (
	packaged = map[string]int{key: 1, "a": 2, "b": 3}
	boxed    = map[any]any{any(key): 1, "a": nil, 'x': 2.5}
)

func say(s string) string {
	fmt.Println("say", s)
	return s
}

func zero() int { return 0 }

func main() {
	k, one := "a", 1
	fmt.Println(map[string]int{k: 1, "a": 2})
	fmt.Println(map[string]int{"a": 2, k: 1})
	fmt.Println(map[string]int{"a": one, say("a"): 2, "b": 3, say("b"): 4})
	fmt.Println(packaged, boxed)
	fmt.Println(map[int]point{one: {1, 2, [2]any{}}, 1: {3, 4, [2]any{nil, "s"}}})
	fmt.Println(map[point]int{{x: one}: 1, {x: 1}: 2, {1, 0, [2]any{nil, nil}}: 3})
	fmt.Println(len(map[int]*point{one: nil, 1: {}}), map[int]*point{one: nil, 1: {}}[1] == nil)
	fmt.Println(len(map[int]*point{1: nil, one: {}}), map[int]*point{1: nil, one: {}}[1] == nil)
	fmt.Println(map[int][]int{one: {1}, 1: {2}}, map[int][]int{1: nil, one: {3}}, map[int][]int{one: {4}, 1: nil})
	fmt.Println(map[int]func() int{one: zero, 1: nil}[1] == nil, map[int]map[string]int{one: {k: 1, "a": 2}, 1: nil})
	fmt.Println(map[string]string{say(k): "x", "a": say("y")}, func() map[string]int { return map[string]int{k: 5, "a": 6} }())
	defer func() { fmt.Println(recover()) }()
	fmt.Println(map[any]int{1: 1, any([]int{1}): 2, "a": 10 / zero()})
}
