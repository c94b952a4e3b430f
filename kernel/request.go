package kernel

import (
	"encoding/json"
	"strings"
	"time"
)

// request is a message to be answered on the channel on which it arrived.
type request struct {
	*message
	k       *kernel
	channel *channel
	arrived time.Time
	finally func()        // runs after the idle message, may be nil
	over    chan struct{} // closed when the cell has been answered; nil if no goroutine waits for it
}

// parse decodes the content into v, which holds the defaults. A malformed request is logged and not answered.
func (r *request) parse(v any) bool {
	if err := json.Unmarshal(r.content, v); err != nil {
		r.k.log.Warn("dropped a message", "type", r.header.MsgType, "err", err)
		return false
	}
	return true
}

// reply answers an x_request with an x_reply.
func (r *request) reply(content any) {
	r.channel.send(r.identities, strings.TrimSuffix(r.header.MsgType, "_request")+"_reply", r.rawHeader, content)
}

// publish sends a message caused by the request to all clients.
func (r *request) publish(msgType string, content any) {
	r.k.iopub.publish(msgType, r.rawHeader, content)
}

// end notifies the goroutine that waits for the reply, if there is one.
func (r *request) end() {
	if r.over != nil {
		close(r.over)
	}
}

// The states of a kernel.
var (
	busy = json.RawMessage(`{"execution_state":"busy"}`)
	idle = json.RawMessage(`{"execution_state":"idle"}`)
)

// errorContent is the content of failed replies.
type errorContent struct {
	Status    string   `json:"status"`
	EName     string   `json:"ename"`
	EValue    string   `json:"evalue"`
	Traceback []string `json:"traceback"`
}

// errorMessage is the content of a message of type error.
type errorMessage struct {
	EName     string   `json:"ename"`
	EValue    string   `json:"evalue"`
	Traceback []string `json:"traceback"`
}

func (c errorContent) message() errorMessage { return errorMessage{c.EName, c.EValue, c.Traceback} }

type okContent struct {
	Status string `json:"status"`
}

var ok = okContent{"ok"}
