package kernel

import (
	"encoding/json"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/msrepl/msrepl/internal/session/lastwords"
	"github.com/msrepl/msrepl/interp"
)

// burst is how soon after a request those arrive that were sent together with it.
const burst = 10 * time.Millisecond

// execution is the cell that runs.
type execution struct {
	*request
	allowStdin bool
	once       sync.Once
	stopped    chan struct{} // closed when the cell is interrupted

	mu       sync.Mutex
	payloads []payload
}

// pay adds to the payload of the reply.
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

// execute runs a cell, replies and calls then, on the calling goroutine unless here is false. Only a cell that is
// stored in the history gets a new number; a silent one is never stored and publishes nothing but its status.
func (k *kernel) execute(r *request, then func(here bool)) (here bool) {
	c := executeRequest{StoreHistory: true, AllowStdin: true, StopOnError: true}
	if !r.parse(&c) {
		then(true)
		return true
	}
	large := len(r.content) > largeCell
	r.content = nil
	tidy(large)
	number := 0 // aside
	if c.StoreHistory && !c.Silent {
		k.count++
		number = k.count
	}
	if !c.Silent {
		r.hold("execute_input", inputContent(c.Code, k.count))
	}
	k.iopub.flush()
	tidy(large)
	x := newExecution(r, &c)
	finish := func(res interp.Result, here bool) {
		k.ended()
		if number > 0 {
			k.history.add(number, c.Code, res)
		}
		k.conclude(x, &c, res)
		then(here)
	}
	e := k.begin(x, &c)
	if res, done := k.shortcut(x, c.Code); done {
		finish(res, true)
		return true
	}
	return e.EvalThen(number, c.Code, finish)
}

// inputContent is the content of execute_input. The encoder would make three copies of the code on its way, this is
// one.
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

// largeCell is the size from which on a request is worth a collection for each copy of it that is of no more use:
// there are several on the way, and all of them together would be ten times the cell.
const largeCell = 4 << 20

func tidy(large bool) {
	if large {
		runtime.GC()
	}
}

// begin directs output and input to a cell that is about to run.
func (k *kernel) begin(x *execution, c *executeRequest) engine {
	e := k.awaitEngine()
	k.out.begin(x.rawHeader, c.Silent, x.stopped)
	k.running.Store(x)
	return e
}

// ended is called when a cell has run, before its reply.
func (k *kernel) ended() {
	k.running.Store(nil)
	k.out.finish()
	if lastwords.On() {
		lastwords.Changed()
	}
}

// conclude publishes what a cell has come to, and replies.
func (k *kernel) conclude(x *execution, c *executeRequest, res interp.Result) {
	r := x.request
	if res.Err != nil {
		k.fail(r, c, res.Err)
		return
	}
	if res.Value != nil && !c.Silent {
		r.hold("execute_result", struct {
			bundleContent
			Transient      transient `json:"transient,omitzero"`
			ExecutionCount int       `json:"execution_count"`
		}{newBundleContent(*res.Value), transient{res.Value.ID}, k.count})
	}
	if res.Quit {
		x.pay(payload{"source": "ask_exit", "keepkernel": false})
	}
	r.reply(executeReply{ok, k.count, k.userExpressions(r, c), x.paid()})
}

func newExecution(r *request, c *executeRequest) *execution {
	return &execution{request: r, allowStdin: c.AllowStdin, stopped: make(chan struct{})}
}

// userExpressions evaluates each expression on its own after the cell; none of them fails the reply.
func (k *kernel) userExpressions(r *request, c *executeRequest) map[string]any {
	values := map[string]any{}
	for name, code := range c.UserExpressions {
		k.iopub.flush()
		one := *c
		one.Code = code
		res := k.begin(newExecution(r, &one), &one).EvalAs(0, code)
		k.ended()
		switch {
		case res.Err != nil:
			values[name] = newErrorContent(res.Err)
		case res.Value != nil:
			values[name] = struct {
				okContent
				bundleContent
			}{ok, newBundleContent(*res.Value)}
		default:
			values[name] = errorContent{"error", "ValueError", "the expression has no value", []string{}}
		}
	}
	return values
}

func newErrorContent(err *interp.CellError) errorContent {
	return errorContent{"error", err.Kind, err.Msg, slices.Concat([]string{}, err.ANSITraceback())}
}

// fail reports the error, and aborts the cells that the client sent before it could know of it.
func (k *kernel) fail(r *request, c *executeRequest, err *interp.CellError) {
	content := newErrorContent(err)
	if !c.Silent {
		r.publish("error", content.message())
	}
	var aborted []*request
	if c.StopOnError {
		k.cells.handOver() // what waits in the connection is to be aborted, too
		time.Sleep(burst - time.Since(r.arrived))
		aborted = k.cells.takeAll("execute_request")
	}
	r.reply(failedReply{content, k.count, map[string]any{}, []payload{}})
	for _, a := range aborted {
		a.hold("status", busy)
		a.reply(map[string]any{"status": "aborted", "execution_count": k.count})
		a.publish("status", idle)
	}
}
