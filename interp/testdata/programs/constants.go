package main

import (
	"errors"
	"fmt"
)

// Constants are loaded where all their uses have passed: wherever a function goes, they must be there.

func branches(n int) (string, float64, error) {
	switch {
	case n < 0:
		return "negative", 1.25, errors.New("below 0")
	case n > 90:
		if n > 900 {
			return "huge", 1e300, nil
		}
		return "large", 1.25, nil
	}
	return "small", float64(n) * 1.25, nil
}

func merged(n int) string {
	s := "even"
	if n%2 == 1 {
		s = "odd"
	}
	if n > 5 {
		s += " and large"
	} else if n > 3 {
		s += " and medium"
	}
	return s + "!"
}

func loops(n int) (s string, sum float64) {
	for i := range n {
		for j := 0; j < i; j++ {
			if j == 2 {
				s += "two"
				continue
			}
			s += "x"
			sum += 0.1
		}
		s += "|"
	}
	return s + "x", sum + 0.1
}

func gotos(n int) (s string) {
	if n%2 == 0 {
		goto second
	}
first:
	s += "first "
	n--
second:
	s += "second "
	if n > 0 {
		n--
		if n%3 == 0 {
			goto second
		}
		goto first
	}
	return s + "first end"
}

func recovered(n int) (s string, err error) {
	s = "begun"
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("recovered %v", r)
			if n > 1 {
				s += "begun twice"
			}
		}
	}()
	if n > 0 {
		s = "panics"
		panic("at " + s)
	}
	return "returned", nil
}

func selects(c chan string, n int) string {
	for {
		select {
		case s, ok := <-c:
			if !ok {
				return "closed"
			}
			if s == "stop" {
				return "stopped"
			}
		default:
			if n--; n < 0 {
				return "nothing"
			}
			c <- "stop"
		}
	}
}

func each(yield func(string) bool) { _ = yield("a") && yield("b") && yield("c") }

func ranges(stop string) (out string) {
	for s := range each {
		defer func() { out += "deferred" + s }()
		switch s {
		case stop:
			return out + "stopped at " + s
		case "b":
			out += "found "
			continue
		}
		out += "other "
	}
	return out + "found none "
}

func types(x any) (int8, uint16, string) {
	switch x := x.(type) {
	case int:
		if x > 100 {
			return -1, 65535, "int"
		}
		return int8(x), uint16(x) ^ 0xff, "int"
	case string, []byte:
		return 1, 0, fmt.Sprintf("text %s", x)
	case nil:
		return 0, 65535, "nil"
	}
	return -1, 1, "other"
}

func bits(a, b int8, c, d uint8, e uint32) (x, y int8, u, v uint8, w uint32) {
	return a ^ b, a &^ b, c ^ d, ^c &^ d, ^e ^ 0x80000000
}

func main() {
	for _, n := range []int{-5, 7, 91, 901} {
		fmt.Println(branches(n))
	}
	for n := range 8 {
		fmt.Println(merged(n), gotos(n))
		fmt.Println(loops(n))
	}
	for n := range 3 {
		fmt.Println(recovered(n))
	}
	c := make(chan string, 3)
	fmt.Println(selects(c, 0), selects(c, 1))
	close(c)
	fmt.Println(selects(c, 1), ranges("c"), ranges("a"), ranges(""))
	for _, x := range []any{3, 300, "a", []byte("b"), nil, 1.5} {
		fmt.Println(types(x))
	}
	for _, a := range []int8{-128, -1, 0, 1, 127} {
		fmt.Println(bits(a, -3, uint8(a), 0x81, uint32(a)))
		fmt.Println(bits(a, 127, uint8(a), 0xff, uint32(a)<<7))
	}
}
