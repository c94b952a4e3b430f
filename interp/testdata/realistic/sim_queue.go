package main

import (
	"fmt"
	"strings"
)

type rng struct{ state uint32 }

func (r *rng) next() uint32 {
	r.state ^= r.state << 13
	r.state ^= r.state >> 17
	r.state ^= r.state << 5
	return r.state
}

func (r *rng) between(lo, hi int) int { return lo + int(r.next()%uint32(hi-lo+1)) }

type customer struct {
	id, arrived, items int
}

type till struct {
	name  string
	queue []customer
	busy  int
	done  int
	wait  int
}

func (t *till) tick(now int) {
	if t.busy > 0 {
		t.busy--
		return
	}
	if len(t.queue) == 0 {
		return
	}
	c := t.queue[0]
	t.queue = t.queue[1:]
	t.busy = c.items - 1
	t.done++
	t.wait += now - c.arrived
}

type shop struct {
	tills []*till
	rng   *rng
	next  int
}

func newShop(seed uint32, names ...string) *shop {
	s := &shop{rng: &rng{seed}}
	for _, n := range names {
		s.tills = append(s.tills, &till{name: n})
	}
	return s
}

func (s *shop) shortest() (best *till) {
	for _, t := range s.tills {
		if best == nil || len(t.queue) < len(best.queue) {
			best = t
		}
	}
	return best
}

func main() {
	s := newShop(2463534242, "left", "middle", "right")
	const minutes = 60
	longest := 0
	for now := range minutes {
		if s.rng.between(1, 10) <= 6 {
			s.next++
			t := s.shortest()
			t.queue = append(t.queue, customer{s.next, now, s.rng.between(2, 7)})
		}
		total := 0
		for _, t := range s.tills {
			t.tick(now)
			total += len(t.queue)
		}
		longest = max(longest, total)
		if now%20 == 19 {
			fmt.Printf("%2d %s\n", now, strings.Repeat("*", total))
		}
	}
	for _, t := range s.tills {
		mean := 0.0
		if t.done > 0 {
			mean = float64(t.wait) / float64(t.done)
		}
		fmt.Printf("%-6s served %2d mean wait %5.2f left %d\n", t.name, t.done, mean, len(t.queue))
	}
	fmt.Println("customers", s.next, "longest", longest)
}
