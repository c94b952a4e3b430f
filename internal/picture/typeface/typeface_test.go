package typeface

import "testing"

// The widths are those of the table hmtx of Go Regular, in units of 1/2048 of the size, as its release notes and any
// viewer of fonts show them: letters of one width are the digits.
func TestWidths(t *testing.T) {
	if w := TextWidth("0", Em); w != TextWidth("7", Em) || TextWidth("00", 10) != 2*TextWidth("0", 10) {
		t.Errorf("digits have the widths %v and %v", w, TextWidth("7", Em))
	}
	if TextWidth("i", 11) >= TextWidth("m", 11) || TextWidth("", 11) != 0 {
		t.Error("i is as wide as m")
	}
}

func TestMissing(t *testing.T) {
	if got := string(Missing("Ångström αβγ Ж − ≤ 损失 x")); got != "损失" {
		t.Errorf("missing %q", got)
	}
}
