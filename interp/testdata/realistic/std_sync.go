package main

import (
	"errors"
	"fmt"
	"sort"
	"sync"
	"sync/atomic"
	"time"
)

type Stats struct {
	Hits, Misses int
	tags         [2]string
}
type State uint32

const (
	Idle State = iota
	Busy
	Done
)

func (s State) String() string { return [...]string{"idle", "busy", "done"}[s] }

type Machine struct {
	mu    sync.RWMutex
	cond  *sync.Cond
	state atomic.Uint32
	conf  atomic.Pointer[Stats]
	any   atomic.Value
	seen  sync.Map
	once  sync.Once
	log   []string
}

func New() *Machine {
	m := &Machine{}
	m.cond = sync.NewCond(m.mu.RLocker())
	return m
}
func (m *Machine) State() State { return State(m.state.Load()) }
func (m *Machine) To(s State) (ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	defer m.cond.Broadcast()
	ok = m.state.CompareAndSwap(uint32(s)-1, uint32(s))
	m.log = append(m.log, fmt.Sprint(s, ok))
	return
}
func (m *Machine) Await(s State) {
	m.cond.L.Lock()
	for m.State() < s {
		m.cond.Wait()
	}
	m.cond.L.Unlock()
}

var pool = sync.Pool{New: func() any { return new([]byte) }}

func main() {
	m := New()
	var wg sync.WaitGroup
	got := make([]State, 4)
	for i := range got {
		wg.Go(func() {
			m.Await(Done)
			got[i] = m.State()
			m.seen.Store(i, got[i])
		})
	}
	fmt.Println(m.To(Done), m.To(Busy), m.To(Done))
	wg.Wait()
	fmt.Println(got, m.log)
	m.seen.Range(func(k, v any) bool { return k.(int) < 100 })
	v, loaded := m.seen.LoadOrStore(2, Idle)
	_, ok := m.seen.LoadAndDelete(9)
	prev, sw := m.seen.Swap(1, Busy)
	fmt.Println(v, loaded, ok, prev, sw, m.seen.CompareAndSwap(1, Busy, Idle), m.seen.CompareAndDelete(1, Busy))
	values(m)
	onces(m)
	counters()
	limited()
	timers(m)
	defer func() { fmt.Println("r", recover()) }()
	wg.Add(-1)
}

func values(m *Machine) {
	old := m.conf.Swap(&Stats{Hits: 1})
	fmt.Println(old, *m.conf.Load(), m.conf.CompareAndSwap(old, nil))
	m.any.Store(Stats{Misses: 2})
	fmt.Println(m.any.Load().(Stats).Misses, m.any.CompareAndSwap(Stats{Misses: 2}, Stats{}))
	func() {
		defer func() { fmt.Println(recover()) }()
		m.any.Store("other type")
	}()
}

func onces(m *Machine) {
	val := sync.OnceValues(func() (int, error) { fmt.Print("computed "); return 3, errors.New("e") })
	fmt.Println(val())
	fmt.Println(val())
	pan := sync.OnceFunc(func() { panic(Busy) })
	for range 2 {
		func() {
			defer func() { fmt.Println("again", recover()) }()
			pan()
		}()
	}
	func() {
		defer func() { recover() }()
		m.once.Do(func() { panic("x") })
	}()
	m.once.Do(func() { fmt.Println("never") })
}

func counters() {
	var wg sync.WaitGroup
	var n atomic.Int64
	var or atomic.Uint32
	var b atomic.Bool
	for i := range 10 {
		wg.Go(func() { n.Add(int64(i)); or.Or(1 << i); b.Store(true) })
	}
	wg.Wait()
	fmt.Println(n.Load(), or.Load(), b.Load(), or.And(3), or.Load())
	p := pool.Get().(*[]byte)
	*p = append(*p, 1)
	pool.Put(p)
}

func limited() {
	results := make(chan [2]int)
	sem := make(chan struct{}, 2)
	go func() {
		defer close(results)
		var wg sync.WaitGroup
		for i := range 5 {
			wg.Add(1)
			sem <- struct{}{}
			go func() {
				defer wg.Done()
				defer func() { <-sem }()
				results <- [2]int{i, i * i}
			}()
		}
		wg.Wait()
	}()
	var all [][2]int
	for r := range results {
		all = append(all, r)
	}
	sort.Slice(all, func(i, j int) bool { return all[i][0] > all[j][0] })
	fmt.Println(all)
}

func timers(m *Machine) {
	fmt.Println(m.mu.TryLock(), m.mu.TryRLock())
	tk := time.NewTicker(time.Millisecond)
	tm := time.NewTimer(time.Hour)
	fmt.Println(tm.Stop(), tm.Reset(time.Millisecond))
	<-tk.C
	<-tm.C
	tk.Stop()
	done := make(chan struct{})
	time.AfterFunc(time.Millisecond, func() { close(done) })
	select {
	case <-done:
		fmt.Println("done")
	case <-time.After(10 * time.Second):
		fmt.Println("timeout")
	}
}
