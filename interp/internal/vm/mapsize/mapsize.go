// Package mapsize foresees how many elements maps get.
package mapsize

import (
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"
	"weak"
)

// Sizes foresees how many elements the maps get that one instruction makes, from how many those have got that it
// has made before. A map that grows to a thousand elements moves into a larger one eight times, which is half the work
// of filling it. It looks at few maps, keeps none alive, and takes the least that it has seen: maps that stay small
// are made small.
type Sizes struct {
	made  atomic.Uint32
	least atomic.Int64
	mu    sync.Mutex // guards what follows
	last  weak.Pointer[byte]
	seen  [4]int // the elements of maps when the next one was made
	n     int
}

const (
	groupOfMap   = 8       // elements that every map has room for
	mostForeseen = 1 << 15 // elements that a map gets room for at most
	lookOften    = 8       // maps from the first on that it looks at, later
	lookEvery    = 16      // at one of so many
)

// Foreseen returns how many elements the next map gets at least, 0 when nothing speaks for more than a few.
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
		least := min(slices.Min(s.seen[:]), mostForeseen)
		if least <= groupOfMap {
			least = 0
		}
		s.least.Store(int64(least))
	}
	if s.last = (weak.Pointer[byte]{}); often || n%lookEvery == 0 {
		s.last = weak.Make((*byte)(m))
	}
}

// Len returns how many elements a map has.
func Len(m unsafe.Pointer) int { return len(*(*map[int]int)(unsafe.Pointer(&m))) }
