package lineedit

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// names has the bytes that keys send in xterm, or in the terminal that the name mentions.
var names = strings.NewReplacer(
	"<enter>", "\r", "<tab>", "\t", "<backtab>", "\x1b[Z", "<bs>", "\x7f", "<del>", "\x1b[3~",
	"<left>", "\x1b[D", "<right>", "\x1b[C", "<up>", "\x1b[A", "<down>", "\x1b[B",
	"<home>", "\x1b[H", "<end>", "\x1b[F", "<tmuxhome>", "\x1b[1~", "<tmuxend>", "\x1b[4~", "<apphome>", "\x1bOH",
	"<c-left>", "\x1b[1;5D", "<c-right>", "\x1b[1;5C", "<a-left>", "\x1b[1;3D", "<rxvtleft>", "\x1bOd", "<rxvtright>", "\x1b[5C",
	"<c-home>", "\x1b[1;5H", "<c-end>", "\x1b[1;5F", "<c-up>", "\x1b[1;5A", "<pgup>", "\x1b[5~", "<pgdn>", "\x1b[6~",
	"<s-left>", "\x1b[1;2D", "<a-esc-left>", "\x1b\x1b[D", "<c-del>", "\x1b[3;5~",
	"<c-a>", "\x01", "<c-c>", "\x03", "<c-d>", "\x04", "<c-e>", "\x05", "<c-g>", "\x07", "<c-k>", "\x0b", "<c-l>", "\x0c",
	"<c-o>", "\x0f", "<c-r>", "\x12", "<c-s>", "\x13", "<c-t>", "\x14", "<c-u>", "\x15", "<c-w>", "\x17", "<c-x>", "\x18", "<c-y>", "\x19",
	"<c-z>", "\x1a", "<undo>", "\x1f", "<redo>", "\x1b/", "<a-b>", "\x1bb", "<a-f>", "\x1bf", "<a-d>", "\x1bd", "<a-bs>", "\x1b\x7f",
	"<a-enter>", "\x1b\r", "<a-lt>", "\x1b<", "<a-gt>", "\x1b>", "<focus>", "\x1b[I", "<f1>", "\x1bOP", "<consolef1>", "\x1b[[A",
	"<paste>", "\x1b[200~", "</paste>", "\x1b[201~",
)

// ready imitates a session: a text is a complete cell when all of its brackets are closed.
func ready(text string) (bool, string) {
	depth := 0
	for _, r := range text {
		if strings.ContainsRune("([{", r) {
			depth++
		} else if strings.ContainsRune(")]}", r) {
			depth--
		}
	}
	return depth <= 0, strings.Repeat("    ", max(0, depth))
}

// complete completes some words.
func complete(text string, cursor int) (found []Candidate, start int) {
	b := buffer{text: text, cursor: cursor}
	start = b.wordStart()
	for _, w := range []string{"printf", "println", "printer", "tensor", "Title", "title", "世界", "世纪"} {
		if strings.HasPrefix(strings.ToLower(w), strings.ToLower(text[start:cursor])) {
			found = append(found, Candidate{w, "func(" + w + ")"})
		}
	}
	return found, start
}

var past = []string{"x := 1", "func f() {\n    one()\n    two()\n}", "y := x + 1", "x := 2", "fmt.Println(x)"}

func newEditor() *Editor {
	e := New(Config{Indent: 4, Ready: ready, Complete: complete}, slices.Clone(past))
	e.Begin("In[1]: ", "  ...: ")
	return e
}

// press sends the bytes of keys, each key by itself, and returns what the last one asks for.
func press(e *Editor, keys string) (last Action) {
	var d Decoder
	handle := func(keys []Key) {
		for _, k := range keys {
			last = e.Handle(k)
		}
	}
	for i, part := range strings.Split(keys, "<esc>") {
		if i > 0 { // alone, until its time is over
			handle(d.Feed("\x1b"))
			handle(d.Flush())
		}
		for _, b := range []byte(names.Replace(part)) {
			handle(d.Feed(string([]byte{b})))
		}
	}
	return last
}

// marked is the text with a bar at the cursor.
func marked(e *Editor) string { return e.text[:e.cursor] + "|" + e.text[e.cursor:] }

// edits are keys and what they make of an empty cell.
var edits = []struct{ keys, want string }{
	// Moving in a line.
	{"abc<left><left>X", "aX|bc"},
	{"abc<home>X<end>Y", "XabcY|"},
	{"abc<tmuxhome>X<tmuxend>Y<apphome>Z", "Z|XabcY"},
	{"one two.three<c-left>X", "one two.X|three"},
	{"one two.three<a-left><rxvtleft><a-b>X", "X|one two.three"},
	{"one two.three<a-esc-left>X", "one two.X|three"},
	{"one two<home><c-right>X<rxvtright>Y", "oneX twoY|"},
	{"größe_1 + 世界<c-left><c-left>X", "X|größe_1 + 世界"},
	{"abc<s-left>X", "abX|c"},
	{"ab<focus><f1><consolef1>c", "abc|"},
	// Letters as people see them.
	{"日本x<left><left><bs>語", "語|本x"},
	{"e\u0301x<left><left>a", "a|e\u0301x"},
	{"e\u0301<bs>", "|"},
	{"x👨‍👩‍👧<bs>", "x|"},
	// Deleting.
	{"abc<home><del><c-d>", "|c"},
	{"abc<del>", "abc|"},
	{"one two<home><c-right><c-k>", "one|"},
	{"one two<c-left><c-u>", "|two"},
	{"one two three<c-w><c-w><c-y>", "one two three|"},
	{"one two three<home><a-d><a-d><end> <c-y>", " three one two|"},
	{"one two<a-bs>X<c-y>", "one Xtwo|"},
	{"one two<home><c-del>", "| two"},
	{"abc<c-t>", "acb|"},
	{"世a<left><c-t>", "a世|"},
	// Undo.
	{"one two<undo>", "one |"},
	{"one two<undo><undo><undo>", "|"},
	{"one two<undo><undo><redo>", "one |"},
	{"one<c-x><c-u>", "|"},
	{"one two<c-w>x<undo><undo>", "one two|"},
	{"one<undo>two<redo>", "two|"},
	{"abc<home>x<undo>", "|abc"},
	{"{<enter>one<undo>", "{\n    |"},
	// Blocks.
	{"func f() {<enter>one()<enter>}", "func f() {\n    one()\n}|"},
	{"{<enter>{<enter>x<enter>}<enter>}", "{\n    {\n        x\n    }\n}|"},
	{"{<enter>one<enter>two<up>X", "{\n    oneX|\n    two"},
	{"{<enter>one<enter>two<up><up>X", "{X|\n    one\n    two"},
	{"{<enter>one<enter>two<up><home>X", "{\n    X|one\n    two"},
	{"{<enter>one<home><home>X", "{\nX|    one"},
	{"{<enter>long line<enter>a<up><up><down><end>X", "{\n    long lineX|\n    a"},
	{"{<enter>abcdef<enter>a<enter>ghijkl<up><up>X", "{\n    abcdefX|\n    a\n    ghijkl"}, // the column is kept
	{"{<enter>世界世界<enter>abcd<up>X", "{\n    世界X|世界\n    abcd"},                            // columns, not letters
	{"{<enter>a<enter>}<up><end><enter>b", "{\n    a\n    b|\n}"},
	{"{<enter>a<enter>b<up><c-k><c-k>", "{\n    a|"},
	{"{<enter>a<enter>b<up><c-a><c-k><c-k><c-y>", "{\n    a\n|    b"},
	{"{<enter>one<enter>two<c-home>X<c-end>Y", "X{\n    one\n    twoY|"},
	{"{<enter>one<a-lt>X<a-gt>Y", "X{\n    oneY|"},
	{"f(<enter>a)<c-home><right><right><enter>", "f(\n    |\n    a)"},
	{"{}<left><c-o>x", "{\nx|}"},
	{"f() {}<left><c-o><up><end><enter>x", "f() {\n    x|\n}"},
	{"x<c-o>y", "x\ny|"},
	{"{<enter>x<c-o>y", "{\n    x\n    y|"},
	{"{<enter><bs>x", "{\nx|"},
	{"{<enter><tab>x", "{\n        x|"},
	{"{<enter><c-d>", "{\n|"},
	{"{<enter>a<up><c-d>", "{|    a"},
	// Bracketed paste.
	{"<paste>a\r\tb\r\nc</paste>", "a\n\tb\nc|"},
	{"<paste>a\r</paste>", "a|"},
	{"ac<left><paste>b\r</paste>", "ab\n|c"},
	{"{<enter><paste>\ta\r\t}\r</paste>", "{\n\ta\n\t}|"},
	{"{<enter><paste>a</paste>", "{\n    a|"},
	{"<paste>\x1b[Dx}\t)</paste>", "\x1b[Dx}\t)|"},
	{"x<paste>ab\rcd</paste><undo>", "x|"},
	{"<paste>\ta</paste><left><left>x", "x|\ta"},
	// The history.
	{"<up>", "fmt.Println(x)|"},
	{"<up><up><up>", "y := x + 1|"},
	{"<up><up><down>", "fmt.Println(x)|"},
	{"dra<up><down>ft", "draft|"},
	{"x :<up>", "x := 2|"},
	{"x :<up><up>", "x := 1|"},
	{"x :<up><up><up>", "x := 1|"},
	{"x :<up><up><down><down>", "x :|"},
	{"y<home><up>", "fmt.Println(x)|"}, // nothing is left of the cursor
	{"fu<up>", past[1] + "|"},
	{"fu<up><up>X", "func f() {\n    one()\n" + " X|   two()\n}"},
	{"fu<up><up><up><up><up>", "f|unc f() {\n    one()\n    two()\n}"},
	{"<pgup><pgup><pgup><pgup><pgup>", "x := 1|"},
	{"<c-up><pgup><pgdn>", "fmt.Println(x)|"},
	{"<up>a<up>", "fmt.Println(x)a|"}, // a change begins anew
	{"<up><undo>", "|"},
	// Search.
	{"<c-r>:=", "x |:= 2"},
	{"<c-r>:=<c-r>", "y |:= x + 1"},
	{"<c-r>:=<c-r><c-r>", "x |:= 1"},
	{"<c-r>:=<c-r><c-s>", "x |:= 2"},
	{"<c-r>PRINT", "fmt.|Println(x)"},
	{"<c-r>two", "func f() {\n    one()\n    |two()\n}"},
	{"<c-r>two<esc>X", "func f() {\n    one()\n    X|two()\n}"},
	{"abc<c-r>two<c-g>d", "abcd|"},
	{"abc<c-r>nothing<c-g>", "abc|"},
	{"<c-r>:=1<bs><c-r>", "y |:= x + 1"},
	{"<c-r>y<end>!", "y := x + 1!|"},
	// Suggestions: what they add is taken by a move to the right.
	{"y<right>", "y := x + 1|"},
	{"y<end>", "y := x + 1|"},
	{"x<c-e>", "x := 2|"},
	{"y<c-right><c-right>", "y := x + 1|"},
	{"fmt.P<a-f>", "fmt.Println|"},
	{"func<right><enter><right><enter><right>", "func f() {\n    one()\n    two()|"},
	{"y<left><right><left>", "|y"},
	// Completion.
	{"te<tab>", "tensor|"},
	{"pri<tab>", "print|"},
	{"pri<tab><tab>", "printf|"},
	{"pri<tab><tab><tab><enter>(", "println(|"},
	{"pri<tab><backtab>", "printer|"},
	{"pri<tab><up><down>", "print|"},
	{"pri<tab><down><esc>", "print|"},
	{"pri<tab><down>.", "printf.|"},
	{"pri<tab>l<tab>", "println|"},
	{"pri<tab>l<down>", "println|"},
	{"pri<tab>l<bs><down>", "printf|"},
	{"pri<tab><down><undo>", "print|"},
	{"ti<tab>", "title|"},
	{"TE<tab>", "tensor|"},
	{"世<tab><tab>", "世界|"},
	{"<tab>x", "    x|"},
	{"zzz<tab>", "zzz|"},
	{"te)<left><tab>", "tensor|)"},
}

func TestKeysEdit(t *testing.T) {
	for _, c := range edits {
		e := newEditor()
		if press(e, c.keys); marked(e) != c.want {
			t.Errorf("%s:\n%q, want\n%q", c.keys, marked(e), c.want)
		}
	}
}

func TestActions(t *testing.T) {
	for _, c := range []struct {
		keys string
		want Action
	}{
		{"<enter>", Accepted},
		{"x<enter>", Accepted},
		{"xy<left><enter>", Accepted},
		{"f(<enter>", Going},
		{"f(<enter>)<enter>", Accepted},
		{"f(<enter>)<up><enter>", Going}, // a line above the last one
		{"f(<a-enter>", Accepted},
		{"{<enter>}<c-home><a-enter>", Accepted},
		{"fu<up><enter>", Accepted},
		{"<c-r>two<enter>", Accepted},
		{"pri<tab><enter>", Accepted},
		{"pri<tab><down><enter>", Going},
		{"<paste>x\r</paste>", Going},
		{"x<c-c>", Interrupted},
		{"pri<tab><c-c>", Interrupted},
		{"<c-r>x<c-c>", Interrupted},
		{"<c-d>", Leaving},
		{"x<c-d>", Bell},
		{"x<home><c-d>", Going},
		{"{<enter><c-d>", Going},
		{"{<enter><c-d><c-d>", Leaving},
		{"<del>", Bell},
		{"<bs>", Bell},
		{"<left>", Bell},
		{"<down>", Bell},
		{"zzz<up>", Bell},
		{"zzz<tab>", Bell},
		{"<undo>", Bell},
		{"<c-x><c-e>", EditOutside},
		{"<c-l>", ClearScreen},
		{"<c-z>", SuspendSelf},
	} {
		if got := press(newEditor(), c.keys); got != c.want {
			t.Errorf("%s: action %d, want %d", c.keys, got, c.want)
		}
	}
}

// TestDecoder decodes input that arrives in pieces.
func TestDecoder(t *testing.T) {
	for _, c := range []struct {
		pieces []string
		want   string
	}{
		{[]string{"a\tb"}, "typed a, key Tab, typed b"},
		{[]string{"a\r"}, "typed a, key Enter"},
		{[]string{"a\r\tb"}, "fast a, fast Enter, fast \t, fast b"}, // lines that no one types so fast
		{[]string{"\x1b", "[", "1;5", "D"}, "key WordLeft"},
		{[]string{"\xe4\xb8", "\x96x"}, "typed 世x"},
		{[]string{"a\xe4\xb8", "\x96"}, "typed a, typed 世"},
		{[]string{"\x1b[20", "0~a\r\t", "b\x1b[2", "01~c"}, "pasted a\n\tb, typed c"},
		{[]string{"\x1b[200~\x1b[A\x03\x1b[201~"}, "pasted \x1b[A\x03"},
		{[]string{"x\x1b[200~a\rb\x1b[201~\t"}, "typed x, pasted a\nb, key Tab"},
		{[]string{"\x1b[200~\x1b[20\x1b[201~"}, "pasted \x1b[20"},
		{[]string{"\x18", "\x05"}, "key External"},
		{[]string{"\x1b[99;99~\x1b[?1;2cx"}, "typed x"},
		{[]string{"\x1b"}, "key Escape"},
		{[]string{"\x1bCo"}, "key Escape, typed Co"},
		{[]string{"\x1b", "世"}, "key Escape, typed 世"},
		{[]string{"\xff"}, "typed \uFFFD"},
		{[]string{"\x00"}, "key EndOfInput"},
	} {
		var d Decoder
		var got []string
		for _, p := range c.pieces {
			got = append(got, told(d.Feed(p))...)
		}
		if d.Waiting() {
			got = append(got, told(d.Flush())...)
		}
		if s := strings.Join(got, ", "); s != c.want {
			t.Errorf("%q: %q, want %q", c.pieces, s, c.want)
		}
	}
}

func told(keys []Key) (words []string) {
	codes := map[Code]string{
		Tab: "Tab", Enter: "Enter", WordLeft: "WordLeft", External: "External", Escape: "Escape", EndOfInput: "EndOfInput",
	}
	for _, k := range keys {
		kind := "typed"
		if k.Fast {
			kind = "fast"
		}
		switch name, ok := codes[k.Code]; {
		case k.Code == Paste:
			words = append(words, "pasted "+k.Text)
		case k.Code == Text:
			words = append(words, kind+" "+k.Text)
		case ok && k.Fast:
			words = append(words, "fast "+name)
		case ok:
			words = append(words, "key "+name)
		default:
			words = append(words, "another key")
		}
	}
	return words
}

// TestFast: lines that arrive at once are separate cells and keep their indentation.
func TestFast(t *testing.T) {
	e := newEditor()
	var d Decoder
	var cells []string
	for _, k := range d.Feed("func f() {\r\tx\r}\ry\r") {
		if e.Handle(k) == Accepted {
			cells = append(cells, e.text)
			e.Begin("", "")
		}
	}
	if want := []string{"func f() {\n\tx\n}", "y"}; !slices.Equal(cells, want) {
		t.Errorf("%q, want %q", cells, want)
	}
}

// TestFrames checks that a letter in parts is one letter, and the cell can hold what no terminal shows.
func TestFrames(t *testing.T) {
	for _, c := range []struct {
		name, keys    string
		width, height int
		want          string // rows, the cursor as a bar behind a column
		row, column   int
	}{
		{"empty", "", 20, 10, "In[1]: ", 0, 7},
		{"wide letters", `s := "世界"<home>`, 30, 10, `In[1]: s := "世界"`, 0, 7},
		{"before a wide letter", `"世界"<left><left>`, 30, 10, `In[1]: "世界"`, 0, 10},
		{"marks", "e\u0301x", 30, 10, "In[1]: e\u0301x", 0, 9},
		{"block", "{<enter>a<enter>}", 30, 10, "In[1]: {\n  ...:     a\n  ...: }", 2, 8},
		{"tabs", "<paste>a\tb\t</paste>", 30, 10, "In[1]: a   b   ", 0, 15},
		{"control", "<paste>a\x1b[2Jb\x7f</paste>", 30, 10, "In[1]: a^[[2Jb^?", 0, 16},
		{"control of 8 bits", "<paste>a\u009b2Jb\r\u0301c</paste>", 30, 10, "In[1]: a?2Jb\n  ...: \u0301c", 1, 8},
		{"wrapped", "zabcdefghij", 12, 10, "In[1]: zabcd\nefghij", 1, 6},
		{"full row", "zabcd", 12, 10, "In[1]: zabcd\n", 1, 0},
		{"wide letter at the edge", "zabc世", 12, 10, "In[1]: zabc\n世", 1, 2},
		{"cursor at the edge", "zabcde<left>", 12, 10, "In[1]: zabcd\ne", 1, 0},
		{"taller than the screen", "{<enter>a<enter>b<enter>c<enter>d", 20, 3, "  ...:     b\n  ...:     c\n  ...:     d", 2, 12},
		{"up in it", "{<enter>a<enter>b<enter>c<enter>d<up><up><up><up>", 20, 3, "In[1]: {\n  ...:     a\n  ...:     b", 0, 8},
		{"menu", "pri<tab><tab><tab>", 40, 10, "In[1]: println\n  printf   func(printf)\n> println  func(println)\n  printer  func(printer)", 0, 14},
		{"small screen", "pri<tab><tab><tab>", 40, 3, "In[1]: println\n> println  func(println)\n  2 to 2 of 3", 0, 14},
		{"smaller screen", "pri<tab><tab><tab>", 40, 2, "In[1]: println\n> println  func(println)", 0, 14},
		{"one row", "pri<tab><tab><tab>", 40, 1, "In[1]: println", 0, 14},
		{"narrow", "pri<tab>", 15, 10, "In[1]: print\n  printf   fu…\n  println  fu…\n  printer  fu…", 0, 12},
		{"search", "<c-r>two", 40, 10, "In[1]: func f() {\n  ...:     one()\n  ...:     two()\n  ...: }\nhistory: two", 2, 11},
		{"found nothing", "<c-r>none", 40, 10, "In[1]: fmt.Println(x)\nhistory: none is in no cell", 0, 14},
		{"suggestion", "y :", 40, 10, "In[1]: y := x + 1", 0, 10},
		{"one beyond the edge", "y", 12, 10, "In[1]: y := \nx + 1", 0, 8},
	} {
		e := newEditor()
		press(e, c.keys)
		f := e.Frame(c.width, c.height)
		if got := plainRows(f); got != c.want || f.Row != c.row || f.Column != c.column {
			t.Errorf("%s:\n%s\ncursor %d, %d; want\n%s\ncursor %d, %d", c.name, got, f.Row, f.Column, c.want, c.row, c.column)
		}
	}
}

// plainRows is the text of a picture, whose rows must be as wide as they say.
func plainRows(f Frame) string {
	var rows []string
	for _, r := range f.Rows {
		text := ansi.Strip(r.Text)
		if ansi.StringWidthWc(text) != r.Columns {
			text += " is not as wide as it says"
		}
		rows = append(rows, text)
	}
	return strings.Join(rows, "\n")
}

// TestFrameFits: the prompt remains visible on screens of any size, beside a large menu or a text of many lines.
func TestFrameFits(t *testing.T) {
	many := func(_ string, cursor int) (found []Candidate, start int) {
		for range 200 {
			found = append(found, Candidate{"candidate", strings.Repeat("detail ", 30)})
		}
		return found, cursor
	}
	for height := 1; height < 30; height++ {
		for width := 2; width < 100; width += 7 {
			e := New(Config{Ready: ready, Complete: many, Indent: 4}, nil)
			e.Begin("In[1]: ", "  ...: ")
			press(e, "f(<enter>ab<tab>")
			e.SetHint(Hint{"func f(first int, second string)", 7, 16})
			for range 30 {
				press(e, "<tab>")
				if f := e.Frame(width, height); len(f.Rows) > height || f.Row >= len(f.Rows) || f.Column >= width {
					t.Fatalf("%d by %d: %d rows, cursor %d, %d", width, height, len(f.Rows), f.Row, f.Column)
				}
			}
		}
	}
}

// TestColours compares the colour classes of the bytes of a cell, one letter per byte.
func TestColours(t *testing.T) {
	letters := map[class]string{
		plain: ".", keyword: "k", predeclared: "p", quoted: "q", number: "n", comment: "c", command: "m", wrong: "w", partner: "b",
	}
	for _, c := range []struct {
		text   string
		cursor int
		want   string
	}{
		{"func f(x int) bool {", 0, "kkkk.....ppp..pppp.."},
		{`x := "a" + 'b' + 1.5`, 0, `.....qqq...qqq...nnn`},
		{"return 0x1f // done", 0, "kkkkkk.nnnn.ccccccc"},
		{"f(a[1])", 1, ".b..n.b"},
		{"f(a[1])", 7, ".b..n.b"},
		{"f(a[1])", 4, "...bnb."},
		{"f(a])", 0, "...w."},
		{`f(")")`, 2, ".bqqqb"},
		{"%time f(1)\nif", 0, "mmmmmmmmmm.kk"},
		{"x\n!ls -l\nx := 1", 0, "..mmmmmm......n"},
		{"`a\n%time\n`", 0, "qqqqqqqqqq"},
		{"f(1\n%x)", 0, "..n...."},
		{"%%bash\nif true", 0, "mmmmmm........"},
		{"%%time\nif true", 0, "mmmmmm.kk.pppp"},
		{`"open`, 0, "qqqqq"},
		{"世 := 1", 0, ".......n"},
	} {
		got := []byte(strings.Repeat(".", len(c.text)))
		for _, s := range colours(c.text, c.cursor) {
			for i := s.from; i < s.to; i++ {
				got[i] = letters[s.class][0]
			}
		}
		if string(got) != c.want {
			t.Errorf("%q at %d:\n%s, want\n%s", c.text, c.cursor, got, c.want)
		}
	}
}

func TestRemember(t *testing.T) {
	e := newEditor()
	for _, c := range []struct {
		cell string
		want bool
	}{{" new\n", true}, {"new", false}, {"", false}, {"x := 1", true}} {
		if got := e.Remember(c.cell); got != c.want {
			t.Errorf("%q: remembered %v", c.cell, got)
		}
	}
	if press(e, "<up><up>"); marked(e) != "new|" {
		t.Error(marked(e))
	}
}

// TestPlain: without colours there are no suggestions and no highlighting.
func TestPlain(t *testing.T) {
	e := New(Config{Indent: 4, Ready: ready, Plain: true}, past)
	e.Begin("In[1]: ", "  ...: ")
	press(e, "func f() {<right>")
	if f := e.Frame(40, 10); marked(e) != "func f() {|" || f.Rows[0].Text != "In[1]: func f() {" {
		t.Errorf("%s: %v", marked(e), f.Rows)
	}
}

// TestKeysDocumented checks that the table in docs/session.md is the list of keys.
func TestKeysDocumented(t *testing.T) {
	text, err := os.ReadFile("../../../../docs/session.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range Keys() {
		if row := "| " + h.Keys + " | " + h.Does + " |\n"; !strings.Contains(string(text), row) {
			t.Errorf("docs/session.md lacks the row\n%s", row)
		}
	}
	for _, line := range strings.Split(KeysText(), "\n") {
		if len(line) > 90 {
			t.Errorf("too wide: %s", line)
		}
	}
}
