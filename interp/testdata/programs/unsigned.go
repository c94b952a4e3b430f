package main

import "fmt"

func try(f func()) { defer func() { fmt.Println(recover()) }(); f() }
func main() {
	xs := []int{1, 2, 3}
	var u uint64 = 1<<63 + 5
	var m uint64 = 1<<64 - 1
	a := [3]int{}
	s := "abc"
	pa := &a
	try(func() { _ = xs[u] })
	try(func() { _ = xs[m] })
	try(func() { _ = a[u] })
	try(func() { _ = pa[u] })
	try(func() { _ = s[u] })
	try(func() { _ = xs[u:] })
	try(func() { _ = xs[:u] })
	try(func() { _ = xs[u:m] })
	try(func() { _ = xs[:2:u] })
	try(func() { _ = xs[1:u:m] })
	try(func() { _ = xs[u:2:3] })
	try(func() { _ = s[u:] })
	try(func() { _ = s[:m] })
	try(func() { _ = a[:u] })
	try(func() { _ = a[u:2] })
	try(func() { xs[u] = 1 })
	try(func() { xs[m]++ })
	try(func() { a[u] = 1 })
	try(func() { _ = make([]int, u) })
	try(func() { _ = make([]int, 0, m) })
	try(func() { var w uintptr = 1 << 63; _ = xs[w] })
	try(func() { var w uint = 1 << 63; _ = xs[w] })
	try(func() { var w uint8 = 200; _ = xs[w] })
	try(func() { var w uint32 = 1<<31 + 1; _ = xs[w] })
	try(func() { var w int = -1; _ = xs[w] })
	try(func() { var w int64 = -1 << 63; _ = xs[w:] })
	try(func() { _ = (*[4]int)(xs) })
	try(func() { bs := []byte(s); _ = bs[u] })
	try(func() { ss := []string{"a"}; _ = ss[u] })
	try(func() { ss := [][]int{{1}}; _ = ss[0][u] })
	try(func() { ss := []struct{ a, b int }{{1, 2}}; _ = ss[u].b })
	try(func() { ss := []struct{ a, b int }{{1, 2}}; ss[u].b = 1 })
	try(func() { ch := make(chan int, u); _ = ch })
}
