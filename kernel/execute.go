package kernel

import (
	"encoding/json"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/msrepl/msrepl/internal/session/lastwords"
	"github.com/msrepl/msrepl/interp"
)

// burst is the time within which requests that were sent together arrive.
const burst = 10 * time.Millisecond

// execution is a running cell.
type execution struct {
	*request
	executeRequest
	number  int // 0 for a cell that is not stored in the history
	once    sync.Once
	stopped chan struct{} // closed when the cell is interrupted
	line    *relay        // the queue in which it waited
	beside  bool          // it belongs to a subshell
	count   int           // execution_count of its messages: that of the last numbered cell when it began

	mu       sync.Mutex
	payloads []payload
}

// pay adds p to the payload of the reply.
func (x *execution) pay(p payload) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.payloads = append(x.payloads, p)
}

func (x *execution) paid() []payload {
	x.mu.Lock()
	defer x.mu.Unlock()
	return append([]payload{}, x.payloads...) // [] rather than null
}

func (x *execution) stop() { x.once.Do(func() { close(x.stopped) }) }

type executeRequest struct {
	Code            string            `json:"code"`
	Silent          bool              `json:"silent"`
	StoreHistory    bool              `json:"store_history"`
	UserExpressions map[string]string `json:"user_expressions"`
	AllowStdin      bool              `json:"allow_stdin"`
	StopOnError     bool              `json:"stop_on_error"`
}

type executeReply struct {
	okContent
	ExecutionCount  int            `json:"execution_count"`
	UserExpressions map[string]any `json:"user_expressions"`
	Payload         []payload      `json:"payload"`
}

type failedReply struct {
	errorContent
	ExecutionCount  int            `json:"execution_count"`
	UserExpressions map[string]any `json:"user_expressions"`
	Payload         []payload      `json:"payload"`
}

// parseExecution returns the cell of a request, or nil if the request is malformed.
func parseExecution(r *request) *execution {
	x := &execution{request: r, stopped: make(chan struct{})}
	x.executeRequest = executeRequest{StoreHistory: true, AllowStdin: true, StopOnError: true}
	if !r.parse(&x.executeRequest) {
		return nil
	}
	x.content = nil
	tidy(x.Code)
	return x
}

// newExecution returns the cell of a request, or nil if the request is malformed. Only a cell that is stored in the
// history gets a new number. As in ipykernel, blank cells are not stored, nor are silent ones, which publish nothing
// but their status.
func (k *kernel) newExecution(r *request) *execution {
	x := parseExecution(r)
	if x == nil {
		return nil
	}
	if x.line = k.subshells.line(x.header.SubshellID); x.line == nil {
		x.line = &k.cells
	}
	if x.StoreHistory && !x.Silent && strings.TrimSpace(x.Code) != "" {
		x.number = int(k.count.Add(1))
	}
	return x
}

// announce publishes the start of a cell.
func (k *kernel) announce(x *execution) {
	x.count = k.executed()
	k.iopub.batch(func() {
		x.publish("status", busy)
		if !x.Silent {
			x.publish("execute_input", inputContent(x.Code, x.count))
		}
	})
	tidy(x.Code)
}

// run runs a cell on the calling goroutine. If the goroutine is abandoned, run returns false at some time or never,
// and elsewhere is called with the result on another goroutine.
func (k *kernel) run(x *execution, elsewhere func(interp.Result)) (res interp.Result, here bool) {
	e := k.begin(x)
	if k.hiddenPython(x) {
		return res, true
	}
	if res, done := k.shortcut(x, x.Code); done {
		return res, true
	}
	if id := cellID(x.message); id != "" && x.number > 0 {
		e.Identify(x.number, id)
		k.marks.begin(id, x.number, x.rawHeader)
	}
	return e.EvalHere(x.number, x.Code, elsewhere)
}

// conclude publishes the result of a cell, replies, and ends it.
func (k *kernel) conclude(x *execution, res interp.Result) {
	if x.number > 0 {
		k.history.add(x.number, x.Code, res)
	}
	if res.Err != nil {
		k.fail(x, res.Err)
	} else {
		k.succeed(x, res)
	}
	if n := int64(res.N); n > k.count.Load() && !x.beside {
		k.count.Store(n) // past the numbers of the cells of files that the cell has run
	}
	x.end()
}

// inputContent is the content of execute_input. The JSON encoder would copy the code three times; this copies it once.
func inputContent(code string, count int) json.RawMessage {
	more := 0
	for i := range len(code) {
		switch c := code[i]; {
		case c == '"' || c == '\\' || c == '\n' || c == '\t':
			more++
		case c < ' ':
			more += 5
		}
	}
	b := append(make([]byte, 0, len(code)+more+64), `{"code":"`...)
	for i := 0; i < len(code); {
		r, size := utf8.DecodeRuneInString(code[i:])
		switch c := code[i]; {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c == '\n':
			b = append(b, `\n`...)
		case c == '\t':
			b = append(b, `\t`...)
		case c < ' ':
			b = fmt.Appendf(b, `\u%04x`, c)
		case r == utf8.RuneError && size == 1:
			b = append(b, "\ufffd"...)
		default:
			b = append(b, code[i:i+size]...)
		}
		i += size
	}
	return append(strconv.AppendInt(append(b, `","execution_count":`...), int64(count), 10), '}')
}

// largeCell is the size in bytes from which the garbage collector runs whenever a copy of a request becomes
// unreachable: processing a request makes several copies, together ten times the size of the cell.
const largeCell = 4 << 20

func tidy(code string) {
	if len(code) > largeCell {
		runtime.GC()
	}
}

// begin directs output and input to a cell before it runs.
func (k *kernel) begin(x *execution) engine {
	e := k.awaitEngine()
	limit := floodBytes
	if x.header.direct() {
		limit = 0
	}
	k.out.begin(x.rawHeader, x.Silent, limit, x.stopped)
	k.running.Store(x)
	return e
}

// executed returns the number of the last cell.
func (k *kernel) executed() int { return int(k.count.Load()) }

// ended is called after a cell has run, before its reply.
func (k *kernel) ended(x *execution) {
	if x.beside {
		k.out.flush()
		return
	}
	k.running.Store(nil)
	k.out.finish()
	if lastwords.On() {
		lastwords.Changed()
	}
}

// succeed publishes the value of a cell, and replies.
func (k *kernel) succeed(x *execution, res interp.Result) {
	k.iopub.batch(func() {
		k.ended(x)
		if res.Value != nil && !x.Silent {
			x.publish("execute_result", struct {
				bundleContent
				Transient      transient `json:"transient,omitzero"`
				ExecutionCount int       `json:"execution_count"`
			}{newBundleContent(*res.Value), transient{res.Value.ID}, x.count})
		}
		if res.Quit {
			x.pay(payload{"source": "ask_exit", "keepkernel": false})
		}
		x.reply(executeReply{ok, x.count, k.userExpressions(x), x.paid()})
		x.publish("status", idle)
	})
}

// userExpressions evaluates each expression separately after the cell. Their errors do not make the reply an error.
func (k *kernel) userExpressions(x *execution) map[string]any {
	values := map[string]any{}
	for name, code := range x.UserExpressions {
		k.iopub.flush() // the expressions may take long
		if x.beside {
			values[name] = k.expressionBeside(code)
			continue
		}
		one := &execution{request: x.request, executeRequest: x.executeRequest, stopped: make(chan struct{})}
		res := k.begin(one).EvalAs(0, code)
		k.ended(one)
		values[name] = expressionValue(res)
	}
	return values
}

// expressionBeside evaluates a user expression of a cell of a subshell.
func (k *kernel) expressionBeside(code string) any {
	res, ok := k.awaitEngine().EvalBeside(code, silence{}, func() {})
	if !ok {
		return errorContent{"error", "ValueError", "not an expression: it declares something", []string{}}
	}
	return expressionValue(res)
}

func expressionValue(res interp.Result) any {
	switch {
	case res.Err != nil:
		return newErrorContent(res.Err)
	case res.Value != nil:
		return struct {
			okContent
			bundleContent
		}{ok, newBundleContent(*res.Value)}
	}
	return errorContent{"error", "ValueError", "the expression has no value", []string{}}
}

func newErrorContent(err *interp.CellError) errorContent {
	return errorContent{"error", err.Kind, err.Msg, slices.Concat([]string{}, err.ANSITraceback())}
}

// fail reports the error, and aborts the cells that the client sent before it could learn of the error.
func (k *kernel) fail(x *execution, err *interp.CellError) {
	content := newErrorContent(err)
	k.iopub.batch(func() {
		k.ended(x)
		if !x.Silent {
			x.publish("error", content.message())
		}
	})
	var aborted []*request
	if x.StopOnError {
		x.line.split() // cells that are still in the connection must be aborted, too
		time.Sleep(burst - time.Since(x.arrived))
		aborted = x.line.takeCells()
	}
	k.iopub.batch(func() {
		x.reply(failedReply{content, x.count, map[string]any{}, []payload{}})
		k.abort(aborted)
		x.publish("status", idle)
	})
}

// abort answers cells that will not run. Their replies have no number, as front ends would show it as if the cell had
// run.
func (k *kernel) abort(cells []*request) {
	for _, a := range cells {
		a.publish("status", busy)
		a.reply(map[string]any{"status": "aborted"})
		a.publish("status", idle)
		a.end()
	}
}
