package kernel

import "github.com/msrepl/msrepl/interp"

// handler answers one type of request.
type handler struct {
	serve func(*kernel, *request)
	// relay returns the queue of the request, or is nil for requests that are answered even while a cell runs
	relay func(*kernel) *relay
}

// handlers lists the requests that the kernel answers, on both shell and control.
var handlers = map[string]handler{
	"kernel_info_request": {serve: (*kernel).kernelInfo},
	"execute_request":     {relay: theCells},
	"complete_request":    {serve: (*kernel).complete},
	"inspect_request":     {serve: (*kernel).inspect},
	"is_complete_request": {serve: (*kernel).isComplete},
	"history_request":     {serve: (*kernel).searchHistory},
	"comm_info_request":   {serve: (*kernel).commInfo},
	"comm_open":           {relay: theComms},
	"comm_msg":            {relay: theComms},
	"comm_close":          {relay: theComms},
	"debug_request":       {relay: theDebugs},
	"interrupt_request":   {serve: (*kernel).interruptRequest},
	"shutdown_request":    {serve: (*kernel).shutdown},

	"create_subshell_request": {serve: (*kernel).createSubshell},
	"delete_subshell_request": {serve: (*kernel).deleteSubshell},
	"list_subshell_request":   {serve: (*kernel).listSubshells},
}

func theCells(k *kernel) *relay  { return &k.cells }
func theComms(k *kernel) *relay  { return &k.comms }
func theDebugs(k *kernel) *relay { return &k.debugs }

// dispatch answers a request at once, or returns the work if that may take long.
func (k *kernel) dispatch(r *request) work {
	h := handlers[r.header.MsgType]
	if r.header.SubshellID != "" && r.channel == k.shell {
		return k.toSubshell(r, h)
	}
	return k.handle(r, h)
}

// handle is dispatch for a request whose handler is known.
func (k *kernel) handle(r *request, h handler) work {
	if h.relay == nil {
		k.answer(r, h.serve)
		return nil
	}
	return func(readOn func()) bool { return h.relay(k).enter(r, readOn) }
}

// answer runs the handler between busy and idle messages, which every request on every channel requires. For a request
// that is answered at once, both are sent in one write, unless it waits for the session.
func (k *kernel) answer(r *request, serve func(*kernel, *request)) {
	k.iopub.batch(func() {
		r.publish("status", busy)
		if serve != nil {
			serve(k, r)
		} else {
			k.log.Warn("unknown message", "type", r.header.MsgType, "socket", r.channel.name)
		}
		r.publish("status", idle)
	})
	if r.finally != nil {
		r.finally()
	}
}

// answerComm is answer for the messages of comms.
func (k *kernel) answerComm(r *request) (here bool) {
	k.iopub.awaitSubscriber()
	r.publish("status", busy)
	k.comm(r)
	r.publish("status", idle)
	return true
}

// answerDebug is answer for requests to the debugger, which may run code of cells.
func (k *kernel) answerDebug(r *request) (here bool) {
	r.publish("status", busy)
	k.debug(r)
	r.publish("status", idle)
	return true
}

// answerCell is answer for cells, which may abandon their goroutine.
func (k *kernel) answerCell(r *request) (here bool) {
	k.iopub.awaitSubscriber()
	x := k.newExecution(r)
	if x == nil {
		k.answer(r, func(*kernel, *request) {}) // malformed, which has been logged
		return true
	}
	k.announce(x)
	res, here := k.run(x, func(res interp.Result) {
		k.cells.takeOver(func() { k.conclude(x, res) })
	})
	if here {
		k.conclude(x, res)
	}
	return here
}
