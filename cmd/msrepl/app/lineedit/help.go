package lineedit

import "strings"

// Help is a row of the list of keys.
type Help struct{ Keys, Does string }

// Keys lists the keys and their actions.
func Keys() []Help {
	return []Help{
		{"Enter", "run the cell if it is whole, otherwise begin a line; in a line above the last one, begin a line"},
		{"Alt-Enter", "run the cell, wherever the cursor is"},
		{"Ctrl-O", "begin a line, also where the cell is whole"},
		{"Up, Down", "the line above or below; from the first and the last one, older and newer cells that begin as typed"},
		{"PageUp, PageDown", "older and newer cells from any line; also Ctrl-Up, Ctrl-Down"},
		{"Ctrl-R, Ctrl-S", "look for older and newer cells that hold a text; Enter runs one, Esc keeps it, Ctrl-G goes back"},
		{"Right, End", "at the end of the cell: take what is suggested in grey; Ctrl-Right takes a word of it"},
		{"Tab", "complete, or indent where a line begins; again, or with Down and Up: choose from the menu; Esc closes it"},
		{"Left, Right", "a letter; also Ctrl-B, Ctrl-F"},
		{"Ctrl-Left, Ctrl-Right", "a word; also Alt-B, Alt-F"},
		{"Home, End", "the line's first letter, then its first column; its end; also Ctrl-A, Ctrl-E"},
		{"Ctrl-Home, Ctrl-End", "the beginning and the end of the cell; also Alt-<, Alt->"},
		{"Ctrl-_", "undo; also Ctrl-X Ctrl-U. Alt-/ or Ctrl-X Ctrl-R does it again"},
		{"Ctrl-W, Alt-D", "delete a word before or behind the cursor; also Alt-Backspace, Ctrl-Delete"},
		{"Ctrl-U, Ctrl-K", "delete to the beginning or the end of the line"},
		{"Ctrl-Y", "put back what was deleted last"},
		{"Ctrl-T", "swap two letters"},
		{"Ctrl-X Ctrl-E", "edit the cell in $VISUAL or $EDITOR"},
		{"Ctrl-L", "clear the screen"},
		{"Ctrl-C", "throw the cell away, or interrupt the one that runs"},
		{"Ctrl-D", "delete a letter; on an empty last line, leave"},
		{"Ctrl-Z", "suspend msrepl; fg in the shell goes on"},
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
