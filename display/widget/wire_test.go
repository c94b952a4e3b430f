package widget

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/msrepl/msrepl/display/frontend"
	"github.com/msrepl/msrepl/internal/session/face"
)

// sent is a message as a page gets it.
type sent struct {
	kind, id string
	data     map[string]any
	meta     map[string]any
	buffers  [][]byte
}

// fakePage is a front end that keeps what it is sent.
type fakePage struct{ got []sent }

func (p *fakePage) Ask(string, bool) (string, error) { return "", frontend.ErrNone }
func (p *fakePage) Page(map[string]any) error        { return frontend.ErrNone }
func (p *fakePage) NextInput(string, bool) error     { return frontend.ErrNone }

func (p *fakePage) Comm(msgType string, c *frontend.Comm, m frontend.Message) error {
	raw, err := json.Marshal(m.Data)
	if err != nil {
		return err
	}
	s := sent{kind: msgType, id: c.ID(), meta: m.Metadata, buffers: m.Buffers}
	_ = json.Unmarshal(raw, &s.data)
	p.got = append(p.got, s)
	return nil
}

// take returns what has come since the last call.
func (p *fakePage) take() []sent {
	list := p.got
	p.got = nil
	return list
}

// openPage attaches a front end that supports a version of the protocol.
func openPage(t *testing.T, v int) *fakePage {
	t.Helper()
	p := &fakePage{}
	face.Attach(p)
	Serve()
	Use(v)
	t.Cleanup(func() {
		face.Detach(p)
		Serve()
	})
	return p
}

// say sends what a page sends: text is the data of a comm_msg.
func say(t *testing.T, w Widget, text string, buffers ...[]byte) {
	t.Helper()
	var data map[string]any
	if err := json.Unmarshal([]byte(text), &data); err != nil {
		t.Fatal(err)
	}
	if !face.Deliver("comm_msg", w.model().ID(), "", frontend.Message{Data: data, Buffers: buffers}) {
		t.Fatalf("no comm %q", w.model().ID())
	}
}

// TestModels compares the states of all models with those that ipywidgets documents.
func TestModels(t *testing.T) {
	for v, file := range map[int]string{7: "testdata/ipywidgets7.json", 8: "testdata/ipywidgets8.json"} {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var want map[string]map[string]any
		if err := json.Unmarshal(raw, &want); err != nil {
			t.Fatal(err)
		}
		page := openPage(t, v)
		for name, keys := range want {
			m := newModel("TestModels", name)
			if err := m.open(); err != nil {
				t.Fatal(err)
			}
			got := openedState(page.take(), m.ID())
			delete(got, "_view_count") // which the documentation leaves out
			if name == "Image" {
				delete(keys, "value") // bytes, which are beside the state
			}
			if v == 7 && name == "SelectionSlider" {
				keys["style"] = "@SliderStyle" // version 8's, which version 7 knows as well
			}
			for key, def := range keys {
				if _, sent := got[key]; v == 7 && def == nil && !sent {
					delete(keys, key) // null is what the page has for it
				}
			}
			if diff := cmp.Diff(keys, got); diff != "" {
				t.Errorf("version %d, %s (-want +got):\n%s", v, name, diff)
			}
		}
	}
	for name, k := range kinds() {
		if name != "Any" && name != "Stack" && strings.ToUpper(name[:1]) == name[:1] && k.name != name {
			t.Errorf("%s is called %s", name, k.name)
		}
	}
}

// openedState is the state of a model as it was opened, with names of models for references.
func openedState(messages []sent, id string) map[string]any {
	names := map[string]string{}
	var state map[string]any
	for _, s := range messages {
		st, _ := s.data["state"].(map[string]any)
		names["IPY_MODEL_"+s.id] = "@" + strings.TrimSuffix(st["_model_name"].(string), "Model")
		if s.id == id {
			state = st
		}
	}
	for key, v := range state {
		if s, ok := v.(string); ok && names[s] != "" {
			state[key] = names[s]
		}
	}
	return state
}

// TestOpening: what a control consists of is open before it, each with the version of the protocol; showing it again
// opens nothing.
func TestOpening(t *testing.T) {
	for v, protocol := range map[int]string{7: "2.0.0", 8: "2.1.0"} {
		page := openPage(t, v)
		box := NewVBox(NewIntSlider(3, 0, 10, Traits{"layout": Traits{"width": "50%"}}), NewImage([]byte{1, 2}))
		view, _ := box.MIME()[viewMIME].(map[string]any)
		got := page.take()
		var opened []string
		for _, s := range got {
			state := s.data["state"].(map[string]any)
			opened = append(opened, strings.TrimSuffix(state["_model_name"].(string), "Model"))
			if s.kind != "comm_open" || s.meta["version"] != protocol {
				t.Errorf("%s with %v", s.kind, s.meta)
			}
			if opened[len(opened)-1] == "Image" {
				if diff := cmp.Diff([]any{[]any{"value"}}, s.data["buffer_paths"]); diff != "" || len(s.buffers) != 1 {
					t.Errorf("buffers of an image: %s", diff)
				}
			}
		}
		// The children come first, and of each its layout and its style.
		want := []string{"Layout", "SliderStyle", "IntSlider", "Layout", "Image", "Layout", "VBox"}
		if diff := cmp.Diff(want, opened); diff != "" {
			t.Errorf("version %d (-want +got):\n%s", v, diff)
		}
		if view["model_id"] != box.ID() || view["version_major"] != 2 {
			t.Errorf("the view is %v", view)
		}
		if width := got[0].data["state"].(map[string]any)["width"]; width != "50%" {
			t.Errorf("width %v", width)
		}
		box.MIME()
		if again := page.take(); len(again) != 0 {
			t.Errorf("opened again: %v", again)
		}
	}
}

// TestUpdates: for each control what a page sends, what the cell sees, and what is sent back.
func TestUpdates(t *testing.T) {
	image := func(file string) Widget { return NewImage([]byte(file)) }
	tests := []struct {
		name    string
		control Widget
		update  string // the state of a page
		key     string
		want    any
		back    string // states of what is sent after the echo
	}{
		{"IntSlider", NewIntSlider(1, 0, 10), `{"value":7}`, "value", 7, ""},
		{"a value beyond the range", NewIntSlider(1, 0, 10), `{"value":70}`, "value", 10, `{"value":10}`},
		{"a value of another type", NewIntSlider(1, 0, 10), `{"value":"x"}`, "value", 1, `{"value":1}`},
		{"FloatSlider", NewFloatSlider(0.5, 0, 2), `{"value":1}`, "value", 1.0, ""},
		{"FloatLogSlider", NewFloatLogSlider(0.01, -4, 0), `{"value":0.1}`, "value", 0.1, ""},
		{"FloatLogSlider beyond", NewFloatLogSlider(0.01, -4, 0), `{"value":2}`, "value", 1.0, `{"value":1}`},
		{"IntText", NewIntText(1), `{"value":-70}`, "value", -70, ""},
		{"FloatText", NewFloatText(1), `{"value":2.5}`, "value", 2.5, ""},
		{"Text", NewText("a"), `{"value":"b"}`, "value", "b", ""},
		{"Textarea", NewTextarea("a"), `{"value":"b\nc"}`, "value", "b\nc", ""},
		{"Checkbox", NewCheckbox(false, "on"), `{"value":true}`, "value", true, ""},
		{"ToggleButton", NewToggleButton(true, "on"), `{"value":false}`, "value", false, ""},
		{"Dropdown", NewDropdown([]string{"a", "b"}), `{"index":1}`, "index", 1, ""},
		{"Dropdown of nothing", NewDropdown([]string{"a", "b"}), `{"index":5}`, "index", nil, `{"index":null}`},
		{"RadioButtons", NewRadioButtons([]string{"a", "b"}), `{"index":1}`, "index", 1, ""},
		{"ToggleButtons", NewToggleButtons([]string{"a", "b"}), `{"index":null}`, "index", nil, ""},
		{"SelectMultiple", NewSelectMultiple([]string{"a", "b", "c"}), `{"index":[2,0]}`, "index", []any{2, 0}, ""},
		{"Play", NewPlay(0, 0, 5), `{"value":3,"playing":true}`, "playing", true, ""},
		{"Tab", NewTab([]string{"x", "y"}, NewLabel("a"), NewLabel("b")), `{"selected_index":1}`, "selected_index", 1, ""},
		{"Accordion", NewAccordion([]string{"x"}, NewLabel("a")), `{"selected_index":0}`, "selected_index", 0, ""},
		{"Image", image("a"), `{"width":"20"}`, "width", "20", ""},
		{"HTML", NewHTML("<b>a</b>"), `{"value":"x"}`, "value", "x", ""},
		{"IntProgress", NewIntProgress(1, 0, 9), `{"value":3}`, "value", 3, ""},
		{"another model", New("ColorPicker"), `{"value":"red"}`, "value", "red", ""},
		{"a key that nobody knows", NewIntSlider(1, 0, 10), `{"_view_count":2,"other":1,"value":2}`, "value", 2, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			page := openPage(t, 8)
			if tt.control.model().MIME()[viewMIME] == nil {
				t.Fatal("it has no view")
			}
			page.take()
			calls := 0
			before := tt.control.model().Get(tt.key)
			tt.control.model().Observe(tt.key, func(any) { calls++ })
			say(t, tt.control, `{"method":"update","state":`+tt.update+`,"buffer_paths":[]}`)
			now := tt.control.model().Get(tt.key)
			if diff := cmp.Diff(tt.want, now); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if changed := !cmp.Equal(before, now); changed != (calls == 1) || calls > 1 {
				t.Errorf("%d calls", calls)
			}
			got := page.take()
			if len(got) == 0 || got[0].data["method"] != "echo_update" || !sameJSON(t, tt.update, got[0].data["state"]) {
				t.Fatalf("the echo is %v", got)
			}
			switch {
			case tt.back == "" && len(got) > 1:
				t.Errorf("sent back: %v", got[1:])
			case tt.back != "" && (len(got) != 2 || got[1].data["method"] != "update" || !sameJSON(t, tt.back, got[1].data["state"])):
				t.Errorf("sent back: %v, want %s", got[1:], tt.back)
			}
		})
	}
}

func sameJSON(t *testing.T, want string, got any) bool {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(want), &v); err != nil {
		t.Fatal(err)
	}
	return cmp.Equal(v, any(got))
}

// TestOldVersions: the page of version 7 has no echo and other names, that of version 6 other messages, too.
func TestOldVersions(t *testing.T) {
	page := openPage(t, 7)
	play := NewPlay(0, 0, 5)
	play.MIME()
	page.take()
	say(t, play, `{"method":"update","state":{"_playing":true},"buffer_paths":[]}`)
	if got := page.take(); len(got) != 0 || play.Get("playing") != true {
		t.Errorf("sent %v, playing %v", got, play.Get("playing"))
	}
	play.Set("repeat", true)
	if got := page.take(); len(got) != 1 || !sameJSON(t, `{"_repeat":true}`, got[0].data["state"]) {
		t.Errorf("sent %v", got)
	}
	tab := NewTab([]string{"one"}, NewLabel("a"))
	tab.MIME()
	if state := openedState(page.take(), tab.ID()); !sameJSON(t, `{"0":"one"}`, state["_titles"]) || state["titles"] != nil {
		t.Errorf("a tab is %v", state)
	}

	page = openPage(t, 8)
	face.Deliver("comm_open", "v", "jupyter.widget.version", frontend.Message{Data: map[string]any{}})
	if got := page.take(); len(got) != 1 || got[0].data["version"] != "~2.1.4" { // what Debian's ipywidgets 6 answers
		t.Fatalf("the version is %v", got)
	}
	choice := NewDropdown([]string{"a", "b"})
	choice.MIME()
	got := page.take()
	last := got[len(got)-2] // before the message that displays it
	if last.data["value"] != "a" || last.data["_model_module"] != "jupyter-js-widgets" || got[len(got)-1].data["method"] != "display" {
		t.Errorf("opened %v", last.data)
	}
	say(t, choice, `{"method":"backbone","sync_data":{"value":"b"}}`)
	if choice.Value() != "b" || choice.Index() != 1 || len(page.take()) != 0 {
		t.Errorf("%q is chosen", choice.Value())
	}
	out := NewOutput()
	out.MIME()
	page.take()
	out.SetOutputs([]map[string]any{{"output_type": "stream", "name": "stdout", "text": "1 < 2"}})
	if got := page.take(); len(got) != 1 || !sameJSON(t, `{"value":"<pre>1 &lt; 2</pre>"}`, got[0].data["state"]) {
		t.Errorf("an output is sent as %v", got)
	}
}

// TestControlComm: a page that is loaded again asks for all states.
func TestControlComm(t *testing.T) {
	page := openPage(t, 8)
	s, img := NewFloatSlider(0.5, 0, 1), NewImage([]byte("raw"))
	s.MIME()
	img.MIME()
	closed := NewText("gone")
	closed.MIME()
	closed.Close()
	page.take()
	face.Deliver("comm_open", "c", "jupyter.widget.control", frontend.Message{Data: map[string]any{}})
	face.Deliver("comm_msg", "c", "", frontend.Message{Data: map[string]any{"method": "request_states"}})
	got := page.take()
	if len(got) != 1 || got[0].data["method"] != "update_states" {
		t.Fatalf("sent %v", got)
	}
	states := got[0].data["states"].(map[string]any)
	if len(states) != 5 { // a slider with its layout and style, an image with its layout
		t.Errorf("%d states", len(states))
	}
	entry := states[s.ID()].(map[string]any)
	if entry["model_name"] != "FloatSliderModel" || entry["model_module"] != controls || entry["state"].(map[string]any)["value"] != 0.5 {
		t.Errorf("the slider is %v", entry)
	}
	want := []any{[]any{img.ID(), "state", "value"}}
	if diff := cmp.Diff(want, got[0].data["buffer_paths"]); diff != "" || string(got[0].buffers[0]) != "raw" {
		t.Errorf("buffers: %s", diff)
	}
	say(t, s, `{"method":"request_state"}`)
	if got := page.take(); len(got) != 1 || got[0].data["method"] != "update" || got[0].data["state"].(map[string]any)["max"] != 1.0 {
		t.Errorf("the state is %v", got)
	}
}

// TestLinksButtonsAndAny tests controls without a value.
func TestLinksButtonsAndAny(t *testing.T) {
	page := openPage(t, 8)
	play, slider := NewPlay(0, 0, 5), NewIntSlider(0, 0, 5)
	link := JSLink(play, "value", slider, "value")
	state := openedState(page.take(), link.ID())
	want := []any{"IPY_MODEL_" + play.ID(), "value"}
	if diff := cmp.Diff(want, state["source"]); diff != "" || state["_view_name"] != nil || link.MIME()[viewMIME] != nil {
		t.Errorf("a link is %v: %s", state, diff)
	}
	if name := openedState(page.take(), JSDLink(play, "value", slider, "value").ID()); name != nil {
		t.Error("taken already")
	}

	clicks := 0
	button := NewButton("Go")
	button.OnClick(func() { clicks++ })
	button.MIME()
	say(t, button, `{"method":"custom","content":{"event":"click"}}`)
	say(t, button, `{"method":"custom","content":{"event":"other"}}`)
	if button.Click(); clicks != 2 {
		t.Errorf("%d clicks", clicks)
	}

	page.take()
	drawn := NewAny("export default {}", ".a {}", Traits{"count": 1, "pixels": []byte{9}})
	drawn.MIME()
	state = openedState(page.got, drawn.ID())
	if state["_model_module"] != "anywidget" || state["_model_name"] != "AnyModel" || state["_esm"] != "export default {}" || state["count"] != 1.0 {
		t.Errorf("an anywidget is %v", state)
	}
	page.take()
	say(t, drawn, `{"method":"update","state":{"count":5,"deep":[{}]},"buffer_paths":[["deep",0,"raw"],["pixels"]]}`, []byte("x"), []byte("y"))
	deep := drawn.Get("deep").([]any)[0].(map[string]any)
	if drawn.Get("count") != 5 || string(drawn.Get("pixels").([]byte)) != "y" || string(deep["raw"].([]byte)) != "x" {
		t.Errorf("count %v, pixels %v, deep %v", drawn.Get("count"), drawn.Get("pixels"), deep)
	}
	if err := drawn.Send(map[string]any{"hello": 1}, []byte{1}); err != nil {
		t.Error(err)
	}
	last := page.got[len(page.got)-1]
	if !sameJSON(t, `{"method":"custom","content":{"hello":1}}`, last.data) || len(last.buffers) != 1 {
		t.Errorf("sent %v", last)
	}
}

// TestBuffersInside: bytes inside maps and lists of a state go beside it, both ways and into the states of a notebook,
// each to its own place; names and numbers there are as they are outside.
func TestBuffersInside(t *testing.T) {
	page := openPage(t, 8)
	w := NewAny("export default {}", "", Traits{"data": map[string]any{
		"raw": []byte("one"), "list": []any{1, []byte("two")}, "deep": map[string]any{"x": []byte("three"), "n": 2},
	}})
	if w.MIME()[viewMIME] == nil {
		t.Fatal("it is not shown")
	}
	var open sent
	for _, s := range page.take() {
		if s.id == w.ID() {
			open = s
		}
	}
	want := map[string]any{"list": []any{1.0, nil}, "deep": map[string]any{"n": 2.0}}
	if diff := cmp.Diff(want, open.data["state"].(map[string]any)["data"]); diff != "" {
		t.Errorf("the state without bytes: %s", diff)
	}
	paths := []any{[]any{"data", "deep", "x"}, []any{"data", "list", 1.0}, []any{"data", "raw"}}
	if diff := cmp.Diff(paths, open.data["buffer_paths"]); diff != "" {
		t.Errorf("the places: %s", diff)
	}
	if diff := cmp.Diff([][]byte{[]byte("three"), []byte("two"), []byte("one")}, open.buffers); diff != "" {
		t.Errorf("the bytes: %s", diff)
	}
	var kept []string
	for _, b := range States()[w.ID()].(map[string]any)["buffers"].([]any) {
		b := b.(map[string]any)
		kept = append(kept, fmt.Sprint(b["path"], b["data"]))
	}
	encoded := []string{"[data deep x]dGhyZWU=", "[data list 1]dHdv", "[data raw]b25l"} // by base64(1)
	if diff := cmp.Diff(encoded, kept); diff != "" {
		t.Errorf("kept with a notebook: %s", diff)
	}

	slider := NewIntSlider(3, 0, 9)
	slider.MIME()
	say(t, w, `{"method":"update","buffer_paths":[["data","list",2,"a"],["data","list",1],["data","new"]],
		"state":{"data":
		{"list":[4,null,{"a":null}],"n":7,"f":0.5,"w":"IPY_MODEL_`+slider.ID()+`"}}}`,
		[]byte("A"), []byte("B"), []byte("C"))
	now := map[string]any{
		"list": []any{4, []byte("B"), map[string]any{"a": []byte("A")}}, "new": []byte("C"), "n": 7, "f": 0.5,
		"w": slider.model(),
	}
	if diff := cmp.Diff(now, w.Get("data"), cmp.Comparer(func(a, b *Model) bool { return a == b })); diff != "" {
		t.Errorf("what the page has sent: %s", diff)
	}
}

// TestCells: what cells set is sent once, to pages that show it, and only what has changed.
func TestCells(t *testing.T) {
	page := openPage(t, 8)
	s := NewIntSlider(3, 0, 10)
	var seen []int
	s.OnChange(func(v int) { seen = append(seen, v) })
	s.SetValue(4)
	if len(page.take()) != 0 {
		t.Error("sent before it is shown")
	}
	s.MIME()
	page.take()
	s.SetValue(5)
	s.SetValue(5)
	s.SetValue(50)
	s.Set("max", 8)
	s.Style().Set("handle_color", "red")
	s.Layout().Set("width", "9px")
	var states []string
	for _, m := range page.take() {
		raw, _ := json.Marshal(m.data["state"])
		states = append(states, string(raw))
	}
	want := []string{`{"value":5}`, `{"value":10}`, `{"max":8,"value":8}`, `{"handle_color":"red"}`, `{"width":"9px"}`}
	if diff := cmp.Diff(want, states); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if !slices.Equal(seen, []int{4, 5, 10, 8}) {
		t.Errorf("seen %v", seen)
	}
	id := s.ID()
	s.Close()
	if got := page.take(); len(got) != 3 || got[0].kind != "comm_close" || got[0].id != id || s.Value() != 8 {
		t.Errorf("closed: %v", got)
	}
	if s.MIME()[viewMIME] == nil || s.ID() == id {
		t.Error("it cannot be shown again")
	}
}

// TestNoFrontEnd: without a page a control keeps its values and is text.
func TestNoFrontEnd(t *testing.T) {
	s := NewIntSlider(3, 0, 10, Traits{"description": "depth"})
	s.SetValue(12)
	if diff := cmp.Diff(map[string]any{"text/plain": `IntSlider(description="depth", max=10, value=10)`}, s.MIME()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	list := NewSelectMultiple([]string{"a", "b"})
	list.SetValue("b")
	if !slices.Equal(list.Value(), []string{"b"}) {
		t.Errorf("chosen %v", list.Value())
	}
	c := NewDropdown([]string{"a", "b"})
	var chosen []string
	c.OnChange(func(o string) { chosen = append(chosen, o) })
	c.SetValue("b")
	c.SetOptions([]string{"c"})
	if !slices.Equal(chosen, []string{"b", "c"}) || c.Value() != "c" {
		t.Errorf("chosen %v, %q", chosen, c.Value())
	}
}

// TestPageMakesCircle: a page that makes a box part of itself, or of what it holds, gets what the box has.
func TestPageMakesCircle(t *testing.T) {
	page := openPage(t, 8)
	inner := NewVBox(NewLabel("a"))
	outer := NewHBox(inner)
	outer.MIME()
	for _, child := range []string{inner.ID(), outer.ID()} {
		page.take()
		say(t, inner, `{"method":"update","state":{"children":["IPY_MODEL_`+child+`"]}}`)
		if got := page.take(); len(got) != 2 || got[1].data["method"] != "update" || len(inner.String()) == 0 {
			t.Errorf("sent %v", got)
		}
	}
	if s := outer.String(); s != `HBox(children=(VBox(children=(Label(value="a")))))` {
		t.Errorf("the box is %s", s)
	}
}
