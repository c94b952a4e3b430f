package conform

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Cells returns the sessions of the files in dir as programs: msrepl runs the cells one by one, and the expected
// output is that of running their export in Go. In a file, "## title" begins a session and a line "---" ends a cell.
// Scripts and exports are written to the folder tmp.
func Cells(dir, tmp string) (list []Program, err error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		_, sessions, _ := strings.Cut("\n"+string(text), "\n## ")
		for _, s := range strings.Split(sessions, "\n## ") {
			title, body, _ := strings.Cut(s, "\n")
			p := Program{Name: "cells/" + strings.TrimSuffix(filepath.Base(file), ".txt") + ": " + title}
			p.File = filepath.Join(tmp, fmt.Sprintf("cells%d.go", len(list)))
			if err := p.write(strings.Split(body, "\n---\n")); err != nil {
				return nil, err
			}
			list = append(list, p)
		}
	}
	return list, nil
}

// Export determines the output of a session in Go.
func (p *Program) Export(bin string) error {
	out := strings.TrimSuffix(p.File, ".go") + "_export.go"
	cmd := exec.Command(bin, "export", strings.TrimSuffix(p.File, ".go")+".ipynb", "-o", out)
	if text, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: export: %w\n%s", p.Name, err, text)
	}
	o, err := compiled(out)
	p.Want, p.Code = o.Out, o.Code
	return err
}

// write saves the cells as a script to run, and as a notebook to export.
func (p *Program) write(cells []string) error {
	type cell struct {
		Type     string         `json:"cell_type"`
		Source   string         `json:"source"`
		Metadata map[string]any `json:"metadata"`
		Outputs  []any          `json:"outputs"`
		Count    *int           `json:"execution_count"`
	}
	var list []cell
	for _, c := range cells {
		list = append(list, cell{Type: "code", Source: c, Metadata: map[string]any{}, Outputs: []any{}})
	}
	book, err := json.Marshal(map[string]any{"cells": list, "metadata": map[string]any{}, "nbformat": 4, "nbformat_minor": 4})
	if err != nil {
		return err
	}
	if err := os.WriteFile(strings.TrimSuffix(p.File, ".go")+".ipynb", book, 0o644); err != nil {
		return err
	}
	return os.WriteFile(p.File, []byte("// %%\n"+strings.Join(cells, "\n// %%\n")+"\n"), 0o644)
}
