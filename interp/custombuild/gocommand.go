package custombuild

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// builder runs the go command.
type builder struct {
	ctx       context.Context
	goCommand string
	dir       string // the folder of the temporary module
}

func findGo() (string, error) {
	path, err := exec.LookPath("go")
	if err != nil {
		return "", errors.New("build needs the go command, which is not in PATH: install it from https://go.dev/dl")
	}
	return path, nil
}

// goError is the output of a go command that failed.
type goError struct{ lines []string }

// Error returns the relevant line.
func (e *goError) Error() string {
	for _, l := range e.lines { // a compiler's error names a file and a line
		if strings.Contains(l, ".go:") {
			return "does not compile: " + l
		}
	}
	if e.homeless() {
		return "msrepl's own source cannot be fetched (" + e.last() + "): set its folder with -msrepl DIR"
	}
	return e.last()
}

// homeless reports whether msrepl's own module is missing.
func (e *goError) homeless() bool {
	return len(e.lines) > 0 && strings.HasPrefix(e.last(), modulePath+"@")
}

func (e *goError) last() string {
	if len(e.lines) == 0 {
		return "the go command failed without a message"
	}
	return e.lines[len(e.lines)-1]
}

// fetching returns a message for an error of fetching a module.
func (e *goError) fetching() string {
	text := strings.Join(e.lines, "\n")
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, w) })
	}
	switch {
	case e.homeless():
		return e.Error()
	case has("GOPROXY=off", "dial tcp", "no such host", "i/o timeout", "connection refused", "network is unreachable", "TLS handshake"):
		return "it is not on this machine, and it cannot be fetched: no network (" + e.last() + ")"
	case has("does not contain package"):
		return "the module has no such package (" + e.last() + ")"
	case has("unknown revision", "no matching versions", "invalid version", "404 Not Found", "410 Gone", "unrecognized import path", "malformed module path", "repository not found", "Repository not found"):
		return "no such module or version (" + e.last() + ")"
	}
	return e.Error()
}

// run runs the go command in a folder and returns its output. It ignores workspaces, and like msrepl itself the binary
// is static unless the environment enables cgo.
func (b *builder) run(dir string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(b.ctx, b.goCommand, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "PWD="+dir)
	if os.Getenv("CGO_ENABLED") == "" {
		cmd.Env = append(cmd.Env, "CGO_ENABLED=0")
	}
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	if b.ctx.Err() != nil {
		return nil, errors.New("interrupted")
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return nil, &goError{told(errs.String())}
	}
	if err != nil {
		return nil, fmt.Errorf("the go command: %w", err)
	}
	return out.Bytes(), nil
}

// told splits the output of the go command into lines, without those that are not messages.
func told(text string) (lines []string) {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), "go: "))
		switch {
		case line == "", strings.HasPrefix(line, "# "), strings.HasPrefix(line, "downloading "), strings.HasPrefix(line, "finding "),
			strings.HasPrefix(line, "added "), strings.HasPrefix(line, "upgraded "):
			continue
		}
		lines = append(lines, line)
	}
	return lines
}
