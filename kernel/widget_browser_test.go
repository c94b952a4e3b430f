package kernel

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/cdproto/input"
)

// TestWidgetsInNotebook moves a slider with the mouse in the classic notebook, whose extension knows the widgets of
// ipywidgets 6 and says so: the plot below it is drawn again.
func TestWidgetsInNotebook(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser takes its time")
	}
	needJupyter(t, "notebook, widgetsnbextension")
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
