// Package face connects package frontend, through which cells communicate with the program that shows them, to that
// program: a kernel, a terminal or a replayed notebook.
package face

import (
	"github.com/msrepl/msrepl/display/frontend"
	"github.com/msrepl/msrepl/internal/session/inner"
)

// Host is the front end of the running session.
type Host interface {
	// Ask returns the line that the user enters after prompt. A password is not echoed.
	Ask(prompt string, password bool) (string, error)
	// Page shows a long text, given per MIME type, separately from the cell's output.
	Page(data map[string]any) error
	// NextInput inserts text as a new cell, or replaces the text of the running one.
	NextInput(text string, replace bool) error
	// Comm sends comm_open, comm_msg or comm_close.
	Comm(msgType string, c *frontend.Comm, m frontend.Message) error
}

var attach, detach = inner.Get[func(h any)]("frontend.Attach"), inner.Get[func(h any)]("frontend.Detach")

// Attach makes h the host, replacing any other. [Detach] undoes it.
func Attach(h Host) { attach(h) }

// Detach removes h, if it is still the host, and all comms.
func Detach(h Host) { detach(h) }

// Comms returns the target names of all open comms by their IDs.
var Comms = inner.Get[func() map[string]string]("frontend.Comms")

// Deliver passes a message of the front end to its comm; msgType is comm_open, comm_msg or comm_close. It reports
// whether the comm, or the target, exists.
var Deliver = inner.Get[func(msgType, id, target string, m frontend.Message) bool]("frontend.Deliver")
