package tensor

import (
	"sync/atomic"

	"github.com/msrepl/msrepl/internal/compute/rng"
)

// globalSeed is the last seed plus one, 0 before the first.
var globalSeed atomic.Uint64

// SetSeed resets all random streams: np.Random, as numpy.random.seed(seed) does, the initializers, which draw their
// seeds from it, and the random ops. mindspore.set_seed. A seed outside [0, 2³²-1] is a ValueError.
func SetSeed(seed int) {
	if seed < 0 {
		Throw("set_seed", ValueError, "For 'global_seed', the 'seed' must be int and must >= 0, but got '%d' with type 'int'.", seed)
	}
	if seed > 1<<32-1 {
		Throw("set_seed", ValueError, "Seed must be between 0 and 2**32 - 1")
	}
	rng.Shared(func(s *rng.RandomState) { s.Seed(uint32(seed)) })
	rng.SeedOps(uint64(seed))
	globalSeed.Store(uint64(seed) + 1)
}

// GetSeed returns the seed of the last [SetSeed], and whether there was one: mindspore.get_seed.
func GetSeed() (seed int, set bool) {
	s := globalSeed.Load()
	return int(max(s, 1) - 1), s > 0
}
