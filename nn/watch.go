package nn

import (
	"strings"
	"sync"
	"time"

	"github.com/msrepl/msrepl/internal/session/customgrad"
	"github.com/msrepl/msrepl/tensor"
)

// Watcher collects statistics of a network while it is called and differentiated. See [Watch].
type Watcher struct {
	mu       sync.Mutex
	rows     []*watchRow
	of       map[*Cell]*watchRow
	detach   func()
	handles  []*tensor.HookHandle
	handlers []func(Report)
	endings  []func()
	history  []Report
	every    int

	step    int // counted from 1
	depth   int // number of calls in progress
	done    bool
	arrived map[*Parameter]bool
	closed  bool
}

// watchRow has the data of a cell in the present step.
type watchRow struct {
	LayerReport
	began  time.Time // when the gradient reached the cell
	ending bool      // the cell's inputs need no gradient: those of its parameters mark its end
}

// keptSteps is the maximum number of reports in a history.
const keptSteps = 1000

// Watch observes net and all cells below it until Close: per cell the outputs, their gradient and that of the
// parameters, and the time forward and backward. A step is a call of the network with the gradient that follows.
//
//	w := nn.Watch(net)
//	grads := grad.GradBy(lossFn, net.TrainableParams())(x, y)
//	fmt.Println(w.Report())
//	w.Close()
//
// It changes no values and no gradients. Cells that are inserted later are not observed. A recomputed cell is called,
// and counted, twice in a step.
func Watch(net Layer) *Watcher {
	c := net.CellBase()
	c.needOuter("Watch")
	c.sync()
	w := &Watcher{of: map[*Cell]*watchRow{}, every: 1, done: true}
	for _, n := range c.walkCells("") {
		r := &watchRow{LayerReport: LayerReport{Name: n.path, Class: n.cell.ClassName()}}
		w.rows, w.of[n.cell] = append(w.rows, r), r
		for _, a := range n.cell.attrs() {
			if a.param != nil {
				w.watchParam(a.param, r)
			}
			for _, p := range a.tuple {
				w.watchParam(p, r)
			}
		}
	}
	w.detach = attach(c, w)
	return w
}

// watchParam records the gradient of p, a parameter of the cell of r.
func (w *Watcher) watchParam(p *Parameter, r *watchRow) {
	if w.arrived == nil {
		w.arrived = map[*Parameter]bool{}
	}
	if _, seen := w.arrived[p]; seen || !p.requiresGrad {
		return
	}
	w.arrived[p] = false
	w.handles = append(w.handles, p.RegisterHook(func(g *tensor.Tensor) { w.paramGradient(p, r, g) }))
}

// Every makes w observe only every n-th step; the default is 1. It returns w.
func (w *Watcher) Every(n int) *Watcher {
	if n < 1 {
		tensor.Throw("Watch", tensor.ValueError, "For 'Watch', 'Every' needs a number from 1 on, but got %d.", n)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.every = n
	return w
}

// OnStep calls f with the report of every step: as soon as the gradients of all parameters are available, or when the
// next step begins. It can update a table during training.
func (w *Watcher) OnStep(f func(Report)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.handlers = append(w.handlers, f)
}

// OnClose calls f when the watch ends, after the report of the last step.
func (w *Watcher) OnClose(f func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.endings = append(w.endings, f)
}

// Report returns the statistics of the current step, or the last one, so far.
func (w *Watcher) Report() Report {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.report()
}

func (w *Watcher) report() Report {
	return Report{Step: w.step, Layers: each(w.rows, func(r *watchRow) LayerReport { return r.LayerReport })}
}

// History returns the reports of the steps that have ended, the last 1000 of them.
func (w *Watcher) History() []Report {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]Report(nil), w.history...)
}

// Close ends the observation and restores the network. The report and the history remain. A second Close does
// nothing.
func (w *Watcher) Close() {
	w.mu.Lock()
	closed := w.closed
	w.closed = true
	tell := w.finish()
	w.mu.Unlock()
	if closed {
		return
	}
	tell()
	w.detach()
	for _, h := range w.handles {
		h.Remove()
	}
	for _, f := range w.endings {
		f()
	}
}

// String is the text of the report.
func (w *Watcher) String() string { return w.Report().String() }

// HTML is the report for a notebook.
func (w *Watcher) HTML() string { return w.Report().HTML() }

// around observes a call of c.
func (w *Watcher) around(c *Cell, in []any, call func([]any) []any) []any {
	r, looking := w.enter(c)
	last := false
	defer func() { w.leave(last) }() // also when the call panics
	if !looking {
		return call(in)
	}
	ending := !anyTracked(customgrad.Tensors(in))
	if !ending {
		in = gated(in, func(g tensor.Tuple) tensor.Tuple { w.gradientLeft(r); return g })
	}
	start := time.Now()
	outs := call(in)
	took := time.Since(start)
	out := customgrad.View(outs).Tensors
	recorded := anyTracked(out)
	w.mu.Lock()
	r.Calls++
	r.Forward += took
	r.ending = ending && recorded
	r.see(out, shapesOf(outs))
	w.mu.Unlock()
	if recorded {
		outs = gated(outs, func(g tensor.Tuple) tensor.Tuple { w.gradientCame(r, g); return g })
	}
	last = !recorded
	return outs
}

// enter begins a call of c. It also begins a step if the call is the first, or an outermost call of a cell that the
// step has already seen.
func (w *Watcher) enter(c *Cell) (r *watchRow, looking bool) {
	w.mu.Lock()
	r = w.of[c]
	tell := func() {}
	if w.depth == 0 && (w.done || r.Calls > 0 || w.skips()) {
		tell = w.finish()
		w.begin()
	}
	w.depth++
	looking = !w.skips()
	w.mu.Unlock()
	tell()
	return r, looking
}

// skips reports whether the present step is not examined.
func (w *Watcher) skips() bool { return (w.step-1)%w.every != 0 }

func (w *Watcher) begin() {
	w.step++
	w.done = false
	if w.skips() {
		return
	}
	for _, r := range w.rows {
		*r = watchRow{LayerReport: LayerReport{Name: r.Name, Class: r.Class}}
	}
	for p := range w.arrived {
		w.arrived[p] = false
	}
}

// leave ends a call; the outermost call ends the step if no gradient can follow.
func (w *Watcher) leave(last bool) {
	w.mu.Lock()
	w.depth--
	tell := func() {}
	if last && w.depth == 0 {
		tell = w.finish()
	}
	w.mu.Unlock()
	tell()
}

// finish ends the step and returns a function that reports it, to be called without the lock.
func (w *Watcher) finish() (tell func()) {
	if w.done || w.skips() {
		w.done = true
		return func() {}
	}
	w.done = true
	r := w.report()
	w.history = append(w.history, r)
	if len(w.history) > keptSteps {
		w.history = w.history[1:]
	}
	handlers := w.handlers
	return func() {
		for _, f := range handlers {
			f(r)
		}
	}
}

// gradientCame records the gradient of the outputs of a cell.
func (w *Watcher) gradientCame(r *watchRow, g tensor.Tuple) {
	w.mu.Lock()
	defer w.mu.Unlock()
	r.began = time.Now()
	r.OutputGrad = r.OutputGrad.plus(g...)
}

// gradientLeft records that the gradient of the inputs of a cell has been computed.
func (w *Watcher) gradientLeft(r *watchRow) {
	w.mu.Lock()
	defer w.mu.Unlock()
	r.Backward += time.Since(r.began)
}

// paramGradient records the gradient of p. The last one ends the step.
func (w *Watcher) paramGradient(p *Parameter, r *watchRow, g *tensor.Tensor) {
	w.mu.Lock()
	tell := func() {}
	if !w.done && !w.skips() {
		r.ParamGrad = r.ParamGrad.plus(g)
		w.arrived[p] = true
		w.end(r)
		if w.all() {
			tell = w.finish()
		}
	}
	w.mu.Unlock()
	tell()
}

// end sets the time of the cell of r, and of enclosing cells, that have no gradient of inputs.
func (w *Watcher) end(of *watchRow) {
	for _, r := range w.rows {
		if r.ending && !r.began.IsZero() && (r.Name == "" || of.Name == r.Name || strings.HasPrefix(of.Name, r.Name+".")) {
			r.Backward = time.Since(r.began)
		}
	}
}

// all reports whether every parameter has its gradient.
func (w *Watcher) all() bool {
	for _, here := range w.arrived {
		if !here {
			return false
		}
	}
	return len(w.arrived) > 0
}
