package custombuild

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// noVersion is the version of a module in a folder.
const noVersion = "v0.0.0-00010101000000-000000000000"

// module is the temporary module of a binary.
type module struct {
	requires []string          // "path version"
	replaces map[string]string // path → folder, or "path version"
	sums     bytes.Buffer
}

func newModule(h home) *module {
	m := &module{replaces: map[string]string{}}
	m.requires = []string{modulePath + " " + cmp.Or(h.version, noVersion)}
	if h.folder != "" {
		m.replaces[modulePath] = h.folder
		m.addSums(h.folder)
	}
	return m
}

// useFolder uses the module of a folder, with its replacements of other modules.
func (m *module) useFolder(t target) {
	if t.module == modulePath || m.replaces[t.module] == t.folder {
		return
	}
	m.requires = append(m.requires, t.module+" "+noVersion)
	m.replaces[t.module] = t.folder
	for path, to := range t.replaces {
		if m.replaces[path] == "" {
			m.replaces[path] = to
		}
	}
	m.addSums(t.folder)
}

// addSums adds the checksums of a module on this machine, so that known ones are not requested from the network.
func (m *module) addSums(folder string) {
	text, _ := os.ReadFile(filepath.Join(folder, "go.sum")) // a module without dependencies has none
	m.sums.Write(text)
}

// write writes the module, without the files of packages.
func (m *module) write(dir string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "module msrepl.local/personal\n\ngo 1.26.0\n\nrequire (\n\t%s\n)\n", strings.Join(m.requires, "\n\t"))
	for path, to := range m.replaces {
		if filepath.IsAbs(to) {
			to = strconv.Quote(to)
		}
		fmt.Fprintf(&b, "\nreplace %s => %s\n", path, to)
	}
	main := "package main\n\nimport \"" + modulePath + "/cmd/msrepl/app\"\n\nfunc main() { app.Main() }\n"
	for name, text := range map[string]string{"go.mod": b.String(), "go.sum": m.sums.String(), "main.go": main} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}
