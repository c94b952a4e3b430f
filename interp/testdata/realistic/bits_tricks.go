package main

import (
	"fmt"
	"math"
	"math/bits"
	"strconv"
)

type Perm uint8

const (
	Read Perm = 1 << iota
	Write
	Exec
	All = Read | Write | Exec
)

func (p Perm) String() string {
	b := []byte("---")
	for i, c := range "rwx" {
		if p&(1<<i) != 0 {
			b[i] = byte(c)
		}
	}
	return string(b)
}

func (p *Perm) Set(o Perm)     { *p |= o }
func (p *Perm) Clear(o Perm)   { *p &^= o }
func (p *Perm) Toggle(o Perm)  { *p ^= o }
func (p Perm) Has(o Perm) bool { return p&o == o }

type Bitset []uint64

func (b *Bitset) Add(n int) {
	for len(*b) <= n/64 {
		*b = append(*b, 0)
	}
	(*b)[n/64] |= 1 << (n % 64)
}

func (b Bitset) Count() (n int) {
	for _, w := range b {
		n += bits.OnesCount64(w)
	}
	return
}

func (b Bitset) Each(f func(int)) {
	for i, w := range b {
		for w != 0 {
			f(i*64 + bits.TrailingZeros64(w))
			w &= w - 1
		}
	}
}

func main() {
	var p Perm
	p.Set(Read | Exec)
	fmt.Println(p, p.Has(Read), p.Has(Write), uint8(p))
	p.Toggle(All)
	fmt.Println(p, All, All&^p)
	p.Clear(Write)
	fmt.Printf("%v %d %08b\n", p, p, Perm(5))

	var set Bitset
	for _, n := range []int{3, 64, 65, 200, 3} {
		set.Add(n)
	}
	set.Each(func(n int) { fmt.Print(n, " ") })
	fmt.Println(set.Count(), len(set))

	var u8 uint8 = 250
	u8 += 10
	var i8 int8 = 127
	i8++
	fmt.Println(u8, i8, -7/2, -7%2, -7>>1, uint32(1)<<31, ^0, 7&^5)
	x := uint32(0xDEADBEEF)
	fmt.Println(bits.ReverseBytes32(x) == 0xEFBEADDE, bits.RotateLeft8(0b10010110, 3), bits.Len(1000), bits.LeadingZeros16(1))
	hi, lo := bits.Mul64(math.MaxUint64, 3)
	sum, carry := bits.Add64(math.MaxUint64, 2, 0)
	fmt.Println(hi, lo, sum, carry)
	fmt.Println(math.Float64bits(1.5), math.Float32frombits(0x40490fdb), strconv.FormatInt(-255, 16))
	a, b := 12, 25
	a ^= b
	b ^= a
	a ^= b
	fmt.Println(a, b, a&(a-1) == 0, 64&63 == 0)
}
