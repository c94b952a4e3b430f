// Package rt is the hidden package that lowered cells call: what the interpreter lacks, or gets
// wrong, in compiled code. One Runtime serves one session.
package rt

import (
	"fmt"
	"io"
	"reflect"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/msrepl/msrepl/display"
	"github.com/msrepl/msrepl/internal/bridge"
	"github.com/msrepl/msrepl/internal/halt"
	"github.com/msrepl/msrepl/nn"
)

// Runtime is the state that lowered code and the session share.
type Runtime struct {
	// GoPanic is called with what a goroutine of a cell has panicked with, and the marks where it was
	// started and, as far as is known, where it has failed.
	GoPanic func(value any, started, at int)
	// IndexDetail says which index was out of range at a mark, by what cells have noted last; "" when that is not known.
	IndexDetail func(at int, notes []int) string
	// Exited is called before a goroutine ends that has asked for the end of the program.
	Exited func(code int, stays bool)
	// Recovered is called when a cell has recovered from a panic.
	Recovered func()
	// Started returns how a goroutine that starts now calls its function.
	Started func() (within func(f func()))
	// FirstGo is called before the first goroutine of a cell starts.
	FirstGo func()
	// Group is the group of scopes in which code of cells runs, and of the goroutines that it starts.
	Group string
	// Stderr is where the builtin print functions write.
	Stderr io.Writer

	waits   waits
	firstGo sync.Once

	at      *int         // the variable in which cells note where they are
	stop    *int         // the one that tells them that goroutines are to end
	notes   []*int       // those in which they note indices and lengths
	panicAt atomic.Int64 // what it held when the cell called panic, -1 when it has not

	exiting atomic.Bool // no deferred function runs any more

	step  atomic.Int64 // the statement that runs, -1 before the first
	mu    sync.Mutex
	first int // the statements of the present unit are numbered from first to last-1
	last  int
	done  chan struct{} // closed by an interrupt
	shown []any
	show  bool

	unread []unread // errors that the cell has left unread so far

	halting int            // cells that are to end
	kept    map[any]func() // by type, see Forget
}

var runtimes atomic.Int64 // how many there have been

// New returns the runtime of a new session.
func New() *Runtime {
	return &Runtime{Group: fmt.Sprint("session ", runtimes.Add(1)), done: make(chan struct{}), kept: map[any]func(){}}
}

// Begin prepares for a unit of n statements that are numbered from first on.
func (r *Runtime) Begin(first, n int) {
	r.step.Store(-1)
	r.panicAt.Store(-1)
	r.waits.restart()
	r.exiting.Store(false)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.first, r.last = first, first+n
	r.shown, r.show = nil, false
	select {
	case <-r.done:
		r.done = make(chan struct{})
	default:
	}
}

// SetMark is given the addresses of the variables in which cells note where they are, in which they see that goroutines are to
// end, and of pairs of an index and a length.
func (r *Runtime) SetMark(at, stop *int, notes []*int) { r.at, r.stop, r.notes = at, stop, notes }

// MoveMark makes at the variable in which cells note where they are, and returns the one that was.
func (r *Runtime) MoveMark(at *int) (was *int) {
	was, r.at = r.at, at
	return was
}

// Halting notes that n more cells are to end, n fewer when it is negative.
func (r *Runtime) Halting(n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.halting += n; r.stop != nil {
		*r.stop = r.halting
	}
}

// Halt ends the goroutine at hand if its cell is to end.
func Halt() { halt.Check() }

// Notes returns what cells have noted last: indices and lengths in turn.
func (r *Runtime) Notes() []int {
	out := make([]int, len(r.notes))
	for i, p := range r.notes {
		out[i] = *p
	}
	return out
}

func (r *Runtime) mark() int {
	if r.at == nil {
		return -1
	}
	return *r.at
}

// Mark returns the number of the place where running code called panic or, failing that, that it
// reached last. It must be asked before anything else runs.
func (r *Runtime) Mark() int {
	if at := r.panicAt.Load(); at >= 0 {
		return int(at)
	}
	return r.mark()
}

// Interrupt wakes everything that waits on Done.
func (r *Runtime) Interrupt() {
	r.mu.Lock()
	defer r.mu.Unlock()
	select {
	case <-r.done:
	default:
		close(r.done)
	}
}

// Interrupted says whether Interrupt was called since Begin.
func (r *Runtime) Interrupted() bool {
	select {
	case <-r.Done():
		return true
	default:
		return false
	}
}

// StepAt returns the index in its unit of the statement that runs, -1 before the first.
func (r *Runtime) StepAt() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return max(int(r.step.Load())-r.first, -1)
}

// Shown returns the values of the last expression; ok is false when there was none.
func (r *Runtime) Shown() (values []any, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.shown, r.show
}

// Step notes that statement k runs next. A cell that was left behind because an interrupt could not
// reach it ends here when it wakes up during another one.
func (r *Runtime) Step(k int) {
	r.mu.Lock()
	mine := r.first <= k && k < r.last
	r.mu.Unlock()
	if !mine {
		r.Stop()
	}
	r.step.Store(int64(k))
}

// Show keeps the values of the last expression, as statement k.
func (r *Runtime) Show(k int, values ...any) {
	r.Step(k)
	r.note(values)
}

// Keep keeps the values of the last expression as they are; those of a call whose last one is a nil error show nothing.
func (r *Runtime) Keep(values []any, results bool) {
	if results {
		if values = display.Results(values...); len(values) == 0 {
			return
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.shown, r.show = make([]any, len(values)), true
	for i, v := range values {
		r.shown[i] = networks(v)
	}
}

func (r *Runtime) note(values []any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.shown, r.show = make([]any, len(values)), true
	for i, v := range values {
		r.shown[i] = keepText(v)
	}
}

// ShowResults is Show for the results of a call whose last one is an error: nothing is shown of one that is nil.
func (r *Runtime) ShowResults(k int, values ...any) {
	r.Step(k)
	if values = display.Results(values...); len(values) > 0 {
		r.note(values)
	}
}

// keepText unwraps a value. The text of a session's value that has a String or Error method is taken
// now, because only the wrapper knows it.
func keepText(v any) any {
	inner := bridge.Unwrap(v)
	if b, ok := canonical(v).(Box); ok {
		return keepBox(b)
	}
	if inner == nil {
		return nil
	}
	if reflect.TypeOf(inner) == reflect.TypeOf(v) {
		return bases(bridge.ValueOf(inner))
	}
	switch x := v.(type) {
	case error:
		return display.EchoText(inner, x.Error())
	case fmt.Stringer:
		return display.EchoText(inner, x.String())
	}
	return bases(bridge.ValueOf(inner))
}

// keepBox keeps the text that a value has now, or the value with its type.
func keepBox(b Box) any {
	if text, ok := bridge.ValueOf(b).OwnText(); ok {
		return display.EchoText(b.value, text)
	}
	if b.of.typ == nil {
		return bases(bridge.ValueOf(b))
	}
	return b
}

// bases puts the cells of package nn in the place of networks that cells declare: they know the text and the layout.
func bases(v bridge.Value) any {
	if v.Kind() == reflect.Struct && isNetwork(v.Type()) {
		return baseOr(v)
	}
	switch v.Kind() {
	case reflect.Slice, reflect.Array, reflect.Map:
		if isNetwork(v.Type().Elem()) {
			return basesOf(v)
		}
	}
	return v.Interface()
}

// basesOf does so with the elements of a list or map.
func basesOf(v bridge.Value) any {
	switch v.Kind() {
	case reflect.Slice, reflect.Array:
		list := make([]any, v.Len())
		for i := range list {
			list[i] = baseOr(v.At(i))
		}
		return list
	case reflect.Map:
		m := reflect.MakeMap(reflect.MapOf(v.Type().Key(), reflect.TypeFor[any]()))
		for _, k := range v.Keys() {
			m.SetMapIndex(k.Value, reflect.ValueOf(baseOr(v.Lookup(k))))
		}
		return m.Interface()
	}
	return v.Interface()
}

// isNetwork says whether t is a network of a type that a cell declares, or a pointer to one.
func isNetwork(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	c := classOf(t)
	return c != nil && c.Base != nil
}

// baseOr returns the base of a network. One that is no pointer is copied; the copy holds the same cells, but the first
// knows where it lives.
func baseOr(v bridge.Value) any {
	if v.Kind() == reflect.Struct {
		ptr := reflect.New(v.Type())
		ptr.Elem().Set(v.Value)
		v = bridge.Value{Value: ptr}
	}
	base, ok := v.Base().(*nn.Cell)
	if !ok {
		return (*nn.Cell)(nil)
	}
	if outer := bridge.ValueOf(base.Outer()).Base(); outer != nil {
		return outer
	}
	return base
}

// ShowNil is Show for the expression nil.
func (r *Runtime) ShowNil() { r.note([]any{nil}) }

// Done returns the channel that an interrupt closes.
func (r *Runtime) Done() <-chan struct{} {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.done
}

// Stop leaves a cell that was interrupted while it waited.
func (r *Runtime) Stop() { panic(Interrupt{}) }

// Sleep is time.Sleep, cut short by an interrupt.
func (r *Runtime) Sleep(d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-r.Done():
		r.Stop()
	}
}

// Interrupt is the panic value of interrupted cells.
type Interrupt struct{}

// Error names it.
func (Interrupt) Error() string { return "interrupted" }

// Unrecoverable says that code cannot recover from it.
func (Interrupt) Unrecoverable() {}

// Symbols returns the table of the hidden package. Names with a mark in lowered code are reserved,
// so that users cannot reach it.
func (r *Runtime) Symbols() map[string]reflect.Value {
	return map[string]reflect.Value{
		"SetMark": reflect.ValueOf(r.SetMark),
		"Made":    reflect.ValueOf(r.Made), "Room": reflect.ValueOf(Room),
		"Lock": reflect.ValueOf(r.Lock), "Unlock": reflect.ValueOf(r.Unlock), "RLock": reflect.ValueOf(r.RLock), "RUnlock": reflect.ValueOf(r.RUnlock),
		"Wait": reflect.ValueOf(r.Wait), "CondWait": reflect.ValueOf(r.CondWait),
		"Step": reflect.ValueOf(r.Step), "Show": reflect.ValueOf(r.Show), "ShowNil": reflect.ValueOf(r.ShowNil),
		"ShowResults": reflect.ValueOf(r.ShowResults), "Unread": reflect.ValueOf(r.Unread),
		"Send": reflect.ValueOf(r.Send), "Receive": reflect.ValueOf(r.Receive), "Select": reflect.ValueOf(r.Select), "Carried": reflect.ValueOf(Carried), "List": reflect.ValueOf(List),
		"NewDefers": reflect.ValueOf(NewDefers), "Guard": reflect.ValueOf(r.Guard), "Recover": reflect.ValueOf(r.Recover),
		"Panic": reflect.ValueOf(r.Panic), "PanicError": reflect.ValueOf(r.PanicError), "Go": reflect.ValueOf(r.Go),
		"Fatal": reflect.ValueOf(r.Fatal), "Fatalf": reflect.ValueOf(r.Fatalf), "FlagsParse": reflect.ValueOf(r.FlagsParse),
		"LoggerFatal": reflect.ValueOf(r.LoggerFatal), "LoggerFatalln": reflect.ValueOf(r.LoggerFatalln), "LoggerFatalf": reflect.ValueOf(r.LoggerFatalf),
		"ParseCommandLine": reflect.ValueOf(r.ParseCommandLine),
		"Hush":             reflect.ValueOf(Hush), "NilPointer": reflect.ValueOf(NilPointer), "NegativeShift": reflect.ValueOf(NegativeShift), "Count": reflect.ValueOf(Count),
		"Defers": reflect.ValueOf((*Defers)(nil)),
		"Bind":   reflect.ValueOf(Bind), "Outer": reflect.ValueOf(Outer), "Based": reflect.ValueOf(Based), "BaseOf": reflect.ValueOf(BaseOf),
		"Equal": reflect.ValueOf(Equal), "NotEqual": reflect.ValueOf(NotEqual),
		"ErrorValue": reflect.ValueOf(ErrorValue), "StringValue": reflect.ValueOf(StringValue),
		"MemProfileRate": reflect.ValueOf(&runtime.MemProfileRate),
		"Medium":         reflect.ValueOf(Medium),
		"ErrorAs":        reflect.ValueOf(ErrorAs), "BadAssert": reflect.ValueOf(BadAssert), "NotImplemented": reflect.ValueOf(NotImplemented),
		"Same": reflect.ValueOf(Same), "Kept": reflect.ValueOf(Kept), "Key": reflect.ValueOf((*Key)(nil)), "KeyOf": reflect.ValueOf(KeyOf), "Canon": reflect.ValueOf(Canon), "Holds": reflect.ValueOf(Holds), "Clear": reflect.ValueOf(Clear),
		"TypeString": reflect.ValueOf(TypeString), "TypeBase": reflect.ValueOf(TypeBase), "Lost": reflect.ValueOf(Lost), "Compiled": reflect.ValueOf(Compiled), "Mend": reflect.ValueOf(Mend), "Runes": reflect.ValueOf(Runes), "Complex": reflect.ValueOf(Complex), "Uint64": reflect.ValueOf(Uint64),
		"Print": reflect.ValueOf(r.Print), "Println": reflect.ValueOf(r.Println),
		"Register": reflect.ValueOf(r.Register), "TypeName": reflect.ValueOf(TypeName), "Named": reflect.ValueOf(Named), "Joined": reflect.ValueOf(Joined),
		"NewBox": reflect.ValueOf(NewBox), "Of": reflect.ValueOf(Of), "Rebox": reflect.ValueOf(Rebox), "Unbox": reflect.ValueOf(Unbox), "Declare": reflect.ValueOf(r.Declare),
		"NamedAll": reflect.ValueOf(NamedAll), "Text": reflect.ValueOf(Text), "Errorf": reflect.ValueOf(Errorf),
		"ReaderTo": reflect.ValueOf(ReaderTo), "Writer": reflect.ValueOf(Writer),
		"Source64": reflect.ValueOf(Source64), "BoolFlag": reflect.ValueOf(BoolFlag), "Unwrapper": reflect.ValueOf(Unwrapper),
		"LogValuer": reflect.ValueOf(LogValuer), "LogValues": reflect.ValueOf(LogValues), "Ignored": reflect.ValueOf(Ignored),
		"Execute": reflect.ValueOf(Execute), "ExecuteTemplate": reflect.ValueOf(ExecuteTemplate), "TemplateFuncs": reflect.ValueOf(TemplateFuncs),
		"JSON": reflect.ValueOf(JSON), "Halt": reflect.ValueOf(Halt),
		"Argument": reflect.ValueOf((*Argument)(nil)), "Arrived": reflect.ValueOf((*Arrived)(nil)),
	}
}

// Describe returns the text of a panic value.
func Describe(v any) string {
	switch v := v.(type) {
	case error:
		return v.Error()
	case string:
		return v
	case fmt.Stringer:
		return v.String()
	}
	return fmt.Sprint(Named(v))
}
