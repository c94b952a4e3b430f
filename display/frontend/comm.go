package frontend

import (
	"crypto/rand"
	"fmt"
	"maps"
	"sync"
)

// Message is a message of a comm: data that JSON can represent, and raw bytes.
type Message struct {
	Data     map[string]any
	Buffers  [][]byte
	Metadata map[string]any // of the message, for targets that need it; nil for none
}

// Comm is a two-way connection between Go and an object in the front end, such as a widget. Its methods may be called
// from any goroutine. Callbacks of all comms run one at a time.
type Comm struct {
	id, target string

	mu       sync.Mutex
	received func(Message)
	closed   func(Message)
}

var (
	commsMu sync.Mutex
	targets = map[string]func(*Comm, Message){}
	comms   = map[string]*Comm{}
)

func forgetComms() {
	commsMu.Lock()
	defer commsMu.Unlock()
	clear(targets)
	clear(comms)
}

// Target registers a target name, so that the front end can open comms to it: opened is called with each new comm and
// the message that opened it. A later call for the same name replaces the function; nil removes it.
func Target(name string, opened func(c *Comm, m Message)) {
	commsMu.Lock()
	defer commsMu.Unlock()
	if opened == nil {
		delete(targets, name)
		return
	}
	targets[name] = opened
}

// Open opens a comm to a target that the front end has registered under this name.
func Open(target string, data map[string]any) (*Comm, error) {
	return OpenMessage(target, Message{Data: data}, nil, nil)
}

// OpenMessage is Open with raw bytes and metadata, and with the functions of OnMessage and OnClose, which are set
// before the front end can answer; they may be nil.
func OpenMessage(target string, m Message, received, closed func(Message)) (*Comm, error) {
	h, err := current()
	if err != nil {
		return nil, err
	}
	c := &Comm{id: rand.Text(), target: target, received: received, closed: closed}
	keep(c)
	if err := h.Comm("comm_open", c, m); err != nil {
		forget(c)
		return nil, err
	}
	return c, nil
}

func keep(c *Comm) {
	commsMu.Lock()
	defer commsMu.Unlock()
	comms[c.id] = c
}

// forget reports whether the comm was open.
func forget(c *Comm) bool {
	commsMu.Lock()
	defer commsMu.Unlock()
	known := comms[c.id] == c
	if known {
		delete(comms, c.id)
	}
	return known
}

// ID returns the comm's ID in the protocol.
func (c *Comm) ID() string { return c.id }

// TargetName returns the target name with which the comm was opened.
func (c *Comm) TargetName() string { return c.target }

// String returns a text that identifies the comm.
func (c *Comm) String() string { return fmt.Sprintf("comm %s of target %s", c.id, c.target) }

// OnMessage sets the function that is called with each message from the front end.
func (c *Comm) OnMessage(f func(Message)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.received = f
}

// OnClose sets the function that is called when the front end closes the comm.
func (c *Comm) OnClose(f func(Message)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = f
}

// Send sends data to the other end.
func (c *Comm) Send(data map[string]any) error { return c.SendMessage(Message{Data: data}) }

// SendMessage is Send with raw bytes and metadata.
func (c *Comm) SendMessage(m Message) error {
	h, err := current()
	if err != nil {
		return err
	}
	return h.Comm("comm_msg", c, m)
}

// Close closes the comm and notifies the other end. Closing it twice is not an error.
func (c *Comm) Close() error {
	if !forget(c) {
		return nil
	}
	h, err := current()
	if err != nil {
		return err
	}
	return h.Comm("comm_close", c, Message{})
}

// openComms returns the target names of all open comms by their IDs.
func openComms() map[string]string {
	commsMu.Lock()
	defer commsMu.Unlock()
	open := map[string]string{}
	for id, c := range maps.All(comms) {
		open[id] = c.target
	}
	return open
}

// deliver passes a message of the front end to its comm; msgType is comm_open, comm_msg or comm_close. It reports
// whether the comm, or the target, exists.
func deliver(msgType, id, target string, m Message) bool {
	commsMu.Lock()
	c, opened := comms[id], targets[target]
	commsMu.Unlock()
	if msgType == "comm_open" {
		if opened == nil {
			return false
		}
		c = &Comm{id: id, target: target}
		keep(c)
		opened(c, m)
		return true
	}
	if c == nil {
		return false
	}
	c.mu.Lock()
	f := c.received
	if msgType == "comm_close" {
		f = c.closed
	}
	c.mu.Unlock()
	if msgType == "comm_close" {
		forget(c)
	}
	if f != nil {
		f(m)
	}
	return true
}
