package kernel

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// widgetPage is what a page of widgets knows: the states that the kernel has sent, by the names of their models.
type widgetPage struct {
	*client
	states map[string]map[string]any
	order  []string
}

// see takes the messages of comms among others.
func (p *widgetPage) see(messages []received) {
	for _, m := range messages {
		id, _ := m.content["comm_id"].(string)
		data, _ := m.content["data"].(map[string]any)
		state, _ := data["state"].(map[string]any)
		switch m.header.MsgType {
		case "comm_open":
			p.states[id] = map[string]any{}
			p.order = append(p.order, id)
		case "comm_close":
			delete(p.states, id)
		}
		if p.states[id] == nil || data["method"] == "echo_update" {
			continue
		}
		for key, v := range state {
			p.states[id][key] = v
		}
	}
}

// run runs a cell.
func (p *widgetPage) run(code string) exchange {
	p.t.Helper()
	x := p.execute(code)
	if x.reply.content["status"] != "ok" {
		p.t.Fatalf("%s: %s", code, x.reply.raw)
	}
	p.see(x.iopub)
	return x
}

// find returns the latest model of a class whose state has some value for a key.
func (p *widgetPage) find(model, key string, value any) string {
	p.t.Helper()
	for i := len(p.order) - 1; i >= 0; i-- {
		s := p.states[p.order[i]]
		if s["_model_name"] == model && (key == "" || fmt.Sprint(s[key]) == fmt.Sprint(value)) {
			return p.order[i]
		}
	}
	p.t.Fatalf("no %s with %s %v among %v", model, key, value, p.states)
	return ""
}

// set sends what a page sends when the user has changed a control.
func (p *widgetPage) set(id, state string) exchange {
	p.t.Helper()
	x := p.finish(p.send("shell", "comm_msg", json.RawMessage(
		`{"comm_id":"`+id+`","data":{"method":"update","state":`+state+`,"buffer_paths":[]}}`)), false)
	p.see(x.iopub)
	return x
}

// shown is what an output widget shows, in a line.
func (p *widgetPage) shown(id string) string {
	var parts []string
	list, _ := p.states[id]["outputs"].([]any)
	for _, o := range list {
		o := o.(map[string]any)
		switch o["output_type"] {
		case "stream":
			parts = append(parts, fmt.Sprintf("%s(%q)", o["name"], o["text"]))
		case "error":
			parts = append(parts, fmt.Sprintf("error(%s: %s)", o["ename"], o["evalue"]))
		default:
			data := o["data"].(map[string]any)
			kind := ""
			for _, mime := range []string{"image/svg+xml", "text/html", "image/png"} {
				if data[mime] != nil {
					kind += " " + mime
				}
			}
			text, _, _ := strings.Cut(fmt.Sprint(data["text/plain"]), "\n")
			parts = append(parts, "display("+text+kind+")")
		}
	}
	return strings.Join(parts, " ")
}

func openWidgets(t *testing.T) *widgetPage {
	t.Helper()
	return &widgetPage{client: startWith(t, tcpConnection(t, "key"), newSessionEngine), states: map[string]map[string]any{}}
}

// TestInteract drives controls that a cell's function has got, as a page does.
func TestInteract(t *testing.T) {
	sharesNotes(t)
	p := openWidgets(t)
	x := p.run(`total := 0
display.Interact(func(lr float64, depth int, name string, fast bool) int {
	total += depth
	fmt.Println(name, lr, fast)
	display.Show(display.HTML("<b>" + name + "</b>"))
	if depth == 9 {
		panic("too deep")
	}
	return depth * 2
}, display.Between("depth", 1, 9), display.Start("depth", 3), display.Start("name", "net"), display.LogBetween("lr", 0.01, 1))`)
	views := 0
	for _, m := range x.iopub {
		if m.header.MsgType == "display_data" && m.content["data"].(map[string]any)["application/vnd.jupyter.widget-view+json"] != nil {
			views++
		}
		if m.header.MsgType == "stream" {
			t.Errorf("printed beside the output: %s", m.raw)
		}
	}
	if views != 1 {
		t.Fatalf("%d views: %s", views, summary(x.iopub))
	}
	out := p.find("OutputModel", "", nil)
	expect := func(want string) {
		t.Helper()
		if got := p.shown(out); got != want {
			t.Errorf("the output is %s, want %s", got, want)
		}
	}
	expect(`stdout("net 0.1 false\n") display(net text/html) display(6)`)
	p.set(p.find("IntSliderModel", "description", "depth"), `{"value":4}`)
	expect(`stdout("net 0.1 false\n") display(net text/html) display(8)`)
	p.set(p.find("FloatLogSliderModel", "description", "lr"), `{"value":0.5}`)
	p.set(p.find("TextModel", "description", "name"), `{"value":"deep"}`)
	p.set(p.find("CheckboxModel", "description", "fast"), `{"value":true}`)
	expect(`stdout("deep 0.5 true\n") display(deep text/html) display(8)`)
	p.set(p.find("IntSliderModel", "", nil), `{"value":9}`)
	expect(`stdout("deep 0.5 true\n") display(deep text/html) error(Panic: too deep)`)
	traceback := fmt.Sprint(p.states[out]["outputs"])
	if !strings.Contains(traceback, "In[1]:7:3") {
		t.Errorf("the error does not name its place: %s", traceback)
	}
	p.set(p.find("IntSliderModel", "", nil), `{"value":2}`)
	expect(`stdout("deep 0.5 true\n") display(deep text/html) display(4)`)
	if got := result(p.run("total")); got != "30" { // 3+4+4+4+4+9+2
		t.Errorf("total is %s", got)
	}
}

// TestInteractOptions: the options together, with functions that a cell names, that have run before, and that methods
// are.
func TestInteractOptions(t *testing.T) {
	sharesNotes(t)
	p := openWidgets(t)
	p.run(`type Model struct{ scale float64 }
func (m Model) Score(depth int, act string, rate float32) (string, error) {
	return fmt.Sprint(m.scale, depth, act, rate), nil
}
func describe(n uint8, on bool) { fmt.Println(n, on) }
describe(1, true)
m := Model{2}`)
	p.run(`rate := widget.NewFloatText(0.5)
display.Interact(m.Score, display.Choose("act", "relu", "tanh"), display.Start("act", "tanh"), display.Fix("depth", 3),
	display.With("rate", rate), display.Manual())`)
	out := p.find("OutputModel", "", nil)
	expect := func(want string) {
		t.Helper()
		if got := p.shown(out); got != want {
			t.Errorf("the output is %s, want %s", got, want)
		}
	}
	expect(`display("2 3tanh0.5")`)
	p.set(p.find("DropdownModel", "description", "act"), `{"index":0}`)
	p.run(`rate.SetValue(0.25)`)
	expect(`display("2 3tanh0.5")`)
	click := p.send("shell", "comm_msg", map[string]any{
		"comm_id": p.find("ButtonModel", "description", "Run"),
		"data":    map[string]any{"method": "custom", "content": map[string]string{"event": "click"}},
	})
	p.see(p.finish(click, false).iopub)
	expect(`display("2 3relu0.25")`)

	p.run(`display.Interact(describe, display.Start("n", 2))`)
	out = p.find("OutputModel", "", nil)
	expect(`stdout("2 false\n")`)
	p.set(p.find("IntSliderModel", "description", "n"), `{"value":60}`)
	expect(`stdout("6 false\n")`) // 3 times what it began with, the most that the slider has

	p.run(`display.Interact(math.Sqrt, display.Between("x0", 4, 9), display.Start("x0", 4))`)
	out = p.find("OutputModel", "", nil)
	expect("display(2)")
	p.set(p.find("FloatSliderModel", "description", "x0"), `{"value":9}`)
	expect("display(3)")

	p.run(`display.Interact(func(scale float64) any {
		return display.Plot(display.Series{Name: "line", Y: []float64{0, scale}})
	})`)
	out = p.find("OutputModel", "", nil)
	before := fmt.Sprint(p.states[out]["outputs"])
	p.set(p.find("FloatSliderModel", "description", "scale"), `{"value":0.75}`)
	if now := fmt.Sprint(p.states[out]["outputs"]); now == before || strings.Count(now, "display_data") != 1 || !strings.Contains(now, "<svg") {
		t.Errorf("a plot becomes %.300s", now)
	}
}

// TestInteractMisuse: what Interact cannot do is an error of the cell that says what and where.
func TestInteractMisuse(t *testing.T) {
	sharesNotes(t)
	p := openWidgets(t)
	for code, want := range map[string]string{
		`display.Interact(3)`:                                                                  "TypeError: For 'Interact', f must be a function",
		`display.Interact(func(xs ...int) {})`:                                                 "TypeError: For 'Interact', f must be a function",
		`display.Interact(func(xs []int) {})`:                                                  `TypeError: For 'Interact', parameter "xs" of type []int`,
		`display.Interact(func(x int) {}, display.Start("y", 1))`:                              `ValueError: For 'Interact', f has no parameter "y"; it has (x)`,
		`display.Interact(func(x int) {}, display.Start("x", 1.5))`:                            `TypeError: For 'Interact', parameter "x" is of type int, but got 1.5`,
		`display.Interact(func(x int) {}, display.Between("x", 3, 1))`:                         `ValueError: For 'Interact', the range of parameter "x"`,
		`display.Interact(func(x float64) {}, display.LogBetween("x", 0, 1))`:                  `ValueError: For 'Interact', the range of parameter "x"`,
		`display.Interact(func(x int) {}, display.LogBetween("x", 1, 9))`:                      "TypeError: For 'Interact', LogBetween is for floats",
		`display.Interact(func(s string) {}, display.Choose("s", "a", 1))`:                     `TypeError: For 'Interact', parameter "s" is of type string, but got 1`,
		`display.Interact(func(s string) {}, display.Choose("s"))`:                             `ValueError: For 'Interact', parameter "s" has no values to choose from`,
		`display.Interact(func(s string) {}, display.With("s", widget.NewIntSlider(1, 0, 2)))`: `TypeError: For 'Interact', parameter "s" is of type string`,
		`display.Interact(func(s string) {}, display.Option{})`:                                "ValueError: For 'Interact', an option is empty",
	} {
		x := p.execute(code)
		got := fmt.Sprint(x.reply.content["ename"], ": ", x.reply.content["evalue"])
		if !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s", code, got)
		}
		if trace := fmt.Sprint(x.reply.content["traceback"]); !strings.Contains(trace, ":1:9") {
			t.Errorf("%s: no place in %s", code, trace)
		}
	}
}

// TestWidgetCallbacks: functions of controls that print, fail, go on for ever or change controls, one after the other
// and beside a cell. The session goes on.
func TestWidgetCallbacks(t *testing.T) {
	sharesNotes(t)
	p := openWidgets(t)
	p.run(`s := widget.NewIntSlider(0, 0, 10, widget.Traits{"description": "s"})
label, out := widget.NewLabel(""), widget.NewOutput()
s.OnChange(func(v int) {
	label.SetValue(fmt.Sprint("now ", v))
	display.Into(out, func() {
		fmt.Println("got", v)
		if v == 3 {
			_ = []int{}[v]
		}
	})
	if v == 4 {
		panic("four")
	}
	for v == 5 {
	}
})
widget.NewVBox(s, label, out)`)
	slider, label, out := p.find("IntSliderModel", "", nil), p.find("LabelModel", "", nil), p.find("OutputModel", "", nil)
	p.set(slider, `{"value":1}`)
	x := p.set(slider, `{"value":3}`)
	if got := summary(x.iopub); strings.Contains(got, "std") {
		t.Errorf("beside the output: %s", got)
	}
	want := `stdout("got 1\ngot 3\n") error(IndexError: index out of range [3] with length 0)`
	if got := p.shown(out); got != want || p.states[label]["value"] != "now 3" {
		t.Errorf("shown: %s, %v", got, p.states[label]["value"])
	}
	failed := `stderr("in a callback: In[1]:12:3: Panic: four\n    panic(\"four\")\n    ^\n")`
	if got := summary(p.set(slider, `{"value":4}`).iopub); !strings.Contains(got, failed) {
		t.Errorf("a panic is reported as %s", got)
	}
	hang := p.send("shell", "comm_msg", json.RawMessage(`{"comm_id":"`+slider+`","data":{"method":"update","state":{"value":5}}}`))
	p.until("iopub", func(m received) bool { return m.parent.MsgID == hang })
	p.interrupt(hang, false)
	p.set(slider, `{"value":6}`)
	if got := result(p.run("s.Value()")); got != "6" {
		t.Errorf("the value is %s", got)
	}

	// While a cell waits for the slider.
	cell := p.send("shell", "execute_request", map[string]string{"code": "for s.Value() != 7 {\n\ttime.Sleep(time.Millisecond)\n}\ns.Value()"})
	p.untilRunning()
	p.set(slider, `{"value":7}`)
	if got := result(p.finish(cell, true)); got != "7" {
		t.Errorf("the cell sees %s", got)
	}

	// The control is still on the page.
	p.run("%reset")
	failed = "in a callback: Interrupted: the session has been reset since this function was made; run its cell again"
	if got := summary(p.set(slider, `{"value":1}`).iopub); !strings.Contains(got, failed) {
		t.Errorf("after a reset: %s", got)
	}
}

// TestInteractHangs: an interrupt ends a call of Interact that goes on for ever, and says so in its output; the next
// change calls it again.
func TestInteractHangs(t *testing.T) {
	sharesNotes(t)
	p := openWidgets(t)
	p.run("display.Interact(func(n int) int {\n\tfor n == 3 {\n\t}\n\treturn n\n})")
	slider, out := p.find("IntSliderModel", "", nil), p.find("OutputModel", "", nil)
	hang := p.send("shell", "comm_msg", json.RawMessage(`{"comm_id":"`+slider+`","data":{"method":"update","state":{"value":3}}}`))
	p.until("iopub", func(m received) bool { return m.parent.MsgID == hang })
	p.see(p.interrupt(hang, false).iopub)
	if got := p.shown(out); !strings.HasPrefix(got, "error(Interrupt") {
		t.Errorf("shown: %s", got)
	}
	p.set(slider, `{"value":4}`)
	if got := p.shown(out); got != "display(4)" {
		t.Errorf("shown: %s", got)
	}
}

// TestInteractBesideCell: what a function of Interact puts out while a cell runs is its own, and the cell keeps what it
// prints.
func TestInteractBesideCell(t *testing.T) {
	sharesNotes(t)
	p := openWidgets(t)
	p.run("var last atomic.Int64\ndisplay.Interact(func(n int) {\n\tfor i := range 3 {\n\t\tfmt.Println(\"n\", n, i)\n\t}\n\tlast.Store(int64(n))\n})")
	slider, out := p.find("IntSliderModel", "", nil), p.find("OutputModel", "", nil)
	cell := p.send("shell", "execute_request", map[string]string{"code": `for last.Load() != 8 {
	fmt.Print("c")
	time.Sleep(time.Millisecond)
}`})
	p.untilRunning()
	for n := 6; n <= 8; n++ {
		p.set(slider, fmt.Sprintf(`{"value":%d}`, n))
	}
	x := p.finish(cell, true)
	p.see(x.iopub)
	for _, m := range x.iopub {
		if text, _ := m.content["text"].(string); strings.Trim(text, "c") != "" {
			t.Errorf("the cell prints %q", text)
		}
	}
	if got := p.shown(out); got != `stdout("n 8 0\nn 8 1\nn 8 2\n")` {
		t.Errorf("the output is %s", got)
	}
}
