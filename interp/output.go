package interp

import (
	"io"
	"sync"
	"sync/atomic"

	"github.com/msrepl/msrepl/display"
	"github.com/msrepl/msrepl/internal/session/gls"
)

// output carries what a cell prints to the sink. Standard output and standard error are pipes, so
// that everything which writes to a file is caught.
type output struct {
	mu             sync.Mutex // one call of the sink at a time
	sink           Sink
	stdout, stderr *stream
	reached        atomic.Bool // cells can reach the pipes, by package os
	session        *Session
	engine         atomic.Pointer[engine] // of the session

	owner   gls.Var[*owner]       // the cell that has started the current goroutine
	running atomic.Pointer[owner] // the cell that runs
}

// owner is a cell as the one to which outputs belong.
type owner struct {
	sink  Sink
	group string // of its goroutines
}

// begin notes that a cell runs next, in a group of goroutines. What they put out once it has ended goes to the sink
// that was its own.
func (o *output) begin(group string) *owner {
	c := &owner{o.later(), group}
	o.running.Store(c)
	return c
}

// later returns where outputs of the cell that runs go once it has ended.
func (o *output) later() Sink {
	if cells, ok := o.sink.(Cells); ok {
		return cells.Cell()
	}
	return o.sink
}

// started returns a function that calls others for the current cell, on goroutines that may outlive it.
func (o *output) started() func(f func()) {
	c, ok := o.owner.Get()
	if !ok {
		return func(f func()) { f() }
	}
	return func(f func()) { o.owner.WithGroup(c.group, c, f) }
}

// to returns where outputs of the current goroutine go.
func (o *output) to() Sink {
	if c, ok := o.owner.Get(); ok && c != o.running.Load() {
		return c.sink
	}
	return o.sink
}

func newOutput(sink Sink) (*output, error) {
	o := &output{sink: sink}
	for name, to := range map[string]**stream{"stdout": &o.stdout, "stderr": &o.stderr} {
		var err error
		if *to, err = newStream(name, o); err != nil {
			return nil, err
		}
	}
	return o, nil
}

// deliver hands text of a pipe to the sink: who has written it is not known.
func (o *output) deliver(name string, text []byte) { o.deliverTo(o.sink, name, text) }

// write hands text of the current goroutine to the sink of its cell.
func (o *output) write(name string, text []byte) { o.deliverTo(o.to(), name, text) }

func (o *output) deliverTo(sink Sink, name string, text []byte) {
	if len(text) == 0 || sink == nil {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	sink.Stream(name, string(text))
}

// deliverError hands the sink a message that comes after what was printed before it.
func (o *output) deliverError(text string) {
	o.flush()
	o.write("stderr", []byte(text))
}

// Display, Update and Clear hand displays to the sink, after all that was printed before them.
func (o *output) Display(b display.Bundle) { o.show(func(to Sink) { to.Display(b) }) }

// Update implements display.Output.
func (o *output) Update(b display.Bundle) { o.show(func(to Sink) { to.Update(b) }) }

// Clear implements display.Output.
func (o *output) Clear(wait bool) { o.show(func(to Sink) { to.Clear(wait) }) }

// Stdout is where compiled code prints; see display.Stdout.
func (o *output) Stdout() io.Writer { return stdoutWriter{o} }

// Stderr is where compiled code warns; see display.Stderr.
func (o *output) Stderr() io.Writer { return stderrWriter{o} }

func (o *output) show(f func(to Sink)) {
	to := o.to()
	if to == nil {
		return
	}
	o.flush()
	o.mu.Lock()
	defer o.mu.Unlock()
	f(to)
}

// flush waits until everything written so far has reached the sink.
func (o *output) flush() {
	if o.reached.Load() {
		o.stdout.flush()
		o.stderr.flush()
	}
}

func (o *output) close() {
	o.stdout.close()
	o.stderr.close()
}

// stdoutWriter delivers what is printed without a detour through the pipe, in order with what others
// write there.
type stdoutWriter struct{ out *output }

// Write implements io.Writer. It does not look for what was written to standard error: that would
// double its time.
func (w stdoutWriter) Write(p []byte) (int, error) {
	if w.out.reached.Load() {
		w.out.stdout.flush()
	}
	w.out.write("stdout", p)
	return len(p), nil
}
