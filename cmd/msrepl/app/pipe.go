package app

import (
	"bufio"
	"go/parser"
	"go/token"
	"io"
	"strings"

	"github.com/msrepl/msrepl/interp"
)

// runPipe runs the cells read from std.in. The cells themselves get an empty standard input, because std.in is the
// program text.
func runPipe(std stdio) int {
	text := bufio.NewReader(std.in)
	std.in = nil
	return inBatch(std, nil, func(b *batch) int {
		cells := cutter{in: text, complete: b.session.IsComplete}
		for {
			c, err := cells.next()
			if err != nil {
				return fail(std, err)
			}
			if c.src == "" {
				return 0
			}
			if status, done := b.eval(c); done {
				return status
			}
		}
	})
}

// cutter splits a stream of lines into cells. A cell ends with the first line that makes it complete, or makes it
// impossible to complete, so that its error is reported. A package main is one cell.
type cutter struct {
	in       *bufio.Reader
	complete func(src string) (interp.Completeness, string)
	line     int // lines read so far
}

// next returns the next cell; an empty one marks the end of the stream.
func (c *cutter) next() (cell, error) {
	var text strings.Builder
	next := cell{file: "<stdin>", line: c.line}
	for {
		line, err := c.in.ReadString('\n')
		if err != nil && err != io.EOF {
			return next, err
		}
		c.line++
		if text.Len() == 0 && strings.TrimSpace(line) == "" && err == nil {
			next.line = c.line // blank lines between cells belong to no cell
			continue
		}
		text.WriteString(line)
		if err == io.EOF {
			next.src = strings.TrimSpace(text.String())
			return next, nil
		}
		if state, _ := c.complete(text.String()); state != interp.Incomplete {
			if isProgram(text.String()) {
				_, err = c.in.WriteTo(&text)
			}
			next.src = text.String()
			return next, err
		}
	}
}

// isProgram reports whether a text begins with the package clause of a program, which is one cell.
func isProgram(text string) bool {
	f, _ := parser.ParseFile(token.NewFileSet(), "", text, parser.PackageClauseOnly)
	return f != nil && f.Name.Name == "main"
}
