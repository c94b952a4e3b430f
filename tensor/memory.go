package tensor

import (
	"math"
	"math/bits"

	"github.com/msrepl/msrepl/internal/session/memlimit"
)

// checkMemory raises MemoryError if a tensor does not fit into the machine's memory or would take the program past
// its soft limit. Go cannot recover from a failed allocation, so one that is certain to fail is not attempted.
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

// elementsOf returns the number of elements of a shape. It raises MemoryError if their bytes overflow an int, even
// for a view, which takes no memory: the overflowed product could look like the size of a small or empty shape.
func elementsOf(dims []int) int {
	n, over := uint64(1), false
	for _, d := range dims {
		if d == 0 {
			return 0
		}
		high, low := bits.Mul64(n, uint64(d))
		n, over = low, over || high != 0 || low > maxElements
	}
	if over {
		Throw("Tensor", MemoryError, "Allocate memory failed: a tensor of shape %s has more elements than can be counted.", tupleText(dims))
	}
	return int(n)
}

// maxElements is the largest number of elements of the widest dtype whose bytes an int can count.
const maxElements = math.MaxInt / 16

// largeTensor is the size in bytes from which available memory is checked; the session tracks the total of smaller
// tensors.
const largeTensor = 1 << 24
