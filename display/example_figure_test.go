package display_test

import (
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/msrepl/msrepl/display"
)

// families returns the picture of docs/display.md, which has a figure of each family.
func families() *display.Sheet {
	epochs, train, test := []float64{1, 2, 3, 4, 5, 6}, []float64{2.1, 1.2, 0.8, 0.55, 0.4, 0.3}, []float64{2.2, 1.4, 1.05, 0.9, 0.8, 0.78}
	low, high := []float64{1.9, 1.2, 0.9, 0.75, 0.68, 0.65}, []float64{2.5, 1.6, 1.2, 1.05, 0.95, 0.92}
	models := []string{"LeNet", "ResNet", "ViT"}
	xs, ys, bowl, classes := []float64{}, []float64{}, [][]float64{}, [][]int{}
	for i := range 13 {
		xs, ys = append(xs, float64(i-6)/2), append(ys, float64(i-6)/3)
	}
	for _, y := range ys {
		depths, row := []float64{}, []int{}
		for _, x := range xs {
			class := 0
			if y > math.Sin(x) {
				class = 1
			}
			depths, row = append(depths, x*x/2+y*y), append(row, class)
		}
		bowl, classes = append(bowl, depths), append(classes, row)
	}
	times := []time.Time{}
	for hour := range epochs {
		times = append(times, time.Date(2026, 5, 4, 9+hour, 0, 0, 0, time.UTC))
	}
	near, wide := []float64{4, 5, 5, 6, 6, 6, 7, 7, 8}, []float64{1, 2, 4, 5, 6, 7, 9, 11, 20}
	small := func(title string) *display.Figure { return display.NewPlot(title).Size(210, 150).Legend("none") }
	return display.Subplots(3,
		small("Curves and a band").XLabel("epoch").Line("train", epochs, train).
			Line("test", epochs, test, display.Format("--")).Band("test", epochs, low, high),
		small("Bars and errors").Bar("train", models, []float64{92, 98, 99}).Bar("test", models, []float64{89, 94, 91}).
			ErrorBar("test", models, []float64{89, 94, 91}, []float64{3, 2, 4}),
		small("Decision boundary").Regions(xs, ys, classes).
			Scatter("", []float64{-2, -1, 0, 1, 2}, []float64{1, -1.5, 0.7, 0, 1.5}, display.Style{By: []int{1, 0, 1, 0, 1}, Size: 7}),
		small("Contours").Contour(xs, ys, bowl, []float64{0.5, 1, 2, 3, 4}),
		small("Filled contours").ContourFill(xs, ys, bowl, []float64{0, 0.5, 1, 2, 3, 4}),
		small("Bars that lie").BarH("", models, []float64{92, 98, 99}),
		small("Times").Line("", times, test),
		small("Boxes").Box("near", near).Box("wide", wide),
		small("Violins").Violin("near", near).Violin("wide", wide),
		small("Histogram").Hist("", wide, 6),
		small("Logarithmic").XLabel("step").YLog().Line("", epochs, train, display.Style{Marker: "o"}),
		small("Area and steps").Area("", epochs, low).Step("", epochs, high))
}

var updateDocs = flag.Bool("docs", false, "rewrite the picture of docs/display.md")

// TestDocsPicture checks that the picture in the documentation is what msrepl draws.
func TestDocsPicture(t *testing.T) {
	const docs = "../docs/images/figures.svg"
	path := filepath.Join(t.TempDir(), "figures.svg")
	if *updateDocs {
		path = docs
	}
	if err := families().Save(path); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(docs)
	if err != nil || string(got) != string(want) {
		t.Errorf("%s is not what is drawn (%v); go test ./display -run DocsPicture -docs writes it", docs, err)
	}
}

func ExampleFigure() {
	p := display.NewPlot("squares").XLabel("n").Line("n²", []int{0, 1, 2, 3}, []int{0, 1, 4, 9}, display.Format("r--"))
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		panic(err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	for _, name := range []string{"squares.svg", "squares.pdf", "squares.png"} {
		fmt.Println(name, p.Save(filepath.Join(dir, name)))
	}
	// Output:
	// squares.svg <nil>
	// squares.pdf <nil>
	// squares.png <nil>
}

func ExampleFigure_Bar() {
	models := []string{"small", "large"}
	p := display.NewPlot("accuracy").Bar("train", models, []float64{0.9, 1}).Bar("test", models, []float64{0.8, 0.7}).
		ErrorBar("test", models, []float64{0.8, 0.7}, 0.05)
	fmt.Println(p.Display().Data["text/html"] != nil)
	// Output: true
}

func ExampleFigure_BarH() {
	p := display.NewPlot("parameters").XLog().BarH("", []string{"LeNet", "ResNet-50"}, []float64{61706, 25557032})
	fmt.Println(p.Display().Data["text/html"] != nil)
	// Output: true
}

func ExampleFigure_ContourFill() {
	height := [][]float64{{0, 1, 2}, {1, 2, 3}, {2, 3, 4}}
	p := display.NewPlot("height").ContourFill(nil, nil, height, []float64{0, 1, 2, 4})
	fmt.Println(p.Display().Data["text/html"] != nil)
	// Output: true
}

func ExampleSeconds() {
	start := time.Date(1970, 1, 2, 0, 0, 0, 0, time.UTC)
	times := []time.Time{start, start.Add(time.Hour)}
	p := display.NewPlot("a day later").Scatter("", times, []int{1, 2}).VLine("start", display.Seconds(start))
	fmt.Println(display.Seconds(start), p.Display().Data["text/html"] != nil)
	// Output: 86400 true
}

func ExampleFigure_TwinX() {
	epochs := []int{1, 2, 3}
	p := display.NewPlot("").XLabel("epoch").YLabel("loss").YLog().Line("loss", epochs, []float64{1, 0.1, 0.01})
	p.TwinX().YLabel("accuracy").YLim(0, 1).Line("accuracy", epochs, []float64{0.5, 0.75, 0.875})
	fmt.Println(p.Display().Data["text/html"] != nil)
	// Output: true
}

func ExampleFormat() {
	s := display.Format("ro--")
	fmt.Println(s.Color, s.Marker, s.Line)
	// Output: r o --
}

func ExampleConfusion() {
	p := display.Confusion([][]int{{50, 2}, {3, 45}}, "cat", "dog").Title("test set")
	fmt.Println(p.Display().Data["text/html"] != nil)
	// Output: true
}

func ExampleSubplots() {
	s := display.Subplots(2, display.Plot([]int{1, 2, 4}).Title("left"), display.Scatter([]int{4, 2, 1}).Title("right"))
	fmt.Println(s.Display().Data["text/html"] != nil)
	// Output: true
}
