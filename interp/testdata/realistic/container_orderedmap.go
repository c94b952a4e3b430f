package main

import (
	"fmt"
	"iter"
	"strings"
)

func main() {
	m := NewOrdered[string, int]()
	for i, w := range strings.Fields("one two three two one four") {
		m.Set(w, i)
	}
	for k, v := range m.All() {
		fmt.Print(k, "=", v, " ")
	}
	fmt.Println(m.Len())

	if v, ok := m.Get("two"); ok {
		fmt.Println("two is", v)
	}
	fmt.Println(m.Delete("two"), m.Delete("five"), m.Len())
	for k := range m.Keys() {
		if k == "four" {
			break
		}
		fmt.Print(k, " ")
	}
	fmt.Println()
	m.Set("two", 22)
	for k, v := range m.Backward() {
		fmt.Print(k, ":", v, " ")
	}
	fmt.Println()
}

type entry[K comparable, V any] struct {
	key        K
	value      V
	prev, next *entry[K, V]
}

type Ordered[K comparable, V any] struct {
	index       map[K]*entry[K, V]
	first, last *entry[K, V]
}

func NewOrdered[K comparable, V any]() *Ordered[K, V] {
	return &Ordered[K, V]{index: make(map[K]*entry[K, V])}
}

func (m *Ordered[K, V]) Set(key K, value V) {
	if e, ok := m.index[key]; ok {
		e.value = value
		return
	}
	e := &entry[K, V]{key: key, value: value, prev: m.last}
	if m.last == nil {
		m.first = e
	} else {
		m.last.next = e
	}
	m.last = e
	m.index[key] = e
}

func (m *Ordered[K, V]) Get(key K) (value V, ok bool) {
	if e := m.index[key]; e != nil {
		return e.value, true
	}
	return
}

func (m *Ordered[K, V]) Delete(key K) bool {
	e, ok := m.index[key]
	if !ok {
		return false
	}
	delete(m.index, key)
	if e.prev != nil {
		e.prev.next = e.next
	} else {
		m.first = e.next
	}
	if e.next != nil {
		e.next.prev = e.prev
	} else {
		m.last = e.prev
	}
	return true
}

func (m *Ordered[K, V]) Len() int { return len(m.index) }

func (m *Ordered[K, V]) All() iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		for e := m.first; e != nil; e = e.next {
			if !yield(e.key, e.value) {
				return
			}
		}
	}
}

func (m *Ordered[K, V]) Backward() iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		for e := m.last; e != nil && yield(e.key, e.value); e = e.prev {
		}
	}
}

func (m *Ordered[K, V]) Keys() iter.Seq[K] {
	return func(yield func(K) bool) {
		for k := range m.All() {
			if !yield(k) {
				return
			}
		}
	}
}
