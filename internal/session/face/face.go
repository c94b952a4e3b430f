// Package face connects package frontend, by which cells speak with the program that shows them, to that program:
// a kernel, a terminal, a notebook that is replayed.
package face

import (
	"github.com/msrepl/msrepl/display/frontend"
	"github.com/msrepl/msrepl/internal/session/inner"
)

// Host is the face of the session that runs.
type Host interface {
	// Ask returns the line that the user enters after prompt, unseen when it is a password.
	Ask(prompt string, password bool) (string, error)
	// Page shows a long text, given per MIME type, apart from the cell's output.
	Page(data map[string]any) error
	// NextInput puts text into a new cell, or into the one that runs.
	NextInput(text string, replace bool) error
	// Comm sends comm_open, comm_msg or comm_close.
	Comm(msgType string, c *frontend.Comm, m frontend.Message) error
}

var attach, detach = inner.Get[func(h any)]("frontend.Attach"), inner.Get[func(h any)]("frontend.Detach")

// Attach makes h the host; the latest one counts. [Detach] undoes it.
func Attach(h Host) { attach(h) }

// Detach forgets h, if it is still the host, and with it all comms.
func Detach(h Host) { detach(h) }

// Comms returns the target names of all open comms by their ids.
var Comms = inner.Get[func() map[string]string]("frontend.Comms")

// Deliver passes a message of the front end to the comm that it names: msgType is comm_open, comm_msg or
// comm_close. It reports whether there is such a comm, or such a target.
var Deliver = inner.Get[func(msgType, id, target string, m frontend.Message) bool]("frontend.Deliver")
