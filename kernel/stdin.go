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

// A client's stdin connection may open after the one on which it has sent a cell: the kernel waits for it this long,
// and polls this often.
const (
	connectTimeout = 5 * time.Second
	connectPause   = 2 * time.Millisecond
)

// stdinReader is the standard input of cells: whenever it is empty, it requests a line from the client that sent the
// cell.
type stdinReader struct {
	k       *kernel
	replies chan string
	asking  sync.Mutex
	rest    []byte // rest of a reply not yet returned by Read
}

// Read returns part of a line, and requests a line if it has none. It fails at once if no cell runs or its client does
// not accept requests for input.
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

// ask requests input from the client that sent the running cell. An empty prompt is replaced by the last text that the
// cell printed.
func (s *stdinReader) ask(prompt string, password bool) (string, error) {
	x := s.k.running.Load()
	if x == nil {
		return "", io.EOF
	}
	if !x.AllowStdin {
		return "", errNoStdin
	}
	s.asking.Lock() // serializes requests of the cell's goroutines
	defer s.asking.Unlock()
	s.k.out.flush()
	select {
	case <-s.replies: // discard the reply to an interrupted request
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

// deliver handles an input_reply from the stdin socket.
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
	default: // there is no pending request
	}
}
