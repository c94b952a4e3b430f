package notebooks

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/msrepl/msrepl/kernel"
)

// TestMain makes the test binary also the part of msrepl that the scripts need.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"msrepl": msrepl})
}

func msrepl() {
	status := exitTrouble
	switch args := os.Args[2:]; os.Args[1] {
	case "replay":
		status = ReplayCommand(args, os.Stdout, os.Stderr)
	case "export":
		status = ExportCommand(args, os.Stdout, os.Stderr)
	case "port":
		status = PortCommand(args, os.Stdout, os.Stderr)
	case "convert":
		status = ConvertCommand(args, os.Stdout, os.Stderr)
	case "strip":
		status = StripCommand(args, os.Stdin, os.Stdout, os.Stderr)
	case "diff":
		status = DiffCommand(args, os.Stdin, os.Stdout, os.Stderr)
	case "kernel":
		if err := kernel.Run(context.Background(), args[0], kernel.Options{}); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		status = 0
	}
	os.Exit(status)
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Condition: func(cond string) (bool, error) {
			if cond != "jupyter" {
				return false, fmt.Errorf("unknown condition %q", cond)
			}
			return hasJupyter(), nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){"status": status},
	})
}

// hasJupyter reports whether a kernel can be driven. CI must be able to.
func hasJupyter() bool {
	_, err := findPython([]string{"/usr/bin/python3", "python3"})
	return err == nil || os.Getenv("CI") == "true"
}

// status N COMMAND... runs a command that must end with the exit status N.
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N COMMAND...")
	}
	code := 0
	var exit *exec.ExitError
	switch err := ts.Exec(args[1], args[2:]...); {
	case errors.As(err, &exit):
		code = exit.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if fmt.Sprint(code) != args[0] {
		ts.Fatalf("exit status %d, want %s", code, args[0])
	}
}
