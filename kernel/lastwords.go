//go:build unix

package kernel

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/msrepl/msrepl/internal/session/lastwords"
)

// note is the data that a child process needs to end a cell on behalf of the kernel after Go has ended the process.
// Duplicates of the connections outlive it.
type note struct {
	Key        []byte
	Session    string
	Parent     json.RawMessage // header of the request of the running cell, or of the last one
	Identities [][]byte        // of the client that sent it, nil once answered
	Count      int
}

// lastCount is larger than all message numbers of a kernel.
const lastCount = 1 << 40

// lastNote returns the current note, and duplicates of connections: first that of the client that waits for a reply,
// then those subscribed to errors.
func (k *kernel) lastNote() (text []byte, fds []int) {
	n := note{Key: k.session.key, Session: k.session.id, Parent: k.out.lastParent(), Count: k.executed()}
	if x := k.running.Load(); x != nil {
		n.Parent = x.rawHeader
		for _, p := range x.channel.socket.connected() {
			if fd, ok := p.duplicate(); ok && p.is(x.identities[0]) {
				n.Identities = x.identities[1:]
				if n.Identities == nil {
					n.Identities = [][]byte{}
				}
				fds = append(fds, fd)
				break
			} else if ok {
				_ = syscall.Close(fd)
			}
		}
	}
	topic := [][]byte{k.iopub.topic("error")}
	for _, p := range k.iopub.socket.connected() {
		if !p.hears(topic) {
			continue
		}
		if fd, ok := p.duplicate(); ok {
			fds = append(fds, fd)
		}
	}
	text, err := json.Marshal(n)
	if err != nil {
		return nil, fds
	}
	return text, fds
}

// hears reports whether the peer has subscribed to the topic of a message.
func (p *peer) hears(m [][]byte) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.wants(m)
}

// duplicate returns a duplicate of the connection's file descriptor.
func (p *peer) duplicate() (fd int, ok bool) {
	if p.raw == nil {
		return 0, false
	}
	err := p.raw.Control(func(own uintptr) {
		syscall.ForkLock.RLock()
		defer syscall.ForkLock.RUnlock()
		var err error
		if fd, err = syscall.Dup(int(own)); err == nil {
			syscall.CloseOnExec(fd)
			ok = true
		}
	})
	return fd, err == nil && ok
}

// LastWords informs the clients of a kernel why it has died. It runs in a child process of the kernel, see package
// lastwords.
func LastWords(words lastwords.Words, text []byte, fds []int) {
	fmt.Fprintf(os.Stderr, "msrepl: the kernel has died: %s\n", words)
	var n note
	if json.Unmarshal(text, &n) != nil || n.Parent == nil {
		return
	}
	s := newSession(string(n.Key))
	s.id = n.Session
	s.count.Store(lastCount)
	content := errorContent{"error", "KernelDied", words.Why, strings.Split("KernelDied: "+words.String(), "\n")}
	if n.Identities != nil && len(fds) > 0 {
		defer s.say(fds[0], n.Identities, "execute_reply", n.Parent, failedReply{content, n.Count, map[string]any{}, []payload{}})
		fds = fds[1:]
	}
	topic := func(msgType string) [][]byte { return [][]byte{[]byte("kernel." + s.id + "." + msgType)} }
	for _, fd := range fds {
		s.say(fd, topic("error"), "error", n.Parent, content.message())
		s.say(fd, topic("status"), "status", n.Parent, idle)
	}
}

// say writes a message to a file descriptor, as long as the client reads.
func (s *session) say(fd int, prefix [][]byte, msgType string, parent json.RawMessage, content any) {
	frames, err := s.encode(prefix, msgType, parent, content)
	if err != nil {
		return
	}
	rest := appendMessage(nil, frames)
	for end := time.Now().Add(flushTimeout); len(rest) > 0 && time.Now().Before(end); {
		n, err := syscall.Write(fd, rest)
		switch {
		case err == syscall.EAGAIN:
			time.Sleep(time.Millisecond)
		case err != nil:
			return
		default:
			rest = rest[n:]
		}
	}
}
