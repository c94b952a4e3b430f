package interp

import (
	"fmt"
	"io"
	"log"
	"log/slog"
	"path/filepath"
	"reflect"
	"strconv"
	"sync"
	"time"

	"github.com/msrepl/msrepl/interp/internal/cellrt"
	"github.com/msrepl/msrepl/interp/internal/goabi"
)

// loggers returns replacements for the functions of package log, by name.
func (m *machine) loggers(exit func(code int, quiet bool)) map[string]any {
	all := map[string]any{
		"log.Output":           func(depth int, text string) error { return m.log(log.Default(), depth-1, text) },
		"(*log.Logger).Output": func(l *log.Logger, depth int, text string) error { return m.log(l, depth-1, text) },
	}
	plain := func(v ...any) string { return fmt.Sprint(cellrt.FiniteAll(v)...) }
	line := func(v ...any) string { return fmt.Sprintln(cellrt.FiniteAll(v)...) }
	format := func(f string, v ...any) string { return fmt.Sprintf(f, cellrt.FiniteAll(v)...) }
	for verb, then := range map[string]func(text string){
		"Print": func(string) {},
		"Fatal": func(string) { exit(1, true) },
		"Panic": func(text string) { panic(text) },
	} {
		write := func(l *log.Logger, text string) { _ = m.log(l, 0, text); then(text) }
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

// placing is held while a line with a position is written.
var placing sync.Mutex

// log writes a line of a logger with the position of the call, skip calls further out, if the logger's flags ask for
// it.
func (m *machine) log(l *log.Logger, skip int, text string) error {
	flags := l.Flags()
	if flags&(log.Lshortfile|log.Llongfile) == 0 {
		return l.Output(0, text) // as Print does
	}
	at := site{file: "???"}
	if list := m.callers(); 0 <= skip && skip < len(list) {
		at = list[skip]
	}
	return logAt(l, at, text)
}

// logAt writes a line of a logger with the position at.
func logAt(l *log.Logger, at site, text string) error {
	flags, prefix := l.Flags(), l.Prefix()
	if flags&log.Lshortfile != 0 {
		at.file = filepath.Base(at.file)
	}
	place := at.file + ":" + strconv.Itoa(at.line) + ": "
	if flags&log.Lmsgprefix != 0 { // it is behind the place
		place, prefix = place+prefix, ""
	}
	placing.Lock()
	defer placing.Unlock()
	return log.New(l.Writer(), prefix, flags&^(log.Lshortfile|log.Llongfile)).Output(0, place+text)
}

// placeDefault makes the initial handler of package slog log positions in cells where package log does. Its writer is
// an unexported field.
func (m *machine) placeDefault(h slog.Handler) {
	v := reflect.Indirect(reflect.ValueOf(h))
	if v.Kind() != reflect.Struct {
		return
	}
	f := v.FieldByName("output")
	if !f.IsValid() || f.Type() != reflect.TypeFor[func(uintptr, []byte) error]() {
		return
	}
	output := (*func(uintptr, []byte) error)(f.Addr().UnsafePointer())
	if firstOutput == nil {
		firstOutput = *output
	}
	*output = func(pc uintptr, text []byte) error {
		if log.Flags()&(log.Lshortfile|log.Llongfile) == 0 {
			return firstOutput(pc, text)
		}
		f, _ := m.frames([]uintptr{pc}).Next()
		return logAt(log.Default(), site{file: f.File, line: f.Line}, string(text))
	}
}

// firstOutput writes a line to the logger of package log.
var firstOutput func(pc uintptr, text []byte) error

// ofSlog returns replacements for functions of package slog, by name. Their records have program counters of the
// machine; handlers of the package correct the position with ReplaceAttr.
func (m *machine) ofSlog() map[string]any {
	var made sync.Map // by goroutine: the program counter of the last record
	source := func(s *slog.Source) *slog.Source {
		id, _ := goabi.Goroutine()
		if pc, ok := made.LoadAndDelete(id); ok && s.File == "" {
			if at, ok := m.sites.at(pc.(uintptr)); ok {
				return &slog.Source{Function: at.fn, File: at.file, Line: at.line}
			}
		}
		if at, ok := m.logs(); ok && inMachine(s.Function) {
			return &slog.Source{Function: at.fn, File: at.file, Line: at.line}
		}
		return s
	}
	with := func(o *slog.HandlerOptions) *slog.HandlerOptions {
		if o == nil || !o.AddSource {
			return o
		}
		c := *o
		c.ReplaceAttr = func(groups []string, a slog.Attr) slog.Attr {
			if s, ok := a.Value.Any().(*slog.Source); ok && a.Key == slog.SourceKey && len(groups) == 0 {
				a.Value = slog.AnyValue(source(s))
			}
			if o.ReplaceAttr == nil {
				return a
			}
			return o.ReplaceAttr(groups, a)
		}
		return &c
	}
	return map[string]any{
		"log/slog.NewTextHandler": func(w io.Writer, o *slog.HandlerOptions) *slog.TextHandler { return slog.NewTextHandler(w, with(o)) },
		"log/slog.NewJSONHandler": func(w io.Writer, o *slog.HandlerOptions) *slog.JSONHandler { return slog.NewJSONHandler(w, with(o)) },
		"log/slog.NewRecord": func(t time.Time, level slog.Level, msg string, pc uintptr) slog.Record {
			id, _ := goabi.Goroutine()
			made.Store(id, pc)
			return slog.NewRecord(t, level, msg, pc)
		},
		"(log/slog.Record).Source": func(r slog.Record) *slog.Source {
			if r.PC == 0 {
				return nil
			}
			f, _ := m.frames([]uintptr{r.PC}).Next()
			return &slog.Source{Function: f.Function, File: f.File, Line: f.Line}
		},
	}
}
