package percent

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSplit(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []Cell
	}{
		{"nothing", "\n \n", nil},
		{"no mark", "x := 1\n", []Cell{{Text: "x := 1\n"}}},
		{"above the first mark", "x\n// %%\ny\n", []Cell{{Text: "x\n"}, {Text: "y\n", Line: 2, Marked: true}}},
		{"spelled otherwise", "//%%\nx\n\t//  %% two\ny", []Cell{
			{Text: "x\n", Line: 1, Marked: true}, {Title: "two", Text: "y", Line: 3, Marked: true},
		}},
		{"all of a mark", "// %% Some data [markdown] {\"id\": \"a\"}\n// x\n", []Cell{
			{Title: "Some data", Type: Markdown, Fields: `{"id": "a"}`, Text: "// x\n", Line: 1, Marked: true},
		}},
		{"as VS Code has it", "// %% [markdown] Some data\n", []Cell{{Title: "Some data", Type: Markdown, Line: 1, Marked: true}}},
		{"short", "// %% [md]\n", []Cell{{Type: Markdown, Line: 1, Marked: true}}},
		{"brackets of a title", "// %% In[3]\n// %% x [2]\n", []Cell{
			{Title: "In[3]", Line: 1, Marked: true}, {Title: "x [2]", Line: 2, Marked: true},
		}},
		{"marks that are text", "// %%\n// \\%% a\n//\\\\%%\n%%bash\n", []Cell{
			{Text: "// %% a\n//\\%%\n%%bash\n", Line: 1, Marked: true},
		}},
		{"CR LF", "// %% a\r\nx\r\n", []Cell{{Title: "a", Text: "x\n", Line: 1, Marked: true}}},
		{"CR in the text", "// %% a\nx\r\n", []Cell{{Title: "a", Text: "x\r\n", Line: 1, Marked: true}}},
	} {
		if diff := cmp.Diff(c.want, Split(c.text)); diff != "" {
			t.Errorf("%s: -want +got:\n%s", c.name, diff)
		}
	}
}

// FuzzJoin: Split reads any lines that Join has written.
func FuzzJoin(f *testing.F) {
	for _, text := range []string{"", "x", "\n\n", "// %%", `// \%% [raw]`, "//%%\r\n x", " \t// \\\\%%", "//\u00a0%%", "a\n//", "// "} {
		f.Add(text, "Title", "y := 1")
		f.Add(text, "In[3]", "# Words")
	}
	f.Fuzz(func(t *testing.T, text, title, other string) {
		if !IsTitle(title) {
			title = ""
		}
		code := strings.TrimRight(text, "\n")
		cells := []Cell{
			{Title: title, Text: code},
			{Type: Markdown, Text: Comment(text)},
			{Title: title, Type: Raw, Text: Comment(other)},
			{Fields: `{"a":1}`, Text: strings.TrimRight(other, "\n")},
		}
		script := Join(cells)
		got := Split(script)
		if len(got) != len(cells) {
			t.Fatalf("%d cells of %d\n%q", len(got), len(cells), script)
		}
		for i, want := range []string{code, text, other, strings.TrimRight(other, "\n")} {
			if got[i].Body() != want || got[i].Title != cells[i].Title || got[i].Type != cells[i].Type || got[i].Fields != cells[i].Fields {
				t.Errorf("cell %d is %q %+v, want %q\n%q", i, got[i].Body(), got[i], want, script)
			}
		}
	})
}
