package notebooks

import (
	"bufio"
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// Cells run in a real Jupyter kernel through nbclient, a Jupyter client in Python. The client is a short program that
// answers with one line of JSON for every cell.
//
//go:embed jupyter.py
var jupyterClient string

// jupyterRunner runs cells in a new kernel, through nbclient.
type jupyterRunner struct {
	cmd     *exec.Cmd
	in      io.WriteCloser
	answers chan answer // closed when the client ends
	errs    bytes.Buffer
	specDir string
	lost    bool // the client may be waiting for a cell that never ends
}

// answer is a line that the client writes.
type answer struct {
	Outputs []any          `json:"outputs"`
	Widgets map[string]any `json:"widgets"`
	Lost    string         `json:"lost"`
}

// NewJupyterRunner starts the kernel through nbclient, run by the first of pythons that has it. kernel is the
// kernel's command line; the name of the connection file is appended to it.
func NewJupyterRunner(pythons, kernel []string) (Runner, error) {
	python, err := findPython(pythons)
	if err != nil {
		return nil, err
	}
	const name = "msrepl-replay"
	dir, err := writeKernelSpec(name, kernel)
	if err != nil {
		return nil, err
	}
	r := &jupyterRunner{cmd: exec.Command(python, "-c", jupyterClient, name), answers: make(chan answer), specDir: dir}
	r.cmd.Env = append(os.Environ(), "JUPYTER_PATH="+dir+string(os.PathListSeparator)+os.Getenv("JUPYTER_PATH"))
	r.cmd.Stderr = &r.errs
	if err := r.start(); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	// The first answer reports that the kernel has started.
	if _, err := r.await(context.Background()); err != nil {
		return nil, errors.Join(fmt.Errorf("cannot start the kernel: %w", err), r.Close())
	}
	return r, nil
}

// findPython returns the first of the candidates that can drive a kernel.
func findPython(candidates []string) (string, error) {
	for _, python := range candidates {
		if exec.Command(python, "-c", "import nbformat, nbclient").Run() == nil {
			return python, nil
		}
	}
	return "", fmt.Errorf("no Python with nbclient found (looked at %q); Debian has it as python3-nbclient, "+
		"elsewhere `pip install nbclient`, then name that Python with --python", candidates)
}

// writeKernelSpec creates a directory for JUPYTER_PATH with a kernel of the given name, so that this kernel runs
// rather than an installed one.
func writeKernelSpec(name string, argv []string) (string, error) {
	dir, err := os.MkdirTemp("", "msrepl-kernel")
	if err != nil {
		return "", err
	}
	spec, err := json.Marshal(map[string]any{
		"argv":           append(argv[:len(argv):len(argv)], "{connection_file}"),
		"display_name":   name,
		"language":       "go",
		"interrupt_mode": "message",
	})
	if err != nil {
		return "", err
	}
	kernels := filepath.Join(dir, "kernels", name)
	if err := os.MkdirAll(kernels, 0o755); err != nil {
		return "", err
	}
	return dir, os.WriteFile(filepath.Join(kernels, "kernel.json"), spec, 0o644)
}

func (r *jupyterRunner) start() error {
	in, err := r.cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := r.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	r.in = in
	if err := r.cmd.Start(); err != nil {
		return err
	}
	go r.read(out)
	return nil
}

// read forwards the client's answers until it ends.
func (r *jupyterRunner) read(out io.Reader) {
	defer close(r.answers)
	for lines := bufio.NewReader(out); ; {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		dec := json.NewDecoder(bytes.NewReader(line))
		dec.UseNumber()
		var a answer
		if err := dec.Decode(&a); err != nil {
			a.Lost = fmt.Sprintf("unexpected answer %q: %v", line, err)
		}
		r.answers <- a
	}
}

// Run runs one cell. If ctx ends first, the kernel is lost.
func (r *jupyterRunner) Run(ctx context.Context, code string) ([]Output, error) {
	line, err := json.Marshal(code)
	if err != nil {
		return nil, err
	}
	a, err := r.ask(ctx, line)
	if err != nil {
		return nil, err
	}
	outs := make([]Output, len(a.Outputs))
	for i, o := range a.Outputs {
		out, err := decodeOutput(o, fmt.Sprintf("output %d", i+1))
		if err != nil {
			return nil, err
		}
		outs[i] = out
	}
	return outs, nil
}

// Widgets returns the states of the widgets known to the client, in the form of a notebook, or nil if the kernel is
// lost.
func (r *jupyterRunner) Widgets() map[string]any {
	if r.lost {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), stopGrace)
	defer cancel()
	a, _ := r.ask(ctx, []byte("null"))
	return a.Widgets
}

// ask sends the client a line and returns its answer.
func (r *jupyterRunner) ask(ctx context.Context, line []byte) (answer, error) {
	if _, err := r.in.Write(append(line, '\n')); err != nil {
		return answer{}, r.ended()
	}
	return r.await(ctx)
}

func (r *jupyterRunner) await(ctx context.Context) (answer, error) {
	select {
	case a, ok := <-r.answers:
		switch {
		case !ok:
			return a, r.ended()
		case a.Lost != "":
			return a, errors.New(a.Lost)
		}
		return a, nil
	case <-ctx.Done():
		r.lost = true
		return answer{}, ctx.Err()
	}
}

// ended returns the reason why the client ended.
func (r *jupyterRunner) ended() error {
	for range r.answers { // until the client closes its end
	}
	return fmt.Errorf("the Jupyter client ended: %v\n%s", r.cmd.Wait(), r.errs.Bytes())
}

// Close ends the client, which shuts the kernel down. A client that waits for a cell is interrupted.
func (r *jupyterRunner) Close() error {
	patience := stopGrace
	if r.lost {
		patience = 0
	}
	r.in.Close()
	interrupt := time.AfterFunc(patience, func() { _ = r.cmd.Process.Signal(os.Interrupt) })
	kill := time.AfterFunc(patience+stopGrace, func() { _ = r.cmd.Process.Kill() })
	defer interrupt.Stop()
	defer kill.Stop()
	_ = r.ended() // an answer has already reported the reason
	return os.RemoveAll(r.specDir)
}
