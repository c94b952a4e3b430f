package main

import (
	"bufio"
	"io"
	"strings"

	"github.com/msrepl/msrepl/interp"
)

// runPipe runs the cells that come in on std.in. The cells themselves read an empty standard input:
// theirs is the program text.
func runPipe(std stdio) int {
	text := bufio.NewReader(std.in)
	std.in = nil
	return inBatch(std, func(b *batch) int {
		cells := cutter{in: text, complete: b.session.IsComplete}
		for {
			src, at, err := cells.next()
			if err != nil {
				return fail(std, err)
			}
			if src == "" {
				return 0
			}
			if status, done := b.eval(src, at); done {
				return status
			}
		}
	})
}

// cutter cuts a stream of lines into cells: a cell ends with the first line that makes it complete, or
// hopeless, so that its error shows.
type cutter struct {
	in       *bufio.Reader
	complete func(src string) (interp.Completeness, string)
	line     int // lines read so far
}

// next returns the next cell and where it stands, "" at the end of the stream.
func (c *cutter) next() (string, place, error) {
	var cell strings.Builder
	at := place{"<stdin>", c.line}
	for {
		line, err := c.in.ReadString('\n')
		if err != nil && err != io.EOF {
			return "", at, err
		}
		c.line++
		if cell.Len() == 0 && strings.TrimSpace(line) == "" && err == nil {
			at.line = c.line // blank lines between cells belong to none
			continue
		}
		cell.WriteString(line)
		if err == io.EOF {
			return strings.TrimSpace(cell.String()), at, nil
		}
		if state, _ := c.complete(cell.String()); state != interp.Incomplete {
			return cell.String(), at, nil
		}
	}
}
