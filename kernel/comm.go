package kernel

// commInfo lists the open comms. Nothing in a cell can open one, so there are none.
func (k *kernel) commInfo(r *request) {
	r.reply(map[string]any{"status": "ok", "comms": struct{}{}})
}

// commOpen refuses: a client that opens a comm to an unknown target is told at once that it is closed.
func (k *kernel) commOpen(r *request) {
	var c struct {
		CommID     string `json:"comm_id"`
		TargetName string `json:"target_name"`
	}
	if !r.parse(&c) {
		return
	}
	k.log.Warn("comm to an unknown target", "target", c.TargetName)
	r.publish("comm_close", map[string]any{"comm_id": c.CommID, "data": struct{}{}})
}

// commIgnore takes messages of comms that are closed already.
func (k *kernel) commIgnore(*request) {}
