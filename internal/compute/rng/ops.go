package rng

import (
	"sync"

	"github.com/msrepl/msrepl/internal/session/gls"
)

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
// key and n the upper half of the counter. Inside [Streams.Replay] it is the stream that was taken the first time.
func Ops() *Philox {
	if s, ok := taking.Get(); ok {
		return s.take()
	}
	return nextStream()
}

func nextStream() *Philox {
	opStreams.Lock()
	defer opStreams.Unlock()
	opStreams.taken++
	p := NewPhilox(opStreams.seed)
	p.high = [2]uint32{uint32(opStreams.taken), uint32(opStreams.taken >> 32)}
	return p
}

// Streams are those that random ops took while a function ran, in order.
type Streams struct {
	mu     sync.Mutex
	taken  []Philox
	replay bool
	next   int      // to be replayed
	outer  *Streams // of a function that runs around this one
}

var taking gls.Var[*Streams]

// TakenDuring calls f and returns the streams that it takes.
func TakenDuring(f func()) *Streams {
	s := &Streams{}
	s.outer, _ = taking.Get()
	taking.With(s, f)
	return s
}

// Replay calls f, whose random ops take the same streams again, whatever other goroutines draw meanwhile.
func (s *Streams) Replay(f func()) { taking.With(&Streams{taken: s.taken, replay: true}, f) }

func (s *Streams) take() *Philox {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.replay && s.next < len(s.taken) {
		p := s.taken[s.next]
		s.next++
		return &p
	}
	var p *Philox
	if s.outer != nil {
		p = s.outer.take()
	} else {
		p = nextStream()
	}
	if !s.replay {
		s.taken = append(s.taken, *p)
	}
	return p
}
