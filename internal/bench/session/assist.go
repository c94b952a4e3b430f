package session

import (
	"strings"
	"time"

	"github.com/msrepl/msrepl/interp"
)

// requests are texts in which the user presses Tab at |.
var requests = []struct{ what, text string }{
	{"members of a tensor", "x.|"},
	{"members of a tensor, begun", "x.Re|"},
	{"members of a cell of one's own", "net.|"},
	{"a package", "nn.|"},
	{"a name", "te|"},
	{"options of a layer", "nn.NewDense(3, 4, |"},
	{"a local in an unfinished function", "func f(count int) {\n\tfor i := range count {\n\t\tco|"},
	{"fields of a literal", "p := Point{|"},
	{"the path of an import", "import \"math/|"},
}

// world holds cells that declare what a session may contain when the user presses Tab.
var world = []string{
	"x := tensor.Ones(2, 3)",
	"type Net struct {\n\tnn.Cell\n\tfc *nn.Dense\n}\nfunc (n *Net) Construct(x *Tensor) *Tensor { return n.fc.Call(x) }",
	"net := &Net{fc: nn.NewDense(3, 1)}",
	"type Point struct{ X, Y int }",
}

func completionRows() []row {
	s := session(world...)
	defer s.Close()
	var rows []row
	for _, r := range requests {
		rows = append(rows, row{"completion of " + r.what, ms(pressTab(s, r.text)), "ms", 1, ""})
	}
	long := fiftyLines(0)
	end := strings.LastIndex(long, "\treturn")
	rows = append(rows, row{"completion in a cell of 50 lines", ms(pressTab(s, long[:end]+"\tsu|\n"+long[end:])), "ms", 1, ""})
	done := make(chan time.Time)
	go func() { s.Eval("for {}"); done <- time.Now() }()
	time.Sleep(50 * time.Millisecond)
	rows = append(rows, row{"completion while a cell runs", ms(pressTab(s, "x.Re|")), "ms", 1, ""})
	interrupt(s, done)
	return rows
}

// pressTab returns the time to compute candidates, after a warm-up.
func pressTab(s *interp.Session, text string) time.Duration {
	before, after, _ := strings.Cut(text, "|")
	ask := func(int) {
		if c := s.Complete(before+after, len(before)); len(c.Items) == 0 {
			fatal("nothing completes %s", text)
		}
	}
	times(5, ask)
	return median(times(200, ask))
}
