//go:build !cgo

package gorun

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestDeadlocks runs programs that wait forever. Go's runtime ends them, except in binaries with cgo.
func TestDeadlocks(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"receive", "c := make(chan int); <-c", "fatal error: all goroutines are asleep - deadlock!"},
		{"select", "select {}", "fatal error: all goroutines are asleep - deadlock!"},
		{"lock", "var mu sync.Mutex; mu.Lock(); mu.Lock()", "fatal error: all goroutines are asleep - deadlock!"},
		{"group", "var wg sync.WaitGroup; wg.Add(2); go wg.Done(); wg.Wait()", "fatal error: all goroutines are asleep - deadlock!"},
		{"goexit", "runtime.Goexit()", "fatal error: no goroutines (main called runtime.Goexit) - deadlock!"},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "main.go")
			src := "package main\nimport (\"runtime\"; \"sync\")\nvar (_ sync.Mutex; _ = runtime.GC)\nfunc main() { " + c.body + " }\n"
			if err := os.WriteFile(file, []byte(src), 0o600); err != nil {
				t.Fatal(err)
			}
			var errs bytes.Buffer
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), "GORUN_PROGRAM="+file)
			cmd.Stderr = &errs
			err := cmd.Run()
			line, _, _ := strings.Cut(errs.String(), "\n")
			if code := cmd.ProcessState.ExitCode(); code != 2 || line != c.want {
				t.Errorf("%v, status %d: %s, want %s", err, code, line, c.want)
			}
		})
	}
}
