package kernel

import "github.com/msrepl/msrepl/interp"

// isComplete tells a console whether Enter runs the code or begins another line.
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
		r.reply(map[string]string{"status": "incomplete", "indent": indent})
	case interp.Invalid:
		r.reply(map[string]string{"status": "invalid"})
	default:
		r.reply(map[string]string{"status": "complete"})
	}
}
