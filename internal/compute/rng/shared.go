package rng

import (
	"math/rand/v2"
	"sync"
)

var (
	shared   = sync.OnceValue(func() *RandomState { return NewRandomState(rand.Uint32()) })
	sharedMu sync.Mutex
)

// Shared runs f with the stream that np.Random, SetSeed and the initializers share. Only one f runs at a time. As in
// numpy, the stream differs from run to run until it is seeded.
func Shared(f func(s *RandomState)) {
	sharedMu.Lock()
	defer sharedMu.Unlock()
	f(shared())
}
