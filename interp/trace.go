package interp

import (
	"go/token"
	"io"
	"regexp"
	"slices"
	"strconv"
	"sync"
)

// trace stands in for the interpreter's standard error. The interpreter reports there, innermost
// first, each function that a panic leaves; everything else is log output of cells.
type trace struct {
	mu    sync.Mutex
	to    io.Writer        // for log output
	calls []token.Position // where the bodies of these functions begin
}

// report matches "In[3]/cellꞏ:5:2: panic: main.f(...)".
var report = regexp.MustCompile(`^(.*)/cellꞏ:(\d+):(\d+): panic: .*\(\.\.\.\)\n$`)

// Write implements io.Writer.
func (t *trace) Write(p []byte) (int, error) {
	m := report.FindSubmatch(p)
	if m == nil {
		return t.to.Write(p)
	}
	line, _ := strconv.Atoi(string(m[2]))
	col, _ := strconv.Atoi(string(m[3]))
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.calls) < maxCalls {
		t.calls = append(t.calls, token.Position{Filename: string(m[1]), Line: line, Column: col})
	}
	return len(p), nil
}

// maxCalls bounds what is kept of a deep recursion.
const maxCalls = 64

// left returns the calls that a panic has left, innermost first.
func (t *trace) left() []token.Position {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Clone(t.calls)
}

func (t *trace) reset() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.calls = nil
}
