package kernels

import "unsafe"

// shortRow is the length in bytes up to which a function call takes longer than moving a row.
const shortRow = 64

// moveRows copies rows of n elements, which begin ds elements apart in dst, from d on, and ss apart in src, from s on.
func moveRows[T any](dst []T, d, ds int, src []T, s, ss, n, rows int) {
	size := int(unsafe.Sizeof(dst[0]))
	if width := n * size; size <= 8 && width <= shortRow { // types with pointers are larger
		_, _ = dst[d:d+n], dst[d+(rows-1)*ds:][:n]
		_, _ = src[s:s+n], src[s+(rows-1)*ss:][:n]
		moveShort(unsafe.Pointer(&dst[d]), ds*size, unsafe.Pointer(&src[s]), ss*size, width, rows)
		return
	}
	for range rows {
		copy(dst[d:d+n], src[s:s+n])
		d, s = d+ds, s+ss
	}
}

// moveShort copies rows of width bytes. The last piece of a row overlaps the one before it.
func moveShort(dst unsafe.Pointer, ds int, src unsafe.Pointer, ss, width, rows int) {
	switch {
	case width >= 32:
		moveFours(dst, ds, src, ss, width-32, rows)
	case width >= 16:
		movePairs[complex128](dst, ds, src, ss, width-16, rows)
	case width >= 8:
		movePairs[uint64](dst, ds, src, ss, width-8, rows)
	case width >= 4:
		movePairs[uint32](dst, ds, src, ss, width-4, rows)
	default:
		movePairs[uint16](dst, ds, src, ss, width-2, rows)
	}
}

// movePairs copies rows of two pieces, the second of which begins last bytes after the first.
func movePairs[P any](dst unsafe.Pointer, ds int, src unsafe.Pointer, ss, last, rows int) {
	for i := range rows {
		to, from := unsafe.Add(dst, i*ds), unsafe.Add(src, i*ss)
		p, q := *(*P)(from), *(*P)(unsafe.Add(from, last))
		*(*P)(to), *(*P)(unsafe.Add(to, last)) = p, q
	}
}

// moveFours copies rows of four pieces of 16 bytes, the last two of which begin last bytes after the first two.
func moveFours(dst unsafe.Pointer, ds int, src unsafe.Pointer, ss, last, rows int) {
	type piece = complex128 // held in registers
	for i := range rows {
		to, from := unsafe.Add(dst, i*ds), unsafe.Add(src, i*ss)
		p, q := *(*piece)(from), *(*piece)(unsafe.Add(from, 16))
		r, s := *(*piece)(unsafe.Add(from, last)), *(*piece)(unsafe.Add(from, last+16))
		*(*piece)(to), *(*piece)(unsafe.Add(to, 16)) = p, q
		*(*piece)(unsafe.Add(to, last)), *(*piece)(unsafe.Add(to, last+16)) = r, s
	}
}

// moveEach copies n elements, ds apart in dst, from d on, and ss apart in src, from s on.
func moveEach[T any](dst []T, d, ds int, src []T, s, ss, n int) {
	if n <= 0 {
		return
	}
	_, _ = dst[d+(n-1)*ds], src[s+(n-1)*ss]
	size := int(unsafe.Sizeof(dst[0]))
	to, from := unsafe.Pointer(&dst[d]), unsafe.Pointer(&src[s])
	ds, ss = ds*size, ss*size
	i := 0
	for ; i+4 <= n; i += 4 { // loads precede stores, which Go must assume may alias
		t, f := unsafe.Add(to, i*ds), unsafe.Add(from, i*ss)
		a, b, c, e := *(*T)(f), *(*T)(unsafe.Add(f, ss)), *(*T)(unsafe.Add(f, 2*ss)), *(*T)(unsafe.Add(f, 3*ss))
		*(*T)(t), *(*T)(unsafe.Add(t, ds)), *(*T)(unsafe.Add(t, 2*ds)), *(*T)(unsafe.Add(t, 3*ds)) = a, b, c, e
	}
	for ; i < n; i++ {
		*(*T)(unsafe.Add(to, i*ds)) = *(*T)(unsafe.Add(from, i*ss))
	}
}
