package main

import (
	"fmt"
	"os"
	"slices"
)

type cleanup []func()

func (c *cleanup) add(f func()) { *c = append(*c, f) }
func (c cleanup) run() {
	for _, f := range slices.Backward(c) {
		f()
	}
}

func mainErr(args []string) (code int, err error) {
	var c cleanup
	defer c.run()
	defer func() { c.run() }()
	c.add(func() { fmt.Println("close db") })
	c.add(func() { fmt.Println("close log") })
	if len(args) > 1 {
		return 3, fmt.Errorf("args: %v", args)
	}
	fmt.Fprintln(os.Stderr, "fatal: nothing to do")
	return 42, nil
}

func main() {
	code, err := mainErr(os.Args)
	fmt.Println(code, err)
	defer fmt.Println("not printed")
	defer os.Exit(code + 1)
	os.Exit(code)
}
