package main

import (
	"errors"
	"fmt"
)

func main() {
	defer fmt.Println("d")
	defer func() { panic(fmt.Errorf("second: %w", errors.New("x"))) }()
	panic("first")
}
