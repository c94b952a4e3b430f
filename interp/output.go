package interp

import (
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/msrepl/msrepl/display"
	"github.com/msrepl/msrepl/internal/session/gls"
	"github.com/msrepl/msrepl/internal/session/inner"
)

// output delivers what a cell prints to the sink. Standard output and standard error are pipes, to capture everything
// that is written to a file.
type output struct {
	mu             sync.Mutex // serializes calls of the sink
	sink           Sink
	stdout, stderr *stream
	reached        atomic.Bool // the code of cells may write to the pipes
	session        *Session
	engine         atomic.Pointer[engine] // of the session

	owner   gls.Var[*owner]       // the cell that started the current goroutine
	running atomic.Pointer[owner] // the running cell
}

// owner is a cell as the owner of outputs.
type owner struct {
	sink  Sink
	group string // of its goroutines
}

// begin begins a cell with a new group of goroutines. Their outputs after its end go to the sink of the cell.
func (o *output) begin(group string) *owner {
	c := &owner{o.later(), group}
	o.running.Store(c)
	return c
}

// later returns the sink for outputs of the running cell after its end.
func (o *output) later() Sink {
	if cells, ok := o.sink.(Cells); ok {
		return cells.Cell()
	}
	return o.sink
}

// started returns a function that calls others on behalf of the current cell, on goroutines that may outlive it.
func (o *output) started() func(f func()) {
	c, ok := o.owner.Get()
	if !ok {
		return func(f func()) { f() }
	}
	return func(f func()) { o.owner.WithGroup(c.group, c, f) }
}

// to returns the sink for outputs of the current goroutine.
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

// ownProcess says that the process exists for the cells: what packages write to os.Stdout and os.Stderr is output of
// cells. A program that has a session for some other purpose keeps its files.
var ownProcess bool

// The files with which the process starts.
var processStdout, processStderr = os.Stdout, os.Stderr

func init() { inner.Set("interp.OwnProcess", func() { ownProcess = true }) }

// files returns the variables os.Stdout and os.Stderr of cells.
func (o *output) files() (stdout, stderr **os.File) {
	if !ownProcess {
		w, e := o.stdout.w, o.stderr.w
		return &w, &e
	}
	os.Stdout, os.Stderr = o.stdout.w, o.stderr.w
	return &os.Stdout, &os.Stderr
}

// writing lists the packages of the standard library that write to os.Stdout or os.Stderr.
var writing = map[string]bool{"os": true, "flag": true, "go/ast": true, "testing": true, "text/scanner": true}

// noteImports notes whether a package that code imports may write to os.Stdout or os.Stderr. Those that were added to
// msrepl may, too.
func (o *output) noteImports(paths map[string]bool) {
	for path := range paths {
		first, _, _ := strings.Cut(path, "/")
		if writing[path] || strings.Contains(first, ".") && !strings.HasPrefix(path, "github.com/msrepl/msrepl/") {
			o.reached.Store(true)
		}
	}
}

// deliver passes text from a pipe to the sink: its writer is not known.
func (o *output) deliver(name string, text []byte) { o.deliverTo(o.sink, name, text) }

// write passes text of the current goroutine to the sink of its cell.
func (o *output) write(name string, text []byte) { o.deliverTo(o.to(), name, text) }

func (o *output) deliverTo(sink Sink, name string, text []byte) {
	if len(text) == 0 || sink == nil {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	sink.Stream(name, string(text))
}

// deliverError passes a message to the sink, after everything printed before.
func (o *output) deliverError(text string) {
	o.flush()
	o.write("stderr", []byte(text))
}

// Display implements display.Output. It and the methods below show displays after everything printed before.
func (o *output) Display(b display.Bundle) { o.show(func(to Sink) { to.Display(b) }) }

// Update implements display.Output.
func (o *output) Update(b display.Bundle) { o.show(func(to Sink) { to.Update(b) }) }

// Clear implements display.Output.
func (o *output) Clear(wait bool) { o.show(func(to Sink) { to.Clear(wait) }) }

// Stdout returns the writer that compiled code prints to; see display.Stdout.
func (o *output) Stdout() io.Writer { return stdoutWriter{o} }

// Stderr returns the writer for warnings of compiled code; see display.Stderr.
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
	if ownProcess {
		os.Stdout, os.Stderr = processStdout, processStderr
	}
	o.stdout.close()
	o.stderr.close()
}

// stdoutWriter delivers output directly, without the pipe, in order with what others write to the pipe.
type stdoutWriter struct{ out *output }

// Write implements io.Writer. It does not check for text written to standard error: that would double its time.
func (w stdoutWriter) Write(p []byte) (int, error) {
	if w.out.reached.Load() {
		w.out.stdout.flush()
	}
	w.out.write("stdout", p)
	return len(p), nil
}
