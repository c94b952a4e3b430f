package svg

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"
)

func TestDocument(t *testing.T) {
	d := New(100, 50.5, "a <title> & \x01more")
	d.Text(1, 2.345, "start", `"quoted" <text>`)
	d.Titled("rect", Attr{"x", 1.0}, "tip")
	for _, s := range []string{d.Inline(), d.File()} {
		r := xml.NewDecoder(strings.NewReader(s))
		for {
			if _, err := r.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%v in %s", err, s)
			}
		}
		for _, want := range []string{`width="100" height="50.5"`, `y="2.35"`, "&quot;quoted&quot; &lt;text&gt;", "<title>tip</title>", "currentColor"} {
			if !strings.Contains(s, want) {
				t.Errorf("no %s in %s", want, s)
			}
		}
	}
	if strings.Contains(d.Inline(), "<style>") {
		t.Error("an inline picture has a style, which would rule the page")
	}
}

func TestNum(t *testing.T) {
	for v, want := range map[float64]string{0: "0", -0.001: "0", 1.5: "1.5", 2.345: "2.35", -3: "-3", 100: "100"} {
		if got := Num(v); got != want {
			t.Errorf("Num(%v) = %s, want %s", v, got, want)
		}
	}
}
