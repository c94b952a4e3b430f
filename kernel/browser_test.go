package kernel

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

// browserPatience is for a page of several megabytes on a busy machine.
const browserPatience = patience

// TestBrowser opens a notebook in the classic notebook, in a real browser: it runs all cells, looks at
// what they show, interrupts a loop and restarts the kernel. Screenshots are its artefacts; with
// MSREPL_SCREENSHOTS=DIR they are written there, which is how those of the documentation are made.
func TestBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser takes its time")
	}
	needJupyter(t, "notebook")
	b := openNotebook(t, startNotebookServer(t, "testdata/browser.ipynb"))
	b.run(`Jupyter.notebook.clear_all_output()`) // it holds what a replay compares with
	b.sample()                                   // remembers what passes by
	b.run(`Jupyter.notebook.execute_all_cells()`)
	b.wait("all cells have run", `Jupyter.notebook.get_cells().every(c => c.cell_type != 'code' || typeof c.input_prompt_number == 'number')`)
	// replies may overtake outputs
	b.wait("the last output is there", `output(6).querySelector('.output_result') != null`)
	for _, want := range []struct{ what, js string }{
		{"a table", `output(1).querySelectorAll('table td').length >= 30`},
		{"an image", `[...output(2).querySelectorAll('img')].some(i => i.naturalWidth > 0) || output(2).querySelector('svg') != null`},
		{"a plot", `output(3).querySelector('svg path, svg polyline, img') != null`},
		{"a plot that was drawn again and again", `seen[3].size > 3`},
		{"one plot", `output(3).querySelectorAll('.output_subarea').length == 1`},
		{"a progress bar at its end", `output(4).querySelector('progress').value == 30 && output(4).innerText.includes('loss 0.033')`},
		{"a progress bar that moved", `seen[4].size > 3`},
		{"a summary with layers", `['Conv2d', 'ReLU', 'Dense'].every(s => output(5).innerText.includes(s))`},
		{"colours", `output(6).querySelector('.ansi-green-fg').innerText == 'green'`},
		{"a result", `output(6).querySelector('.output_result').innerText.trim() == '42'`},
		{"the kernel's name", `document.querySelector('.kernel_indicator_name').innerText == 'msrepl (Go)'`},
		{"the kernel's logo", `document.querySelector('#kernel_logo_widget img').naturalWidth > 0`},
		{"no failure", `document.querySelectorAll('.output_error').length == 0`},
	} {
		if !b.holds(want.js) {
			t.Errorf("the page does not show %s", want.what)
		}
	}
	b.screenshots()
	b.interruptAndRestart()
}

// interruptAndRestart presses the buttons of the tool bar.
func (b *browser) interruptAndRestart() {
	b.run(`add('n := 0\nfmt.Println("started")\nfor {\n\tn++\n}')`)
	b.wait("the loop runs", `last().innerText.includes('started')`)
	b.run(`document.querySelector('button[data-jupyter-action="jupyter-notebook:interrupt-kernel"]').click()`)
	b.wait("the loop is interrupted", `last().innerText.includes('Interrupted')`)
	b.shoot("interrupt", ".cell:has(.output_error)")
	b.run(`add('kept, n > 0')`)
	b.wait("values are kept", `last().innerText.includes('(41, True)') || last().innerText.includes('41') && last().innerText.toLowerCase().includes('true')`)
	b.run(`document.querySelector('button[data-jupyter-action="jupyter-notebook:confirm-restart-kernel"]').click()`)
	b.wait("the question whether to restart", `document.querySelector('.modal.in .btn-danger') != null`)
	b.run(`document.querySelector('.modal.in .btn-danger').click()`)
	b.wait("the question is gone", `document.querySelector('.modal.in') == null && Jupyter.notebook.kernel.is_connected()`)
	b.run(`add('kept')`)
	b.wait("a new session", `last().innerText.includes('undefined: kept')`)
	b.wait("it counts from 1", `Jupyter.notebook.get_cells().at(-1).input_prompt_number == 1`)
}

// browser is a page with a notebook.
type browser struct {
	t   *testing.T
	ctx context.Context
}

// helpers are what the expressions of the test use: output areas by code cell, counted from 1.
const helpers = `
window.cells = () => Jupyter.notebook.get_cells().filter(c => c.cell_type == 'code');
window.output = n => cells()[n-1].output_area.element[0];
window.last = () => cells().at(-1).output_area.element[0];
window.add = text => { const c = Jupyter.notebook.insert_cell_at_bottom('code'); c.set_text(text); c.execute(); };
true`

// sample remembers all that the cells show one after the other, however seldom a busy machine paints the page.
func (b *browser) sample() {
	b.run(`window.seen = {}; cells().forEach((c, i) => {
		const area = c.output_area.element[0], states = seen[i+1] = new Set();
		const look = new MutationObserver(() => states.add(area.innerHTML));
		look.observe(area, {subtree: true, childList: true, attributes: true, characterData: true})
	})`)
}

func (b *browser) run(js string) {
	b.t.Helper()
	if _, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool](js+"; true")); err != nil {
		b.t.Fatalf("%s: %v", js, err)
	}
}

func (b *browser) holds(js string) bool {
	b.t.Helper()
	ok, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool]("!!("+js+")"))
	if err != nil {
		b.t.Errorf("%s: %v", js, err)
	}
	return ok
}

func (b *browser) wait(what, js string) {
	b.t.Helper()
	for end := time.Now().Add(browserPatience); ; time.Sleep(50 * time.Millisecond) {
		ok, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool]("!!("+js+")"))
		if ok {
			return
		}
		if b.ctx.Err() != nil || time.Now().After(end) {
			b.shoot("failure", "#notebook-container")
			b.t.Fatalf("not so: %s (%v)", what, err)
		}
	}
}

// screenshots takes pictures of the cells that show something.
func (b *browser) screenshots() {
	for name, n := range map[string]int{"table": 1, "image": 2, "plot": 3, "progress": 4, "summary": 5} {
		b.run(fmt.Sprintf(`cells()[%d-1].element[0].id = 'shot-%s'`, n, name))
		b.shoot(name, "#shot-"+name)
	}
	b.shoot("page", "#notebook-container")
}

func (b *browser) shoot(name, selector string) {
	ctx, cancel := context.WithTimeout(b.ctx, 20*time.Second)
	defer cancel()
	picture, err := chromedp.Run(ctx, chromedp.Screenshot(selector))
	if err != nil {
		b.t.Logf("screenshot of %s: %v", selector, err)
		return
	}
	dir := os.Getenv("MSREPL_SCREENSHOTS")
	if dir == "" {
		dir = b.t.ArtifactDir()
	}
	if err := os.WriteFile(filepath.Join(dir, "notebook-"+name+".png"), picture, 0o644); err != nil {
		b.t.Error(err)
	}
}

// openNotebook starts a browser with the page at url, and returns when its kernel is connected.
func openNotebook(t *testing.T, url string) *browser {
	t.Helper()
	needPrograms(t, "chromium")
	ctx := startBrowser(t)
	b := &browser{t, ctx}
	if err := chromedp.Do(ctx, chromedp.Navigate(url)); err != nil {
		t.Fatal(err)
	}
	b.wait("the kernel is connected", `window.Jupyter && Jupyter.notebook && Jupyter.notebook.kernel && Jupyter.notebook.kernel.is_connected() && Jupyter.notebook.get_cells().length > 1`)
	if _, err := chromedp.Run(ctx, chromedp.Evaluate[bool](helpers)); err != nil {
		t.Fatal(err)
	}
	return b
}

// startBrowser starts a browser with further flags.
func startBrowser(t *testing.T, flags ...chromedp.ExecAllocatorOption) context.Context {
	t.Helper()
	home := testenv.ShortDir(t)
	options := append(
		chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath("chromium"), chromedp.NoSandbox, chromedp.Env("HOME="+home, "TMPDIR="+home),
		chromedp.WindowSize(1000, 2200), chromedp.Flag("disable-dev-shm-usage", true), chromedp.UserDataDir(filepath.Join(home, "user")),
		chromedp.WSURLReadTimeout(browserPatience),
	)
	allocated, cancelAllocated := chromedp.NewExecAllocator(context.Background(), append(options, flags...)...)
	t.Cleanup(cancelAllocated)
	ctx, cancel := chromedp.NewContext(allocated, chromedp.WithErrorf(t.Logf))
	t.Cleanup(cancel)
	return ctx
}

// startNotebookServer starts the classic notebook with the msrepl kernel, and returns the address of a
// copy of the notebook.
func startNotebookServer(t *testing.T, notebook string) (url string) {
	t.Helper()
	dir := t.TempDir()
	text, err := os.ReadFile(notebook)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, filepath.Base(notebook)), text, 0o644); err != nil {
		t.Fatal(err)
	}
	port := freePorts(t, 1)[0]
	server := exec.Command(
		python, "-m", "notebook", "--no-browser", "--ip=127.0.0.1", fmt.Sprintf("--port=%d", port), "--port-retries=0",
		"--allow-root", "--NotebookApp.token=", "--NotebookApp.password=", "--notebook-dir="+dir,
	)
	server.Env = installReal(t)
	var log strings.Builder
	server.Stderr = &log
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = server.Process.Signal(syscall.SIGTERM)
		_ = server.Wait()
	})
	address := fmt.Sprintf("http://127.0.0.1:%d", port)
	for end := time.Now().Add(browserPatience); !answers(address + "/api"); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("the notebook server does not start: %s", log.String())
		}
	}
	return address + "/notebooks/" + filepath.Base(notebook)
}

func answers(url string) bool {
	r, err := http.Get(url)
	if err != nil {
		return false
	}
	_, err = io.Copy(io.Discard, r.Body)
	return errors.Join(err, r.Body.Close()) == nil && r.StatusCode == http.StatusOK
}
