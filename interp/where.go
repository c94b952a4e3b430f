package interp

import (
	"fmt"
	"go/token"
	"log"
	"path/filepath"
	"strconv"
	"sync"

	"github.com/msrepl/msrepl/interp/internal/rt"
)

// Functions that ask the runtime where the program is would get places in the machine that runs cells. Cells have
// others in their place, which look at the code of the cells.

// caller returns the place of a call of code that runs on this goroutine, 0 being the innermost.
func (m *machine) caller(skip int) (token.Position, bool) {
	list := m.places(m.host.Here())
	if skip < 0 || skip >= len(list) {
		return token.Position{}, false
	}
	return list[skip].Position, true
}

// loggers are the functions of package log, by their names.
func (m *machine) loggers(exit func(code int, quiet bool)) map[string]any {
	all := map[string]any{
		"runtime.Caller": func(skip int) (pc uintptr, file string, line int, ok bool) {
			p, ok := m.caller(skip)
			return 0, p.Filename, p.Line, ok
		},
	}
	plain := func(v ...any) string { return fmt.Sprint(rt.FiniteAll(v)...) }
	line := func(v ...any) string { return fmt.Sprintln(rt.FiniteAll(v)...) }
	format := func(f string, v ...any) string { return fmt.Sprintf(f, rt.FiniteAll(v)...) }
	for verb, then := range map[string]func(text string){
		"Print": func(string) {},
		"Fatal": func(string) { exit(1, true) },
		"Panic": func(text string) { panic(text) },
	} {
		write := func(l *log.Logger, text string) { m.log(l, text); then(text) }
		all["log."+verb] = func(v ...any) { write(log.Default(), plain(v...)) }
		all["log."+verb+"ln"] = func(v ...any) { write(log.Default(), line(v...)) }
		all["log."+verb+"f"] = func(f string, v ...any) { write(log.Default(), format(f, v...)) }
		method := "(*log.Logger)." + verb
		all[method] = func(l *log.Logger, v ...any) { write(l, plain(v...)) }
		all[method+"ln"] = func(l *log.Logger, v ...any) { write(l, line(v...)) }
		all[method+"f"] = func(l *log.Logger, f string, v ...any) { write(l, format(f, v...)) }
	}
	return all
}

// placing is held while a line is written that names a place.
var placing sync.Mutex

// log writes a line of a logger that names the place of the call where the logger's flags ask for one.
func (m *machine) log(l *log.Logger, text string) {
	flags := l.Flags()
	if flags&(log.Lshortfile|log.Llongfile) == 0 {
		_ = l.Output(0, text) // as Print does
		return
	}
	place := "???:0: "
	if p, ok := m.caller(0); ok {
		file := p.Filename
		if flags&log.Lshortfile != 0 {
			file = filepath.Base(file)
		}
		place = file + ":" + strconv.Itoa(p.Line) + ": "
	}
	prefix := l.Prefix()
	if flags&log.Lmsgprefix != 0 { // it is behind the place
		place, prefix = place+prefix, ""
	}
	placing.Lock()
	defer placing.Unlock()
	_ = log.New(l.Writer(), prefix, flags&^(log.Lshortfile|log.Llongfile)).Output(0, place+text)
}
