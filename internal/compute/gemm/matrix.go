package gemm

import "unsafe"

// Matrix is a matrix in memory: its first element and the strides, in elements, of its rows and columns. Strides may
// be 0 or negative.
type Matrix[T Float] struct {
	First    *T
	Row, Col int
}

// sub returns the part of m that begins at a row and column.
func (m Matrix[T]) sub(row, col int) Matrix[T] {
	m.First = at(m.First, row*m.Row+col*m.Col)
	return m
}

// t returns the transpose of m.
func (m Matrix[T]) t() Matrix[T] { return Matrix[T]{m.First, m.Col, m.Row} }

// pack writes rows k0 to k0+rows of the columns j0 to j0+cols to dst: row i at dst[i*width:]. Elements of a row
// beyond cols are set to 0.
func (m Matrix[T]) pack(dst []T, width, k0, rows, j0, cols int) {
	m = m.sub(k0, j0)
	switch {
	case m.Col == 1:
		m.packRows(dst, width, rows, cols)
	case m.Row == 1:
		packColumns(m, dst, width, rows, cols)
	default:
		for i := range rows {
			to := dst[i*width:][:width]
			for j := range cols {
				to[j] = *at(m.First, i*m.Row+j*m.Col)
			}
			clear(to[cols:])
		}
	}
}

func (m Matrix[T]) packRows(dst []T, width, rows, cols int) {
	vectors := bytes[T](width) / 64
	if c := setOf[T]().copy; vectors > 0 && c[vectors-1] != nil && rows > 0 {
		c[vectors-1](rows, address8(m.First), bytes[T](m.Row), address8(&dst[0]), bytes[T](width), full(bytes[T](cols)/4))
		return
	}
	for i := range rows {
		to := dst[i*width:][:width]
		copy(to, unsafe.Slice(at(m.First, i*m.Row), cols))
		clear(to[cols:])
	}
}

// packColumns copies a matrix whose columns are contiguous. If there are few columns, they are first copied to a
// buffer as wide as turn reads at once.
func packColumns[T Float](m Matrix[T], dst []T, width, rows, cols int) {
	if edge := line[T](); setOf[T]().flip != nil && cols >= fewColumns && cols < edge && edge <= min(rows, width) {
		ld := apart[T](rows)
		room := borrow[T](edge * ld)
		for j := range cols {
			copy(room.data[j*ld:][:rows], unsafe.Slice(at(m.First, j*m.Col), rows))
		}
		clear(room.data[cols*ld : edge*ld])
		turn(Matrix[T]{&room.data[0], 1, ld}, &dst[0], width, rows, edge)
		room.giveBack()
		cols = edge
	} else {
		turn(m, &dst[0], width, rows, cols)
	}
	for i := 0; i < rows && cols < width; i++ {
		clear(dst[i*width+cols : i*width+width])
	}
}

// fewColumns is how many columns are worth another copy.
const fewColumns = 4

// turn copies a matrix whose columns are contiguous to rows that are ld apart, in blocks that are transposed in
// registers where possible. The last blocks may overlap those before them.
func turn[T Float](m Matrix[T], dst *T, ld, rows, cols int) {
	s, edge := setOf[T](), line[T]()
	if s.flip == nil || rows < edge || cols < edge {
		turnPlain(m, dst, ld, rows, cols)
		return
	}
	for j := 0; j < cols; j += edge {
		first := min(j, cols-edge)
		to, from := at(dst, first), m.sub(0, first)
		s.flip(rows/edge, to, bytes[T](ld), from.First, bytes[T](m.Col))
		if rest := rows % edge; rest > 0 {
			last := rows - edge
			s.flip(1, at(to, last*ld), bytes[T](ld), from.sub(last, 0).First, bytes[T](m.Col))
		}
	}
}

// turnPlain is turn element by element.
func turnPlain[T Float](m Matrix[T], dst *T, ld, rows, cols int) {
	for j := range cols {
		for i, v := range unsafe.Slice(at(m.First, j*m.Col), rows) {
			*at(dst, i*ld+j) = v
		}
	}
}

// left is a block of A as the kernels read it.
type left[T Float] struct {
	m Matrix[T]
	// extra distance, beyond the column stride, between the last column of a run and the first of the next
	jump int
	room *scratch[T] // the copy; nil if A is read in place
}

// prepare copies m rows and k columns of a if that pays: if a tile's rows would fall into the same cache sets, or if
// elements are far apart and enough panels use them.
func (s *set[T]) prepare(a Matrix[T], m, k, panels int) left[T] {
	switch {
	case m <= s.rows:
		return left[T]{m: a}
	case s.collides(a, k):
		return copyRows(a, m, k)
	case a.Col == 1 || panels < 4:
		return left[T]{m: a}
	case a.Row == 1:
		l := copyRows(a.t(), k, m)
		l.m = l.m.t()
		return l
	default:
		l := copyRows(a, m, k)
		return l
	}
}

// collides reports whether k elements of each of a tile's rows would evict each other, and whatever else a tile
// needs, from the L1 cache.
func (s *set[T]) collides(a Matrix[T], k int) bool {
	return a.Col == 1 && bytes[T](k) > 512 && 4*s.rows > cachedRows(bytes[T](a.Row))
}

// copyRows copies rows so that they are an odd number of cache lines apart.
func copyRows[T Float](a Matrix[T], rows, cols int) left[T] {
	ld := apart[T](cols)
	room := borrow[T](rows * ld)
	for i := range rows {
		to := room.data[i*ld:][:cols]
		if a.Col == 1 {
			copy(to, unsafe.Slice(at(a.First, i*a.Row), cols))
			continue
		}
		for j := range to {
			to[j] = *at(a.First, i*a.Row+j*a.Col)
		}
	}
	return left[T]{m: Matrix[T]{&room.data[0], ld, 1}, room: room}
}

// line returns the number of elements in a cache line.
func line[T Float]() int { return 64 / bytes[T](1) }

// apart returns the size, in elements, of an odd number of cache lines that hold n elements.
func apart[T Float](n int) int {
	line := line[T]()
	return ((n+line-1)/line | 1) * line
}

func (l left[T]) release() {
	if l.room != nil {
		l.room.giveBack()
	}
}
