package main

import (
	"container/ring"
	"errors"
	"fmt"
	"io"
)

type Buffer[T any] struct {
	data       []T
	head, size int
}

var (
	ErrFull  = errors.New("buffer full")
	ErrEmpty = errors.New("buffer empty")
)

func NewBuffer[T any](n int) *Buffer[T] { return &Buffer[T]{data: make([]T, n)} }

func (b *Buffer[T]) Write(v T) error {
	if b.size == len(b.data) {
		return ErrFull
	}
	b.data[(b.head+b.size)%len(b.data)] = v
	b.size++
	return nil
}

func (b *Buffer[T]) Overwrite(v T) {
	if b.Write(v) == nil {
		return
	}
	b.data[b.head] = v
	b.head = (b.head + 1) % len(b.data)
}

func (b *Buffer[T]) Read() (v T, err error) {
	if b.size == 0 {
		err = ErrEmpty
		return
	}
	v = b.data[b.head]
	b.head = (b.head + 1) % len(b.data)
	b.size--
	return v, nil
}

func (b *Buffer[T]) Slice() []T {
	out := make([]T, 0, b.size)
	for i := range b.size {
		out = append(out, b.data[(b.head+i)%len(b.data)])
	}
	return out
}

type byteRing struct{ *Buffer[byte] }

func (r byteRing) Write(p []byte) (n int, err error) {
	for i, c := range p {
		if err := r.Buffer.Write(c); err != nil {
			return i, fmt.Errorf("after %d bytes: %w", i, err)
		}
	}
	return len(p), nil
}

func main() {
	b := NewBuffer[int](3)
	for i := range 5 {
		if err := b.Write(i * i); errors.Is(err, ErrFull) {
			v, _ := b.Read()
			fmt.Println("full, dropped", v, "at", i)
			b.Write(i * i)
		}
	}
	fmt.Println(b.Slice(), b.size)
	b.Overwrite(100)
	fmt.Println(b.Slice())
	for {
		v, err := b.Read()
		if err != nil {
			fmt.Println(err)
			break
		}
		fmt.Print(v, " ")
	}
	var w io.Writer = byteRing{NewBuffer[byte](8)}
	n, err := fmt.Fprintf(w, "hello %d", 42)
	fmt.Println(n, err)
	n, err = io.WriteString(w, "more")
	fmt.Println(n, err, errors.Is(err, ErrFull))

	r := ring.New(4)
	for i := range r.Len() {
		r.Value = string(rune('a' + i))
		r = r.Next()
	}
	r = r.Move(2)
	r.Do(func(v any) { fmt.Print(v, " ") })
	fmt.Println()
}
