package gemm

import (
	"sync/atomic"

	"github.com/msrepl/msrepl/internal/compute/par"
	"github.com/msrepl/msrepl/internal/session/interrupt"
)

// winograd is a sweep of 3×3 cells by Winograd's F(2×2, 3×3), with 16 multiplications instead of 36. Tiles of 4×4
// source elements, two apart, are transformed by sums and differences into 16 parts, and so are the weights. Each
// part is a matrix product, and the sums are transformed back into 2×2 positions. Errors are relative to the largest
// element of the tile. Values that are not finite would spread over a tile, and large numbers might overflow: if any
// result is not finite, all are computed again without transformation.
type winograd[T Float] struct {
	*sweep[T]
	first [2]int // the first cell
	last  int    // the index of its weight
	tiles [2]int // of a result plane
	deep  int    // number of source planes transformed at a time
	ld    int    // row length of transformed weights: deep planes of one result channel and part
	u     []T    // transformed weights of all groups and blocks of planes
	zeros []T    // used in place of the bias where there is none or it has been added
	wrong atomic.Bool
}

// parts is the number of products per tile.
const parts = 16

// maxTransformed is the maximum number of source planes of a panel: with 32 tiles, its 16 parts of 32 KiB fit in the
// L2 cache.
const maxTransformed = 256

// transforms reports whether winograd is likely to be faster. It estimates the cost per source plane and result
// channel, in multiplications of vectors: of the products, of transforming the tiles (into parts once for all
// channels, and back once for all planes), and of transforming the weights.
func (s *sweep[T]) transforms() bool {
	if s.s.tilesIn == nil || bytes[T](1) != 4 || len(s.cells) != 9 || s.step != [3]int{1, 1, 1} || s.in[0] != 1 ||
		s.grid[0] != 1 {
		return false
	}
	if !square(s.cells, func(q int) int { return q }) && !square(s.cells, func(q int) int { return 8 - q }) {
		return false
	}
	tiles := float64(s.images * ((s.grid[1] + 1) / 2) * ((s.grid[2] + 1) / 2))
	tile := 1 + s.s.tileCost/float64(s.planes) + s.s.tileCost/float64(s.channels)
	direct := 9 * float64(s.images*size(s.grid)) / 16
	return s.grid[2] >= 2*maxPieces && s.planes >= 16 && s.channels >= 16 && tiles*tile+25 < 0.9*direct
}

// square reports whether 9 cells, in the given order, form a 3×3 square.
func square(cells [][3]int, order func(q int) int) bool {
	for q := range 9 {
		c, first := cells[order(q)], cells[order(0)]
		if c[1]-first[1] != q/3 || c[2]-first[2] != q%3 {
			return false
		}
	}
	return true
}

// runTransformed computes a sweep. It returns false if a result is not finite.
func (s *sweep[T]) runTransformed() bool {
	w := &winograd[T]{sweep: s, tiles: [2]int{(s.grid[1] + 1) / 2, (s.grid[2] + 1) / 2}, zeros: make([]T, s.channels)}
	w.first = [2]int{s.cells[0][1], s.cells[0][2]}
	if c := s.cells[8]; c[1] < w.first[0] {
		w.first, w.last = [2]int{c[1], c[2]}, 8
	}
	blocks := (s.planes + maxTransformed - 1) / maxTransformed
	w.deep = (s.planes + blocks - 1) / blocks
	w.ld = apart[T](w.deep)
	room := borrow[T](s.groups * blocks * s.channels * parts * w.ld)
	w.u = room.data
	w.transformWeights(blocks)
	w.share()
	room.giveBack()
	return !w.wrong.Load()
}

// strip is the rows of a tile: result channels, and where their transformed weights begin.
type strip struct{ from, rows int }

// strips splits the channels of a group into tiles.
func (w *winograd[T]) strips() (all []strip) {
	for i := 0; i < w.channels; {
		rows := w.s.height(w.channels - i)
		all = append(all, strip{i, rows})
		i += rows
	}
	return all
}

// weightsOf returns the transformed weights of a strip: for each part its rows.
func (w *winograd[T]) weightsOf(group, p0 int, s strip) []T {
	block := group*((w.planes+w.deep-1)/w.deep) + p0/w.deep
	return w.u[(block*w.channels+s.from)*parts*w.ld:][:s.rows*parts*w.ld]
}

func (w *winograd[T]) transformWeights(blocks int) {
	strips := w.strips()
	cell := w.w.cell
	if w.last > 0 {
		cell = -cell
	}
	par.Do(w.groups*blocks*len(strips), func(t int) {
		s, group, p0 := strips[t%len(strips)], t/len(strips)/blocks, t/len(strips)%blocks*w.deep
		planes := min(w.planes-p0, w.deep)
		to := w.weightsOf(group, p0, s)
		for r := range s.rows {
			from := &w.w.data[group*w.w.group+(s.from+r)*w.w.channel+p0*w.w.plane+w.last*w.w.cell]
			w.s.transformWeights(planes, from, bytes[T](w.w.plane), bytes[T](cell), &to[r*w.ld], bytes[T](s.rows*w.ld))
		}
	})
}

// transformWeights transforms the weights of n planes: whole vectors of them, then the others.
func (s *set[T]) transformWeights(n int, src *T, plane, cell int, dst *T, part int) {
	done := 0
	if s.tilesOf != nil && n >= s.lanes {
		done = n / s.lanes * s.lanes
		s.tilesOf(n/s.lanes, src, plane, cell, dst, part)
	}
	if done < n {
		plainTilesOf(n-done, plus(src, done*plane), plane, cell, at(dst, done), part)
	}
}

// share computes panels of tiles. Where they are few, the channels are shared as well.
func (w *winograd[T]) share() {
	strips := w.strips()
	panels := (w.images*w.tiles[0]*w.tiles[1] + w.cols() - 1) / w.cols()
	tasks, splits := 1, 1
	if workers := par.Workers(); workers > 1 && w.images*size(w.grid)*w.channels*w.depth() >= alone {
		tasks = min(panels, 10*workers)
		if tasks*w.groups < 10*workers {
			splits = min(len(strips), (10*workers+tasks*w.groups-1)/(tasks*w.groups))
		}
	}
	par.Do(w.groups*tasks*splits, func(t int) {
		some, task, group := t%splits, t/splits%tasks, t/splits/tasks
		p := newPatch(w, group, strips[len(strips)*some/splits:len(strips)*(some+1)/splits])
		for panel := panels * task / tasks; panel < panels*(task+1)/tasks; panel++ {
			interrupt.Check()
			p.compute(panel * w.cols())
		}
		p.giveBack()
	})
}
