package kernels

import "github.com/msrepl/msrepl/internal/compute/shape"

// Gather copies blocks of dims from src, the i-th starting at picks[i], to dst, the i-th starting at i*step.
func Gather[T any](dst []T, step int, dstStrides []int, src []T, picks, srcStrides, dims []int) {
	if shape.Size(dims) == 1 {
		for i, at := range picks {
			dst[i*step] = src[at]
		}
		return
	}
	for w := shape.NewWalk(dims, dstStrides, srcStrides); w.Next(); {
		if w.Step[0] == 1 && w.Step[1] == 1 {
			for i, at := range picks {
				copy(dst[i*step+w.Off[0]:][:w.Inner], src[at+w.Off[1]:][:w.Inner])
			}
			continue
		}
		for i, at := range picks {
			copyRow(dst, i*step+w.Off[0], w.Step[0], src, at+w.Off[1], w.Step[1], w.Inner)
		}
	}
}

// Scatter copies blocks of dims from src, the i-th starting at i*step, to dst, the i-th starting at picks[i]. The
// last of blocks that overlap wins.
func Scatter[T any](dst []T, picks, dstStrides []int, src []T, step int, srcStrides, dims []int) {
	if shape.Size(dims) == 1 {
		for i, at := range picks {
			dst[at] = src[i*step]
		}
		return
	}
	for w := shape.NewWalk(dims, dstStrides, srcStrides); w.Next(); {
		if w.Step[0] == 1 && w.Step[1] == 1 {
			for i, at := range picks {
				copy(dst[at+w.Off[0]:][:w.Inner], src[i*step+w.Off[1]:][:w.Inner])
			}
			continue
		}
		for i, at := range picks {
			copyRow(dst, at+w.Off[0], w.Step[0], src, i*step+w.Off[1], w.Step[1], w.Inner)
		}
	}
}

// addedRow is the length from which on rows are added by a function for rows.
const addedRow = 8

// ScatterAdd is Scatter that adds to what dst holds, long rows by add.
func ScatterAdd[T Number](dst []T, picks, dstStrides []int, src []T, step int, srcStrides, dims []int,
	add func(dst, a, b []T),
) {
	if shape.Size(dims) == 1 {
		for i, at := range picks {
			dst[at] += src[i*step]
		}
		return
	}
	for w := shape.NewWalk(dims, dstStrides, srcStrides); w.Next(); {
		rows := w.Inner >= addedRow && w.Step[0] == 1 && w.Step[1] == 1
		for i, at := range picks {
			d, s := at+w.Off[0], i*step+w.Off[1]
			if rows {
				row := dst[d : d+w.Inner]
				add(row, row, src[s:s+w.Inner])
				continue
			}
			for range w.Inner {
				dst[d] += src[s]
				d += w.Step[0]
				s += w.Step[1]
			}
		}
	}
}
