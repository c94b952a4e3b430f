package display

import (
	"strings"

	"github.com/msrepl/msrepl/internal/picture/drawing"
)

// Sheet is several figures side by side, see [Subplots].
type Sheet struct {
	cols    int
	figures []*Figure
}

// Subplots puts figures side by side, cols per row, with aligned axes. nil leaves a position empty. Fewer than one
// column is a ValueError.
func Subplots(cols int, figures ...*Figure) *Sheet {
	if cols < 1 {
		reject("Subplots", "there must be at least one column, but got %d.", cols)
	}
	return &Sheet{cols, figures}
}

// draw lays the figures out in rows and columns.
func (s *Sheet) draw() *drawing.Drawing {
	n := len(s.figures)
	rows, cols := (n+s.cols-1)/s.cols, min(s.cols, max(n, 1))
	left, right := make([]float64, cols), make([]float64, cols) // widths on both sides of a plot's left edge
	up, down := make([]float64, rows), make([]float64, rows)    // heights above and below a plot's top
	frames := make([]*frame, n)
	for i, f := range s.figures {
		if f == nil {
			continue
		}
		f.mu.Lock()
		fr := f.draw()
		f.mu.Unlock()
		frames[i] = fr
		r, c := i/s.cols, i%s.cols
		left[c], right[c] = max(left[c], fr.left), max(right[c], fr.d.W-fr.left)
		up[r], down[r] = max(up[r], fr.top), max(down[r], fr.d.H-fr.top)
	}
	d := &drawing.Drawing{}
	var titles []string
	y := 0.0
	for r := range rows {
		x := 0.0
		for c := range cols {
			if i := r*s.cols + c; i < n && frames[i] != nil {
				fr := frames[i]
				d.Add(drawing.Moved(fr.d.Shapes, x+left[c]-fr.left, y+up[r]-fr.top)...)
				if fr.d.Title != "" {
					titles = append(titles, fr.d.Title)
				}
			}
			x += left[c] + right[c]
			d.W = max(d.W, x)
		}
		y += up[r] + down[r]
		d.H = y
	}
	d.Title = strings.Join(titles, ", ")
	return d
}

// Display returns what a cell shows for the figures.
func (s *Sheet) Display() Bundle { return pictureBundle(s.String(), "", s.draw()) }

// String returns the figures as text, one below the other.
func (s *Sheet) String() string {
	var texts []string
	for _, f := range s.figures {
		if f != nil {
			texts = append(texts, f.String())
		}
	}
	return strings.Join(texts, "\n")
}

// Save writes the figures to a file as [Figure.Save] does.
func (s *Sheet) Save(path string, dpi ...float64) error { return save(s.draw(), path, dpi) }
