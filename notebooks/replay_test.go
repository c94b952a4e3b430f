package notebooks

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// fakeRunner answers from a table: code → outputs. It knows no "lost", and waits at "sleep".
type fakeRunner struct {
	answers map[string][]Output
	ran     []string
}

func (f *fakeRunner) Run(ctx context.Context, code string) ([]Output, error) {
	f.ran = append(f.ran, code)
	if code == "sleep" {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	outs, ok := f.answers[code]
	if !ok {
		return nil, errors.New("the session is gone")
	}
	return outs, nil
}

func (f *fakeRunner) Close() error { return nil }

func failure(kind, msg string) Output {
	return Output{Type: ErrorOutput, EName: kind, EValue: msg, Traceback: []string{kind + ": " + msg}}
}

func newFake() *fakeRunner {
	return &fakeRunner{answers: map[string][]Output{
		"quiet":  nil,
		"print":  {stream("stdout", "a \n"), stream("stdout", "b\n")},
		"random": {stream("stdout", "loss -0.75\n")},
		"value":  {{Type: ResultOutput, Data: map[string]any{"text/plain": "7"}}},
		"fail":   {failure("ValueError", "no")},
	}}
}

func code(source string, tag string, outs ...Output) *Cell {
	c := &Cell{Type: "code", Source: source, Outputs: outs, Metadata: map[string]any{}}
	if tag != "" {
		c.Metadata["tags"] = []any{"other", tag}
	}
	return c
}

func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		name   string
		cell   *Cell
		want   Verdict
		broken string
	}{
		{"nothing", code("quiet", ""), Same, ""},
		{"stream in parts", code("print", "", stream("stdout", "a "), stream("stdout", "\nb\n")), Same, ""},
		{"trailing blank", code("print", "", stream("stdout", "a\nb\n")), Differs, ""},
		{"other stream", code("print", "", stream("stderr", "a \nb\n")), Differs, ""},
		{"value", code("value", "", Output{Type: ResultOutput, Data: map[string]any{"text/plain": "7"}}), Same, ""},
		{"another value", code("value", "", Output{Type: ResultOutput, Data: map[string]any{"text/plain": "8"}}), Differs, ""},
		{"displayed, not a result", code("value", "", displayed("text/plain", "7")), Differs, ""},
		{"more recorded", code("quiet", "", displayed("text/plain", "7")), Differs, ""},
		{"more replayed", code("value", ""), Differs, ""},
		{"recorded error", code("fail", "", failure("ValueError", "no")), Same, ""},
		{"other error", code("fail", "", failure("ValueError", "yes")), Differs, ""},
		{"other kind of error", code("fail", "", failure("TypeError", "no")), Differs, ""},
		{"unexpected error", code("fail", ""), Differs, ""},
		{"expected error", code("fail", TagRaises, failure("ValueError", "no")), Same, ""},
		{"expected error does not come", code("quiet", TagRaises, failure("ValueError", "no")), Differs, "did not fail"},
		{"expected error never recorded", code("quiet", TagRaises), Differs, "did not fail"},
		{"ignored", code("print", TagIgnore, stream("stdout", "c")), Ignored, ""},
		{"ignored, but fails", code("fail", TagIgnore), Differs, "but it failed"},
		{"skipped", code("lost", TagSkip, stream("stdout", "c")), Skipped, ""},
		{"blank", code(" \n\t", ""), Skipped, ""},
		{"random numbers", code("random", TagRandom, stream("stdout", "loss 0.5\n")), Same, ""},
		{"random text", code("random", TagRandom, stream("stdout", "cost 0.5\n")), Differs, ""},
		{"numbers count without the tag", code("random", "", stream("stdout", "loss 0.5\n")), Differs, ""},
	} {
		rep, err := Replay(t.Context(), &Notebook{Cells: []*Cell{c.cell}}, newFake(), 0)
		if err != nil || len(rep.Cells) != 1 {
			t.Errorf("%s: %v, %d cells", c.name, err, len(rep.Cells))
			continue
		}
		got := rep.Cells[0]
		if got.Verdict != c.want || !strings.Contains(got.Broken, c.broken) || (got.Broken == "") != (c.broken == "") {
			t.Errorf("%s: %v %q, want %v %q", c.name, got.Verdict, got.Broken, c.want, c.broken)
		}
	}
}

func TestReplayRunsCodeInOrder(t *testing.T) {
	fake := newFake()
	nb := &Notebook{Cells: []*Cell{code("print", ""), {Type: "markdown", Source: "fail"}, code("x", TagSkip), code("value", "")}}
	rep, err := Replay(t.Context(), nb, fake, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"print", "value"}, fake.ran); diff != "" {
		t.Error(diff)
	}
	if c := rep.Cells[2]; c.Number != 3 || c.Count != 2 {
		t.Errorf("last cell has number %d and count %d", c.Number, c.Count)
	}
}

func TestLostSession(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{"lost", "cell 2: the session is gone"},
		{"sleep", "cell 2: still running after 1s"},
	} {
		nb := &Notebook{Cells: []*Cell{code("print", ""), code(c.source, ""), code("value", "")}}
		rep, err := Replay(t.Context(), nb, newFake(), time.Second)
		if err == nil || err.Error() != c.want || len(rep.Cells) != 1 {
			t.Errorf("%s: %v, %d cells", c.source, err, len(rep.Cells))
		}
	}
}

// TestKeepGoing: with --keep-going the report has all cells; those after a lost session are reported as not run.
func TestKeepGoing(t *testing.T) {
	nb := &Notebook{Cells: []*Cell{code("print", TagVaries, stream("stdout", "z")), code("lost", ""), code("value", ""), code("quiet", TagSkip)}}
	rep, err := replay(t.Context(), nb, newFake(), time.Second, true)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range rep.Cells {
		got = append(got, c.Verdict.String()+" "+c.Broken)
	}
	want := []string{"same ", "different the session is gone", "different did not run, as the session was lost", "skipped "}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := replay(ctx, &Notebook{Cells: []*Cell{code("sleep", "")}}, newFake(), 0, true); !errors.Is(err, context.Canceled) {
		t.Error("interrupted:", err)
	}
}

func TestInterruptedReplay(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := Replay(ctx, &Notebook{Cells: []*Cell{code("sleep", "")}}, newFake(), time.Minute)
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestRecord checks that recording changes the cells that differ, and recording once more changes nothing.
func TestRecord(t *testing.T) {
	three := 3
	kept := stream("stdout", "loss 0.5\n")
	nb := &Notebook{Cells: []*Cell{
		code("random", TagRandom, kept), code("value", ""), code("print", TagIgnore), code("x", TagSkip, kept),
	}}
	nb.Cells[0].ExecutionCount = &three
	for round, want := range []int{1, 0} {
		rep, err := Replay(t.Context(), nb, newFake(), 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := rep.Record(); got != want {
			t.Errorf("round %d recorded %d cells, want %d", round, got, want)
		}
	}
	two := 2
	want := []*Cell{
		code("random", TagRandom, kept),
		code("value", "", Output{Type: ResultOutput, Data: map[string]any{"text/plain": "7"}, ExecutionCount: &two}),
		code("print", TagIgnore), code("x", TagSkip, kept),
	}
	want[0].ExecutionCount, want[1].ExecutionCount = &three, &two
	if diff := cmp.Diff(want, nb.Cells); diff != "" {
		t.Error(diff)
	}
}

func TestDiffs(t *testing.T) {
	nb := &Notebook{Cells: []*Cell{
		code("value", ""),
		code("print", "", stream("stdout", "a\nb\n")),
		code("quiet", TagRaises),
		code("fail", ""),
		code("value", ""),
		code("long", "", stream("stdout", strings.Repeat("x", 500)+"!"+strings.Repeat("y", 500)+"\n")),
	}}
	count := 1
	nb.Cells[0].ExecutionCount, nb.Cells[3].ExecutionCount = &count, &count
	fake := newFake()
	fake.answers["long"] = []Output{stream("stdout", strings.Repeat("x", 500)+"?"+strings.Repeat("y", 500)+"\n")}
	rep, err := Replay(t.Context(), nb, fake, 0)
	if err != nil {
		t.Fatal(err)
	}
	window := strings.Repeat("x", 40) + "%s" + strings.Repeat("y", 199) + "…\n"
	want := `--- n.ipynb cell 1 recorded
+++ n.ipynb cell 1 replayed
@@ -0,0 +1,2 @@
+[execute_result text/plain]
+7
--- n.ipynb cell 2 recorded
+++ n.ipynb cell 2 replayed
@@ -1,3 +1,3 @@
 [stdout]
-a
+a·
 b
n.ipynb cell 3: tagged raises-exception, but it did not fail
--- n.ipynb cell 4 recorded
+++ n.ipynb cell 4 replayed
@@ -0,0 +1,2 @@
+[error]
+ValueError: no
ValueError: no
n.ipynb cell 5: nothing to compare with: it was never run (msrepl replay --update records its outputs)
--- n.ipynb cell 6 recorded
+++ n.ipynb cell 6 replayed
@@ -1,2 +1,2 @@
 [stdout]
` + "-…" + fmt.Sprintf(window, "!") + "+…" + fmt.Sprintf(window, "?")
	var b strings.Builder
	rep.WriteDiffs(&b, "n.ipynb")
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
	rep.Took = 1200 * time.Microsecond
	if got := rep.Summary(); got != "6 cells, 6 different (1ms)" {
		t.Error(got)
	}
}
