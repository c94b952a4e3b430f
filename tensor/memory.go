package tensor

import (
	"math"
	"math/bits"

	"github.com/msrepl/msrepl/internal/session/memlimit"
)

// checkMemory raises MemoryError when a tensor does not fit into the machine's memory, or would take the program
// beyond its soft limit. Go cannot recover from an allocation that fails, so one that must fail is not tried.
func checkMemory(dt DType, shape []int) {
	bytes := dt.Size()
	for _, d := range shape {
		switch {
		case d == 0:
			return
		case bytes > math.MaxInt/d:
			bytes = math.MaxInt
		default:
			bytes *= d
		}
	}
	most, whose := memlimit.Physical(), "the machine's memory of "
	if soft := memlimit.Limit(); soft != 0 && soft < most {
		most, whose = soft, "the memory limit of "
	}
	if int64(bytes) <= most && (bytes <= largeTensor || memlimit.Fits(int64(bytes))) {
		return
	}
	takes := memlimit.Text(int64(bytes))
	if bytes == math.MaxInt {
		takes = "more than " + takes
	}
	Throw("Tensor", MemoryError, "Allocate memory failed: a tensor of shape %s and dtype %s takes %s, beyond %s%s.",
		tupleText(shape), dt, takes, whose, memlimit.Text(most))
}

// elementsOf returns how many elements a shape has. It raises MemoryError when their bytes are more than an int counts,
// also for a view, which takes no memory: the product would pass for that of a small shape, or of an empty one.
func elementsOf(dims []int) int {
	n, over := uint64(1), false
	for _, d := range dims {
		if d == 0 {
			return 0
		}
		high, low := bits.Mul64(n, uint64(d))
		n, over = low, over || high != 0 || low > mostElements
	}
	if over {
		Throw("Tensor", MemoryError, "Allocate memory failed: a tensor of shape %s has more elements than can be counted.", tupleText(dims))
	}
	return int(n)
}

// mostElements is the number of elements of the longest dtype whose bytes an int counts.
const mostElements = math.MaxInt / 16

// largeTensor is the number of bytes from which on it is worth asking for room; the session watches what smaller
// ones add up to.
const largeTensor = 1 << 24
