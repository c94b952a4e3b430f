package lineedit

import "strings"

// Help is a row of the list of keys.
type Help struct{ Keys, Does string }

// Keys lists the keys and their actions.
func Keys() []Help {
	return []Help{
		{"Enter", "on the last line, run the cell if it is complete; otherwise insert a line break"},
		{"Alt-Enter", "run the cell from any line"},
		{"Ctrl-O", "insert a line break, even if the cell is complete"},
		{"Up, Down", "move up or down; from the first or last line, go to older or newer cells with the same beginning"},
		{"PageUp, PageDown", "go to older or newer cells from any line; also Ctrl-Up, Ctrl-Down"},
		{"Ctrl-R, Ctrl-S", "search backward or forward in the history; Enter runs the match, Esc keeps it, Ctrl-G cancels"},
		{"Right, End", "at the end of the cell, accept the grey suggestion; Ctrl-Right accepts one word of it"},
		{"Tab", "complete, or indent at the start of a line; Tab again, Down and Up choose from the menu, Esc closes it"},
		{"Left, Right", "move by a letter; also Ctrl-B, Ctrl-F"},
		{"Ctrl-Left, Ctrl-Right", "move by a word; also Alt-B, Alt-F"},
		{"Home, End", "go to the line's first letter, then its first column, or to its end; also Ctrl-A, Ctrl-E"},
		{"Ctrl-Home, Ctrl-End", "go to the beginning or the end of the cell; also Alt-<, Alt->"},
		{"Ctrl-_", "undo; also Ctrl-X Ctrl-U. Alt-/ and Ctrl-X Ctrl-R redo"},
		{"Ctrl-W, Alt-D", "delete the word before or after the cursor; also Alt-Backspace, Ctrl-Delete"},
		{"Ctrl-U, Ctrl-K", "delete to the beginning or the end of the line"},
		{"Ctrl-Y", "insert the last deleted text"},
		{"Ctrl-T", "swap two letters"},
		{"Ctrl-X Ctrl-E", "edit the cell in $VISUAL or $EDITOR"},
		{"Ctrl-L", "clear the screen"},
		{"Ctrl-C", "discard the cell, or interrupt the running one"},
		{"Ctrl-D", "delete the letter under the cursor; on an empty last line, quit"},
		{"Ctrl-Z", "suspend msrepl; fg in the shell resumes it"},
	}
}

// KeysText returns the list as text.
func KeysText() string {
	const wide, screen = 23, 90
	var b strings.Builder
	for _, h := range Keys() {
		b.WriteString(h.Keys + strings.Repeat(" ", wide-1-len(h.Keys)))
		column := wide - 1
		for _, word := range strings.Fields(h.Does) {
			if column+1+len(word) > screen {
				b.WriteString("\n" + strings.Repeat(" ", wide-1))
				column = wide - 1
			}
			b.WriteString(" " + word)
			column += 1 + len(word)
		}
		b.WriteByte('\n')
	}
	return strings.TrimSuffix(b.String(), "\n")
}
