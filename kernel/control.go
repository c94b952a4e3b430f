package kernel

// interruptRequest stops the running cell; that the cell failed is told by its own reply.
func (k *kernel) interruptRequest(r *request) {
	k.interrupt()
	r.reply(ok)
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
