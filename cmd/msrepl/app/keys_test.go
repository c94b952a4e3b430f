package app

import "testing"

// What arrives from the keyboard in pieces, and what of it the editor sees.
func TestKeys(t *testing.T) {
	const pasted = "\x1d" // a tab
	for _, c := range []struct {
		pieces  []string
		want    string
		pasting bool // after the last piece
	}{
		{[]string{"a\t"}, "a\t", false},
		{[]string{"a\r"}, "a\r", false},
		{[]string{"a\r\tb"}, "a\r" + pasted + "b", true},
		{[]string{"\x1b[200~a\t", "b\r", "\tc", "\x1b[201~"}, "a" + pasted + "b\r" + pasted + "c", false},
		{[]string{"\x1b[200~a\r"}, "a\r", true},
		{[]string{"x\x1b[200~a\x1b[201~\t"}, "xa\t", false},
		{[]string{"\x1b[200~\x1b[1~\x1b[201~\x1b[1~\x1b[4~"}, "\x1b[1~\x01\x05", false},
	} {
		k, got := &keys{}, ""
		for _, p := range c.pieces {
			got += k.typed(p)
		}
		if got != c.want || k.pasting.Load() != c.pasting {
			t.Errorf("%q: %q, pasting %v; want %q, %v", c.pieces, got, k.pasting.Load(), c.want, c.pasting)
		}
	}
}
