package tensor

import "github.com/msrepl/msrepl/internal/budget"

// checkMemory raises RuntimeError when a tensor does not fit into the machine's memory, and MemoryError when it would take
// the program beyond its soft limit. Go cannot recover from an allocation that fails, so one that must fail is not tried.
func checkMemory(dt DType, shape []int) {
	room := int(budget.Physical) / dt.Size()
	bytes := dt.Size()
	for _, d := range shape {
		if d == 0 {
			return
		}
		room /= d
		bytes *= d
	}
	if room == 0 {
		Throw("Tensor", RuntimeError, "Allocate memory failed: a tensor of shape %s and dtype %s does not fit into %d bytes.",
			tupleText(shape), dt, budget.Physical)
	}
	if bytes > largeTensor && !budget.Fits(int64(bytes)) {
		Throw("Tensor", MemoryError, "Allocate memory failed: a tensor of shape %s and dtype %s takes %s, beyond the memory limit of %s.",
			tupleText(shape), dt, budget.Text(int64(bytes)), budget.Text(budget.Limit()))
	}
}

// largeTensor is the number of bytes from which on it is worth asking for room; the session watches what smaller ones add up to.
const largeTensor = 1 << 24
