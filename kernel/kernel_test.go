package kernel

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestHandlersAreTested looks for the name of each request in the tests of this package.
func TestHandlersAreTested(t *testing.T) {
	files, err := filepath.Glob("*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	var tests strings.Builder
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		tests.Write(text)
	}
	for name := range handlers {
		if !strings.Contains(tests.String(), fmt.Sprintf("%q", name)) {
			t.Errorf("no test sends %s: add a row to TestMessages in kernel_test.go", name)
		}
	}
}

// TestMessages sends each request to one kernel, in order, and compares the reply and what iopub says.
func TestMessages(t *testing.T) {
	execute := func(code string, more ...string) string {
		return fmt.Sprintf(`{"code":%q%s}`, code, strings.Join(append([]string{""}, more...), ","))
	}
	tests := []struct {
		name, channel, msgType, content string
		reply                           string // JSON; fields that are not here are not compared; "" expects none
		iopub                           string // as summary gives it
	}{
		{"kernel_info", "shell", "kernel_info_request", `{}`, `{"status":"ok","protocol_version":"5.5","implementation":"msrepl","language_info":{"name":"go","version":"1.26","mimetype":"text/x-go","file_extension":".go","pygments_lexer":"go","codemirror_mode":"go"},"debugger":true,"supported_features":["debugger","kernel subshells"]}`, "busy idle"},
		{"kernel_info on control", "control", "kernel_info_request", `{}`, `{"status":"ok"}`, "busy idle"},
		{"value", "shell", "execute_request", execute("value 7"), `{"status":"ok","execution_count":1,"payload":[],"user_expressions":{}}`, "busy execute_input execute_result idle"},
		{"text", "shell", "execute_request", execute("print a\nprint b"), `{"status":"ok","execution_count":2}`, `busy execute_input stdout("a\nb\n") idle`},
		{"text in order", "shell", "execute_request", execute("print a\nwarn b\nprint c\nshow d\nprint e"), `{"status":"ok","execution_count":3}`, `busy execute_input stdout("a\n") stderr("b\n") stdout("c\n") display_data stdout("e\n") idle`},
		{"not stored", "shell", "execute_request", execute("print a", `"store_history":false`), `{"status":"ok","execution_count":3}`, `busy execute_input stdout("a\n") idle`},
		{"silent", "shell", "execute_request", execute("print a\nshow b\nvalue 7", `"silent":true`), `{"status":"ok","execution_count":3}`, "busy idle"},
		{"silent failure", "shell", "execute_request", execute("fail no", `"silent":true`), `{"status":"error","ename":"ValueError","evalue":"no","execution_count":3}`, "busy idle"},
		{"failure", "shell", "execute_request", execute("print a\nfail no"), `{"status":"error","ename":"ValueError","evalue":"no","traceback":["ValueError: no"],"execution_count":4}`, `busy execute_input stdout("a\n") error idle`},
		{"quit", "shell", "execute_request", execute("quit"), `{"status":"ok","payload":[{"source":"ask_exit","keepkernel":false}]}`, "busy execute_input idle"},
		{"expressions", "shell", "execute_request", execute("", `"user_expressions":{"a":"value 1","b":"fail no","c":"print"}`), `{"status":"ok","execution_count":5,"user_expressions":{"a":{"status":"ok","data":{"text/plain":"1"},"metadata":{}},"b":{"status":"error","ename":"ValueError","evalue":"no","traceback":["ValueError: no"]},"c":{"status":"error","ename":"ValueError","evalue":"the expression has no value","traceback":[]}}}`, `busy execute_input stdout("\n") idle`},
		{"complete", "shell", "complete_request", `{"code":"é 😀 sl","cursor_pos":6}`, `{"status":"ok","matches":["sleep"],"cursor_start":4,"cursor_end":6,"metadata":{"_jupyter_types_experimental":[{"start":4,"end":6,"text":"sleep","type":"function","signature":"func()"}]}}`, "busy idle"},
		{"complete in the middle", "shell", "complete_request", `{"code":"print x","cursor_pos":2}`, `{"matches":["print"],"cursor_start":0,"cursor_end":2}`, "busy idle"},
		{"complete beyond the end", "shell", "complete_request", `{"code":"pri","cursor_pos":99}`, `{"matches":["print"],"cursor_start":0,"cursor_end":3}`, "busy idle"},
		{"nothing to complete", "shell", "complete_request", `{"code":"é zzz","cursor_pos":5}`, `{"status":"ok","matches":[],"cursor_start":5,"cursor_end":5,"metadata":{"_jupyter_types_experimental":[]}}`, "busy idle"},
		{"inspect", "shell", "inspect_request", `{"code":"print","cursor_pos":5,"detail_level":0}`, "{\"status\":\"ok\",\"found\":true,\"data\":{\"text/plain\":\"command print\",\"text/markdown\":\"`print`\"},\"metadata\":{}}", "busy idle"},
		{"inspect nothing", "shell", "inspect_request", `{"code":"zzz","cursor_pos":3}`, `{"status":"ok","found":false,"data":{}}`, "busy idle"},
		{"is complete", "shell", "is_complete_request", `{"code":"print"}`, `{"status":"complete"}`, "busy idle"},
		{"is incomplete", "shell", "is_complete_request", `{"code":"print\\"}`, `{"status":"incomplete","indent":"    "}`, "busy idle"},
		{"is invalid", "shell", "is_complete_request", `{"code":")"}`, `{"status":"invalid"}`, "busy idle"},
		{"history tail", "shell", "history_request", `{"hist_access_type":"tail","n":1,"output":false,"raw":true}`, `{"status":"ok","history":[[1,5,"quit"]]}`, "busy idle"},
		{"history range", "shell", "history_request", `{"hist_access_type":"range","session":0,"start":1,"stop":2,"output":true}`, `{"history":[[1,1,["value 7","7"]]]}`, "busy idle"},
		{"history search", "shell", "history_request", `{"hist_access_type":"search","pattern":"print*","unique":true,"n":9}`, `{"history":[[1,2,"print a\nprint b"],[1,3,"print a\nwarn b\nprint c\nshow d\nprint e"],[1,4,"print a\nfail no"]]}`, "busy idle"},
		{"comm_info", "shell", "comm_info_request", `{}`, `{"status":"ok","comms":{}}`, "busy idle"},
		{"comm to nobody", "shell", "comm_open", `{"comm_id":"c","target_name":"x","data":{}}`, ``, "busy comm_close idle"},
		{"comm message", "shell", "comm_msg", `{"comm_id":"c","data":{}}`, ``, "busy comm_close idle"},
		{"comm close", "shell", "comm_close", `{"comm_id":"c","data":{}}`, ``, "busy idle"},
		{"debug", "control", "debug_request", `{"type":"request","seq":3,"command":"initialize","arguments":{}}`, `{"type":"response","success":false,"message":"the session has no debugger"}`, "busy idle"},
		{"inspect with source", "shell", "inspect_request", `{"code":"print","cursor_pos":5,"detail_level":1}`, "{\"found\":true,\"data\":{\"text/plain\":\"command print {source}\",\"text/markdown\":\"`print`\"}}", "busy idle"},
		{"unknown", "shell", "nonsense_request", `{}`, ``, "busy idle"},
		{"wrong type of a field", "shell", "execute_request", `{"code":7}`, ``, "busy idle"},
		{"unknown field", "shell", "execute_request", execute("value 1", `"cell_id":"x","later":[1]`), `{"status":"ok","execution_count":6}`, "busy execute_input execute_result idle"},
		{"pager", "shell", "execute_request", execute("?print"), "{\"execution_count\":7,\"payload\":[{\"source\":\"page\",\"start\":0,\"data\":{\"text/plain\":\"command print\",\"text/markdown\":\"`print`\"}}]}", "busy execute_input idle"},
		{"pager behind", "shell", "execute_request", execute(" print?? "), "{\"payload\":[{\"source\":\"page\",\"start\":0,\"data\":{\"text/plain\":\"command print {source}\",\"text/markdown\":\"`print`\"}}]}", "busy execute_input idle"},
		{
			"pager on nothing", "shell", "execute_request", execute("?zzz"),
			`{"status":"error","ename":"NameError","evalue":"no documentation found for zzz","payload":[]}`,
			"busy execute_input error idle",
		},
		{"pages and inputs", "shell", "execute_request", execute("page long text\nnext a := 1\nreplace b"), `{"payload":[{"source":"page","start":0,"data":{"text/plain":"long text"}},{"source":"set_next_input","text":"a := 1","replace":false},{"source":"set_next_input","text":"b","replace":true}]}`, "busy execute_input idle"},
		{"load", "shell", "execute_request", execute("%load testdata/cell.txt"), `{"payload":[{"source":"set_next_input","replace":true,"text":"// %load testdata/cell.txt\nx := 1\n"}]}`, "busy execute_input idle"},
		{"load what is not there", "shell", "execute_request", execute("%load testdata/none.go"), `{"status":"error","ename":"OSError"}`, "busy execute_input error idle"},
		{"execute on control", "control", "execute_request", execute("value 1"), `{"status":"ok","execution_count":13}`, "busy execute_input execute_result idle"},
		{"load with quotes", "shell", "execute_request", execute(`%load "testdata/cell.txt"`), `{"payload":[{"source":"set_next_input","replace":true,"text":"// %load \"testdata/cell.txt\"\nx := 1\n"}]}`, "busy execute_input idle"},
		{"interrupt without a cell", "control", "interrupt_request", `{}`, `{"status":"ok"}`, "busy idle"},
	}
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	c := startKernel(t, tcpConnection(t, "secret"))
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			x := c.finish(c.send(tt.channel, tt.msgType, json.RawMessage(tt.content)), tt.reply != "")
			if got := summary(x.iopub); got != tt.iopub {
				t.Errorf("iopub:\n%s, want\n%s", got, tt.iopub)
			}
			if tt.reply == "" {
				if x.reply != nil {
					t.Errorf("unexpected reply %s", x.reply.raw)
				}
				return
			}
			if x.reply.channel != tt.channel || x.reply.header.MsgType != strings.Replace(tt.msgType, "_request", "_reply", 1) {
				t.Errorf("reply %s on %s", x.reply.header.MsgType, x.reply.channel)
			}
			var want map[string]any
			if err := json.Unmarshal([]byte(tt.reply), &want); err != nil {
				t.Fatal(err)
			}
			for field, v := range want {
				if diff := cmp.Diff(v, x.reply.content[field]); diff != "" {
					t.Errorf("%s (-want +got):\n%s", field, diff)
				}
			}
		})
	}
}

func rawf(format string, args ...any) json.RawMessage {
	return json.RawMessage(fmt.Sprintf(format, args...))
}

// TestLateSubscriber: a client may send its first cell before its subscription has arrived, and then waits for
// an idle that it must not miss.
func TestLateSubscriber(t *testing.T) {
	c, ctx := launch(t, tcpConnection(t, "key"), newFakeEngine)
	c.dial(ctx, "shell")
	id := c.send("shell", "execute_request", map[string]string{"code": "value 41"})
	time.Sleep(20 * time.Millisecond) // more than the cell takes
	c.dial(ctx, "iopub")
	c.until("iopub", func(m received) bool { return m.parent.MsgID == id && m.content["execution_state"] == "idle" })
}
