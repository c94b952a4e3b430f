package main

import (
	"fmt"
	"reflect"
	"unsafe"
)

type In[T any] struct {
	a byte
	v T
	w int8
}
type Out[T any] struct {
	x int16
	In[T]
	y T
}
type PIn[T any] struct {
	b byte
	*In[T]
	c T
}
type Deep[T any] struct {
	z byte
	Out[T]
}

func offs[T any]() {
	var o Out[T]
	var p PIn[T]
	var d Deep[T]
	fmt.Println(unsafe.Offsetof(o.v), unsafe.Offsetof(o.w), unsafe.Offsetof(o.y), unsafe.Offsetof(o.In), unsafe.Sizeof(o), unsafe.Alignof(o.v))
	fmt.Println(unsafe.Offsetof(p.c), unsafe.Offsetof(p.In))
	fmt.Println(unsafe.Offsetof(d.v), unsafe.Offsetof(d.w), unsafe.Offsetof(d.Out), unsafe.Offsetof(d.Out.v), unsafe.Offsetof(d.Out.In.w), unsafe.Offsetof(d.y), unsafe.Sizeof(d))
}
func (o Out[T]) off() uintptr { return unsafe.Offsetof(o.w) + unsafe.Offsetof(o.In.w) }

// padded takes room behind v, as the address of a last field must be within the struct.
type padded[T any] struct {
	v T
	_ struct{}
}

func padding[T any](values ...T) {
	var list []padded[T]
	for _, v := range values {
		list = append(list, padded[T]{v: v})
	}
	for i := range list {
		fmt.Print(list[i], list[len(list)-1-i], " ")
	}
	list[0] = list[1]
	fmt.Println(list[0], list, unsafe.Sizeof(list[0]))
	numbered, named := map[int]padded[T]{}, map[string]padded[T]{}
	for i, v := range list {
		numbered[i] = v
		named[fmt.Sprint(i)] = v
	}
	fmt.Println(numbered, numbered[2], named, named["2"])
}

// narrow has a number of 4 bytes in 8. Only cells fill the rest by its sign.
type narrow struct {
	V int32
	_ struct{}
}

func compiledNarrow(n int64) {
	v := reflect.New(reflect.TypeFor[narrow]())
	v.Elem().Field(0).SetInt(n)
	fmt.Println(v.Elem().Interface().(narrow).V < 0)
	m := map[string]narrow{}
	reflect.ValueOf(m).SetMapIndex(reflect.ValueOf("a"), v.Elem())
	fmt.Println(int64(m["a"].V), *v.Interface().(*narrow))
}

func main() {
	offs[int8]()
	offs[int64]()
	offs[string]()
	offs[[3]int16]()
	offs[struct{}]()
	fmt.Println(Out[int64]{}.off(), Out[byte]{}.off())
	padding(1, 2, 3)
	padding[int8](1, -2, 3)
	padding[float32](1, 2.5, 3)
	padding(true, true, false)
	padding("a", "b", "c")
	padding[any](1, "b", nil)
	compiledNarrow(-4)
	padding[*int](nil, nil, nil)
	padding([2]int8{1}, [2]int8{2}, [2]int8{3})
}
