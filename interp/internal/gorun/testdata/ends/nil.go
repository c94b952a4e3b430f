package main

type T struct{ a, b int }

func main() {
	defer func() { panic(nil) }()
	panic([]int{1})
}
