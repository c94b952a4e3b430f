package rng

import "sync"

// opStreams numbers the streams that random ops take.
var opStreams struct {
	sync.Mutex
	seed, taken uint64
}

// SeedOps restarts the streams of random ops.
func SeedOps(seed uint64) {
	opStreams.Lock()
	defer opStreams.Unlock()
	opStreams.seed, opStreams.taken = seed, 0
}

// Ops returns the stream of the next random op (dropout, standard_normal, …), to be taken once per call of the op.
// The n-th stream after a seed is always the same and shares no words with the others: the seed is the Philox
// key and n the upper half of the counter. An op that computes again (recompute) keeps a copy of its
// Philox value from before it drew.
func Ops() *Philox {
	opStreams.Lock()
	defer opStreams.Unlock()
	opStreams.taken++
	p := NewPhilox(opStreams.seed)
	p.high = [2]uint32{uint32(opStreams.taken), uint32(opStreams.taken >> 32)}
	return p
}
