package kernel

import (
	"encoding/json"
	"strings"
	"time"
)

// request is a message that a handler answers, on the channel where it came in.
type request struct {
	*message
	k       *kernel
	channel *channel
	arrived time.Time
	finally func()        // runs after the idle message, may be nil
	over    chan struct{} // closed when a cell has been answered, if somebody waits for that; else nil
}

// parse decodes the content into v, which holds the defaults. A request that does not fit is logged
// and not answered.
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

// publish informs all clients of a consequence of the request.
func (r *request) publish(msgType string, content any) {
	r.k.iopub.publish(msgType, r.rawHeader, content)
}

// end says to the one who waits for the answer, if somebody does, that it has been given.
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
