package main

func main() {
	defer func() { defer func() { recover() }(); panic("inner") }()
	panic("outer")
}
