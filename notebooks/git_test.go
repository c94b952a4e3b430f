package notebooks

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

// TestGit commits, runs, edits and shows a notebook in a repository.
func TestGit(t *testing.T) {
	program := testenv.Program(t, "git")
	dir := filepath.Join(t.TempDir(), "it's a folder")
	t.Setenv("HOME", t.TempDir())
	t.Setenv("XDG_CONFIG_HOME", "")
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	run := func(args ...string) string {
		t.Helper()
		cmd := exec.Command(program, append([]string{"-c", "user.name=Ann", "-c", "user.email=ann@example.org"}, args...)...)
		cmd.Dir = dir
		return testenv.Output(t, cmd)
	}
	write := func(source, printed string) {
		t.Helper()
		nb := newNotebook()
		nb.Cells = []*Cell{code(source, "", stream("stdout", printed))}
		nb.nameCells()
		if err := nb.WriteFile(filepath.Join(dir, "n.ipynb")); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	run("init", "-q")
	self := filepath.Join(t.TempDir(), "msrepl's")
	testBinary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	// testscript's binary is the command whose name it has; a file of our own calls it so.
	script := "#!/bin/sh\nexec -a msrepl '" + testBinary + "' \"$@\"\n"
	if err := os.WriteFile(self, []byte(strings.Replace(script, "/bin/sh", "/bin/bash", 1)), 0o755); err != nil {
		t.Fatal(err)
	}
	testenv.Program(t, "/bin/bash")
	for _, o := range []GitOptions{{}, {Global: true}, {KeepOutputs: true}} {
		if o.Program = self; o.Global {
			if err := os.WriteFile(filepath.Join(dir, "other"), nil, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		for range 2 { // once more changes nothing
			if _, err := InstallGit(o); err != nil {
				t.Fatal(err)
			}
		}
		write("f()", "old\n")
		run("add", ".")
		run("commit", "-q", "--allow-empty", "-m", "x")
		if kept := strings.Contains(run("show", "HEAD:n.ipynb"), "old"); kept != o.KeepOutputs {
			t.Errorf("%+v: outputs are committed: %v", o, kept)
		}
		write("f()", "new\n")
		if changed := run("diff"); strings.Contains(changed, "+// new") != o.KeepOutputs {
			t.Errorf("%+v: another output: %s", o, changed)
		}
		write("g()", "new\n")
		changed := run("diff")
		if !strings.Contains(changed, "-f()\n+g()\n") || strings.Contains(changed, `"source"`) {
			t.Errorf("%+v: other code: %s", o, changed)
		}
		if strings.Contains(changed, "+// new") != o.KeepOutputs {
			t.Errorf("%+v: other code, and what will not be committed: %s", o, changed)
		}
		if text, err := os.ReadFile("n.ipynb"); err != nil || !strings.Contains(string(text), "new") {
			t.Errorf("%+v: the file has lost its outputs: %s", o, text)
		}
		file, err := UninstallGit(o)
		if err != nil {
			t.Fatal(err)
		}
		if text, _ := os.ReadFile(file); len(text) > 0 || strings.Contains(run("config", "--list"), "msrepl") {
			t.Errorf("%+v: uninstalling leaves %q", o, text)
		}
		run("rm", "-q", "--cached", "n.ipynb")
	}
}

// TestGitShowsWhatIsNoNotebook: a file that is not a valid notebook, because of merge markers, an older format or no
// content, is shown unchanged. If a textconv failed, git would show no file at all.
func TestGitShowsWhatIsNoNotebook(t *testing.T) {
	for _, text := range []string{"", "<<<<<<< HEAD\n{}\n=======\n", `{"nbformat": 3, "worksheets": []}`, "\xff\x00\n", "[]", "{}"} {
		file := filepath.Join(t.TempDir(), "n.ipynb")
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		var out, errs strings.Builder
		if status := DiffCommand([]string{"--text", file}, nil, &out, &errs); status != 0 || out.String() != text {
			t.Errorf("%q: status %d, %q, %s", text, status, out.String(), errs.String())
		}
		if status := DiffCommand([]string{file, file}, nil, &out, &errs); status != exitTrouble {
			t.Errorf("%q: two of them: status %d", text, status)
		}
	}
	var out, errs strings.Builder
	if status := DiffCommand([]string{"--text", "nothing.ipynb"}, nil, &out, &errs); status != exitTrouble {
		t.Errorf("no file: status %d", status)
	}
	if status := StripCommand([]string{"-"}, strings.NewReader(""), &out, &errs); status != 0 || out.Len() > 0 {
		t.Errorf("an empty file in git's filter: status %d, %q, %s", status, out.String(), errs.String())
	}
}

// TestGitAttributesStay: attributes that were not written by msrepl are kept.
func TestGitAttributesStay(t *testing.T) {
	file := filepath.Join(t.TempDir(), "below", "attributes")
	add := func(lines []string) []string { return append(lines, attribute+"diff=msrepl") }
	if err := changeLines(file, add); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("*.png binary\n\n*.ipynb text"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := changeLines(file, add); err != nil {
		t.Fatal(err)
	}
	if text, _ := os.ReadFile(file); string(text) != "*.png binary\n\n*.ipynb text\n*.ipynb diff=msrepl\n" {
		t.Errorf("%q", text)
	}
}

func TestGitOutsideOfARepository(t *testing.T) {
	testenv.Program(t, "git")
	t.Chdir(t.TempDir())
	t.Setenv("GIT_CEILING_DIRECTORIES", "/")
	if _, err := InstallGit(GitOptions{}); err == nil || !strings.Contains(err.Error(), "not a git repository") {
		t.Error(err)
	}
}
