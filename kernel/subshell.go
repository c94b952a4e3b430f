package kernel

import (
	"crypto/rand"
	"slices"
	"sync"

	"github.com/msrepl/msrepl/interp"
)

// subshells holds queues of requests in addition to that of the cells (JEP 91). A client creates a subshell and names
// it in the headers of requests, which are answered while a cell runs.
type subshells struct {
	mu    sync.Mutex
	ids   []string // in order of creation
	lines map[string]*relay
}

type subshellReply struct {
	okContent
	ID any `json:"subshell_id"`
}

func (k *kernel) createSubshell(r *request) {
	id := rand.Text()
	line := &relay{}
	line.answer = func(r *request) bool { return k.answerBeside(r, line) }
	s := &k.subshells
	s.mu.Lock()
	if s.lines == nil {
		s.lines = map[string]*relay{}
	}
	s.ids, s.lines[id] = append(s.ids, id), line
	s.mu.Unlock()
	r.reply(subshellReply{ok, id})
}

// deleteSubshell deletes a subshell. Its running request continues; queued requests are aborted.
func (k *kernel) deleteSubshell(r *request) {
	var c struct {
		ID string `json:"subshell_id"`
	}
	if !r.parse(&c) {
		return
	}
	s := &k.subshells
	s.mu.Lock()
	line := s.lines[c.ID]
	delete(s.lines, c.ID)
	s.ids = slices.DeleteFunc(s.ids, func(id string) bool { return id == c.ID })
	s.mu.Unlock()
	if line == nil {
		r.reply(noSubshell(c.ID))
		return
	}
	k.abort(line.takeCells())
	r.reply(ok)
}

func (k *kernel) listSubshells(r *request) {
	k.subshells.mu.Lock()
	defer k.subshells.mu.Unlock()
	r.reply(subshellReply{ok, append([]string{}, k.subshells.ids...)})
}

// line returns the queue of a subshell, or nil if there is none.
func (s *subshells) line(id string) *relay {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.lines[id]
}

func (s *subshells) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, line := range s.lines {
		line.close()
	}
}

func noSubshell(id string) errorContent {
	return errorContent{"error", "ValueError", "there is no subshell " + id, []string{}}
}

// toSubshell answers a request that names a subshell. Cells wait for those of the same subshell; other requests are
// answered as if they named none.
func (k *kernel) toSubshell(r *request, h handler) work {
	line := k.subshells.line(r.header.SubshellID)
	switch {
	case line == nil:
		k.answer(r, func(_ *kernel, r *request) { r.reply(noSubshell(r.header.SubshellID)) })
		return nil
	case r.header.MsgType == "execute_request":
		return func(readOn func()) bool { return line.enter(r, readOn) }
	}
	return k.handle(r, h)
}

// answerBeside is answerCell for a cell of a subshell, which runs concurrently with the cells of the main shell and
// has no number. A cell that defines something waits in the queue of the main shell instead, and runs as one of its
// cells.
func (k *kernel) answerBeside(r *request, line *relay) (here bool) {
	k.iopub.awaitSubscriber()
	content := r.content
	x := parseExecution(r)
	if x == nil {
		k.answer(r, func(*kernel, *request) {})
		return true
	}
	x.line, x.beside = line, true
	begins := sync.OnceFunc(func() { k.announce(x) })
	if res, done := k.shortcut(x, x.Code); done {
		begins()
		k.conclude(x, res)
		return true
	}
	var sink interp.Sink = silence{}
	if !x.Silent {
		sink = &cellOutput{k.out, x.rawHeader}
	}
	if res, done := k.awaitEngine().EvalBeside(x.Code, sink, begins); done {
		k.conclude(x, res)
		return true
	}
	r.content, r.over = content, make(chan struct{})
	go k.cells.enter(r, func() {}) // readOn does nothing: the queue of the subshell continues to read
	select {
	case <-r.over:
	case <-k.stopped:
	}
	return true
}
