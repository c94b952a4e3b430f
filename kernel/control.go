package kernel

// interruptRequest stops the running cell; that the cell failed is told by its own reply.
func (k *kernel) interruptRequest(r *request) {
	k.interrupt()
	r.reply(ok)
}

// debug refuses, in the form of the debug adapter protocol: there is no debugger, as kernel_info says.
func (k *kernel) debug(r *request) {
	var c struct {
		Seq     int    `json:"seq"`
		Command string `json:"command"`
	}
	if !r.parse(&c) {
		return
	}
	r.reply(map[string]any{
		"type": "response", "seq": c.Seq, "request_seq": c.Seq, "command": c.Command,
		"success": false, "message": "msrepl has no debugger",
	})
}

// shutdown ends the kernel once the reply and everything before it have been delivered. All clients
// hear of it on iopub. To restart is the business of who started us.
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
