package kernel

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestDisplay runs cells of a real session that display: messages come in order with what is printed, updates name
// the output that they replace.
func TestDisplay(t *testing.T) {
	tests := []struct {
		name, code string
		want       []string // message types with the plain text and a letter for each display_id
	}{
		{
			"in order with streams", `fmt.Print("a"); display.Show(1); fmt.Print("b"); display.Show(display.HTML("<b>2</b>"))`,
			[]string{"stream a", "display_data 1", "stream b", "display_data 2 text/html"},
		},
		{
			"updates", `h := display.ShowID("one"); fmt.Print("x"); h.Update("two"); display.Show(h.ID() != "")`,
			[]string{`display_data "one" #1`, "stream x", `update_display_data "two" #1`, "display_data true"},
		},
		{"clear", `display.Clear(true); display.Show(1); display.Clear(false)`, []string{"clear_output true", "display_data 1", "clear_output false"}},
		{
			"progress", `b := display.Progress(2, "p"); b.Add(2); b.Done()`,
			[]string{"display_data p #1 text/html", "update_display_data p #1 text/html"},
		},
		{"methods", "type T struct{}\nfunc (T) HTML() string { return \"<i>t</i>\" }\nT{}", []string{"execute_result t text/html"}},
		{"a value with an ID", "b := display.HTML(\"<b>3</b>\")\nb.ID = \"mine\"\nb", []string{"execute_result 3 #1 text/html"}},
		{"its update", "display.Update(\"mine\", 4)", []string{"update_display_data 4 #1"}},
		{"a figure that grows", "f := display.NewPlot(\"loss\")\nf.Add(0, 1)\nf.Add(1, 2)", []string{
			"display_data loss #1 text/html", "update_display_data loss #1 text/html",
		}},
	}
	c := startWith(t, tcpConnection(t, "key"), newSessionEngine)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ids := map[string]int{}
			var got []string
			for _, m := range c.request("shell", "execute_request", map[string]string{"code": tt.code}).iopub {
				if s := outlined(m, ids); s != "" {
					got = append(got, s)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// outlined is a message of output in a line.
func outlined(m received, ids map[string]int) string {
	switch m.header.MsgType {
	case "stream":
		return "stream " + m.content["text"].(string)
	case "clear_output":
		return fmt.Sprint("clear_output ", m.content["wait"])
	case "display_data", "update_display_data", "execute_result":
	default:
		return ""
	}
	data := m.content["data"].(map[string]any)
	text, _, _ := strings.Cut(data["text/plain"].(string), "\n")
	if strings.HasPrefix(text, "p ") {
		text = "p" // the figures of a bar tell the time
	}
	s := m.header.MsgType + " " + text
	if transient, _ := m.content["transient"].(map[string]any); transient["display_id"] != nil {
		id := transient["display_id"].(string)
		if ids[id] == 0 {
			ids[id] = len(ids) + 1
		}
		s += fmt.Sprintf(" #%d", ids[id])
	}
	for _, mime := range []string{"image/svg+xml", "text/html"} {
		if data[mime] != nil {
			s += " " + mime
		}
	}
	return s
}
