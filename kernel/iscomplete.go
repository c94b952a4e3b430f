package kernel

import (
	"strings"

	"github.com/msrepl/msrepl/interp"
)

// consoleIndent is the indent for consoles, which would show a tab as ^I.
const consoleIndent = "    "

// isComplete replies whether Enter in a console runs the code or starts a new line.
func (k *kernel) isComplete(r *request) {
	var c struct {
		Code string `json:"code"`
	}
	if !r.parse(&c) {
		return
	}
	state, indent := k.awaitEngine().IsComplete(c.Code)
	switch state {
	case interp.Incomplete:
		r.reply(map[string]string{"status": "incomplete", "indent": strings.ReplaceAll(indent, "\t", consoleIndent)})
	case interp.Invalid:
		r.reply(map[string]string{"status": "invalid"})
	default:
		r.reply(map[string]string{"status": "complete"})
	}
}
