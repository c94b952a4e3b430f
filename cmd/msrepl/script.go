package main

import (
	"go/parser"
	"go/token"
	"os"
	"strings"
)

// runCommand runs a file of Go: a package main as the program that it is, anything else cell by cell.
func runCommand(args []string, std stdio) int {
	fs := flagsFor("run")
	if status, done := parse(fs, args, std); done {
		return status
	}
	if fs.NArg() != 1 {
		return complain(std, "run takes one file")
	}
	file := fs.Arg(0)
	text, err := os.ReadFile(file)
	if err != nil {
		return fail(std, err)
	}
	cells := scriptCells(string(text))
	return inBatch(std, func(b *batch) int {
		for _, c := range cells {
			if status, done := b.eval(c.src, place{file, c.line}); done {
				return status
			}
		}
		return 0
	})
}

// scriptCell is a piece of a script and the number of lines before it.
type scriptCell struct {
	src  string
	line int
}

// scriptCells cuts the text of a script into cells. They begin at lines "// %%", the percent format that
// editors know from Python; one that says [markdown] holds prose. A package main is its declarations and
// a call of main.
func scriptCells(text string) []scriptCell {
	text = strings.TrimPrefix(text, "\ufeff")
	if strings.HasPrefix(text, "#!") {
		text = "//" + text[2:] // same length and lines: positions stay
	}
	if end := packageMain(text); end > 0 {
		blank := strings.Map(keepNewline, text[:end])
		return []scriptCell{{blank + text[end:], 0}, {"main()", strings.Count(text, "\n")}}
	}
	var cells []scriptCell
	cell, prose := scriptCell{}, false
	flush := func() {
		if !prose && strings.TrimSpace(cell.src) != "" {
			cells = append(cells, cell)
		}
	}
	for n, line := range strings.SplitAfter(text, "\n") {
		if title, ok := cellTitle(line); ok {
			flush()
			cell, prose = scriptCell{line: n + 1}, strings.HasPrefix(title, "[markdown]")
			continue
		}
		cell.src += line
	}
	flush()
	return cells
}

// cellTitle returns what follows the mark of a line that begins a cell.
func cellTitle(line string) (title string, ok bool) {
	rest, ok := strings.CutPrefix(strings.TrimSpace(line), "//")
	if !ok {
		return "", false
	}
	title, ok = strings.CutPrefix(strings.TrimSpace(rest), "%%")
	return strings.TrimSpace(title), ok
}

// packageMain returns the end of the clause "package main" that text begins with, or 0.
func packageMain(text string) int {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", text, parser.PackageClauseOnly)
	if err != nil || f.Name.Name != "main" {
		return 0
	}
	return fset.Position(f.Name.End()).Offset
}

// keepNewline blanks everything else, so that what follows keeps its position.
func keepNewline(r rune) rune {
	if r == '\n' {
		return r
	}
	return ' '
}
