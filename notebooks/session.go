package notebooks

import (
	"context"
	"encoding/base64"
	"fmt"
	"maps"
	"sync"
	"time"

	"github.com/msrepl/msrepl/display"
	"github.com/msrepl/msrepl/display/widget"
	"github.com/msrepl/msrepl/interp"
)

// stopGrace is how long an interrupted cell may take to stop. An interrupt takes at most 100 ms, but a cell inside a
// long-running op stops only after that op.
const stopGrace = 5 * time.Second

// sessionRunner runs cells in a session of this process.
type sessionRunner struct {
	session *interp.Session
	sink    recorder
	last    int // number of the last cell
}

// NewSessionRunner starts a session in this process.
func NewSessionRunner() (Runner, error) {
	r := &sessionRunner{}
	s, err := interp.New(interp.Options{Sink: &r.sink})
	if err != nil {
		return nil, err
	}
	r.session = s
	openPage()
	return r, nil
}

// Close ends the session.
func (r *sessionRunner) Close() error {
	defer closePage()
	return r.session.Close()
}

// Widgets returns the states of widgets, in the form of a notebook.
func (r *sessionRunner) Widgets() map[string]any {
	states, _ := plainJSON(widget.States())
	m, _ := states.(map[string]any)
	return m
}

// Run evaluates a cell. If ctx ends first, it interrupts the cell.
func (r *sessionRunner) Run(ctx context.Context, code string) ([]Output, error) {
	done := make(chan interp.Result, 1)
	r.last++ // cells that contain only commands are numbered, too, as in Jupyter
	n := r.last
	go func() { done <- r.session.EvalAs(n, code) }()
	select {
	case res := <-done:
		r.last = max(n, res.N) // %run uses additional numbers
		return r.outputs(res), nil
	case <-ctx.Done():
		r.session.Interrupt()
	}
	select {
	case <-done:
		return r.sink.take(), stopped{ctx.Err()}
	case <-time.After(stopGrace):
		return nil, fmt.Errorf("%w, and does not stop", ctx.Err())
	}
}

// outputs returns the outputs of the cell while it ran, followed by its value or its error.
func (r *sessionRunner) outputs(res interp.Result) []Output {
	if res.Value != nil {
		r.sink.add(bundleOutput(ResultOutput, *res.Value))
	}
	if e := res.Err; e != nil {
		r.sink.add(Output{Type: ErrorOutput, EName: e.Kind, EValue: e.Msg, Traceback: e.Traceback()})
	}
	return r.sink.take()
}

// recorder is a sink that records everything. Goroutines left behind by a cell may write at any time.
type recorder struct {
	mu    sync.Mutex
	outs  []Output
	named map[string][]Output // outputs that may be updated; their maps are shared
	clear bool                // the next output replaces all
}

func (r *recorder) Stream(name, text string) {
	r.add(Output{Type: StreamOutput, Name: name, Text: text})
}

func (r *recorder) Display(b display.Bundle) {
	if b.Passing() {
		return
	}
	o := bundleOutput(DisplayOutput, b)
	r.add(o)
	if b.ID == "" {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.named == nil {
		r.named = map[string][]Output{}
	}
	r.named[b.ID] = append(r.named[b.ID], o)
}

// Update changes the outputs with that ID in place, including those of earlier cells.
func (r *recorder) Update(b display.Bundle) {
	now := bundleOutput(DisplayOutput, b)
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, o := range r.named[b.ID] {
		replace(o.Data, now.Data)
		replace(o.Metadata, now.Metadata)
	}
}

func replace(m, by map[string]any) {
	clear(m)
	maps.Copy(m, by)
}

// Clear discards the outputs of the cell, at once or when the next output arrives.
func (r *recorder) Clear(wait bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.clear = wait; !wait {
		r.outs = nil
	}
}

func (r *recorder) add(o Output) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.clear {
		r.outs, r.clear = nil, false
	}
	r.outs = append(r.outs, o)
}

// take returns the outputs since the last call. Adjacent outputs of the same stream are joined, as in Jupyter's front
// ends.
func (r *recorder) take() []Output {
	r.mu.Lock()
	defer r.mu.Unlock()
	var outs []Output
	for rest := r.outs; len(rest) > 0; {
		n := 1
		for rest[0].Type == StreamOutput && n < len(rest) && rest[n].Type == StreamOutput && rest[n].Name == rest[0].Name {
			n++
		}
		o := rest[0]
		if o.Type == StreamOutput {
			o.Text = joinedText(rest[:n])
		}
		outs, rest = append(outs, o), rest[n:]
	}
	r.outs, r.clear = nil, false
	return outs
}

// bundleOutput returns the bundle in the form of a notebook: bytes in base64, other values as JSON.
func bundleOutput(kind string, b display.Bundle) Output {
	return Output{Type: kind, Data: jsonMap(b.Data), Metadata: jsonMap(b.Metadata)}
}

func jsonMap(m map[string]any) map[string]any {
	out := map[string]any{}
	for key, v := range m {
		switch v := v.(type) {
		case string:
			out[key] = v
		case []byte:
			out[key] = base64.StdEncoding.EncodeToString(v)
		default:
			plain, err := plainJSON(v)
			if err != nil {
				plain = fmt.Sprintf("not JSON: %v", err)
			}
			out[key] = plain
		}
	}
	return out
}
