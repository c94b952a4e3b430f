package main

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// noticeSystems are the systems that msrepl is built for. The linked packages differ slightly.
var noticeSystems = []string{"linux", "darwin", "windows"}

const noticeHead = `msrepl
Copyright the msrepl authors

msrepl is licensed under the Apache License, Version 2.0; the text is in the file LICENSE.

The binary also holds the works below, under the licenses that follow each of them. This file is generated from the packages
that cmd/msrepl is linked with on %s: go generate ./cmd/msrepl.
`

// linked is a module that is linked into a binary, with the folders of its linked packages.
type linked struct {
	name, version, root string
	folders             map[string]bool
}

// notice writes NOTICE at the root of the module: the licenses of all modules linked into the command in dir.
func notice(dir string) error {
	root, err := goOutput(dir, "", "env", "GOROOT")
	if err != nil {
		return err
	}
	home, err := goOutput(dir, "", "list", "-m", "-f", "{{.Dir}}")
	if err != nil {
		return err
	}
	modules, err := linkedModules(dir, home)
	if err != nil {
		return err
	}
	// Go is named without its version: its license does not change with it.
	all := append([]*linked{{
		name: "Go, its runtime and standard library", root: root,
		folders: map[string]bool{root: true},
	}}, modules...)
	var out bytes.Buffer
	fmt.Fprintf(&out, noticeHead, strings.Join(noticeSystems, ", "))
	for _, m := range all {
		texts, err := m.licenses()
		if err != nil {
			return err
		}
		fmt.Fprintf(&out, "\n%s\n%s\n", strings.Repeat("=", 100), strings.TrimSpace(m.name+" "+m.version))
		for _, text := range texts {
			fmt.Fprintf(&out, "%s\n%s\n", strings.Repeat("-", 100), text)
		}
	}
	return os.WriteFile(filepath.Join(home, "NOTICE"), out.Bytes(), 0o644)
}

// linkedModules returns the modules of the packages that a command imports on any of the systems, sorted by name,
// without the module in home.
func linkedModules(dir, home string) ([]*linked, error) {
	byName := map[string]*linked{}
	for _, system := range noticeSystems {
		text, err := goOutput(dir, system, "list", "-deps", "-f",
			"{{with .Module}}{{.Path}}\t{{.Version}}\t{{.Dir}}\t{{$.Dir}}{{end}}", ".")
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(text) {
			f := strings.Split(strings.TrimSpace(line), "\t")
			if len(f) != 4 || f[2] == home {
				continue
			}
			m := byName[f[0]]
			if m == nil {
				m = &linked{name: f[0], version: f[1], root: f[2], folders: map[string]bool{}}
				byName[f[0]] = m
			}
			m.folders[f[3]] = true
		}
	}
	var all []*linked
	for _, m := range byName {
		all = append(all, m)
	}
	slices.SortFunc(all, func(a, b *linked) int { return cmp.Compare(a.name, b.name) })
	return all, nil
}

// licenseFile matches the names of files with licenses, or with notices that a license requires to be passed on.
var licenseFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice)|[-_.]licen[cs]e(\.\w+)?$`)

// licenses returns the texts of the license files in the folders of the linked packages and in the folders above, up
// to the root of the module. A module without a license is an error.
func (m *linked) licenses() (texts []string, err error) {
	folders := map[string]bool{m.root: true, filepath.Join(m.root, "THIRD_PARTY_LICENSES"): true}
	for dir := range m.folders {
		for ; strings.HasPrefix(dir, m.root) && !folders[dir]; dir = filepath.Dir(dir) {
			folders[dir] = true
		}
	}
	var files []string
	for dir := range folders {
		entries, err := os.ReadDir(dir)
		if err != nil && !os.IsNotExist(err) {
			return nil, err
		}
		for _, e := range entries {
			if !e.IsDir() && licenseFile.MatchString(e.Name()) && filepath.Ext(e.Name()) != ".go" {
				files = append(files, filepath.Join(dir, e.Name()))
			}
		}
	}
	slices.Sort(files)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		var lines []string
		for line := range strings.Lines(string(text)) {
			lines = append(lines, strings.TrimRight(line, " \t\r\n\f"))
		}
		if t := strings.Trim(strings.Join(lines, "\n"), "\n"); !slices.Contains(texts, t) {
			texts = append(texts, t)
		}
	}
	if len(texts) == 0 {
		return nil, fmt.Errorf("%s has no license", m.name)
	}
	return texts, nil
}

// goOutput runs the go command in dir for a system, "" for this one. The standard library's cgo packages do not
// belong to modules, so cgo is off.
func goOutput(dir, system string, args ...string) (string, error) {
	c := exec.Command("go", args...)
	c.Dir, c.Env = dir, append(os.Environ(), "CGO_ENABLED=0")
	if system != "" {
		c.Env = append(c.Env, "GOOS="+system, "GOARCH=amd64")
	}
	var errs strings.Builder
	c.Stderr = &errs
	out, err := c.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w\n%s", c, err, &errs)
	}
	return strings.TrimSpace(string(out)), nil
}
