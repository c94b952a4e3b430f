package kernel

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// Finding is the result of one of Doctor's checks.
type Finding struct {
	Level  Level
	What   string // one line
	Fix    string // a command or an instruction that fixes it; "" when nothing is wrong
	Detail []string
}

// Level is the severity of a finding.
type Level int

// The levels of findings.
const (
	Good    Level = iota
	Warning       // works, but perhaps not as intended
	Fault         // Jupyter cannot use the kernel
)

// String returns the label of a finding.
func (l Level) String() string { return [...]string{"ok", "warning", "FAULT"}[l] }

// Doctor checks everything that Jupyter needs to use the kernel, and starts the kernel.
func Doctor() []Finding {
	paths, asked := searchPaths()
	findings := []Finding{checkJupyter(asked), checkPaths(paths, asked)}
	findings = append(findings, checkSpecs(specsIn(paths), paths)...)
	return append(findings, checkRuntimeDir(), checkHistory())
}

func checkJupyter(asked bool) Finding {
	if asked {
		path, _ := exec.LookPath("jupyter")
		return Finding{Level: Good, What: "Jupyter is installed: " + path}
	}
	return Finding{
		Level: Warning, What: "there is no jupyter command on the PATH; searching the usual places",
		Fix: "install Jupyter (pip install notebook, or apt install jupyter-notebook), or put it on the PATH",
	}
}

func checkPaths(paths []string, asked bool) Finding {
	f := Finding{Level: Good, What: "Jupyter looks for kernels below", Detail: paths}
	if !asked {
		f.What = "Jupyter would look for kernels below"
	}
	return f
}

// checkSpecs checks each kernelspec, and starts those without problems.
func checkSpecs(specs []Spec, paths []string) []Finding {
	if len(specs) == 0 {
		return []Finding{checkMissing(paths)}
	}
	var findings []Finding
	for _, s := range specs {
		f := checkSpec(s)
		findings = append(findings, f)
		if f.Level < Fault && s.Hidden == "" {
			findings = append(findings, checkRoundTrip(s))
		}
	}
	return findings
}

// checkMissing returns the finding for when no kernelspec was found: none is installed, or one is outside Jupyter's
// search path.
func checkMissing(paths []string) Finding {
	f := Finding{Level: Fault, What: "no msrepl kernelspec is installed", Fix: "msrepl install"}
	for _, o := range []InstallOptions{{}, {SysPrefix: true}} {
		dir, err := specDir(o)
		if err != nil {
			continue
		}
		if _, err := os.Stat(filepath.Join(dir, "kernel.json")); err == nil {
			data := filepath.Dir(filepath.Dir(dir))
			return Finding{
				Level: Fault, What: dir + " is installed where Jupyter does not look",
				Fix: "export JUPYTER_PATH=" + data + ", or install it where Jupyter looks, with msrepl install --prefix",
			}
		}
	}
	if user, err := userDataDir(); err != nil || len(paths) > 0 && writable(user) != nil {
		f.Fix = "msrepl install --prefix DIR (there is no writable home directory), " +
			"then export JUPYTER_PATH=DIR/share/jupyter"
	}
	return f
}

// checkSpec checks the files of one kernelspec, and returns the first problem.
func checkSpec(s Spec) Finding {
	again := "msrepl install" + installFlags(s)
	fault := func(format string, args ...any) Finding {
		return Finding{Level: Fault, What: s.Dir + ": " + fmt.Sprintf(format, args...), Fix: again}
	}
	warning := func(format string, args ...any) Finding {
		f := fault(format, args...)
		f.Level = Warning
		return f
	}
	switch {
	case s.err != nil:
		return fault("kernel.json cannot be read: %v", s.err)
	case s.Hidden != "":
		f := warning("Jupyter never sees it, because %s has the same name and comes first", s.Hidden)
		f.Fix = "remove one of them: rm -r " + s.Dir
		return f
	case len(s.spec.Argv) == 0:
		return fault("kernel.json has no argv")
	case !strings.Contains(strings.Join(s.spec.Argv, " "), "{connection_file}"):
		return fault("argv does not pass {connection_file}")
	case !filepath.IsAbs(s.Command):
		return warning("it starts %q, which depends on the server's PATH", s.Command)
	}
	info, err := os.Stat(s.Command)
	switch {
	case err != nil:
		return fault("it is stale: %v", err)
	case info.IsDir() || runtime.GOOS != "windows" && info.Mode()&0o111 == 0:
		return fault("%s is not a program that can be run", s.Command)
	}
	return checkBinary(s, info, warning)
}

// checkBinary compares the binary that the kernelspec starts with the running program.
func checkBinary(s Spec, info os.FileInfo, warning func(string, ...any) Finding) Finding {
	self, err := os.Executable()
	if err == nil {
		if mine, err := os.Stat(self); err == nil && !os.SameFile(mine, info) && !sameContent(self, s.Command) {
			return warning("it starts %s, which is not the msrepl that is running now (%s)", s.Command, self)
		}
	}
	for _, logo := range []string{"logo-32x32.png", "logo-64x64.png", "logo-svg.svg"} {
		if _, err := os.Stat(filepath.Join(s.Dir, logo)); err != nil {
			return warning("%s is missing", logo)
		}
	}
	return Finding{Level: Good, What: fmt.Sprintf("kernelspec %s (%q) in %s starts %s", s.Name, s.spec.DisplayName, s.Dir, s.Command)}
}

func sameContent(a, b string) bool {
	x, err := os.ReadFile(a)
	if err != nil {
		return false
	}
	y, err := os.ReadFile(b)
	return err == nil && bytes.Equal(x, y)
}

// installFlags returns the flags with which install writes the same kernelspec.
func installFlags(s Spec) string {
	flags := ""
	if data := filepath.Dir(filepath.Dir(s.Dir)); filepath.Base(filepath.Dir(data)) == "share" {
		if user, err := userDataDir(); err != nil || user != data {
			flags += " --prefix " + filepath.Dir(filepath.Dir(data))
		}
	}
	if s.Name != specName {
		flags += " --name " + s.Name
	}
	return flags
}

func checkRoundTrip(s Spec) Finding {
	took, err := roundTrip(s.spec)
	if errors.Is(err, errNotTried) {
		return Finding{
			Level: Warning, What: fmt.Sprintf("kernel %s was not tried: %v", s.Name, err),
			Fix: "set TMPDIR to a writable directory",
		}
	}
	if err != nil {
		return Finding{
			Level: Fault, What: fmt.Sprintf("kernel %s was started and failed: %v", s.Name, err),
			Fix: "run " + strings.Join(s.spec.Argv, " ") + " by hand with a connection file to see why; " +
				"a firewall on 127.0.0.1 can also cause this",
		}
	}
	return Finding{Level: Good, What: fmt.Sprintf("kernel %s was started, ran 1+1 and ended, in %v", s.Name, took.Round(time.Millisecond))}
}

// checkRuntimeDir checks the directory in which Jupyter writes connection files.
func checkRuntimeDir() Finding {
	dir := os.Getenv("JUPYTER_RUNTIME_DIR")
	if dir == "" {
		data, err := userDataDir()
		if err != nil {
			return Finding{
				Level: Fault, What: "there is no home directory", Fix: "export HOME, or JUPYTER_DATA_DIR and JUPYTER_RUNTIME_DIR",
			}
		}
		dir = filepath.Join(data, "runtime")
	}
	if err := writable(dir); err != nil {
		return Finding{
			Level: Fault, What: fmt.Sprintf("Jupyter cannot write connection files to %s: %v", dir, err),
			Fix: "export JUPYTER_RUNTIME_DIR=$(mktemp -d)",
		}
	}
	return Finding{Level: Good, What: "connection files go to " + dir}
}

func checkHistory() Finding {
	dir := historyDir(os.Getenv)
	err := errors.New("there is no home directory")
	if dir != "" {
		err = writable(dir)
	}
	if err != nil {
		return Finding{
			Level: Warning, What: fmt.Sprintf("the cell history is not kept on disk: %v", err),
			Fix: "set XDG_STATE_HOME to a writable directory",
		}
	}
	return Finding{Level: Good, What: "the cell history is kept in " + dir}
}

// writable returns an error if dir, or its nearest existing parent, is not writable. It leaves no files behind.
func writable(dir string) error {
	for {
		info, err := os.Stat(dir)
		if err == nil && !info.IsDir() {
			return fmt.Errorf("%s is not a directory", dir)
		}
		if err == nil {
			break
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return err
		}
		dir = parent
	}
	f, err := os.CreateTemp(dir, ".msrepl-*")
	if err != nil {
		return fmt.Errorf("%s: %w", dir, errors.Unwrap(err))
	}
	_ = f.Close()
	return os.Remove(f.Name())
}
