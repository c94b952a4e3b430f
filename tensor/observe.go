package tensor

import (
	"sync/atomic"

	"github.com/msrepl/msrepl/internal/session/gls"
	"github.com/msrepl/msrepl/internal/session/opwatch"
)

// observers counts the observers of every op: [Observe] and [DetectAnomaly]. While it is zero, ops skip the check.
var observers atomic.Int64

// sight is a function passed to [Observe], with the enclosing one.
type sight struct {
	see   func(op string, in, out []*Tensor)
	outer *sight
}

var (
	sights gls.Var[*sight]
	inside gls.Var[Op] // the op that is being computed
)

// Observe calls f, and calls see for every op that f applies on this goroutine or on those that it starts, with
// MindSpore's name of the op, its arguments and its results. Ops inside a composed op are not shown. Use it to count
// work or to see what a function does:
//
//	tensor.Observe(func(op string, in, out []*tensor.Tensor) { fmt.Println(op, out[0].Shape()) },
//		func() { net.Call(x) })
func Observe(see func(op string, in, out []*Tensor), f func()) {
	outer, _ := sights.Get()
	observers.Add(1)
	defer observers.Add(-1)
	sights.With(&sight{see, outer}, f)
}

// observed is Apply, or its lean forms, while ops are observed.
func observed(op Op, in ...*Tensor) (out []*Tensor) {
	if m := innermostOf(in); m != nil {
		return m.apply(op, in)
	}
	if !watching() { // a function is mapped on some goroutine
		out = op.Forward(in)
		shown(in)
		shown(out)
		if activeTapes.Load() != 0 {
			recordLean(op, in, out)
		}
		return out
	}
	around, _ := inside.Get()
	inside.With(op, func() { out = op.Forward(in) })
	shown(in)
	shown(out)
	if activeTapes.Load() != 0 {
		recordLean(op, in, out)
	}
	if around != nil {
		return out
	}
	s, _ := sights.Get()
	for ; s != nil; s = s.outer {
		s.see(op.Name(), in, out)
	}
	if a := anomalies.Load(); a != NoAnomaly {
		a.check(op, in, out)
	}
	if w := opwatch.Get(); w != nil {
		showOp(w, op, in, out)
	}
	return out
}

// shown marks tensors that an observer may keep.
func shown(list []*Tensor) {
	for _, t := range list {
		if t != nil {
			t.store.needed()
		}
	}
}

// recordLean records op in its lean form if it has one.
func recordLean(op Op, in, out []*Tensor) {
	switch op := op.(type) {
	case wide1:
		record1(op.unaryOp, in[0], out[0])
	case wide2:
		record2(op.binaryOp, in[0], in[1], out[0])
	default:
		record(op, in, out)
	}
}
