package tensor

import (
	"math"
	"slices"

	"github.com/msrepl/msrepl/internal/compute/kernels"
	"github.com/msrepl/msrepl/internal/compute/shape"
)

// plan is a selection applied to a layout. For each of starts, it selects a block of the given dims; in the result,
// block b starts at b*step.
type plan struct {
	base          int   // first element of the view
	dims, strides []int // one block, in the storage
	starts        starts
	out           []int // shape of the result
	outStrides    []int // strides of a block in the result
	step          int
}

// apply computes where the elements of a selection are. It checks all indices.
func (s selection) apply(op string, l *layout, off int) plan { return s.locate(op, l, off, false) }

// locate is apply, except that if lazy is set, a cursor may check the range of indices later.
func (s selection) locate(op string, l *layout, off int, lazy bool) plan {
	p := plan{base: off}
	var adv []pick
	lazy = lazy && s.singleIndex()
	axis := 0
	for i, it := range s.items {
		switch {
		case it.kind == itemNew:
			p.dims, p.strides = append(p.dims, 1), append(p.strides, 0)
			continue
		case it.kind == itemSlice:
			sl := it.slice
			first, n := shape.Slice(sl.start, sl.stop, sl.step, sl.hasStart, sl.hasStop, l.shape[axis])
			if n > 0 {
				p.base += first * l.strides[axis]
			}
			p.dims, p.strides = append(p.dims, n), append(p.strides, l.strides[axis]*sl.step)
		case it.kind == itemTruth:
			adv = append(adv, pick{shape: it.index.lay.shape, before: len(p.dims), afterEllipsis: i >= s.first})
			continue
		case it.kind == itemInt && !s.advanced:
			p.base += wrap(op, int64(it.at), l, axis) * l.strides[axis]
		default:
			a := s.pick(op, it, l, axis, lazy)
			a.before, a.afterEllipsis = len(p.dims), i >= s.first
			adv = append(adv, a)
		}
		axis++
	}
	p.place(op, l, adv)
	return p
}

// singleIndex reports whether only one item can be out of range, so that the order of range checks does not matter.
func (s selection) singleIndex() bool {
	n := 0
	for _, it := range s.items {
		if it.kind == itemTensor || it.kind == itemInt || it.kind == itemTruth {
			n++
		}
	}
	return n == 1
}

// pick is what one tensor index, a number among tensor indices, or a run selects of an axis.
type pick struct {
	shape         []int
	steps         []int   // of a run: the strides along its axes
	at            int     // of a number: the distance from the first element
	index         *Tensor // nil for numbers, runs and Bools
	axis          int
	before        int // the number of block axes before it
	afterEllipsis bool
}

func (s selection) pick(op string, it indexItem, l *layout, axis int, lazy bool) pick {
	switch it.kind {
	case itemInt:
		return pick{at: wrap(op, int64(it.at), l, axis) * l.strides[axis]}
	case itemRun:
		a := pick{shape: slices.Repeat([]int{1}, it.run.axes), steps: make([]int, it.run.axes)}
		a.shape[it.run.axis], a.steps[it.run.axis] = it.run.n, l.strides[axis]
		return a
	}
	mask := it.at != 0
	if it.at > 0 && it.at != l.shape[axis] {
		Throw(op, IndexError, "For '%s', the mask has length %d on an axis of length %d: the shape is %s.", op, it.at,
			l.shape[axis], tupleText(l.shape))
	}
	a := pick{shape: it.index.lay.shape, index: it.index, axis: axis}
	switch {
	case mask || lazy:
	case a.index.dtype == Int32:
		checkRange(op, flat[int32](a.index), l, axis)
	default:
		checkRange(op, flat[int64](a.index), l, axis)
	}
	return a
}

// checkRange throws if an index is out of range.
func checkRange[T int32 | int64](op string, ix []T, l *layout, axis int) {
	n := l.shape[axis]
	if kernels.Within(ix, n) {
		return
	}
	for _, v := range ix {
		if uint(v) >= uint(n) {
			wrap(op, int64(v), l, axis)
		}
	}
}

// wrap converts an index that may be negative to a position on its axis, or throws.
func wrap(op string, i int64, l *layout, axis int) int {
	n := int64(l.shape[axis])
	if i < -n || i >= n {
		whose := ""
		if op != "Tensor.getitem" && op != "Tensor.setitem" {
			whose = "For '" + op + "', "
		}
		Throw(op, IndexError, "%sindex %d is out of bounds for dimension with size %d: axis %d of shape %s.",
			whose, i, n, axis, tupleText(l.shape))
	}
	if i < 0 {
		i += n
	}
	return int(i)
}

// starts describes where the blocks of a selection start.
type starts struct {
	op    string
	l     *layout // the layout selected from
	base  int
	dims  []int  // the shape of the broadcast indices
	steps []int  // strides along dims without the contribution of full; nil if all are zero
	full  []pick // the indices that have shape dims
	list  []int  // all starts, if some index is broadcast
}

// startsAtOnce is the number of starts computed at a time: few enough for the first-level cache.
const startsAtOnce = 256

// cursor iterates over starts in order, several at a time. A list of all of them would be written to memory and read
// back.
type cursor struct {
	*starts
	first, total int         // the number of the first start returned last, and of all starts
	done         int         // the number of starts returned last
	w            *shape.Walk // over rows of steps, nil without steps
	at, left     int         // the next start without the contribution of full, and the number left in its row
	step         int
}

// cursor returns a cursor before the first start of s.
func (s *starts) cursor() cursor {
	c := cursor{starts: s, total: shape.Size(s.dims), at: s.base}
	switch {
	case s.list != nil:
	case s.steps == nil:
		c.left = c.total
	default:
		c.w = shape.NewWalk(s.dims, shape.Strides(make([]int, len(s.dims)), s.dims), s.steps)
		c.step = c.w.Step[1]
	}
	return c
}

// next returns the next starts, none at the end. It may store them in room, which the caller provides to avoid an
// allocation.
func (c *cursor) next(room []int) []int {
	c.first = c.done
	n := min(c.total-c.done, len(room))
	if n == 0 {
		return nil
	}
	if c.list != nil {
		c.done = c.total
		return c.list
	}
	c.done += n
	for k := 0; k < n; {
		if c.left == 0 {
			c.w.Next()
			c.at, c.left = c.base+c.w.Off[1], c.w.Inner
		}
		m := min(c.left, n-k)
		some := room[k : k+m]
		if len(c.full) == 0 {
			for i := range some {
				some[i] = c.at + i*c.step
			}
		} else {
			c.write(some, c.first+k)
		}
		k, c.left, c.at = k+m, c.left-m, c.at+m*c.step
	}
	for i := 1; i < len(c.full); i++ {
		c.add(room[:n], &c.full[i], c.first)
	}
	return room[:n]
}

// write stores in some the starts, within one row, given by the first index tensor from position first on.
func (c *cursor) write(some []int, first int) {
	a := &c.full[0]
	if a.index.dtype == Int32 {
		writeStarts(c, some, flat[int32](a.index)[first:], a.axis)
	} else {
		writeStarts(c, some, flat[int64](a.index)[first:], a.axis)
	}
}

func writeStarts[T int32 | int64](c *cursor, some []int, ix []T, axis int) {
	n, stride, base, step := c.l.shape[axis], c.l.strides[axis], c.at, c.step
	ix = ix[:len(some)]
	for i, v := range ix {
		at := int(v)
		if uint(at) >= uint(n) {
			at = wrap(c.op, int64(v), c.l, axis)
		}
		some[i] = base + at*stride
		base += step
	}
}

// add adds to some the offsets along a's axis given by the indices of a, beginning at position first.
func (s *starts) add(some []int, a *pick, first int) {
	if a.index.dtype == Int32 {
		addOffsets(s, some, flat[int32](a.index)[first:], a.axis)
	} else {
		addOffsets(s, some, flat[int64](a.index)[first:], a.axis)
	}
}

func addOffsets[T int32 | int64](s *starts, some []int, ix []T, axis int) {
	n, stride := s.l.shape[axis], s.l.strides[axis]
	ix = ix[:len(some)]
	for i, v := range ix {
		at := int(v)
		if uint(at) >= uint(n) {
			at = wrap(s.op, int64(v), s.l, axis)
		}
		some[i] += at * stride
	}
}

// place combines the picks and determines the layout of the result: their axes stay in place if they were adjacent,
// else they come first (numpy's rule).
func (p *plan) place(op string, l *layout, adv []pick) {
	p.starts, p.step = starts{op: op, l: l, base: p.base}, 1
	var common []int
	at := 0
	if len(adv) > 0 {
		at = adv[0].before
		for _, a := range adv {
			joint, ok := shape.Broadcast(common, a.shape)
			if !ok {
				Throw(op, IndexError, "For '%s', shape mismatch: the indices of shapes %s and %s cannot be broadcast together.",
					op, tupleText(common), tupleText(a.shape))
			}
			common = joint
			if a.before != at || a.afterEllipsis != adv[0].afterEllipsis {
				at = math.MinInt
			}
		}
		at = max(at, 0)
		p.starts.join(common, adv)
	}
	p.out = slices.Insert(slices.Clone(p.dims), at, common...)
	all := shape.Strides(make([]int, len(p.out)), p.out)
	p.outStrides = slices.Concat(all[:at], all[at+len(common):])
	p.step = shape.Size(p.dims[at:])
}

// join adds up the offsets of the picks, broadcast to dims.
func (s *starts) join(dims []int, adv []pick) {
	s.dims = dims
	var rest []pick
	for _, a := range adv {
		s.base += a.at
		switch {
		case a.steps != nil:
			if s.steps == nil {
				s.steps = make([]int, len(dims))
			}
			steps, _ := shape.BroadcastStrides(dims, a.shape, a.steps)
			for i, step := range steps {
				s.steps[i] += step
			}
		case a.index == nil:
		case slices.Equal(a.shape, dims):
			s.full = append(s.full, a)
		default:
			rest = append(rest, a)
		}
	}
	if len(rest) > 0 {
		s.list = s.spread(rest)
	}
}

// spread returns all starts as a list, given the broadcast indices.
func (s *starts) spread(rest []pick) []int {
	list := make([]int, shape.Size(s.dims))
	var room [startsAtOnce]int
	c := s.cursor()
	for some := c.next(room[:]); len(some) > 0; some = c.next(room[:]) {
		copy(list[c.first:], some)
	}
	own := shape.Strides(make([]int, len(s.dims)), s.dims)
	for _, a := range rest {
		offsets := make([]int, a.index.lay.size)
		s.add(offsets, &a, 0)
		strides, _ := shape.BroadcastStrides(s.dims, a.shape, shape.Strides(make([]int, len(a.shape)), a.shape))
		for w := shape.NewWalk(s.dims, own, strides); w.Next(); {
			for i := range w.Inner {
				list[w.Off[0]+i*w.Step[0]] += offsets[w.Off[1]+i*w.Step[1]]
			}
		}
	}
	return list
}
