package rng

import (
	"math"
	"sync"

	"github.com/msrepl/msrepl/internal/session/gls"
)

// Branch is a source of streams of its own, for what runs beside the rest of a program and would else draw what
// happens to be next: which numbers it draws depends on the seed and on when the branch was begun only.
type Branch struct {
	mu                    sync.Mutex
	seed, taken, branches uint64
	rivals                bool
}

// opStreams is the source of all that runs in no branch.
var opStreams Branch

// SeedOps restarts the streams of random ops.
func SeedOps(seed uint64) {
	opStreams.mu.Lock()
	defer opStreams.mu.Unlock()
	opStreams.seed, opStreams.taken, opStreams.branches = seed, 0, 0
}

// Ops returns the stream of the next random op (dropout, standard_normal, …), to be taken once per call of the op.
// The n-th stream after a seed is always the same and shares no words with the others: the seed is the Philox
// key and n the upper half of the counter. Inside [Streams.Replay] it is the stream that was taken the first time.
func Ops() *Philox {
	if s, ok := taking.Get(); ok {
		return s.take()
	}
	return opStreams.next()
}

func (b *Branch) next() *Philox {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.taken++
	return b.stream(uint32(b.taken), uint32(b.taken>>32))
}

func (b *Branch) stream(low, high uint32) *Philox {
	p := NewPhilox(b.seed)
	p.high = [2]uint32{low, high}
	return p
}

// NewBranch returns the next branch after a seed, or of the branch that the caller runs in. Rivals are branches that
// run at the same time in any order; see [Rival].
func NewBranch(rivals bool) *Branch {
	b := here()
	b.mu.Lock()
	defer b.mu.Unlock()
	b.branches++
	words := b.stream(uint32(b.branches), math.MaxUint32) // streams for ops never get there
	return &Branch{seed: uint64(words.Uint32())<<32 | uint64(words.Uint32()), rivals: rivals}
}

// Run calls f in the branch. Goroutines that f starts are in it, too.
func (b *Branch) Run(f func()) { taking.With(&Streams{own: b}, f) }

// Rival returns the next stream where the caller runs in a branch that is one of rivals: what several of these share
// must not draw from a stream of its own.
func Rival() (p *Philox, ok bool) {
	if b := here(); b.rivals {
		return Ops(), true
	}
	return nil, false
}

// here is the source of new streams.
func here() *Branch {
	s, _ := taking.Get()
	for ; s != nil; s = s.outer {
		if s.own != nil {
			return s.own
		}
	}
	return &opStreams
}

// Streams are those that random ops took while a function ran, in order.
type Streams struct {
	mu     sync.Mutex
	taken  []Philox
	record bool
	replay bool
	next   int      // to be replayed
	outer  *Streams // of a function that runs around this one
	own    *Branch  // where new ones come from, without an outer one
}

var taking gls.Var[*Streams]

// TakenDuring calls f and returns the streams that it takes.
func TakenDuring(f func()) *Streams {
	s := &Streams{record: true}
	s.outer, _ = taking.Get()
	taking.With(s, f)
	return s
}

// Replay calls f, whose random ops take the same streams again, whatever other goroutines draw meanwhile.
func (s *Streams) Replay(f func()) {
	taking.With(&Streams{taken: s.taken, replay: true, own: here()}, f)
}

func (s *Streams) take() *Philox {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.replay && s.next < len(s.taken) {
		p := s.taken[s.next]
		s.next++
		return &p
	}
	var p *Philox
	switch {
	case s.outer != nil:
		p = s.outer.take()
	case s.own != nil:
		p = s.own.next()
	default:
		p = opStreams.next()
	}
	if s.record {
		s.taken = append(s.taken, *p)
	}
	return p
}
