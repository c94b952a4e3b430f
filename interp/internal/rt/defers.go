package rt

import (
	"bytes"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/msrepl/msrepl/internal/bridge"
	"github.com/msrepl/msrepl/internal/lastwords"
	"github.com/msrepl/msrepl/tensor"
)

// Defers are the deferred calls of one call of a function.
type Defers struct{ calls []deferred }

// deferred is one of them.
type deferred struct {
	call func()
	deaf bool // the function does not call recover itself, and what it calls gets nothing from it
}

// NewDefers returns an empty list.
func NewDefers() *Defers { return &Defers{} }

// Push adds a call.
func (d *Defers) Push(f func()) { d.calls = append(d.calls, deferred{f, false}) }

// PushDeaf adds a call of a function that does not call recover itself.
func (d *Defers) PushDeaf(f func()) { d.calls = append(d.calls, deferred{f, true}) }

// Guard runs the body of a function and then its deferred calls, last one first, with Go's rules for panics: a
// deferred call may recover, or panic anew. A body that ends its goroutine has them run, too, one that ends the
// program has not.
func (r *Runtime) Guard(d *Defers, body func()) {
	p := &panicking{complete: r.complete}
	returned := false
	defer func() {
		if !returned {
			r.runDeferred(d, p)
		}
	}()
	p.run(body)
	r.runDeferred(d, p)
	returned = true
	if p.active {
		panic(p.value)
	}
}

// runDeferred makes the deferred calls that are left.
func (r *Runtime) runDeferred(d *Defers, p *panicking) {
	for len(d.calls) > 0 && !r.exiting.Load() {
		f := d.calls[len(d.calls)-1]
		d.calls = d.calls[:len(d.calls)-1]
		p.deferred(f)
	}
}

// panicking is the state of a function that runs its deferred calls.
type panicking struct {
	value    any
	active   bool
	complete func(any) any // adds what is known of the failure while it still is
}

// run calls f and keeps its panic.
func (p *panicking) run(f func()) {
	defer func() {
		if v := recover(); v != nil {
			p.value, p.active = p.complete(v), true
		}
	}()
	f()
}

// complete adds the numbers to an index or a slice out of range, before deferred calls note others.
func (r *Runtime) complete(v any) any {
	if r.IndexDetail == nil || !r.Sure() {
		return v
	}
	if f, ok := Normalize(v).(*Fault); ok && (f.Msg == indexOutOfRange || f.Msg == sliceOutOfRange) {
		return &Fault{f.Kind, f.Msg + r.IndexDetail(r.mark(), r.Notes())}
	}
	return v
}

// deferred makes a call with p as what Recover finds; with nothing to find when the function would not ask, or when there is only
// the panic of a function further out.
func (p *panicking) deferred(d deferred) {
	if p.active || panics.n.Load() > 0 {
		found := p
		if !p.active || d.deaf {
			found = &panicking{}
		}
		id := goroutine()
		outer := panics.swap(id, found)
		defer panics.swap(id, outer)
	}
	p.run(d.call)
}

// panics holds the innermost panic of each goroutine that runs deferred calls because of one.
var panics registry

type registry struct {
	n  atomic.Int64 // lets Recover answer without a look at its goroutine in the usual case
	mu sync.Mutex
	m  map[int64]*panicking
}

// swap sets the entry of a goroutine and returns the old one; nil removes it.
func (r *registry) swap(id int64, p *panicking) *panicking {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.m == nil {
		r.m = map[int64]*panicking{}
	}
	old := r.m[id]
	if p == nil {
		delete(r.m, id)
	} else {
		r.m[id] = p
	}
	r.n.Store(int64(len(r.m)))
	return old
}

func (r *registry) get(id int64) *panicking {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.m[id]
}

// Recover is recover. An interrupt cannot be recovered from.
func (r *Runtime) Recover() any {
	if panics.n.Load() == 0 {
		return nil
	}
	p := panics.get(goroutine())
	if p == nil || !p.active {
		return nil
	}
	if _, ok := p.value.(Interrupt); ok {
		return nil
	}
	p.active = false
	r.panicAt.Store(-1)
	if r.Recovered != nil {
		r.Recovered()
	}
	v := Normalize(p.value)
	if text, ok := v.(string); ok && strings.HasPrefix(text, "reflect") { // the interpreter's, at a mistake of the program
		return &Fault{string(tensor.RuntimeError), text}
	}
	return v
}

// goroutine returns the number of the calling goroutine. Only panics and recovers pay for it.
func goroutine() int64 {
	var buf [64]byte
	b := bytes.TrimPrefix(buf[:runtime.Stack(buf[:], false)], []byte("goroutine "))
	number, _, _ := bytes.Cut(b, []byte(" "))
	id, _ := strconv.ParseInt(string(number), 10, 64)
	return id
}

// Hush lets the deferred call at hand find nothing to recover from.
func Hush() {
	if panics.n.Load() > 0 {
		if id := goroutine(); panics.get(id) != nil {
			panics.swap(id, &panicking{})
		}
	}
}

// NilPointer panics as a use of nothing does.
func NilPointer() {
	panic(&Fault{string(tensor.RuntimeError), "invalid memory address or nil pointer dereference"})
}

// NegativeShift panics as a shift by a negative count does.
func NegativeShift() {
	panic(&Fault{string(tensor.ValueError), "negative shift amount"})
}

// Count returns the count of a shift.
func Count(n int) int {
	if n < 0 {
		NegativeShift()
	}
	return n
}

// Panic is panic.
func (r *Runtime) Panic(v any) {
	r.panicAt.Store(int64(r.mark()))
	if b, ok := canonical(v).(Box); ok {
		panic(b)
	}
	panic(bridge.Unwrap(v))
}

// PanicError is panic for errors, which keep the methods of a type that the session declares.
func (r *Runtime) PanicError(err error) {
	r.panicAt.Store(int64(r.mark()))
	panic(err)
}

// Go starts a goroutine whose panic is reported and ends only the goroutine.
func (r *Runtime) Go(f func()) {
	started, within := r.mark(), func(f func()) { f() }
	if r.Started != nil {
		within = r.Started()
	}
	if r.FirstGo != nil {
		r.firstGo.Do(r.FirstGo)
	}
	lastwords.Started(started)
	r.Enter()
	go func() {
		defer r.Leave()
		within(func() {
			defer func() {
				if v := recover(); v != nil && r.GoPanic != nil {
					r.GoPanic(Normalize(v), started, r.Mark())
					r.panicAt.Store(-1)
				}
			}()
			f()
		})
	}()
}
