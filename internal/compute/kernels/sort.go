package kernels

import (
	"cmp"
	"slices"
)

// argSort writes the order of x to dst: equal elements keep their order, NaN counts as largest.
//
//cpu:order real
func argSort[T Real](dst []int32, x []T, descending bool) {
	for i := range dst {
		dst[i] = int32(i)
	}
	if descending {
		slices.SortStableFunc(dst, func(i, j int32) int { return compareNaN(x[j], x[i]) })
		return
	}
	slices.SortStableFunc(dst, func(i, j int32) int { return compareNaN(x[i], x[j]) })
}

// compareNaN is cmp.Compare with NaN above everything.
func compareNaN[T Real](a, b T) int {
	switch {
	case a == a && b == b:
		return cmp.Compare(a, b)
	case a == a:
		return -1
	case b == b:
		return 1
	}
	return 0
}
