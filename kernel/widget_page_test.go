package kernel

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
)

// Packages of npm's registry that the page uses: the library that shows widgets of ipywidgets 7 and 8, and the one for
// widgets that a module draws.
const (
	htmlManager = "@jupyter-widgets/html-manager@1.0.15"
	anyWidget   = "anywidget@0.11.0"
)

// TestWidgetPage shows widgets with the library that JupyterLab's and other front ends are built on: a slider that the
// mouse moves, a plot that follows, fields, boxes, a picture and a link.
func TestWidgetPage(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser takes its time")
	}
	needPrograms(t, "chromium")
	library, drawing := fetchLibrary(t, htmlManager, "dist/embed-amd.js"), fetchLibrary(t, anyWidget, "dist/index.js")
	loader := "/usr/share/javascript/requirejs/require.js"
	if _, err := os.Stat(loader); err != nil {
		t.Skip("no requirejs, which comes with Debian's notebook")
	}
	for _, version := range []string{"8", "7"} {
		t.Run(version, func(t *testing.T) {
			t.Setenv("MSREPL_WIDGETS", version)
			sharesNotes(t)
			c := startWith(t, tcpConnection(t, "key"), newSessionEngine)
			site := httptest.NewServer(widgetSite(c, map[string]string{
				"/": "testdata/widgets.html", "/require.js": loader, "/embed-amd.js": library, "/anywidget.js": drawing,
			}))
			t.Cleanup(site.Close)
			b := &browser{t, startBrowser(t)}
			if err := chromedp.Do(b.ctx, chromedp.Navigate(site.URL)); err != nil {
				t.Fatal(err)
			}
			b.wait("the library is there", "ready")
			b.driveWidgets(version)
		})
	}
}

// execute runs a cell and returns when the page has taken what comes of it.
func (b *browser) execute(code string) {
	b.t.Helper()
	text, err := json.Marshal(code)
	if err != nil {
		b.t.Fatal(err)
	}
	b.run("window.done = false; window.failed = ''; execute(" + string(text) + ").then(() => window.done = true, (e) => window.failed = String(e))")
	b.wait("the cell has run: "+code, "done || failed")
	if !b.holds("failed == ''") {
		reason, _ := chromedp.Run(b.ctx, chromedp.Evaluate[string]("failed"))
		b.t.Fatalf("%s: %s", code, reason)
	}
}

func (b *browser) driveWidgets(version string) {
	b.execute(`display.Interact(func(power float64) any {
	fmt.Printf("power %.2f\n", power)
	return display.Plot(display.Series{Name: fmt.Sprintf("%.2f", power), Y: tensor.Linspace(0, 1, 50).Pow(power)})
}, display.Between("power", 0, 4), display.Start("power", 1))`)
	b.run(`window.page = document.getElementById('page'); window.has = (s) => page.querySelector(s) != null; true`)
	b.wait("a plot and what is printed", `has('svg') && page.innerText.includes('power 1.00')`)
	b.run(`window.before = page.querySelector('svg').outerHTML`)
	b.drag(`page.querySelector('.noUi-handle, .ui-slider-handle')`, 60)
	b.wait("another plot in its place", `page.querySelectorAll('svg').length == 1 && page.querySelector('svg').outerHTML != before && !page.innerText.includes('power 1.00')`)
	b.shoot("widgets-"+version, "#page")

	b.execute(`tab := widget.NewTab([]string{"one", "two"}, widget.NewCheckbox(true, "tick"), widget.NewText("typed"))
play, count := widget.NewPlay(0, 0, 5), widget.NewIntText(4)
follows := widget.NewIntProgress(0, 0, 10)
link := widget.JSLink(count, "value", follows, "value")
b := widget.NewButton("press", widget.Traits{"style": widget.Traits{"button_color": "rgb(1, 2, 3)"}})
b.OnClick(func() { count.SetValue(count.Value() + 1) })
img := widget.NewImage(display.Echo(image.NewGray(image.Rect(0, 0, 7, 5))).Data["image/png"].([]byte))
radio, several := widget.NewRadioButtons([]string{"a", "b"}), widget.NewSelectMultiple([]string{"x", "y", "z"})
widget.NewVBox(tab, play, widget.NewHBox(count, b), follows, img, radio, several,
	widget.NewAccordion([]string{"more"}, widget.NewHTML("<i id=deep>deep</i>")), widget.NewTextarea("lines"),
	widget.NewToggleButtons([]string{"left", "right"}), widget.NewFloatLogSlider(0.1, -3, 0), widget.NewFloatText(1.5))`)
	b.wait("all controls", `has('input[type=checkbox]') && has('.progress-bar') && has('img') && has('input[type=radio]') &&
		page.querySelectorAll('option').length >= 3 && has('textarea') && page.innerText.includes('left') && page.innerText.includes('one') && page.innerText.includes('more')`)
	for what, js := range map[string]string{
		"the picture":        `page.querySelector('img').naturalWidth == 7`,
		"the button's style": `[...page.querySelectorAll('button')].some(b => b.innerText == 'press' && b.style.backgroundColor == 'rgb(1, 2, 3)')`,
		"no failure":         `!page.innerText.includes('Error')`,
	} {
		if !b.holds(js) {
			b.t.Errorf("version %s: not so: %s", version, what)
		}
	}
	b.run(`[...page.querySelectorAll('button')].find(b => b.innerText == 'press').click()`)
	b.wait("the kernel counts, and the link follows", `[...page.querySelectorAll('input[type=number], input[type=text]')].some(i => i.value == '5') &&
		page.querySelector('.progress-bar').style.width == '50%'`)
	b.run(`page.querySelectorAll('input[type=radio]')[1].click(); page.querySelector('input[type=checkbox]').click()`)
	b.run(`(() => { const s = page.querySelector('select[multiple]'); s.options[0].selected = s.options[2].selected = true; s.dispatchEvent(new Event('change', {bubbles: true})) })()`)
	b.execute(`for radio.Value() != "b" || len(several.Value()) != 2 {
	time.Sleep(time.Millisecond)
}
if fmt.Sprint(several.Value()) != "[x z]" {
	panic(several.Value())
}`)
	b.shoot("controls-"+version, "#page")

	b.execute(`drawn := widget.NewAny("export default { render({ model, el }) {" +
	"  const b = document.createElement('b'), show = () => { b.innerText = 'count ' + model.get('count') };" +
	"  b.id = 'drawn'; model.on('change:count', show); show(); el.append(b);" +
	"  b.onclick = () => { model.set('count', model.get('count') + 1); model.save_changes() } } }",
	"#drawn { color: rgb(4, 5, 6) }", widget.Traits{"count": 1})
drawn`)
	b.wait("what a module draws", `document.querySelector('#drawn')?.innerText == 'count 1' && getComputedStyle(document.querySelector('#drawn')).color == 'rgb(4, 5, 6)'`)
	b.run(`document.querySelector('#drawn').click()`)
	b.execute(`for drawn.Get("count") != 2 {
	time.Sleep(time.Millisecond)
}
drawn.Set("count", 40)`)
	b.wait("it follows the kernel", `document.querySelector('#drawn').innerText == 'count 40'`)
}

// widgetSite serves files, and runs cells and passes messages of comms: each request returns what has been published
// for it.
func widgetSite(c *client, files map[string]string) http.Handler {
	var mu sync.Mutex
	answer := func(w http.ResponseWriter, r *http.Request, msgType string) {
		var content json.RawMessage
		if err := json.NewDecoder(r.Body).Decode(&content); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		mu.Lock()
		defer mu.Unlock()
		list := []map[string]any{}
		for _, m := range c.finish(c.send("shell", msgType, content), msgType == "execute_request").iopub {
			list = append(list, map[string]any{"type": m.header.MsgType, "content": m.content, "metadata": m.metadata, "buffers": m.buffers})
		}
		_ = json.NewEncoder(w).Encode(list)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /execute", func(w http.ResponseWriter, r *http.Request) { answer(w, r, "execute_request") })
	mux.HandleFunc("POST /comm", func(w http.ResponseWriter, r *http.Request) { answer(w, r, "comm_msg") })
	mux.HandleFunc("GET /", func(w http.ResponseWriter, r *http.Request) {
		if file := files[r.URL.Path]; file != "" {
			http.ServeFile(w, r, file)
			return
		}
		http.NotFound(w, r)
	})
	return mux
}

// fetchLibrary returns a file of a package, which npm brings once into the cache of the one who runs the tests.
func fetchLibrary(t *testing.T, library, name string) string {
	t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Skip(err)
	}
	dir := filepath.Join(cache, "msrepl-test", filepath.Base(library))
	file := filepath.Join(dir, "package", name)
	if _, err := os.Stat(file); err == nil {
		return file
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Skip(err)
	}
	fetch := exec.Command("sh", "-c", fmt.Sprintf(`tar xzf "$(npm pack -s %s)" package/%s`, library, name))
	fetch.Dir = dir
	if out, err := fetch.CombinedOutput(); err != nil {
		t.Skipf("npm does not bring %s: %v\n%s", library, err, out)
	}
	return file
}
