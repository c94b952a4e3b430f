package kernel

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

// paperCell is a cell of the notebook that is printed, below a heading of one word, its name.
type paperCell struct {
	name, code string
	words      []string       // that must be legible in its output
	counts     map[string]int // how often a word occurs
	colours    int            // coloured dots of 1/72 inch, at least
}

// paperCells are all pictures, and what is too large for a sheet of paper.
var paperCells = []paperCell{
	{
		name: "table", code: `display.Table(tensor.Arange(0, 24, 1).Reshape(2, 3, 4), display.At(1))`,
		words: []string{"Int64", "12", "23"},
	},
	{
		name: "wide-table", code: "wide := tensor.Arange(0, 70*64, 1).Reshape(70, 64).Mul(-1234.5625)\ndisplay.Table(wide)",
		// row 0, columns 1 and 63; the last number is -1234.5625·4479
		words:  []string{"Float32", "-1234.6", "-77777", "-5.5296e+06"},
		counts: map[string]int{"35": 0, "40": 3, "69": 3}, // rows, in three strips
	},
	{
		name: "records", code: "type Run struct {\n\tName, Remark string\n\tLoss, Accuracy float64\n\tMachine string\n}\n" +
			`display.Table([]Run{{"small", strings.Repeat("a remark ", 30), 0.125, 0.75, "last"}})`,
		words: []string{"Accuracy", "0.75", "last"}, counts: map[string]int{"remark": 30},
	},
	{
		name: "long-words", code: `display.Table(map[string]string{"path": strings.Repeat("/folder", 40) + " end", "next": "x"})`,
		words: []string{"next", "end"},
	},
	{name: "heat-map", code: `display.Heatmap(tensor.Arange(0, 12, 1).Reshape(3, 4))`, words: []string{"Int64", "11"}, colours: 3000},
	{name: "wide-heat-map", code: `display.Heatmap(tensor.Arange(0, 6000, 1).Reshape(20, 300))`, words: []string{"5999", "250"}, colours: 3000},
	{
		name: "images", code: "x := tensor.Zeros(40, 3, 28, 28)\nx.SetAt(1, tensor.Span(0, 40), 0)\ndisplay.Image(x)",
		words: []string{"(40,", "28)"}, colours: 60000,
	},
	{name: "tall-image", code: `display.Image(tensor.Linspace(0, 1, 3*2000*40).Reshape(3, 2000, 40))`, words: []string{"2000,"}, colours: 5000},
	{name: "histogram", code: `display.Hist([]float64{0, 0, 1, 2, 9}, 3)`, words: []string{"Float64", "4", "8"}, colours: 8000},
	{
		name: "plot", code: "fall, rise := []float64{8, 4, 2, 1, 0.5}, []float64{0, 2, 3, 3.5, 3.75}\n" +
			`display.Plot(display.Series{Name: "loss", Y: fall}, ` +
			`display.Series{Name: strings.Repeat("long name ", 20), Y: rise})`,
		words: []string{"loss", "long", "name"}, colours: 300,
	},
	{name: "points", code: `display.Scatter([][]float64{{10, 20, 30}, {1, 4, 9}})`, words: []string{"10", "30"}, colours: 30},
	{
		name: "live-plot", code: "p := display.NewPlot(\"rate\")\nfor i := range 20 {\n\tp.Add(i, 1/float64(i+1))\n}\np.Done()",
		words: []string{"rate", "15"}, colours: 150,
	},
	{
		name: "figure", code: "models := []string{\"small\", \"large\"}\n" +
			"p := display.NewPlot(\"Figure\").XLabel(\"model\").YLabel(\"percent\").Bar(\"train\", models, []float64{90, 99})\n" +
			`p.Bar("test", models, []float64{80, 70}).ErrorBar("test", models, []float64{80, 70}, 5.0)`,
		words: []string{"Figure", "model", "small", "large", "train", "test"}, colours: 10000,
	},
	{
		name: "sheet", code: `display.Subplots(2, display.Plot(fall).Title("left"), display.Plot(rise).Title("right"))`,
		words: []string{"left", "right"}, counts: map[string]int{"3": 3}, colours: 300,
	},
	{
		name: "confusion", code: `display.Confusion([][]int{{50, 2}, {3, 45}}, "cat", "dog")`,
		words: []string{"50", "45", "predicted"}, counts: map[string]int{"cat": 2, "dog": 2}, colours: 3000,
	},
	{
		name: "summary", code: "net := nn.NewSequentialCell(nn.NewConv2d(1, 2, 3), nn.NewReLU(),\n" +
			"\tnn.NewFlatten(), nn.NewDense(32, 10))\ndisplay.Summary(net, tensor.Ones(1, 1, 4, 4))",
		words: []string{"Conv2d", "MACs", "348"},
	},
	{name: "cells", code: `display.Graph(net)`, words: []string{"Conv2d", "Dense"}, colours: 1500},
	{name: "ops", code: `display.Graph(net, tensor.Ones(1, 1, 4, 4))`, words: []string{"Conv2D", "3.bias"}, colours: 3000},
	{
		name: "deep-graph", code: "display.Graph(func(a *tensor.Tensor) *tensor.Tensor {\n" +
			"\tfor range 30 {\n\t\ta = a.Mul(0.5).Exp()\n\t}\n\treturn a\n}, tensor.Ones(3))",
		counts: map[string]int{"Exp": 30, "Mul": 30, "0.5": 30, "Float32": 61}, colours: 20000,
	},
	{
		name: "deep-network", code: "layers := []any{}\nfor range 60 {\n\tlayers = append(layers, nn.NewReLU())\n}\n" +
			`display.Graph(nn.NewSequentialCell(layers...))`,
		counts: map[string]int{"ReLU": 60}, colours: 5000,
	},
	{
		name: "wide-graph", code: "display.Graph(func(a, b *tensor.Tensor) *tensor.Tensor {\n\ty := a\n" +
			"\tfor range 6 {\n\t\ty = y.Add(a.Mul(b).Exp().Sum())\n\t}\n\treturn y\n}, wide, wide)",
		counts: map[string]int{"Exp": 6}, colours: 3000,
	},
	{
		name: "recorded-graph", code: "_ = grad.Grad(func(x *tensor.Tensor) *tensor.Tensor {\n\ty := x.Mul(x).Sum()\n" +
			"\tdisplay.Show(display.Graph(y))\n\treturn y\n})(tensor.Ones(3))",
		words: []string{"leaf", "ReduceSum"}, colours: 1000,
	},
	{
		name: "watch", code: "watch := display.Watch(net)\nopt := optim.NewSGD(net.TrainableParams(), 0.01)\n" +
			"loss := nn.NewWithLossCell(net, nn.NewMSELoss())\nstep := nn.NewTrainOneStepCell(loss, opt)\n" +
			"_ = step.Call(tensor.Ones(2, 1, 4, 4), tensor.Zeros(2, 10))\nwatch.Close()",
		words: []string{"Dense", "Inf", "backward"}, counts: map[string]int{"layer": 2},
	},
	{name: "difference", code: `display.Diff(wide, wide.Mul(1.5))`, words: []string{"differ,", "63]", "0.3333"}, colours: 10000},
	{
		name: "progress", code: "bar := display.Progress(20, \"epoch\")\nfor range 20 {\n\tbar.Add(1)\n}\nbar.Note(\"low\")\nbar.Done()",
		words: []string{"epoch", "20/20", "low"}, colours: 200,
	},
	{name: "markup", code: "display.Show(display.Markdown(\"**bold**\"), display.HTML(\"<i>leaning</i>\"))", words: []string{"bold", "leaning"}},
	{name: "formula", code: `display.Latex("$x = 4711$")`, words: []string{"4711"}},
	{
		name: "drawing", code: "display.SVG(`<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"90\" height=\"40\">\n" +
			"<rect width=\"90\" height=\"40\" fill=\"#00c000\"/></svg>`)",
		colours: 1900, // 90·40·(72/96)²
	},
	{
		name: "picture", code: "img := image.NewRGBA(image.Rect(0, 0, 80, 40))\n" +
			"draw.Draw(img, img.Bounds(), image.NewUniform(color.RGBA{200, 0, 0, 255}), image.Point{}, draw.Src)\nimg",
		colours: 1700,
	},
	{name: "rich-tensor", code: "display.Rich(true)\ntensor.Ones(2, 2)", words: []string{"Float32"}, counts: map[string]int{"1": 2 + 4}},
}

const paperImports = `import (
	"image"
	"image/color"
	"image/draw"
	"strings"

	"github.com/msrepl/msrepl/display"
	"github.com/msrepl/msrepl/grad"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/nn/optim"
	"github.com/msrepl/msrepl/tensor"
)`

// TestPaper prints a notebook with all pictures, the way of `nbconvert --to webpdf`: it must be as legible on paper
// as on the screen, with nothing cut off. What is exported for the screen comes out on white paper also for a user
// who likes it dark; what is exported in the dark theme is dark.
func TestPaper(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser takes its time")
	}
	needJupyter(t, "nbconvert, nbclient")
	needPrograms(t, "chromium", "pdftotext", "pdftoppm")
	dir, env := t.TempDir(), installReal(t)
	writePaperNotebook(t, filepath.Join(dir, "paper.ipynb"))
	nbconvert(t, env, "--execute", "--to", "notebook", "--inplace", filepath.Join(dir, "paper.ipynb"))
	ctx := startBrowser(t, chromedp.Flag("blink-settings", "preferredColorScheme=0"), chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND"))
	for _, theme := range []string{"light", "dark"} {
		t.Run(theme, func(t *testing.T) {
			nbconvert(t, env, "--TemplateExporter.exclude_input=True", "--HTMLExporter.theme="+theme, "--to", "html",
				"--output", theme, filepath.Join(dir, "paper.ipynb"))
			pdf := filepath.Join(t.ArtifactDir(), theme+".pdf")
			if err := os.WriteFile(pdf, printPage(t, ctx, "file://"+filepath.Join(dir, theme+".html")), 0o644); err != nil {
				t.Fatal(err)
			}
			checkPaper(t, readPaper(t, pdf, t.TempDir()), theme == "dark")
		})
	}
}

func nbconvert(t *testing.T, env []string, args ...string) {
	t.Helper()
	cmd := exec.Command(python, append([]string{"-m", "nbconvert"}, args...)...)
	cmd.Env = env
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", args, err, out)
	}
}

// needPrograms skips the test where programs are missing, except in CI, which must have them.
func needPrograms(t *testing.T, names ...string) {
	t.Helper()
	for _, name := range names {
		testenv.Program(t, name)
	}
}

func writePaperNotebook(t *testing.T, path string) {
	t.Helper()
	cells := []map[string]any{paperCodeCell(paperImports)}
	for _, c := range paperCells {
		cells = append(cells, map[string]any{"cell_type": "markdown", "metadata": map[string]any{}, "source": "## " + paperHeading(c.name)}, paperCodeCell(c.code))
	}
	text, err := json.Marshal(map[string]any{
		"nbformat": 4, "nbformat_minor": 4, "cells": cells,
		"metadata": map[string]any{"kernelspec": map[string]any{"name": specName, "display_name": displayName, "language": "go"}},
	})
	if err == nil {
		err = os.WriteFile(path, text, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func paperCodeCell(code string) map[string]any {
	return map[string]any{
		"cell_type": "code", "metadata": map[string]any{}, "source": code, "outputs": []any{}, "execution_count": nil,
	}
}

// paperHeading is a word that is nowhere else.
func paperHeading(name string) string { return "heading:" + name }

// printPage prints a page on A4 in a browser whose user likes it dark.
func printPage(t *testing.T, ctx context.Context, url string) []byte {
	t.Helper()
	if err := chromedp.Do(ctx, chromedp.Navigate(url)); err != nil {
		t.Fatal(err)
	}
	b := &browser{t, ctx}
	if !b.holds(`matchMedia('(prefers-color-scheme: dark)').matches`) {
		t.Error("the browser is not dark, so that nothing can leak")
	}
	b.wait("formulas are drawn", `typeof MathJax == 'undefined' || MathJax.Hub.queue.pending == 0 && document.querySelector('.MathJax, .MathJax_CHTML, mjx-container')`)
	limited, cancel := context.WithTimeout(ctx, browserPatience)
	defer cancel()
	pdf, err := chromedp.Run(limited, chromedp.PrintToPDF(chromedp.PDFPaper(chromedp.PaperA4), chromedp.PDFPrintBackground()))
	if err != nil {
		t.Fatal(err)
	}
	return pdf
}

// checkPaper looks for what each cell must have put on paper.
func checkPaper(t *testing.T, sheets []sheet, dark bool) {
	if len(sheets) < 10 {
		t.Errorf("%d sheets of paper", len(sheets))
	}
	for i, s := range sheets {
		s.check(t, i+1, dark)
	}
	for i, c := range paperCells {
		next := ""
		if i+1 < len(paperCells) {
			next = paperHeading(paperCells[i+1].name)
		}
		words, colours := between(sheets, paperHeading(c.name), next)
		for _, w := range c.words {
			if words[w] == 0 {
				t.Errorf("%s: no %q on paper among %v", c.name, w, words)
			}
		}
		for w, n := range c.counts {
			if words[w] != n {
				t.Errorf("%s: %q is %d times on paper, want %d", c.name, w, words[w], n)
			}
		}
		if colours < c.colours {
			t.Errorf("%s: %d coloured dots on paper, want %d", c.name, colours, c.colours)
		}
	}
}
