package kernels

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
	"unsafe"
)

// argSort writes the first len(dst) indices of the order of x: equal elements keep their order, NaN counts as
// largest.
//
//cpu:order real
func argSort[T Real](dst []int32, x []T, descending bool) {
	switch {
	case len(dst) == 0:
	case len(dst)*bits.Len(uint(len(dst))) < len(x)/4:
		firstOf(dst, x, descending)
	case unsafe.Sizeof(*new(T)) <= 4:
		sortShort(dst, x, descending)
	default:
		sortLong(dst, x, descending)
	}
}

// rank maps v to a number that grows with v and is largest for NaN; if descending is set, in reverse order.
func rank[T Real](v T, descending bool) uint64 {
	var r uint64
	var zero T
	whole := T(1)/2 == 0 // false for floats
	switch {
	case v != v:
		r = math.MaxUint64
	case !whole && unsafe.Sizeof(v) == 4:
		r = ordered(int64(math.Float32bits(float32(v+0))) << 32) // v+0 is 0 for -0
	case !whole:
		r = ordered(int64(math.Float64bits(float64(v + 0))))
	case zero-1 > 0: // unsigned
		r = uint64(v) << (64 - 8*unsafe.Sizeof(v))
	default:
		r = (uint64(v) << (64 - 8*unsafe.Sizeof(v))) ^ 1<<63
	}
	if descending {
		return ^r
	}
	return r
}

// ordered maps the bits of a float to an unsigned number in the same order.
func ordered(b int64) uint64 { return uint64(b) ^ (uint64(b>>63) | 1<<63) }

// sortShort sorts numbers that combine a 32-bit rank and the index, so that no two are equal.
func sortShort[T Real](dst []int32, x []T, descending bool) {
	var room [shortest]uint64
	keys := room[:0]
	if len(x) > shortest {
		keys = make([]uint64, 0, 2*len(x))
	}
	for i, v := range x {
		keys = append(keys, rank(v, descending)&^math.MaxUint32|uint64(i))
	}
	if len(x) <= shortest {
		slices.Sort(keys)
	} else {
		keys, _ = byDigits(keys, keys[len(x):2*len(x)])
	}
	for i := range dst {
		dst[i] = int32(uint32(keys[i]))
	}
}

// shortest is the number of elements below which a comparison sort is used instead of a radix sort.
const shortest = 256

// byDigits sorts keys by their upper halves, eight bits at a time starting at the lowest, and returns them and the
// free memory.
func byDigits(keys, room []uint64) (sorted, free []uint64) {
	for shift := 32; shift < 64; shift += 8 {
		var starts [256]int
		for _, k := range keys {
			starts[uint8(k>>shift)]++
		}
		if starts[uint8(keys[0]>>shift)] == len(keys) {
			continue
		}
		at := 0
		for i, n := range starts {
			starts[i] = at
			at += n
		}
		for _, k := range keys {
			d := uint8(k >> shift)
			room[starts[d]] = k
			starts[d]++
		}
		keys, room = room, keys
	}
	return keys, room
}

// ranked is an element with its index.
type ranked struct {
	rank uint64
	at   int32
}

func (r ranked) compare(other ranked) int {
	return cmp.Or(cmp.Compare(r.rank, other.rank), cmp.Compare(r.at, other.at))
}

// sortLong is sortShort for ranks of 64 bits: by their lower halves, then by the upper ones.
func sortLong[T Real](dst []int32, x []T, descending bool) {
	if len(x) <= shortest {
		var room [shortest]ranked
		list := room[:len(x)]
		for i, v := range x {
			list[i] = ranked{rank(v, descending), int32(i)}
		}
		slices.SortFunc(list, ranked.compare)
		for i := range dst {
			dst[i] = list[i].at
		}
		return
	}
	keys := make([]uint64, 2*len(x))
	keys, room := keys[:len(x)], keys[len(x):]
	for i, v := range x {
		keys[i] = rank(v, descending)<<32 | uint64(i)
	}
	keys, room = byDigits(keys, room)
	for i, k := range keys {
		at := uint64(uint32(k))
		keys[i] = rank(x[at], descending)&^math.MaxUint32 | at
	}
	keys, _ = byDigits(keys, room)
	for i := range dst {
		dst[i] = int32(uint32(keys[i]))
	}
}

// firstOf keeps the first elements so far in order: with many elements, few come before the last of these.
func firstOf[T Real](dst []int32, x []T, descending bool) {
	list := make([]ranked, 0, len(dst)+1)
	last := uint64(math.MaxUint64)
	for i, v := range x {
		r := rank(v, descending)
		if r >= last && len(list) == len(dst) {
			continue
		}
		at, _ := slices.BinarySearchFunc(list, ranked{r, int32(i)}, ranked.compare)
		list = slices.Insert(list, at, ranked{r, int32(i)})
		list = list[:min(len(list), len(dst))]
		last = list[len(list)-1].rank
	}
	for i, r := range list {
		dst[i] = r.at
	}
}
