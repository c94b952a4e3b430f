package main

import (
	"debug/buildinfo"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

// TestNotice: NOTICE names every module that is in the binary, in its version, with the words by which licenses are
// known.
func TestNotice(t *testing.T) {
	text, err := os.ReadFile("../../NOTICE")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "\nGo, its runtime and standard library\n") {
		t.Error("NOTICE does not name Go")
	}
	bin := filepath.Join(t.TempDir(), "msrepl")
	testenv.Build(t, bin, "../msrepl")
	info, err := buildinfo.ReadFile(bin)
	if err != nil {
		t.Fatal(err)
	}
	sections := strings.Split(string(text), "\n"+strings.Repeat("=", 100)+"\n")
	for _, m := range info.Deps {
		found := false
		for _, s := range sections {
			if name, license, _ := strings.Cut(s, "\n"); name == m.Path+" "+m.Version {
				found = strings.Contains(license, "opyright") && strings.Contains(license, "WARRANT")
			}
		}
		if !found {
			t.Errorf("NOTICE has no license of %s %s (make generate)", m.Path, m.Version)
		}
	}
	if len(info.Deps) < 10 {
		t.Errorf("%d modules", len(info.Deps))
	}
}

// TestLicenses checks that a module without a license cannot be shipped; those below its root count as well.
func TestLicenses(t *testing.T) {
	root := t.TempDir()
	m := &linked{name: "m", root: root, folders: map[string]bool{filepath.Join(root, "a", "b"): true}}
	if err := os.MkdirAll(filepath.Join(root, "a", "b"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(root, "other"), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := m.licenses(); err == nil {
		t.Error("a module without a license passes")
	}
	for name, text := range map[string]string{
		"LICENSE": "one  \r\n", "a/COPYING.txt": "two\n\n", "a/b/licence": "one",
		"other/LICENSE": "no", "license.go": "no",
	} {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	texts, err := m.licenses()
	if got := strings.Join(texts, "|"); got != "one|two" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
}
