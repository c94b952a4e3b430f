package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

const module = "github.com/msrepl/msrepl/"

// TestPackages holds the table of docs/architecture.md against the packages: each has a row, and imports only packages
// of its own row and of rows above.
func TestPackages(t *testing.T) {
	page, err := os.ReadFile("../../docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "| package |")
	table, _, _ = strings.Cut(table, "\n\n")
	rows := map[string]int{}
	for i, line := range strings.Split(table, "\n") {
		cells := strings.Split(line, "|")
		if i < 2 || len(cells) < 2 {
			continue
		}
		for _, name := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cells[1], -1) {
			if rows[name[1]] > 0 {
				t.Errorf("docs/architecture.md has two rows of package %s", name[1])
			}
			rows[name[1]] = i
		}
	}
	found := map[string]bool{}
	list := testenv.Go(t, "list", "-f", `{{.ImportPath}}{{range .Imports}} {{.}}{{end}}`, module+"...")
	for line := range strings.Lines(list) {
		words := strings.Fields(line)
		name := strings.TrimPrefix(words[0], module)
		found[name] = true
		if rows[name] == 0 {
			t.Errorf("the table of docs/architecture.md lacks package %s; put it below the rows that it imports", name)
			continue
		}
		for _, path := range words[1:] {
			if of, ok := strings.CutPrefix(path, module); ok && rows[of] > rows[name] {
				t.Errorf("%s imports %s, which has a row below it in docs/architecture.md", name, of)
			}
		}
	}
	for name := range rows {
		if !found[name] {
			t.Errorf("docs/architecture.md has a row of %s, which is no package", name)
		}
	}
}
