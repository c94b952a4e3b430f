package display

import (
	"cmp"
	"fmt"
	"reflect"
	"strings"
	"sync"

	"github.com/charmbracelet/x/ansi"

	"github.com/msrepl/msrepl/display/frontend"
	"github.com/msrepl/msrepl/display/widget"
	"github.com/msrepl/msrepl/internal/session/invoke"
	"github.com/msrepl/msrepl/tensor"
)

// Interact calls f with the values of controls, and again at each change: one control per parameter, with the output,
// displays and result of f below, updated in place (ipywidgets.interact). In a terminal it asks for changes; without
// input, f is called once.
//
// The kind of a control follows from the type of its parameter: a bool gets a checkbox, an integer a slider from 0 to
// 10, a float a slider from 0 to 1, a string a text field. Options refer to parameters by name. Where the names are
// unknown, as in compiled programs, they are those of [Names], or x0, x1 and so on. Parameters of other types need
// [Choose], [Fix] or [With]; without one Interact raises a TypeError. An option for a parameter that does not exist
// is a ValueError.
//
//	display.Interact(func(lr float64, depth int) any {
//		return display.Plot(display.Series{Name: "loss", Y: train(lr, depth)})
//	}, display.LogBetween("lr", 1e-4, 1), display.Between("depth", 1, 8), display.Start("depth", 3))
//
// f runs like a cell: an error is shown in its output, and an interrupt stops it.
func Interact(f any, options ...Option) {
	p := newPanel(f, options)
	data := p.view()
	if len(data) > 1 { // more than text: a page shows the controls
		output().Display(Bundle{Data: data})
		p.redraw()
		return
	}
	p.ask()
}

// Option is an option of [Interact], mostly for one parameter.
type Option struct {
	name  string
	set   func(s *slot)
	run   bool     // set by Manual
	names []string // set by Names
}

// Between makes the control of a number a slider from low to high.
func Between(name string, low, high float64) Option {
	return Option{name: name, set: func(s *slot) { s.low, s.high, s.log, s.ranged = low, high, false, true }}
}

// LogBetween makes the control of a number a slider from low to high, both above 0, with a logarithmic scale.
func LogBetween(name string, low, high float64) Option {
	return Option{name: name, set: func(s *slot) { s.low, s.high, s.log, s.ranged = low, high, true, true }}
}

// Start sets the initial value of a parameter. Without [Between], a number v above 0 gets a slider from -v to 3v.
func Start(name string, value any) Option {
	return Option{name: name, set: func(s *slot) { s.start = value }}
}

// Choose makes the control a drop-down list of values; the first one is selected initially.
func Choose(name string, values ...any) Option {
	return Option{name: name, set: func(s *slot) { s.choices = append([]any{}, values...) }}
}

// Fix sets a parameter to a fixed value, without a control.
func Fix(name string, value any) Option {
	return Option{name: name, set: func(s *slot) { s.start, s.fixed = value, true }}
}

// With uses a control of package widget for a parameter. The parameter gets the control's trait "value"; for a list,
// the selected text.
func With(name string, control widget.Widget) Option {
	return Option{name: name, set: func(s *slot) { s.own = control }}
}

// Manual calls the function when a button is pressed instead of at each change.
func Manual() Option { return Option{run: true} }

// Names sets the names of the function's parameters, in order, for functions whose parameter names are unknown; ""
// keeps a name. More names than parameters are a ValueError.
func Names(names ...string) Option { return Option{names: append([]string{}, names...)} }

// panel is the display of Interact.
type panel struct {
	f      reflect.Value
	slots  []*slot
	manual bool
	out    *widget.Output
	box    *widget.Box

	mu      sync.Mutex
	running bool
	again   bool // a value has changed while the function ran
}

func newPanel(f any, options []Option) *panel {
	p := &panel{f: reflect.ValueOf(f), out: widget.NewOutput()}
	if p.f.Kind() != reflect.Func || p.f.IsNil() || p.f.Type().IsVariadic() {
		tensor.Throw("Interact", tensor.TypeError,
			"For 'Interact', f must be a function with a fixed number of parameters, but got %T.", f)
	}
	names := parameterNames(f, p.f.Type().NumIn(), options)
	for i, name := range names {
		p.slots = append(p.slots, &slot{name: name, typ: p.f.Type().In(i)})
	}
	for _, o := range options {
		p.apply(o, names)
	}
	var children []widget.Widget
	for _, s := range p.slots {
		if s.make(); s.control != nil {
			children = append(children, s.control)
		}
	}
	if p.manual {
		b := widget.NewButton("Run")
		b.OnClick(p.redraw)
		children = append(children, b)
	}
	for _, s := range p.slots {
		if s.control != nil && !p.manual {
			s.observe(p.redraw)
		}
	}
	p.box = widget.NewVBox(append(children, p.out)...)
	return p
}

// parameterNames returns the names of the parameters of f, or generated names if they are unknown.
func parameterNames(f any, n int, options []Option) []string {
	names := make([]string, n)
	if s := session(); s != nil {
		copy(names, s.Parameters(f))
	}
	for _, o := range options {
		if len(o.names) > n {
			tensor.Throw("Interact", tensor.ValueError, "For 'Interact', f takes %d arguments, but Names has %d names: (%s).",
				n, len(o.names), strings.Join(o.names, ", "))
		}
		for i, name := range o.names {
			names[i] = cmp.Or(name, names[i])
		}
	}
	for i, name := range names {
		if name == "" || name == "_" {
			names[i] = fmt.Sprintf("x%d", i)
		}
	}
	return names
}

func (p *panel) apply(o Option, names []string) {
	switch {
	case o.run:
		p.manual = true
		return
	case o.names != nil:
		return
	case o.set == nil:
		tensor.Throw("Interact", tensor.ValueError,
			"For 'Interact', an option is empty; create it with Between, Start, Choose and others.")
	}
	for _, s := range p.slots {
		if s.name == o.name {
			o.set(s)
			return
		}
	}
	tensor.Throw("Interact", tensor.ValueError,
		"For 'Interact', f has no parameter %q; it has (%s).", o.name, strings.Join(names, ", "))
}

// view returns the representations of the controls: only text if no page can show them.
func (p *panel) view() map[string]any { return p.box.MIME() }

// redraw calls the function and shows its output. After a change in the meantime, it calls it again.
func (p *panel) redraw() {
	p.mu.Lock()
	p.again = true
	if p.running {
		p.mu.Unlock()
		return
	}
	p.running = true
	p.mu.Unlock()
	ended := false
	defer func() {
		if !ended { // by an interrupt
			p.hold(false)
		}
	}()
	for p.due() {
		r := &recorder{out: p.out}
		r.run(p.call)
	}
	ended = true
}

// hold sets whether changes call the function: not while on is set.
func (p *panel) hold(on bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.running, p.again = on, false
}

// due reports whether the function must be called, and records that it is.
func (p *panel) due() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	due := p.again
	p.again = false
	p.running = due
	return due
}

// call calls the function and displays its result.
func (p *panel) call() {
	args := make([]reflect.Value, len(p.slots))
	for i, s := range p.slots {
		args[i] = s.value()
	}
	var results []any
	for _, r := range p.f.Call(args) {
		results = append(results, r.Interface())
	}
	if results = invoke.Shown(results); len(results) > 0 {
		output().Display(EchoAll(results))
	}
}

// ask calls the function, and again after each change that the user types, until the user enters nothing. In a session
// an error does not end this.
func (p *panel) ask() {
	if len(p.slots) == 0 || !frontend.Interactive() {
		p.call()
		return
	}
	for more := true; more; more = p.askOnce() {
		if s := session(); s == nil {
			p.call()
		} else if failure := s.Capture(nil, p.call); failure != nil {
			fmt.Fprintln(Stderr(), ansi.Strip(strings.Join(failure.Traceback, "\n")))
		}
	}
}

// askOnce asks until a valid change is entered. It returns false if the user enters nothing.
func (p *panel) askOnce() bool {
	var now []string
	for _, s := range p.slots {
		if s.control != nil {
			now = append(now, s.words())
		}
	}
	for {
		line, err := frontend.Input(strings.Join(now, ", ") + "\nchange (name=value, Enter ends): ")
		if err != nil || strings.TrimSpace(line) == "" {
			return false
		}
		if wrong := p.read(line); wrong == "" {
			return true
		} else {
			fmt.Fprintln(Stdout(), wrong)
		}
	}
}

// read applies the changes of a line, such as lr=0.1, depth=3. If the line is invalid, it returns the reason and
// changes nothing.
func (p *panel) read(line string) (wrong string) {
	var changes []func()
	for part := range strings.SplitSeq(line, ",") {
		name, text, ok := strings.Cut(part, "=")
		name, text = strings.TrimSpace(name), strings.TrimSpace(text)
		if !ok {
			return fmt.Sprintf("%q is not a change: write name=value", strings.TrimSpace(part))
		}
		var s *slot
		for _, x := range p.slots {
			if x.name == name && x.control != nil {
				s = x
			}
		}
		if s == nil {
			return fmt.Sprintf("there is no %q to change", name)
		}
		change, wrong := s.parse(text)
		if wrong != "" {
			return name + " must be " + wrong + fmt.Sprintf(", not %q", text)
		}
		changes = append(changes, change)
	}
	p.hold(true)
	defer p.hold(false)
	for _, change := range changes {
		change()
	}
	return ""
}
