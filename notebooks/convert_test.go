package notebooks

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

// checkRoundTrip writes a notebook as a script and reads it back, with outputs and without.
func checkRoundTrip(t *testing.T, nb *Notebook) {
	t.Helper()
	for _, outputs := range []bool{true, false} {
		script, err := nb.Script(outputs)
		if err != nil {
			t.Fatal(err)
		}
		want := string(nb.Encode())
		if !outputs {
			bare, err := Decode(nb.Encode())
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range bare.Cells {
				c.Outputs, c.ExecutionCount = nil, nil
			}
			want = string(bare.Encode())
		}
		back, err := DecodeScript(script)
		if err != nil {
			t.Fatalf("%v\n%s", err, script)
		}
		if diff := cmp.Diff(want, string(back.Encode())); diff != "" {
			t.Fatalf("outputs %v: -notebook +back from\n%s\n%s", outputs, script, diff)
		}
		again, err := back.Script(outputs)
		if diff := cmp.Diff(script, again); diff != "" || err != nil {
			t.Errorf("%v, -script +again:\n%s", err, diff)
		}
	}
}

// TestScriptsOfNotebooks converts notebooks of people: ours, the recorded tutorials, and what nbformat and others
// have written.
func TestScriptsOfNotebooks(t *testing.T) {
	names := ownNotebooks(t)
	for _, pattern := range []string{"testdata/nbformat/*.ipynb", "testdata/port/*.ipynb", "../../shared/tutorials/*/*.ipynb"} {
		more, _ := filepath.Glob(pattern)
		names = append(names, more...)
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			nb, err := ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if nb.Minor >= 5 { // which asks for IDs, and one of the pages has none
				nb.nameCells()
			}
			checkRoundTrip(t, nb)
		})
	}
}

// TestScriptsOfGeneratedNotebooks converts random notebooks with parts that are difficult to represent in a script.
func TestScriptsOfGeneratedNotebooks(t *testing.T) {
	for seed := range uint64(2000) {
		nb := generate(rand.New(rand.NewPCG(seed, 1)))
		checkRoundTrip(t, nb)
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// pieces of texts that look like something else.
var pieces = []string{
	"x := 1", "\n", "\n\n", "// %%", "//%% [markdown]", `// \%% a`, `//\\%%`, "%%bash", "# Words", "//", "// ", " ", "\t", "\r\n", "\r",
	"{\"id\": \"a\"}", "In[3]", "[outputs]", "é世界", "\u2028", "\u00a0", "`", `"`, `\`, "<b>&", "", "#!/bin/sh", "package main", "/* */",
}

func generate(r *rand.Rand) *Notebook {
	text := func() string {
		var b strings.Builder
		for range r.IntN(6) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		return b.String()
	}
	value := func() any {
		return []any{nil, true, json.Number("1.50"), json.Number("12345678901234567890"), text(), []any{text(), nil}, map[string]any{text(): text()}}[r.IntN(7)]
	}
	object := func(keys ...string) map[string]any {
		m := map[string]any{}
		for _, key := range append(keys, text()) {
			if r.IntN(3) == 0 {
				m[key] = value()
			}
		}
		return m
	}
	nb := &Notebook{Minor: 4 + r.IntN(2), Metadata: object("kernelspec", "title", "authors"), Extra: object("future")}
	for i := range r.IntN(6) {
		c := &Cell{
			Type: []string{"code", "markdown", "raw"}[r.IntN(3)], Source: text(), Extra: object("future", "attachments"),
			Metadata: object("title", "tags", "id", "metadata", "jupyter", "collapsed"),
		}
		if r.IntN(2) == 0 {
			c.Metadata["tags"] = []any{"a", text()}
		}
		if c.Type != "code" && r.IntN(2) == 0 {
			c.Extra["attachments"] = map[string]any{"a.png": map[string]any{"image/png": "aGk="}, text(): map[string]any{"text/plain": text()}}
		}
		if nb.Minor == 5 && r.IntN(2) == 0 {
			c.ID = fmt.Sprintf("cell-%d", i)
		}
		if c.Type == "code" && r.IntN(2) == 0 {
			n := r.IntN(100)
			c.ExecutionCount = &n
		}
		for c.Type == "code" && r.IntN(2) == 0 {
			n := r.IntN(100)
			c.Outputs = append(c.Outputs, []Output{
				{Type: StreamOutput, Name: "stdout", Text: text()},
				{Type: ResultOutput, Data: map[string]any{"text/plain": text(), "application/json": value()}, Metadata: object(), ExecutionCount: &n},
				{Type: DisplayOutput, Data: map[string]any{"image/svg+xml": text(), "image/png": "aGk="}, Metadata: object("width")},
				{Type: ErrorOutput, EName: text(), EValue: text(), Traceback: []string{text(), text()}},
			}[r.IntN(4)])
		}
		nb.Cells = append(nb.Cells, c)
	}
	if nb.Minor == 5 {
		nb.nameCells()
		if len(nb.Cells) > 1 && r.IntN(4) == 0 { // IDs that follow from the texts of others
			a, b := nb.Cells[0], nb.Cells[len(nb.Cells)-1]
			a.ID, b.ID = b.ID, a.ID
		}
	}
	// The notebook as read once: the reader drops and joins some parts.
	nb, err := Decode(nb.Encode())
	if err != nil {
		panic(err)
	}
	return nb
}

// TestScriptsStay: a script that becomes a notebook and a script again is what it was, without IDs that nobody wrote.
func TestScriptsStay(t *testing.T) {
	for _, script := range []string{
		"// %%\nx := 1\n\n// %% [markdown]\n// # Words\n\n// %%\nx\n",
		"// %% A title {\"tags\":[\"varies\"]}\ntime.Now()\n\n// %%\n\n// %%\n\n// %% [raw]\n// <b>\n",
		"// %%\nsame\n\n// %%\nsame\n\n// %% {\"id\":\"mine\"}\nsame\n",
	} {
		nb, err := DecodeScript(script)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range nb.Cells {
			if c.ID == "" {
				t.Errorf("a cell without an ID in %q", script)
			}
		}
		got, err := nb.Script(false)
		if diff := cmp.Diff(script, got); diff != "" || err != nil {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
	}
}

// TestDecodeScript reads scripts that people write.
func TestDecodeScript(t *testing.T) {
	nb, err := DecodeScript("\ufeff#!/usr/bin/env -S msrepl run\nx := 1\n\n\n" +
		"// %% [markdown] The sum\n// # Sum\n//\n// of two\n\n" +
		"// %% In[7]\nx + 1\n// %% {\"tags\": [\"varies\"]}\n\ny\n")
	if err != nil {
		t.Fatal(err)
	}
	seven := 7
	want := []*Cell{
		{Type: "code", Source: "///usr/bin/env -S msrepl run\nx := 1", Metadata: map[string]any{}},
		{Type: "markdown", Source: "# Sum\n\nof two", Metadata: map[string]any{"title": "The sum"}},
		{Type: "code", Source: "x + 1", Metadata: map[string]any{}, ExecutionCount: &seven},
		{Type: "code", Source: "\ny", Metadata: map[string]any{"tags": []any{"varies"}}},
	}
	ids := map[string]bool{}
	for _, c := range nb.Cells {
		ids[c.ID], c.ID = true, ""
	}
	if diff := cmp.Diff(want, nb.Cells); diff != "" || len(ids) != len(want) || ids[""] {
		t.Errorf("IDs %v, -want +got:\n%s", ids, diff)
	}
	if nb.Minor != 5 || nb.Metadata["kernelspec"] == nil {
		t.Errorf("minor %d, metadata %v", nb.Minor, nb.Metadata)
	}
}

func TestDecodeScriptErrors(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"x\n// %% {\"id\": 1}\n", `line 2: the mark: "id" is not a string`},
		{"// %% {\"id\"}\n", "line 1: the text in braces is not JSON"},
		{"// %% {\"name\": \"a\"}\n", `line 1: "name" is not a field of a mark`},
		{"// %% [outputs]\n// []\n", "line 1: [outputs] without a cell above"},
		{"// %% [markdown]\n// %% [outputs]\n// []\n", "line 2: [outputs] below a cell that is not code"},
		{"// %%\n// %% [outputs]\n// {}\n", `line 2: [outputs]: "v" is not a list`},
		{"// %%\n// %% [outputs]\n// [1]\n", "line 2: [outputs], output 1 is not an object"},
		{"// %%\n// %% [notebook]\n// {}\n", "line 2: [notebook] must be the first mark"},
		{"// %% [notebook]\n// {\"nbformat\": 3}\n", "line 1: [notebook]: not nbformat 4"},
		{"// %% [notebook]\n// words\n", "line 1: [notebook]: invalid character"},
		{"// %% In[99999999999999999999]\n", "line 1: strconv.Atoi"},
		{"// %%\ns := \"caf\xe9\"\n", "line 2 is not UTF-8"},
	} {
		if _, err := DecodeScript(c.in); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("DecodeScript(%q) = %v, want %q", c.in, err, c.want)
		}
	}
	if _, err := (&Notebook{Cells: []*Cell{{Type: "heading"}}}).Script(false); err == nil || !strings.Contains(err.Error(), `cell 1 has the type "heading"`) {
		t.Error(err)
	}
}

// TestTakeOutputs checks that outputs go to the cells with the same code: by ID, then in order, each once.
func TestTakeOutputs(t *testing.T) {
	old := &Notebook{Cells: []*Cell{
		code("x", "", stream("stdout", "1")), code("x", "", stream("stdout", "2")), code("y", "", stream("stdout", "3")),
	}}
	now := &Notebook{Cells: []*Cell{code("new", ""), code("x", ""), code("x", ""), code("x", ""), code("y", "", stream("stdout", "own"))}}
	old.Cells[1].ID, now.Cells[1].ID = "a", "a"
	for i, c := range []*Cell{now.Cells[0], now.Cells[2], now.Cells[3], now.Cells[4]} {
		c.ID = fmt.Sprint("n", i)
	}
	now.TakeOutputs(old)
	var got []string
	for _, c := range now.Cells {
		got = append(got, outputText(c.Outputs))
	}
	want := []string{"", outputText(old.Cells[1].Outputs), outputText(old.Cells[0].Outputs), "", outputText(now.Cells[4].Outputs)}
	if diff := cmp.Diff(want, got); diff != "" || !strings.Contains(got[4], "own") {
		t.Error(diff)
	}
}

// TestNbformatTakesWhatScriptsBecome: nbformat accepts notebooks that were converted from scripts.
func TestNbformatTakesWhatScriptsBecome(t *testing.T) {
	python := testenv.Program(t, "/usr/bin/python3")
	dir := t.TempDir()
	scripts := map[string]string{
		"written.ipynb": "x := 1\n// %% [markdown] Words\n// # Words\n// %% [raw]\n// <br>\n// %% In[2] {\"tags\": [\"varies\"]}\nx\n",
		"empty.ipynb":   "",
	}
	for name, script := range scripts {
		nb, err := DecodeScript(script)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), nb.Encode(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	check := exec.Command(python, "-c", "import glob, nbformat\nfor f in glob.glob('*.ipynb'): nbformat.validate(nbformat.read(f, 4)); print(f)")
	check.Dir = dir
	if out := testenv.Output(t, check); strings.Count(out, ".ipynb") != len(scripts) {
		t.Error(out)
	}
}
