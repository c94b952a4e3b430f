package kernel

// handler answers one type of request.
type handler struct {
	serve func(*kernel, *request)
	line  func(*kernel) *line // of requests that wait for those of the same line, nil for one that is answered also while a cell runs
}

// handlers is all that the kernel answers, on shell and control alike.
var handlers = map[string]handler{
	"kernel_info_request": {serve: (*kernel).kernelInfo},
	"execute_request":     {line: theCells},
	"complete_request":    {serve: (*kernel).complete},
	"inspect_request":     {serve: (*kernel).inspect},
	"is_complete_request": {serve: (*kernel).isComplete},
	"history_request":     {serve: (*kernel).searchHistory},
	"comm_info_request":   {serve: (*kernel).commInfo},
	"comm_open":           {line: theComms},
	"comm_msg":            {line: theComms},
	"comm_close":          {line: theComms},
	"debug_request":       {serve: (*kernel).debug},
	"interrupt_request":   {serve: (*kernel).interruptRequest},
	"shutdown_request":    {serve: (*kernel).shutdown},
}

func theCells(k *kernel) *line { return &k.cells }
func theComms(k *kernel) *line { return &k.comms }

// dispatch answers a request at once, or returns what may take long.
func (k *kernel) dispatch(r *request) work {
	h := handlers[r.header.MsgType]
	if h.line == nil {
		k.answer(r, h.serve)
		return nil
	}
	return func(readOn func()) bool { return h.line(k).take(r, readOn) }
}

// answer runs the handler between busy and idle, as every request on every channel must be framed. What is answered
// at once has both in one write, unless it waits for the session.
func (k *kernel) answer(r *request, serve func(*kernel, *request)) {
	r.hold("status", busy)
	if serve != nil {
		serve(k, r)
	} else {
		k.log.Warn("unknown message", "type", r.header.MsgType, "socket", r.channel.name)
	}
	r.publish("status", idle)
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

// answerCell is answer for cells, which may leave their goroutine, see execute.
func (k *kernel) answerCell(r *request) (here bool) {
	k.iopub.awaitSubscriber()
	r.hold("status", busy)
	return k.execute(r, func(here bool) {
		r.publish("status", idle)
		if !here {
			k.cells.moved()
		}
	})
}
