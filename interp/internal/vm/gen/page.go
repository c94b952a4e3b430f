package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"
)

// The lines of a page that enclose the table of instructions.
const (
	pageBegin = "<!-- instructions -->\n"
	pageEnd   = "<!-- end -->\n"
)

// writePage writes the table of instructions, with a row for each group, into a page.
func writePage(file string, list []op) error {
	page, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	before, rest, ok := bytes.Cut(page, []byte(pageBegin))
	_, after, more := bytes.Cut(rest, []byte(pageEnd))
	if !ok || !more {
		return fmt.Errorf("%s has no place for the instructions", file)
	}
	text := string(before) + pageBegin + pageTable(list) + pageEnd + string(after)
	return os.WriteFile(file, []byte(text), 0o644)
}

func pageTable(list []op) string {
	var b strings.Builder
	b.WriteString("| group | instructions |\n|---|---|\n")
	for i, o := range list {
		switch {
		case i == 0:
			fmt.Fprintf(&b, "| %s | ", o.group)
		case o.group != list[i-1].group:
			fmt.Fprintf(&b, " |\n| %s | ", o.group)
		default:
			b.WriteString("; ")
		}
		star := ""
		if o.fast == "" && o.name != "NOP" || o.fast == "LEAVE" {
			star = "\\*"
		}
		doc := strings.NewReplacer("|", `\|`, "*", `\*`, "<", "&lt;", "; ", ", ").Replace(o.doc)
		fmt.Fprintf(&b, "`%s`%s %s", o.name, star, doc)
	}
	b.WriteString(" |\n")
	return b.String()
}
