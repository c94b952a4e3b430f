package app

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestHost asks on a pipe: cells get a line each, and what is left is for the next reader.
func TestHost(t *testing.T) {
	in := strings.NewReader("Ada\r\nsecret\nthe rest")
	var out, errs strings.Builder
	code := []string{
		"-e", `name, err := frontend.Input("who? ")`, "-e", `word, _ := frontend.Password("word? ")`,
		"-e", `fmt.Println(name, word, err); frontend.Page("long text"); frontend.SetNextInput("x")`,
	}
	if status := Run(code, in, &out, &errs); status != 0 {
		t.Fatalf("status %d: %s", status, errs.String())
	}
	for _, want := range []string{
		"who? ", "word? ", "Ada secret <nil>\n", "long text\n", "no connected front end supports this",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in %q", want, out.String())
		}
	}
	if in.Len() != len("the rest") {
		t.Errorf("%d bytes are left", in.Len())
	}
}

// TestInteractOnPipe: what follows on a pipe is not an answer, so the function is called once.
func TestInteractOnPipe(t *testing.T) {
	in := strings.NewReader("depth=3\n")
	var out, errs strings.Builder
	code := `display.Interact(func(lr float64, depth int) { fmt.Println(lr, depth) })`
	if status := Run([]string{"-e", code}, in, &out, &errs); status != 0 || out.String() != "0.5 5\n" || in.Len() != len("depth=3\n") {
		t.Errorf("status %d, %q, %d bytes are left: %s", status, out.String(), in.Len(), errs.String())
	}
}

// TestWidgetsPage runs what docs/widgets.md shows.
func TestWidgetsPage(t *testing.T) {
	blocks := fences(t, filepath.Join("..", "..", "..", "docs", "widgets.md"))
	if len(blocks["go"]) < 2 || len(blocks["text"]) != 1 {
		t.Fatalf("the page has %d cells and %d sessions", len(blocks["go"]), len(blocks["text"]))
	}
	for _, cell := range blocks["go"] {
		var out, errs strings.Builder
		if status := Run([]string{"-e", cell}, strings.NewReader(""), &out, &errs); status != 0 || out.Len() == 0 {
			t.Errorf("%s\nstatus %d, printed %q: %s", cell, status, out.String(), errs.String())
		}
	}
	// The session in a terminal, which TestTerminalInteract types.
	for _, line := range []string{"rate=0.5 (0 to 1), depth=5 (0 to 10)", "rate=0.25 (0 to 1), depth=7 (0 to 10)", "2.5", "1.75"} {
		if !strings.Contains(blocks["text"][0], line+"\n") {
			t.Errorf("the session on the page lacks %q", line)
		}
	}
}
