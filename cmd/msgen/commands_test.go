package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// commanded are the commands that documents give, in a fence or between backquotes.
var commanded = regexp.MustCompile("(?m)(?:^|`)(make|go test|go run|scripts/)( ?[^`\n#]*)")

// TestCommandsInDocs looks for what the commands in the documents name: targets, tests, packages and scripts.
func TestCommandsInDocs(t *testing.T) {
	makefile, err := os.ReadFile("../../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/*/*.md"} {
		files, err := filepath.Glob(filepath.Join("../..", pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range commanded.FindAllStringSubmatch(string(text), -1) {
				if missing := missingIn(m[1], strings.Fields(m[2]), string(makefile)); missing != "" {
					t.Errorf("%s: %s: there is no %s", strings.TrimPrefix(name, "../../"), strings.TrimLeft(m[0], "`"), missing)
				}
				seen++
			}
		}
	}
	if seen < 20 {
		t.Errorf("%d commands", seen)
	}
}

// missingIn returns what a command names and the repository lacks.
func missingIn(command string, args []string, makefile string) string {
	switch {
	case len(args) == 0:
	case command == "make":
		if !strings.Contains(makefile, "\n"+args[0]+":") {
			return "target " + args[0]
		}
	case command == "scripts/":
		if _, err := os.Stat(filepath.Join("../../scripts", args[0])); err != nil {
			return "script " + args[0]
		}
	default:
		return missingTest(args)
	}
	return ""
}

// missingTest looks for the packages, and among the tests of these for what -run names.
func missingTest(args []string) string {
	var sources strings.Builder
	run := ""
	for i, a := range args {
		if a == "-run" && i+1 < len(args) {
			run = args[i+1]
		}
		if !strings.HasPrefix(a, "./") || a == "./package" || strings.HasSuffix(a, "...") {
			continue
		}
		files, err := filepath.Glob(filepath.Join("../..", a, "*.go"))
		if err != nil || len(files) == 0 {
			return "package " + a
		}
		for _, name := range files {
			text, err := os.ReadFile(name)
			if err != nil {
				return err.Error()
			}
			sources.Write(text)
		}
	}
	test := regexp.MustCompile(`\nfunc Test\w*` + strings.TrimPrefix(run, "Test"))
	if run != "" && sources.Len() > 0 && !test.MatchString(sources.String()) {
		return "test " + run
	}
	return ""
}
