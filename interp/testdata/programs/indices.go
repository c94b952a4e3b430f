package main

import "fmt"

type S uint8

const (
	A S = iota
	B
	C
)

type Kind int

const (
	X Kind = iota + 2
	Y
)

type Big uint64

const (
	P Big = 1 << iota
	Q
	R
)

type Letter rune

const First Letter = 'a' - 'a' + 1

var names = [...]string{A: "a", B: "b", C: "c"}

func (s S) String() string { return names[s] }

func (k Kind) String() string { return map[Kind]string{X: "x", Y: "y"}[k] }

var texts = []string{P: "p", Q: "q", R: "r"}

var inner = [...][2]string{A: {1: "a1"}, C: {A: "c0", B: "c1"}}

var runes = [256]bool{'a': true, 'b': true, '\n': true}

type table [C + 1]int

const n = 3

func local() string {
	const (
		red S = iota
		blue
	)
	list := [...]string{blue: "blue", red: "red"}
	more := []int{n: 1, n + 1: 2, 10 - n: 3}
	fs := map[S]func() string{A: func() string { return "fa" }}
	ptrs := []*S{B: new(S)}
	return fmt.Sprint(list, more, fs[A](), len(ptrs), len(list))
}

func main() {
	fmt.Println(A, B, C, X, Y, names[B], texts[R], len(texts), inner, runes['a'], runes['c'], First)
	fmt.Println(table{A: 1, C: 3}, &table{1: 5}, [...]S{C: B}, [First + 1]int{First: 7})
	fmt.Println(local())
	fmt.Println([...]string{uint8(1): "conv", S(2): "s"}, len([...]int{Q: 1}))
	type pair struct{ s S }
	fmt.Println([]pair{B: {C}}, []*pair{A: {B}}[A].s, [][]S{B: {B: A}})
}
