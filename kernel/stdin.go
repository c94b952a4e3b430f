package kernel

import (
	"encoding/json"
	"errors"
	"io"
	"sync"
	"time"
)

var (
	errNoStdin     = errors.New("the front end that sent this cell does not support input (allow_stdin is false)")
	errNoClient    = errors.New("the front end that sent this cell has no connection for input")
	errInterrupted = errors.New("interrupted")
)

// A client's connection for input may come after the one on which it has sent a cell: it is waited for so long, and
// looked for so often.
const (
	connectTimeout = 5 * time.Second
	connectPause   = 2 * time.Millisecond
)

// stdinReader is what cells read: each time it runs dry, it asks the client that sent the cell.
type stdinReader struct {
	k       *kernel
	replies chan string
	asking  sync.Mutex
	rest    []byte // what a reply held beyond the last Read
}

// Read returns part of a line, and asks for a line when it has none. It fails at once when no cell
// runs or its client cannot be asked.
func (s *stdinReader) Read(p []byte) (int, error) {
	if len(s.rest) == 0 {
		line, err := s.ask("", false)
		if err != nil {
			return 0, err
		}
		s.rest = []byte(line + "\n")
	}
	n := copy(p, s.rest)
	s.rest = s.rest[n:]
	return n, nil
}

// ask asks the client that sent the running cell. Without a prompt, what the cell printed last is one.
func (s *stdinReader) ask(prompt string, password bool) (string, error) {
	x := s.k.running.Load()
	if x == nil {
		return "", io.EOF
	}
	if !x.AllowStdin {
		return "", errNoStdin
	}
	s.asking.Lock() // goroutines of the cell ask one after the other
	defer s.asking.Unlock()
	s.k.out.flush()
	select {
	case <-s.replies: // the answer to a question that was interrupted
	default:
	}
	question := map[string]any{"prompt": prompt, "password": password}
	for begin := time.Now(); !s.k.stdin.send(x.identities, "input_request", x.rawHeader, question); {
		if time.Since(begin) > connectTimeout {
			return "", errNoClient
		}
		select {
		case <-x.stopped:
			return "", errInterrupted
		case <-time.After(connectPause):
		}
	}
	select {
	case line := <-s.replies:
		return line, nil
	case <-x.stopped:
		return "", errInterrupted
	}
}

// deliver takes an input_reply from the stdin socket.
func (s *stdinReader) deliver(m *message) {
	var c struct {
		Value string `json:"value"`
	}
	if err := json.Unmarshal(m.content, &c); err != nil || m.header.MsgType != "input_reply" {
		s.k.log.Warn("dropped a message", "socket", "stdin", "type", m.header.MsgType, "err", err)
		return
	}
	select {
	case s.replies <- c.Value:
	default: // nobody asked
	}
}
