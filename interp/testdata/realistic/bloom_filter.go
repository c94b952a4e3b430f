package main

import (
	"fmt"
	"hash/fnv"
)

type Filter struct {
	bits   []uint64
	hashes int
	added  int
}

func New(bits, hashes int) *Filter {
	return &Filter{bits: make([]uint64, (bits+63)/64), hashes: hashes}
}

func (f *Filter) positions(s string) func(yield func(int) bool) {
	h := fnv.New64a()
	h.Write([]byte(s))
	sum := h.Sum64()
	a, b := uint32(sum), uint32(sum>>32)
	return func(yield func(int) bool) {
		for i := range uint32(f.hashes) {
			if !yield(int(a+i*b) % (len(f.bits) * 64)) {
				return
			}
		}
	}
}

func (f *Filter) Add(words ...string) *Filter {
	for _, w := range words {
		for p := range f.positions(w) {
			f.bits[p>>6] |= 1 << (p & 63)
		}
		f.added++
	}
	return f
}

func (f *Filter) MayHave(s string) bool {
	for p := range f.positions(s) {
		if f.bits[p>>6]&(1<<(p&63)) == 0 {
			return false
		}
	}
	return true
}

func main() {
	f := New(512, 4).Add("apple", "pear", "plum")
	for _, w := range []string{"apple", "pear", "plum", "grape", "", "Apple"} {
		fmt.Printf("%-6q %t\n", w, f.MayHave(w))
	}
	for i := range 60 {
		f.Add(fmt.Sprint("word", i))
	}
	wrong := 0
	for i := range 300 {
		if f.MayHave(fmt.Sprint("other", i)) {
			wrong++
		}
	}
	set := 0
	for _, w := range f.bits {
		for ; w != 0; w &= w - 1 {
			set++
		}
	}
	fmt.Println(f.added, set, wrong, f.MayHave("word59"))
}
