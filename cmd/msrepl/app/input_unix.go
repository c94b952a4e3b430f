//go:build unix

package app

import (
	"os"
	"os/signal"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// input is the standard input of cells at a terminal. An interrupted read does not consume what is typed afterwards.
type input struct {
	*os.File
	screen  *screen
	mu      sync.Mutex // held during a read
	ends    *os.File   // write end of a pipe: a write to it ends the read
	reading *os.File
}

func newInput(terminal *os.File, s *screen) *input {
	i := &input{File: terminal, screen: s}
	if r, w, err := os.Pipe(); err == nil { // without the pipe, reads cannot be interrupted
		i.reading, i.ends = r, w
	}
	return i
}

// Read waits for the terminal or for an interrupt.
func (i *input) Read(p []byte) (int, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	for i.wait(0) { // discard an interrupt that came too late for an earlier read
	}
	if i.wait(-1) {
		return 0, errInterruptedRead
	}
	n, err := i.File.Read(p)
	switch { // the terminal has echoed what was typed
	case n > 0 && p[n-1] == '\n':
		i.screen.Entered()
	case n > 0:
		i.screen.Touch()
	}
	return n, err
}

// wait waits for the terminal or for an interrupt, and reports whether there was an interrupt. The timeout is that of
// poll.
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

// interrupt ends the pending read, if any.
func (i *input) interrupt() {
	if i.mu.TryLock() {
		i.mu.Unlock()
	} else if i.ends != nil {
		_, _ = i.ends.Write([]byte{0})
	}
}

// suspend stops the job until the shell continues it. If there is no shell, because the terminal runs only msrepl,
// the system drops the signal, so the wait for its effect must have a limit.
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
