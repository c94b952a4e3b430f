package conform

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// outcome is the result of a program compiled by Go, as stored in the cache.
type outcome struct {
	Out  string
	Code int
}

// compiled returns the outcome of a program. Outcomes are cached in the user's cache folder, by the program's text and
// the version of Go.
func compiled(file string) (o outcome, err error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return o, err
	}
	dir := filepath.Join(cache, "msrepl-conformance")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return o, err
	}
	src, err := os.ReadFile(file)
	if err != nil {
		return o, err
	}
	entry := filepath.Join(dir, fmt.Sprintf("%x", sha256.Sum256(append([]byte(runtime.Version()+"\n"), src...))))
	if text, err := os.ReadFile(entry); err == nil && json.Unmarshal(text, &o) == nil {
		return o, nil
	}
	if o, err = goRun(file); err != nil {
		return o, err
	}
	text, err := json.Marshal(o)
	if err != nil {
		return o, err
	}
	return o, os.WriteFile(entry, text, 0o644)
}

// goRun builds a program and runs it: "go run" itself would hide its exit status.
func goRun(file string) (o outcome, err error) {
	dir, err := os.MkdirTemp("", "conform")
	if err != nil {
		return o, err
	}
	defer os.RemoveAll(dir)
	bin := filepath.Join(dir, "program")
	if out, err := exec.Command("go", "build", "-o", bin, file).CombinedOutput(); err != nil {
		return o, fmt.Errorf("%s: %w\n%s", file, err, out)
	}
	var both bytes.Buffer
	cmd := exec.Command(bin)
	cmd.Stdout, cmd.Stderr = &both, &both
	err = cmd.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		o.Code, err = exit.ExitCode(), nil
	}
	o.Out = both.String()
	return o, err
}
