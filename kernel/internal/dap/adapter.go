// Package dap answers the Debug Adapter Protocol as Jupyter carries it over a kernel's control channel: the requests
// that JupyterLab and VS Code send, those that Jupyter has added (debugInfo, dumpCell, inspectVariables,
// richInspectVariables, copyToGlobals) included.
package dap

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"

	"github.com/google/go-dap"

	"github.com/msrepl/msrepl/interp"
)

// Adapter translates between the protocol and the debugger of a session. Requests are answered one at a time.
type Adapter struct {
	debugger *interp.Debugger
	send     func(event any)

	seq    atomic.Int64
	files  map[string]string // texts of cells by their paths
	prefix string
	watch  interp.DebugWatch
	lab    bool   // the client is JupyterLab
	after  func() // what is to be done once the response has been sent, nil for nothing
}

// New returns an adapter that passes events, which are encoded as JSON, to send.
func New(d *interp.Debugger, send func(event any)) *Adapter {
	prefix := filepath.Join(os.TempDir(), "msrepl_"+strconv.Itoa(os.Getpid())) + string(filepath.Separator)
	return &Adapter{debugger: d, send: send, files: map[string]string{}, prefix: prefix}
}

// request is a request of any command.
type request struct {
	dap.Request
	Arguments json.RawMessage `json:"arguments"`
}

// response is the answer to a request of any command.
type response struct {
	dap.Response
	Body any `json:"body"`
}

type empty struct{}

// commands are the requests that are answered.
var commands = map[string]func(a *Adapter, args json.RawMessage) (body any, err error){
	"initialize":              with((*Adapter).initialize),
	"attach":                  (*Adapter).attach,
	"launch":                  (*Adapter).attach,
	"configurationDone":       func(*Adapter, json.RawMessage) (any, error) { return empty{}, nil },
	"disconnect":              (*Adapter).disconnect,
	"terminate":               (*Adapter).disconnect,
	"debugInfo":               (*Adapter).debugInfo,
	"dumpCell":                with((*Adapter).dumpCell),
	"source":                  with((*Adapter).source),
	"modules":                 (*Adapter).modules,
	"setBreakpoints":          with((*Adapter).setBreakpoints),
	"setExceptionBreakpoints": with((*Adapter).setExceptionBreakpoints),
	"setFunctionBreakpoints":  with((*Adapter).setFunctionBreakpoints),
	"exceptionInfo":           (*Adapter).exceptionInfo,
	"threads":                 (*Adapter).threads,
	"stackTrace":              with((*Adapter).stackTrace),
	"scopes":                  with((*Adapter).scopes),
	"variables":               with((*Adapter).variables),
	"setVariable":             with((*Adapter).setVariable),
	"setExpression":           with((*Adapter).setExpression),
	"evaluate":                with((*Adapter).evaluate),
	"inspectVariables":        (*Adapter).inspectVariables,
	"richInspectVariables":    with((*Adapter).richInspectVariables),
	"copyToGlobals":           with((*Adapter).copyToGlobals),
	"continue":                (*Adapter).goOn,
	"next":                    step(interp.DebugNext),
	"stepIn":                  step(interp.DebugIn),
	"stepOut":                 step(interp.DebugOut),
	"pause":                   (*Adapter).pause,
}

// with decodes the arguments of a command.
func with[T any](f func(a *Adapter, args T) (any, error)) func(*Adapter, json.RawMessage) (any, error) {
	return func(a *Adapter, raw json.RawMessage) (any, error) {
		var args T
		if len(raw) > 0 {
			if err := json.Unmarshal(raw, &args); err != nil {
				return nil, fmt.Errorf("invalid arguments: %w", err)
			}
		}
		return f(a, args)
	}
}

// Answer calls reply with the response to a request, and then does what may cause events. The error is that of a
// text which is no request.
func (a *Adapter) Answer(raw []byte, reply func(response any)) error {
	var r request
	if err := json.Unmarshal(raw, &r); err != nil {
		return err
	}
	reply(a.answer(r))
	if f := a.after; f != nil {
		a.after = nil
		f()
	}
	return nil
}

func (a *Adapter) answer(r request) response {
	answer := response{Body: empty{}}
	answer.Seq, answer.Type, answer.RequestSeq, answer.Command = int(a.seq.Add(1)), "response", r.Seq, r.Command
	f := commands[r.Command]
	if f == nil {
		answer.Message = fmt.Sprintf("msrepl's debugger does not know the command %q", r.Command)
		return answer
	}
	body, err := f(a, r.Arguments)
	if err != nil {
		answer.Message = err.Error()
		return answer
	}
	answer.Body, answer.Success = body, true
	return answer
}

// event sends an event.
func (a *Adapter) event(name string, body any) {
	e := struct {
		dap.Event
		Body any `json:"body"`
	}{Body: body}
	e.Seq, e.Type, e.Event.Event = int(a.seq.Add(1)), "event", name
	a.send(e)
}

func (a *Adapter) initialize(args dap.InitializeRequestArguments) (any, error) {
	a.lab = args.ClientID == "jupyterlab"
	return dap.Capabilities{
		SupportsConfigurationDoneRequest:  true,
		SupportsConditionalBreakpoints:    true,
		SupportsHitConditionalBreakpoints: true,
		SupportsLogPoints:                 true,
		SupportsEvaluateForHovers:         true,
		SupportsSetVariable:               true,
		SupportsSetExpression:             true,
		SupportsModulesRequest:            true,
		SupportsTerminateRequest:          true,
		SupportsExceptionInfoRequest:      true,
		SupportsFunctionBreakpoints:       true,
		ExceptionBreakpointFilters: []dap.ExceptionBreakpointsFilter{
			{Filter: interp.PanicsRaised, Label: "Panics", Description: "stop at every panic, before deferred functions run"},
			{Filter: interp.PanicsUncaught, Label: "Panics that nothing recovers"},
			{Filter: watchNaN, Label: "First NaN", Description: "stop at an op that returns NaN for arguments without NaN"},
			{
				Filter: watchShape, Label: "Changed shapes",
				Description: "stop at an op whose result shape differs from the last one at that line",
			},
			{Filter: watchGradient, Label: "Gradients", Description: "stop before the gradient of each op"},
		},
	}, nil
}

// attach is followed by the event upon which VS Code sends its breakpoints and starts the cell, as with debugpy: a cell
// that runs before the debugger is attached has no marks.
func (a *Adapter) attach(json.RawMessage) (any, error) {
	a.debugger.Attach(a.happened)
	a.after = func() { a.event("initialized", empty{}) }
	return empty{}, nil
}

// disconnect is followed by the event that ends VS Code's session, where there was one.
func (a *Adapter) disconnect(json.RawMessage) (any, error) {
	if a.debugger.Attached() {
		a.after = func() { a.event("terminated", empty{}) }
	}
	a.debugger.Detach()
	a.watch = interp.DebugWatch{}
	return empty{}, nil
}

// happened passes on what the debugger says by itself.
func (a *Adapter) happened(e interp.DebugEvent) {
	switch e.Kind {
	case "stopped":
		body := dap.StoppedEventBody{Reason: e.Reason, ThreadId: e.Thread, Text: e.Text, AllThreadsStopped: true, HitBreakpointIds: e.Hit}
		if e.Text != "" {
			body.Description = e.Text
		}
		a.event("stopped", body)
	case "continued":
		a.event("continued", dap.ContinuedEventBody{ThreadId: e.Thread, AllThreadsContinued: true})
	case "effective":
		for _, id := range e.Hit {
			b := dap.Breakpoint{Id: id, Verified: true}
			a.event("breakpoint", dap.BreakpointEventBody{Reason: "changed", Breakpoint: b})
		}
	case "output":
		a.event("output", dap.OutputEventBody{Category: "console", Output: e.Text + "\n"})
	}
}

func (a *Adapter) goOn(json.RawMessage) (any, error) {
	return dap.ContinueResponseBody{AllThreadsContinued: true}, a.resume(interp.DebugContinue)
}

func step(how interp.DebugStep) func(*Adapter, json.RawMessage) (any, error) {
	return func(a *Adapter, _ json.RawMessage) (any, error) { return empty{}, a.resume(how) }
}

// resume lets the stopped goroutine go on behind the response, so that clients hear of the next stop after it.
func (a *Adapter) resume(how interp.DebugStep) error {
	if len(a.debugger.Threads()) == 0 {
		return interp.ErrNotStopped
	}
	a.after = func() { _ = a.debugger.Resume(how) }
	return nil
}

func (a *Adapter) pause(json.RawMessage) (any, error) {
	a.debugger.Pause()
	return empty{}, nil
}
