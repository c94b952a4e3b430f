package main

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"
)

// W has fields of compiled types, whose own fields have no names outside of their packages.
type W struct {
	n atomic.Int32
	k atomic.Int64
	t time.Time
	z struct{}
}

type G[T any] struct {
	A byte
	V T
	B byte
}

func layout[T any]() {
	var g G[T]
	fmt.Println(unsafe.Sizeof(g), unsafe.Alignof(g), unsafe.Offsetof(g.V), unsafe.Offsetof(g.B), unsafe.Alignof(g.V))
	p := &g
	fmt.Println(unsafe.Sizeof(p), unsafe.Sizeof(*p), unsafe.Offsetof(p.B), unsafe.Sizeof([3]T{}))
}

func try(name string, f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println(name, r)
		}
	}()
	f()
}

func main() {
	layout[int32]()
	layout[string]()
	layout[[5]byte]()
	layout[struct{}]()
	n := -1
	var b *byte
	var w *int64 = new(int64)
	try("a", func() { fmt.Println(unsafe.Slice(b, n)) })
	n = 1
	try("b", func() { fmt.Println(unsafe.Slice(b, n)) })
	try("c", func() { fmt.Println(unsafe.String(b, n)) })
	n = 0
	try("d", func() { fmt.Println(unsafe.Slice(b, n) == nil, len(unsafe.String(b, n))) })
	n = 1 << 62
	try("e", func() { fmt.Println(len(unsafe.Slice(w, n))) })
	n = -1
	try("f", func() { fmt.Println(unsafe.String((*byte)(unsafe.Pointer(w)), n)) })
	arr := [4]int32{1, 2, 3, 4}
	s := unsafe.Slice(&arr[0], 4)
	s[2] = 9
	fmt.Println(arr, len(s), cap(s))
	q := (*[2]int32)(unsafe.Add(unsafe.Pointer(&arr), 8))
	fmt.Println(*q)
	var u uintptr = uintptr(unsafe.Pointer(&arr[3])) - uintptr(unsafe.Pointer(&arr[0]))
	fmt.Println(u)
	type header struct {
		p    unsafe.Pointer
		n, c int
	}
	h := *(*header)(unsafe.Pointer(&s))
	fmt.Println(h.n, h.c, h.p == unsafe.Pointer(&arr))
	var e any = arr[0]
	ew := (*[2]unsafe.Pointer)(unsafe.Pointer(&e))
	fmt.Println(*(*int32)(ew[1]))
	const c = unsafe.Sizeof(uint16(0)) * 8
	fmt.Println(c, 1<<c)
	f := float32(1)
	*(*uint32)(unsafe.Pointer(&f)) |= 1 << 31
	fmt.Println(f)
	fmt.Printf("%T %v\n", unsafe.Pointer(nil), unsafe.Pointer(nil))
	fmt.Println(unsafe.Sizeof(W{}), unsafe.Offsetof(W{}.k), unsafe.Offsetof(W{}.t), unsafe.Alignof(W{}.n), unsafe.Sizeof([2]sync.Mutex{}))
	var room [unsafe.Sizeof(time.Time{})]byte
	p := unsafe.Pointer(uintptr(0))
	fmt.Println(len(room), p == nil)
	bound := 5
	try("g", func() { fmt.Println(arr[0:1:bound]) })
	bound = -1
	try("h", func() { fmt.Println(arr[0:1:bound]) })
	m := map[unsafe.Pointer]int{unsafe.Pointer(&arr): 1}
	fmt.Println(m[unsafe.Pointer(&arr[0])])
}
