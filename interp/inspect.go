package interp

import "strings"

// Inspect describes the name at byte offset cursor of src, or else the function whose arguments
// hold the cursor. It may be called while a cell runs.
func (s *Session) Inspect(src string, cursor int) (Inspection, bool) {
	cursor = min(max(cursor, 0), len(src))
	if at, ok := commandStart(src); ok && cursor >= at {
		return inspectCommand(src[at:])
	}
	d, ok := s.assistant().Inspect(src, cursor)
	if !ok {
		return Inspection{}, false
	}
	return Inspection{Text: d.Text(), Markdown: d.Markdown()}, true
}

func inspectCommand(src string) (Inspection, bool) {
	name, _, _ := splitCommand(":" + src) // it is one, or the caller would not ask
	for _, c := range commands() {
		if c.Name == name {
			usage := strings.TrimSpace(":" + c.Name + " " + c.Arg)
			return Inspection{Text: usage + "\n\n" + c.Help, Markdown: "`" + usage + "`\n\n" + c.Help}, true
		}
	}
	return Inspection{}, false
}
