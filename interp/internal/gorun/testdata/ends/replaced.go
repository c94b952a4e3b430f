// A panic that a deferred panic has replaced is over when that one has been recovered.
package main

import "fmt"

func replaced() {
	defer func() { fmt.Println(recover()) }()
	defer panic("replaces it")
	panic("is replaced")
}

func main() {
	replaced()
	panic("the only one")
}
