package interp

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"time"
)

func shellCommands() []Command {
	return []Command{
		{
			Name: "!", Also: []string{"system", "sx"}, Arg: "command", Help: "run a shell command", takes: shellText,
			run: (*Session).cmdShell,
		},
		{Name: "bash", Also: []string{"sh", "script"}, Help: "run the lines below in a shell", Cell: true, takes: nothing, run: (*Session).cmdBash},
	}
}

func (s *Session) cmdShell(c call) Result {
	if c.arg == "" {
		return s.failed("! needs a command")
	}
	return s.shell("sh", "-c", c.arg)
}

// cmdBash runs a script in the shell that the command is named after; %%script names another program.
func (s *Session) cmdBash(c call) Result {
	program := c.name
	if c.name == "script" {
		program = c.arg
	}
	if !c.cell || program == "" {
		return s.failed("write %%" + c.name + ", and the script below it")
	}
	return s.shell(program, "-c", c.body)
}

// shell runs a program, with its output going to the cell, including that of background processes. An interrupt ends
// it and its child processes.
func (s *Session) shell(program string, args ...string) Result {
	cmd := exec.Command(program, args...)
	separate(cmd)
	stop := make(chan struct{})
	run := newRunning(s.engine())
	run.onEnd = func() { close(stop) }
	var err error
	ended := run.start(func() { err = s.out.run(cmd, stop) })
	s.setRunning(run)
	defer s.setRunning(nil)
	if <-ended; run.cause.get() != goesOn {
		return Result{N: s.count(), Err: &CellError{Kind: kindInterrupt, Msg: "the cell was interrupted"}}
	}
	var status *exec.ExitError
	if errors.As(err, &status) {
		r := s.failed(fmt.Sprintf("%s: %s", program, status))
		r.Err.Kind = kindShell
		return r
	}
	if err != nil {
		return s.failed(err.Error())
	}
	return Result{N: s.count()}
}

// run runs a program until it ends or is stopped.
func (o *output) run(cmd *exec.Cmd, stop <-chan struct{}) error {
	later := o.later()
	stdout, err := o.outlet("stdout", later)
	if err != nil {
		return err
	}
	stderr, err := o.outlet("stderr", later)
	if err != nil {
		stdout.w.Close()
		return err
	}
	cmd.Stdout, cmd.Stderr = stdout.w, stderr.w
	err = cmd.Start()
	stdout.w.Close()
	stderr.w.Close()
	if err != nil {
		return err
	}
	defer guard(cmd)()
	done := make(chan error, 1)
	go func() {
		err := cmd.Wait()
		stdout.finish()
		stderr.finish()
		done <- err
	}()
	select {
	case err := <-done:
		return err
	case <-stop:
		kill(cmd)
		return <-done
	}
}

// outlet is a pipe from a program to a stream of the session. It reaches its end only when all background processes
// of the program have ended, so nothing waits for that.
type outlet struct {
	r, w *os.File
	out  chan struct{} // closed when all output of the program itself has been delivered
}

func (o *output) outlet(name string, later Sink) (p outlet, err error) {
	if p.r, p.w, err = os.Pipe(); err != nil {
		return p, err
	}
	p.out = make(chan struct{})
	go p.copy(o, name, later)
	return p, nil
}

// finish waits until everything written so far has been delivered.
func (p outlet) finish() {
	_ = p.r.SetReadDeadline(time.Now()) // if a pipe does not support deadlines, wait for its end
	<-p.out
}

// copy delivers output; after the cell has ended, to later.
func (p outlet) copy(o *output, name string, later Sink) {
	defer p.r.Close()
	buf := make([]byte, 32<<10)
	n, err := 0, error(nil)
	for ; err == nil; n, err = p.r.Read(buf) {
		o.deliver(name, buf[:n])
	}
	o.deliver(name, buf[:n])
	if errors.Is(err, os.ErrDeadlineExceeded) {
		_ = p.r.SetReadDeadline(time.Time{})
		drain(p.r, func(text []byte) { o.deliver(name, text) })
		err = nil
	}
	for close(p.out); err == nil; {
		n, err = p.r.Read(buf)
		o.deliverTo(later, name, buf[:n])
	}
}

// cellName returns the name of the current cell for messages.
func (s *Session) cellName() string {
	if s.number == 0 {
		return ""
	}
	return fmt.Sprintf("In[%d]", s.number)
}
