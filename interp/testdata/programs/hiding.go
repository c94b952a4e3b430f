package main

import "fmt"

type suit int

const (
	b suit = iota
	c
)

type outcome int

const (
	win outcome = iota
	lose
)

func f(suit suit) bool { return suit == b }
func g(x []outcome) string {
	for i := range x {
		outcome := x[i]
		switch outcome {
		case win:
			return "win"
		case lose:
			return "lose"
		}
	}
	return ""
}

type card struct {
	suit suit
	err  error
}

func (card card) ok(suit suit) bool { card2 := card; return card2.suit == suit && f(suit) }

type point struct{ x, y int }

func mv(point point, d int) (point2 point) { point.x += d; point2 = point; return }

type list []int

func sum(list list) (t int) {
	for _, v := range list {
		t += v
	}
	if len(list) > 0 && list[0] == 1 {
		t++
	}
	return
}

type fn func(int) int

func ap(fn fn) int { return fn(2) }

type node struct {
	node *node
	v    int
}

func depth(node *node) int {
	n := 0
	for node := node; node != nil; node = node.node {
		n++
	}
	return n
}

type (
	iface interface{ M() int }
	im    struct{}
)

func (im) M() int { return 3 }
func ci(iface iface) int {
	if iface == nil {
		return 0
	}
	return iface.M()
}
func e1(error string) string            { return "e:" + error }
func e2(string int, int float64) string { return fmt.Sprint(string+1, int*2) }

type stack[T any] struct{ s []T }

func push[T any](stack *stack[T], v T) int { stack.s = append(stack.s, v); return len(stack.s) }
func res() (error string, bool int)        { error, bool = "r", 2; return }
func str(len int, cap string) string       { return fmt.Sprint(len, cap) }

type state string

func trans(state state) (next state) {
	switch state {
	case "a":
		next = "b"
	case "b", "c":
		next = "a"
	}
	if state != "a" {
		return next
	}
	return next + "!"
}
func cmp(suit suit, k outcome) bool { return k == win && suit == c || suit < c }
func lit() {
	suit := func(suit suit) suit {
		if suit == b {
			return c
		}
		return b
	}
	fmt.Println(suit(b), suit(c))
}

func main() {
	fmt.Println(f(b), f(c), g([]outcome{win}), g([]outcome{lose}))
	fmt.Println(card{b, nil}.ok(b), card{suit: c}.ok(c), mv(point{1, 2}, 3), sum(list{1, 2}), ap(func(i int) int { return i * 5 }))
	fmt.Println(depth(&node{node: &node{}}), ci(im{}), ci(nil), e1("x"), e2(1, 2.5), push(&stack[int]{}, 1))
	fmt.Println(res())
	fmt.Println(str(1, "c"), trans("a"), trans("b"), cmp(b, win), cmp(c, lose))
	lit()
	suit := c
	if suit == c {
		fmt.Println("main c")
	}
	switch suit {
	case b:
		fmt.Println("b")
	case c:
		fmt.Println("c")
	}
	card := card{suit: suit}
	fmt.Println(card.suit == suit, card)
	type local int
	func(local local) {
		if local == 3 {
			fmt.Println("three")
		}
	}(3)
	for _, outcome := range []outcome{win, lose} {
		if outcome == lose {
			fmt.Println("lost")
		}
	}
}
