package kernels

import "github.com/msrepl/msrepl/internal/compute/shape"

// Gather copies blocks of dims from src, the i-th starting at picks[i], to dst, the i-th starting at i*step.
func Gather[T any](dst []T, step int, dstStrides []int, src []T, picks, srcStrides, dims []int) {
	if shape.Size(dims) == 1 {
		if step == 1 {
			gatherRow(dst, src, 0, picks)
			return
		}
		for i, at := range picks {
			dst[i*step] = src[at]
		}
		return
	}
	for w := shape.NewWalk(dims, dstStrides, srcStrides); w.Next(); {
		if step == 1 { // elements of adjacent blocks are adjacent
			for j := range w.Inner {
				gatherRow(dst[w.Off[0]+j*w.Step[0]:], src, w.Off[1]+j*w.Step[1], picks)
			}
			continue
		}
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

// gatherRow sets the elements of dst to those of src that picks selects, relative to index from. It is a separate
// function so that all of its variables fit into registers.
//
//go:noinline
func gatherRow[T any](dst, src []T, from int, picks []int) {
	dst = dst[:len(picks)]
	for i, at := range picks {
		dst[i] = src[from+at]
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

// addedRow is the length from which rows are added by a vector function.
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

// Mark sets the element of each row of dst, of which there is one for each element of index, to v that index names, if
// there is one.
func Mark[T any, I int32 | int64](dst []T, index []I, v T) {
	n := len(dst) / max(1, len(index))
	for row, i := range index {
		if uint(i) < uint(n) {
			dst[row*n+int(i)] = v
		}
	}
}

// A Line is n elements of a slice that are Stride apart, beginning at At. Consecutive indices of a row apply to
// lines that begin Step apart.
type Line struct{ N, At, Stride, Step int }

// Take sets the i-th element of dst to the one of the i-th line that the i-th index names. It stops before an index
// out of range and says how many it has done.
func Take[T any, I int32 | int64](dst, src []T, l Line, index []I) int {
	if l.N == 0 { // a view without elements may begin after the end of src
		return 0
	}
	dst = dst[:len(index)]
	if l.Stride == 1 && l.Step == 0 {
		row := src[l.At:][:l.N]
		for i, v := range index {
			if uint(v) >= uint(len(row)) {
				return i
			}
			dst[i] = row[v]
		}
		return len(index)
	}
	at := l.At
	for i, v := range index {
		if uint(v) >= uint(l.N) {
			return i
		}
		dst[i] = src[at+int(v)*l.Stride]
		at += l.Step
	}
	return len(index)
}

// Place sets the element of the i-th line that the i-th index names to the i-th element of src. It stops as Take does.
func Place[T any, I int32 | int64](src, dst []T, l Line, index []I) int {
	if l.N == 0 {
		return 0
	}
	src = src[:len(index)]
	if l.Stride == 1 && l.Step == 0 {
		row := dst[l.At:][:l.N]
		for i, v := range index {
			if uint(v) >= uint(len(row)) {
				return i
			}
			row[v] = src[i]
		}
		return len(index)
	}
	at := l.At
	for i, v := range index {
		if uint(v) >= uint(l.N) {
			return i
		}
		dst[at+int(v)*l.Stride] = src[i]
		at += l.Step
	}
	return len(index)
}

// Accumulate is Place that adds to what dst holds.
func Accumulate[T Number, I int32 | int64](src, dst []T, l Line, index []I) int {
	src = src[:len(index)]
	if l.Stride == 1 && l.Step == 0 {
		row := dst[l.At:][:l.N]
		for i, v := range index {
			if uint(v) >= uint(len(row)) {
				return i
			}
			row[v] += src[i]
		}
		return len(index)
	}
	at := l.At
	for i, v := range index {
		if uint(v) >= uint(l.N) {
			return i
		}
		dst[at+int(v)*l.Stride] += src[i]
		at += l.Step
	}
	return len(index)
}

// Within reports whether all indices are in [0, n).
func Within[I int32 | int64](index []I, n int) bool {
	switch x := any(index).(type) {
	case []int32:
		return len(x) == 0 || Amin.I32(x) >= 0 && int(Amax.I32(x)) < n
	case []int64:
		return len(x) == 0 || Amin.I64(x) >= 0 && Amax.I64(x) < int64(n)
	}
	return false
}
