// Package frontend lets cells speak with the program that shows them: ask its user, open a text in
// its pager, prepare its next cell, and exchange messages with widgets over comms.
//
// What there is depends on the front end. A notebook can do all of it, a terminal can ask; the
// functions return ErrNone where nobody listens.
package frontend

import (
	"errors"
	"sync"
)

// ErrNone is what functions return that need a front end which is not there, or cannot do it.
var ErrNone = errors.New("no front end that could do this is connected")

// Host is the face of the session that runs, a kernel or a terminal. Cells have no use for it.
type Host interface {
	// Ask returns the line that the user enters after prompt, unseen when it is a password.
	Ask(prompt string, password bool) (string, error)
	// Page shows a long text, given per MIME type, apart from the cell's output.
	Page(data map[string]any) error
	// NextInput puts text into a new cell, or into the one that runs.
	NextInput(text string, replace bool) error
	// Comm sends comm_open, comm_msg or comm_close.
	Comm(msgType string, c *Comm, m Message) error
}

var (
	hostMu sync.Mutex
	host   Host // nil when none is attached
)

// Attach makes h the host; the latest one counts. Detach undoes it. Sessions' faces call them.
func Attach(h Host) {
	hostMu.Lock()
	defer hostMu.Unlock()
	host = h
}

// Detach forgets h, if it is still the host, and with it all comms.
func Detach(h Host) {
	hostMu.Lock()
	defer hostMu.Unlock()
	if host == h {
		host = nil
		forgetComms()
	}
}

func current() (Host, error) {
	hostMu.Lock()
	defer hostMu.Unlock()
	if host == nil {
		return nil, ErrNone
	}
	return host, nil
}

// Interactive reports whether somebody sees questions and can answer them: a host may say otherwise by a method
// Interactive() bool, as one does that reads a file.
func Interactive() bool {
	h, err := current()
	i, says := h.(interface{ Interactive() bool })
	return err == nil && (!says || i.Interactive())
}

// Input asks the user for a line of text. The error says why there is none: the front end cannot ask,
// or the cell was interrupted.
func Input(prompt string) (string, error) { return ask(prompt, false) }

// Password is Input for what must not be seen: the front end does not show what is typed.
func Password(prompt string) (string, error) { return ask(prompt, true) }

func ask(prompt string, password bool) (string, error) {
	h, err := current()
	if err != nil {
		return "", err
	}
	return h.Ask(prompt, password)
}

// Page shows a long text in the front end's pager instead of the cell's output.
func Page(text string) error {
	h, err := current()
	if err != nil {
		return err
	}
	return h.Page(map[string]any{"text/plain": text})
}

// SetNextInput puts text into a new cell below the one that runs, ready to be edited.
func SetNextInput(text string) error { return nextInput(text, false) }

// ReplaceInput puts text into the cell that runs, in place of what it holds.
func ReplaceInput(text string) error { return nextInput(text, true) }

func nextInput(text string, replace bool) error {
	h, err := current()
	if err != nil {
		return err
	}
	return h.NextInput(text, replace)
}
