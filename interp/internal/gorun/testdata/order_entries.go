package main

import "fmt"

type named int
type S struct{ a any }
type P struct{ p *int }
type F struct{ f func() }
type st struct{ x, y int }

func g() {}

func main() {
	k, one := "a", 1
	x := 3
	fmt.Println("any value const", map[string]any{k: 1, "a": 2})
	fmt.Println("any value str", map[string]any{k: 1, "a": "s"})
	fmt.Println("any value nil", map[string]any{k: 1, "a": nil})
	fmt.Println("any key", map[any]int{k: 1, "a": 2})
	fmt.Println("any key int", map[any]int{one: 1, 1: 2})
	fmt.Println("struct any nil", map[int]S{one: {x}, 1: {nil}})
	fmt.Println("struct any const", map[int]S{one: {x}, 1: {4}})
	fmt.Println("struct any unset", map[int]S{one: {x}, 1: {}})
	fmt.Println("struct ptr nil", map[int]P{one: {&x}, 1: {nil}}[1].p == nil)
	fmt.Println("named", map[named]int{named(one): 1, named(1): 2})
	fmt.Println("struct", map[int]st{one: {1, 2}, 1: {3, 4}}, map[int]st{one: {1, x}, 1: {3, 4}})
	fmt.Println("array", map[int][2]int{one: {1, x}, 1: {3, 4}})
	fmt.Println("array any", map[int][2]any{one: {1, x}, 1: {3, 4}}, map[int][2]any{one: {1, x}, 1: {nil, nil}})
	fmt.Println("error nil", map[int]error{one: fmt.Errorf("x"), 1: nil})
	fmt.Println("ptr nil", map[int]*int{one: &x, 1: nil}[1] == nil)
	fmt.Println("slice nil", map[int][]int{one: {1}, 1: nil})
	fmt.Println("func nil", map[int]func(){one: g, 1: nil}[1] == nil, map[int]func(){one: nil, 1: g}[1] == nil)
	fmt.Println("string conv", map[string]string{k: "x", string("a"): string(rune('b'))})
	fmt.Println("slice", map[string][]int{k: {1}, "a": {2}}, map[string][]int{"a": {2}, k: {1}})
	fmt.Println("float", map[float64]float64{float64(one): 1, 1: 2}, map[bool]int{one == 1: 1, true: 2})
	fmt.Println("dup const order", map[float64]int{float64(one): 5, 2: 1, float64(one) + 1: 7})
	fmt.Println("any iface conv", map[string]fmt.Stringer{k: st2{1}, "a": nil}, map[string]fmt.Stringer{k: nil, "a": st2{2}})
	fmt.Println("len>25", map[int]int{one: -1, 1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7, 8: 8, 9: 9, 10: 10, 11: 11, 12: 12, 13: 13, 14: 14, 15: 15, 16: 16, 17: 17, 18: 18, 19: 19, 20: 20, 21: 21, 22: 22, 23: 23, 24: 24, 25: 25, 26: 26, 27: 27}[1])
}

type st2 struct{ v int }

func (s st2) String() string { return fmt.Sprint(s.v) }
