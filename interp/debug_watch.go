package interp

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/msrepl/msrepl/internal/session/opwatch"
	"github.com/msrepl/msrepl/interp/internal/debug"
	"github.com/msrepl/msrepl/tensor"
)

// DebugWatch selects the ops of tensors at which a cell stops while a debugger is attached.
type DebugWatch struct {
	NaN      bool // an op makes a NaN though no argument holds one, or its gradient does though no incoming one does
	Shape    bool // the shape of the result differs from that of the same op at the same line before
	Gradient bool // before the gradient of an op is computed
	Ops      []OpBreakpoint
}

// OpBreakpoint stops where an op is applied, by MindSpore's name, ignoring case. Condition and Hit are those of a
// [Breakpoint].
type OpBreakpoint struct{ Name, Condition, Hit string }

// opWatcher stops at the ops selected by a DebugWatch.
type opWatcher struct {
	DebugWatch
	m   *machine
	ops map[string]*Breakpoint // by lower-case name

	mu     sync.Mutex
	shapes map[string]string // of the first results, by op and line
}

// Watch sets the ops to stop at; the zero DebugWatch ends it. It returns the errors of w.Ops, by index; an invalid
// one has no effect.
func (d *Debugger) Watch(w DebugWatch) []error {
	d.watch = w
	errs := make([]error, len(w.Ops))
	if !w.NaN && !w.Shape && !w.Gradient && len(w.Ops) == 0 {
		opwatch.Set(nil)
		return errs
	}
	o := &opWatcher{DebugWatch: w, m: d.s.engine().machine, ops: map[string]*Breakpoint{}, shapes: map[string]string{}}
	for i, op := range w.Ops {
		b := &Breakpoint{Condition: op.Condition, Hit: op.Hit}
		if errs[i] = checkBreakpoint(*b); errs[i] == nil {
			o.ops[strings.ToLower(op.Name)] = b
		}
	}
	opwatch.Set(&opwatch.Watch{Forward: o.forward, Backward: o.backward, Made: o.made})
	return errs
}

// forward checks an op that has been applied.
func (o *opWatcher) forward(op string, in, out []any) {
	at := o.m.host.Stopped()
	if at == nil || len(out) == 0 || o.m.debug.Busy(at.Goroutine()) {
		return
	}
	reason, text := "", ""
	b := o.ops[strings.ToLower(op)]
	switch was := o.shape(op, out); {
	case o.NaN && holdsNaN(out) && !holdsNaN(in):
		reason, text, b = "nan", op+" returns NaN for arguments without NaN", nil
	case was != "":
		reason, text, b = "shape", fmt.Sprintf("%s returns the shape %s; it was %s before", op, shapesOf(out), was), nil
	case b != nil:
		reason, text = "op", op+" gives "+debug.Text(reflect.ValueOf(out[0]))
	default:
		return
	}
	o.m.debug.BreakAt(at, b, reason, text, append(seen("in", in), seen("out", out)...)...)
}

// shape returns the earlier shape of an op's result at this line, or "" if it has not changed or is not checked.
func (o *opWatcher) shape(op string, out []any) (was string) {
	if !o.Shape {
		return ""
	}
	at, ok := o.m.here()
	if !ok {
		return ""
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	key, now := fmt.Sprintf("%s %s:%d:%d", op, at.Filename, at.Line, at.Column), shapesOf(out)
	if was = o.shapes[key]; was == now {
		was = ""
	}
	o.shapes[key] = now
	return was
}

// backward checks a gradient before it is computed.
func (o *opWatcher) backward(op, line string, gradients []any) {
	if at := o.m.host.Stopped(); at != nil && o.Gradient {
		o.m.debug.Break(at, "gradient", gradientOf(op, line), seen("gradient", gradients)...)
	}
}

// made checks a computed gradient.
func (o *opWatcher) made(op, line string, from []any, gradient any) {
	at, made := o.m.host.Stopped(), []any{gradient}
	if at != nil && o.NaN && holdsNaN(made) && !holdsNaN(from) {
		text := gradientOf(op, line) + ", returns NaN for gradients without NaN"
		o.m.debug.Break(at, "nan", text, append(seen("in", from), seen("out", made)...)...)
	}
}

func gradientOf(op, line string) string {
	if line == "" {
		return "the gradient of " + op
	}
	return fmt.Sprintf("the gradient of %s, which was applied at %s", op, line)
}

// seen names tensors for display: out, or out 0 and out 1.
func seen(name string, list []any) (all []debug.Child) {
	for i, x := range list {
		if t, ok := x.(*tensor.Tensor); !ok || t == nil {
			continue
		}
		c := debug.Child{Name: name, Value: reflect.ValueOf(x)}
		if len(list) > 1 {
			c.Name = fmt.Sprintf("%s %d", name, i)
		}
		all = append(all, c)
	}
	return all
}

func shapesOf(list []any) string {
	var parts []string
	for _, x := range list {
		if t, ok := x.(*tensor.Tensor); ok && t != nil {
			parts = append(parts, fmt.Sprint(t.Shape()))
		}
	}
	return strings.Join(parts, " ")
}

func holdsNaN(list []any) bool {
	return slices.ContainsFunc(list, func(x any) bool {
		t, ok := x.(*tensor.Tensor)
		return ok && t != nil && t.DType().IsFloat() && slices.ContainsFunc(t.Float64s(), func(v float64) bool { return v != v })
	})
}
