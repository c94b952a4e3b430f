package kernel

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

// TestWidgetsInNotebook moves a slider with the mouse in the classic notebook, whose extension knows the widgets of
// ipywidgets 6 and says so: the plot below it is drawn again.
func TestWidgetsInNotebook(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser takes its time")
	}
	needJupyter(t, "notebook")
	if _, err := os.Stat("/usr/share/jupyter/nbextensions/jupyter-js-widgets"); err != nil {
		testenv.Lacking(t, "no jupyter-nbextension-jupyter-js-widgets (make test-deps)")
	}
	b := openNotebook(t, startNotebookServer(t, "testdata/widgets.ipynb"))
	b.wait("the kernel knows which widgets the page has", `Jupyter.notebook.kernel.widget_manager != null`)
	b.run(`Jupyter.notebook.execute_all_cells()`)
	b.run(`window.cell = n => cells()[n-1].element[0]`)
	b.wait("there is a slider", `cell(1).querySelector('.ui-slider-handle') != null`)
	b.wait("there is a plot", `cell(1).querySelector('svg') != null`)
	b.run(`window.before = cell(1).querySelector('svg').outerHTML`)
	b.wait("its numbers", `cell(1).innerText.includes('x to the power of 1.00')`)
	b.drag("cell(1).querySelector('.ui-slider-handle')", 60)
	b.wait("another plot", `cell(1).querySelector('svg').outerHTML != before && !cell(1).innerText.includes('power of 1.00')`)
	if !b.holds(`cell(1).querySelectorAll('svg').length == 1`) {
		t.Error("the plot is not in the place of the one before it")
	}
	b.run(`cell(1).id = 'shot-widgets'`)
	b.shoot("widgets", "#shot-widgets")
	b.wait("a button", `cell(2).querySelector('button') != null`)
	b.run(`cell(2).querySelector('.widget-button').click()`)
	b.wait("a click", `cell(2).innerText.includes('1 clicks')`)
	b.run(`(() => { const s = cell(2).querySelector('select'); s.value = 'tanh'; s.dispatchEvent(new Event('change', {bubbles: true})) })()`)
	b.run(`add('choice.Value()')`)
	b.wait("what is chosen", `last().innerText.includes("tanh")`)
}

// drag moves an element, given as an expression, to the right with the mouse.
func (b *browser) drag(element string, by float64) {
	b.t.Helper()
	b.run(element + `.scrollIntoView({block: 'center'})`)
	at, err := chromedp.Run(b.ctx, chromedp.Evaluate[[]float64](`(r => [r.x + r.width/2, r.y + r.height/2])(`+element+`.getBoundingClientRect())`))
	if err != nil {
		b.t.Fatal(err)
	}
	left := func(p *input.DispatchMouseEventParams) { p.Button, p.ClickCount = input.MouseButtonLeft, 1 }
	steps := []chromedp.Action[chromedp.Void]{chromedp.MouseEvent(input.DispatchMouseEventTypeMousePressed, at[0], at[1], left)}
	for i := range 5 {
		steps = append(steps, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, at[0]+by*float64(i+1)/5, at[1], left))
	}
	steps = append(steps, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseReleased, at[0]+by, at[1], left))
	if err := chromedp.Do(b.ctx, steps...); err != nil {
		b.t.Fatal(err)
	}
}

// TestNbconvertWidgets executes a notebook with widgets: the client keeps their states in the file, and the page made
// of it shows them without a kernel.
func TestNbconvertWidgets(t *testing.T) {
	if testing.Short() {
		t.Skip("two programs that load for seconds")
	}
	needJupyter(t, "nbconvert, nbclient")
	env, dir := installReal(t), t.TempDir()
	nbconvert(t, env, "--execute", "--to", "notebook", "--output-dir", dir, "--output", "run.ipynb", "testdata/widgets.ipynb")
	text, err := os.ReadFile(filepath.Join(dir, "run.ipynb"))
	if err != nil {
		t.Fatal(err)
	}
	var nb struct {
		Metadata struct {
			Widgets map[string]struct {
				State map[string]struct {
					Name  string         `json:"model_name"`
					State map[string]any `json:"state"`
				} `json:"state"`
			} `json:"widgets"`
		} `json:"metadata"`
	}
	if err := json.Unmarshal(text, &nb); err != nil {
		t.Fatal(err)
	}
	kept := map[string]int{}
	for _, m := range nb.Metadata.Widgets["application/vnd.jupyter.widget-state+json"].State {
		kept[m.Name]++
		if list, ok := m.State["outputs"].([]any); m.Name == "OutputModel" && (!ok || len(list) != 2) {
			t.Errorf("the output has %v", m.State["outputs"])
		}
	}
	for _, name := range []string{"FloatSliderModel", "OutputModel", "ButtonModel", "DropdownModel", "HBoxModel", "VBoxModel", "LabelModel"} {
		if kept[name] != 1 {
			t.Errorf("%d states of a %s among %v", kept[name], name, kept)
		}
	}
	nbconvert(t, env, "--to", "html", "--output-dir", dir, "--output", "run.html", filepath.Join(dir, "run.ipynb"))
	page, err := os.ReadFile(filepath.Join(dir, "run.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"application/vnd.jupyter.widget-state+json", "application/vnd.jupyter.widget-view+json", "x to the power of 1.00"} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the page has no %s", want)
		}
	}
}
