package main

import (
	"errors"
	"fmt"
)

var ErrEmpty = errors.New("stack is empty")

type Stack[T any] struct {
	items []T
}

func (s *Stack[T]) Push(items ...T) *Stack[T] {
	s.items = append(s.items, items...)
	return s
}

func (s *Stack[T]) Pop() (T, error) {
	var zero T
	if len(s.items) == 0 {
		return zero, ErrEmpty
	}
	last := s.items[len(s.items)-1]
	s.items = s.items[:len(s.items)-1]
	return last, nil
}

func (s *Stack[T]) MustPop() T {
	v, err := s.Pop()
	if err != nil {
		panic(err)
	}
	return v
}

func (s Stack[T]) Len() int { return len(s.items) }

func main() {
	var s Stack[int]
	s.Push(1, 2, 3).Push(4)
	for s.Len() > 0 {
		v, err := s.Pop()
		fmt.Print(v, " ", err, "; ")
	}
	fmt.Println()
	if _, err := s.Pop(); errors.Is(err, ErrEmpty) {
		fmt.Println("empty:", err)
	}

	words := &Stack[string]{}
	words.Push("go", "is", "fun")
	fmt.Println(words.MustPop(), words.Len())

	fmt.Println(balanced("{[()()]}"), balanced("([)]"), balanced("(("))

	defer func() {
		r := recover()
		err, ok := r.(error)
		fmt.Println("recovered", ok, errors.Is(err, ErrEmpty))
	}()
	(&Stack[float64]{}).MustPop()
}

func balanced(text string) bool {
	pairs := map[rune]rune{')': '(', ']': '[', '}': '{'}
	var open Stack[rune]
	for _, r := range text {
		switch r {
		case '(', '[', '{':
			open.Push(r)
		case ')', ']', '}':
			if top, err := open.Pop(); err != nil || top != pairs[r] {
				return false
			}
		}
	}
	return open.Len() == 0
}
