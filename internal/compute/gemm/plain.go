package gemm

import "unsafe"

// setOf returns the best set of kernels for an element type.
func setOf[T Float]() *set[T] {
	if s, ok := any(sets32[0]).(*set[T]); ok {
		return s
	}
	return any(sets64[0]).(*set[T])
}

// plain returns the set of Go kernels, the twin of the sets in assembly.
func plain[T Float]() *set[T] {
	return &set[T]{
		name: "plain", rows: 4, cols: 4, lanes: 4, few: 16,
		wide:    []kernel[T]{plainRows[T](1), plainRows[T](2), plainRows[T](3), plainFour[T]},
		listed:  []listedKernel[T]{plainListed[T](1), plainListed[T](2), plainListed[T](3), plainListed[T](4)},
		ragged:  []raggedKernel[T]{plainRagged[T](1), plainRagged[T](2), plainRagged[T](3), plainRagged[T](4)},
		tilesIn: plainTilesIn[T](4), tilesOut: plainTilesOut[T](4), tileCost: 21,
		merge: plainMerge[T], dot: plainDot[T],
	}
}

// plainRows returns the kernel of tiles with rows rows, for the columns of the mask.
func plainRows[T Float](rows int) kernel[T] {
	return func(k int, a *T, rsa, csa int, b *T, ldb int, c *T, ldc int, mask uint32, old *T, ldo int, _ uintptr) {
		for i := range rows {
			for j := 0; mask>>j&1 != 0; j++ {
				var sum T
				for p := range k {
					sum += T(*plus(a, i*rsa+p*csa) * *plus(b, p*ldb+bytes[T](j)))
				}
				putOne(plus(c, i*ldc+bytes[T](j)), sum, old, i*ldo+bytes[T](j))
			}
		}
	}
}

// putOne sets an element of C to sum, plus the element of old at place.
func putOne[T Float](c *T, sum T, old *T, place int) {
	if old != nil {
		sum += *plus(old, place)
	}
	*c = sum
}

// plainFour computes a tile of four rows. The sums are kept in variables if all four columns exist.
func plainFour[T Float](k int, a *T, rsa, csa int, b *T, ldb int, c *T, ldc int, mask uint32, old *T, ldo int, next uintptr) {
	if mask != 1<<4-1 {
		plainRows[T](4)(k, a, rsa, csa, b, ldb, c, ldc, mask, old, ldo, next)
		return
	}
	for i := 0; i < 4; i += 2 {
		s, t := plainTwo(k, plus(a, i*rsa), plus(a, (i+1)*rsa), csa, b, ldb)
		put(plus(c, i*ldc), s, old, i*ldo)
		put(plus(c, (i+1)*ldc), t, old, (i+1)*ldo)
	}
}

// plainTwo returns two rows of a tile.
func plainTwo[T Float](k int, x, y *T, csa int, b *T, ldb int) (s, t [4]T) {
	var s0, s1, s2, s3, t0, t1, t2, t3 T
	for p := range k {
		row := (*[4]T)(unsafe.Pointer(plus(b, p*ldb)))
		v, w := *plus(x, p*csa), *plus(y, p*csa)
		s0 += T(v * row[0])
		s1 += T(v * row[1])
		s2 += T(v * row[2])
		s3 += T(v * row[3])
		t0 += T(w * row[0])
		t1 += T(w * row[1])
		t2 += T(w * row[2])
		t3 += T(w * row[3])
	}
	return [4]T{s0, s1, s2, s3}, [4]T{t0, t1, t2, t3}
}

// put sets four elements of C to v, plus the elements of old at place.
func put[T Float](c *T, v [4]T, old *T, place int) {
	to := (*[4]T)(unsafe.Pointer(c))
	for j := range to {
		if old != nil {
			v[j] += *plus(old, place+bytes[T](j))
		}
		to[j] = v[j]
	}
}

// plus returns the address n bytes after p.
func plus[T Float](p *T, n int) *T { return (*T)(unsafe.Add(unsafe.Pointer(p), n)) }

// address returns p as a number, for prefetching.
func address[T Float](p *T) uintptr { return uintptr(unsafe.Pointer(p)) }

// plainListed returns the kernel of tiles whose rows of B are listed, for the columns of the mask.
func plainListed[T Float](rows int) listedKernel[T] {
	return func(k int, a *T, rsa, csa int, b *T, offsets *int, c *T, ldc int, mask uint32, old *T, ldo int) {
		list := unsafe.Slice(offsets, k)
		for i := range rows {
			if mask != 1<<4-1 {
				for j := 0; mask>>j&1 != 0; j++ {
					sum := listedSum(list, plus(a, i*rsa), csa, plus(b, bytes[T](j)))
					putOne(plus(c, i*ldc+bytes[T](j)), sum, old, i*ldo+bytes[T](j))
				}
				continue
			}
			var sum [4]T
			for p, off := range list {
				addFour(&sum, *plus(a, i*rsa+p*csa), plus(b, off))
			}
			put(plus(c, i*ldc), sum, old, i*ldo)
		}
	}
}

// listedSum returns one element of a tile whose rows of B are listed.
func listedSum[T Float](list []int, a *T, csa int, b *T) (sum T) {
	for p, off := range list {
		sum += T(*plus(a, p*csa) * *plus(b, off))
	}
	return sum
}

// plainRagged returns the kernel of tiles over runs, for the columns of the mask.
func plainRagged[T Float](rows int) raggedKernel[T] {
	return func(runs, k int, a *T, rsa, csa, jumpA, jumpB int, b *T, ldb int, c *T, ldc int, mask uint32, old *T, ldo int) {
		for i := range rows {
			if mask != 1<<4-1 {
				for j := 0; mask>>j&1 != 0; j++ {
					sum := plainSum(runs, k, plus(a, i*rsa), csa, jumpA, jumpB, plus(b, bytes[T](j)), ldb)
					putOne(plus(c, i*ldc+bytes[T](j)), sum, old, i*ldo+bytes[T](j))
				}
				continue
			}
			var sum [4]T
			for r := range runs {
				for p := range k {
					addFour(&sum, *plus(a, i*rsa+r*(k*csa+jumpA)+p*csa), plus(b, r*(k*ldb+jumpB)+p*ldb))
				}
			}
			put(plus(c, i*ldc), sum, old, i*ldo)
		}
	}
}

// plainSum returns one element of a tile over runs.
func plainSum[T Float](runs, k int, a *T, csa, jumpA, jumpB int, b *T, ldb int) (sum T) {
	for r := range runs {
		for p := range k {
			sum += T(*plus(a, r*(k*csa+jumpA)+p*csa) * *plus(b, r*(k*ldb+jumpB)+p*ldb))
		}
	}
	return sum
}

// addFour adds v times a row of B.
func addFour[T Float](sum *[4]T, v T, b *T) {
	row := (*[4]T)(unsafe.Pointer(b))
	sum[0] += T(v * row[0])
	sum[1] += T(v * row[1])
	sum[2] += T(v * row[2])
	sum[3] += T(v * row[3])
}

// plainMerge sets the elements selected by mask in n rows of dst, or adds to them unless add is 0.
func plainMerge[T Float](n int, src *T, lds int, dst *T, ldd int, mask uint32, add int) {
	for i := range n {
		for j := 0; mask>>j != 0; j++ {
			if mask>>j&1 == 0 {
				continue
			}
			v, to := *plus(src, i*lds+bytes[T](j)), plus(dst, i*ldd+bytes[T](j))
			if add != 0 {
				v += *to
			}
			*to = v
		}
	}
}

// plainDot is the twin of the kernels for dot products.
func plainDot[T Float](n int, a, b, sums *T) {
	run := dotBytes / bytes[T](1)
	to := unsafe.Slice(sums, run)
	clear(to)
	x, y := unsafe.Slice(a, n*run), unsafe.Slice(b, n*run)
	for i, v := range x {
		to[i%run] += T(v * y[i])
	}
}
