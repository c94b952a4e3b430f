package pyrepr

import (
	"encoding/json"
	"errors"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// leaf is a value that defines its repr.
type leaf string

func (l leaf) Repr() string { return string(l) }

// tuple prints as a Python tuple.
type tuple []any

func (t tuple) ReprParts() (string, []any, string) { return "(", t, ")" }

// build makes the Go value of a tree in ipython.json.
func build(t *testing.T, tree []json.RawMessage) any {
	t.Helper()
	var kind string
	decode(t, tree[0], &kind)
	switch kind {
	case "leaf":
		var s leaf
		decode(t, tree[1], &s)
		return s
	case "plain":
		return plain(t, tree[1])
	case "dict":
		return dict(t, tree[1])
	}
	var trees [][]json.RawMessage
	decode(t, tree[1], &trees)
	all := make([]any, len(trees))
	for i, sub := range trees {
		all[i] = build(t, sub)
	}
	if kind == "tuple" {
		return tuple(all)
	}
	return all
}

// plain decodes a Python value, an int when it is written as one.
func plain(t *testing.T, raw json.RawMessage) any {
	t.Helper()
	var i int
	if json.Unmarshal(raw, &i) == nil && string(raw) != "null" {
		return i
	}
	var v any
	decode(t, raw, &v)
	return v
}

func dict(t *testing.T, raw json.RawMessage) any {
	t.Helper()
	var pairs [][2]json.RawMessage
	decode(t, raw, &pairs)
	m := map[string]any{}
	for _, p := range pairs {
		var key string
		var tree []json.RawMessage
		decode(t, p[0], &key)
		decode(t, p[1], &tree)
		m[key] = build(t, tree)
	}
	return m
}

func decode(t *testing.T, raw json.RawMessage, into any) {
	t.Helper()
	if err := json.Unmarshal(raw, into); err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
}

// TestIPython compares with what Python and IPython printed, see testdata/make.py.
func TestIPython(t *testing.T) {
	text, err := os.ReadFile("testdata/ipython.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Value        []json.RawMessage
		Repr, Pretty string
	}
	decode(t, text, &cases)
	for i, c := range cases {
		v := build(t, c.Value)
		if got := Line(v); got != c.Repr {
			t.Errorf("case %d: Line (-want +got):\n%s", i, cmp.Diff(c.Repr, got))
		}
		if got := Pretty(v, 79); got != c.Pretty {
			t.Errorf("case %d: Pretty (-want +got):\n%s", i, cmp.Diff(c.Pretty, got))
		}
	}
}

type stringer struct{}

func (stringer) String() string { return "as it says" }

// TestGoValues covers what Python has no counterpart of.
func TestGoValues(t *testing.T) {
	var none *leaf
	loop := []any{1, nil}
	loop[1] = loop
	looped := map[string]any{}
	looped["m"] = looped
	tests := []struct {
		v    any
		want string
	}{
		{none, "None"},
		{[]any(nil), "[]"},
		{(map[string]int)(nil), "{}"},
		{[2]int{1, 2}, "[1, 2]"},
		{map[int]string{10: "b", 9: "a"}, "{9: 'a', 10: 'b'}"},
		{map[any]any{2: 1, "b": 2, 1.5: 3, "a": 4}, "{1.5: 3, 2: 1, 'a': 4, 'b': 2}"},
		{errors.New("broken"), "broken"},
		{[]stringer{{}}, "[as it says]"},
		{struct{ A, B int }{1, 2}, "{A:1 B:2}"},
		{[]float32{0.5, 2}, "[0.5, 2.0]"},
		{[]uint8{1, 255}, "[1, 255]"},
		{complex(1, -2), "(1-2j)"},
		{"\xff", `'\xff'`},
		{loop, "[1, [...]]"},
		{looped, "{'m': {...}}"},
	}
	for _, c := range tests {
		if got := Line(c.v); got != c.want {
			t.Errorf("Line(%T) = %s, want %s", c.v, got, c.want)
		}
		if got := Pretty(c.v, 79); got != c.want {
			t.Errorf("Pretty(%T) = %s, want %s", c.v, got, c.want)
		}
	}
}

// TestSnake spells names as Python does.
func TestSnake(t *testing.T) {
	for function, want := range map[string]string{
		"HasBias": "has_bias", "Padding": "padding", "DType": "d_type", "minLR": "min_lr", "CRCCheck": "crc_check", "p": "p",
		"MPCommRecompute": "mp_comm_recompute", "l1": "l1", "Größe": "größe",
	} {
		if got := Snake(function); got != want {
			t.Errorf("%s: got %s, want %s", function, got, want)
		}
	}
}
