package display_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/msrepl/msrepl/display"
	"github.com/msrepl/msrepl/display/frontend"
	"github.com/msrepl/msrepl/display/widget"
	"github.com/msrepl/msrepl/internal/session/face"
	"github.com/msrepl/msrepl/tensor"
)

// asker is a terminal in which a user types lines.
type asker struct {
	lines   []string
	prompts strings.Builder
	mute    bool
}

func (a *asker) Ask(prompt string, _ bool) (string, error) {
	a.prompts.WriteString(prompt)
	if len(a.lines) == 0 {
		return "", io.EOF
	}
	line := a.lines[0]
	a.lines = a.lines[1:]
	return line, nil
}

func (a *asker) Interactive() bool                                   { return !a.mute }
func (a *asker) Page(map[string]any) error                           { return frontend.ErrNone }
func (a *asker) NextInput(string, bool) error                        { return frontend.ErrNone }
func (a *asker) Comm(string, *frontend.Comm, frontend.Message) error { return frontend.ErrNone }

// transcript is a text output.
type transcript struct{ strings.Builder }

func (t *transcript) Display(b display.Bundle) { fmt.Fprintln(t, b.Text()) }
func (t *transcript) Update(b display.Bundle)  { fmt.Fprintln(t, "again", b.Text()) }
func (t *transcript) Clear(bool)               {}
func (t *transcript) Stdout() io.Writer        { return t }
func (t *transcript) Stderr() io.Writer        { return t }

// TestInteractInWords checks that in a terminal the function is called with the initial values, and again after each
// line that changes some; an invalid line is reported and changes nothing.
func TestInteractInWords(t *testing.T) {
	f := func(lr float64, depth int, act string, fast bool) string {
		return fmt.Sprint(lr, " ", depth, " ", act, " ", fast)
	}
	options := []display.Option{
		display.LogBetween("x0", 0.01, 1), display.Between("x1", 1, 8), display.Start("x1", 2), display.Choose("x2", "relu", "tanh"),
	}
	const state = "x0=%s (0.01 to 1), x1=%d (1 to 8), x2=%s (relu | tanh), x3=%t (true | false)\nchange (name=value, Enter ends): "
	tests := []struct {
		name    string
		lines   []string
		mute    bool
		printed string
		prompts []any // of each question: x0, x1, x2, x3
	}{
		{"nobody answers", nil, true, `'0.1 2 relu false'`, nil},
		{"Enter", []string{""}, false, `'0.1 2 relu false'`, []any{"0.1", 2, "relu", false}},
		{"the end of input", nil, false, `'0.1 2 relu false'`, []any{"0.1", 2, "relu", false}},
		{
			"changes",
			[]string{"x0=0.5", " x1 = 7 , x3=true,x2=tanh", ""},
			false,
			"'0.1 2 relu false'\n'0.5 2 relu false'\n'0.5 7 tanh true'",
			[]any{"0.1", 2, "relu", false, "0.5", 2, "relu", false, "0.5", 7, "tanh", true},
		},
		{"beyond the range", []string{"x1=70"}, false, "'0.1 2 relu false'\n'0.1 8 relu false'", []any{"0.1", 2, "relu", false, "0.1", 8, "relu", false}},
		{
			"mistakes",
			[]string{"x1=3, x0=fast", "x1", "y=1", "x1=2.5", "x2=elu", "x3=perhaps", "x1=3"},
			false,
			"'0.1 2 relu false'\nx0 must be a number, not \"fast\"\n\"x1\" is not a change: write name=value\n" +
				"there is no \"y\" to change\nx1 must be a whole number, not \"2.5\"\nx2 must be one of relu, tanh, not \"elu\"\n" +
				"x3 must be true or false, not \"perhaps\"\n'0.1 3 relu false'",
			append(manyTimes(7, "0.1", 2, "relu", false), "0.1", 3, "relu", false),
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := &asker{lines: tt.lines, mute: tt.mute}
			face.Attach(a)
			defer face.Detach(a)
			var out transcript
			display.Within(&out, func() { display.Interact(f, options...) })
			if diff := cmp.Diff(strings.ReplaceAll(tt.printed, "'", `"`)+"\n", out.String()); diff != "" {
				t.Errorf("printed (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(fmt.Sprintf(strings.Repeat(state, len(tt.prompts)/4), tt.prompts...), a.prompts.String()); diff != "" {
				t.Errorf("asked (-want +got):\n%s", diff)
			}
		})
	}
}

func manyTimes(n int, vs ...any) (list []any) {
	for range n {
		list = append(list, vs...)
	}
	return list
}

// TestInteractInWordsOnce checks that a line that changes several parameters calls the function once.
func TestInteractInWordsOnce(t *testing.T) {
	user := &asker{lines: []string{"x0=3, x1=tanh, x2=true", "x0=4"}}
	face.Attach(user)
	defer face.Detach(user)
	var calls []string
	f := func(n int, act string, on bool) { calls = append(calls, fmt.Sprintln(n, act, on)) }
	display.Within(&transcript{}, func() {
		display.Interact(f, display.Between("x0", 0, 8), display.Choose("x1", "relu", "tanh"))
	})
	want := []string{"4 relu false\n", "3 tanh true\n", "4 tanh true\n"}
	if diff := cmp.Diff(want, calls); diff != "" {
		t.Errorf("calls (-want +got):\n%s", diff)
	}
}

// TestInteractBounds checks that a slider of integers is within the range of its parameter: a range derived from an
// initial value is limited to it, and a larger one is an error.
func TestInteractBounds(t *testing.T) {
	user := &asker{}
	face.Attach(user)
	defer face.Detach(user)
	for _, c := range []struct {
		f    any
		with display.Option
		want string
	}{
		{func(int8) {}, display.Start("x0", 100), "(-100 to 127)"},
		{func(uint8) {}, display.Start("x0", 200), "(0 to 255)"},
		{func(int16) {}, display.Start("x0", -30000), "(-32768 to 30000)"},
		{func(int) {}, display.Start("x0", 3), "(-3 to 9)"},
		{func(int, bool) {}, display.Names("", "on"), "x0=5 (0 to 10), on="},
		{func(int) {}, display.Names("n", "on"), "f takes 1 arguments, but Names has 2 names: (n, on)."},
		{
			func(int8) {}, display.Between("x0", -100, 1000),
			`the range of parameter "x0", -100 to 1000, exceeds its type int8`,
		},
		{func(uint) {}, display.Between("x0", -1, 1), `the range of parameter "x0", -1 to 1, exceeds its type uint`},
	} {
		var page transcript
		user.prompts.Reset()
		err := tensor.Try(func() { display.Within(&page, func() { display.Interact(c.f, c.with) }) })
		if got := fmt.Sprint(err, page.String(), user.prompts.String()); !strings.Contains(got, c.want) {
			t.Errorf("%T: %s, want %s", c.f, got, c.want)
		}
	}
}

// TestInto checks that an output receives what a compiled function displays and prints, in notebook format.
func TestInto(t *testing.T) {
	out := widget.NewOutput()
	display.Into(out, func() {
		fmt.Fprint(display.Stdout(), "10%\r20%\r")
		fmt.Fprint(display.Stdout(), "30%\nend\r\n")
		fmt.Fprint(display.Stderr(), "careful\n")
		h := display.ShowID(1)
		display.Show(display.PNG([]byte{1, 2}).With("image/png", "width", 5))
		h.Update("two")
	})
	want := []map[string]any{
		{"output_type": "stream", "name": "stdout", "text": "30%\nend\n"},
		{"output_type": "stream", "name": "stderr", "text": "careful\n"},
		{"output_type": "display_data", "data": map[string]any{"text/plain": `"two"`}, "metadata": map[string]any{}},
		{
			"output_type": "display_data", "data": map[string]any{"text/plain": "<PNG picture, 2 bytes>", "image/png": "AQI="},
			"metadata": map[string]any{"image/png": map[string]any{"width": 5}},
		},
	}
	got := out.Outputs()
	// other tests check this text
	got[3]["data"].(map[string]any)["text/plain"] = want[3]["data"].(map[string]any)["text/plain"]
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	display.Into(out, func() { display.Show(3) })
	if n := len(out.Outputs()); n != 5 {
		t.Errorf("%d outputs after another call", n)
	}
	display.Into(out, func() {
		display.Clear(true)
		bar := display.Progress(2, "p")
		bar.Add(2)
		bar.Done()
	})
	if list := out.Outputs(); len(list) != 1 || !strings.Contains(fmt.Sprint(list[0]["data"]), "2/2") {
		t.Errorf("a bar is %v", list)
	}
}

// TestIntoNested checks that nested outputs are separate, and that the caller's output continues afterwards.
func TestIntoNested(t *testing.T) {
	inner, outer := widget.NewOutput(), widget.NewOutput()
	var page transcript
	display.Within(&page, func() {
		display.Into(outer, func() {
			display.Show(1)
			display.Into(inner, func() { display.Show(2) })
			display.Show(errors.New("three"))
		})
		display.Show(4)
	})
	if len(inner.Outputs()) != 1 || len(outer.Outputs()) != 2 || page.String() != "4\n" {
		t.Errorf("inner %v, outer %v, page %q", inner.Outputs(), outer.Outputs(), page.String())
	}
}

func ExampleInteract() {
	display.Interact(func(rate float64, depth int, act string) {
		fmt.Println(rate, depth, act)
	}, display.Names("rate", "depth", "act"), display.Start("depth", 3), display.Choose("act", "relu", "tanh"))
	// There is no input here, so the function is called once.
	// Output: 0.5 3 relu
}
