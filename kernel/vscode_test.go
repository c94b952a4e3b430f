package kernel

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// vscode drives the debugger as the sources of VS Code (debugSession.ts, debugModel.ts) and of its Jupyter extension
// (src/notebooks/debugger, src/kernels/helpers.ts) have it.
type vscode struct{ *debugClient }

// hidden runs code as the extension's executeHidden does, and returns what it prints.
func (c vscode) hidden(code string) (printed string) {
	c.t.Helper()
	x := c.request("shell", "execute_request", object{
		"code": code, "silent": false, "store_history": false, "allow_stdin": true, "stop_on_error": false,
	})
	if x.reply.content["status"] != "ok" {
		c.t.Errorf("%s: %v", code, x.reply.content)
	}
	for _, m := range x.iopub {
		if m.header.MsgType == "stream" {
			printed += fmt.Sprint(m.content["text"])
		}
	}
	return printed
}

// debugCell is what the command Debug Cell does up to the cell's start: points are those of all open files.
func (c vscode) debugCell(cells []string, points map[string][]object) (paths []string) {
	c.t.Helper()
	c.command("initialize", object{
		"clientID": "vscode", "clientName": "Visual Studio Code", "adapterID": "Python Kernel Debug Adapter", "pathFormat": "path",
		"linesStartAt1": true, "columnsStartAt1": true, "supportsVariableType": true, "supportsVariablePaging": true,
		"supportsRunInTerminalRequest": true, "locale": "en", "supportsProgressReporting": true, "supportsInvalidatedEvent": true,
		"supportsMemoryReferences": true, "supportsArgsCanBeInterpretedByShell": true, "supportsMemoryEvent": true,
		"supportsStartDebuggingRequest": true, "supportsANSIStyling": true,
	})
	if info := c.command("debugInfo", nil); len(info["stoppedThreads"].([]any)) > 0 {
		c.t.Error(info)
	}
	c.command("attach", object{
		"type": "Python Kernel Debug Adapter", "name": "a.ipynb", "request": "attach", "justMyCode": true, "__mode": "cell",
		"__cellIndex": 0, "__notebookUri": "file:///a.ipynb", "__sessionId": "1",
	})
	c.awaitEvent("initialized")
	for path, list := range points {
		if code, ok := c.cell(path, cells); ok {
			path = fmt.Sprint(c.command("dumpCell", object{"code": code})["sourcePath"])
		}
		body := c.command("setBreakpoints", object{
			"source": object{"name": "a.ipynb", "path": path}, "lines": []int{1}, "breakpoints": list, "sourceModified": false,
		})
		if got := len(body["breakpoints"].([]any)); got != len(list) {
			c.t.Errorf("%d breakpoints for %d", got, len(list))
		}
	}
	c.command("setFunctionBreakpoints", object{"breakpoints": []object{}})
	c.command("setExceptionBreakpoints", object{"filters": []string{}, "filterOptions": []object{}})
	c.hidden("import debugpy\ndebugpy.debug_this_thread()")
	for _, code := range cells {
		paths = append(paths, fmt.Sprint(c.command("dumpCell", object{"code": code})["sourcePath"]))
	}
	c.command("configurationDone", nil)
	return paths
}

// cell returns the text of the cell with a URI of VS Code's.
func (vscode) cell(uri string, cells []string) (string, bool) {
	var i int
	if _, err := fmt.Sscanf(uri, "vscode-notebook-cell:/a.ipynb#W%dsZmlsZQ==", &i); err != nil {
		return "", false
	}
	return cells[i], true
}

// parts lists the parts of a variable as VS Code asks for them: those with names first, those with an index by
// hundreds.
func (c vscode) parts(v object) (names []string) {
	c.t.Helper()
	ask := func(args object) {
		args["variablesReference"] = v["variablesReference"]
		for _, p := range c.command("variables", args)["variables"].([]any) {
			names = append(names, fmt.Sprint(p.(object)["name"]))
		}
	}
	indexed, _ := v["indexedVariables"].(float64)
	if indexed == 0 {
		ask(object{})
		return names
	}
	if named, _ := v["namedVariables"].(float64); named > 0 {
		ask(object{"filter": "named"})
	}
	for start := 0; start < int(indexed); start += 100 {
		ask(object{"filter": "indexed", "start": start, "count": min(100, int(indexed)-start)})
	}
	return names
}

// TestVSCode debugs a cell by what VS Code sends.
func TestVSCode(t *testing.T) {
	c := vscode{startDebugger(t)}
	if got := c.hidden("import builtins\nimport ipykernel\nbuiltins.print(ipykernel.__version__)"); got[0] != '6' {
		t.Errorf("version %q, VS Code wants 6", got)
	}
	const code = `long := make([]int, 1234)
rows, few := tensor.Ones(3, 2), map[string]int{"a": 1}
sum := func(list []int) int {
	return len(list)
}(long)
sum`
	paths := c.debugCell([]string{code, "1 + 1"}, map[string][]object{
		"vscode-notebook-cell:/a.ipynb#W0sZmlsZQ==": {{"line": 4}}, "/home/ann/main.go": {{"line": 3}, {"line": 9}},
	})
	id := c.run(code)
	e := c.awaitEvent("stopped")
	if e["reason"] != "breakpoint" || e["allThreadsStopped"] != true {
		t.Error(e)
	}
	c.command("threads", nil)
	top := c.command("stackTrace", object{"threadId": e["threadId"], "startFrame": 0, "levels": 1})["stackFrames"].([]any)
	rest := c.command("stackTrace", object{"threadId": e["threadId"], "startFrame": 1, "levels": 19})["stackFrames"].([]any)
	if len(top) != 1 || len(rest) != 1 {
		t.Fatal(top, rest)
	}
	if at := top[0].(object); at["source"].(object)["path"] != paths[0] || at["line"] != 4.0 {
		t.Error(at)
	}
	scopes := c.command("scopes", object{"frameId": rest[0].(object)["id"]})["scopes"].([]any)
	vars := map[string]object{}
	for _, v := range c.command("variables", object{"variablesReference": scopes[0].(object)["variablesReference"]})["variables"].([]any) {
		vars[fmt.Sprint(v.(object)["name"])] = v.(object)
	}
	if got, want := c.parts(vars["rows"]), []string{"shape", "dtype", "size", "0", "1", "2"}; !cmp.Equal(got, want) {
		t.Error(got)
	}
	if got := c.parts(vars["few"]); !cmp.Equal(got, []string{`"a"`}) {
		t.Error(got)
	}
	if got := c.parts(vars["long"]); len(got) != 1234 || got[0] != "0" || got[1233] != "1233" {
		t.Error(len(got), got)
	}
	set := c.command("setVariable", object{"variablesReference": vars["long"]["variablesReference"], "name": "1233", "value": "5"})
	if set["value"] != "5" {
		t.Error(set)
	}
	for context, expr := range map[string]string{"hover": "list", "watch": "len(list)", "repl": "list[1233]"} {
		c.command("evaluate", object{"expression": expr, "frameId": top[0].(object)["id"], "context": context})
	}
	c.command("continue", object{"threadId": e["threadId"]})
	if got := result(c.finish(id, true)); got != "1234" {
		t.Error(got)
	}
	c.command("disconnect", object{"restart": false})
	c.awaitEvent("terminated") // without it the toolbar stays
	c.hidden("import os as _VSCODE_os\n_VSCODE_fileList = [\"" + paths[0] + "\"]\nfor file in _VSCODE_fileList:\n    try:\n        _VSCODE_os.remove(file)\n    except:\n        pass\ndel _VSCODE_fileList\ndel _VSCODE_os")
	if got := result(c.execute("sum")); got != "1234" {
		t.Error(got)
	}
}
