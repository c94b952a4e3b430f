// Package frontend lets cells communicate with the program that shows them: ask the user for input, open a text in
// the pager, prepare the next cell, and exchange messages with widgets over comms.
//
// A notebook supports all of this, a terminal only input; functions without support return ErrNone.
package frontend

import (
	"errors"
	"sync"

	"github.com/msrepl/msrepl/internal/session/inner"
)

// ErrNone is returned by functions that need a front end, if there is none or it lacks the feature.
var ErrNone = errors.New("no connected front end supports this")

// host is the Host of package internal/session/face, which documents it.
type host interface {
	Ask(prompt string, password bool) (string, error)
	Page(data map[string]any) error
	NextInput(text string, replace bool) error
	Comm(msgType string, c *Comm, m Message) error
}

var (
	hostMu   sync.Mutex
	attached host // nil when none is
)

func init() {
	inner.Set("frontend.Attach", attach)
	inner.Set("frontend.Detach", detach)
	inner.Set("frontend.Comms", openComms)
	inner.Set("frontend.Deliver", deliver)
}

func attach(h any) {
	hostMu.Lock()
	defer hostMu.Unlock()
	attached = h.(host)
}

func detach(h any) {
	hostMu.Lock()
	defer hostMu.Unlock()
	if attached == h {
		attached = nil
		forgetComms()
	}
}

func current() (host, error) {
	hostMu.Lock()
	defer hostMu.Unlock()
	if attached == nil {
		return nil, ErrNone
	}
	return attached, nil
}

// Interactive reports whether a user can answer input requests. A host may say that there is none with a method
// Interactive() bool, such as one that reads a file.
func Interactive() bool {
	h, err := current()
	i, says := h.(interface{ Interactive() bool })
	return err == nil && (!says || i.Interactive())
}

// Input asks the user for a line of text. It returns an error if the front end cannot ask, or if the cell was
// interrupted.
func Input(prompt string) (string, error) { return ask(prompt, false) }

// Password is Input for secrets: the front end does not show the typed text.
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

// SetNextInput puts text into a new cell below the running one, ready to be edited.
func SetNextInput(text string) error { return nextInput(text, false) }

// ReplaceInput replaces the text of the running cell.
func ReplaceInput(text string) error { return nextInput(text, true) }

func nextInput(text string, replace bool) error {
	h, err := current()
	if err != nil {
		return err
	}
	return h.NextInput(text, replace)
}
