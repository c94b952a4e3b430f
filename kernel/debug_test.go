package kernel

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// debugClient drives the debugger as JupyterLab 4 does.
type debugClient struct {
	*client
	seq int
}

func startDebugger(t *testing.T) *debugClient {
	return &debugClient{client: startWith(t, tcpConnection(t, "key"), newSessionEngine)}
}

// command sends a request that must succeed, and returns the body of its response.
func (c *debugClient) command(command string, args any) map[string]any {
	c.t.Helper()
	m := c.try(command, args)
	if m["success"] != true {
		c.t.Fatalf("%s: %v", command, m["message"])
	}
	body, _ := m["body"].(map[string]any)
	return body
}

// refused sends a request that must fail, and returns the message.
func (c *debugClient) refused(command string, args any) string {
	c.t.Helper()
	m := c.try(command, args)
	if m["success"] != false {
		c.t.Fatalf("%s: %v, want a failure", command, m)
	}
	return fmt.Sprint(m["message"])
}

func (c *debugClient) try(command string, args any) map[string]any {
	c.t.Helper()
	c.seq++
	x := c.request("control", "debug_request", map[string]any{"seq": c.seq, "type": "request", "command": command, "arguments": args})
	m := x.reply.content
	if m["type"] != "response" || m["command"] != command || m["request_seq"] != float64(c.seq) {
		c.t.Fatalf("no response to %s: %v", command, m)
	}
	return m
}

type object = map[string]any

// start is what a click on the bug does.
func (c *debugClient) start() {
	c.t.Helper()
	if info := c.command("debugInfo", object{}); info["isStarted"] != false {
		c.t.Fatal(info)
	}
	c.command("initialize", object{
		"clientID": "jupyterlab", "clientName": "JupyterLab", "adapterID": "msrepl", "pathFormat": "path", "linesStartAt1": true,
		"columnsStartAt1": true, "supportsVariableType": true, "supportsVariablePaging": true, "locale": "en",
	})
	c.command("attach", object{})
}

// breakpoints is what JupyterLab does with the breakpoints of a cell before it runs it. It returns the path.
func (c *debugClient) breakpoints(code string, points ...object) string {
	c.t.Helper()
	path := fmt.Sprint(c.command("dumpCell", object{"code": code})["sourcePath"])
	body := c.command("setBreakpoints", object{"breakpoints": points, "source": object{"path": path}, "sourceModified": false})
	for i, b := range body["breakpoints"].([]any) {
		if b := b.(object); b["verified"] != true {
			c.t.Fatalf("breakpoint %d: %v", i, b)
		}
	}
	c.command("configurationDone", object{})
	return path
}

// run runs a cell and returns the msg_id.
func (c *debugClient) run(code string) string {
	return c.send("shell", "execute_request", object{"code": code})
}

// awaitEvent waits for a debug event and returns its body.
func (c *debugClient) awaitEvent(name string) (body object) {
	c.t.Helper()
	c.take("iopub", func(m received) bool {
		if m.header.MsgType != "debug_event" || m.content["event"] != name || m.content["type"] != "event" {
			return false
		}
		body, _ = m.content["body"].(object)
		return true
	})
	return body
}

// stopped waits for a stop and asks what JupyterLab then asks: threads, stack, scopes, variables. It returns the reason
// with the place, and the names and values of the first frame.
func (c *debugClient) stopped() (at, vars string, frame int) {
	c.t.Helper()
	e := c.awaitEvent("stopped")
	threads := c.command("threads", object{})["threads"].([]any)
	if threads[0].(object)["id"] != e["threadId"] || e["allThreadsStopped"] != true {
		c.t.Errorf("threads %v, event %v", threads, e)
	}
	stack := c.command("stackTrace", object{"threadId": e["threadId"]})["stackFrames"].([]any)
	top := stack[0].(object)
	frame = int(top["id"].(float64))
	at = fmt.Sprintf("%v %v:%v", e["reason"], top["name"], top["line"])
	vars = c.locals(frame)
	return at, vars, frame
}

func (c *debugClient) locals(frame int) string {
	c.t.Helper()
	scopes := c.command("scopes", object{"frameId": frame})["scopes"].([]any)
	return c.list(scopes[0].(object)["variablesReference"])
}

// list returns names and values of variables.
func (c *debugClient) list(ref any) string {
	c.t.Helper()
	var parts []string
	for _, v := range c.command("variables", object{"variablesReference": ref})["variables"].([]any) {
		parts = append(parts, fmt.Sprintf("%v=%v", v.(object)["name"], v.(object)["value"]))
	}
	return strings.Join(parts, " ")
}

func (c *debugClient) want(at, vars string) (frame int) {
	c.t.Helper()
	gotAt, gotVars, frame := c.stopped()
	if gotAt != at || gotVars != vars {
		c.t.Errorf("stopped at %q with %q, want %q with %q", gotAt, gotVars, at, vars)
	}
	return frame
}

const debugged = `type pair struct {
	name string
	list []int
}

func total(p pair, by map[string]int) int {
	sum := 0
	for _, n := range p.list {
		sum += n * by[p.name]
	}
	return sum
}
p := pair{"a", []int{1, 2, 3}}
t := total(p, map[string]int{"a": 10, "b": 20})
t + 1`

// TestDebugger is a visit to a cell: breakpoints, variables with their parts, steps, evaluation, the end.
func TestDebugger(t *testing.T) {
	c := startDebugger(t)
	c.start()
	path := c.breakpoints(debugged, object{"line": 9, "condition": "n == 2"})
	info := c.command("debugInfo", object{})
	if got, want := info["breakpoints"], []any{object{"source": path, "breakpoints": []any{object{"line": 9.0, "condition": "n == 2"}}}}; !cmp.Equal(got, any(want)) {
		t.Errorf("breakpoints %v, want %v", got, want)
	}
	id := c.run(debugged)
	frame := c.want("breakpoint total:9", `p={name:"a" list:[1 2 3]} by=map["a":10 "b":20] sum=10 n=2`)
	if got := c.command("source", object{"source": object{"path": path}})["content"]; got != debugged {
		t.Error(got)
	}
	c.changes(frame)
	c.command("next", object{"threadId": 1})
	frame = c.want("step total:9", `p={name:"a" list:[1 2 4]} by=map["a":10 "b":20] sum=122 n=4`)
	c.command("stepOut", object{"threadId": 1})
	at, vars, _ := c.stopped()
	if at != "step In[1]:15" || !strings.Contains(vars, "t=162") || !strings.Contains(vars, "table=map") {
		t.Error(at, vars)
	}
	if got := c.refused("scopes", object{"frameId": frame}); got == "" {
		t.Error("a frame of an earlier stop is known")
	}
	c.command("continue", object{"threadId": 1})
	if got := result(c.finish(id, true)); got != "163" {
		t.Error(got)
	}
	if got := c.refused("continue", object{"threadId": 1}); !strings.Contains(got, "stopped") {
		t.Error(got)
	}
	c.command("disconnect", object{"restart": false, "terminateDebuggee": false})
	if info := c.command("debugInfo", object{}); info["isStarted"] != false || len(info["breakpoints"].([]any)) != 0 {
		t.Error(info)
	}
	if got := result(c.execute("table[\"b\"]")); got != "20" {
		t.Error(got)
	}
	if got := result(c.execute(debugged)); got != "61" {
		t.Error(got)
	}
}

// changes looks into the variables of the stopped function of TestDebugger, and changes some.
func (c *debugClient) changes(frame int) {
	t := c.t
	t.Helper()
	scopes := c.command("scopes", object{"frameId": frame})["scopes"].([]any)
	vars := c.command("variables", object{"variablesReference": scopes[0].(object)["variablesReference"]})["variables"].([]any)
	if got := c.list(vars[0].(object)["variablesReference"]); got != `name="a" list=[1 2 3]` {
		t.Error(got)
	}
	if got := c.list(vars[1].(object)["variablesReference"]); got != `"a"=10 "b"=20` {
		t.Error(got)
	}
	for expr, want := range map[string]string{"sum + n": "12", "p.list[1:]": "[2 3]", "total(p, by)": "60", `by["b"]`: "20"} {
		if got := c.command("evaluate", object{"expression": expr, "frameId": frame, "context": "repl"})["result"]; got != want {
			t.Errorf("%s: %v, want %s", expr, got, want)
		}
	}
	if got := c.refused("evaluate", object{"expression": "sum + nothing", "frameId": frame}); got != "undefined: nothing" {
		t.Error(got)
	}
	set := c.command("setVariable", object{"variablesReference": scopes[0].(object)["variablesReference"], "name": "sum", "value": "100 + n"})
	if set["value"] != "102" {
		t.Error(set)
	}
	if got := c.command("setExpression", object{"expression": "p.list[2]", "value": "4", "frameId": frame})["value"]; got != "4" {
		t.Error(got)
	}
	rich := c.command("richInspectVariables", object{"variableName": "p", "frameId": frame})
	if got := rich["data"].(object)["text/plain"]; got != `{name:a list:[1 2 4]}` && got != `{name:"a" list:[1 2 4]}` {
		t.Error(rich)
	}
	c.command("copyToGlobals", object{"srcVariableName": "by", "dstVariableName": "table", "srcFrameId": frame})
}

// TestDebuggerStepsIn goes into a function, pauses a loop, and stops where a goroutine and a panic are.
func TestDebuggerStepsIn(t *testing.T) {
	c := startDebugger(t)
	c.start()
	const code = `f := func(k int) int {
	return k * 2
}
f(4)`
	c.breakpoints(code, object{"line": 4})
	id := c.run(code)
	if at, _, _ := c.stopped(); at != "breakpoint In[1]:4" {
		t.Error(at)
	}
	c.command("stepIn", object{"threadId": 1})
	c.want("step func:2", "k=4")
	c.command("continue", object{"threadId": 1})
	if got := result(c.finish(id, true)); got != "8" {
		t.Error(got)
	}

	c.execute("k := 0")
	id = c.run("for k < 1 << 60 {\n\tk++\n}")
	c.command("pause", object{"threadId": 1})
	at, _, frame := c.stopped()
	if !strings.HasPrefix(at, "pause In[3]") {
		t.Error(at)
	}
	c.command("evaluate", object{"expression": "k = 1 << 60", "frameId": frame})
	c.command("continue", object{"threadId": 1})
	c.finish(id, true)

	if got := c.refused("setExceptionBreakpoints", object{"filters": []string{"all"}}); !strings.Contains(got, `"all"`) {
		t.Error(got)
	}
	c.command("setExceptionBreakpoints", object{"filters": []string{"raised"}})
	const failing = "work := func(i int) int {\n\treturn []int{1}[i]\n}\nresult := make(chan int)\ngo func() {\n\tdefer close(result)\n\tdefer func() { recover() }()\n\tresult <- work(5)\n}()\n<-result"
	id = c.run(failing)
	c.want("exception func:2", "i=5")
	if got := c.command("exceptionInfo", object{"threadId": 1}); got["exceptionId"] != "IndexError" {
		t.Error(got)
	}
	c.command("continue", object{"threadId": 1})
	if got := result(c.finish(id, true)); got != "0" {
		t.Error(got)
	}
}

// TestDebuggerOps stops at an op by its name, at a NaN and in a gradient.
func TestDebuggerOps(t *testing.T) {
	c := startDebugger(t)
	c.start()
	points := []object{
		{"name": "Sqrt"},
		{"name": "Mul", "condition": "x.Size() > 1"},
		{"name": "Add", "hitCondition": "x"},
	}
	set := c.command("setFunctionBreakpoints", object{"breakpoints": points})["breakpoints"].([]any)
	for i, want := range []bool{true, true, false} {
		if b := set[i].(object); b["verified"] != want || want == (b["message"] != nil) {
			t.Errorf("function breakpoint %d: %v", i, b)
		}
	}
	const code = "import \"github.com/msrepl/msrepl/grad\"\nf := func(x *Tensor) *Tensor {\n\treturn (x * x).Sqrt()\n}\ngrad.Grad(f)(tensor.New([]float32{3}))"
	id := c.run(code)
	c.want("op func:3", "x=(1,) Float32 [3.]")
	c.command("setFunctionBreakpoints", object{"breakpoints": []object{}})
	c.command("setExceptionBreakpoints", object{"filters": []string{"gradient", "nan"}})
	c.command("continue", object{"threadId": 1})
	for range 2 { // Sqrt, then Mul
		if at, _, _ := c.stopped(); at != "gradient In[1]:5" {
			t.Error(at)
		}
		c.command("continue", object{"threadId": 1})
	}
	if got := result(c.finish(id, true)); got != "Tensor(shape=[1], dtype=Float32, value= [1.])" && !strings.Contains(got, "1.0") {
		t.Error(got)
	}
	id = c.run("tensor.New([]float32{-1}).Sqrt()")
	if at, _, _ := c.stopped(); at != "nan In[2]:1" {
		t.Error(at)
	}
	if got := c.command("exceptionInfo", object{"threadId": 1}); got["exceptionId"] != "nan" ||
		!strings.HasPrefix(fmt.Sprint(got["description"]), "Sqrt ") {
		t.Error(got)
	}
	c.command("setExceptionBreakpoints", object{"filters": []string{}})
	c.command("continue", object{"threadId": 1})
	c.finish(id, true)
}

// TestDebuggerVariableTypes: JupyterLab's tree shows the value of a variable whose type it knows or is not given, and
// of any other the type alone; a type that it knows must have a value that JavaScript reads.
func TestDebuggerVariableTypes(t *testing.T) {
	c := startDebugger(t)
	c.execute("a, b, s, ok, d := 7, 2.5, \"hi\", true, 3*time.Second\nbig, inf := 1<<60, math.Inf(1)\nu := uint8(9)\n" +
		"x := tensor.Ones(2)\nlist := []int{1}")
	types := func() map[string]any {
		got := map[string]any{}
		for _, v := range c.command("inspectVariables", object{})["variables"].([]any) {
			v := v.(object)
			got[fmt.Sprint(v["name"])] = v["type"]
		}
		return got
	}
	for name, want := range map[string]string{
		"a": "int", "b": "float64", "s": "string", "u": "uint8", "d": "time.Duration", "x": "Tensor",
	} {
		if got := types()[name]; got != want {
			t.Errorf("another client: %s has the type %v, want %v", name, got, want)
		}
	}
	c.start()
	for name, want := range map[string]any{
		"a": "int", "b": "float", "s": "str", "ok": "bool", "d": nil, "big": nil, "inf": nil, "u": nil, "x": nil,
		"list": "[]int",
	} {
		if got := types()[name]; got != want {
			t.Errorf("JupyterLab: %s has the type %v, want %v", name, got, want)
		}
	}
}

// TestDebuggerKept: a breakpoint in a literal of a cell that has run before is not verified until the cell runs again,
// which an event says.
func TestDebuggerKept(t *testing.T) {
	c := startDebugger(t)
	const code = "double := func(x int) int {\n\treturn x * 2\n}"
	c.execute(code)
	c.start()
	path := fmt.Sprint(c.command("dumpCell", object{"code": code})["sourcePath"])
	set := c.command("setBreakpoints", object{"breakpoints": []object{{"line": 2}}, "source": object{"path": path}})
	b := set["breakpoints"].([]any)[0].(object)
	message := fmt.Sprint(b["message"])
	if b["verified"] != false || !strings.Contains(message, "line 2 is in a function literal") {
		t.Error(b)
	}
	again := c.run(code)
	e := c.awaitEvent("breakpoint")
	c.finish(again, true)
	if now := e["breakpoint"].(object); e["reason"] != "changed" || now["id"] != b["id"] || now["verified"] != true {
		t.Error(e)
	}
	id := c.run("double(4)")
	c.want("breakpoint func:2", "x=4")
	c.command("continue", object{"threadId": 1})
	if got := result(c.finish(id, true)); got != "8" {
		t.Error(got)
	}
}

// TestDebuggerWithout looks at variables when no debugger is attached and nothing is stopped.
func TestDebuggerWithout(t *testing.T) {
	c := startDebugger(t)
	c.execute("x := tensor.New([][]float32{{1, 2}, {3, 4}})\nn := 7\nnet := nn.NewDense(2, 1, nn.WeightInit(\"ones\"), nn.BiasInit(\"zeros\"))")
	vars := c.command("inspectVariables", object{})["variables"].([]any)
	got := map[string]object{}
	for _, v := range vars {
		got[fmt.Sprint(v.(object)["name"])] = v.(object)
	}
	if got["n"]["value"] != "7" || got["x"]["value"] != "(2, 2) Float32 [[1. 2.] [3. 4.]]" || got["x"]["type"] != "Tensor" {
		t.Error(got)
	}
	if text := c.list(got["x"]["variablesReference"]); text != `shape=[2 2] dtype="Float32" size=4 0=(2,) Float32 [1. 2.] 1=(2,) Float32 [3. 4.]` {
		t.Error(text)
	}
	if text := c.list(got["net"]["variablesReference"]); !strings.HasPrefix(text, "weight=(1, 2) Float32 [[1. 1.]] bias=(1,) Float32 [0.] ") {
		t.Error(text)
	}
	if rich := c.command("richInspectVariables", object{"variableName": "n"}); rich["data"].(object)["text/plain"] != "7" {
		t.Error(rich)
	}
	if text := c.refused("richInspectVariables", object{"variableName": "nothing"}); text != "undefined: nothing" {
		t.Error(text)
	}
	if text := c.command("evaluate", object{"expression": "n * 6"})["result"]; text != "42" {
		t.Error(text)
	}
	for _, cmd := range []string{"next", "stepIn", "stepOut", "continue", "stackTrace", "exceptionInfo"} {
		if text := c.refused(cmd, object{"threadId": 1}); text != "no goroutine is stopped" {
			t.Error(cmd, text)
		}
	}
	if text := c.refused("gotoTargets", object{}); text != `msrepl's debugger does not know the command "gotoTargets"` {
		t.Error(text)
	}
	other := c.command("setBreakpoints", object{"source": object{"path": "/nothing.go"}, "breakpoints": []object{{"line": 1}}})
	b := other["breakpoints"].([]any)[0].(object)
	if b["verified"] == true || !strings.Contains(fmt.Sprint(b["message"]), `unknown cell "/nothing.go"`) {
		t.Error(b)
	}
	c.start()
	mods := c.command("modules", object{})["modules"].([]any)
	if len(mods) != 1 || mods[0].(object)["name"] != "In[1]" {
		t.Error(mods)
	}
	path := fmt.Sprint(c.command("dumpCell", object{"code": "// nothing\n"})["sourcePath"])
	body := c.command("setBreakpoints", object{"source": object{"path": path}, "breakpoints": []object{{"line": 1}}})
	if b := body["breakpoints"].([]any)[0].(object); b["verified"] == true || !strings.Contains(fmt.Sprint(b["message"]), "no statement") {
		t.Error(b)
	}
}

// TestDebuggerInterrupt ends a stopped cell by an interrupt; the kernel goes on.
func TestDebuggerInterrupt(t *testing.T) {
	c := startDebugger(t)
	c.start()
	const code = "a := 1\na + 1"
	c.breakpoints(code, object{"line": 2})
	id := c.run(code)
	c.stopped()
	x := c.interrupt(id, true)
	if x.reply.content["ename"] != "Interrupted" {
		t.Error(x.reply.content)
	}
	c.kept = append(c.kept, x.iopub...)
	c.awaitEvent("continued")
	if got := result(c.execute("a + 41")); got != "42" {
		t.Error(got)
	}
}
