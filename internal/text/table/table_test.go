package table

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"
)

var sample = Table{
	Title: "a <title>", Head: []string{"layer", "n"}, Left: 1,
	Rows: [][]string{{"fc", "12"}, {"größe", "3"}}, Notes: []string{"2 rows"},
}

func TestString(t *testing.T) {
	const want = "a <title>\n" +
		"layer   n\n" +
		"─────────\n" +
		"fc     12\n" +
		"größe   3\n" +
		"2 rows"
	if got := sample.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestOddCells: line breaks and control characters in cells do not break the table, and wide letters count as two.
func TestOddCells(t *testing.T) {
	odd := Table{
		Head: []string{"", "name", "n"}, Words: []bool{false, true},
		Rows: [][]string{{"0", "a\nb\x1b[2J", "1"}, {"1", "中文", "22"}, {"2", strings.Repeat("long ", 20), "3"}},
	}
	line := strings.Repeat(" ", maxWidth-len("name")+3)
	want := "   name" + line + "n\n" + strings.Repeat("─", 1+2+maxWidth+2+2) + "\n" +
		`0  a\nb\x1b[2J` + strings.Repeat(" ", maxWidth-len(`a\nb\x1b[2J`)+3) + "1\n" +
		"1  中文" + strings.Repeat(" ", maxWidth-4+2) + "22\n" +
		"2  " + strings.Repeat("long ", 20)[:maxWidth-1] + "…   3"
	if got := odd.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if h := odd.HTML(); strings.Count(h, "text-align:left") != 4 {
		t.Errorf("not one column of words in %s", h)
	}
}

// TestHTML checks that the page's own colours are kept, and what users name their layers cannot break the markup.
func TestHTML(t *testing.T) {
	h := sample.HTML()
	if strings.Contains(h, "background") || strings.Contains(h, "#") || !strings.Contains(h, "a &lt;title&gt;") {
		t.Errorf("colours or unescaped text in %s", h)
	}
	d := xml.NewDecoder(strings.NewReader("<div>" + h + "</div>"))
	for {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatalf("%v in %s", err, h)
		}
	}
}

// TestStrips: a wide table has strips for paper, each with the first column, which the screen shows once.
func TestStrips(t *testing.T) {
	long := strings.Repeat("x", 31) // 20.7 em: paper takes the first column and two others
	tests := []struct {
		name   string
		table  Table
		strips int
		rows   int // in all strips, the head among them
		again  int // cells for paper only
	}{
		{"narrow", sample, 1, 3, 0},
		{"wide", Table{Head: []string{"i", long, long, long}, Rows: [][]string{{"1", "2", "3", "4"}}}, 2, 4, 2},
		{"wider", Table{Head: []string{"i", long, long, long, long, long}, Rows: [][]string{{"1"}, {"1", "2"}}}, 3, 9, 6},
		{"one great column", Table{Head: []string{"i", strings.Repeat(long, 5)}}, 1, 1, 0},
		{"words, which are folded", Table{Head: []string{"i", long, long, long}, Left: 4}, 1, 1, 0},
	}
	for _, tt := range tests {
		h := tt.table.HTML()
		if strips, rows, again := strings.Count(h, "<table"), strings.Count(h, "<tr"), strings.Count(h, `class="msrepl-again"`); strips != tt.strips || rows != tt.rows || again != tt.again {
			t.Errorf("%s: %d strips with %d rows, %d cells again, want %d, %d, %d", tt.name, strips, rows, again, tt.strips, tt.rows, tt.again)
		}
		if text := tt.table.String(); strings.Count(text, "\n")+1 != len(tt.table.Rows)+2+len(tt.table.Notes) && tt.table.Title == "" {
			t.Errorf("%s: the text has strips, too:\n%s", tt.name, text)
		}
	}
	tall := Table{Head: []string{"i", long, long, long}, Rows: [][]string{{"a\nb"}, {"a"}}}
	if n := strings.Count(tall.HTML(), "height:3.2em"); n != 2 {
		t.Errorf("%d rows of two lines, want one in each strip", n)
	}
}
