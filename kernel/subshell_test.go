package kernel

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// in sends a request that names a subshell and returns its msg_id.
func (c *client) in(subshell, msgType string, content any) string {
	c.t.Helper()
	frames, err := c.session.encode(nil, msgType, nil, content)
	if err != nil {
		c.t.Fatal(err)
	}
	var h header
	if err := json.Unmarshal(frames[2], &h); err != nil {
		c.t.Fatal(err)
	}
	h.SubshellID = subshell
	if frames[2], err = json.Marshal(h); err != nil {
		c.t.Fatal(err)
	}
	frames[1] = c.session.sign(frames[2:6])
	c.sendFrames("shell", frames)
	return h.MsgID
}

func (c *client) newSubshell() string {
	c.t.Helper()
	x := c.request("control", "create_subshell_request", struct{}{})
	id, _ := x.reply.content["subshell_id"].(string)
	if x.reply.content["status"] != "ok" || id == "" {
		c.t.Fatalf("%s", x.reply.raw)
	}
	return id
}

// subshells asks for the list.
func (c *client) subshells() []any {
	c.t.Helper()
	list, _ := c.request("control", "list_subshell_request", struct{}{}).reply.content["subshell_id"].([]any)
	return list
}

func TestSubshells(t *testing.T) {
	c := startKernel(t, tcpConnection(t, "key"))
	info := c.request("shell", "kernel_info_request", struct{}{}).reply.content
	if features := fmt.Sprint(info["supported_features"]); !strings.Contains(features, "kernel subshells") {
		t.Error(features)
	}
	if got := c.subshells(); got == nil || len(got) > 0 {
		t.Error("at first", got)
	}
	a, b := c.newSubshell(), c.newSubshell()
	if got := c.subshells(); !slices.Equal(got, []any{a, b}) {
		t.Error(got)
	}
	main := c.send("shell", "execute_request", map[string]string{"code": "wait"})
	c.untilRunning()

	// Both answer while a cell runs, each in its own order; what they put out belongs to their requests.
	ids := []string{
		c.in(a, "execute_request", map[string]string{"code": "sleep 50ms\nprint one"}), c.in(b, "execute_request", map[string]string{"code": "print two\nshow x"}),
		c.in(a, "execute_request", map[string]any{"code": "value 3", "user_expressions": map[string]string{"v": "value 7"}}),
		c.in(b, "complete_request", map[string]any{"code": "sl", "cursor_pos": 2}),
	}
	for i, want := range []string{
		`busy execute_input stdout("one\n") idle`, `busy execute_input stdout("two\n") display_data idle`, "busy execute_input execute_result idle", "busy idle",
	} {
		x := c.finish(ids[i], true)
		if got := summary(x.iopub); got != want || x.reply.content["status"] != "ok" {
			t.Errorf("request %d: %s, %s", i, got, x.reply.raw)
		}
		if i == 2 && !strings.Contains(string(x.reply.raw), `"text/plain":"7"`) {
			t.Errorf("%s", x.reply.raw)
		}
	}

	// A failure aborts what waits in the same subshell only.
	failing := c.in(a, "execute_request", map[string]string{"code": "sleep 50ms\nfail no"})
	behind := c.in(a, "execute_request", map[string]string{"code": "print a"})
	beside := c.in(b, "execute_request", map[string]string{"code": "print b"})
	for id, want := range map[string]string{failing: "error", behind: "aborted", beside: "ok"} {
		if x := c.finish(id, true); x.reply.content["status"] != want {
			t.Errorf("%s, want %s", x.reply.raw, want)
		}
	}

	// A cell that defines something waits for the running cell, and later cells of the subshell wait for it.
	defining := c.in(a, "execute_request", map[string]string{"code": "define x\nprint x"})
	after := c.in(a, "execute_request", map[string]string{"code": "print after"})
	c.finish(c.in(b, "execute_request", map[string]string{"code": "print b"}), true)
	for _, m := range c.kept {
		if m.parent.MsgID == defining || m.parent.MsgID == after {
			t.Errorf("too early: %s %s", m.header.MsgType, m.raw)
		}
	}
	c.interrupt(main, true)
	if x := c.finish(defining, true); summary(x.iopub) != `busy execute_input stdout("x\n") idle` || x.reply.content["execution_count"] != float64(2) {
		t.Errorf("%s %s", summary(x.iopub), x.reply.raw)
	}
	if x := c.finish(after, true); summary(x.iopub) != `busy execute_input stdout("after\n") idle` || x.reply.content["execution_count"] != float64(2) {
		t.Errorf("%s %s", summary(x.iopub), x.reply.raw)
	}

	// One that is deleted, or never was, answers with an error.
	if x := c.request("control", "delete_subshell_request", map[string]string{"subshell_id": a}); x.reply.content["status"] != "ok" {
		t.Errorf("%s", x.reply.raw)
	}
	for _, x := range []exchange{
		c.request("control", "delete_subshell_request", map[string]string{"subshell_id": a}),
		c.finish(c.in(a, "execute_request", map[string]string{"code": "print a"}), true),
		c.finish(c.in(a, "kernel_info_request", struct{}{}), true),
	} {
		if x.reply.content["status"] != "error" || !strings.Contains(fmt.Sprint(x.reply.content["evalue"]), "there is no subshell "+a) {
			t.Errorf("%s", x.reply.raw)
		}
	}
	if got := c.subshells(); !slices.Equal(got, []any{b}) {
		t.Error(got)
	}
}

// TestSubshellOfASession looks at a training loop from outside, changes its rate and ends it.
func TestSubshellOfASession(t *testing.T) {
	c := startWith(t, tcpConnection(t, "key"), newSessionEngine)
	sub := c.newSubshell()
	c.execute("rate := 0.5\nvar steps atomic.Int64\nvar done atomic.Bool")
	const loop = "for !done.Load() { steps.Add(1); time.Sleep(time.Millisecond) }\nfmt.Println(rate)"
	main := c.send("shell", "execute_request", map[string]string{"code": loop})
	c.untilRunning()
	for _, tt := range []struct{ code, want string }{
		{"steps.Load() > 0 || !done.Load()", "busy execute_input execute_result idle"},
		{"fmt.Println(rate)", `busy execute_input stdout("0.5\n") idle`},
		{"?rate", "busy execute_input idle"},
		{"nothing", "busy execute_input error idle"},
		{"rate = 0.25", "busy execute_input idle"},
		{"done.Store(true)", "busy execute_input idle"},
	} {
		if got := summary(c.finish(c.in(sub, "execute_request", map[string]string{"code": tt.code}), true).iopub); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.code, got, tt.want)
		}
	}
	if got := summary(c.finish(main, true).iopub); got != `busy execute_input stdout("0.25\n") idle` {
		t.Error(got)
	}
	if x := c.execute("steps.Load() > 0"); x.reply.content["execution_count"] != float64(3) {
		t.Errorf("%s", x.reply.raw)
	}

	// An interrupt ends what a subshell runs while there is no cell. A cell that has run meanwhile does not change the
	// count that its input has said.
	id := c.in(sub, "execute_request", map[string]string{"code": "for { steps.Add(1) }"})
	c.until("iopub", func(m received) bool { return m.parent.MsgID == id && m.header.MsgType == "execute_input" })
	c.execute("1 + 1")
	x := c.interrupt(id, true)
	if x.reply.content["ename"] != "Interrupted" || x.reply.content["execution_count"] != float64(3) {
		t.Errorf("%s", x.reply.raw)
	}
}
