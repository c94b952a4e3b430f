package main

import (
	"fmt"
	"math"
	"sync/atomic"
	"unsafe"
)

type Hdr struct {
	A byte
	B int64
	C uint16
	D [3]byte
	E string
	f bool
}

type node struct {
	val  int32
	next *node
}

func bytesOf[T any](p *T) []byte { return unsafe.Slice((*byte)(unsafe.Pointer(p)), unsafe.Sizeof(*p)) }

func str(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

type Arena struct {
	buf []byte
	off uintptr
}

func Alloc[T any](a *Arena) *T {
	var z T
	al := unsafe.Alignof(z)
	a.off = (a.off + al - 1) &^ (al - 1)
	p := (*T)(unsafe.Pointer(&a.buf[a.off]))
	a.off += unsafe.Sizeof(z)
	return p
}

func main() {
	var h Hdr
	fmt.Println(unsafe.Sizeof(h), unsafe.Alignof(h), unsafe.Offsetof(h.B), unsafe.Offsetof(h.C), unsafe.Offsetof(h.D), unsafe.Offsetof(h.E), unsafe.Offsetof(h.f))
	*(*int64)(unsafe.Add(unsafe.Pointer(&h), unsafe.Offsetof(h.B))) = 77
	*(*uint16)(unsafe.Pointer(uintptr(unsafe.Pointer(&h)) + 16)) = 0x1234
	fmt.Println(h.B, h.C)
	x := uint32(0x01020304)
	b := bytesOf(&x)
	b[0] = 9
	fmt.Println(b, x)
	f := 1.5
	fmt.Printf("%#x %#x\n", *(*uint64)(unsafe.Pointer(&f)), math.Float64bits(f))
	s := []int{1, 2, 3, 4}
	p := unsafe.SliceData(s)
	*(*int)(unsafe.Add(unsafe.Pointer(p), 2*unsafe.Sizeof(s[0]))) = 30
	arr := (*[2]int)(unsafe.Pointer(&s[1]))
	arr[0]++
	fmt.Println(s, *arr, str([]byte("hey")), len(unsafe.Slice(p, 2)))
	a := Arena{buf: make([]byte, 64)}
	n := Alloc[int32](&a)
	*n = -5
	m := Alloc[float64](&a)
	*m = 2.25
	fmt.Println(a.off, *n, *m, unsafe.Sizeof(node{}), unsafe.Sizeof(struct{}{}), unsafe.Sizeof(""), unsafe.Sizeof([]int{}), unsafe.Sizeof(any(1)))
	const sz = unsafe.Sizeof(uintptr(0)) * 2
	var ar [sz]byte
	fmt.Println(len(ar), unsafe.Sizeof(struct {
		a bool
		b struct{}
	}{}), unsafe.Sizeof([0]int64{}), unsafe.Alignof(struct{ c complex64 }{}))
	e := any(42)
	w := (*[2]uintptr)(unsafe.Pointer(&e))
	fmt.Println(w[0] != 0, *(*int)(unsafe.Pointer(w[1])))
	type mine []int
	ms := *(*mine)(unsafe.Pointer(&s))
	ms[0] = -1
	fmt.Println(s[0], unsafe.StringData("abc") != nil, *unsafe.StringData("xyz"))
	fn := func() int { return 7 }
	pf := *(*func() int)(unsafe.Pointer(&fn))
	fmt.Println(pf())
	var np *node
	func() {
		defer func() { fmt.Println(recover()) }()
		fmt.Println((*node)(unsafe.Pointer(np)).val)
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		ln := -1
		fmt.Println(unsafe.Slice(p, ln))
	}()
	var ap atomic.Pointer[node]
	ap.Store(&node{val: 3})
	old := ap.Swap(&node{4, ap.Load()})
	fmt.Println(old.val, ap.Load().next == old, ap.CompareAndSwap(old, nil))
}
