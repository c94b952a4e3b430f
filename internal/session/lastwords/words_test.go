package lastwords

import (
	"strings"
	"testing"
)

// TestWords: reports as Go 1.26 writes them, and what is none.
func TestWords(t *testing.T) {
	for _, c := range []struct{ report, why, advice string }{
		{"fatal error: concurrent map writes\n\ngoroutine 7 [running]:\n", "concurrent map writes", "sync.Mutex"},
		{"fatal error: concurrent map iteration and map write\n", "concurrent map iteration and map write", "sync.Mutex"},
		{"runtime: goroutine stack exceeds 1000000000-byte limit\nruntime: sp=0xc0\nfatal error: stack overflow\n", "stack overflow", "recursion"},
		{"fatal error: runtime: out of memory\n\nruntime stack:\n", "out of memory", "--memory-limit"},
		{"runtime: cannot map pages in arena\nfatal error: runtime: cannot allocate memory\n", "cannot allocate memory", "--memory-limit"},
		{"fatal error: sync: unlock of unlocked mutex\n", "sync: unlock of unlocked mutex", "was not locked"},
		{"panic: boom\n\ngoroutine 1 [running]:\n", "boom", "Go ends the process"},
		{"SIGQUIT: quit\nPC=0x1\n", "SIGQUIT: quit", "Go ends the process"},
		{"a line of a compiled println\n", "", ""},
		{"", "", ""},
	} {
		w, died := wordsOf(c.report)
		if died != (c.why != "") || w.Why != c.why || died && !strings.Contains(w.String(), c.advice) {
			t.Errorf("%q: %v, %v", c.report, died, w)
		}
	}
	w := Words{"concurrent map writes", "In[5]:3", []string{"In[4]:1", "In[5]:2"}}
	if first, _, _ := strings.Cut(w.String(), "\n"); first != "concurrent map writes, near In[5]:3 (goroutines started in In[4]:1, In[5]:2)" {
		t.Error(first)
	}
}
