package notebooks

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/internal/atomicfile"
)

// GitOptions configures how git treats notebooks.
type GitOptions struct {
	Program     string // msrepl itself
	Global      bool   // for all repositories of the user, rather than for the one that contains the working directory
	KeepOutputs bool   // commit notebooks with their outputs, and only show readable diffs
}

// attribute is the prefix of the lines for our filters in a file of attributes.
const attribute = "*.ipynb "

// gitSettings returns the settings that InstallGit writes. Git runs commands in a shell.
func gitSettings(o GitOptions) [][2]string {
	program := "'" + strings.ReplaceAll(filepath.ToSlash(o.Program), "'", `'\''`) + "'"
	show, heads := program+" diff --text", [2]string{"diff.msrepl.xfuncname", "^// %%.*$"}
	if o.KeepOutputs {
		return [][2]string{{"diff.msrepl.textconv", show}, heads}
	}
	// Git shows the file in the working directory, not the output of the filter.
	return [][2]string{
		{"diff.msrepl.textconv", show + " --stripped"},
		heads,
		{"filter.msrepl.clean", program + " strip -"},
	}
}

// InstallGit makes git show readable diffs of notebooks and, unless o.KeepOutputs is set, commit them without
// outputs; files in the working directory keep theirs. It returns the name of the file of attributes that refers to
// the filters.
func InstallGit(o GitOptions) (file string, err error) {
	if _, err := UninstallGit(o); err != nil {
		return "", err
	}
	if file, err = attributesFile(o.Global); err != nil {
		return "", err
	}
	for _, s := range gitSettings(o) {
		if _, err := git("config", o.scope(), s[0], s[1]); err != nil {
			return "", err
		}
	}
	line := attribute + "diff=msrepl"
	if !o.KeepOutputs {
		line += " filter=msrepl"
	}
	return file, changeLines(file, func(lines []string) []string { return append(lines, line) })
}

// UninstallGit undoes InstallGit, whatever its options were.
func UninstallGit(o GitOptions) (file string, err error) {
	if file, err = attributesFile(o.Global); err != nil {
		return "", err
	}
	for _, section := range []string{"diff.msrepl", "filter.msrepl"} {
		// Fails if there is none.
		_, _ = git("config", o.scope(), "--remove-section", section)
	}
	return file, changeLines(file, func(lines []string) []string {
		return slices.DeleteFunc(lines, func(line string) bool {
			return strings.HasPrefix(line, attribute) && strings.Contains(line, "=msrepl")
		})
	})
}

func (o GitOptions) scope() string {
	if o.Global {
		return "--global"
	}
	return "--local"
}

// attributesFile returns the file of attributes that is not committed: of the repository, or of the user.
func attributesFile(global bool) (string, error) {
	if !global {
		return git("rev-parse", "--git-path", "info/attributes")
	}
	if name, err := git("config", "--global", "--type=path", "core.attributesFile"); err == nil && name != "" {
		return name, nil
	}
	if dir := os.Getenv("XDG_CONFIG_HOME"); dir != "" {
		return filepath.Join(dir, "git", "attributes"), nil
	}
	home, err := os.UserHomeDir()
	return filepath.Join(home, ".config", "git", "attributes"), err
}

// git runs git and returns what it prints.
func git(args ...string) (string, error) {
	cmd := exec.Command("git", args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil && stderr.Len() > 0 {
		err = errors.New(strings.TrimSpace(stderr.String()))
	}
	if err != nil {
		err = fmt.Errorf("git %s: %w", args[0], err)
	}
	return strings.TrimSpace(string(out)), err
}

// changeLines changes the lines of a file. It creates a missing file if there are lines to write.
func changeLines(name string, change func([]string) []string) error {
	text, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	lines := change(slices.Collect(strings.Lines(string(text))))
	for i, line := range lines {
		lines[i] = strings.TrimSuffix(line, "\n") + "\n"
	}
	after := strings.Join(lines, "")
	if after == string(text) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return atomicfile.WriteText(name, after)
}
