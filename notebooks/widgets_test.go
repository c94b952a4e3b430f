package notebooks

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

// TestWidgetsInNotebook: a replay shows widgets as a page does, and recording keeps their last states in the notebook,
// of those that its outputs show and no others.
func TestWidgetsInNotebook(t *testing.T) {
	nb := &Notebook{Minor: 4}
	for _, code := range []string{
		"s := widget.NewIntSlider(3, 0, 10, widget.Traits{\"description\": \"s\"})\nwidget.NewHBox(s, widget.NewImage([]byte{1, 2}))",
		"s.SetValue(7)",
		"display.Interact(func(n int) { fmt.Println(n) })",
		`_, err := frontend.Input("who? "); err != nil`,
	} {
		nb.Cells = append(nb.Cells, &Cell{Type: "code", Source: code})
	}
	record := func() (changed int) {
		t.Helper()
		r, err := NewSessionRunner()
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		rep, err := Replay(context.Background(), nb, r, 0)
		if err != nil {
			t.Fatal(err)
		}
		changed = rep.Record()
		nb.keepWidgets(rep.widgets)
		return changed
	}
	if n := record(); n != 3 {
		t.Fatalf("%d cells put something out", n)
	}
	check := func() {
		t.Helper()
		var names []string
		for id, entry := range savedStates(nb) {
			e := entry.(map[string]any)
			names = append(names, e["model_name"].(string))
			state := e["state"].(map[string]any)
			switch e["model_name"] {
			case "IntSliderModel":
				if v := state["value"].(json.Number); state["description"] == "s" && v != "7" {
					t.Errorf("the slider is kept at %v", v)
				}
			case "ImageModel":
				want := []any{map[string]any{"path": []any{"value"}, "encoding": "base64", "data": "AQI="}}
				if diff := cmp.Diff(want, e["buffers"]); diff != "" {
					t.Errorf("the picture of %s: %s", id, diff)
				}
			case "OutputModel":
				list, _ := state["outputs"].([]any)
				if len(list) != 1 || list[0].(map[string]any)["text"] != "5\n" {
					t.Errorf("the output has %v", list)
				}
			}
		}
		slices.Sort(names)
		want := []string{
			"HBoxModel", "ImageModel", "IntSliderModel", "IntSliderModel", "LayoutModel", "LayoutModel", "LayoutModel",
			"LayoutModel", "LayoutModel", "LayoutModel", "OutputModel", "SliderStyleModel", "SliderStyleModel", "VBoxModel",
		}
		if diff := cmp.Diff(want, names); diff != "" {
			t.Errorf("kept (-want +got):\n%s", diff)
		}
	}
	check()
	before := slices.Sorted(maps.Keys(savedStates(nb)))
	if n := record(); n != 0 {
		t.Errorf("%d cells differ in a second replay", n)
	}
	if diff := cmp.Diff(before, slices.Sorted(maps.Keys(savedStates(nb)))); diff != "" {
		t.Errorf("kept after a second replay: %s", diff)
	}
	nb.Cells[2].Outputs = nil // recorded anew, beside the others
	if n := record(); n != 1 {
		t.Errorf("%d cells differ", n)
	}
	check()
	nb.Cells = nb.Cells[3:]
	if record(); nb.Metadata["widgets"] != nil {
		t.Errorf("kept without widgets: %v", nb.Metadata)
	}
}

func savedStates(nb *Notebook) map[string]any {
	widgets, _ := nb.Metadata["widgets"].(map[string]any)
	saved, _ := widgets[stateMIME].(map[string]any)
	states, _ := saved["state"].(map[string]any)
	return states
}

// TestWidgetsThroughKernel: recording through a kernel and its client keeps the states, too, bytes included.
func TestWidgetsThroughKernel(t *testing.T) {
	const python = "/usr/bin/python3"
	if out, err := exec.Command(python, "-c", "import nbclient").CombinedOutput(); err != nil {
		testenv.Lacking(t, fmt.Sprintf("%s has no nbclient (make test-deps): %v\n%s", python, err, out))
	}
	dir := t.TempDir()
	kernelEnv(t, dir)
	nb := &Notebook{Minor: 4}
	for _, code := range []string{
		"s := widget.NewIntSlider(3, 0, 10)\nwidget.NewHBox(s, widget.NewImage([]byte{1, 2}))",
		"s.SetValue(7)\nhidden := widget.NewText(`not shown`)",
	} {
		nb.Cells = append(nb.Cells, &Cell{Type: "code", Source: code})
	}
	r, err := NewJupyterRunner([]string{python}, []string{filepath.Join(dir, "msrepl"), "kernel"})
	if err != nil {
		t.Fatal(err)
	}
	rep, err := Replay(context.Background(), nb, r, 0)
	if err := errors.Join(err, r.Close()); err != nil {
		t.Fatal(err)
	}
	rep.Record()
	nb.keepWidgets(rep.widgets)
	var got []string
	for _, entry := range savedStates(nb) {
		e := entry.(map[string]any)
		state := e["state"].(map[string]any)
		switch e["model_name"] {
		case "IntSliderModel":
			got = append(got, fmt.Sprint("slider ", state["value"]))
		case "ImageModel":
			b := e["buffers"].([]any)[0].(map[string]any)
			got = append(got, fmt.Sprint("image ", b["path"], b["encoding"], b["data"]))
		default:
			got = append(got, fmt.Sprint(e["model_name"]))
		}
	}
	slices.Sort(got)
	want := []string{
		"HBoxModel", "LayoutModel", "LayoutModel", "LayoutModel", "SliderStyleModel",
		"image [value]base64AQI=", "slider 7",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("kept (-want +got):\n%s", diff)
	}
}
