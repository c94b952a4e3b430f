package kernel

import (
	"github.com/msrepl/msrepl/interp"
	"github.com/msrepl/msrepl/kernel/internal/dap"
)

// interruptRequest stops the running cell. The cell's own reply reports that it failed.
func (k *kernel) interruptRequest(r *request) {
	k.interrupt()
	r.reply(ok)
}

// debug answers a request of the Debug Adapter Protocol. Events go to all clients, after the text that cells have
// already written.
func (k *kernel) debug(r *request) {
	if k.adapter == nil {
		e, ok := k.awaitEngine().(interface{ Debugger() *interp.Debugger })
		if !ok {
			r.reply(map[string]any{"type": "response", "success": false, "message": "the session has no debugger"})
			return
		}
		k.adapter = dap.New(e.Debugger(), func(event any) {
			k.out.flush()
			k.iopub.publish("debug_event", k.out.lastParent(), event)
		})
	}
	if err := k.adapter.Answer(r.content, r.reply); err != nil {
		k.log.Warn("dropped a message", "type", r.header.MsgType, "err", err)
	}
}

// shutdown ends the kernel once the reply and everything before it have been delivered. All clients are notified on
// iopub. Restarting is up to the parent process.
func (k *kernel) shutdown(r *request) {
	var c struct {
		Restart bool `json:"restart"`
	}
	if !r.parse(&c) {
		return
	}
	content := map[string]any{"status": "ok", "restart": c.Restart}
	k.interrupt()
	r.reply(content)
	r.publish("shutdown_reply", content)
	r.finally = func() { k.stop(nil) }
}
