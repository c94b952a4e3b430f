package vm

import (
	"slices"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/interp/internal/goabi"
	"github.com/msrepl/msrepl/interp/internal/passtest"
)

// TestSignatures: compiled Go calls every function and method of a cell that the packages ask for through a literal, if
// the words of its arguments and results travel in registers. The others are made by reflection.
func TestSignatures(t *testing.T) {
	_, calling := passtest.Signatures()
	missing := map[string][]string{}
	for name, typ := range calling {
		words := wordsOf(typ)
		if call, _, _ := goabi.CallerFor(typ); call == nil || strings.Contains(words, "?") {
			continue
		}
		if literals[words] == 0 {
			missing[words] = append(missing[words], name)
		}
	}
	for words, names := range missing {
		slices.Sort(names)
		t.Errorf("no literal for %s, the words of %d functions such as %s: add it to signatures in gen", words, len(names), names[0])
	}
	if len(calling) < 500 {
		t.Errorf("only %d functions are asked for", len(calling))
	}
}
