package interp

import (
	"strings"

	"github.com/msrepl/msrepl/interp/internal/port"
)

func portCommands() []Command {
	return []Command{
		{
			Name: "python", Help: "translate the lines of Python below to Go and show the result", Cell: true, takes: nothing,
			run: (*Session).cmdPython,
		},
	}
}

// cmdPython shows the Go translation of pasted Python. Variables of the session keep their types; nothing runs.
func (s *Session) cmdPython(c call) Result {
	if !c.cell {
		return s.failed("write %%python, and the lines of Python below it")
	}
	e := s.engine()
	t, err := port.New(e.assist.World)
	if err != nil {
		return s.failed(err.Error())
	}
	t.Know(e.front.Env())
	cell := t.Page([]string{strings.TrimRight(c.body, "\n")})[0]
	return s.say("%s", cell.Go)
}
