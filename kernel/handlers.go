package kernel

// handler answers one type of request.
type handler struct {
	serve func(*kernel, *request)
	lane  lane
}

// lane says what a request waits for.
type lane int

const (
	atOnce  lane = iota // nothing: it is answered also while a cell runs
	inOrder             // the cells that were sent before it
	comms               // the messages of comms that were sent before it
)

// handlers is all that the kernel answers, on shell and control alike.
var handlers = map[string]handler{
	"kernel_info_request": {serve: (*kernel).kernelInfo},
	"execute_request":     {serve: (*kernel).execute, lane: inOrder},
	"complete_request":    {serve: (*kernel).complete},
	"inspect_request":     {serve: (*kernel).inspect},
	"is_complete_request": {serve: (*kernel).isComplete},
	"history_request":     {serve: (*kernel).searchHistory},
	"comm_info_request":   {serve: (*kernel).commInfo},
	"comm_open":           {serve: (*kernel).comm, lane: comms},
	"comm_msg":            {serve: (*kernel).comm, lane: comms},
	"comm_close":          {serve: (*kernel).comm, lane: comms},
	"debug_request":       {serve: (*kernel).debug},
	"interrupt_request":   {serve: (*kernel).interruptRequest},
	"shutdown_request":    {serve: (*kernel).shutdown},
}

// dispatch answers a request, or queues it.
func (k *kernel) dispatch(r *request) {
	switch handlers[r.header.MsgType].lane {
	case inOrder:
		k.queue.push(r)
	case comms:
		k.comms.push(r)
	default:
		k.answer(r)
	}
}

// answer runs the handler between busy and idle, as every request on every channel must be framed. What is
// answered at once has both in one write, unless it waits for the session; a cell says that it is busy
// when it begins, see execute.
func (k *kernel) answer(r *request) {
	r.hold("status", busy)
	if handlers[r.header.MsgType].lane == comms {
		k.iopub.flush()
	}
	if h, known := handlers[r.header.MsgType]; known {
		h.serve(k, r)
	} else {
		k.log.Warn("unknown message", "type", r.header.MsgType, "socket", r.channel.name)
	}
	r.publish("status", idle)
	if r.finally != nil {
		r.finally()
	}
}
