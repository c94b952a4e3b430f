package gemm

import "unsafe"

// plainTilesIn returns the Go twins of tilesIn for vectors of lanes tiles.
func plainTilesIn[T Float](lanes int) (all []tilesInKernel[T]) {
	for pieces := 1; pieces <= maxPieces; pieces++ {
		all = append(all, func(planes int, src *T, plane int, dst *T, row, part int, table *[2]int) {
			entries := unsafe.Slice(table, 8*pieces)
			for p := range planes {
				for lane := range lanes {
					var t [4][4]T
					for i := range t {
						d := plainCells(plus(src, p*plane), entries[2*i*pieces:2*(i+1)*pieces], lane)
						t[i] = plainIn(d)
					}
					for j := range t {
						for i, v := range plainIn([4]T{t[0][j], t[1][j], t[2][j], t[3][j]}) {
							*plus(dst, p*row+(4*i+j)*part+bytes[T](lane)) = v
						}
					}
				}
			}
		})
	}
	return all
}

// plainCells returns the four cells of a row of a tile: two from each half of the entries.
func plainCells[T Float](src *T, entries [][2]int, lane int) (d [4]T) {
	for e, entry := range entries {
		for w := 2 * lane; w < 2*lane+2; w++ {
			if entry[1]>>w&1 != 0 {
				d[2*e/len(entries)*2+w%2] = *plus(src, entry[0]+bytes[T](w))
			}
		}
	}
	return d
}

// plainIn transforms a row or column of cells.
func plainIn[T Float](d [4]T) [4]T { return [4]T{d[0] - d[2], d[1] + d[2], d[2] - d[1], d[1] - d[3]} }

// plainOut transforms a row or column of sums.
func plainOut[T Float](m [4]T) [2]T { return [2]T{m[0] + m[1] + m[2], m[1] - m[2] - m[3]} }

// plainTilesOut returns the Go twins of tilesOut for vectors of lanes tiles.
func plainTilesOut[T Float](lanes int) (all []tilesOutKernel[T]) {
	for pieces := 1; pieces <= maxPieces; pieces++ {
		all = append(all, func(channels int, src *T, row, part int, dst *T, plane int, table *[2]int, bias *T, add int) int {
			entries, bad := unsafe.Slice(table, 2*pieces), 0
			for c := range channels {
				for lane := range lanes {
					var z [2][4]T
					for i := range 4 {
						var m [4]T
						for j := range m {
							m[j] = *plus(src, c*row+(4*i+j)*part+bytes[T](lane))
						}
						s := plainOut(m)
						z[0][i], z[1][i] = s[0], s[1]
					}
					left, right := plainOut(z[0]), plainOut(z[1])
					for a := range left {
						pair := [2]T{left[a] + *at(bias, c), right[a] + *at(bias, c)}
						if pair[0]-pair[0] != 0 || pair[1]-pair[1] != 0 {
							bad |= 1 << lane
						}
						putPair(plus(dst, c*plane), entries[a*pieces:(a+1)*pieces], lane, pair, add)
					}
				}
			}
			return bad
		})
	}
	return all
}

// putPair writes the positions of a pair that exist, or adds them unless add is 0.
func putPair[T Float](dst *T, entries [][2]int, lane int, pair [2]T, add int) {
	for _, entry := range entries {
		for j, v := range pair {
			w := 2*lane + j
			if entry[1]>>w&1 == 0 {
				continue
			}
			to := plus(dst, entry[0]+bytes[T](w))
			if add != 0 {
				v += *to
			}
			*to = v
		}
	}
}

// plainTilesOf transforms the 3×3 weights of n planes: the twin of tilesOf.
func plainTilesOf[T Float](n int, src *T, plane, cell int, dst *T, part int) {
	for p := range n {
		var rows [4][3]T
		for j := range 3 {
			at := func(i int) T { return *plus(src, p*plane+(3*i+j)*cell) }
			for i, v := range plainOf(at(0), at(1), at(2)) {
				rows[i][j] = v
			}
		}
		for i, r := range rows {
			for j, v := range plainOf(r[0], r[1], r[2]) {
				*plus(dst, (4*i+j)*part+bytes[T](p)) = v
			}
		}
	}
}

// plainOf transforms a row or column of weights.
func plainOf[T Float](x, y, z T) [4]T {
	ends, middle := (x+z)*0.5, y*0.5
	return [4]T{x, ends + middle, ends - middle, z}
}
