package kernel

import (
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// untilRunning returns when a cell runs.
func (c *client) untilRunning() {
	c.t.Helper()
	c.until("iopub", func(m received) bool { return m.header.MsgType == "execute_input" })
	time.Sleep(5 * time.Millisecond) // from the announcement to the engine
}

func TestStopOnError(t *testing.T) {
	tests := []struct {
		name    string
		content string // of the failing request
		want    string // status of the two requests that were sent with it
	}{
		{"default", `{"code":"sleep 30ms\nfail no"}`, "aborted"},
		{"fails at once", `{"code":"fail no"}`, "aborted"},
		{"off", `{"code":"fail no","stop_on_error":false}`, "ok"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := startKernel(t, tcpConnection(t, "key"))
			var got []string
			for range 30 { // on a busy machine the two may arrive when the first has failed and waits no longer
				if got = c.behindFailure(tt.content); slices.Equal(got, []string{tt.want, tt.want}) {
					break
				}
			}
			if !slices.Equal(got, []string{tt.want, tt.want}) {
				t.Errorf("got %s, want both %s", got, tt.want)
			}
			if x := c.execute("print c"); x.reply.content["status"] != "ok" {
				t.Errorf("a later request: %s", x.reply.raw)
			}
		})
	}
}

// behindFailure sends a request that fails and two more, and returns the status of those.
func (c *client) behindFailure(content string) (statuses []string) {
	c.t.Helper()
	ids := []string{
		c.send("shell", "execute_request", json.RawMessage(content)),
		c.send("shell", "execute_request", map[string]string{"code": "print a"}),
		c.send("shell", "execute_request", map[string]string{"code": "print b"}),
	}
	if x := c.finish(ids[0], true); x.reply.content["status"] != "error" {
		c.t.Errorf("first: %s", x.reply.raw)
	}
	for _, id := range ids[1:] {
		x := c.finish(id, true)
		status := fmt.Sprint(x.reply.content["status"])
		if n, ok := x.reply.content["execution_count"]; status == "aborted" && ok {
			c.t.Errorf("a cell that has not run has the number %v", n)
		}
		if got := summary(x.iopub); status == "aborted" && got != "busy idle" {
			c.t.Errorf("aborted request: %s", got)
		}
		statuses = append(statuses, status)
	}
	return statuses
}

func signalSelf(s os.Signal) error {
	self, err := os.FindProcess(os.Getpid())
	if err != nil {
		return err
	}
	return self.Signal(s)
}

func TestInterrupt(t *testing.T) {
	tests := []struct {
		name      string
		interrupt func(c *client)
	}{
		{"message", func(c *client) { c.request("control", "interrupt_request", struct{}{}) }},
		{"signal", func(c *client) {
			if err := signalSelf(os.Interrupt); err != nil {
				c.t.Fatal(err)
			}
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := startKernel(t, tcpConnection(t, "key"))
			id := c.send("shell", "execute_request", map[string]string{"code": "print a\nwait"})
			c.untilRunning()
			x := c.interruptBy(id, true, func() { tt.interrupt(c) })
			if x.reply.content["ename"] != "Interrupted" {
				t.Errorf("got %s", x.reply.raw)
			}
			if x := c.execute("value 1"); x.reply.content["status"] != "ok" {
				t.Errorf("afterwards: %s", x.reply.raw)
			}
		})
	}
}

// TestWhileBusy: everything but another cell is answered while a cell runs.
func TestWhileBusy(t *testing.T) {
	c := startKernel(t, tcpConnection(t, "key"))
	busy := c.send("shell", "execute_request", map[string]string{"code": "wait"})
	c.untilRunning()
	for _, channel := range []string{"shell", "control"} {
		for msgType, content := range map[string]string{
			"kernel_info_request": `{}`, "complete_request": `{"code":"pri","cursor_pos":3}`, "inspect_request": `{"code":"print","cursor_pos":5}`,
			"is_complete_request": `{"code":"x"}`, "history_request": `{}`, "comm_info_request": `{}`,
		} {
			if x := c.request(channel, msgType, json.RawMessage(content)); x.reply.channel != channel {
				t.Errorf("%s on %s is answered on %s", msgType, channel, x.reply.channel)
			}
		}
	}
	queued := c.send("shell", "execute_request", map[string]any{"code": "print next"})
	c.request("shell", "kernel_info_request", struct{}{}) // its answer says that what was sent before has arrived
	c.interrupt(busy, true)
	if x := c.finish(queued, true); x.reply.content["status"] != "aborted" {
		t.Errorf("what was queued behind an interrupted cell: %s", x.reply.raw)
	}
}

func TestStdin(t *testing.T) {
	c := startKernel(t, tcpConnection(t, "key"))
	id := c.send("shell", "execute_request", map[string]string{"code": "print name?\nread"})
	c.until("stdin", func(m received) bool {
		return m.header.MsgType == "input_request" && m.parent.MsgID == id && m.content["password"] == false
	})
	c.send("stdin", "input_reply", map[string]string{"value": "Ada"})
	if got := summary(c.finish(id, true).iopub); !strings.HasSuffix(got, `stdout("got Ada\n") idle`) {
		t.Error(got)
	}
	refused := c.request("shell", "execute_request", json.RawMessage(`{"code":"read","allow_stdin":false}`))
	if refused.reply.content["evalue"] != errNoStdin.Error() {
		t.Errorf("allow_stdin=false: %s", refused.reply.raw)
	}
	for command, password := range map[string]bool{"ask": false, "password": true} {
		id := c.send("shell", "execute_request", map[string]string{"code": command + " who?"})
		c.until("stdin", func(m received) bool {
			return m.parent.MsgID == id && m.content["prompt"] == "who?" && m.content["password"] == password
		})
		c.send("stdin", "input_reply", map[string]string{"value": "Bob"})
		if got := summary(c.finish(id, true).iopub); !strings.HasSuffix(got, `stdout("got Bob\n") idle`) {
			t.Errorf("%s: %s", command, got)
		}
	}
	id = c.send("shell", "execute_request", map[string]string{"code": "read"})
	c.until("stdin", func(m received) bool { return m.parent.MsgID == id })
	if x := c.interrupt(id, true); x.reply.content["evalue"] != errInterrupted.Error() {
		t.Errorf("interrupted: %s", x.reply.raw)
	}
}

// TestLateStdin: a client's connection for input may come after its cell, and the question waits for it.
func TestLateStdin(t *testing.T) {
	conn := tcpConnection(t, "key")
	c, ctx := launch(t, conn, newFakeEngine)
	c.dial(ctx, "iopub", "shell", "control")
	c.until("iopub", func(m received) bool { return m.header.MsgType == "iopub_welcome" })
	id := c.send("shell", "execute_request", map[string]string{"code": "read"})
	c.untilRunning()
	time.Sleep(20 * connectPause)
	c.dial(ctx, "stdin")
	c.until("stdin", func(m received) bool { return m.parent.MsgID == id })
	c.send("stdin", "input_reply", map[string]string{"value": "late"})
	if x := c.finish(id, true); x.reply.content["status"] != "ok" {
		t.Errorf("%s", x.reply.raw)
	}
	without := c.another()
	_ = without.sockets["stdin"].Close()
	id = without.send("shell", "execute_request", map[string]string{"code": "read"})
	without.untilRunning()
	without.interrupt(id, true)
}

// TestCoalescing bounds the messages of 10,000 lines: by twice as many as their text fills, and one each time that
// text need wait no longer.
func TestCoalescing(t *testing.T) {
	c := startKernel(t, tcpConnection(t, "key"))
	begin := time.Now()
	x := c.execute("count 10000")
	took := time.Since(begin)
	var text strings.Builder
	for _, m := range x.iopub {
		if m.header.MsgType == "stream" {
			text.WriteString(m.content["text"].(string))
		}
	}
	if n := strings.Count(text.String(), "\n"); n != 10000 || !strings.HasSuffix(text.String(), "line 9999\n") {
		t.Errorf("%d lines", n)
	}
	if most := 10 + 2*text.Len()/streamBytes + int(took/streamDelay); len(x.iopub) > most {
		t.Errorf("%d messages in %v, more than %d", len(x.iopub), took, most)
	}
}

// TestLiveOutput: text does not wait for the end of its cell.
func TestLiveOutput(t *testing.T) {
	c := startKernel(t, tcpConnection(t, "key"))
	id := c.send("shell", "execute_request", map[string]string{"code": "print a\nwait"})
	c.until("iopub", func(m received) bool { return m.header.MsgType == "stream" && m.content["text"] == "a\n" })
	c.interrupt(id, true)
}

func TestLargeMessages(t *testing.T) {
	c := startKernel(t, tcpConnection(t, "key"))
	x := c.execute("repeat 10485760\nvalue " + strings.Repeat("y", 8<<20))
	size := 0
	for _, m := range x.iopub {
		if m.header.MsgType == "stream" {
			size += len(m.content["text"].(string))
		}
	}
	if size != 10<<20 || x.reply.content["status"] != "ok" {
		t.Errorf("%d bytes, %v", size, x.reply.content["status"])
	}
}

// TestEnvelope looks at what is around the contents.
func TestEnvelope(t *testing.T) {
	c := startKernel(t, tcpConnection(t, "key"))
	x := c.execute("print a\nshow b\nvalue 7")
	ids := map[string]bool{x.reply.header.MsgID: true}
	for _, m := range x.iopub {
		if m.header.Session != x.reply.header.Session || m.header.Session == c.session.id || m.header.Version != protocolVersion {
			t.Errorf("%s: header %+v", m.header.MsgType, m.header)
		}
		if _, err := time.Parse(time.RFC3339Nano, m.header.Date); err != nil {
			t.Errorf("%s: %v", m.header.MsgType, err)
		}
		if ids[m.header.MsgID] {
			t.Errorf("msg_id %s twice", m.header.MsgID)
		}
		ids[m.header.MsgID] = true
		if m.header.MsgType == "display_data" {
			want := `{"data":{"application/json":{"a":1},"image/png":"AQID","text/plain":"b"},"metadata":{},"transient":{}}`
			if string(m.raw) != want {
				t.Errorf("display_data %s, want %s", m.raw, want)
			}
		}
	}
}

func TestShutdown(t *testing.T) {
	tests := []struct {
		name, channel, content string
		before                 string // a cell that runs at that moment
	}{
		{"control", "control", `{"restart":false}`, ""},
		{"restart", "control", `{"restart":true}`, ""},
		{"shell", "shell", `{}`, ""},
		{"while a cell runs", "control", `{"restart":false}`, "wait"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := startKernel(t, tcpConnection(t, "key"))
			if tt.before != "" {
				c.send("shell", "execute_request", map[string]string{"code": tt.before})
				c.untilRunning()
			}
			x := c.request(tt.channel, "shutdown_request", json.RawMessage(tt.content))
			if got := summary(x.iopub); got != "busy shutdown_reply idle" {
				t.Errorf("iopub: %s", got)
			}
			if x.reply.content["restart"] != strings.Contains(tt.content, "true") {
				t.Errorf("reply %s", x.reply.raw)
			}
			select {
			case err := <-c.done:
				if err != nil {
					t.Error(err)
				}
				c.done <- nil
			case <-time.After(patience):
				t.Error("the kernel does not end")
			}
		})
	}
}

func TestTerminate(t *testing.T) {
	c := startKernel(t, tcpConnection(t, "key"))
	if err := signalSelf(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-c.done:
		if err != nil {
			t.Error(err)
		}
		c.done <- nil
	case <-time.After(patience):
		t.Error("the kernel does not end")
	}
}

// TestOrphan starts a kernel from a shell that then ends, as a server does that is killed.
func TestOrphan(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	conn := tcpConnection(t, "key")
	text, err := json.Marshal(conn)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "connection.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	listening := func() bool {
		p, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", conn.HBPort))
		if err == nil {
			_ = p.Close()
		}
		return err == nil
	}
	await := func(what string, want bool) {
		for deadline := time.Now().Add(patience); listening() != want; time.Sleep(5 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("the kernel does not %s", what)
			}
		}
	}
	server := exec.Command("/bin/sh", "-c", `"$0" "$1" >/dev/null 2>&1 & read line`, self, file)
	server.Env = append(os.Environ(), "MSREPL_FAKE_KERNEL=1", "JPY_PARENT_PID=1")
	in, err := server.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	await("start", true)
	_ = in.Close()
	_ = server.Wait() // read fails at the end of its input
	await("end", false)
}
