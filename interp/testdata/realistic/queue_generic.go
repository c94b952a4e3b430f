package main

import (
	"errors"
	"fmt"
	"strings"
)

type Queue[T any] interface {
	Push(T)
	Pop() (T, error)
	Len() int
}

type sliceQueue[T any] struct{ items []T }

func (q *sliceQueue[T]) Push(v T) { q.items = append(q.items, v) }
func (q *sliceQueue[T]) Pop() (v T, err error) {
	if len(q.items) == 0 {
		return v, errEmpty
	}
	v, q.items = q.items[0], q.items[1:]
	return
}
func (q *sliceQueue[T]) Len() int { return len(q.items) }

type linked[T any] struct {
	head, tail *link[T]
	n          int
}

type link[T any] struct {
	v    T
	next *link[T]
}

func (l *linked[T]) Push(v T) {
	e := &link[T]{v: v}
	if l.tail != nil {
		l.tail.next = e
	} else {
		l.head = e
	}
	l.tail = e
	l.n++
}

func (l *linked[T]) Pop() (v T, err error) {
	if l.head == nil {
		err = errEmpty
		return
	}
	v = l.head.v
	if l.head = l.head.next; l.head == nil {
		l.tail = nil
	}
	l.n--
	return v, nil
}

func (l *linked[T]) Len() int { return l.n }

type twoStacks[T any] struct{ in, out []T }

func (q *twoStacks[T]) Push(v T) { q.in = append(q.in, v) }
func (q *twoStacks[T]) Pop() (T, error) {
	if len(q.out) == 0 {
		for i := len(q.in) - 1; i >= 0; i-- {
			q.out = append(q.out, q.in[i])
		}
		q.in = q.in[:0]
	}
	if len(q.out) == 0 {
		return *new(T), errEmpty
	}
	v := q.out[len(q.out)-1]
	q.out = q.out[:len(q.out)-1]
	return v, nil
}
func (q *twoStacks[T]) Len() int { return len(q.in) + len(q.out) }

type logging[T any] struct {
	Queue[T]
	log []string
}

func (l *logging[T]) Push(v T) {
	l.log = append(l.log, fmt.Sprintf("+%v", v))
	l.Queue.Push(v)
}

func (l *logging[T]) Pop() (v T, err error) {
	defer func() {
		if err != nil {
			l.log = append(l.log, "!")
		} else {
			l.log = append(l.log, fmt.Sprintf("-%v", v))
		}
	}()
	return l.Queue.Pop()
}

var errEmpty = errors.New("queue is empty")

func drain[T any](q Queue[T]) (all []T) {
	for q.Len() > 0 {
		v, _ := q.Pop()
		all = append(all, v)
	}
	return
}

func main() {
	for _, q := range []Queue[int]{&sliceQueue[int]{}, &linked[int]{}, new(twoStacks[int]), &logging[int]{Queue: &linked[int]{}}} {
		for i := range 4 {
			q.Push(i * i)
		}
		a, _ := q.Pop()
		q.Push(a + 100)
		rest := drain(q)
		_, err := q.Pop()
		fmt.Printf("%v %v %v %T\n", a, rest, err == errEmpty, q)
		if l, ok := q.(*logging[int]); ok {
			fmt.Println(strings.Join(l.log, " "), l.Len())
		}
	}
	var names Queue[string] = &linked[string]{}
	names.Push("x")
	fmt.Println(drain(names), names.Len())
}
