package kernel

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/go-zeromq/zmq4"
)

const (
	roundTripTimeout = 20 * time.Second
	dialPause        = 5 * time.Millisecond
	// time for the last reply of an ended kernel to arrive, even on a busy machine
	lastWords = time.Second
)

// errNotTried is the error of a round trip that was not started.
var errNotTried = errors.New("no folder for the connection file")

// roundTrip starts a kernel as Jupyter does, runs 1+1 and shuts it down. It returns the time until the kernel
// answered.
func roundTrip(spec kernelSpec) (time.Duration, error) {
	ctx, cancel := context.WithTimeout(context.Background(), roundTripTimeout)
	defer cancel()
	dir, err := os.MkdirTemp("", "msrepl-doctor")
	if err != nil {
		return 0, fmt.Errorf("%w: %w", errNotTried, err)
	}
	defer os.RemoveAll(dir)
	conn, file, err := newConnectionFile(dir)
	if err != nil {
		return 0, err
	}
	begin := time.Now()
	var complaint bytes.Buffer
	cmd := kernelCommand(ctx, spec, file)
	cmd.Stderr = &complaint
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	ended := make(chan error, 1)
	go func() {
		ended <- cmd.Wait()
		time.AfterFunc(lastWords, cancel) // there will be no more replies
	}()
	err = calculate(ctx, conn)
	took := time.Since(begin)
	cancel()
	<-ended
	if err != nil && complaint.Len() > 0 {
		err = fmt.Errorf("%w; it says: %s", err, strings.TrimSpace(complaint.String()))
	}
	return took, err
}

func kernelCommand(ctx context.Context, spec kernelSpec, connectionFile string) *exec.Cmd {
	argv := make([]string, len(spec.Argv))
	for i, a := range spec.Argv {
		argv[i] = strings.ReplaceAll(a, "{connection_file}", connectionFile)
	}
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Env = os.Environ()
	for k, v := range spec.Env {
		cmd.Env = append(cmd.Env, k+"="+v)
	}
	return cmd
}

// newConnectionFile writes a connection file with ports that are currently free.
func newConnectionFile(dir string) (connection, string, error) {
	c := connection{Transport: "tcp", IP: "127.0.0.1", Key: newSession("").id, SignatureScheme: "hmac-sha256"}
	for _, port := range []*int{&c.ShellPort, &c.ControlPort, &c.StdinPort, &c.IOPubPort, &c.HBPort} {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return c, "", err
		}
		defer l.Close()
		*port = l.Addr().(*net.TCPAddr).Port
	}
	text, err := json.Marshal(c)
	if err != nil {
		return c, "", err
	}
	file := filepath.Join(dir, "connection.json")
	return c, file, os.WriteFile(file, text, 0o600)
}

// calculate is a client that runs one cell.
func calculate(ctx context.Context, conn connection) error {
	retry := []zmq4.Option{zmq4.WithDialerRetry(dialPause), zmq4.WithDialerMaxRetries(int(roundTripTimeout / dialPause))}
	iopub, shell := zmq4.NewSub(ctx, retry...), zmq4.NewDealer(ctx, retry...)
	defer iopub.Close()
	defer shell.Close()
	if err := iopub.SetOption(zmq4.OptionSubscribe, ""); err != nil {
		return err
	}
	s := newSession(conn.Key)
	for _, to := range []struct {
		socket zmq4.Socket
		port   int
	}{{iopub, conn.IOPubPort}, {shell, conn.ShellPort}} {
		if err := to.socket.Dial(fmt.Sprintf("tcp://127.0.0.1:%d", to.port)); err != nil {
			return errors.New("it does not listen at the address in its connection file")
		}
	}
	if _, err := receive(iopub, s, "iopub_welcome", "status"); err != nil {
		return err
	}
	if err := ask(shell, s, "execute_request", map[string]any{"code": "1+1"}); err != nil {
		return err
	}
	m, err := receive(iopub, s, "execute_result", "error")
	if err != nil {
		return err
	}
	if !strings.Contains(string(m.content), `"text/plain":"2"`) {
		return fmt.Errorf("1+1 gives %s", m.content)
	}
	if err := ask(shell, s, "shutdown_request", map[string]any{"restart": false}); err != nil {
		return err
	}
	_, err = receive(shell, s, "shutdown_reply")
	return err
}

func ask(socket zmq4.Socket, s *session, msgType string, content any) error {
	frames, err := s.encode(nil, msgType, nil, content)
	if err != nil {
		return err
	}
	return socket.SendMulti(zmq4.NewMsgFrom(frames...))
}

// receive returns the next message of one of the types.
func receive(socket zmq4.Socket, s *session, types ...string) (*message, error) {
	for {
		raw, err := socket.Recv()
		if err != nil {
			return nil, errors.New("it does not answer")
		}
		m, err := s.decode(raw.Frames)
		if err != nil {
			return nil, fmt.Errorf("its answer is invalid: %w", err)
		}
		if slices.Contains(types, m.header.MsgType) {
			return m, nil
		}
	}
}
