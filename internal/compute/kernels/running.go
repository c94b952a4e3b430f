package kernels

import (
	"math"
	"sort"
)

// cumArg writes, for every element, the index of the largest element so far to dst, or of the smallest one: the last
// of equals. After a NaN, it is the index of the NaN.
//
//cpu:order real
func cumArg[T Real](dst []int32, x []T, smallest bool) {
	if len(x) == 0 {
		return
	}
	at, most := 0, x[0]
	dst = dst[:len(x)]
	for i, v := range x {
		if v != v || !smallest && v >= most || smallest && v <= most {
			at, most = i, v
		}
		dst[i] = int32(at)
	}
}

// classes numbers the distinct elements of x in order of appearance and writes every element's number to dst. If
// runs is set, only adjacent elements count as equal. NaN is not equal to anything.
//
//cpu:order real
func classes[T Real](dst []int32, x []T, runs bool) {
	next := int32(0)
	if runs {
		for i, v := range x {
			if i > 0 && v != x[i-1] {
				next++
			}
			dst[i] = next
		}
		return
	}
	seen := map[T]int32{}
	for i, v := range x {
		c, ok := seen[v]
		if !ok {
			c = next
			seen[v] = c
			next++
		}
		dst[i] = c
	}
}

// Search returns where v belongs in the ascending row: before its equals, or behind them with right. NaN is largest.
func Search[T Real](row []T, v T, right bool) int {
	if v != v {
		if right {
			return len(row)
		}
		return sort.Search(len(row), func(i int) bool { return row[i] != row[i] })
	}
	at := 0
	for n := len(row); n > 0; {
		half := n / 2
		if w := row[at+half]; w < v || right && w == v {
			at += half + 1
			n -= half + 1
		} else {
			n = half
		}
	}
	return at
}

// logCumSumExp writes the logarithm of the running sum of exp(x) to dst, without overflow.
//
//cpu:rows float
func logCumSumExp[T Float](dst, x []T) {
	if len(x) == 0 {
		return
	}
	acc := x[0]
	dst[0] = acc
	for i, v := range x[1:] {
		acc = logAddExp(acc, v)
		dst[i+1] = acc
	}
}

// logAddExp is log(exp(a) + exp(b)).
//
//cpu:binary float
func logAddExp[T Float](a, b T) T {
	if a < b {
		a, b = b, a
	}
	if a == b { // avoids the difference of two infinities
		return a + math.Ln2
	}
	return a + T(math.Log1p(math.Exp(float64(b-a))))
}
