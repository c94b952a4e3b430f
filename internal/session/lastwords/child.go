//go:build unix

package lastwords

import (
	"io"
	"os"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Limits of a note and its file descriptors.
const (
	maxNote = 64 << 10
	maxFDs  = 200

	lastNote = 200 * time.Millisecond // time for a note to arrive: not all systems report the end of datagrams
)

// Main is the whole program in the child, and returns at once elsewhere. It must be called before anything else. When
// the process has died, it calls say with the reason, the last note, if any, and its descriptors.
func Main(say func(words Words, note []byte, fds []int)) {
	if os.Getenv(env) == "" {
		ready.Store(true)
		return
	}
	signal.Ignore(os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	report, places := os.NewFile(3, "report"), os.NewFile(5, "places")
	notes := &notes{ended: make(chan struct{})}
	go notes.listen(4)
	var text strings.Builder
	_, _ = io.Copy(io.MultiWriter(os.Stderr, &text), report) // returns when the process has ended
	select {
	case <-notes.ended: // the last note may still be in transit
	case <-time.After(lastNote):
	}
	note, fds := notes.last()
	if words, died := wordsOf(text.String()); died {
		words.At, words.Started = read(places)
		say(words, note, fds)
	}
	os.Exit(0)
}

// notes holds the last note of the parent.
type notes struct {
	mu    sync.Mutex
	note  []byte
	fds   []int
	ended chan struct{} // closed when the parent has ended
}

func (n *notes) last() ([]byte, []int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.note, n.fds
}

func (n *notes) listen(socket int) {
	defer close(n.ended)
	for {
		note, oob := make([]byte, maxNote), make([]byte, syscall.CmsgSpace(4*maxFDs))
		size, oobSize, _, _, err := syscall.Recvmsg(socket, note, oob, 0)
		if err != nil || size == 0 { // the parent has ended
			return
		}
		var fds []int
		if messages, err := syscall.ParseSocketControlMessage(oob[:oobSize]); err == nil {
			for _, m := range messages {
				more, _ := syscall.ParseUnixRights(&m)
				fds = append(fds, more...)
			}
		}
		n.mu.Lock()
		for _, fd := range n.fds {
			_ = syscall.Close(fd)
		}
		n.note, n.fds = note[:size], fds
		n.mu.Unlock()
	}
}
