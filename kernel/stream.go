package kernel

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/msrepl/msrepl/display"
	"github.com/msrepl/msrepl/interp"
)

const (
	streamDelay = 50 * time.Millisecond // text is held this long for more text
	streamBytes = 64 << 10              // or until this many bytes are held

	// A cell of a browser that prints more than floodBytes is slowed down to floodRate, which servers and browsers can
	// process (the notebook server stops at 1 MB/s). No output is lost.
	floodBytes = 64 << 20
	floodRate  = 1 << 20 // bytes per second
)

// output is the session's sink: it converts the text and values that cells output into messages, in order. Text is
// buffered, so that a loop that prints lines does not send a message for each.
type output struct {
	iopub *publisher

	mu     sync.Mutex
	parent json.RawMessage // header of the running cell, or of the last one: a goroutine may outlive its cell
	silent bool
	cell   bool            // a cell runs; output belongs to it
	name   string          // name of the stream of text
	of     json.RawMessage // header of the cell that text belongs to
	text   strings.Builder
	armed  bool // a timer will flush
	flood  flood
}

// begin directs further output to a cell, which may print limit bytes before it is slowed down, or any number if limit
// is 0; closing stop ends the delays.
func (o *output) begin(parent json.RawMessage, silent bool, limit int, stop <-chan struct{}) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.cell = true
	o.direct(parent, silent)
	o.flood = flood{limit: limit, stop: stop}
}

// lastParent returns the header of the running cell, or of the last one.
func (o *output) lastParent() json.RawMessage {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.parent
}

// between directs further output to a request other than a cell, unless a cell runs.
func (o *output) between(parent json.RawMessage) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.cell {
		o.direct(parent, false)
		o.flood = flood{limit: floodBytes}
	}
}

// direct sets the request that further output belongs to. The caller holds the lock.
func (o *output) direct(parent json.RawMessage, silent bool) {
	o.send(true)
	o.parent, o.silent = parent, silent
}

// flood counts the bytes that a cell prints.
type flood struct {
	bytes, limit int
	stop         <-chan struct{}
	told         bool
}

// begins reports whether hold would wait for n more bytes.
func (f *flood) begins(n int) bool { return f.limit > 0 && f.bytes+n > f.limit }

// hold waits as long as n bytes take at floodRate. It reports whether this is the first wait.
func (f *flood) hold(n int) (first bool) {
	wait := f.begins(n)
	if f.bytes += n; !wait {
		return false
	}
	select {
	case <-time.After(time.Duration(n) * time.Second / floodRate):
	case <-f.stop:
	}
	first = !f.told
	f.told = true
	return first
}

// Stream gathers text.
func (o *output) Stream(name, text string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.silent {
		o.gather(o.parent, name, text)
	}
}

// gather buffers text of a cell. The caller holds the lock.
func (o *output) gather(of json.RawMessage, name, text string) {
	if text == "" {
		return
	}
	if name != o.name || !bytes.Equal(of, o.of) {
		o.send(true)
		o.name, o.of = name, of
	}
	o.text.WriteString(text)
	switch {
	case o.text.Len() >= streamBytes:
		o.send(false)
		o.iopub.flush() // output of a running cell does not wait for the batch of another goroutine
	case !o.armed:
		o.armed = true
		time.AfterFunc(streamDelay, o.late)
	}
}

// Display sends a value, after the text that was written before it.
func (o *output) Display(b display.Bundle) { o.publish("display_data", displayContent(b)) }

// Update replaces the outputs with the bundle's ID.
func (o *output) Update(b display.Bundle) { o.publish("update_display_data", displayContent(b)) }

// Clear empties the output of the cell; with wait, once there is something new.
func (o *output) Clear(wait bool) { o.publish("clear_output", map[string]bool{"wait": wait}) }

func (o *output) publish(msgType string, content any) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.silent {
		o.after(func() { o.iopub.publish(msgType, o.parent, content) })
	}
}

// after publishes the buffered text and then what f publishes, in one batch. The caller holds the lock.
func (o *output) after(f func()) {
	o.iopub.batch(func() {
		o.send(true)
		f()
	})
}

// Cell implements interp.Cells.
func (o *output) Cell() interp.Sink {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.silent {
		return silence{}
	}
	return &cellOutput{o, o.parent}
}

// cellOutput is the sink of goroutines that outlive their cell.
type cellOutput struct {
	out    *output
	parent json.RawMessage
}

// Stream gathers text.
func (c *cellOutput) Stream(name, text string) {
	c.out.mu.Lock()
	defer c.out.mu.Unlock()
	c.out.gather(c.parent, name, text)
}

// Display sends a value, after the text that was written before it.
func (c *cellOutput) Display(b display.Bundle) { c.publish("display_data", displayContent(b)) }

// Update replaces the outputs with the bundle's ID.
func (c *cellOutput) Update(b display.Bundle) { c.publish("update_display_data", displayContent(b)) }

// Clear empties the output of the cell; with wait, once there is something new.
func (c *cellOutput) Clear(wait bool) { c.publish("clear_output", map[string]bool{"wait": wait}) }

func (c *cellOutput) publish(msgType string, content any) {
	c.out.mu.Lock()
	defer c.out.mu.Unlock()
	c.out.after(func() { c.out.iopub.publish(msgType, c.parent, content) })
}

// silence is the sink of goroutines of silent cells.
type silence struct{}

// Stream implements interp.Sink.
func (silence) Stream(_, _ string) {}

// Display implements interp.Sink.
func (silence) Display(display.Bundle) {}

// Update implements interp.Sink.
func (silence) Update(display.Bundle) {}

// Clear implements interp.Sink.
func (silence) Clear(bool) {}

// comm sends a message of a comm, after the text that was written before it.
func (o *output) comm(msgType string, content annotated, buffers [][]byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.after(func() { o.iopub.publish(msgType, o.parent, content, buffers...) })
}

// flush sends all buffered text. Further output still belongs to the running cell.
func (o *output) flush() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.send(true)
	o.iopub.flush()
}

// finish ends a cell.
func (o *output) finish() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.cell = false
	o.send(true)
}

func (o *output) late() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.armed = false
	o.send(false)
	o.iopub.flush()
}

// send publishes the buffered text. Unless last is set, an incomplete character at the end is kept for the next
// message. The caller holds the lock.
func (o *output) send(last bool) {
	text, rest := o.text.String(), ""
	if !last {
		text, rest = splitIncomplete(text)
	}
	if text == "" {
		return
	}
	o.text.Reset()
	o.text.WriteString(rest)
	o.iopub.throttle()
	o.stream(o.name, text)
	if o.flood.begins(len(text)) {
		o.iopub.flush()
	}
	if o.flood.hold(len(text)) {
		o.stream("stderr", fmt.Sprintf("[msrepl: this cell has printed more than %d MB; its output is now limited "+
			"to %d MB/s; nothing is left out]\n",
			o.flood.limit>>20, floodRate>>20))
	}
}

func (o *output) stream(name, text string) {
	o.iopub.publishTopic([]byte("stream."+name), "stream", o.of, streamContent{name, text})
}

type streamContent struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// splitIncomplete splits off an incomplete UTF-8 sequence at the end of s.
func splitIncomplete(s string) (whole, rest string) {
	for i := len(s) - 1; i >= 0 && i >= len(s)-utf8.UTFMax; i-- {
		if utf8.RuneStart(s[i]) {
			if !utf8.FullRuneInString(s[i:]) {
				return s[:i], s[i:]
			}
			break
		}
	}
	return s, ""
}
