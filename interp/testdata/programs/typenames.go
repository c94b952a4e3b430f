package main

import (
	"fmt"
	"sync"
)

type (
	Num      int
	P        struct{ x int }
	G[T any] struct{ v T }
)

func named(a int, b Num) (c error) { return nil }
func show[T any](v T)              { fmt.Printf("%T\n", v) }
func main() {
	fmt.Printf("%T %T\n", struct{ Q float64 }{}, struct {
		a Num
		b []struct{ c int }
	}{})
	fmt.Printf("%T\n", struct {
		X int    `json:"x{}"`
		Y string "t"
	}{})
	fmt.Printf("%T\n", func(n Num, s ...string) (int, error) { return 0, nil })
	fmt.Printf("%T %T\n", named, func(f func(x int) bool, m map[string]struct{ z any }) {})
	fmt.Printf("%T %T %T\n", map[Num]interface{}{}, []any{}, make(chan int))
	fmt.Printf("%T\n", struct {
		P
		z int
	}{})
	fmt.Printf("%T\n", &struct {
		*P
		sync.Mutex
	}{})
	show(struct{ n Num }{})
	show([]func(Num) struct{}{})
	show(map[struct{ k int }]Num{})
	fmt.Printf("%T\n", [2]struct{ v Num }{})
	fmt.Printf("%v %+v %#v\n", struct{ Q Num }{1}, struct{ Q Num }{1}, struct{ Q Num }{1})
	fmt.Printf("%#v %#v\n", []struct{ a Num }{{1}}, map[string]struct{}{"a": {}})
}
