package app

import (
	"strings"
	"testing"
)

// TestTerminalProgress checks that a progress bar is one line that rewrites itself below what the cell prints; the
// bar of an earlier cell is left alone.
func TestTerminalProgress(t *testing.T) {
	m := startTerminal(t, t.TempDir())
	m.line(`b := display.Progress(30, "epoch"); for i := range 30 { b.Add(1); time.Sleep(20*time.Millisecond); if i == 10 { fmt.Println("ten") } }; b.Done()`)
	m.wait("In[2]:")
	rows := m.wait("30/30 100%")
	if strings.Count(rows, "epoch │") != 1 || strings.Index(rows, "\nten\n") > strings.Index(rows, "epoch │") {
		t.Errorf("not one bar below the text:\n%s", rows)
	}
	m.line(`c := display.Progress(9, "left"); c.Add(2)`)
	m.wait("2/9  22%")
	m.wait("In[3]:")
	m.line(`fmt.Println("after")`)
	m.wait("In[4]:")
	if rows := m.screen(); !strings.Contains(rows, "2/9  22%") || !strings.Contains(rows, "In[3]: fmt") || !strings.Contains(rows, "\nafter\n") {
		t.Errorf("the next cell has wiped something:\n%s", rows)
	}
}

// TestTerminalUpdate checks that an update rewrites what is last and prints what does not anew.
func TestTerminalUpdate(t *testing.T) {
	m := startTerminal(t, t.TempDir())
	m.line(`h := display.ShowID("one"); h.Update("two"); fmt.Println("text"); h.Update("three")`)
	m.wait("In[2]:")
	if rows := m.wait(`"three"`); !strings.Contains(rows, "\n\"two\"\ntext\n\"three\"\n") || strings.Contains(rows, "\n\"one\"") {
		t.Errorf("updates:\n%s", rows)
	}
}

// TestTerminalPicture: pictures are drawn with half blocks if the user has chosen that.
func TestTerminalPicture(t *testing.T) {
	t.Setenv("MSREPL_IMAGES", "blocks")
	m := startTerminal(t, t.TempDir())
	m.line(`image.White.At(0, 0); img := image.NewGray(image.Rect(0, 0, 4, 2)); img`)
	if rows := m.wait("▀▀▀▀"); !strings.Contains(rows, "Out[1]:\n▀▀▀▀\n") {
		t.Errorf("a black picture:\n%s", rows)
	}
}
