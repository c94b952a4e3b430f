package kernel

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/msrepl/msrepl/display/frontend"
)

// TestComms opens comms from both sides and sends over them.
func TestComms(t *testing.T) {
	c := startKernel(t, tcpConnection(t, "key"))
	frontend.Target("counter", func(m *frontend.Comm, first frontend.Message) {
		total := first.Data["start"].(float64)
		m.OnMessage(func(got frontend.Message) {
			total += got.Data["add"].(float64)
			if err := m.SendMessage(frontend.Message{Data: map[string]any{"total": total}, Buffers: [][]byte{{1, 2}}}); err != nil {
				t.Error(err)
			}
		})
		m.OnClose(func(frontend.Message) { total = 0 })
	})
	steps := []struct {
		msgType, content string
		iopub            string
		data             string // of the comm_msg that comes back
	}{
		{"comm_open", `{"comm_id":"1","target_name":"counter","data":{"start":40}}`, "busy idle", ""},
		{"comm_msg", `{"comm_id":"1","data":{"add":2}}`, "busy comm_msg idle", `{"comm_id":"1","data":{"total":42}}`},
		{"comm_close", `{"comm_id":"1","data":{}}`, "busy idle", ""},
		{"comm_msg", `{"comm_id":"1","data":{"add":2}}`, "busy comm_close idle", `{"comm_id":"1","data":{}}`},
	}
	for i, s := range steps {
		x := c.finish(c.send("shell", s.msgType, json.RawMessage(s.content)), false)
		if got := summary(x.iopub); got != s.iopub {
			t.Errorf("step %d: %s, want %s", i, got, s.iopub)
		}
		if s.data != "" && len(x.iopub) > 1 && !jsonEqual(t, s.data, x.iopub[1].raw) {
			t.Errorf("step %d: %s, want %s", i, x.iopub[1].raw, s.data)
		}
	}
}

func jsonEqual(t *testing.T, want string, got []byte) bool {
	t.Helper()
	var a, b any
	if err := json.Unmarshal([]byte(want), &a); err != nil {
		t.Fatal(err)
	}
	return json.Unmarshal(got, &b) == nil && cmp.Equal(a, b)
}

// TestCommWhileBusy: a comm is served while a cell runs.
func TestCommWhileBusy(t *testing.T) {
	c := startKernel(t, tcpConnection(t, "key"))
	frontend.Target("echo", func(m *frontend.Comm, first frontend.Message) {
		if err := m.Send(first.Data); err != nil {
			t.Error(err)
		}
	})
	busy := c.send("shell", "execute_request", map[string]string{"code": "wait"})
	c.untilRunning()
	c.finish(c.send("shell", "comm_open", json.RawMessage(`{"comm_id":"2","target_name":"echo","data":{"a":1}}`)), false)
	if x := c.request("shell", "comm_info_request", rawf(`{"target_name":"echo"}`)); !jsonEqual(t, `{"status":"ok","comms":{"2":{"target_name":"echo"}}}`, x.reply.raw) {
		t.Errorf("comm_info: %s", x.reply.raw)
	}
	if got := summary(c.interrupt(busy, true).iopub); !strings.Contains(got, "comm_msg") {
		t.Errorf("the message of the comm belongs to the cell that runs: %s", got)
	}
}

// TestCommsBesideCells: a message of a comm that comes as a cell begins takes nothing of what that prints.
func TestCommsBesideCells(t *testing.T) {
	o := &output{iopub: &publisher{}}
	expect := func(want string) {
		t.Helper()
		if string(o.parent) != want {
			t.Errorf("output belongs to %s, want %s", o.parent, want)
		}
	}
	o.between(json.RawMessage("comm 1"))
	expect("comm 1")
	o.begin(json.RawMessage("cell"), false, 0, nil)
	o.between(json.RawMessage("comm 2"))
	expect("cell")
	o.flush() // as every message of a comm does at its end
	o.between(json.RawMessage("comm 3"))
	expect("cell")
	o.finish()
	o.between(json.RawMessage("comm 4"))
	expect("comm 4")
}

// TestSessionComms: cells register targets and open comms; a callback that fails harms nothing.
func TestSessionComms(t *testing.T) {
	sharesNotes(t)
	c := startWith(t, tcpConnection(t, "key"), newSessionEngine)
	cells := `n := 0
frontend.Target("go", func(c *frontend.Comm, m frontend.Message) {
	n++
	fmt.Println("opened with", m.Data["x"])
	c.OnMessage(func(m frontend.Message) {
		if m.Data["bad"] != nil {
			panic("bad news")
		}
		for m.Data["hang"] != nil {
		}
		c.Send(map[string]any{"n": n})
	})
})`
	if x := c.execute(cells); x.reply.content["status"] != "ok" {
		t.Fatalf("%s", x.reply.raw)
	}
	send := func(msgType, content string) string { return c.send("shell", msgType, json.RawMessage(content)) }
	failed := `stderr("in a callback: In[1]:7:4: Panic: bad news\n    panic(\"bad news\")\n    ^\n")`
	steps := []struct{ msgType, content, iopub string }{
		{"comm_open", `{"comm_id":"1","target_name":"go","data":{"x":7}}`, `busy stdout("opened with 7\n") idle`},
		{"comm_msg", `{"comm_id":"1","data":{}}`, "busy comm_msg idle"},
		{"comm_msg", `{"comm_id":"1","data":{"bad":true}}`, "busy " + failed + " idle"},
	}
	for i, s := range steps {
		if got := summary(c.finish(send(s.msgType, s.content), false).iopub); got != s.iopub {
			t.Errorf("step %d: %s, want %s", i, got, s.iopub)
		}
	}
	hang := send("comm_msg", `{"comm_id":"1","data":{"hang":true}}`)
	c.until("iopub", func(m received) bool { return m.parent.MsgID == hang })
	c.interrupt(hang, false)
	// One that begins beside a cell can be stopped when that has ended.
	cell := c.send("shell", "execute_request", map[string]string{"code": "time.Sleep(100 * time.Millisecond)"})
	c.untilRunning()
	hang = send("comm_msg", `{"comm_id":"1","data":{"hang":true}}`)
	c.finish(cell, true)
	c.interrupt(hang, false)
	x := c.execute("m, err := frontend.Open(\"js\", map[string]any{\"v\": 1})\n_ = m.Close()\nerr == nil && n == 1")
	if got := summary(x.iopub); got != "busy execute_input comm_open comm_close execute_result idle" {
		t.Errorf("%s", got)
	}
	if got := result(c.execute("m")); !strings.HasPrefix(got, "comm ") || !strings.HasSuffix(got, " of target js") {
		t.Errorf("a comm shows itself as %s", got)
	}
}
