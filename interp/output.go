package interp

import (
	"io"
	"sync"

	"github.com/msrepl/msrepl/display"
)

// output carries what a cell prints to the sink. Standard output and standard error are pipes, so
// that everything which writes to a file is caught.
type output struct {
	mu             sync.Mutex // one call of the sink at a time
	sink           Sink
	stdout, stderr *stream
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

// deliver hands text to the sink.
func (o *output) deliver(name string, text []byte) {
	if len(text) == 0 || o.sink == nil {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.sink.Stream(name, string(text))
}

// deliverError hands the sink a message that comes after what was printed before it.
func (o *output) deliverError(text string) {
	o.flush()
	o.deliver("stderr", []byte(text))
}

// Display, Update and Clear hand displays to the sink, after all that was printed before them.
func (o *output) Display(b display.Bundle) { o.show(func() { o.sink.Display(b) }) }

// Update implements display.Output.
func (o *output) Update(b display.Bundle) { o.show(func() { o.sink.Update(b) }) }

// Clear implements display.Output.
func (o *output) Clear(wait bool) { o.show(func() { o.sink.Clear(wait) }) }

// Stdout is where compiled code prints; see display.Stdout.
func (o *output) Stdout() io.Writer { return stdoutWriter{o} }

// Stderr is where compiled code warns; see display.Stderr.
func (o *output) Stderr() io.Writer { return stderrWriter{o} }

func (o *output) show(f func()) {
	if o.sink == nil {
		return
	}
	o.flush()
	o.mu.Lock()
	defer o.mu.Unlock()
	f()
}

// flush waits until everything written so far has reached the sink.
func (o *output) flush() {
	o.stdout.flush()
	o.stderr.flush()
}

func (o *output) close() {
	o.stdout.close()
	o.stderr.close()
}

// stdoutWriter delivers what is printed without a detour through the pipe, in order with what others
// write there.
type stdoutWriter struct{ out *output }

// Write implements io.Writer.
func (w stdoutWriter) Write(p []byte) (int, error) {
	w.out.flush()
	w.out.deliver("stdout", p)
	return len(p), nil
}
