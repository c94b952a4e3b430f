package tensors

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
)

// peer is a server that takes samples. It is stopped while others are measured, because spinning threads of PyTorch
// keep a processor busy.
type peer struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Scanner
}

// start runs a server and waits until it is ready.
func start(env []string, program string, args ...string) (*peer, error) {
	cmd := exec.Command(program, args...)
	cmd.Env, cmd.Stderr = env, os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p := &peer{cmd, in, bufio.NewScanner(out)}
	if !p.out.Scan() {
		return nil, fmt.Errorf("%s did not start", program)
	}
	return p, p.signal(syscall.SIGSTOP)
}

// ask returns one sample.
func (p *peer) ask(name string) (s sample, err error) {
	if err := p.signal(syscall.SIGCONT); err != nil {
		return s, err
	}
	defer p.signal(syscall.SIGSTOP)
	if _, err := fmt.Fprintln(p.in, name); err != nil {
		return s, err
	}
	if !p.out.Scan() {
		return s, errors.New("the server ended")
	}
	if err := json.Unmarshal(p.out.Bytes(), &s); err != nil {
		return s, err
	}
	if s.Err != "" {
		return s, errors.New(s.Err)
	}
	return s, nil
}

// stop ends the server by closing its input.
func (p *peer) stop() {
	p.in.Close()
	_ = p.signal(syscall.SIGCONT)
	p.cmd.Wait()
}

func (p *peer) signal(s syscall.Signal) error { return p.cmd.Process.Signal(s) }
