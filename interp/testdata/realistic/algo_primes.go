package main

import (
	"fmt"
	"iter"
	"math"
)

func sieve(n int) []bool {
	composite := make([]bool, n+1)
	for i := 2; i*i <= n; i++ {
		if composite[i] {
			continue
		}
		for j := i * i; j <= n; j += i {
			composite[j] = true
		}
	}
	return composite
}

func primes() iter.Seq[int] {
	return func(yield func(int) bool) {
		var found []int
	next:
		for n := 2; ; n++ {
			for _, p := range found {
				if p*p > n {
					break
				}
				if n%p == 0 {
					continue next
				}
			}
			found = append(found, n)
			if !yield(n) {
				return
			}
		}
	}
}

func factor(n uint64) (factors map[uint64]int) {
	factors = make(map[uint64]int)
	for p := uint64(2); p*p <= n; p++ {
		for ; n%p == 0; n /= p {
			factors[p]++
		}
	}
	if n > 1 {
		factors[n]++
	}
	return
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func modpow(base, exp, mod uint64) uint64 {
	result := uint64(1)
	for base %= mod; exp > 0; exp >>= 1 {
		if exp&1 == 1 {
			result = result * base % mod
		}
		base = base * base % mod
	}
	return result
}

func main() {
	count := 0
	for i, c := range sieve(1000) {
		if i >= 2 && !c {
			count++
		}
	}
	fmt.Println("primes below 1000:", count, "estimate", math.Round(1000/math.Log(1000)))
	twins := 0
	last := 0
	for p := range primes() {
		if p > 200 {
			break
		}
		if p-last == 2 {
			twins++
		}
		last = p
	}
	fmt.Println("twins", twins, "last", last)
	fmt.Println(factor(360), factor(97), factor(1<<20*9))
	fmt.Println(gcd(84, 36), gcd(17, 5), gcd(0, 9))
	for _, n := range []uint64{7, 561, 1009} {
		fmt.Print(n, " ", modpow(2, n-1, n) == 1, " ")
	}
	fmt.Println(math.MaxInt64, uint64(math.MaxUint64))
}
