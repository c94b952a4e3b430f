package interp

import (
	"errors"
	"fmt"
	"io"
	"os/exec"
)

func shellCommands() []Command {
	return []Command{
		{Name: "!", Also: []string{"system", "sx"}, Arg: "command", Help: "run a shell command", takes: aFile, run: (*Session).cmdShell},
		{Name: "bash", Also: []string{"sh", "script"}, Help: "run the lines below in a shell", Cell: true, takes: nothing, run: (*Session).cmdBash},
	}
}

func (s *Session) cmdShell(c call) Result {
	if c.arg == "" {
		return s.failed("! needs a command")
	}
	return s.shell("sh", "-c", c.arg)
}

// cmdBash runs a script in the shell it is named after; %%script names another program.
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

// shell runs a program whose output is the cell's. An interrupt ends it, together with what it started.
func (s *Session) shell(program string, args ...string) Result {
	cmd := exec.Command(program, args...)
	cmd.Stdout, cmd.Stderr = pipeTo{s.out, "stdout"}, pipeTo{s.out, "stderr"}
	separate(cmd)
	stop := make(chan struct{})
	run := newRunning(s.engine())
	run.onEnd = func() { close(stop) }
	var err error
	ended := run.start(func() { err = start(cmd, stop) })
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

// start runs a program until it ends, or is told to.
func start(cmd *exec.Cmd, stop <-chan struct{}) error {
	if err := cmd.Start(); err != nil {
		return err
	}
	defer guard(cmd)()
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	select {
	case err := <-done:
		return err
	case <-stop:
		kill(cmd)
		return <-done
	}
}

// pipeTo writes to a stream of the session.
type pipeTo struct {
	out  *output
	name string
}

var _ io.Writer = pipeTo{}

// Write implements io.Writer.
func (p pipeTo) Write(text []byte) (int, error) {
	p.out.deliver(p.name, text)
	return len(text), nil
}

// cellName is what messages call the current cell.
func (s *Session) cellName() string {
	if s.number == 0 {
		return ""
	}
	return fmt.Sprintf("In[%d]", s.number)
}
