package main

import "fmt"

type S string
type I int

func (i I) Error() string { return fmt.Sprint("I", int(i)) }

func main() {
	defer func() { defer func() { panic(I(4)) }(); panic(S("s")) }()
	defer func() { recover(); panic(1.5) }()
	panic(fmt.Sprintf("a\nb"))
}
