package app

import (
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/internal/text/percent"
	"github.com/msrepl/msrepl/notebooks"
)

// runCommand runs a Go file or a notebook. A package main runs as a program, with its output unchanged byte by byte;
// any other file, and the code of a notebook, runs cell by cell.
func runCommand(args []string, std stdio) int {
	fs := flagsFor("run")
	if status, done := parse(fs, args, std); done {
		return status
	}
	if fs.NArg() == 0 {
		return complain(std, "run takes a file")
	}
	file := fs.Arg(0)
	cells, err := fileCells(file, &std)
	if err != nil {
		return fail(std, err)
	}
	os.Args = fs.Args() // package flag reads it, also in cells
	return inBatch(std, fs.Args(), func(b *batch) int {
		b.counts = true
		b.screen.exact = slices.ContainsFunc(cells, func(c cell) bool { return c.hidden })
		for _, c := range cells {
			if status, done := b.eval(c); done && !(c.fails && status == exitFailed) {
				return status
			}
		}
		return 0
	})
}

// fileCells returns the code cells of a file. Those of a notebook run in its folder, as in Jupyter and replay, and
// messages refer to them by cell rather than by line of the file. The file - is standard input, which is then empty
// for the cells.
func fileCells(file string, std *stdio) (cells []cell, err error) {
	if file == "-" {
		text, err := io.ReadAll(std.in)
		std.in = nil
		return scriptCells("<stdin>", string(text)), err
	}
	if filepath.Ext(file) != ".ipynb" {
		text, err := os.ReadFile(file)
		return scriptCells(file, string(text)), err
	}
	n, err := notebooks.ReadFile(file)
	if err != nil {
		return nil, err
	}
	for _, c := range n.CodeCells() {
		if !c.HasTag(notebooks.TagSkip) && strings.TrimSpace(c.Source) != "" {
			cells = append(cells, cell{src: c.Source, fails: c.HasTag(notebooks.TagRaises)})
		}
	}
	return cells, os.Chdir(filepath.Dir(file))
}

// scriptCells splits the text of a script into its code cells.
func scriptCells(file, text string) []cell {
	text = strings.TrimPrefix(text, "\ufeff")
	if strings.HasPrefix(text, "#!") {
		text = "//" + text[2:] // same length and lines, so that positions do not change
	}
	if cells, ok := programCells(file, text); ok {
		return cells
	}
	var cells []cell
	for _, c := range percent.Code(percent.Split(text)) {
		cells = append(cells, cell{src: c.Text, file: file, line: c.Line})
	}
	return cells
}

// programCells splits a package main into its declarations and the call of main.
func programCells(file, text string) (cells []cell, ok bool) {
	fset := token.NewFileSet()
	f, _ := parser.ParseFile(fset, "", text, parser.PackageClauseOnly) // the session reports its errors
	if f == nil || f.Name == nil || f.Name.Name != "main" {
		return nil, false
	}
	src := []byte(text)
	blank(src[:fset.Position(f.Name.End()).Offset])
	return []cell{
		{src: string(src), file: file, program: true},
		{src: "main()", file: file, program: true, hidden: true},
	}, true
}

// blank replaces everything except newlines by spaces, byte by byte, so that what follows keeps its position.
func blank(src []byte) {
	for i, c := range src {
		if c != '\n' {
			src[i] = ' '
		}
	}
}
