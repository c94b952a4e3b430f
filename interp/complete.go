package interp

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/msrepl/msrepl/interp/internal/assist"
)

// Complete returns the candidates at byte offset cursor of src, best ones first. It may be called while a cell runs,
// and src may be incomplete.
func (s *Session) Complete(src string, cursor int) Completion {
	cursor = min(max(cursor, 0), len(src))
	if !mayCommand(src) {
		return s.completeGo(src, cursor)
	}
	all := s.parts(src)
	for _, p := range all {
		if c := p.call; c != nil && c.from <= cursor && cursor <= lineEnd(src, c.from) {
			return s.completeCommand(c, cursor, goIn(all, src, cursor))
		}
		if c := p.call; c != nil && c.cell && c.end < cursor && c.goAt(cursor) == "" {
			return Completion{Start: cursor, End: cursor} // in lines that are not Go
		}
	}
	return s.completeGo(goIn(all, src, cursor), cursor)
}

// completeGo completes a text whose commands have been blanked.
func (s *Session) completeGo(src string, cursor int) Completion {
	items, start := s.assistant().Complete(src, cursor)
	c := Completion{Start: start, End: cursor}
	for _, it := range items {
		c.Items = append(c.Items, CompletionItem{Text: it.Text, Kind: string(it.Kind), Detail: it.Detail})
	}
	return c
}

func (s *Session) assistant() *assist.Engine { return s.engine().assist }

// completeCommand completes the name or the argument of a command. golang is the Go text of its cell.
func (s *Session) completeCommand(c *call, cursor int, golang string) Completion {
	cmd, known := find(c.name)
	name := c.src[c.from:cursor]
	if typed := strings.TrimLeft(name, " \t%:"); typed != name && !strings.Contains(typed, " ") {
		return commandNames(typed, cursor, strings.HasSuffix(name[:len(name)-len(typed)], "%%"))
	}
	word := c.src[min(max(c.at, 1+strings.LastIndexAny(c.src[:cursor], " \t")), cursor):cursor]
	switch {
	case !known:
	case cmd.takes == goText:
		return s.completeGo(golang, cursor)
	case cmd.takes == aCommand:
		got := s.completeGo(golang, cursor)
		names := commandNames(word, cursor, false)
		got.Items = append(names.Items, got.Items...)
		return got
	case cmd.takes == aVariable:
		return environment(word, cursor)
	case cmd.takes == shellText:
		return shellNames(c.src[min(c.at, cursor):cursor], cursor)
	case cmd.takes != nothing:
		typed := strings.TrimLeft(c.src[min(c.at, cursor):cursor], " \t") // %run alone: c.at is at the name
		typed = strings.TrimPrefix(typed, "-a ")
		return fileNames(strings.TrimLeft(typed, quotes), cursor, cmd.takes)
	}
	return Completion{Start: cursor, End: cursor}
}

// commandNames returns the commands that begin with prefix; after %% those that take lines.
func commandNames(prefix string, cursor int, cell bool) Completion {
	c := Completion{Start: cursor - len(prefix), End: cursor}
	for _, cmd := range Commands() {
		for _, name := range append([]string{cmd.Name}, cmd.Also...) {
			if strings.HasPrefix(name, prefix) && name != "!" && (!cell || cmd.Cell) {
				c.Items = append(c.Items, CompletionItem{Text: name, Kind: "command", Detail: cmd.Help})
			}
		}
	}
	return c
}

func environment(prefix string, cursor int) Completion {
	c := Completion{Start: cursor - len(prefix), End: cursor}
	for _, v := range os.Environ() {
		if name, value, _ := strings.Cut(v, "="); strings.HasPrefix(name, prefix) {
			c.Items = append(c.Items, CompletionItem{Text: name, Kind: "variable", Detail: value})
		}
	}
	return c
}

// fileNames returns directories, and files of the wanted kind, whose path begins with prefix.
func fileNames(prefix string, cursor int, wanted argument) Completion {
	c := Completion{Start: cursor - len(prefix), End: cursor}
	begin := FileName(prefix)
	for _, path := range assist.Files(begin) {
		folder := strings.HasSuffix(path, string(filepath.Separator))
		ext := filepath.Ext(path)
		if !folder && (wanted == aFolder || wanted == aProgram && ext != ".go" && ext != ".ipynb") {
			continue
		}
		c.Items = append(c.Items, CompletionItem{Text: prefix + path[len(begin):], Kind: "file"})
	}
	return c
}

// shellNames returns paths that begin with the last word of a shell command, escaped for the shell.
func shellNames(line string, cursor int) Completion {
	start, quote, prefix := 0, byte(0), ""
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case quote == 0 && c == '\\' && i+1 < len(line):
			i++
			prefix += line[i : i+1]
		case c == quote:
			quote = 0
		case quote == 0 && strings.IndexByte(quotes, c) >= 0:
			quote = c
		case quote == 0 && strings.IndexByte(" \t;|&<>()=", c) >= 0:
			start, prefix = i+1, ""
		default:
			prefix += line[i : i+1]
		}
	}
	c := fileNames(prefix, cursor, shellText)
	c.Start = cursor - len(line) + start
	for i := range c.Items {
		rest := c.Items[i].Text[len(prefix):]
		if quote == 0 {
			for _, special := range shellSpecial {
				rest = strings.ReplaceAll(rest, string(special), `\`+string(special))
			}
		}
		c.Items[i].Text = line[start:] + rest
	}
	return c
}

// shellSpecial lists the characters that are special in a shell. The first one escapes the others.
const shellSpecial = "\\ \t\"'$`&|;<>()*?!#[]{}~"
