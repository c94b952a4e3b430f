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

// The page's own colours are kept, and what users name their layers cannot break the markup.
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
