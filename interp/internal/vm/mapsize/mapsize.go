// Package mapsize predicts the number of elements of maps.
package mapsize

import (
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"
	"weak"
)

// Sizes predicts the number of elements of the maps made by one instruction, from the maps that it has made before. A
// map that grows to a thousand elements is rehashed eight times, which is half the cost of filling it. Sizes inspects
// few maps, keeps none alive, and predicts the least size seen, so that maps which stay small are made small.
type Sizes struct {
	made  atomic.Uint32
	least atomic.Int64
	mu    sync.Mutex // guards the fields below
	last  weak.Pointer[byte]
	seen  [4]int // sizes of maps when the next one was made
	n     int
}

const (
	groupOfMap  = 8       // capacity of every map
	maxForeseen = 1 << 15 // largest prediction
	lookOften   = 8       // number of first maps that are all inspected
	lookEvery   = 16      // interval of inspection after that
)

// Foreseen returns the predicted least number of elements of the next map, or 0 if a few are expected.
func (s *Sizes) Foreseen() int { return int(s.least.Load()) }

// Note is called with each map that is made.
func (s *Sizes) Note(m unsafe.Pointer) {
	n := s.made.Add(1)
	often := n <= lookOften
	if n%lookEvery > 1 && !often || !s.mu.TryLock() {
		return
	}
	defer s.mu.Unlock()
	if p := s.last.Value(); p != nil {
		s.seen[s.n%len(s.seen)] = Len(unsafe.Pointer(p))
		s.n++
		least := min(slices.Min(s.seen[:]), maxForeseen)
		if least <= groupOfMap {
			least = 0
		}
		s.least.Store(int64(least))
	}
	if s.last = (weak.Pointer[byte]{}); often || n%lookEvery == 0 {
		s.last = weak.Make((*byte)(m))
	}
}

// Len returns the number of elements of a map.
func Len(m unsafe.Pointer) int { return len(*(*map[int]int)(unsafe.Pointer(&m))) }
