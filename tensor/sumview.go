package tensor

import (
	"cmp"
	"slices"

	"github.com/msrepl/msrepl/internal/compute/kernels"
)

// sumView computes the sum of a transposed or broadcast view: its axes are taken in memory order, as in numpy, and
// repeated elements are read once. It returns nil if x is neither.
func sumView(op string, x *Tensor, mask []bool) *Tensor {
	dims, strides := slices.Clone(x.lay.shape), x.lay.strides
	times := 1 // number of times that each sum is added
	for i, n := range dims {
		if n > 1 && strides[i] == 0 {
			dims[i] = 1
			if mask[i] {
				times *= n
			}
		}
	}
	order := memoryOrder(dims, strides)
	if slices.IsSorted(order) && slices.Equal(dims, x.lay.shape) {
		return nil
	}
	turned, turnedMask := x.header(viewLayout(inOrder(dims, order), inOrder(strides, order)), x.off), inOrder(mask, order)
	z := sumRows.over(op, turned, turnedMask)
	var kept, from []int // of the result, and the strides of z over it
	at := make([]int, len(dims))
	for next, k := z.lay.strides, 0; k < len(order); k++ {
		if i := order[k]; !mask[i] {
			at[i], next = next[0], next[1:]
		}
	}
	for i, n := range x.lay.shape {
		switch {
		case mask[i]:
			continue
		case dims[i] != n:
			at[i] = 0
		}
		kept, from = append(kept, n), append(from, at[i])
	}
	if times > 1 {
		z = equalSums{z, map[int]*Tensor{}}.sum(times)
	}
	y := blank(x.dtype, newLayout(kept))
	copyElements(y, z, from)
	return y
}

// memoryOrder returns the axes by decreasing stride. Axes of length one keep their position.
func memoryOrder(dims, strides []int) []int {
	order := make([]int, len(dims))
	var long []int
	for i, n := range dims {
		if order[i] = i; n > 1 {
			long = append(long, i)
		}
	}
	step := func(i int) int { return max(strides[i], -strides[i]) }
	slices.SortStableFunc(long, func(i, j int) int { return cmp.Compare(step(j), step(i)) })
	for i, n := range dims {
		if n > 1 {
			order[i], long = long[0], long[1:]
		}
	}
	return order
}

// inOrder returns the elements of v in the given order.
func inOrder[E any](v []E, order []int) []E {
	to := make([]E, len(order))
	for k, i := range order {
		to[k] = v[i]
	}
	return to
}

// equalSums has sums of rows of equal elements, by row length, for each element of a contiguous tensor.
type equalSums struct {
	z  *Tensor
	of map[int]*Tensor
}

// sum returns the sums of n equal elements, added like the elements of a row: up to 128 in eight partial sums, which
// are equal here, and beyond that in halves.
func (e equalSums) sum(n int) *Tensor {
	if y := e.of[n]; y != nil {
		return y
	}
	y := blank(e.z.dtype, newLayout(e.z.lay.shape))
	e.of[n] = y
	if n > 128 {
		half := n / 16 * 8
		e.add(y, e.sum(half), e.sum(n-half))
		return y
	}
	eighth, rest := n/8, n%8
	if n < 8 {
		eighth, rest = 1, n-1
	}
	copyElements(y, e.z, e.z.lay.strides)
	for range eighth - 1 {
		e.add(y, y, e.z)
	}
	for range 3 {
		if n >= 8 {
			e.add(y, y, y)
		}
	}
	for range rest {
		e.add(y, y, e.z)
	}
	return y
}

func (e equalSums) add(y, a, b *Tensor) {
	n := y.lay.size
	run2(&kernels.Add, y, a, b, span2{y.off, a.off, b.off, n, n, n})
}
