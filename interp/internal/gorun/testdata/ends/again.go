package main

import "fmt"

type E struct{ n int }

func main() {
	defer func() { r := recover(); fmt.Println("got", r); panic(r) }()
	panic(E{3})
}
