package kernel

// handler answers one type of request.
type handler struct {
	serve   func(*kernel, *request)
	ordered bool // waits for the requests before it; the others are answered at once, also while a cell runs
}

// handlers is all that the kernel answers, on shell and control alike.
var handlers = map[string]handler{
	"kernel_info_request": {serve: (*kernel).kernelInfo},
	"execute_request":     {serve: (*kernel).execute, ordered: true},
	"complete_request":    {serve: (*kernel).complete},
	"inspect_request":     {serve: (*kernel).inspect},
	"is_complete_request": {serve: (*kernel).isComplete},
	"history_request":     {serve: (*kernel).searchHistory},
	"comm_info_request":   {serve: (*kernel).commInfo},
	"comm_open":           {serve: (*kernel).commOpen},
	"comm_msg":            {serve: (*kernel).commIgnore},
	"comm_close":          {serve: (*kernel).commIgnore},
	"interrupt_request":   {serve: (*kernel).interruptRequest},
	"shutdown_request":    {serve: (*kernel).shutdown},
}

// dispatch answers a request, or queues it.
func (k *kernel) dispatch(r *request) {
	if handlers[r.header.MsgType].ordered {
		k.queue.push(r)
		return
	}
	k.answer(r)
}

// answer runs the handler between busy and idle, as every request on every channel must be framed.
func (k *kernel) answer(r *request) {
	r.status("busy")
	if h, known := handlers[r.header.MsgType]; known {
		h.serve(k, r)
	} else {
		k.log.Warn("unknown message", "type", r.header.MsgType, "socket", r.channel.name)
	}
	r.status("idle")
	if r.finally != nil {
		r.finally()
	}
}
