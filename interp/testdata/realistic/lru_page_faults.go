package main

import "fmt"

type Policy interface {
	Name() string
	Access(page int) (fault bool)
	Frames() []int
}

type frames struct {
	cap   int
	pages []int
}

func (f *frames) find(page int) int {
	for i, p := range f.pages {
		if p == page {
			return i
		}
	}
	return -1
}

func (f *frames) Frames() []int { return f.pages }
func (f *frames) full() bool    { return len(f.pages) == f.cap }

type fifo struct{ frames }

func (*fifo) Name() string { return "fifo" }

func (f *fifo) Access(page int) bool {
	if f.find(page) >= 0 {
		return false
	}
	if f.full() {
		f.pages = f.pages[1:]
	}
	f.pages = append(f.pages, page)
	return true
}

type lru struct{ fifo }

func (l *lru) Name() string { return "lru" }

func (l *lru) Access(page int) (fault bool) {
	if i := l.find(page); i >= 0 {
		l.pages = append(l.pages[:i], l.pages[i+1:]...)
		defer func() { fault = false }()
	}
	return l.fifo.Access(page)
}

type clock struct {
	*frames
	used map[int]bool
	hand int
}

func (clock) Name() string { return "clock" }

func (c *clock) Access(page int) bool {
	if c.find(page) >= 0 {
		c.used[page] = true
		return false
	}
	defer func() { c.used[page] = true }()
	if !c.full() {
		c.pages = append(c.pages, page)
		return true
	}
	for ; ; c.hand = (c.hand + 1) % c.cap {
		if victim := c.pages[c.hand]; c.used[victim] {
			c.used[victim] = false
			continue
		}
		delete(c.used, c.pages[c.hand])
		c.pages[c.hand] = page
		c.hand = (c.hand + 1) % c.cap
		return true
	}
}

type optimal struct {
	frames
	future []int
}

func (o *optimal) Name() string { return "optimal" }

func (o *optimal) Access(page int) bool {
	o.future = o.future[1:]
	if o.find(page) >= 0 {
		return false
	}
	if !o.full() {
		o.pages = append(o.pages, page)
		return true
	}
	victim, farthest := 0, -1
	for i, p := range o.pages {
		next := len(o.future)
		for j, q := range o.future {
			if q == p {
				next = j
				break
			}
		}
		if next > farthest {
			victim, farthest = i, next
		}
	}
	o.pages[victim] = page
	return true
}

func simulate(p Policy, refs []int) (faults int, trace string) {
	for _, r := range refs {
		if p.Access(r) {
			faults++
			trace += "x"
			continue
		}
		trace += "."
	}
	return
}

func main() {
	refs := []int{7, 0, 1, 2, 0, 3, 0, 4, 2, 3, 0, 3, 2, 1, 2, 0, 1, 7, 0, 1}
	for size := 3; size <= 4; size++ {
		policies := []Policy{
			&fifo{frames{cap: size}},
			&lru{fifo{frames{cap: size}}},
			&clock{frames: &frames{cap: size}, used: map[int]bool{}},
			&optimal{frames{cap: size}, append([]int(nil), refs...)},
		}
		for _, p := range policies {
			n, trace := simulate(p, refs)
			fmt.Printf("%d %-8s %2d %s %v\n", size, p.Name(), n, trace, p.Frames())
		}
	}
	var p Policy = &lru{}
	_, isFifo := p.(*fifo)
	_, named := p.(interface{ Name() string })
	fmt.Println(isFifo, named)
}
