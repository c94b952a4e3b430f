package main

import (
	"fmt"
	"strings"
)

type stateFn func(*controller) string

type controller struct {
	tick   int
	log    []string
	states map[string]stateFn
}

func (c *controller) note(format string, args ...any) {
	c.log = append(c.log, fmt.Sprintf("%02d ", c.tick)+fmt.Sprintf(format, args...))
}

func (c *controller) run(start string, ticks int) {
	name := start
	for c.tick < ticks {
		fn, ok := c.states[name]
		if !ok {
			c.note("no state %s", name)
			return
		}
		next := fn(c)
		if next != name {
			c.note("%s => %s", name, next)
		}
		name = next
		c.tick++
	}
}

func main() {
	c := &controller{}
	hold := 0
	wait := func(n int, here, next string) stateFn {
		return func(c *controller) string {
			if hold++; hold < n {
				return here
			}
			hold = 0
			return next
		}
	}
	c.states = map[string]stateFn{
		"red":    wait(3, "red", "green"),
		"green":  wait(2, "green", "yellow"),
		"yellow": wait(1, "yellow", "red"),
	}
	c.run("red", 14)
	fmt.Println(strings.Join(c.log, "\n"))
	c2 := &controller{states: map[string]stateFn{"a": func(*controller) string { return "b" }}}
	c2.run("a", 5)
	for i, l := range c2.log {
		fmt.Println(i, l)
	}
}
