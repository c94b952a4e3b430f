package main

import (
	"fmt"
	"strings"
)

type State uint8

const (
	Ready State = iota
	Running
	Blocked
	Done
)

//go:generate stringer -type=State
func (s State) String() string {
	return [...]string{Ready: "ready", Running: "running", Blocked: "blocked", Done: "done"}[s]
}

type Process struct {
	PID   int
	Name  string
	State State
	need  int
	io    map[int]int // after so many ticks, wait so many
	used  int
	wait  int
}

type Kernel struct {
	quantum int
	procs   []*Process
	ready   []*Process
	trace   strings.Builder
	now     int
}

func (k *Kernel) Spawn(name string, need int, io map[int]int) *Process {
	p := &Process{PID: len(k.procs) + 1, Name: name, need: need, io: io}
	k.procs = append(k.procs, p)
	k.ready = append(k.ready, p)
	return p
}

func (k *Kernel) tickBlocked() {
	for _, p := range k.procs {
		if p.State != Blocked {
			continue
		}
		if p.wait--; p.wait <= 0 {
			p.State = Ready
			k.ready = append(k.ready, p)
		}
	}
}

func (k *Kernel) Run() {
	alive := func() bool {
		for _, p := range k.procs {
			if p.State != Done {
				return true
			}
		}
		return false
	}
loop:
	for alive() {
		if len(k.ready) == 0 {
			k.trace.WriteByte('.')
			k.now++
			k.tickBlocked()
			continue loop
		}
		p := k.ready[0]
		k.ready = k.ready[1:]
		p.State = Running
		for q := 0; q < k.quantum; q++ {
			k.trace.WriteString(p.Name[:1])
			k.now++
			p.used++
			k.tickBlocked()
			if p.used == p.need {
				p.State = Done
				fmt.Printf("%3d %s is %v\n", k.now, p.Name, p.State)
				continue loop
			}
			if w, ok := p.io[p.used]; ok {
				p.State, p.wait = Blocked, w
				continue loop
			}
		}
		p.State = Ready
		k.ready = append(k.ready, p)
	}
}

func main() {
	k := &Kernel{quantum: 3}
	k.Spawn("alpha", 7, nil)
	k.Spawn("beta", 4, map[int]int{2: 5})
	c := k.Spawn("gamma", 2, map[int]int{1: 20})
	fmt.Printf("%v %+v\n", c.State, *c)
	k.Run()
	fmt.Println(k.trace.String(), k.now)
	counts := make(map[State][]int)
	for _, p := range k.procs {
		counts[p.State] = append(counts[p.State], p.PID)
	}
	fmt.Println(counts, counts[Blocked] == nil)
}
