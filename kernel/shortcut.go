package kernel

import (
	"go/token"
	"os"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/interp"
)

// Some cells address the front end instead of running Go: ?name and name? open the documentation in the pager, with
// two question marks the source as well, %help opens the list of commands, and %load FILE inserts the text of a file
// into the cell.

// helpCells are the cells that show the list of commands; a colon may replace the percent sign.
var helpCells = []string{"%help", "%lsmagic", "%magic", "%quickref", "?"}

// shortcut answers such a cell; ok reports whether it is one.
func (k *kernel) shortcut(x *execution, code string) (res interp.Result, ok bool) {
	code = strings.TrimSpace(code)
	if file, found := strings.CutPrefix(code, "%load "); found && !strings.Contains(code, "\n") {
		return loadFile(x, strings.TrimSpace(file)), true
	}
	if slices.Contains(helpCells, strings.Replace(code, ":", "%", 1)) {
		x.pay(pagePayload(map[string]any{"text/plain": interp.HelpText(strings.Replace(code[:1], "?", "%", 1))}))
		return res, true
	}
	name, level := strings.Trim(code, "?"), strings.Count(code, "?")
	if level == 0 || level > 2 || !isPath(name) || len(name)+level != len(code) {
		return res, false
	}
	in, found := k.look(name, len(name), level-1)
	if !found {
		return shortcutFailed("NameError", k.awaitEngine().NotKnown(name)), true
	}
	x.pay(pagePayload(inspectionData(in)))
	return res, true
}

// isPath reports whether s is a name, or several names separated by dots.
func isPath(s string) bool {
	for part := range strings.SplitSeq(s, ".") {
		if !token.IsIdentifier(part) && !token.IsKeyword(part) {
			return false
		}
	}
	return true
}

func loadFile(x *execution, file string) interp.Result {
	text, err := os.ReadFile(interp.FileName(file))
	if err != nil {
		return shortcutFailed("OSError", err.Error())
	}
	x.pay(nextInputPayload("// %load "+file+"\n"+string(text), true))
	return interp.Result{}
}

func shortcutFailed(kind, msg string) interp.Result {
	return interp.Result{Err: &interp.CellError{Kind: kind, Msg: msg}}
}

// payload is an action that an execute_reply requests from the front end.
type payload map[string]any

func pagePayload(data map[string]any) payload {
	return payload{"source": "page", "data": data, "start": 0}
}

func nextInputPayload(text string, replace bool) payload {
	return payload{"source": "set_next_input", "text": text, "replace": replace}
}
