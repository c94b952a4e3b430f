package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestReadme runs the README: its sessions are typed, its console blocks are given to a shell.
func TestReadme(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	blocks := fences(t, filepath.Join(root, "README.md"))
	if len(blocks["text"]) == 0 || len(blocks["console"]) == 0 {
		t.Fatal("the README shows no session or no console")
	}
	for _, session := range blocks["text"] {
		checkSession(t, session)
	}
	for _, console := range blocks["console"] {
		checkConsole(t, root, console)
	}
}

// fences returns the fenced blocks of a Markdown file by their language.
func fences(t *testing.T, file string) map[string][]string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	blocks := map[string][]string{}
	language, inside := "", false
	var block strings.Builder
	for line := range strings.Lines(string(text)) {
		mark, isFence := strings.CutPrefix(line, "```")
		switch {
		case isFence && inside:
			blocks[language] = append(blocks[language], block.String())
			block.Reset()
			inside = false
		case isFence:
			language, inside = strings.TrimSpace(mark), true
		case inside:
			block.WriteString(line)
		}
	}
	return blocks
}

// times differ from run to run.
var times = regexp.MustCompile(`\(\d[0-9.]*m?s\)`)

// checkConsole runs what stands behind "$ " and expects the lines below it, but for times. The commands see the
// project's notebooks and bin/msrepl.
func checkConsole(t *testing.T, root, console string) {
	t.Helper()
	dir := binary(t)
	if err := os.Symlink(filepath.Join(root, "notebooks"), filepath.Join(dir, "notebooks")); err != nil {
		t.Fatal(err)
	}
	for _, step := range strings.Split("\n"+console, "\n$ ")[1:] {
		command, want, _ := strings.Cut(step, "\n")
		sh := exec.Command("sh", "-c", command)
		sh.Dir = dir
		out, _ := sh.CombinedOutput() // a message is output, too
		got := times.ReplaceAllString(strings.TrimSpace(string(out)), "(0s)")
		want = times.ReplaceAllString(strings.TrimSpace(want), "(0s)")
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("$ %s\n-want +got:\n%s", command, diff)
		}
	}
}
