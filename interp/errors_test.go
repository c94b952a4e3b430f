package interp

import (
	"regexp"
	"strings"
	"testing"
)

// The colours of a traceback change nothing but colours.
func TestANSITraceback(t *testing.T) {
	s := newSession(t, "func f(a []int) int {\n\treturn a[3]\n}")
	for _, src := range []string{"f(nil)", "x := y", "tensor.Ones(2).MatMul(tensor.Ones(3))", "%nothing"} {
		r := s.Eval(src)
		if r.Err == nil {
			t.Fatalf("%s: no error", src)
		}
		coloured := strings.Join(r.Err.ANSITraceback(), "\n")
		if regexp.MustCompile("\x1b\\[\\d+m").ReplaceAllString(coloured, "") != r.Err.Error() {
			t.Errorf("%s: %q is not %q", src, coloured, r.Err.Error())
		}
		if !strings.HasPrefix(coloured, green+"In[") {
			t.Errorf("%s: %q has no colours", src, coloured)
		}
	}
}
