package kernel

import (
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// sendFromPage sends a request as a page does, which gives each message a name of its own and may name the cell in the
// metadata.
func (c *client) sendFromPage(channel, msgType string, content any, metadata string) string {
	c.t.Helper()
	frames, err := c.session.encode(nil, msgType, nil, content)
	if err != nil {
		c.t.Fatal(err)
	}
	var h header
	if err := json.Unmarshal(frames[2], &h); err != nil {
		c.t.Fatal(err)
	}
	h.MsgID = "5c0ff7a1-7bd5-4b2b-8a8e-" + h.MsgID[len(h.MsgID)-8:]
	if frames[2], err = json.Marshal(h); err != nil {
		c.t.Fatal(err)
	}
	frames[4] = []byte(metadata)
	frames[1] = c.session.sign(frames[2:6])
	c.sendFrames(channel, frames)
	return h.MsgID
}

// TestDirectFlood: a client that is no page gets what a cell prints as quickly as it reads.
func TestDirectFlood(t *testing.T) {
	c := startKernel(t, tcpConnection(t, "key"))
	for _, h := range []struct {
		header
		want bool
	}{
		{header{MsgID: "a-b_17_1", Session: "a-b"}, true},                                      // jupyter_client
		{header{MsgID: "5c0ff7a1-7bd5-4b2b-8a8e-2d0c1f5a9f3e", Session: "b9f5d1ee-54"}, false}, // JupyterLab
		// the classic notebook
		{header{MsgID: "8B2DEE0F3AC14C0FA3E1B83B0B6A6B3F", Session: "8B2DEE0F3AC14C0FA3"}, false},
		{header{MsgID: "_1"}, false},
	} {
		if h.direct() != h.want {
			t.Errorf("%s of %s", h.MsgID, h.Session)
		}
	}
	half := fmt.Sprintf("repeat %d", floodBytes/2)
	x := c.execute(half + "\n" + half + "\n" + half)
	bytes := 0
	for _, m := range x.iopub {
		text, _ := m.content["text"].(string)
		bytes += strings.Count(text, "x")
		if m.content["name"] == "stderr" {
			t.Error(text)
		}
	}
	if bytes != floodBytes/2*3 {
		t.Errorf("%d bytes", bytes)
	}
}

// TestFlood lets a cell of a page print without end: it is slowed down, says so, leaves nothing out and can be
// interrupted at once.
func TestFlood(t *testing.T) {
	conn := tcpConnection(t, "")
	c := startKernel(t, conn)
	p := subscribeRaw(t, fmt.Sprintf("127.0.0.1:%d", conn.IOPubPort))
	p.message(t) // iopub_welcome: what is published from now on arrives
	_ = c.sockets["iopub"].Close()
	id := c.sendFromPage("shell", "execute_request", map[string]string{"code": "flood"}, "{}")
	bytes, told := 0, 0
	for told == 0 || bytes < told+(1<<20) {
		m := p.message(t)
		if !strings.Contains(string(m[4]), id) || !strings.Contains(string(m[3]), `"stream"`) {
			continue
		}
		if strings.Contains(string(m[6]), "limited to 1 MB/s") {
			told = bytes
			continue
		}
		bytes += strings.Count(string(m[6]), "x")
	}
	if told <= floodBytes-streamBytes || told > floodBytes+2<<20 {
		t.Errorf("told after %d bytes", told)
	}
	late := 0
	c.send("control", "interrupt_request", struct{}{})
	for {
		m := p.message(t)
		late += strings.Count(string(m[6]), "x")
		if strings.Contains(string(m[4]), id) && strings.Contains(string(m[6]), `"idle"`) {
			break
		}
	}
	if t.Logf("%d bytes after the interrupt", late); late > 5*floodRate {
		t.Errorf("%d bytes between the interrupt and idle", late)
	}
}

// TestTerminalText: colours and carriage returns pass as they are.
func TestTerminalText(t *testing.T) {
	c := startKernel(t, tcpConnection(t, "key"))
	for _, text := range []string{"\x1b[31mred\x1b[0m é 😀", "10 %\r20 %\r100 %", "bell \a and <b>&amp;"} {
		if got, want := summary(c.execute("print "+text).iopub), fmt.Sprintf("stdout(%q) idle", text+"\n"); !strings.HasSuffix(got, want) {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// TestQueue: 2,000 cells that are sent at once are all run, in order.
func TestQueue(t *testing.T) {
	c := startKernel(t, tcpConnection(t, "key"))
	const n = 2000
	var last string
	for i := range n {
		last = c.send("shell", "execute_request", map[string]any{"code": fmt.Sprint("value ", i), "store_history": i%2 == 0})
	}
	next := 0
	c.until("iopub", func(m received) bool {
		if m.header.MsgType == "execute_result" {
			if want := fmt.Sprint(next); m.content["data"].(map[string]any)["text/plain"] != want {
				t.Errorf("%s, want %s", m.raw, want)
			}
			next++
		}
		return m.parent.MsgID == last && m.content["execution_state"] == "idle"
	})
	if next != n {
		t.Errorf("%d results", next)
	}
}

// TestSecondClient: both see everything on iopub, each gets its own replies and is asked its own questions.
func TestSecondClient(t *testing.T) {
	conn := tcpConnection(t, "key")
	a := startKernel(t, conn)
	b := a.another()
	x := a.execute("print from a")
	seen := ""
	b.until("iopub", func(m received) bool {
		if m.parent.MsgID == x.reply.parent.MsgID {
			seen += m.header.MsgType + " "
		}
		return m.parent.MsgID == x.reply.parent.MsgID && m.content["execution_state"] == "idle"
	})
	if seen != "status execute_input stream status " {
		t.Errorf("the other client sees %s", seen)
	}
	id := b.send("shell", "execute_request", map[string]string{"code": "read"})
	b.until("stdin", func(m received) bool { return m.parent.MsgID == id })
	b.send("stdin", "input_reply", map[string]string{"value": "b"})
	b.finish(id, true)
	a.request("shell", "kernel_info_request", struct{}{})
	for _, m := range a.kept {
		if m.channel != "iopub" {
			t.Errorf("%s on %s is not for this client", m.header.MsgType, m.channel)
		}
	}
	if x := b.execute("value 1"); x.reply.content["execution_count"] != float64(3) {
		t.Errorf("cells of both count together: %s", x.reply.raw)
	}
}

// TestStalledSubscriberMemory: a client that subscribes and never reads costs a bounded queue, while
// another one gets ten times as much.
func TestStalledSubscriberMemory(t *testing.T) {
	conn := tcpConnection(t, "")
	c := startKernel(t, conn)
	stalled := subscribeRaw(t, fmt.Sprintf("127.0.0.1:%d", conn.IOPubPort))
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	for range 12 {
		c.finish(c.send("shell", "execute_request", json.RawMessage(`{"code":"repeat 10485760","store_history":false}`)), true)
		c.kept = nil
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > defaultQueued+(64<<20) {
		t.Errorf("%d MB stay", grown>>20)
	}
	stalled.ended(t)
}
