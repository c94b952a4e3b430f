package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"time"
)

// What Go 1.26 adds.
type Adder[A Adder[A]] interface{ Add(A) A }

type V struct{ x, y int }

func (v V) Add(w V) V { return V{v.x + w.x, v.y + w.y} }

func Sum[A Adder[A]](first A, rest ...A) A {
	for _, r := range rest {
		first = first.Add(r)
	}
	return first
}

type conf struct {
	Name    *string        `json:"name,omitempty"`
	Age     *int           `json:"age,omitempty"`
	Created *time.Duration `json:"created,omitempty"`
	Nested  *conf          `json:"nested,omitempty"`
}

type codeErr struct{ code int }

func (c *codeErr) Error() string { return fmt.Sprint("code ", c.code) }

func fail(n int) error {
	if n > 2 {
		return fmt.Errorf("deep %d: %w", n, fail(n-1))
	}
	return &codeErr{n}
}

func main() {
	fmt.Println(Sum(V{1, 2}, V{3, 4}, V{5, 6}))
	c := conf{Name: new("bob"), Age: new(3 * 7), Created: new(time.Second), Nested: &conf{Age: new(int)}}
	b, _ := json.Marshal(c)
	fmt.Println(string(b))
	p := new(V{1, 2})
	p.x += 10
	q := new(*p)
	q.y++
	fmt.Println(*p, *q, *new(len("abc")), *new(uint8(300 & 0xff)))
	f := new(func(x int) int { return x * x })
	fmt.Println((*f)(12))
	if e, ok := errors.AsType[*codeErr](fail(5)); ok {
		fmt.Println(e.code, e)
	}
	_, ok := errors.AsType[*strconv.NumError](fail(2))
	fmt.Println(ok)
	type set[T comparable] = map[T]struct{}
	s := set[string]{"a": {}, "b": {}}
	fmt.Println(len(s), slices.Sorted(maps.Keys(s)))
	var buf bytes.Buffer
	buf.WriteString("peek me")
	pk, err := buf.Peek(4)
	fmt.Println(string(pk), err, buf.Len())
	t := reflect.TypeFor[conf]()
	for f := range t.Fields() {
		fmt.Println(f.Name, f.Type, f.Tag.Get("json"))
	}
	for m := range reflect.TypeFor[V]().Methods() {
		fmt.Println(m.Name, m.Type)
	}
}
