//go:build unix

package kernel

import (
	"strings"
	"testing"
)

// TestLastWords: a process that Go itself ends says so in the cell, and where. The maps are used by compiled
// functions, as code of cells that does so itself panics.
func TestLastWords(t *testing.T) {
	for _, c := range []struct{ name, cells, cell, why, near, advice string }{
		{
			"two writers of a map", "m := url.Values{}\n%%\nfunc write(n int) {\n\tfor i := range n {\n\t\tm.Set(\"a\", strconv.Itoa(i))\n\t}\n}",
			"done := make(chan bool)\nfor range 8 {\n\tgo func() { write(10000000); done <- true }()\n}\nfor range 8 { <-done }",
			"concurrent map writes", "near In[3]:1 (goroutines started in In[3]:3)", "guard it with a sync.Mutex",
		},
		{
			"a reader and a writer", "m := url.Values{}",
			"go func() { for { m.Set(\"a\", \"b\") } }()\nsum := 0\nfor {\n\tsum += len(m.Get(\"a\"))\n}",
			"concurrent map ", "(goroutines started in In[2]:1)", "two goroutines",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			conn := tcpConnection(t, "key")
			cmd := startProcess(t, conn)
			k := connect(t, conn)
			defer k.leave()
			for cell := range strings.SplitSeq(c.cells, "\n%%\n") {
				if x := k.execute(cell); x.reply.content["status"] != "ok" {
					t.Fatalf("%s: %s", cell, x.reply.raw)
				}
			}
			x := k.execute(c.cell)
			if got := summary(x.iopub); !strings.HasPrefix(got, "busy execute_input error") || !strings.HasSuffix(got, "idle") {
				t.Errorf("got %s", got)
			}
			if x.reply.content["status"] != "error" || x.reply.content["ename"] != "KernelDied" || !strings.Contains(x.reply.content["evalue"].(string), c.why) {
				t.Errorf("the reply is %s", x.reply.raw)
			}
			for _, want := range []string{c.why, c.near, c.advice} {
				if !strings.Contains(string(x.reply.raw), want) {
					t.Errorf("no %q in %s", want, x.reply.raw)
				}
			}
			_ = cmd.Wait()
			if log := cmd.Stderr.(*logBuffer).String(); !strings.Contains(log, "msrepl: the kernel has died: ") {
				t.Errorf("the log says %s", log)
			}
		})
	}
}
