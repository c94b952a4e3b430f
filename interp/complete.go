package interp

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/msrepl/msrepl/interp/internal/assist"
)

// Complete returns the candidates at byte offset cursor of src, best ones first. It may be called
// while a cell runs, and src need not be finished.
func (s *Session) Complete(src string, cursor int) Completion {
	cursor = min(max(cursor, 0), len(src))
	if at, ok := commandStart(src); ok && cursor >= at {
		return s.completeCommand(src, at, cursor)
	}
	return s.completeGo(src, 0, cursor)
}

// completeGo completes src[from:], which is Go.
func (s *Session) completeGo(src string, from, cursor int) Completion {
	items, start := s.assistant().Complete(src[from:], cursor-from)
	c := Completion{Start: from + start, End: cursor}
	for _, it := range items {
		c.Items = append(c.Items, CompletionItem{Text: it.Text, Kind: string(it.Kind), Detail: it.Detail})
	}
	return c
}

func (s *Session) assistant() *assist.Engine {
	f := s.engine().front
	return &assist.Engine{Front: f, World: f.World()}
}

// commandStart returns the offset behind the colon when src is a command.
func commandStart(src string) (at int, ok bool) {
	if _, _, ok := splitCommand(src); !ok {
		return 0, false
	}
	return strings.IndexByte(src, ':') + 1, true
}

// completeCommand completes the name of a command that begins at offset at, or its argument.
func (s *Session) completeCommand(src string, at, cursor int) Completion {
	name, arg, hasArg := strings.Cut(src[at:cursor], " ")
	if !hasArg {
		return commandNames(name, at, cursor)
	}
	from := at + len(name) + 1
	for _, c := range commands() {
		switch {
		case c.Name != name:
		case c.Arg == "x":
			return s.completeGo(src, from, cursor)
		case strings.HasPrefix(c.Arg, "file"):
			return fileNames(strings.TrimLeft(arg, " "), cursor)
		}
	}
	return Completion{Start: cursor, End: cursor}
}

func commandNames(prefix string, at, cursor int) Completion {
	c := Completion{Start: at, End: cursor}
	for _, cmd := range commands() {
		if strings.HasPrefix(cmd.Name, prefix) {
			c.Items = append(c.Items, CompletionItem{Text: cmd.Name, Kind: "command", Detail: cmd.Help})
		}
	}
	return c
}

// fileNames offers directories and Go files whose path begins with prefix.
func fileNames(prefix string, cursor int) Completion {
	c := Completion{Start: cursor - len(prefix), End: cursor}
	dir, base := filepath.Split(prefix)
	entries, err := os.ReadDir(filepath.Join(dir, "."))
	if err != nil {
		return c // no such directory, no names
	}
	for _, e := range entries {
		name := e.Name()
		if !strings.HasPrefix(name, base) || !e.IsDir() && filepath.Ext(name) != ".go" {
			continue
		}
		if e.IsDir() {
			name += string(filepath.Separator)
		}
		c.Items = append(c.Items, CompletionItem{Text: dir + name, Kind: "file"})
	}
	return c
}
