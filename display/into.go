package display

import (
	"encoding/base64"
	"encoding/json"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/msrepl/msrepl/display/widget"
)

// Sink is an [Output] that also receives text.
type Sink interface {
	Output
	// Stream takes text written to "stdout" or "stderr".
	Stream(name, text string)
	// Fail receives the error with which the function that writes to the sink ended.
	Fail(f *Failure)
}

// Failure is an error as a notebook shows it.
type Failure struct {
	Name, Value string   // kind and message
	Traceback   []string // lines, with colours
}

// Session has more methods that the [Output] of a session may have. Cells do not need it.
type Session interface {
	// Capture calls f and sends the output of f and of the goroutines that it starts to a sink, or leaves it where it
	// is if the sink is nil. It returns the failure if f panics, otherwise nil; an interrupt continues to panic.
	Capture(to Sink, f func()) *Failure
	// Parameters returns the parameter names of a function defined in a cell, or nil if they are unknown.
	Parameters(f any) []string
}

// Into calls f and appends its output and displays to out. A panic of f is also shown in out and does not end the
// cell. Text that is written directly to os.Stdout, without package fmt, appears below the cell.
func Into(out *widget.Output, f func()) {
	r := &recorder{out: out, list: out.Outputs()}
	r.run(f)
}

// recordEvery is the time between updates of an output while the function runs. A function that takes less time shows
// its output at once, which avoids flicker.
const recordEvery = 200 * time.Millisecond

// recorder collects the output of a function, in the form of a notebook's file.
type recorder struct {
	out     *widget.Output
	session Session // nil in a compiled program

	mu    sync.Mutex
	list  []map[string]any
	next  time.Time
	clear bool // before the next output
}

// run calls f and shows its output.
func (r *recorder) run(f func()) {
	r.next = time.Now().Add(recordEvery)
	defer r.push()
	within := func() { newStage(r).during(f) }
	if r.session = session(); r.session == nil {
		within()
		return
	}
	if failure := r.session.Capture(r, within); failure != nil {
		r.Fail(failure)
	}
}

// session returns the session that the caller is part of, or nil in a compiled program.
func session() Session {
	switch o := output().Output.(type) {
	case Session:
		return o
	case *recorder:
		return o.session
	}
	return nil
}

// push shows the collected output.
func (r *recorder) push() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.send()
}

// The caller of send holds r.mu.
func (r *recorder) send() {
	r.next = time.Now().Add(recordEvery)
	list := make([]map[string]any, len(r.list))
	for i, o := range r.list {
		list[i] = map[string]any{}
		for key, v := range o {
			if key != idKey {
				list[i][key] = v
			}
		}
	}
	r.out.SetOutputs(list)
}

// idKey is the key for the name by which an output can be updated.
const idKey = "\x00id"

// add adds an output.
func (r *recorder) add(o map[string]any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.clear {
		r.list, r.clear = nil, false
	}
	text, _ := o["text"].(string)
	last := len(r.list) - 1
	if text != "" && last >= 0 && r.list[last]["name"] == o["name"] {
		before, _ := r.list[last]["text"].(string)
		o["text"] = overwritten(before + text)
		r.list[last] = o
	} else {
		r.list = append(r.list, o)
	}
	r.changed()
}

// overwritten removes text that is overwritten after a carriage return.
func overwritten(text string) string {
	if !strings.Contains(text, "\r") {
		return text
	}
	lines := strings.SplitAfter(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for i, l := range lines {
		if at := strings.LastIndex(strings.TrimRight(l, "\r\n"), "\r"); at >= 0 {
			lines[i] = l[at+1:]
		}
	}
	return strings.Join(lines, "")
}

// The caller of changed holds r.mu.
func (r *recorder) changed() {
	if time.Now().After(r.next) {
		r.send()
	}
}

// Stream implements Sink.
func (r *recorder) Stream(name, text string) {
	if text != "" {
		r.add(map[string]any{"output_type": "stream", "name": name, "text": text})
	}
}

// Display implements Output.
func (r *recorder) Display(b Bundle) { r.add(displayed(b)) }

func displayed(b Bundle) map[string]any {
	data, meta := map[string]any{}, map[string]any{}
	for mime, v := range b.Data {
		raw, ok := v.([]byte)
		switch {
		case !ok:
		case strings.HasSuffix(mime, "json"):
			v = json.RawMessage(raw)
		case strings.HasPrefix(mime, "text/") || strings.HasSuffix(mime, "+xml") || mime == "application/javascript":
			v = string(raw)
		default:
			v = base64.StdEncoding.EncodeToString(raw)
		}
		data[mime] = v
	}
	for key, v := range b.Metadata {
		meta[key] = v
	}
	o := map[string]any{"output_type": "display_data", "data": data, "metadata": meta}
	if b.ID != "" {
		o[idKey] = b.ID
	}
	return o
}

// Update implements Output.
func (r *recorder) Update(b Bundle) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i, o := range r.list {
		if o[idKey] == b.ID {
			r.list[i] = displayed(b)
			r.changed()
		}
	}
}

// Clear implements Output.
func (r *recorder) Clear(wait bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.clear = wait; !wait {
		r.list = nil
		r.changed()
	}
}

// Fail implements Sink.
func (r *recorder) Fail(f *Failure) {
	r.add(map[string]any{"output_type": "error", "ename": f.Name, "evalue": f.Value, "traceback": f.Traceback})
}

// Stdout is the writer for output of compiled code, see the function Stdout.
func (r *recorder) Stdout() io.Writer { return streamOf{r, "stdout"} }

// Stderr is the writer for warnings of compiled code, see the function Stderr.
func (r *recorder) Stderr() io.Writer { return streamOf{r, "stderr"} }

type streamOf struct {
	r    *recorder
	name string
}

// Write implements io.Writer.
func (s streamOf) Write(p []byte) (int, error) {
	s.r.Stream(s.name, string(p))
	return len(p), nil
}
