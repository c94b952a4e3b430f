package kernel

import (
	"fmt"
	"slices"
	"testing"
)

// TestStaleCellsAreMarked runs the cells of a notebook as JupyterLab does and edits one: those that have used it get a
// mark among their outputs, which goes when the definition is as before.
func TestStaleCellsAreMarked(t *testing.T) {
	c := startWith(t, tcpConnection(t, "key"), newSessionEngine)
	run := func(id, code string) string {
		t.Helper()
		msg := c.sendFromPage("shell", "execute_request", map[string]string{"code": code}, fmt.Sprintf(`{"cellId":%q,"deletedCells":[]}`, id))
		if x := c.finish(msg, true); x.reply.content["status"] != "ok" {
			t.Fatalf("%s: %s", code, x.reply.raw)
		}
		return msg
	}
	// marks waits for n marks and returns them in the order of the cells.
	marks := func(n int) (got []string) {
		t.Helper()
		for range n {
			c.take("iopub", func(m received) bool {
				meta, _ := m.content["metadata"].(map[string]any)
				if meta["msrepl_passing"] != true {
					return false
				}
				data, _ := m.content["data"].(map[string]any)
				id := m.content["transient"].(map[string]any)["display_id"]
				got = append(got, fmt.Sprintf("%s %s %v %t", m.parent.MsgID, m.header.MsgType, data["text/plain"], id != nil))
				return true
			})
		}
		slices.Sort(got)
		return got
	}
	expect := func(got []string, want ...string) {
		t.Helper()
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
	run("a", "func f() int { return 1 }")
	b := run("b", "y := f()")
	d := run("d", "y + 1")
	run("e", "z := 1")
	run("a", "func f() int { return 2 }")
	expect(marks(2), b+" display_data stale: f has changed since this cell ran true", d+" display_data stale: y has changed since this cell ran true")
	run("a", "func f() int { return 1 }")
	expect(marks(2), b+" update_display_data  true", d+" update_display_data  true")
	run("a", "func f() int { return 3 }")
	expect(marks(2), b+" update_display_data stale: f has changed since this cell ran true", d+" update_display_data stale: y has changed since this cell ran true")

	// Cells without names, as nbclient sends them, get no marks.
	c.execute("func g() int { return 1 }")
	c.execute("g()")
	c.execute("func g() int { return 2 }")
	b = run("b", "y := f()")
	run("a", "func f() int { return 1 }")
	expect(marks(2), b+" display_data stale: f has changed since this cell ran true", d+" update_display_data  true")
}
