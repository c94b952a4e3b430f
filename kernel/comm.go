package kernel

import (
	"encoding/json"

	"github.com/msrepl/msrepl/display/frontend"
	"github.com/msrepl/msrepl/internal/session/face"
)

// commInfo lists the open comms, of one target or of all.
func (k *kernel) commInfo(r *request) {
	var c struct {
		TargetName string `json:"target_name"`
	}
	if !r.parse(&c) {
		return
	}
	open := map[string]any{}
	for id, target := range face.Comms() {
		if c.TargetName == "" || c.TargetName == target {
			open[id] = map[string]string{"target_name": target}
		}
	}
	r.reply(map[string]any{"status": "ok", "comms": open})
}

// comm passes a message of a comm to the cells. If the target or the comm is unknown, comm closes the client's comm at
// once. Messages of comms have their own queue: they are handled while a cell runs, and what they print is attributed
// to them only while no cell runs.
func (k *kernel) comm(r *request) {
	var c struct {
		CommID     string         `json:"comm_id"`
		TargetName string         `json:"target_name"`
		Data       map[string]any `json:"data"`
	}
	if !r.parse(&c) {
		return
	}
	e := k.awaitEngine()
	k.out.between(r.rawHeader)
	known := false
	if err := e.Call(func() {
		known = face.Deliver(r.header.MsgType, c.CommID, c.TargetName, frontend.Message{Data: c.Data, Buffers: r.buffers})
	}); err != nil {
		known = true
		// comm messages have no reply to carry the error
		k.out.Stream("stderr", "in a callback: "+err.Error()+"\n")
	}
	k.out.flush()
	if !known && r.header.MsgType != "comm_close" {
		k.log.Warn("message to an unknown comm or target", "comm", c.CommID, "target", c.TargetName)
		r.publish("comm_close", map[string]any{"comm_id": c.CommID, "data": struct{}{}})
	}
}

// host implements package frontend for cells.
type host struct{ k *kernel }

// Ask requests input from the client that sent the running cell.
func (h host) Ask(prompt string, password bool) (string, error) {
	return h.k.input.ask(prompt, password)
}

// Page adds a payload to the reply of the running cell.
func (h host) Page(data map[string]any) error { return h.pay(pagePayload(data)) }

// NextInput adds a payload to the reply of the running cell.
func (h host) NextInput(text string, replace bool) error {
	return h.pay(nextInputPayload(text, replace))
}

func (h host) pay(p payload) error {
	x := h.k.running.Load()
	if x == nil {
		return frontend.ErrNone
	}
	x.pay(p)
	return nil
}

// Comm publishes a message of a comm, after the text that was written before it.
func (h host) Comm(msgType string, c *frontend.Comm, m frontend.Message) error {
	content := map[string]any{"comm_id": c.ID(), "data": m.Data}
	if m.Data == nil {
		content["data"] = struct{}{}
	}
	if msgType == "comm_open" {
		content["target_name"] = c.TargetName()
	}
	raw, err := json.Marshal(content) // encoded now: the caller may change content later
	if err != nil {
		return err
	}
	h.k.out.comm(msgType, annotated{json.RawMessage(raw), m.Metadata}, m.Buffers)
	return nil
}
