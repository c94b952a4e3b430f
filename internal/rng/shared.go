package rng

import "sync"

var (
	shared   = sync.OnceValue(func() *RandomState { return NewRandomState(0) })
	sharedMu sync.Mutex
)

// Shared runs f with the stream that the whole program draws from: np.Random, SetSeed and the
// initializers. Only one f runs at a time.
func Shared(f func(s *RandomState)) {
	sharedMu.Lock()
	defer sharedMu.Unlock()
	f(shared())
}
