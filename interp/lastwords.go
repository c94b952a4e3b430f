package interp

import (
	"fmt"

	"github.com/msrepl/msrepl/internal/lastwords"
	"github.com/msrepl/msrepl/interp/internal/front"
)

// lastPlaces lets somebody else know where cells are, should Go end the process.
type lastPlaces struct {
	at   *int // the number of the place reached last, nil when nobody asks
	next int
}

// watchEnd begins with it.
func (e *engine) watchEnd() { e.last.at = lastwords.Start() }

// reaches notes that a unit runs.
func (e *engine) reaches(u *front.Unit) {
	if !lastwords.On() || len(u.Steps) == 0 {
		return
	}
	if e.last.at == nil {
		e.last.at = lastwords.Start()
	}
	*e.last.at = e.last.note(u.Steps[0].Filename, u.Steps[0].Line)
	lastwords.Changed()
}

// startsGoroutine notes that code starts a goroutine.
func (e *engine) startsGoroutine(at *front.Mark) {
	if e.last.at == nil || at == nil {
		return
	}
	lastwords.Started(e.last.note(at.Filename, at.Line))
}

func (l *lastPlaces) note(cell string, line int) int {
	l.next++
	lastwords.Place(l.next, fmt.Sprintf("%s:%d", cell, line))
	return l.next
}
