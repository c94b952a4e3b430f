package tensor

import (
	"cmp"
	"fmt"
	"math"
	"runtime"
	"strings"
	"sync/atomic"

	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/internal/session/cellline"
	"github.com/msrepl/msrepl/internal/session/gls"
	"github.com/msrepl/msrepl/internal/session/opwatch"
	"github.com/msrepl/msrepl/internal/text/pyrepr"
)

// Anomaly is the kind of anomaly that [DetectAnomaly] detects.
type Anomaly uint32

// The kinds of anomalies.
const (
	NoAnomaly  Anomaly = iota
	NaNs               // a NaN where no argument holds one
	NaNsOrInfs         // also an infinity where all arguments are finite
)

// anomalies is the kind of anomaly to detect.
var anomalies anomalySwitch

type anomalySwitch struct{ atomic.Uint32 }

// Load returns the kind to detect.
func (s *anomalySwitch) Load() Anomaly { return Anomaly(s.Uint32.Load()) }

// DetectAnomaly makes an op raise RuntimeError if it produces a value of kind a from arguments without any, in the
// forward and backward pass, on every goroutine: torch.autograd.set_detect_anomaly. The message names the op, the
// shapes of its arguments and the line of user code that applied it. [NoAnomaly], the default, turns detection off,
// without cost. See grad.Anomaly.
func DetectAnomaly(a Anomaly) {
	before := Anomaly(anomalies.Swap(uint32(a)))
	switch {
	case before == NoAnomaly && a != NoAnomaly:
		observers.Add(1)
	case before != NoAnomaly && a == NoAnomaly:
		observers.Add(-1)
	}
}

// inGradient is the node whose gradient rule is running.
var inGradient gls.Var[*node]

// check raises an error if op has produced an anomaly, and records where op was applied for the backward pass. A
// gradient rule is judged by its results, not by the ops that compose it.
func (a Anomaly) check(op Op, in, out []*Tensor) {
	if n := out0Node(out); n != nil {
		n.hookList().origin = userLine()
	}
	if back, _ := inGradient.Get(); back != nil {
		return
	}
	for _, y := range out {
		if what, at, n := a.new(in, y); n > 0 {
			Throw(op.Name(), RuntimeError, "For '%s', the result contains %s, but the arguments do not: "+
				"%d of %d elements, the first at %s. The arguments are %s; the op was applied at %s.",
				op.Name(), what, n, y.Size(), at, specsText(in), userLine())
		}
	}
}

func out0Node(out []*Tensor) *node {
	if len(out) == 0 || out[0] == nil || out[0].node == nil || out[0].node.op == nil {
		return nil
	}
	return out[0].node
}

// stepWatched is step while anomalies are detected or a debugger watches ops.
func (b *backward) stepWatched(n *node, grads []*Tensor) {
	b.watched = n
	inGradient.With(n, func() { b.step(n, grads) })
	b.watched = nil
}

// look passes the gradient g, which the rule of the current node has computed for an argument, to the observers.
func (b *backward) look(g *Tensor) {
	if a := anomalies.Load(); a != NoAnomaly {
		a.checkGradient(b, g)
	}
	if w := opwatch.Get(); w != nil {
		w.Made(opName(b.watched.op), b.watched.line(), pyrepr.Anys(b.now.grads), g)
	}
}

// line returns the line that applied the op of a node, "" if it was not recorded.
func (n *node) line() string {
	if l := n.hookedBy(); l != nil {
		return l.origin
	}
	return ""
}

// checkGradient raises RuntimeError if the gradient g of an argument of the current node has an anomaly that the
// gradients of its results do not explain.
func (a Anomaly) checkGradient(b *backward, g *Tensor) {
	n := b.watched
	what, at, count := a.new(b.now.grads, g)
	if count == 0 {
		return
	}
	op, where := opName(n.op), cmp.Or(n.line(), "an unknown line")
	var args []*Tensor
	for i := range n.in() {
		x := n.in()[i].bare()
		args = append(args, &x)
	}
	Throw(op, RuntimeError, "For '%s', the gradient contains %s, but the incoming gradients do not: "+
		"%d of %d elements, the first at %s. The arguments were %s; the op was applied at %s.",
		op, what, count, g.Size(), at, specsText(args), where)
}

// new counts the anomalies in y of a kind that no argument has, and describes the first one and its place.
func (a Anomaly) new(in []*Tensor, y *Tensor) (what, at string, count int) {
	nan, inf, first := census(y)
	if nan == 0 && (inf == 0 || a != NaNsOrInfs) {
		return "", "", 0
	}
	for _, x := range in {
		if x == nil {
			continue
		}
		n, i, _ := census(x)
		if n > 0 {
			return "", "", 0
		}
		if i > 0 {
			inf = 0
		}
	}
	switch {
	case nan > 0:
		return "NaN", shape.Tuple(shape.Index(first.nan, y.lay.shape)), nan
	case inf > 0 && a == NaNsOrInfs:
		return "an infinity", shape.Tuple(shape.Index(first.inf, y.lay.shape)), inf
	}
	return "", "", 0
}

// firsts holds the indices of the first NaN and of the first infinity.
type firsts struct{ nan, inf int }

// census counts the NaNs and infinities of a floating point tensor.
func census(t *Tensor) (nan, inf int, first firsts) {
	if t.store == nil || !t.dtype.IsFloat() {
		return 0, 0, first
	}
	for i, v := range t.Float64s() {
		switch {
		case v != v:
			if nan++; nan == 1 {
				first.nan = i
			}
		case math.IsInf(v, 0):
			if inf++; inf == 1 {
				first.inf = i
			}
		}
	}
	return nan, inf, first
}

func specsText(in []*Tensor) string {
	var s []string
	for _, x := range in {
		if x != nil {
			s = append(s, x.dtype.String()+" "+tupleText(x.lay.shape))
		}
	}
	if len(s) == 0 {
		return "none"
	}
	return strings.Join(s, ", ")
}

// userLine returns the line of the running cell, else that of the first function on the stack that belongs neither
// to this module nor to code that calls back from it.
func userLine() string {
	if at, ok := cellline.Now(); ok {
		return at
	}
	var pcs [64]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	for {
		f, more := frames.Next()
		if !ours(f) {
			return fmt.Sprintf("%s:%d", f.File, f.Line)
		}
		if !more {
			return "an unknown line"
		}
	}
}

// ours reports whether a frame is in this module, apart from its tests, or in code through which it is called back.
func ours(f runtime.Frame) bool {
	for _, p := range []string{"runtime.", "runtime/pprof.", "reflect.", "sync.", "slices.", "iter."} {
		if strings.HasPrefix(f.Function, p) {
			return true
		}
	}
	return strings.HasPrefix(f.Function, "github.com/msrepl/msrepl/") && !strings.HasSuffix(f.File, "_test.go")
}
