//go:build unix

package app

import (
	"os"
	"os/signal"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// input is what cells read at a terminal. A read that has been interrupted takes nothing of what is typed then.
type input struct {
	*os.File
	screen  *screen
	mu      sync.Mutex // of a read
	ends    *os.File   // of a pipe: what is written to it ends the read
	reading *os.File
}

func newInput(terminal *os.File, s *screen) *input {
	i := &input{File: terminal, screen: s}
	if r, w, err := os.Pipe(); err == nil { // without it, reads are not interrupted
		i.reading, i.ends = r, w
	}
	return i
}

// Read waits for the terminal or for an interrupt that comes meanwhile.
func (i *input) Read(p []byte) (int, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	for i.wait(0) { // an interrupt that has come too late for an earlier read
	}
	if i.wait(-1) {
		return 0, errInterruptedRead
	}
	n, err := i.File.Read(p)
	switch { // the terminal has shown what was typed
	case n > 0 && p[n-1] == '\n':
		i.screen.Entered()
	case n > 0:
		i.screen.Touch()
	}
	return n, err
}

// wait waits for the terminal or for an interrupt, and says whether there has been one. The timeout is poll's.
func (i *input) wait(timeout int) (interrupted bool) {
	if i.ends == nil {
		return false
	}
	fds := []unix.PollFd{{Fd: int32(i.reading.Fd()), Events: unix.POLLIN}, {Fd: int32(i.Fd()), Events: unix.POLLIN}}
	_, err := unix.Poll(fds, timeout)
	for err == unix.EINTR {
		_, err = unix.Poll(fds, timeout)
	}
	if err != nil || fds[0].Revents == 0 {
		return false
	}
	_, _ = i.reading.Read(make([]byte, 1))
	return true
}

// interrupt ends the read that waits, if one does.
func (i *input) interrupt() {
	if i.mu.TryLock() {
		i.mu.Unlock()
	} else if i.ends != nil {
		_, _ = i.ends.Write([]byte{0})
	}
}

// suspend stops the job until the shell continues it. Where no shell could, as msrepl is all that the terminal runs,
// the system drops the signal, so waiting for its effect must end by itself.
func suspend() {
	resumed := make(chan os.Signal, 1)
	signal.Notify(resumed, unix.SIGCONT)
	defer signal.Stop(resumed)
	_ = unix.Kill(0, unix.SIGTSTP)
	select {
	case <-resumed:
	case <-time.After(200 * time.Millisecond):
	}
}
