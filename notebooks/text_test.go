package notebooks

import "testing"

func stream(name, text string) Output { return Output{Type: StreamOutput, Name: name, Text: text} }

func displayed(mime string, v any) Output {
	return Output{Type: DisplayOutput, Data: map[string]any{mime: v}}
}

// TestOverstrike checks that the expected texts are what the two regular expressions of nbval.plugin.coalesce_streams
// make of them.
func TestOverstrike(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", ""},
		{"plain\n", "plain\n"},
		{"10%\r50%\r100%\n", "100%\n"},
		{"a\r\nb\r\n", "a\r\nb\r\n"},
		{"old\rnew\r\n", "new\r\n"},
		{"done\r", "done\r"},
		{"one\rtwo\nthree\rfour", "two\nfour"},
		{"abc\b\bX", "aX"},
		{"\n\bX", "\n\bX"},
		{"-\b\\\b|\b/", "/"},
	} {
		if got := overstrike(c.in); got != c.want {
			t.Errorf("overstrike(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}

func TestOutputText(t *testing.T) {
	two := 2
	for _, c := range []struct {
		name string
		outs []Output
		want string
	}{
		{"nothing", nil, ""},
		{"empty stream", []Output{stream("stdout", "")}, ""},
		{
			"parts of a stream are one, stdout comes first",
			[]Output{stream("stderr", "e"), stream("stdout", "a"), stream("stderr", "f\n"), stream("stdout", "b\n")},
			"[stdout]\nab\n[stderr]\nef\n",
		},
		{"no newline", []Output{stream("stdout", "a")}, "[stdout]\na\n\\ no newline at the end\n"},
		{"trailing blanks stay", []Output{stream("stdout", "a  \n\n")}, "[stdout]\na  \n\n"},
		{
			"execution count and metadata do not count",
			[]Output{{
				Type: ResultOutput, ExecutionCount: &two, Metadata: map[string]any{"x": 1},
				Data: map[string]any{"text/plain": "7", "text/html": "<b>7</b>"},
			}},
			"[execute_result text/html]\n<b>7</b>\n[execute_result text/plain]\n7\n",
		},
		{
			"binary",
			[]Output{displayed("image/png", "abc")},
			// sha256sum of "abc", the first example of FIPS 180-2.
			"[display_data image/png]\n3 characters, SHA-256 ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\n",
		},
		{
			"JSON",
			[]Output{displayed("application/json", map[string]any{"b": []any{true}, "a": nil})},
			"[display_data application/json]\n{\n \"a\": null,\n \"b\": [\n  true\n ]\n}\n",
		},
		{
			"error without traceback",
			[]Output{{Type: ErrorOutput, EName: "ValueError", EValue: "no", Traceback: []string{"at line 1"}}},
			"[error]\nValueError: no\n",
		},
	} {
		if got := outputText(c.outs); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}
