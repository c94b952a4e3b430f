package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// copyWindow copies what a vector of positions reads from planes of an image. Each cell of a kernel shifts the
// vector, which is assembled from one piece for each row of positions in it. The table has, for each cell and piece,
// the distance in bytes of the vector's first word from the beginning of the plane, and the mask of the words that
// belong to the piece. Words of no piece become 0.
func (s isa) copyWindow(pieces int) {
	name := fmt.Sprintf("copyWindow%sx%d", s.name, pieces)
	TEXT(name, NOSPLIT, "func(cells, planes int, src *byte, plane int, dst *byte, row, ldd int, table *[2]int)")
	Doc(fmt.Sprintf("%s copies vectors of %d pieces for a number of cells, row bytes apart in dst, and of planes, ldd apart.", name, pieces))
	Pragma("noescape")
	cells, plane, ldd := gp("cells"), gp("plane"), gp("ldd")
	dst, table := gp("dst"), gp("table")
	Label("cell")
	src, masks := make([]reg.Register, pieces), make([]reg.Register, pieces)
	first := gp("src")
	for i := range src {
		src[i], masks[i] = GP64(), s.pieceMask(Mem{Base: table, Disp: 16*i + 8})
		MOVQ(Mem{Base: table, Disp: 16 * i}, src[i])
		ADDQ(first, src[i])
	}
	planes, to := gp("planes"), GP64()
	MOVQ(dst, to)
	Label("plane")
	s.joinPieces(src, masks, Mem{Base: to})
	for _, p := range src {
		ADDQ(plane, p)
	}
	ADDQ(ldd, to)
	DECQ(planes)
	JNZ(LabelRef("plane"))
	ADDQ(U8(16*pieces), table)
	row := gp("row")
	ADDQ(row, dst)
	DECQ(cells)
	JNZ(LabelRef("cell"))
	VZEROUPPER()
	RET()
}

// pieceMask loads the mask of a piece.
func (s isa) pieceMask(at Mem) reg.Register {
	if !s.wide() {
		return s.spread(f32, at, 0)
	}
	m, k := GP64(), K()
	MOVQ(at, m)
	KMOVW(m.As32(), k)
	return k
}

// joinPieces writes the words of a vector, which the masks select from the pieces. In AVX2 they are combined by or, as
// pieces do not overlap.
func (s isa) joinPieces(src, masks []reg.Register, to Mem) {
	v := s.vector()
	if s.wide() {
		PREFETCHT0(Mem{Base: src[0], Disp: 128})
		VMOVDQU32_Z(Mem{Base: src[0]}, masks[0], v)
		for i, p := range src[1:] {
			VMOVDQU32(Mem{Base: p}, masks[i+1], v)
		}
		VMOVDQU32(v, to)
		return
	}
	VMASKMOVPS(Mem{Base: src[0]}, masks[0], v)
	for i, p := range src[1:] {
		more := s.vector()
		VMASKMOVPS(Mem{Base: p}, masks[i+1], more)
		VORPS(more, v, v)
	}
	VMOVUPS(v, to)
}
